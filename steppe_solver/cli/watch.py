"""A limit in seconds and Ctrl-C, as the `stop` that long questions poll."""

from __future__ import annotations

import time
from collections.abc import Callable

from steppe_solver.cli.interrupt import Interrupt


class Watch:
    """Call it to ask whether to give up; now and then it also calls ``look`` (a display).

    The seconds, if limited, run from its making. Once it has struck, it stays struck.
    """

    def __init__(self, limit: float | None, interrupt: Interrupt, look: Callable[[], None]) -> None:
        self._deadline = None if limit is None else time.monotonic() + limit
        self._interrupt = interrupt
        self._look = look
        self._next_look = time.monotonic()

    def __call__(self) -> bool:
        now = time.monotonic()
        if now >= self._next_look:
            self._look()
            self._next_look = now + 0.1
        late = self._deadline is not None and now >= self._deadline
        return late or self._interrupt.requested
