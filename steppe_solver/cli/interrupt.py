"""Ctrl-C as a flag: a search that is asked to stop answers with what it has proved."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interrupt:
    """While it is entered, Ctrl-C only sets ``requested``; elsewhere it raises as usual.

    This holds for a background job of a script too, which starts with SIGINT ignored: whoever
    sends it one wants the answer so far. Outside the main thread, where no handler can be set,
    nothing changes.
    """

    def __init__(self) -> None:
        self.requested = False
        self._previous: Any = None

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():
            self._previous = signal.signal(signal.SIGINT, self._request)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)
            self._previous = None

    def _request(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
