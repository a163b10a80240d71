"""The picture for a terminal.

The levels stand side by side, every piece in a frame of its own. With cells three characters wide
and one line high, a level is a lattice whose even rows and columns are borders:

    column  0   1   2   3   4            a border is drawn where the pieces on its two sides
    row 0   +  ---  +  ---  +            differ, so a five shows as one frame around two cells;
    row 1   |   R       R   |            the outside counts as a piece, the cells without a tile
    row 2   +  ---  +  ---  +            as one more
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from steppe_solver.notation import GameRecord
from steppe_solver.position import PLAYERS, Cell, Color, Edition, Position, Tile
from steppe_solver.render.scene import (
    Added,
    Gap,
    Piece,
    Placed,
    added,
    gaps,
    overlaid,
    pieces,
    printable,
    standing,
    state,
    status,
)

_BOLD, _DIM, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_ON_WHITE, _ON_RED, _ON_BLUE = "\x1b[30;47m", "\x1b[1;97;41m", "\x1b[1;97;44m"
_TILE_STYLES = {
    Edition.TSR: {Color.RED: _ON_RED, Color.BLUE: _ON_BLUE, Color.NEUTRAL: _ON_WHITE},
    Edition.DMR: {Color.RED: _ON_WHITE, Color.BLUE: _ON_BLUE, Color.NEUTRAL: _ON_RED},
}
_RED, _BLUE = "\x1b[91m", "\x1b[94m"

# The character where borders meet, by whether one goes up, down, left and right from there.
_CORNERS = {
    "0000": " ",
    "0011": "─",
    "1100": "│",
    "0101": "┌",
    "0110": "┐",
    "1001": "└",
    "1010": "┘",
    "1101": "├",
    "1110": "┤",
    "0111": "┬",
    "1011": "┴",
    "1111": "┼",
}
_TO_ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼", "-|+++++++++")

_BETWEEN_LEVELS = 3
_OUTSIDE, _NO_TILE = -2, -1
_NEW = "*"
"""Stands beside the owner of a tile that is laid on top of the position."""

_Line = list[tuple[str, str]]
"""Pieces of text, each with the ANSI codes to write before it ("" for none)."""


def to_text(
    position: Position,
    record: GameRecord | None = None,
    *,
    color: bool,
    ascii_only: bool = False,
    width: int = 80,
    name: str | None = None,
    tiles: Iterable[Placed] = (),
) -> str:
    """The position as lines of text: levels, reserves, score, and what the marks mean.

    With a record that passes through the position, frames show its tiles; without, they enclose
    cells of one owner. Levels that do not fit beside each other in ``width`` columns stand below.
    ``name`` (default: the record's) heads the picture. There is no newline at the end.

    ``tiles`` are (level, owner, move) each. Those on owned cells are framed like a record's; those
    on empty cells, of this level or of one above, are laid on top and bear a star. Reserves and
    score stay those of the position, and what the new tiles add stands below them.

    Raises ValueError if the game does not pass through the position, and for tiles that neither
    cover what is there nor have room.

    >>> print(to_text(Position.start(), color=False).splitlines()[0])
    Level 1 of 3, Red to move; equal scores (margin 0)
    """
    if name is None and record is not None:
        name = record.name
    tiles = tuple(tiles)
    shown, found = overlaid(position, tiles), pieces(position, record, tiles)
    new = added(found)
    lines: list[_Line] = [[(printable(name), _BOLD)]] if name else []
    lines += [[(f"{status(position)}; {standing(position)}", "" if name else _BOLD)], []]
    blocks = [
        _level(shown, number, level, f"Level {number}{state(position, number, level)}")
        for number, level in enumerate(found, 1)
    ]
    lines += _side_by_side(blocks, width)
    lines += _table(position, new)
    lines += [[]]
    lines += _legend(shown, width, marks_new=bool(new))
    text = "\n".join(_written(line, color).rstrip() for line in lines)
    if ascii_only:
        text = text.translate(_TO_ASCII).encode("ascii", "replace").decode("ascii")
    return text


def _written(line: _Line, color: bool) -> str:
    if not color:
        return "".join(text for text, _ in line)
    runs = [("".join(t for t, _ in run), style) for style, run in groupby(line, itemgetter(1))]
    return "".join(f"{style}{text}{_OFF}" if style else text for text, style in runs)


def _side_by_side(blocks: list[list[_Line]], width: int) -> Iterator[_Line]:
    """The lines of the blocks, as many beside each other as fit, a blank line after each row."""
    wide = max(_length(line) for block in blocks for line in block)
    in_a_row = max(1, (width + _BETWEEN_LEVELS) // (wide + _BETWEEN_LEVELS))
    for start in range(0, len(blocks), in_a_row):
        for lines in zip(*blocks[start : start + in_a_row], strict=True):
            joined: _Line = []
            for line in lines:
                joined += [*line, (" " * (wide - _length(line) + _BETWEEN_LEVELS), "")]
            yield joined
        yield []


def _length(line: _Line) -> int:
    return sum(len(text) for text, _ in line)


def _level(position: Position, number: int, found: tuple[Piece, ...], heading: str) -> list[_Line]:
    """One level: a heading, the framed board with its row numbers, the column letters."""
    rules = position.rules
    lines: list[_Line] = [[(f"  {heading}", _BOLD)]]
    lattice = _Lattice(position, number, found)
    for down in range(2 * rules.height + 1):
        label = f"{rules.height - down // 2} " if down % 2 else "  "
        lines.append([(label, ""), *lattice.row(down)])
    letters = "   ".join(chr(ord("a") + column) for column in range(rules.width))
    lines.append([(f"    {letters}", "")])
    return lines


class _Lattice:
    """One level as borders (even rows and columns) and cells (odd ones), rows from the top."""

    def __init__(self, position: Position, number: int, found: tuple[Piece, ...]) -> None:
        self._rules = position.rules
        self._pieces = found
        self._gaps = gaps(position, number)
        self._places = {cell: place for place, piece in enumerate(found) for cell in piece.cells}

    def row(self, down: int) -> _Line:
        """The characters of a row of the lattice."""
        return [self._at(down, right) for right in range(2 * self._rules.width + 1)]

    def _at(self, down: int, right: int) -> tuple[str, str]:
        edition = self._rules.edition
        around = self._around(down, right)
        inside = self._pieces[max(around)] if len(around) == 1 and max(around) >= 0 else None
        style = _TILE_STYLES[edition][inside.owner] if inside else ""
        if down % 2 and right % 2:
            if inside:
                return f" {edition.letter_of(inside.owner)}{_NEW if inside.is_new else ' '}", style
            mark, style = _mark(self._gaps[self._cell(down, right)], edition)
            return f" {mark} ", style
        if down % 2:
            return ("│", "") if len(around) > 1 else (" ", style)
        if right % 2:
            return ("───", "") if len(around) > 1 else ("   ", style)
        ways = ((down - 1, right), (down + 1, right), (down, right - 1), (down, right + 1))
        return _CORNERS["".join(str(int(self._is_border(*way))) for way in ways)], style

    def _is_border(self, down: int, right: int) -> bool:
        on_board = 0 <= down <= 2 * self._rules.height and 0 <= right <= 2 * self._rules.width
        return on_board and len(self._around(down, right)) > 1

    def _around(self, down: int, right: int) -> set[int]:
        """The places of the pieces that touch this point: one inside a piece, more on a border."""
        rows = (down,) if down % 2 else (down - 1, down + 1)
        columns = (right,) if right % 2 else (right - 1, right + 1)
        cells = [self._cell(i, j) for i in rows for j in columns]
        return {
            self._places.get(cell, _NO_TILE) if self._rules.on_board(cell) else _OUTSIDE
            for cell in cells
        }

    def _cell(self, down: int, right: int) -> Cell:
        return Cell(right // 2, self._rules.height - 1 - down // 2)


def _mark(gap: Gap, edition: Edition) -> tuple[str, str]:
    """The letter for a cell without a tile, and its colour."""
    first, second = (edition.letter_of(color).lower() for color in PLAYERS)
    return {
        Gap.OPEN: (".", ""),
        Gap.ON_FIRST: (first, _RED if edition is Edition.TSR else ""),
        Gap.ON_SECOND: (second, _BLUE),
        Gap.HOLE: ("x", _DIM),
        Gap.OVER_HOLE: ("#", _DIM),
    }[gap]


def _table(position: Position, new: Sequence[Added]) -> Iterator[_Line]:
    """What each player holds and has scored, then what each owner's new tiles are and score.

    An arrow points at the player to move, a star at the new tiles.
    """
    edition = position.rules.edition
    yield [("           ones  fives  tens  neutrals  points", _DIM)]
    for color in PLAYERS:
        ones, fives, tens, neutrals = position.reserve(color)
        points = position.score[color.index]
        arrow = ">" if color is position.mover else " "
        yield [
            (f"{arrow} ", _BOLD),
            (f" {edition.name_of(color):<6}", _TILE_STYLES[edition][color]),
            (f"{ones:6d}{fives:7d}{tens:6d}{neutrals:10d}{points:8d}", ""),
        ]
    for owner, kinds, points in new:
        name = f" {edition.name_of(owner):<6}"
        if owner is Color.NEUTRAL:
            counts = f"{kinds[Tile.NEUTRAL]:{37 - len(name)}d}"
        else:
            counts = f"{kinds[Tile.ONE]:6d}{kinds[Tile.FIVE]:7d}{kinds[Tile.TEN]:6d}"
            counts += f"{f'+{points}':>18}"
        yield [(f"{_NEW} ", _BOLD), (name, _TILE_STYLES[edition][owner]), (counts, "")]


def _legend(position: Position, width: int, *, marks_new: bool) -> Iterator[_Line]:
    """What the letters and marks in this picture mean, and no others."""
    edition = position.rules.edition
    names = [edition.name_of(color) for color in PLAYERS]
    meanings = {
        Gap.OPEN: "open to both",
        Gap.ON_FIRST: f"open, on {names[0]}",
        Gap.ON_SECOND: f"open, on {names[1]}",
        Gap.HOLE: "hole",
        Gap.OVER_HOLE: "over a hole",
    }
    seen = {gap for number in range(position.level) for gap in gaps(position, number + 1).values()}
    items = [f"{edition.letter_of(color)} {edition.name_of(color)}" for color in Color]
    items += [f"{_mark(gap, edition)[0]} {meanings[gap]}" for gap in Gap if gap in seen]
    items += [f"{_NEW} laid on top"] * marks_new
    # Non-breaking spaces keep a mark and its meaning on one line.
    text = "  ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
    for line in textwrap.wrap(text, max(width, 20)):
        yield [(line.replace("\N{NO-BREAK SPACE}", " "), _DIM)]
