"""Which placements a level has room for.

Sets of cells are bits of a mask: bit ``rules.index(cell)``. A level's `Room` says which cells are
open and which of them bear a player's tiles; `level_placements` lists what fits. Everything that
depends on the size of the board alone is made once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from steppe_solver.position import PLAYERS, Color, Level, Tile, slots
from steppe_solver.tiling.question import Layout, Placement, Question, laying


class Fit(NamedTuple):
    """A placement and its cells: all of them, and those that need own or neutral support.

    The latter are the cell of a one, both of a five, both ends of a ten, and none of a neutral
    tile. ``rank`` is the place among all placements on an empty level of that board, which stand in
    the order of a laying (`question.laying`).
    """

    placement: Placement
    rank: int
    covers: tuple[int, ...]
    ends: tuple[int, ...]
    mask: int
    ends_mask: int


class Room(NamedTuple):
    """What can be laid on a level: its number, its open cells, and what bears Red and Blue.

    ``open`` are the empty cells with a tile (or the ground) under them; ``firm`` are those of
    them that have support of Red's own or neutral, and the same for Blue.
    """

    number: int
    open: int
    firm: tuple[int, int]


@lru_cache(maxsize=64)
def all_fits(width: int, height: int, number: int) -> tuple[Fit, ...]:
    """Every placement on an empty level of this number with neutral support, by rank."""
    covers = slots(width, height)
    placements = laying(
        Placement(number, owner, move)
        for owner in Color
        for move in covers
        if (owner is Color.NEUTRAL) == (move.tile is Tile.NEUTRAL)
    )
    return tuple(
        _fit(placement, rank, covers[placement.move]) for rank, placement in enumerate(placements)
    )


def _fit(placement: Placement, rank: int, covers: tuple[int, ...]) -> Fit:
    ends = () if placement.owner is Color.NEUTRAL else tuple({covers[0]: 0, covers[-1]: 0})
    return Fit(placement, rank, covers, ends, mask_of(covers), mask_of(ends))


def mask_of(indices: Iterable[int]) -> int:
    """The cells as bits."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def current_room(layout: Layout) -> Room:
    """What can be laid on the level that is being filled."""
    level = layout.levels[-1]
    return _room(layout.level, level, tuple(map(layout.support, range(len(level)))))


def room_above(number: int, owners: Level) -> Room:
    """What can be laid on this level, empty as yet, over a level with these owners."""
    return _room(number, (None,) * len(owners), owners)


def possible_room(number: int, alive: int) -> Room:
    """What might be laid on an upper level whose support is not known, only that it is there.

    ``alive`` are the cells that have, or may get, a tile under them.
    """
    return Room(number, alive, (alive, alive))


def _room(number: int, level: Level, below: Level) -> Room:
    open_, firm = 0, [0, 0]
    for index, (owner, support) in enumerate(zip(level, below, strict=True)):
        if owner is None and support is not None:
            open_ |= 1 << index
            for color in PLAYERS:
                if support in (color, Color.NEUTRAL):
                    firm[color.index] |= 1 << index
    return Room(number, open_, (firm[0], firm[1]))


def level_placements(question: Question, room: Room) -> tuple[Fit, ...]:
    """What the players asked could lay on the level, each tile alone, with what they hold now.

    In the order of a laying. Neutral tiles count as held where either player asked holds one.
    """
    rules, players = question.layout.rules, question.players
    firm = (*room.firm, room.open)
    fits: list[Fit] = []
    for owner, tile, block in _blocks(rules.width, rules.height, room.number):
        holders = players if owner is Color.NEUTRAL else [c for c in players if c is owner]
        if any(question.reserve(color).count(tile) for color in holders):
            open_, bearing = room.open, firm[_OWNERS.index(owner)]
            fits += [
                fit
                for fit in block
                if fit.mask & open_ == fit.mask and fit.ends_mask & bearing == fit.ends_mask
            ]
    return tuple(fits)


_OWNERS = tuple(Color)


@lru_cache(maxsize=64)
def _blocks(width: int, height: int, number: int) -> list[tuple[Color, Tile, list[Fit]]]:
    """The placements of `all_fits` of each owner and tile; these stand together there."""
    blocks: dict[tuple[Color, Tile], list[Fit]] = {}
    for fit in all_fits(width, height, number):
        blocks.setdefault((fit.placement.owner, fit.placement.move.tile), []).append(fit)
    return [(owner, tile, block) for (owner, tile), block in blocks.items()]
