"""Game records: what they are, and how they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from steppe_solver.notation.moves import format_move
from steppe_solver.notation.sgr_text import escape
from steppe_solver.notation.spn import format_spn
from steppe_solver.position import Edition, Move, Position, Rules

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


@dataclass(frozen=True)
class GameRecord:
    """A game: its headers in the order written, where it starts, and the moves played.

    ``line`` is the line of the file on which the record begins; it does not count in comparisons.
    """

    headers: tuple[tuple[str, str], ...]
    start: Position
    moves: tuple[Move, ...]
    line: int = field(default=1, compare=False)

    def positions(self) -> tuple[Position, ...]:
        """The start and the position after every move.

        Raises IllegalMoveError for a record, made by hand, whose moves cannot be played.
        """
        return self._positions

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        return tuple(accumulate(self.moves, Position.play, initial=self.start))

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions()[-1]

    @property
    def result(self) -> tuple[int, int] | None:
        """The final score, first player's and second's; None where the game has not ended."""
        final = self.final
        return final.score if final.is_over else None

    @property
    def name(self) -> str | None:
        """The event, else the two players, else None."""
        headers = dict(self.headers)
        players = [headers.get("First", ""), headers.get("Second", "")]
        return headers.get("Event") or (" - ".join(players) if any(players) else None)


def format_record(record: GameRecord) -> str:
    """The record as text that `parse_record` reads back, two moves a numbered line.

    An Edition or SPN header is added where the start needs it and the record has none. Raises
    ValueError for a header that cannot be written, IllegalMoveError for moves that cannot be
    played.
    """
    lines = []
    for key, value in (*record.headers, *_needed_headers(record)):
        if not _KEY.fullmatch(key) or "\n" in value or "\r" in value:
            raise ValueError(f"not a header that can be written: {key!r}, {value!r}")
        lines.append(f'[{key} "{escape(value)}"]')
    if lines:
        lines.append("")
    for first in range(0, len(record.moves), 2):
        pair = " ".join(map(format_move, record.moves[first : first + 2]))
        lines.append(f"{first // 2 + 1}. {pair}")
    lines.append(format_result(record.result))
    return "\n".join(lines) + "\n"


def _needed_headers(record: GameRecord) -> list[tuple[str, str]]:
    keys, edition = {key for key, _ in record.headers}, record.start.rules.edition
    needed = []
    if "SPN" not in keys:
        if record.start != Position.start(Rules(edition=edition)):
            needed.append(("SPN", format_spn(record.start)))
        elif "Edition" not in keys and edition is not Edition.TSR:
            needed.append(("Edition", edition.value))
    return needed


def format_result(result: tuple[int, int] | None) -> str:
    """The result as it stands behind the moves: ``151-115``, or ``*`` for an unfinished game."""
    return "*" if result is None else f"{result[0]}-{result[1]}"
