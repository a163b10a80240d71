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
    nothing changes. ``or_end``: a request to end (SIGTERM) is taken like Ctrl-C.
    """

    def __init__(self, *, or_end: bool = False) -> None:
        self.requested = False
        self._signals = (signal.SIGINT, signal.SIGTERM) if or_end else (signal.SIGINT,)
        self._previous: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():
            self._previous = {
                number: signal.signal(number, self._request) for number in self._signals
            }
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for number, handler in self._previous.items():
            if handler is not None:  # one that is not Python's, which nobody can set again
                signal.signal(number, handler)
        self._previous = {}

    def _request(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
