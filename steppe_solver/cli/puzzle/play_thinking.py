"""Working out what a puzzle file leaves open: with a limit, a display, and Ctrl-C."""

from __future__ import annotations

from types import TracebackType

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.watch import Watch
from steppe_solver.puzzle.judge import Judge


class Thinking:
    """While it is entered, ``judge`` may be asked; Ctrl-C then ends the thinking, not Python.

    Leaving raises KeyboardInterrupt where Ctrl-C was pressed inside.
    """

    def __init__(self, limit: float) -> None:
        """Take ``limit`` seconds at most each time it is entered."""
        self._limit = limit
        self._interrupt = Interrupt()
        self._progress = ProgressLine(wanted=True)
        self._watch = self._new_watch()
        self.judge = Judge(stop=lambda: self._watch())

    def _new_watch(self) -> Watch:
        return Watch(self._limit, self._interrupt, lambda: self._progress.say("thinking"))

    def __enter__(self) -> None:
        self._watch = self._new_watch()  # its seconds begin now
        self._progress.close()  # and so does its patience
        self._interrupt.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._interrupt.__exit__(kind, error, traceback)
        self._progress.close()
        if self._interrupt.requested:
            raise KeyboardInterrupt
