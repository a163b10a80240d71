"""The picture for print and the web: every level reached, the reserves, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from steppe_solver.notation import GameRecord, format_spn
from steppe_solver.position import PLAYERS, Color, Position, Tile
from steppe_solver.render import lettering
from steppe_solver.render.level import draw_gap, draw_level, level_size
from steppe_solver.render.paint import (
    FADED,
    GRID,
    INK,
    PAINTS,
    PAPER,
    Paint,
    group,
    new_mark,
    tile,
    words,
)
from steppe_solver.render.scene import (
    Added,
    Gap,
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
from steppe_solver.render.shapes import CELL

_MARGIN, _BETWEEN = 24, 30
FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, Noto Sans, sans-serif"

_SMALL = 0.5
"""The size of the tiles in the reserves and the legend, against those on the board."""
_PLAYER_ROW, _LEGEND_ROW = 32, 26
_NARROWEST, _WIDEST = 484, 720
"""Bounds on the width of the reserves, which follow the boards above them in between."""
_RESERVE_COLUMNS = {Tile.ONE: 0.16, Tile.FIVE: 0.32, Tile.TEN: 0.5, Tile.NEUTRAL: 0.7}
"""Where each kind of tile stands in the reserves, as a part of their width."""


def to_svg(
    position: Position,
    record: GameRecord | None = None,
    *,
    name: str | None = None,
    tiles: Iterable[Placed] = (),
) -> str:
    """The position as an SVG document, the same for the same input, that needs nothing else.

    With a record that passes through the position, its tiles are drawn with their faces (1, 5,
    10); cells whose tiles are unknown are drawn as one patch for each owner. Neutral tiles, a cell
    each, always show an N. ``name`` (default: the record's) heads the picture.

    ``tiles`` are (level, owner, move) each. Those on owned cells are drawn like a record's; those
    on empty cells, of this level or of one above, are laid on top, with a bold outline and a dot.
    Reserves and score stay those of the position; what the new tiles add stands below them.

    Raises ValueError if the game does not pass through the position, and for tiles that neither
    cover what is there nor have room.

    >>> to_svg(Position.start())[:4]
    '<svg'
    """
    if name is None and record is not None:
        name = record.name
    title = printable(name) if name else ""
    summary = f"{status(position)}; {standing(position)}"
    wide, high = level_size(position.rules)
    tiles = tuple(tiles)
    shown, found = overlaid(position, tiles), pieces(position, record, tiles)
    new = added(found)
    in_a_row = _levels_in_a_row(len(found), wide)
    inner = max(_NARROWEST, in_a_row * (wide + _BETWEEN) - _BETWEEN)

    parts: list[str] = []
    y: float = _MARGIN
    for line in lettering.wrapped(title, 20, inner, bold=True):
        parts.append(words(line, _MARGIN, y + 16, 20, bold=True))
        y += 28
    parts.append(words(summary, _MARGIN, y + 12, 14, fill=FADED if title else INK, bold=not title))
    y += 32
    for number, level in enumerate(found, 1):
        row, column = divmod(number - 1, in_a_row)
        x = _MARGIN + column * (wide + _BETWEEN)
        drawn = draw_level(shown, number, level, state(position, number, level))
        parts.append(group([drawn], x, y + row * (high + _BETWEEN / 2)))
    y += -(-len(found) // in_a_row) * (high + _BETWEEN // 2)
    parts.append(group(list(_reserves(position, min(inner, _WIDEST))), _MARGIN, y))
    y += 2 * _PLAYER_ROW + 22
    if new:
        parts.append(group(list(_laid(position, new, min(inner, _WIDEST))), _MARGIN, y))
        y += len(new) * _PLAYER_ROW
    legend = list(_legend(shown, inner, marks_new=bool(new)))
    if legend:
        y += 14
        parts += [group([item], _MARGIN + right, y + down) for right, down, item in legend]
        y += legend[-1][1] + 20
    width, height = inner + 2 * _MARGIN, y + _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="img" font-family="{FONTS}"'
        f' aria-label="{escape(f"{title}. {summary}" if title else summary)}">'
        f"<title>{escape(title or summary)}</title><desc>{escape(format_spn(position))}</desc>"
        f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _levels_in_a_row(levels: int, wide: int) -> int:
    """How many levels stand beside each other: three, or as many as the reserves are wide."""
    most = max(3, (_NARROWEST + _BETWEEN) // (wide + _BETWEEN))
    rows = -(-levels // most)
    return -(-levels // rows)


def _reserves(position: Position, width: float) -> Iterator[str]:
    """A line for each player: whose turn, the tiles in hand, the points."""
    edition = position.rules.edition
    yield f'<path d="M0 22H{width:g}" stroke="{INK}" stroke-width="1"/>'
    yield words("in hand", _RESERVE_COLUMNS[Tile.ONE] * width, 14, 12, fill=FADED)
    yield words("points", width, 14, 12, fill=FADED, anchor="end")
    for place, color in enumerate(PLAYERS):
        y = 22 + place * _PLAYER_ROW
        if place:
            yield f'<path d="M0 {y}H{width:g}" stroke="{GRID}" stroke-width="1"/>'
        if color is position.mover:
            yield f'<path d="M0 {y + 10}l9 6l-9 6z" fill="{INK}"/>'
        name = edition.name_of(color)
        yield words(name, 16, y + 21, 14, bold=color is position.mover)
        for kind, column in _RESERVE_COLUMNS.items():
            owner = Color.NEUTRAL if kind is Tile.NEUTRAL else color
            held = position.reserve(color).count(kind)
            paint, label = PAINTS[edition][owner], f"{name} holds {held} of {kind.symbol}"
            yield from _tiles(kind, held, paint, label, column * width, y)
        points = position.score[color.index]
        yield words(str(points), width, y + 22, 16, bold=True, anchor="end")


def _laid(position: Position, new: Sequence[Added], width: float) -> Iterator[str]:
    """A line for each owner of new tiles: how many of each kind, and the points they add."""
    edition = position.rules.edition
    for place, (owner, kinds, points) in enumerate(new):
        y = place * _PLAYER_ROW
        yield f'<path d="M0 {y}H{width:g}" stroke="{GRID}" stroke-width="1"/>'
        yield new_mark(5, y + 16)
        name = edition.name_of(owner)
        yield words(name, 16, y + 21, 14)
        for kind, laid in sorted(kinds.items(), key=lambda item: item[0].length):
            paint, label = PAINTS[edition][owner], f"{name} lays {laid} of {kind.symbol}"
            yield from _tiles(kind, laid, paint, label, _RESERVE_COLUMNS[kind] * width, y)
        if owner is not Color.NEUTRAL:
            yield words(f"+{points}", width, y + 22, 16, bold=True, anchor="end")


def _tiles(kind: Tile, count: int, paint: Paint, label: str, x: float, y: float) -> tuple[str, str]:
    """So many tiles of a kind: a small one and a number, in the line whose top is y."""
    icon = tile([(i, 0) for i in range(kind.length)], paint, kind.symbol, label)
    number = f"\N{MULTIPLICATION SIGN}{count}"
    return (
        group([icon], x, y + 6, scale=_SMALL),
        words(number, x + kind.length * _SMALL * CELL + 5, y + 21, 14),
    )


def _legend(
    position: Position, width: float, *, marks_new: bool
) -> Iterator[tuple[float, float, str]]:
    """The marks of cells without a tile in this picture and of new tiles, each with its place."""
    first, second = (position.rules.edition.name_of(color) for color in PLAYERS)
    meanings = {
        Gap.OPEN: "open to both",
        Gap.ON_FIRST: f"open, on {first}",
        Gap.ON_SECOND: f"open, on {second}",
        Gap.HOLE: "hole",
        Gap.OVER_HOLE: "over a hole",
    }
    levels = {gap: n for n in range(1, position.level + 1) for gap in gaps(position, n).values()}
    frame = f'<rect width="20" height="20" fill="none" stroke="{GRID}"/>'
    entries = [
        (group([draw_gap(position, levels[gap], gap, (0, 0))], 0, 0, scale=_SMALL) + frame, meaning)
        for gap, meaning in meanings.items()
        if gap in levels and not (gap is Gap.OPEN and levels[gap] == 1)
    ]
    if marks_new:
        entries.append((new_mark(10, 10), "laid on top"))
    x = y = 0.0
    for swatch, meaning in entries:
        needs = 26 + lettering.width(meaning, 12) + 22
        if x and x + needs > width:
            x, y = 0, y + _LEGEND_ROW
        yield x, y, swatch + words(meaning, 27, 14.5, 12, fill=FADED)
        x += needs
