"""What a game being played asks a solver: can it still be won, and how?"""

from __future__ import annotations

from typing import Protocol

from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.solver import Limit, Solver, Verdict
from steppe_solver.solitaire.state import State


class Adviser(Protocol):
    """Whoever can tell. All cards are known to it, the face-down ones too."""

    def winnable(self, state: State, *, seconds: float) -> bool | None:
        """Can the game still be won from here? None where that is not known in time."""

    def line(self, state: State, *, seconds: float) -> tuple[Move, ...] | None:
        """Legal moves from here to a win; None where there is none, or none is found in time."""


class SolverAdviser:
    """The search for wins as an adviser."""

    def __init__(self) -> None:
        self._solver = Solver()

    def winnable(self, state: State, *, seconds: float) -> bool | None:
        """Can the game still be won from here? None where that is not known in time."""
        verdict = self._solver.win(state, Limit(seconds=seconds)).verdict
        return None if verdict is Verdict.UNKNOWN else verdict is Verdict.WINNABLE

    def line(self, state: State, *, seconds: float) -> tuple[Move, ...] | None:
        """Legal moves from here to a win; None where there is none, or none is found in time."""
        return self._solver.win(state, Limit(seconds=seconds)).line
