"""A level to be laid, with the demands on its cells worked in: what may cover each cell.

The large tiles (fives and tens) are listed; a cell that none of them covers is *filled*: with a one
of Red's, a one of Blue's, a neutral tile, or nothing, as far as the cell takes it.
"""

from __future__ import annotations

from typing import NamedTuple

from steppe_solver.position import Color, Level, Rules, Tile
from steppe_solver.tiling.placements import Fit, Room, level_placements, mask_of
from steppe_solver.tiling.question import Keep, Question

FILLS = (Color.RED, Color.BLUE, Color.NEUTRAL)
"""Whose single tile fills a cell: bit 0, 1, 2 of a set of fillings."""


class Field(NamedTuple):
    """What may cover the cells of a level.

    ``fills`` has the set of fillings of each cell of the board (0 where the cell is not open).
    The ``must`` cells may not stay empty; they are open.
    """

    large: tuple[Fit, ...]
    fills: tuple[int, ...]
    open: int
    must: int


def field(question: Question, room: Room) -> Field | None:
    """The level with what may cover its cells; None where a cell cannot be as it must be.

    A cell to keep is covered by tiles of its owner alone: other tiles on it are left out.
    """
    wanted = _wanted(question, room)
    if wanted is None:
        return None
    barred = {
        owner: mask_of(index for index, color in wanted.items() if color is not owner)
        for owner in Color
    }
    large, fills = [], [0] * _size(question.layout.rules)
    for fit in level_placements(question, room):
        owner = fit.placement.owner
        if fit.mask & barred[owner]:
            continue
        if fit.placement.move.tile in (Tile.FIVE, Tile.TEN):
            large.append(fit)
        else:
            fills[fit.covers[0]] |= 1 << FILLS.index(owner)
    must = room.open if question.is_full(room.number) else mask_of(wanted)
    return Field(tuple(large), tuple(fills), room.open, must)


def _wanted(question: Question, room: Room) -> dict[int, Color] | None:
    """The owner that open cells must get, by index; None where the demands cannot be met.

    They contradict each other, or ask for a cell that is a hole or has another owner by now.
    """
    wanted: dict[int, Color] = {}
    layout = question.layout
    for keep in _asked(question, room.number):
        index = layout.rules.index(keep.cell)
        if room.open >> index & 1:
            if wanted.setdefault(index, keep.color) is not keep.color:
                return None
        elif _lying(layout.levels[-1], index, layout.level == room.number) is not keep.color:
            return None
    return wanted


def _asked(question: Question, number: int) -> list[Keep]:
    return [keep for keep in question.keeps if keep.level in (None, number)]


def _lying(level: Level, index: int, current: bool) -> Color | None:
    return level[index] if current else None


def _size(rules: Rules) -> int:
    return rules.width * rules.height
