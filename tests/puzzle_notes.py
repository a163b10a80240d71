"""The shipped positions with what the comment lines above them say, and the shipped games."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from steppe_solver.notation import GameRecord, parse_records, read_entries
from steppe_solver.position import Color, Edition, Position

PUZZLES = Path(__file__).parents[1] / "puzzles"

KEYS = ("learn", "source", "value", "try", "if", "long")
"""First words of the lines above a position; an indented line belongs to the one before it."""

_LINE = re.compile(r"# (?P<key>\w+)(?: (?P<who>\w+) moved)?(?:: (?P<text>.+))?")
_SAYS = re.compile(r"draw \(0\)|(?P<name>\w+) by (?P<points>[1-9]\d*) \((?P<value>-?\d+)\)")


@dataclass
class Note:
    """A shipped position and what is said of it: for every key, the texts in order."""

    file: str
    line: int
    position: Position
    name: str | None
    says: dict[str, list[str]] = field(default_factory=dict)
    other_mover: str | None = None

    @property
    def is_long(self) -> bool:
        """Is it marked as taking longer than the others?"""
        return "long" in self.says

    @property
    def value(self) -> str:
        """The part of the value line that tells the value."""
        return self.says["value"][0].split("; best: ")[0]

    @property
    def best(self) -> str:
        """The part of the value line that tells the best moves."""
        return self.says["value"][0].split("; best: ")[1]


@cache
def notes() -> tuple[Note, ...]:
    """Every position of the shipped files; ValueError for a comment that is not understood."""
    found = []
    for path in sorted(PUZZLES.glob("*.spn")):
        lines = path.read_text(encoding="utf-8").splitlines()
        with path.open("rb") as stream:
            entries = list(read_entries(stream, path.name))
        for entry in entries:
            if entry.position is None:
                raise ValueError(f"{path.name}:{entry.line}: {entry.error}")
            note = Note(path.name, entry.line, entry.position, entry.name)
            first = entry.line - 1
            while lines[first - 1].startswith("#"):
                first -= 1
            read_comments(note, lines[first : entry.line - 1])
            found.append(note)
    return tuple(found)


def read_comments(note: Note, lines: list[str]) -> None:
    """Put what the lines say into the note."""
    key = ""
    for line in lines:
        if key and line.startswith("#   "):
            note.says[key][-1] += " " + line[1:].strip()
            continue
        match = _LINE.fullmatch(line)
        if (
            match is None
            or match["key"] not in KEYS
            or (match["who"] is None) == (match["key"] == "if")
        ):
            raise ValueError(f"{note.file}:{note.line}: not understood: {line}")
        key = match["key"]
        note.says.setdefault(key, []).append(match["text"] or "")
        note.other_mover = match["who"] or note.other_mover


def said_value(text: str, edition: Edition) -> int:
    """The value that ``White by 22 (22)`` or ``draw (0)`` stands for; name and sign must agree."""
    match = _SAYS.fullmatch(text)
    if match is None:
        raise ValueError(f"not a value: {text}")
    value = int(match["value"] or 0)
    name = edition.name_of(Color.RED if value > 0 else Color.BLUE)
    if value and (match["name"], int(match["points"])) != (name, abs(value)):
        raise ValueError(f"name, points and sign do not agree: {text}")
    return value


@cache
def games(file: str) -> dict[str, GameRecord]:
    """The games of a shipped record file by their event."""
    records = list(parse_records((PUZZLES / file).read_text(encoding="utf-8")))
    named = {}
    for record in records:
        if not isinstance(record, GameRecord):
            raise record
        named[str(record.name)] = record
    if len(named) != len(records):
        raise ValueError(f"{file}: two games of one name")
    return named
