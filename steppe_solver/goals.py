"""What can be forced: laying so many tens on a level, within so many moves, or never.

The *attacker* wants to lay at least ``tens`` tens on one level, the current one or a later one; the
*defender* does what the rules allow against it. The question is the least number of the attacker's
own moves, counted from the position, within which that can be forced against every defence. A skip
is no move. Tens that lie already do not count, nor do tens laid on other levels.

The search is an AND/OR search with transposition tables in C++ (``native/goal.hpp``). Everything
it answers is proved: the exact number, "never", or bounds where a limit struck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from types import MappingProxyType

from steppe_solver.bridge import DEFAULT_MEMORY, Limit, core, from_native, to_native
from steppe_solver.position import Color, Move, Position

NEVER = math.inf
"""More moves than any number: the goal cannot be forced."""

Bounds = tuple[float, float]
"""A lower and an upper bound of a number of moves: whole numbers, or NEVER."""

_MOST_TENS = 25
"""No level the core takes has room for as many; it need not be asked about more."""


@dataclass(frozen=True, slots=True)
class Goal:
    """So many tens, at least one, that the attacker wants to lay on a level from now on.

    Raises ValueError for an attacker who is no player, for no tens and for no level.
    """

    attacker: Color
    tens: int
    level: int

    def __post_init__(self) -> None:
        if self.attacker is Color.NEUTRAL:
            raise ValueError("only a player can have a goal")
        if self.tens < 1:
            raise ValueError("a goal is one ten or more")
        if self.level < 1:
            raise ValueError("levels are counted from 1")


@dataclass(frozen=True, slots=True)
class GoalProgress:
    """How far a running search is: bounds are proved, on the attacker's moves."""

    nodes: int
    seconds: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Forced:
    """What is proved of a goal in a position.

    ``lower`` and ``upper`` bound the least number of the attacker's own moves that suffices. Where
    ``lower`` is NEVER the goal cannot be forced at all; where only ``upper`` is NEVER, it is not
    known whether it can. ``most_moves`` is the largest number that was asked about, or None for
    any: beyond it, only that more are needed was to be found out.

    ``moves`` holds the same bounds for every legal move, if asked for, counted from the position:
    what the attacker needs from here on if that move is made, the move itself included. What
    cannot be forced within ``most_moves`` is not looked into further, so that only a lower bound
    is known of it. ``complete`` is False where a limit or the caller stopped the search before all
    that was asked for was found out; what is said holds all the same.
    """

    position: Position
    goal: Goal
    most_moves: int | None
    lower: float
    upper: float
    moves: Mapping[Move, Bounds] | None
    nodes: int
    seconds: float
    complete: bool
    interrupted: bool = False

    @property
    def n(self) -> int | None:
        """The least number of moves that suffices: proved to, and one fewer proved not to."""
        return int(self.lower) if self.lower == self.upper < NEVER else None

    @property
    def never(self) -> bool:
        """Is it proved that the goal cannot be forced?"""
        return self.lower == NEVER

    @property
    def attacking(self) -> bool:
        """Is it the attacker who is to move?"""
        return self.position.mover is self.goal.attacker

    @property
    def quick(self) -> frozenset[Move]:
        """The attacker's moves proved to force the goal within ``n`` (none where it is unknown).

        Of a defender's moves: those that are proved to make the attacker need all of ``n``.
        """
        if self.n is None:
            return frozenset()
        least = self.n
        attacking = self.attacking
        return self._moves(lambda lower, upper: upper <= least if attacking else lower >= least)

    @property
    def keeping(self) -> frozenset[Move]:
        """The moves after which the goal is proved to be forced still, in however many moves."""
        return self._moves(lambda lower, upper: upper < NEVER)

    @property
    def stopping(self) -> frozenset[Move]:
        """The moves after which the goal is proved never to be forced any more."""
        return self._moves(lambda lower, upper: lower == NEVER)

    def _moves(self, wanted: Callable[[float, float], bool]) -> frozenset[Move]:
        return frozenset(move for move, bounds in (self.moves or {}).items() if wanted(*bounds))


