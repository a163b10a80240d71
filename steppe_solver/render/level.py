"""One level of the printed picture: the board, what lies on it, its coordinates."""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.position import Cell, Color, Position, Rules
from steppe_solver.render.paint import (
    BOARD,
    FADED,
    GRID,
    INK,
    PAINTS,
    hole,
    open_cell,
    over_hole,
    tile,
    words,
)
from steppe_solver.render.scene import Gap, Piece, gaps
from steppe_solver.render.shapes import CELL, Square

_ROW_NUMBERS, _COLUMN_LETTERS, _HEADING = 18, 20, 22


def level_size(rules: Rules) -> tuple[int, int]:
    """The width and height of a drawn level."""
    return (
        _ROW_NUMBERS + rules.width * CELL + 1,
        _HEADING + rules.height * CELL + _COLUMN_LETTERS,
    )


def draw_level(position: Position, number: int, found: tuple[Piece, ...], note: str) -> str:
    """The elements of a level whose pieces are given, with its top left corner at 0, 0.

    A level with a note, which follows its number in the heading, stands out from the others.
    """
    rules = position.rules
    wide, high = rules.width * CELL, rules.height * CELL
    heading = f"Level {number}{note}"
    parts = [
        words(heading, _ROW_NUMBERS, 13, 13, bold=bool(note), fill=INK if note else FADED),
        f'<g transform="translate({_ROW_NUMBERS} {_HEADING})">',
        f'<rect width="{wide}" height="{high}" fill="{BOARD}"/>',
        *(
            draw_gap(position, number, gap, _square(rules, cell))
            for cell, gap in gaps(position, number).items()
        ),
        _grid(rules),
        *(_piece(rules, piece) for piece in found),
        f'<rect width="{wide}" height="{high}" fill="none" stroke="{INK}"'
        f' stroke-width="{2 if note else 1}"/>',
        *_coordinates(rules),
        "</g>",
    ]
    return "".join(parts)


def draw_gap(position: Position, number: int, gap: Gap, square: Square) -> str:
    """A cell without a tile; on the ground an open one is bare board."""
    if gap is Gap.HOLE:
        return hole(square)
    if gap is Gap.OVER_HOLE:
        return over_hole(square)
    if number == 1:
        return ""
    below = {Gap.OPEN: Color.NEUTRAL, Gap.ON_FIRST: Color.RED, Gap.ON_SECOND: Color.BLUE}[gap]
    return open_cell(square, PAINTS[position.rules.edition][below])


def _square(rules: Rules, cell: Cell) -> Square:
    return cell.column, rules.height - 1 - cell.row


def _grid(rules: Rules) -> str:
    wide, high = rules.width * CELL, rules.height * CELL
    lines = "".join(f"M{x} 0V{high}" for x in range(CELL, wide, CELL))
    lines += "".join(f"M0 {y}H{wide}" for y in range(CELL, high, CELL))
    return f'<path d="{lines}" stroke="{GRID}" stroke-width="1"/>' if lines else ""


def _piece(rules: Rules, piece: Piece) -> str:
    face = piece.tile.symbol if piece.tile else ""
    label = f"{rules.edition.name_of(piece.owner)} {face}".strip()
    return tile(
        [_square(rules, cell) for cell in piece.cells],
        PAINTS[rules.edition][piece.owner],
        face,
        f"{label}: {' '.join(map(str, piece.cells))}" + ", laid on top" * piece.is_new,
        is_new=piece.is_new,
    )


def _coordinates(rules: Rules) -> Iterator[str]:
    below = rules.height * CELL + 15
    for column in range(rules.width):
        letter = chr(ord("a") + column)
        yield words(letter, (column + 0.5) * CELL, below, 12, fill=FADED, anchor="middle")
    for row in range(rules.height):
        y = (rules.height - 0.5 - row) * CELL + 4.5
        yield words(str(row + 1), -7, y, 12, fill=FADED, anchor="end")
