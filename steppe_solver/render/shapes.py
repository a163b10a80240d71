"""The geometry of a piece: a rounded outline around its cells, and the hatching inside.

Coordinates are SVG's: y grows downwards, and a cell is the square below and to the right of its
corner. Lengths are in pixels, `CELL` to a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

CELL = 40
_INSET, _RADIUS = 2.0, 5.0
_HATCH_STEP = 5
_HATCH_MARGIN = 4
_SEAM_MARGIN = 7

Square = tuple[int, int]
"""A cell by column and row, rows counted from the top."""


def outline(squares: Collection[Square]) -> str:
    """The path around the squares, a little inside their edge, with rounded corners.

    Squares that share an edge are enclosed together; an enclosed gap gets a loop of its own.
    """
    parts = []
    for loop in _loops(squares):
        corners = []
        for (x, y), (in_x, in_y), (out_x, out_y) in loop:
            # The inside lies to the right of either direction: (dx, dy) turned right is (-dy, dx).
            px = x * CELL - (in_y + out_y) * _INSET
            py = y * CELL + (in_x + out_x) * _INSET
            start = f"{px - in_x * _RADIUS:g} {py - in_y * _RADIUS:g}"
            end = f"{px + out_x * _RADIUS:g} {py + out_y * _RADIUS:g}"
            corners.append(f"{start}Q{px:g} {py:g} {end}")
        parts.append("M" + "L".join(corners) + "Z")
    return "".join(parts)


_Corner = tuple[Square, Square, Square]
"""A point where a loop turns, its direction before and its direction after."""


def _loops(squares: Collection[Square]) -> Iterator[list[_Corner]]:
    """The corners of every loop around the squares, which lie to its right."""
    steps: dict[Square, set[Square]] = {}
    for x, y in squares:
        for start, step, across in (
            ((x, y), (1, 0), (x, y - 1)),
            ((x + 1, y), (0, 1), (x + 1, y)),
            ((x + 1, y + 1), (-1, 0), (x, y + 1)),
            ((x, y + 1), (0, -1), (x - 1, y)),
        ):
            if across not in squares:
                steps.setdefault(start, set()).add(step)
    while steps:
        # Nothing lies left of the leftmost point, so one step leads on from it and one back.
        first = point = min(steps)
        (step,) = steps[first]
        walk: list[tuple[Square, Square]] = []
        while not walk or point != first:
            steps[point].remove(step)
            if not steps[point]:
                del steps[point]
            walk.append((point, step))
            point = (point[0] + step[0], point[1] + step[1])
            # Where two squares meet only in this point, turning right stays on the same square.
            turns = ((-step[1], step[0]), step, (step[1], -step[0]))
            step = next((turn for turn in turns if turn in steps.get(point, ())), step)
        yield [
            (point, before, after)
            for (_, before), (point, after) in zip([walk[-1], *walk], walk, strict=False)
            if before != after
        ]


def hatching(squares: Collection[Square], *, upright: bool) -> str:
    """The path of fine lines across the squares, unbroken from square to square."""
    parts = []
    for x, y in sorted(squares):
        before, behind = ((x, y - 1), (x, y + 1)) if upright else ((x - 1, y), (x + 1, y))
        beside = (x - 1, y) if upright else (x, y - 1)
        along, across = (y, x) if upright else (x, y)
        start = along * CELL + (0 if before in squares else _HATCH_MARGIN)
        end = (along + 1) * CELL - (0 if behind in squares else _HATCH_MARGIN)
        for offset in range(0 if beside in squares else _HATCH_STEP, CELL, _HATCH_STEP):
            place = across * CELL + offset
            parts.append(f"M{place} {start}V{end}" if upright else f"M{start} {place}H{end}")
    return "".join(parts)


def seams(squares: Collection[Square]) -> str:
    """The path of the cell edges that two of the squares share, short of where they end."""
    parts = []
    for x, y in sorted(squares):
        if (x + 1, y) in squares:
            parts.append(f"M{(x + 1) * CELL} {y * CELL + _SEAM_MARGIN}v{CELL - 2 * _SEAM_MARGIN}")
        if (x, y + 1) in squares:
            parts.append(f"M{x * CELL + _SEAM_MARGIN} {(y + 1) * CELL}h{CELL - 2 * _SEAM_MARGIN}")
    return "".join(parts)
