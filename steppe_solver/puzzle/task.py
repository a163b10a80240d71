"""A puzzle being played: the position, what is to be reached, and what is still missing of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from steppe_solver.goals import Goal
from steppe_solver.position import Color, Move, Position, Tile
from steppe_solver.puzzle.model import TENS_KINDS, Kind, Puzzle


@dataclass(frozen=True, slots=True)
class Situation:
    """A position on the way through a puzzle.

    ``solver`` is the side whose moves the puzzle asks for: it need not be to move here. ``goal``
    counts the tens that are still to be laid; it is None once they lie, and in kinds without tens.
    """

    kind: Kind
    solver: Color
    position: Position
    goal: Goal | None

    @staticmethod
    def of(puzzle: Puzzle) -> Situation:
        """The situation a puzzle starts from."""
        return Situation(puzzle.kind, puzzle.solver, puzzle.position, puzzle.goal)

    @property
    def solver_to_move(self) -> bool:
        """Is it the solver's turn? In ``help`` both sides are one, and it always is."""
        position = self.position
        return not position.is_over and (self.kind is Kind.HELP or position.mover is self.solver)

    @property
    def is_done(self) -> bool:
        """Is there nothing left to play for: the tens lie, or nobody can lay them or anything?"""
        if self.position.is_over:
            return True
        if self.kind in TENS_KINDS:
            return self.goal is None or self.position.level > self.goal.level
        return False

    def play(self, move: Move) -> Situation:
        """The situation after the move. Raises IllegalMoveError where it cannot be played."""
        position, goal = self.position, self.goal
        after = position.play(move)
        if (
            goal is not None
            and move.tile is Tile.TEN
            and position.mover is goal.attacker
            and position.level == goal.level
        ):
            goal = replace(goal, tens=goal.tens - 1) if goal.tens > 1 else None
        return replace(self, position=after, goal=goal)


def last_level(kind: Kind, goal: Goal | None, position: Position) -> int:
    """The last level that matters to the task: that of the tens, else the last of the game."""
    return goal.level if kind in TENS_KINDS and goal is not None else position.rules.levels
