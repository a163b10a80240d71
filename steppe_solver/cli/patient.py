"""Reading from pipes and terminals, where the next byte may be long in coming."""

from __future__ import annotations

import io
import os
import select
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_PATIENCE = 0.05
"""Seconds between two calls of ``meanwhile``."""


def patient(stream: BinaryIO, meanwhile: Callable[[], object]) -> BinaryIO:
    """The stream, of which nothing has been read yet, with something to do while it is awaited.

    ``meanwhile`` is called some twenty times a second, and may raise to give the reading up. Where
    nobody can tell whether bytes have come (on Windows; a stream that is no file), it never is.
    """
    if os.name == "nt":
        return stream
    try:
        raw = _Patient(stream.fileno(), meanwhile)
    except OSError:
        return stream
    return cast(BinaryIO, io.BufferedReader(raw))


class _Patient(io.RawIOBase):
    """The bytes of a file descriptor, which is not closed with it."""

    def __init__(self, descriptor: int, meanwhile: Callable[[], object]) -> None:
        self._descriptor = descriptor
        self._meanwhile = meanwhile

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """How many bytes have been put into the buffer; 0 at the end."""
        while not select.select([self._descriptor], [], [], _PATIENCE)[0]:
            self._meanwhile()
        return os.readv(self._descriptor, [buffer])
