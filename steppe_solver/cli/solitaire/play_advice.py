"""Hints, and whether a game can still be won: what a solver says, as sentences for a player."""

from __future__ import annotations

from collections.abc import Sequence

from steppe_solver.cli.words import counted
from steppe_solver.solitaire import Move, State
from steppe_solver.solitaire.advice import Adviser
from steppe_solver.solitaire.finish import plays_itself

_NO_SOLVER = "No solver is at hand"


class Advice:
    """Asks the adviser, and remembers its lines: who follows one is led on along it.

    ``given`` counts the hints, ``limit_struck`` says whether an answer was not known in time.
    """

    def __init__(self, adviser: Adviser | None, seconds: float) -> None:
        self._adviser = adviser
        self._seconds = seconds
        self._rest: dict[State, tuple[Move, ...]] = {}
        self._winnable: dict[State, bool] = {}
        self.given = 0
        self.limit_struck = False

    def hint(self, state: State) -> str:
        """A good move, or why there is none to tell."""
        if not state.legal_moves():
            return "No move is left."
        line = self._line(state)
        if line is not None:
            self.given += 1
            left = counted(len(line), "move")
            return f"{line[0]}. It can be won from here in {left}."
        if self._adviser is None:
            return f"{_NO_SOLVER} for hints."
        if self._winnable.get(state) is False:
            return "No move helps: the game is lost from here. undo takes moves back."
        self.limit_struck = True
        return f"None was found in {self._seconds:g} s."

    def status(self, state: State) -> str:
        """Can the game still be won?"""
        if state.is_won:
            return "The game is won."
        if not state.legal_moves():
            return "Lost: no move is left."
        if state in self._rest or plays_itself(state):
            return "It can still be won."
        if self._adviser is None:
            return f"{_NO_SOLVER} to tell whether it can still be won."
        verdict = self._winnable.get(state)
        if verdict is None:
            verdict = self._adviser.winnable(state, seconds=self._seconds)
        if verdict is None:
            self.limit_struck = True
            return f"Whether it can still be won was not found out in {self._seconds:g} s."
        self._winnable[state] = verdict
        return "It can still be won." if verdict else "Lost: whatever is played, it is not won."

    def _line(self, state: State) -> Sequence[Move] | None:
        """Moves from here to a win; None where none is known."""
        if state in self._rest:
            return self._rest[state]
        if self._adviser is None or self._winnable.get(state) is False:
            return None
        line = self._adviser.line(state, seconds=self._seconds)
        if line is None:
            self._note_verdict(state)
            return None
        reached = state
        for number, move in enumerate(line):
            self._rest[reached] = line[number:]
            reached = reached.play(move)
        assert reached.is_won
        return line

    def _note_verdict(self, state: State) -> None:
        """Find out whether there is no line, or none was found in time."""
        assert self._adviser is not None
        verdict = self._adviser.winnable(state, seconds=self._seconds)
        if verdict is not None:
            self._winnable[state] = verdict
