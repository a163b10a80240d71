"""Reading the FILE arguments of every command: lazily, and with bad inputs as values."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import BinaryIO, Protocol, TypeVar

from steppe_solver.cli.patient import patient
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

    def unreadable(line: int, error: InputError) -> Entry:
        return Entry(line, "", error=error)

    for file, entry in read_files(files, read_entries, unreadable):
        yield Input(file, entry)


class HasLine(Protocol):
    """What a reader finds in a file, beginning at a line of it."""

    @property
    def line(self) -> int:
        """Counted from 1."""


Found = TypeVar("Found", bound=HasLine)


def read_files(
    files: Iterable[str],
    read: Callable[[BinaryIO, str], Iterator[Found]],
    unreadable: Callable[[int, InputError], Found],
    meanwhile: Callable[[], object] | None = None,
) -> Iterator[tuple[str, Found]]:
    """Everything the reader finds in the files, with their names, each as soon as it can be read.

    ``unreadable`` makes what stands for a file that cannot be opened, or not be read on.
    ``meanwhile``, if given, is called while bytes are awaited, as `patient` has it.
    """
    for file in files:
        line = 1
        try:
            with _opened(file) as opened:
                stream = opened if meanwhile is None else patient(opened, meanwhile)
                for found in read(stream, file):
                    line = found.line
                    yield file, found
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"cannot be read: {reason[:1].lower()}{reason[1:]}"
            yield file, unreadable(line, InputError([Fault("file", f"{line}:1", message)]))


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    if file == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return nullcontext(sys.stdin.buffer)
    if os.path.isdir(file):  # opening one says "permission denied" on Windows
        raise IsADirectoryError(None, "is a directory, not a file")
    return open(file, "rb")
