"""`steppe solve --resume FILE`: what a search has proved, kept in a file for the next run."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import click

from steppe_solver.cli.locked import Guard
from steppe_solver.cli.output_files import check_outputs, replace_file
from steppe_solver.cli.words import counted
from steppe_solver.errors import ResumeError
from steppe_solver.position import Position
from steppe_solver.saved_search import SavedSearch, read_saved

_MOST_BYTES = 2**27
"""Nothing is read beyond this: far more than a file ever has."""


class Resumption:
    """A file with what has been proved of a position, which is renewed while the search goes on.

    It is replaced as a whole, so that a run that is killed leaves the one before or the new one.
    One run at a time has it. What is no saved search of this very position, whole and of this
    version, is refused and left as it is.
    """

    def __init__(self, path: str, files: Collection[str], warn: Callable[[str], None]) -> None:
        """Take the file, which need not be there. ``warn`` is told where it cannot be written.

        A usage error for what cannot be such a file, or where another run has it.
        """
        check_outputs(files, {"--resume": path})
        if os.path.exists(path) and not os.path.isfile(path):  # a device may have no end
            raise click.UsageError(f"cannot use {path}: it is not a file")
        self._path = path
        self._target = Path(os.path.realpath(path))
        self._draft = self._target.with_name(f".{self._target.name}.part")
        self._warn = warn
        self._failure: str | None = None
        self._nodes, self._seconds = 0, 0.0  # of earlier runs
        try:
            self._guard = Guard(path)
        except OSError as error:
            raise click.UsageError(f"cannot use {path}: {error.strerror or error}") from None

    def begin(self, position: Position) -> SavedSearch | None:
        """What the file has to go on from; None where there is no file yet.

        A usage error where it has anything else.
        """
        try:
            with open(self._target, "rb") as stream:
                content = stream.read(_MOST_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise click.UsageError(f"cannot read {self._path}: {error.strerror}") from None
        try:
            earlier = read_saved(content, position)
        except ResumeError as error:
            raise click.UsageError(
                f"cannot go on from {self._path}: {error}; it is left as it is: delete it, or give"
                " another --resume"
            ) from None
        self._nodes, self._seconds = earlier.nodes, earlier.seconds
        return earlier

    def save(self, search: SavedSearch) -> None:
        """Replace the file. Where that fails, the search goes on, and the next try may do."""
        try:
            replace_file(self._target, search.parts(), self._draft)
        except OSError as error:
            failure = f"cannot write {self._path}: {error.strerror or error}"
            if self._failure is None:
                self._warn(f"{failure}; the search goes on")
            self._failure = failure
        else:
            self._failure = None

    def end(self) -> str | None:
        """Why the file could not be written at last, if so; others may have it from here on."""
        self._guard.release()
        return self._failure

    def as_json(self) -> dict[str, Any]:
        """The field ``resume`` of an answer: the file, and what earlier runs have spent."""
        return {"file": self._path, "nodes": self._nodes, "seconds": round(self._seconds, 6)}

    def as_text(self, *, complete: bool) -> str:
        """A line of an answer."""
        kept = f"kept in {self._path}"
        if self._nodes:
            kept += f"; of earlier runs: {counted(self._nodes, 'node')}, {self._seconds:.3f} s"
        return kept if complete else f"{kept}; the same command goes on from there"


def with_resumption(answer: Mapping[str, Any], resumption: Resumption) -> dict[str, Any]:
    """The answer with its field ``resume``."""
    return {**answer, "resume": resumption.as_json()}
