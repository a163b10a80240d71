"""A line on standard error that tells how a long search is coming along; on a terminal only."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TextIO

from steppe_solver.cli.output import is_terminal

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 0.5
"""Seconds before anything is shown: quick answers need no display, and no import of rich."""


class ProgressLine:
    """One line that is redrawn in place, and leaves nothing behind.

    With ``wanted`` false, or where standard error is not a terminal, all of it does nothing.
    """

    def __init__(self, wanted: bool) -> None:
        self._enabled = wanted and is_terminal(sys.stderr)
        self._live: Live | None = None
        self._since = time.monotonic()

    def say(self, text: str) -> None:
        """Show the text, once the run has lasted long enough to need it."""
        if not self._enabled or time.monotonic() - self._since < PATIENCE:
            return
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            # Answers must not be led through the display: they would end up on standard error.
            self._live = Live(
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
            # A hidden cursor would stay hidden where a signal stops or ends the process.
            self._live.console.show_cursor(True)
        self._live.update(Text(text, no_wrap=True, overflow="ellipsis"))

    def step_aside(self, stream: TextIO) -> None:
        """Clear the line if what is about to be written to the stream would land on it."""
        if is_terminal(stream):
            self.close()

    def close(self) -> None:
        """Clear the line; patience begins anew."""
        if self._live is not None:
            self._live.stop()
            self._live = None
        self._since = time.monotonic()


def shortened(number: float) -> str:
    """A count in at most four figures, such as ``512k`` or ``34M``."""
    for limit, divisor, unit in ((1e4, 1.0, ""), (1e7, 1e3, "k"), (1e10, 1e6, "M")):
        if number < limit:
            return f"{number / divisor:.0f}{unit}"
    return f"{number / 1e9:.0f}G"
