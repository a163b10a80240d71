"""The colours of the printed picture, and the few SVG elements it is made of.

Owners are told apart three times over: by colour, by how dark they are, and by the hatching that
heraldry has used for four centuries to print colours in black: red upright, blue level, white
plain.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import NamedTuple

from steppe_solver.position import Color, Edition
from steppe_solver.render.shapes import CELL, Square, hatching, outline, seams

PAPER, BOARD, GRID, PIT = "#ffffff", "#f4f0e8", "#d5cec0", "#ddd6c8"
SLANT, FADED, INK = "#b0a797", "#6b655c", "#1f1d1a"


class Paint(NamedTuple):
    """How the tiles of one owner look, and (``pale``, ``trace``) the open cells above them."""

    fill: str
    edge: str
    letter: str
    hatch: str
    pale: str
    trace: str
    upright: bool | None
    """Which way the hatching runs; None for no hatching."""


_RED = Paint("#d9604c", "#7e2417", "#ffffff", "#c44d3a", "#fae3de", "#e39a8d", True)
_BLUE = Paint("#27508c", "#0f2647", "#ffffff", "#3d68a6", "#dfe8f5", "#88a5d0", False)
_WHITE = Paint("#ffffff", "#4a453d", "#4a453d", "#ffffff", "#ffffff", "#bdb6a8", None)

PAINTS = {
    Edition.TSR: {Color.RED: _RED, Color.BLUE: _BLUE, Color.NEUTRAL: _WHITE},
    Edition.DMR: {Color.RED: _WHITE, Color.BLUE: _BLUE, Color.NEUTRAL: _RED},
}


def group(parts: Collection[str], x: float, y: float, *, scale: float = 1) -> str:
    """The elements moved to a place of their own."""
    zoom = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){zoom}">{"".join(parts)}</g>'


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    bold: bool = False,
    anchor: str = "start",
    halo: str | None = None,
) -> str:
    """A line of text with its baseline at y; a halo sets it off from what it stands on."""
    extra = ' font-weight="bold"' if bold else ""
    extra += f' text-anchor="{anchor}"' if anchor != "start" else ""
    extra += f' stroke="{halo}" stroke-width="5" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{extra}>{escape(text)}</text>'
    )


def tile(
    squares: Collection[Square], paint: Paint, face: str, label: str, *, is_new: bool = False
) -> str:
    """A piece on the board: its outline, its hatching, its face in the middle if it has one.

    A new one, laid on top of the position, has a bold outline and a mark in its corner.
    """
    edge, pen = (INK, 3) if is_new else (paint.edge, 1.5)
    parts = [
        f"<title>{escape(label)}</title>",
        f'<path d="{outline(squares)}" fill="{paint.fill}" stroke="{edge}" stroke-width="{pen}"/>',
    ]
    if paint.upright is not None:
        lines = hatching(squares, upright=paint.upright)
        parts.append(f'<path d="{lines}" stroke="{paint.hatch}" stroke-width="1"/>')
    if not face:
        parts.append(
            f'<path d="{seams(squares)}" stroke="{paint.edge}" stroke-dasharray="2 4"'
            ' stroke-width="1" opacity="0.6"/>'
        )
    else:
        x = sum(x for x, _ in squares) / len(squares) * CELL + CELL / 2
        y = sum(y for _, y in squares) / len(squares) * CELL + CELL / 2
        parts.append(
            words(
                face, x, y + 6, 17, fill=paint.letter, bold=True, anchor="middle", halo=paint.fill
            )
        )
    if is_new:
        x, y = min(squares)
        parts.append(new_mark(x * CELL + 9, y * CELL + 9))
    return f'<g class="piece">{"".join(parts)}</g>'


def new_mark(x: float, y: float) -> str:
    """The mark of what is laid on top of the position: a white dot in a bold ring."""
    return (
        f'<circle class="new" cx="{x:g}" cy="{y:g}" r="4" fill="{PAPER}" stroke="{INK}"'
        ' stroke-width="2"/>'
    )


def open_cell(square: Square, paint: Paint) -> str:
    """An open cell with a pale trace of the tile below it."""
    x, y = square[0] * CELL, square[1] * CELL
    rest = 5
    parts = [
        f'<rect x="{x + rest}" y="{y + rest}" width="{CELL - 2 * rest}" height="{CELL - 2 * rest}"'
        f' rx="3" fill="{paint.pale}" stroke="{paint.trace}" stroke-dasharray="2 2"/>'
    ]
    if paint.upright is not None:
        lines = "".join(
            f"M{x + at} {y + 10}V{y + 30}" if paint.upright else f"M{x + 10} {y + at}H{x + 30}"
            for at in (12, 16, 20, 24, 28)
        )
        parts.append(f'<path d="{lines}" stroke="{paint.trace}" stroke-width="1"/>')
    return "".join(parts)


def hole(square: Square) -> str:
    """A cell that stayed empty: a pit, crossed out."""
    x, y = square[0] * CELL, square[1] * CELL
    return (
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{PIT}"/>'
        f'<path d="M{x + 12} {y + 12}l16 16m0-16l-16 16" fill="none" stroke="{FADED}"'
        ' stroke-width="2.5" stroke-linecap="round"/>'
    )


def over_hole(square: Square) -> str:
    """A cell with nothing under it: slanted lines."""
    x, y = square[0] * CELL, square[1] * CELL
    lines = "".join(
        f"M{x} {y + at}L{x + at} {y}M{x + at} {y + CELL}L{x + CELL} {y + at}"
        for at in range(8, CELL + 1, 8)
    )
    return f'<path d="{lines}" stroke="{SLANT}" stroke-width="1"/>'
