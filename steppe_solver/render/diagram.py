"""The diagram of a position for a printed page: one level, in black on white, and what is held.

Only what matters to the rest of the game is shown: the level in play, on every open cell the owner
of the tile below it, and the tiles in hand. It needs neither colour nor grey: red tiles are hatched
upright, blue ones black, white ones plain, and every cell bears the letter of its owner. A tile
fills its cell; what lies below an open cell is a small square with a small letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from steppe_solver.notation import format_spn
from steppe_solver.position import PLAYERS, Color, Edition, Position, Rules, Tile
from steppe_solver.render import lettering
from steppe_solver.render.paint import INK, PAPER, Paint, group, words
from steppe_solver.render.scene import Gap, Piece, Placed, gaps, overlaid, pieces
from steppe_solver.render.shapes import CELL, Square, hatching, outline, seams
from steppe_solver.render.svg import FONTS

_HATCHED = Paint(PAPER, INK, INK, INK, PAPER, INK, True)
_BLACK = Paint(INK, INK, PAPER, INK, PAPER, INK, None)
_PLAIN = Paint(PAPER, INK, INK, PAPER, PAPER, INK, None)

_PAINTS = {
    Edition.TSR: {Color.RED: _HATCHED, Color.BLUE: _BLACK, Color.NEUTRAL: _PLAIN},
    Edition.DMR: {Color.RED: _PLAIN, Color.BLUE: _BLACK, Color.NEUTRAL: _HATCHED},
}
_LABEL_ROOM, _COLUMN_LETTERS, _EDGE = 16, 19, 2
_ROW = 21
_HANDS = 53
"""Where the tiles in hand begin, right of the names."""
_SMALL = 12
"""The side of a cell of a tile in hand."""
_TIMES = "\N{MULTIPLICATION SIGN}"
_CHIP = 24
"""The side of the square that shows what lies below an open cell."""


def to_diagram(
    position: Position,
    *,
    tiles: Iterable[Placed] = (),
    shows_reserves: bool = True,
    shows_score: bool = False,
) -> str:
    """The level in play as an SVG document, the same for the same input.

    ``tiles`` are (level, owner, move) each, laid on top of the position: a double outline, and the
    symbol in the middle. Reserves and score, which stand below the board if wanted, stay those
    of the position. Raises ValueError for a tile that has no room.

    >>> to_diagram(Position.start())[:4]
    '<svg'
    """
    rules = position.rules
    tiles = tuple(tiles)
    shown = overlaid(position, tiles)
    found = pieces(position, None, tiles)[position.level - 1]
    wide, high = rules.width * CELL, rules.height * CELL
    columns, held_width = _columns(position)
    lines = list(_in_hand(position, columns)) if shows_reserves else []
    if shows_score:
        lines.append(words(_points(position), 12, 14, 12))
        held_width = max(held_width, 12 + lettering.width(_points(position), 12) + _EDGE)
    boards = _LABEL_ROOM + wide + _EDGE
    width = max(boards, held_width) if lines else boards
    left = _LABEL_ROOM + (width - boards) / 2
    parts = [group(list(_board(shown, position.level, found)), left, _EDGE)]
    height: float = _EDGE + high + _COLUMN_LETTERS
    for line in lines:
        parts.append(group([line], 0, height))
        height += _ROW
    return _document(width, height, parts, format_spn(position))


def legend(edition: Edition) -> list[tuple[str, str]]:
    """Every mark on the cells of diagrams, as a small SVG document, with what it means."""
    rules = Rules(edition=edition)
    first, second = (edition.name_of(color) for color in PLAYERS)
    entries = [
        (_filled(rules, owner, [(0, 0)]), meaning)
        for owner, meaning in (
            (Color.RED, f"{first}'s tile"),
            (Color.BLUE, f"{second}'s tile"),
            (Color.NEUTRAL, "neutral tile"),
        )
    ]
    entries += [
        (_gap(rules, gap, (0, 0)), meaning)
        for gap, meaning in (
            (Gap.ON_FIRST, f"open, on a tile of {first}'s"),
            (Gap.ON_SECOND, f"open, on a tile of {second}'s"),
            (Gap.OPEN, "open, on a neutral tile"),
            (Gap.OVER_HOLE, "over a hole: nothing is ever laid here"),
        )
    ]
    frame = f'<rect width="{CELL}" height="{CELL}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    return [
        (_document(CELL + 2, CELL + 2, [group([drawn, frame], 1, 1)], meaning), meaning)
        for drawn, meaning in entries
    ]


def _document(width: float, height: float, parts: Sequence[str], description: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="img" font-family="{FONTS}">'
        f"<desc>{escape(description)}</desc>"
        f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _board(position: Position, level: int, found: Iterable[Piece]) -> Iterator[str]:
    """The level with its coordinates, the corner of its cells at 0, 0."""
    rules = position.rules
    wide, high = rules.width * CELL, rules.height * CELL
    for cell, gap in gaps(position, level).items():
        square = (cell.column, rules.height - 1 - cell.row)
        if not (gap is Gap.OPEN and level == 1):  # on the ground an open cell is bare board
            yield _gap(rules, gap, square)
    lines = "".join(f"M{x} 0V{high}" for x in range(CELL, wide, CELL))
    lines += "".join(f"M0 {y}H{wide}" for y in range(CELL, high, CELL))
    if lines:
        yield f'<path d="{lines}" stroke="{INK}" stroke-width="0.7"/>'
    for piece in found:
        squares = [(cell.column, rules.height - 1 - cell.row) for cell in piece.cells]
        yield _laid(rules, piece, squares) if piece.is_new else _filled(rules, piece.owner, squares)
    yield (f'<rect width="{wide}" height="{high}" fill="none" stroke="{INK}" stroke-width="2"/>')
    for column in range(rules.width):
        letter = chr(ord("a") + column)
        yield words(letter, (column + 0.5) * CELL, high + 14, 13, anchor="middle")
    for row in range(rules.height):
        yield words(str(row + 1), -5, (rules.height - 0.5 - row) * CELL + 4.5, 13, anchor="end")


def _filled(rules: Rules, owner: Color, squares: Sequence[Square]) -> str:
    """Cells of one owner as one piece, with a letter in each: their tiles are not told apart."""
    paint = _PAINTS[rules.edition][owner]
    parts = [f'<path d="{outline(squares)}" fill="{paint.fill}" stroke="{INK}" stroke-width="2"/>']
    if paint.upright:
        lines = hatching(squares, upright=True)
        parts.append(f'<path d="{lines}" stroke="{INK}" stroke-width="1.2"/>')
    parts.append(f'<path d="{seams(squares)}" stroke="{paint.letter}" stroke-width="0.7"/>')
    letter = rules.edition.letter_of(owner)
    parts += [_letter(letter, square, 18, paint, bold=True) for square in squares]
    return "".join(parts)


def _laid(rules: Rules, piece: Piece, squares: Sequence[Square]) -> str:
    """A tile laid on top of the position: a double outline, which shows on black too."""
    paint = _PAINTS[rules.edition][piece.owner]
    edge = outline(squares)
    parts = [f'<path d="{edge}" fill="{paint.fill}"/>']
    if paint.upright:
        lines = hatching(squares, upright=True)
        parts.append(f'<path d="{lines}" stroke="{INK}" stroke-width="1.2"/>')
    parts += [
        f'<path d="{edge}" fill="none" stroke="{color}" stroke-width="{pen:g}"/>'
        for color, pen in ((INK, 6.0), (PAPER, 2.5))
    ]
    if piece.tile is not None:
        middle = (
            sum(x for x, _ in squares) / len(squares),
            sum(y for _, y in squares) / len(squares),
        )
        parts.append(_letter(piece.tile.symbol, middle, 20, paint, bold=True))
    return "".join(parts)


def _gap(rules: Rules, gap: Gap, square: Square) -> str:
    """A cell without a tile: crossed out over a hole, else what lies below it, in small."""
    x, y = square[0] * CELL, square[1] * CELL
    if gap in (Gap.HOLE, Gap.OVER_HOLE):
        return (
            f'<path d="M{x} {y}l{CELL} {CELL}m0-{CELL}l-{CELL} {CELL}" stroke="{INK}"'
            ' stroke-width="1.5"/>'
        )
    owner = {Gap.OPEN: Color.NEUTRAL, Gap.ON_FIRST: Color.RED, Gap.ON_SECOND: Color.BLUE}[gap]
    paint = _PAINTS[rules.edition][owner]
    rest = (CELL - _CHIP) / 2
    parts = [
        f'<rect x="{x + rest:g}" y="{y + rest:g}" width="{_CHIP}" height="{_CHIP}" rx="3"'
        f' fill="{paint.fill}" stroke="{INK}" stroke-width="1.2"/>'
    ]
    if paint.upright:
        beside = (3, 6.2, _CHIP - 6.2, _CHIP - 3)  # of the letter
        lines = "".join(f"M{x + rest + at:g} {y + rest:g}v{_CHIP}" for at in beside)
        parts.append(f'<path d="{lines}" stroke="{INK}" stroke-width="1.3"/>')
    letter = rules.edition.letter_of(owner).lower()
    parts.append(_letter(letter, square, 16, paint, bold=False))
    return "".join(parts)


def _letter(
    letter: str, square: tuple[float, float], size: float, paint: Paint, *, bold: bool
) -> str:
    """The letter in the middle of the square; a bold one is set off from the hatching around it."""
    x, y = (square[0] + 0.5) * CELL, (square[1] + 0.5) * CELL
    # A capital or digit is 0.72 em high, a small letter without an ascender 0.52 em.
    down = (0.36 if not letter.islower() or letter == "b" else 0.27) * size
    drawn = words(letter, x, y + down, size, fill=paint.letter, bold=bold, anchor="middle")
    if not (bold and paint.upright):
        return drawn
    wide, high = lettering.width(letter, size, bold=True) + 4, size + 2
    return (
        f'<rect x="{x - wide / 2:g}" y="{y - high / 2:g}" width="{wide:g}" height="{high:g}"'
        f' rx="4" fill="{paint.fill}"/>{drawn}'
    )


def _columns(position: Position) -> tuple[dict[Tile, float], float]:
    """Where the tiles of each kind stand in the lines of what is held, and how wide these are."""
    columns: dict[Tile, float] = {}
    x: float = _HANDS
    for kind in Tile:
        columns[kind] = x
        most = max(_number_width(reserve.count(kind)) for reserve in position.reserves)
        x += kind.length * _SMALL + most + 5
    return columns, x


def _number_width(number: int) -> float:
    return lettering.width(f"{_TIMES}{number}", 13)


def _in_hand(position: Position, columns: dict[Tile, float]) -> Iterator[str]:
    """A line for each player: an arrow where it is to move, the name, the tiles in hand."""
    edition = position.rules.edition
    for color in PLAYERS:
        to_move = color is position.mover
        parts = [words(edition.name_of(color), 12, 15, 13, bold=to_move)]
        if to_move:
            parts.append(f'<path d="M1 5l8 5.5l-8 5.5z" fill="{INK}"/>')
        for kind, x in columns.items():
            held = position.reserve(color).count(kind)
            paint = _PAINTS[edition][Color.NEUTRAL if kind is Tile.NEUTRAL else color]
            parts += _stack(kind, held, paint, x) if held else []
        if not any(position.reserve(color)):
            parts.append(words("nothing left", _HANDS, 15, 13))
        yield "".join(parts)


def _stack(kind: Tile, held: int, paint: Paint, x: float) -> Iterator[str]:
    """So many tiles of a kind: a small one with its symbol, and the number."""
    wide = kind.length * _SMALL
    yield (
        f'<rect x="{x:g}" y="4.5" width="{wide}" height="{_SMALL}" rx="2" fill="{paint.fill}"'
        f' stroke="{INK}" stroke-width="1.1"/>'
    )
    if paint.upright:
        lines = "".join(f"M{x + at:g} 4.5v{_SMALL}" for at in range(3, wide, 3))
        yield f'<path d="{lines}" stroke="{INK}"/>'
    yield words(f"{_TIMES}{held}", x + wide + 1, 15, 13)


def _points(position: Position) -> str:
    """The points laid so far, such as ``Points so far: Red 82, Blue 43``."""
    name = position.rules.edition.name_of
    both = ", ".join(f"{name(color)} {position.score[color.index]}" for color in PLAYERS)
    return f"Points so far: {both}"
