"""Byte streams read line by line; a line that is too long or not UTF-8 gives only a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from steppe_solver.errors import Fault

LINE_LIMIT = 1 << 20
"""The longest line that is read, in bytes, its line end not counted: 1 MiB."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """A line without its end; with a ``fault``, ``text`` is only what could be made out of it."""

    number: int
    text: str
    fault: Fault | None = None


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """Every line as soon as it is read; an over-long one is never held as a whole.

    Lines end with LF or CRLF; a byte-order mark at the very beginning is skipped.
    """
    number = 0
    mark = len(_BYTE_ORDER_MARK)
    while chunk := stream.readline(LINE_LIMIT + 2 + (mark if number == 0 else 0)):
        number += 1
        if number == 1:
            chunk = chunk.removeprefix(_BYTE_ORDER_MARK)
        body = chunk.removesuffix(b"\n").removesuffix(b"\r")
        if not chunk.endswith(b"\n"):
            body = chunk
        if len(body) > LINE_LIMIT:
            while chunk and not chunk.endswith(b"\n"):
                chunk = stream.readline(LINE_LIMIT)
            message = f"this line is longer than {LINE_LIMIT} bytes (1 MiB)"
            yield Line(number, "", Fault("file", f"{number}:1", message))
        else:
            yield _decoded(number, body)


def _decoded(number: int, body: bytes) -> Line:
    try:
        return Line(number, body.decode("utf-8"))
    except UnicodeDecodeError as error:
        column = len(body[: error.start].decode("utf-8")) + 1
        fault = Fault("file", f"{number}:{column}", "this line is not UTF-8 text")
        return Line(number, body.decode("utf-8", "replace"), fault)
