"""Deals side by side: each thread with a solver of its own, the answers in input order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from queue import SimpleQueue

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.solitaire.inputs import DealInput
from steppe_solver.solitaire.goals import Answer
from steppe_solver.solitaire.solver import Solver
from steppe_solver.stopping import Stop

Solve = Callable[[DealInput, Solver, Stop], Answer]
"""Solves the deal with the solver, or gives up."""

Outcomes = Generator[tuple[DealInput, Answer | None], None, None]
"""Deals and their answers; None for a bad input."""

_AHEAD = 2
"""Deals for each thread that are read before they are wanted."""

_PATIENCE = 0.05


def in_order(
    sources: Iterator[DealInput],
    solvers: Sequence[Solver],
    solve: Solve,
    interrupt: Interrupt,
    look: Callable[[DealInput], None],
) -> Outcomes:
    """Every deal with its answer, each as soon as it and all before it are known.

    ``look`` is called some twenty times a second while an answer is awaited. After Ctrl-C come the
    answers, as far as they are proved, of the deals that have been begun. Close the iterator where
    it is left early: the threads then give up.
    """
    if len(solvers) == 1:
        return _one_by_one(sources, solvers[0], solve, interrupt, look)
    return _side_by_side(sources, solvers, solve, interrupt, look)


def _one_by_one(
    sources: Iterator[DealInput],
    solver: Solver,
    solve: Solve,
    interrupt: Interrupt,
    look: Callable[[DealInput], None],
) -> Outcomes:
    """The same in this thread alone."""
    for source in sources:
        if source.entry.game is None:
            yield source, None
            continue

        def stop(source: DealInput = source) -> bool:
            look(source)
            return interrupt.requested

        with interrupt:  # until the answer is out
            look(source)
            yield source, solve(source, solver, stop)
        if interrupt.requested:
            return


def _side_by_side(
    sources: Iterator[DealInput],
    solvers: Sequence[Solver],
    solve: Solve,
    interrupt: Interrupt,
    look: Callable[[DealInput], None],
) -> Outcomes:
    free: SimpleQueue[Solver] = SimpleQueue()
    for solver in solvers:
        free.put(solver)
    given_up = False

    def stop() -> bool:
        return interrupt.requested or given_up

    def work(source: DealInput) -> Answer:
        solver = free.get()  # there is one for every thread
        try:
            return solve(source, solver, stop)
        finally:
            free.put(solver)

    executor = ThreadPoolExecutor(len(solvers))
    waiting: deque[tuple[DealInput, Future[Answer] | None]] = deque()
    exhausted = False
    try:
        while waiting or not exhausted:
            while not exhausted and len(waiting) < _AHEAD * len(solvers):
                if waiting and (waiting[0][1] is None or waiting[0][1].done()):
                    break  # an answer that is there does not wait for a deal that is not
                try:
                    source = next(sources)
                except StopIteration:
                    exhausted = True
                else:
                    bad = source.entry.game is None
                    waiting.append((source, None if bad else executor.submit(work, source)))
            if waiting:
                with interrupt:
                    source, future = waiting.popleft()
                    if interrupt.requested and future is not None and future.cancel():
                        return  # it has not been begun, nor have those after it
                    yield source, None if future is None else _result(source, future, look)
            exhausted |= interrupt.requested
    finally:
        given_up = True
        executor.shutdown(cancel_futures=True)


def _result(source: DealInput, future: Future[Answer], look: Callable[[DealInput], None]) -> Answer:
    while True:
        look(source)
        try:
            return future.result(_PATIENCE)
        except NotYetError:
            if future.done():
                return future.result()
