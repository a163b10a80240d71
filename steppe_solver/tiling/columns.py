"""A board numbered column by column, and its placements on one level, made once for each size.

A laying has the tiles of a kind in the order of their cells, column before row. With cells numbered
column by column these are the orders of the bits of a mask, so that nothing is left to be sorted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from steppe_solver.position import Color, Rules, Tile
from steppe_solver.tiling.amounts import KINDS
from steppe_solver.tiling.placements import Fit, all_fits, mask_of
from steppe_solver.tiling.question import Laying, Placement

LARGE = tuple(
    KINDS.index((color, tile))
    for color in (Color.RED, Color.BLUE)
    for tile in (Tile.TEN, Tile.FIVE)
)
"""The kinds of large tiles in the order of a laying."""

_CHUNK = 13
_CHUNK_CELLS = (1 << _CHUNK) - 1


class Large(NamedTuple):
    """A large tile: all cells before its first, its cells, the place of its kind in `LARGE`."""

    before: int
    mask: int
    group: int
    rank: int
    placement: Placement


class Columns:
    """The cells of a board in the order of columns, and the tiles on them.

    ``order`` has the index of every cell in that order, ``place`` the place of every index in it.
    ``large`` has the large tiles by rank, ``singles`` Red's ones, Blue's ones, and neutral tiles.
    """

    def __init__(self, width: int, height: int, number: int) -> None:
        rules = Rules(width, height, start=frozenset())
        self.size = width * height
        self.order = sorted(range(self.size), key=rules.cell)
        self.place = sorted(range(self.size), key=self.order.__getitem__)
        fits = all_fits(width, height, number)
        self.large = {fit.rank: self._large(fit) for fit in fits if len(fit.covers) > 1}
        # By rank, single tiles of an owner stand in the order of their cells.
        singles = [fit.placement for fit in fits if len(fit.covers) == 1]
        self.singles = tuple(
            Singles([placement for placement in singles if placement.owner is owner])
            for owner in Color
        )

    def mask(self, cells: int) -> int:
        """The same cells, as bits in the order of columns."""
        return mask_of(self.place[i] for i in range(cells.bit_length()) if cells >> i & 1)

    def _large(self, fit: Fit) -> Large:
        mask = self.mask(fit.mask)
        kind = KINDS.index((fit.placement.owner, fit.placement.move.tile))
        return Large((mask & -mask) - 1, mask, LARGE.index(kind), fit.rank, fit.placement)


class _Chunk(dict[int, Laying]):
    """The single tiles on sets of some neighbouring cells, each made when first asked for."""

    def __init__(self, placements: Sequence[Placement]) -> None:
        super().__init__()
        self._placements = placements

    def __missing__(self, cells: int) -> Laying:
        made = tuple(p for place, p in enumerate(self._placements) if cells >> place & 1)
        self[cells] = made
        return made


class Singles:
    """The single tiles of one owner on any set of cells."""

    def __init__(self, placements: Sequence[Placement]) -> None:
        starts = range(0, len(placements), _CHUNK)
        self._chunks = [_Chunk(placements[start : start + _CHUNK]) for start in starts]

    def on(self, cells: int) -> Laying:
        """The tiles on these cells, in order."""
        laid = self._chunks[0][cells & _CHUNK_CELLS]
        place = 1
        while cells := cells >> _CHUNK:
            laid += self._chunks[place][cells & _CHUNK_CELLS]
            place += 1
        return laid


@lru_cache(maxsize=16)
def columns(width: int, height: int, number: int) -> Columns:
    """The board of this size and its tiles on the level of this number."""
    return Columns(width, height, number)
