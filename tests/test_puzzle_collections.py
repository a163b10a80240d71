"""The shipped collections: sound, as many of each sort as README says, and made as it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from puzzle_notes import PUZZLES

from steppe_solver.position import Color
from steppe_solver.puzzle import Judge, Kind, Puzzle
from steppe_solver.puzzle.file import read_puzzles
from steppe_solver.puzzle.verify import verify

LEAST = {
    Kind.TEN: 300,
    Kind.SAVE: 100,
    Kind.WIN: 100,
    Kind.BEST: 50,
    Kind.PACK: 50,
    Kind.HELP: 20,
}
"""How many of each kind there are to be."""

EVERY = 5
"""The default run proves one puzzle of so many; the slow run all."""


@cache
def collection(kind: Kind) -> tuple[Puzzle, ...]:
    """All shipped puzzles of the kind."""
    path = PUZZLES / f"{kind}.stp.json"
    with path.open("rb") as stream:
        entries = list(read_puzzles(stream, path.name))
    assert [entry.error for entry in entries if entry.error] == []
    return tuple(entry.puzzle for entry in entries if entry.puzzle is not None)


@pytest.mark.parametrize("kind", list(Kind))
def test_there_are_enough_of_each_kind(kind: Kind) -> None:
    """Each file holds its kind alone, as many as there are to be, both colours to move."""
    puzzles = collection(kind)
    assert {puzzle.kind for puzzle in puzzles} == {kind}
    assert len(puzzles) >= LEAST[kind]
    assert {puzzle.solver for puzzle in puzzles} == {Color.RED, Color.BLUE}


def test_tens_are_of_all_sorts() -> None:
    """Tens on levels 2 and 3; 200 strict ones, some with one ten or three; n from 2 to 6."""
    puzzles = collection(Kind.TEN)
    strict = [puzzle for puzzle in puzzles if puzzle.strict]
    assert len(strict) >= 200
    tens = Counter(puzzle.goal.tens for puzzle in strict if puzzle.goal)
    assert tens[1] >= 30
    assert tens[3] >= 50
    numbers = Counter(puzzle.n for puzzle in puzzles)
    assert min(numbers[n] for n in (2, 3, 4, 5)) >= 30
    assert set(numbers) >= {2, 3, 4, 5, 6}
    levels = Counter(puzzle.goal.level for puzzle in puzzles if puzzle.goal)
    assert min(levels[2], levels[3]) >= 100
    assert any(puzzle.strict and (puzzle.n or 0) >= 5 for puzzle in puzzles)


def test_no_puzzle_is_there_twice() -> None:
    """All ids differ, and no game is the parent of more than three."""
    puzzles = tuple(chain.from_iterable(map(collection, Kind)))
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for kind in Kind:
        parents = Counter(puzzle.source.parent for puzzle in collection(kind))
        assert max(parents.values()) <= 3


SHARES = [
    pytest.param(0, id="one-of-each-five"),
    *(pytest.param(rest, marks=pytest.mark.slow) for rest in range(1, EVERY)),
]


@pytest.mark.parametrize("rest", SHARES)
@pytest.mark.parametrize("kind", list(Kind))
def test_they_are_sound(kind: Kind, rest: int) -> None:
    """Every puzzle is proved anew."""
    judge = Judge(64)
    for puzzle in collection(kind)[rest::EVERY]:
        report = verify(puzzle, judge)
        assert report.sound, (puzzle.id, report.faults)


def test_the_longest_are_sound() -> None:
    """The longest puzzles are strict, take eight moves and more, one of them ten, and are sound."""
    judge = Judge(64)
    with (PUZZLES / "longest.stp.json").open("rb") as stream:
        puzzles = [entry.puzzle for entry in read_puzzles(stream, "longest.stp.json")]
    assert len(puzzles) == 12
    numbers = []
    for puzzle in puzzles:
        assert puzzle is not None
        assert puzzle.strict
        assert verify(puzzle, judge).sound
        numbers.append(puzzle.n or 0)
    assert (min(numbers), max(numbers)) == (8, 10)


def made_by(name: str) -> list[str]:
    """The commands that made the file, as README of the collections gives them."""
    readme = (PUZZLES / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^    (steppe puzzle new .*>>? {name})$", readme, re.MULTILINE)


MADE = [pytest.param(kind, marks=[] if kind is Kind.PACK else [pytest.mark.slow]) for kind in Kind]


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
def test_the_commands_make_them_again(kind: Kind, tmp_path: Path) -> None:
    """README's commands give the shipped file, byte for byte."""
    name = f"{kind}.stp.json"
    commands = made_by(name)
    assert commands
    for command in commands:
        typed = command.replace("steppe", f'"{sys.executable}" -m steppe_solver', 1)
        subprocess.run(["/bin/sh", "-c", typed], cwd=tmp_path, check=True)
    assert (tmp_path / name).read_bytes() == (PUZZLES / name).read_bytes()
