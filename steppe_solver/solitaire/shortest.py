"""Questions about numbers of moves: the only door to the native search for shortest wins.

The search is in C++ (``native/solitaire/shortest.hpp``). Its bounds are proved at every moment, and
the lines it returns are replayed with the rules of `State` before they are passed on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from steppe_solver.bridge import core
from steppe_solver.solitaire.encoding import from_native, to_native
from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.solver import DEFAULT_MEMORY, Limit, Verdict, replayed
from steppe_solver.solitaire.state import State
from steppe_solver.stopping import never


@dataclass(frozen=True, slots=True)
class ShortestWin:
    """What is proved of the shortest win, in single moves.

    No win has fewer than ``lower`` moves; ``line`` is the shortest win known, None where none is.
    The verdict is "unknown" where none was found and none was excluded.
    """

    verdict: Verdict
    lower: int
    line: tuple[Move, ...] | None
    nodes: int
    seconds: float
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class MostUp:
    """Proved bounds on the most cards up within so many moves, and a line to the lower one."""

    lower: int
    upper: int
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    interrupted: bool = False


def search_shortest(
    state: State,
    limit: Limit | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    memory: int = DEFAULT_MEMORY,
) -> ShortestWin:
    """What is proved of the shortest win from this state within the limit and so many MiB.

    ``stop`` is asked about twenty times a second; True ends the search. Raises ValueError for a
    memory of less than 1 MiB, and MemoryError where there is not so much.
    """
    limit = limit or Limit()
    solver = core.SolitaireShortestSolver(_bytes(memory))
    unwinnable, lower, upper, found, nodes, seconds, interrupted = solver.moves(
        core.SolitaireGame(*to_native(state)), limit.nodes, limit.seconds, stop or never
    )
    if unwinnable:
        return ShortestWin(Verdict.UNWINNABLE, 0, None, nodes, seconds, interrupted)
    if upper is None:
        return ShortestWin(Verdict.UNKNOWN, lower, None, nodes, seconds, interrupted)
    line = tuple(from_native(*move) for move in found)
    assert replayed(state, line).is_won
    assert lower <= upper == len(line)
    return ShortestWin(Verdict.WINNABLE, lower, line, nodes, seconds, interrupted)


def search_most_up(
    state: State,
    within: int,
    limit: Limit | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    memory: int = DEFAULT_MEMORY,
) -> MostUp:
    """What is proved of the most cards that can be up after at most so many moves.

    All else is as `search_shortest` has it.
    """
    limit = limit or Limit()
    lower, upper, found, nodes, seconds, interrupted = core.solitaire_most_up(
        _bytes(memory),
        core.SolitaireGame(*to_native(state)),
        within,
        limit.nodes,
        limit.seconds,
        stop or never,
    )
    line = tuple(from_native(*move) for move in found)
    assert len(line) <= within
    assert sum(replayed(state, line).foundations) == lower <= upper
    return MostUp(lower, upper, line, nodes, seconds, interrupted)


def _bytes(memory: int) -> int:
    if memory < 1:
        raise ValueError("the tables need at least 1 MiB")
    return memory << 20
