"""How long to go on: until the caller wishes to stop, or a task has had its share of work."""

from __future__ import annotations

from steppe_solver.notation.coverings import TooLongError
from steppe_solver.stopping import Stop, StoppedError

_EVERY = 512
"""Steps of work between two questions: well under 50 ms in all."""


class Watch:
    """Counts steps of work, each a few microseconds long."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._steps = 0
        self._end: int | None = None

    def allow(self, steps: int) -> None:
        """From now on, so many more steps until TooLongError (within a few hundred)."""
        self._end = self._steps + steps

    def step(self) -> None:
        """One more step of work. Raises StoppedError and TooLongError."""
        self._steps += 1
        if self._steps % _EVERY == 0:
            self.ask()

    def ask(self) -> None:
        """Ask at once. Raises StoppedError and TooLongError."""
        if self._stop():
            raise StoppedError
        if self._end is not None and self._steps > self._end:
            raise TooLongError
