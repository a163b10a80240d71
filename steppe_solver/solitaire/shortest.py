"""The shortest win of a game of Steps Solitaire: the only door to the native search for it.

The search is in C++ (``native/solitaire/shortest.hpp``). Its bounds are proved at every moment, and
the line it returns is replayed with the rules of `State` before it is passed on.
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
    if memory < 1:
        raise ValueError("the tables need at least 1 MiB")
    limit = limit or Limit()
    solver = core.SolitaireShortestSolver(memory << 20)
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
