"""The soonest that tens can lie if both sides work for it: the results of puzzles of kind ``help``.

Every tile counts, whoever lays it, in the turns that the rules give: nobody may pass, and who
cannot place is skipped. The search is in C++ (``native/cooperation.hpp``); its answers are exact.
"""

from __future__ import annotations

from functools import cache
from threading import Lock

from steppe_solver.bridge import core, from_native, to_native
from steppe_solver.goals import Goal
from steppe_solver.position import Move, Position
from steppe_solver.stopping import Stop, StoppedError, never

_TABLE_BYTES = 64 * 2**20
"""The most memory that the search takes for its tables, as it uses it."""

_MOST_TENS = 25
"""No level the core takes has room for as many; it need not be asked about more."""

_one_at_a_time = Lock()


def soonest(position: Position, goal: Goal, stop: Stop = never) -> dict[Move, int | None]:
    """The least number of tiles in which the goal can be reached after every legal move.

    Counted are the tiles of both sides from the position on, that of the move and the last ten
    included, if both do all they can for ``goal.attacker`` to lay ``goal.tens`` more tens on
    ``goal.level``. None where that can no longer be reached; empty where nobody is to move.

    Raises StoppedError once ``stop`` says so, UnsupportedError for sides over 5, and ValueError for
    a level that the game does not have.
    """
    if goal.level > position.rules.levels:
        raise ValueError(f"the game has no level {goal.level}")
    if stop():
        raise StoppedError
    if position.is_over or position.level > goal.level:
        return dict.fromkeys(position.legal_moves())
    root = to_native(position, levels=goal.level)
    with _one_at_a_time:
        found, _, complete = _solver().solve(
            root, goal.attacker.index, min(goal.tens, _MOST_TENS), stop
        )
    if not complete:
        raise StoppedError
    return {
        from_native(*packed): None if tiles >= core.NEVER else tiles for packed, (tiles, _) in found
    }


@cache
def _solver() -> core.CooperationSolver:
    return core.CooperationSolver(_TABLE_BYTES)
