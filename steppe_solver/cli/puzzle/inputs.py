"""Reading FILE arguments that hold puzzles: lazily, and with bad inputs as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from steppe_solver.cli.inputs import Input, read_files
from steppe_solver.errors import InputError
from steppe_solver.notation import Entry
from steppe_solver.puzzle.file import PuzzleEntry, read_puzzles


@dataclass(frozen=True)
class PuzzleInput:
    """One puzzle of a run, or what is wrong in its place, and the FILE argument it came from."""

    file: str
    entry: PuzzleEntry

    @property
    def as_input(self) -> Input:
        """The same for what deals with any kind of input."""
        entry = self.entry
        return Input(self.file, Entry(entry.line, entry.text, error=entry.error))

    @property
    def label(self) -> str:
        """``FILE:LINE``, as bad inputs are named."""
        return self.as_input.label


def read_puzzle_inputs(files: Iterable[str]) -> Iterator[PuzzleInput]:
    """Every puzzle of the files, in order, each as soon as it can be read.

    Nothing is raised: a file that cannot be opened or read on is an input with a ``file`` fault.
    """

    def unreadable(line: int, error: InputError) -> PuzzleEntry:
        return PuzzleEntry(line, error=error)

    for file, entry in read_files(files, read_puzzles, unreadable):
        yield PuzzleInput(file, entry)
