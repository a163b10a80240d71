"""Deals side by side: each thread with a solver of its own, the answers in input order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from queue import SimpleQueue

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.solitaire.inputs import DealInput
from steppe_solver.solitaire.goals import Answer
from steppe_solver.solitaire.solver import Solver
from steppe_solver.stopping import Stop, StoppedError

Solve = Callable[[DealInput, Solver, Stop], Answer]
"""Solves the deal with the solver, or gives up."""

Give = Callable[[DealInput, Answer | None], None]
"""Takes a deal and its answer; None for a bad input."""

Look = Callable[[DealInput], None]
"""Told some twenty times a second which deal is awaited."""

Read = Callable[[Callable[[], object]], Iterator[DealInput]]
"""Reads the deals, and calls its argument while the next one is long in coming."""

_AHEAD = 2
"""Deals for each thread that are read before they are wanted."""

_PATIENCE = 0.05


def one_by_one(
    sources: Iterator[DealInput],
    solver: Solver,
    solve: Solve,
    interrupt: Interrupt,
    look: Look,
    give: Give,
) -> None:
    """Solve the deals, each given before the next is read.

    After Ctrl-C comes what is proved of the deal that has been begun.
    """
    for source in sources:
        if source.entry.game is None:
            give(source, None)
            continue

        def stop(source: DealInput = source) -> bool:
            look(source)
            return interrupt.requested

        with interrupt:  # until the answer is out
            look(source)
            give(source, solve(source, solver, stop))
        if interrupt.requested:
            return


class SideBySide:
    """The same with a thread for every solver.

    Every answer is given as soon as it and all before it are known, also while deals are awaited.
    After Ctrl-C come those of the deals that have been begun, as far as they are proved.
    """

    def __init__(
        self,
        solvers: Sequence[Solver],
        solve: Solve,
        interrupt: Interrupt,
        look: Look,
        give: Give,
    ) -> None:
        self._solve = solve
        self._interrupt = interrupt
        self._look = look
        self._give = give
        self._given_up = False
        self._free: SimpleQueue[Solver] = SimpleQueue()
        for solver in solvers:
            self._free.put(solver)
        self._most = _AHEAD * len(solvers)
        self._executor = ThreadPoolExecutor(len(solvers))
        self._waiting: deque[tuple[DealInput, Future[Answer] | None]] = deque()

    def run(self, read: Read) -> None:
        """Solve all deals that are read."""
        try:
            with self._interrupt:
                try:
                    for source in read(self._meanwhile):
                        self._begin(source)
                        self._give_known()
                        while len(self._waiting) >= self._most:
                            self._give_next()
                        self._meanwhile()
                except StoppedError:
                    pass
                while self._waiting:
                    self._give_next()
        finally:
            self._given_up = True
            self._executor.shutdown(cancel_futures=True)

    def _begin(self, source: DealInput) -> None:
        bad = source.entry.game is None
        future = None if bad else self._executor.submit(self._work, source)
        self._waiting.append((source, future))

    def _work(self, source: DealInput) -> Answer:
        solver = self._free.get()  # there is one for every thread
        try:
            return self._solve(source, solver, self._stop)
        finally:
            self._free.put(solver)

    def _stop(self) -> bool:
        return self._interrupt.requested or self._given_up

    def _meanwhile(self) -> None:
        """Give what is known while the next deal is awaited. Raises StoppedError after Ctrl-C."""
        self._give_known()
        if self._waiting:
            self._look(self._waiting[0][0])
        if self._interrupt.requested:
            raise StoppedError

    def _give_known(self) -> None:
        while self._waiting and (self._waiting[0][1] is None or self._waiting[0][1].done()):
            self._give_next()

    def _give_next(self) -> None:
        """Give the first of the answers once it is there."""
        source, future = self._waiting.popleft()
        if future is None:
            self._give(source, None)
        elif self._interrupt.requested and future.cancel():
            self._waiting.clear()  # it has not been begun, nor have those after it
        else:
            self._give(source, self._result(source, future))

    def _result(self, source: DealInput, future: Future[Answer]) -> Answer:
        while True:
            self._look(source)
            try:
                return future.result(_PATIENCE)
            except NotYetError:
                if future.done():
                    return future.result()
