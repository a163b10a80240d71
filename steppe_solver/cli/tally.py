"""What a run has met so far, and the exit code that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

ANSWERED = 0
BAD_INPUT = 1
LIMIT_STRUCK = 3
CAME_OUT_FALSE = 4
INTERRUPTED = 130


@dataclass
class Tally:
    """Which of the things that colour the exit code have happened."""

    interrupted: bool = False
    bad_input: bool = False
    came_out_false: bool = False
    limit_struck: bool = False

    @property
    def code(self) -> int:
        """The exit code; where several hold, the gravest: 130, then 1, 4, 3."""
        if self.interrupted:
            return INTERRUPTED
        if self.bad_input:
            return BAD_INPUT
        if self.came_out_false:
            return CAME_OUT_FALSE
        return LIMIT_STRUCK if self.limit_struck else ANSWERED
