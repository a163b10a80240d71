"""Game records: what they are, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from steppe_solver.notation.moves import format_move
from steppe_solver.notation.sgr_text import Comment, escape, is_comment
from steppe_solver.notation.spn import format_spn
from steppe_solver.position import Edition, Move, Position, Rules

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


@dataclass(frozen=True)
class GameRecord:
    """A game: its headers in the order written, where it starts, and the moves played.

    ``line`` is the line of the file on which the record begins. Neither it nor the ``comments``
    count in comparisons.
    """

    headers: tuple[tuple[str, str], ...]
    start: Position
    moves: tuple[Move, ...]
    line: int = field(default=1, compare=False)
    comments: tuple[Comment, ...] = field(default=(), compare=False)

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


def format_record(record: GameRecord, comments: Iterable[Comment] = ()) -> str:
    """The record as text that `parse_record` reads back, two moves a numbered line.

    The comments given stand on lines of their own, in order of their places (those of the record
    itself are written only if they are given). An Edition or SPN header is added where the start
    needs it and the record has none. Raises ValueError for a header or comment that cannot be
    written, IllegalMoveError for moves that cannot be played.
    """
    said: dict[int, list[str]] = {}
    for comment in comments:
        if not is_comment(comment.text):
            raise ValueError(f"not a comment that can be written: {comment.text!r}")
        said.setdefault(comment.place, []).append(comment.text)
    lines = said.get(-1, [])
    headers = (*record.headers, *_needed_headers(record))
    for key, value in headers:
        if not _KEY.fullmatch(key) or "\n" in value or "\r" in value:
            raise ValueError(f"not a header that can be written: {key!r}, {value!r}")
        lines.append(f'[{key} "{escape(value)}"]')
    if headers:
        lines.append("")
    lines += said.get(0, [])
    for place, move in enumerate(record.moves):
        number, second = divmod(place, 2)
        if second and place not in said:
            lines[-1] += f" {format_move(move)}"
        else:
            lines.append(f"{number + 1}.{'..' * second} {format_move(move)}")
        lines += said.get(place + 1, [])
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