Watch = Callable[[GoalProgress], bool | None]


class GoalSolver:
    """A goal search with tables of a fixed size, to be used for many positions one after another.

    What was found out before never changes an answer. Calls from several threads wait for each
    other.
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        """Take up to ``memory`` MiB for all tables. Raises ValueError below 1, or MemoryError."""
        if memory < 1:
            raise ValueError("the tables need at least 1 MiB")
        self._core = core.GoalSolver(memory * 2**20)
        self._lock = Lock()

    def force(
        self,
        position: Position,
        goal: Goal,
        limit: Limit | None = None,
        *,
        most_moves: int | None = None,
        all_moves: bool = True,
        on_progress: Watch | None = None,
    ) -> Forced:
        """What is proved of the goal in the position within the limit.

        With ``most_moves`` the question is whether that many of the attacker's moves suffice, of
        the position and of every move: easier than whether any number does. Without ``all_moves``
        only the position is asked about. ``on_progress`` is called about twenty times a second;
        returning True stops the search, and what is proved so far is returned.

        Raises UnsupportedError for sides over 5, and ValueError for a level that the game does not
        have or a negative number of moves.
        """
        limit = limit or Limit()
        if goal.level > position.rules.levels:
            raise ValueError(f"the game has no level {goal.level}")
        if most_moves is not None and most_moves < 0:
            raise ValueError("a number of moves cannot be negative")
        if position.is_over or position.level > goal.level:
            moves = dict.fromkeys(position.legal_moves(), (NEVER, NEVER)) if all_moves else None
            return Forced(position, goal, most_moves, NEVER, NEVER, moves, 0, 0.0, True)
        root = to_native(position, levels=goal.level)

        def watch(nodes: int, seconds: float, lower: int, upper: int) -> bool:
            if on_progress is None:
                return False
            return bool(on_progress(GoalProgress(nodes, seconds, *_shown(lower, upper))))

        with self._lock:
            lower, upper, found, nodes, seconds, complete, interrupted = self._core.force(
                root,
                goal.attacker.index,
                min(goal.tens, _MOST_TENS),
                None if most_moves is None else min(most_moves, core.NEVER - 1),
                all_moves,
                limit.nodes,
                limit.seconds,
                watch,
            )
        moves = {from_native(*packed): _shown(*bounds) for packed, bounds in found}
        return Forced(
            position,
            goal,
            most_moves,
            *_shown(lower, upper),
            MappingProxyType(moves) if all_moves else None,
            nodes,
            seconds,
            complete,
            interrupted,
        )


def force(
    position: Position,
    goal: Goal,
    limit: Limit | None = None,
    *,
    most_moves: int | None = None,
    all_moves: bool = True,
    memory: int = DEFAULT_MEMORY,
    on_progress: Watch | None = None,
) -> Forced:
    """What is proved of the goal in the position within the limit; see `GoalSolver.force`.

    >>> from steppe_solver import Color, format_move, parse_spn
    >>> from steppe_solver.goals import Goal, force
    >>> position = parse_spn("N.. R 15,5,3,3 15,5,3,3 0-0")
    >>> forced = force(position, Goal(Color.RED, tens=1, level=3))
    >>> forced.n, [format_move(move) for move in forced.keeping]
    (3, ['5b1-c1'])
    >>> force(position, Goal(Color.BLUE, tens=1, level=3)).never
    True
    """
    return GoalSolver(memory).force(
        position,
        goal,
        limit,
        most_moves=most_moves,
        all_moves=all_moves,
        on_progress=on_progress,
    )


def _shown(lower: int, upper: int) -> Bounds:
    """The core's bounds, with NEVER where it has numbers that mean so."""
    return (
        NEVER if lower >= core.NEVER else max(lower, 0),
        NEVER if upper >= core.NEVER else upper,
    )
