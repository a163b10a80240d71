"""Whether the deals of many seeds can be won, one after the other, on several processes.

A deal is judged in a ladder of questions, from cheap to dear, until one of them has an answer: the
game itself with few nodes; the game made stricter, of which a win is one of the game itself; and
the game itself with all nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from steppe_solver.bridge import Limit
from steppe_solver.parallel import in_order
from steppe_solver.solitaire.deal import deal_from_seed
from steppe_solver.solitaire.moves import DRAW, Move
from steppe_solver.solitaire.solver import Solver, Verdict
from steppe_solver.solitaire.state import State
from steppe_solver.solitaire.variant import Variant
from steppe_solver.stopping import Stop, StoppedError, never

NODES = 2_000_000
"""Nodes for a deal, if nothing else is said."""

_QUICK = 20
"""The first question has one node in so many, and so has each of a stricter game."""

_BATCH = 16
"""Deals that a process is given at a time: many are decided in less time than it takes to send."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known of the deal of a seed in a variant.

    ``limit`` is the number of nodes that it was given, of which a verdict that is proved does not
    depend.
    """

    variant: Variant
    seed: int
    verdict: Verdict
    limit: int


def stricter(variant: Variant) -> tuple[Variant, ...]:
    """Variants in which every win is one in this variant too, if draws are written one by one.

    PROOF. Drawing three cards is drawing one three times, so a line with draw 3 is one with draw 1
    once each of its draws is replaced with as many as there are cards to it. A line that uses fewer
    buffers, and fewer recycles or no card from the foundations, is a line as it stands. QED
    """
    found = []
    if variant.draw == 3 and variant.buffers:
        found.append(replace(variant, buffers=variant.buffers - 1))
    if variant.draw == 1:
        found.append(replace(variant, draw=3))
        if variant.buffers:
            found.append(replace(variant, buffers=variant.buffers - 1))
    return tuple(found)


def transferred(state: State, line: Iterable[Move], draw: int) -> State:
    """The state after a line of a game that drew so many cards at once, played from this one.

    ``draw`` is as many as the state's variant draws, or a multiple. Raises IllegalMoveError where
    a move cannot be played.
    """
    times = draw // state.variant.draw
    for move in line:
        if move == DRAW:
            drawn = 0
            while drawn < times and (state.stock or not drawn):
                state = state.play(DRAW)
                drawn += 1
        else:
            state = state.play(move)
    return state


def judge(
    variant: Variant, seed: int, solver: Solver, *, nodes: int = NODES, stop: Stop = never
) -> Judged:
    """Can the deal of the seed be won? ``nodes`` limits the longest search.

    Raises StoppedError where ``stop`` became true first.
    """
    deal = deal_from_seed(seed)
    start = State.start(deal, variant)
    ladder = [(variant, nodes // _QUICK)]
    ladder += [(other, nodes // _QUICK) for other in stricter(variant)]
    ladder.append((variant, nodes))
    for asked, limit in ladder:
        win = solver.win(State.start(deal, asked), Limit(nodes=limit), stop)
        if win.interrupted or stop():
            raise StoppedError
        if asked == variant:
            if win.verdict is not Verdict.UNKNOWN:
                return Judged(variant, seed, win.verdict, nodes)
        elif win.line is not None:  # a stricter game that cannot be won says nothing of this one
            assert transferred(start, win.line, asked.draw).is_won
            return Judged(variant, seed, win.verdict, nodes)
    return Judged(variant, seed, Verdict.UNKNOWN, nodes)


def sample(
    variant: Variant,
    seeds: Iterable[int],
    *,
    nodes: int = NODES,
    memory: int,
    jobs: int = 1,
    stop: Stop = never,
) -> Iterator[Judged]:
    """What is known of the deal of each seed, in order, worked out by ``jobs`` processes.

    ``memory`` is in MiB, for all of them together; where it suffices, the verdicts are the same for
    every number of them. When ``stop`` says so, the iterator ends. Raises WorkerDiedError.
    """
    share = max(1, memory // jobs)
    if jobs == 1:
        solver = Solver(share)
        try:
            for seed in seeds:
                yield judge(variant, seed, solver, nodes=nodes, stop=stop)
        except StoppedError:
            return
    else:
        results = in_order(
            partial(_judge_batch, variant, nodes),
            _batches(seeds),
            jobs,
            initializer=_begin,
            initargs=(share,),
            while_waiting=partial(_look, stop),
        )
        try:
            with closing(results):
                for batch in results:
                    yield from batch
        except StoppedError:
            return


def _batches(seeds: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(seeds)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _look(stop: Stop) -> None:
    if stop():
        raise StoppedError


_solver: Solver | None = None
"""The solver of a process that works for others."""


def _begin(memory: int) -> None:
    global _solver
    _solver = Solver(memory)


def _judge_batch(variant: Variant, nodes: int, seeds: list[int]) -> list[Judged]:
    assert _solver is not None
    return [judge(variant, seed, _solver, nodes=nodes) for seed in seeds]
