"""What a position file holds at one place: a position, a game record, or what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.errors import InputError, ParseError
from steppe_solver.notation.faults import At, FaultList
from steppe_solver.notation.record import GameRecord
from steppe_solver.notation.spn import parse_spn
from steppe_solver.position import Position


@dataclass(frozen=True)
class Entry:
    """An input of a position file; exactly one of ``position`` and ``error`` is set.

    ``line`` is where in the file it begins, from 1. ``text`` is the position line as written, empty
    for a game record; from a record ``position`` is the final one. ``playable`` is what can be
    played of a bad game with a sound start: the moves before the first that is wrong.
    """

    line: int
    text: str
    name: str | None = None
    position: Position | None = None
    record: GameRecord | None = None
    error: InputError | None = None
    playable: GameRecord | None = None


def read_position(text: str, at: At, *, name: str | None, line: int, faults: FaultList) -> Entry:
    """The entry of a position line; ``faults`` are those its surroundings have shown already."""
    try:
        position = parse_spn(text, at=at)
    except InputError as error:
        if not faults:
            return Entry(line, text, name, error=error)
        faults.extend(error)
    if faults:
        return Entry(line, text, name, error=ParseError(faults.listed()))
    return Entry(line, text, name, position)
