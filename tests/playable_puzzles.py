"""The puzzles that the tests of playing use, by name; see `data/README.md`."""

from __future__ import annotations

from pathlib import Path

from steppe_solver.puzzle import Puzzle
from steppe_solver.puzzle.file import read_puzzles

FILE = Path(__file__).with_name("data") / "play.stp.json"


def _read() -> dict[str, Puzzle]:
    found = {}
    with FILE.open("rb") as stream:
        for entry in read_puzzles(stream, FILE.name):
            assert entry.puzzle is not None, entry.error
            found[entry.puzzle.name or ""] = entry.puzzle
    return found


PUZZLES = _read()
"""One or two of every kind, with skips, neutral keys and a key of two moves among them."""


def puzzle(name: str) -> Puzzle:
    """The puzzle of this name."""
    return PUZZLES[name]
