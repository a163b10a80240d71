"""Is a set of large tiles the least among its images by symmetries, and must it stay so?

Sets of large tiles are compared cell by cell, in the order in which a search decides the cells: at
the first cell where they differ, the lower code is less. The code of a cell is

    the rank of the tile that has it as its first cell;  -1 under a tile that began earlier;
    LEFT where no large tile lies.

The code of an image at a cell c is known once the cell that goes to c is decided. So often a few
tiles tell that some image will be less whatever follows, and the search turns back; or that it will
be greater, and that symmetry need not be minded any more. Codes of decided cells never change in
the course of a search, so that neither verdict does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from steppe_solver.position import Permutation
from steppe_solver.tiling.columns import Large, columns
from steppe_solver.tiling.fillings import bits
from steppe_solver.tiling.symmetries import rank_images

LEFT = 1 << 30
_NOTHING = -1


class Image(NamedTuple):
    """A symmetry, with cells numbered column by column.

    ``sources`` has the cell that goes to each cell, ``ranks`` the rank of each placement's image,
    ``moved`` the bit of a filling (three times the cells) to which each bit goes.
    """

    symmetry: Permutation
    sources: tuple[int, ...]
    ranks: tuple[int, ...]
    moved: tuple[int, ...]

    def filling(self, filling: int) -> int:
        """The filling, moved."""
        return sum([self.moved[bit] for bit in bits(filling)])


@lru_cache(maxsize=256)
def image(width: int, height: int, symmetry: Permutation) -> Image:
    """The symmetry of a board of this size, in the order of columns."""
    board = columns(width, height, 1)
    cells = [board.place[symmetry[index]] for index in board.order]
    sources = sorted(range(board.size), key=cells.__getitem__)
    moved = tuple(1 << cell + kind * board.size for kind in range(3) for cell in cells)
    return Image(symmetry, tuple(sources), rank_images(width, height, symmetry), moved)


class Watch:
    """Large tiles laid so far, compared with their images. Never changes.

    ``invariant`` says that the images of a laying are layings too, so that only the least of them
    is wanted. ``less`` are the symmetries known to make it less; those known to make it greater are
    minded no more.
    """

    def __init__(
        self,
        open_: int,
        firsts: dict[int, int],
        tiles: list[int],
        minded: Iterable[tuple[Image, int]],
        less: tuple[Permutation, ...],
        *,
        invariant: bool,
    ) -> None:
        self._open, self._firsts, self._tiles = open_, firsts, tiles
        self._minded, self.less, self._invariant = tuple(minded), less, invariant

    @staticmethod
    def start(
        open_: int, large: Iterable[Large], size: int, images: Iterable[Image], *, invariant: bool
    ) -> Watch:
        """Nothing laid yet, on these open cells; the large tiles that may be laid."""
        firsts = {tile.rank: tile.before.bit_length() for tile in large}
        minded = [(image, 0) for image in images]
        return Watch(open_, firsts, [_NOTHING] * size, minded, (), invariant=invariant)

    def laid(self, tile: Large) -> Watch | None:
        """With one more tile, all cells before its first being decided; None if not wanted."""
        tiles = self._tiles.copy()
        for cell in bits(tile.mask):
            tiles[cell] = tile.rank
        return self._compared(tiles, tile.before.bit_length())

    def ended(self) -> Watch | None:
        """With no tile more: all that is still minded is equal; None if not wanted."""
        return self._compared(self._tiles, len(self._tiles))

    @property
    def minded(self) -> list[Image]:
        """The symmetries of which it is not known whether they make the tiles less or greater."""
        return [image for image, _ in self._minded]

    def _compared(self, tiles: list[int], decided: int) -> Watch | None:
        minded, less = [], list(self.less)
        for image, cell in self._minded:
            verdict, cell = self._compare(image, cell, tiles, decided)
            if verdict < 0:
                if self._invariant:
                    return None
                less.append(image.symmetry)
            elif verdict == 0:
                minded.append((image, cell))
        return Watch(
            self._open, self._firsts, tiles, minded, tuple(less), invariant=self._invariant
        )

    def _compare(self, image: Image, cell: int, tiles: list[int], decided: int) -> tuple[int, int]:
        """-1 if the image is less, 1 if it is greater; 0, and the cell to go on from, if not known.

        All cells before ``decided`` are, and those under tiles; up to ``cell`` they are equal.
        """
        firsts, ranks, sources, size = self._firsts, image.ranks, image.sources, len(tiles)
        while cell < size:
            # The image of a closed cell is closed: nothing to compare.
            if self._open >> cell & 1:
                tile, source = tiles[cell], sources[cell]
                if tile == _NOTHING and cell >= decided:
                    break
                moved = tiles[source]
                if moved == _NOTHING and source >= decided:
                    break
                code = LEFT if tile == _NOTHING else tile if firsts[tile] == cell else -1
                if moved == _NOTHING:
                    its_code = LEFT
                else:
                    rank = ranks[moved]
                    its_code = rank if firsts[rank] == cell else -1
                if its_code != code:
                    return (-1 if its_code < code else 1), cell
            cell += 1
        return 0, cell
