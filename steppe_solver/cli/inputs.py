"""Reading the FILE arguments of every command: lazily, and with bad inputs as values."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import BinaryIO

from steppe_solver.errors import Fault, InputError
from steppe_solver.notation import Entry, read_entries


@dataclass(frozen=True)
class Input:
    """One input of a run: an entry and the FILE argument it came from."""

    file: str
    entry: Entry

    @property
    def label(self) -> str:
        """``FILE:LINE``, as bad inputs are named."""
        return f"{self.file}:{self.entry.line}"


def read_inputs(files: Iterable[str]) -> Iterator[Input]:
    """Every input of the files, in order, each as soon as it can be read.

    Nothing is raised: a file that cannot be opened or read on is an input with a ``file`` fault.
    """
    for file in files:
        line = 1
        try:
            with opened(file) as stream:
                for entry in read_entries(stream, file):
                    line = entry.line
                    yield Input(file, entry)
        except OSError as error:
            fault = unreadable(line, error.strerror or str(error))
            yield Input(file, Entry(line, "", error=InputError([fault])))


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """The file to read, or standard input for ``-``. Raises OSError."""
    if file == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return nullcontext(sys.stdin.buffer)
    if os.path.isdir(file):  # opening one says "permission denied" on Windows
        raise IsADirectoryError(None, "is a directory, not a file")
    return open(file, "rb")


def unreadable(line: int, reason: str) -> Fault:
    """What is wrong with a file that cannot be opened, or read on from this line."""
    return Fault("file", f"{line}:1", f"cannot be read: {reason[:1].lower()}{reason[1:]}")
