"""The games of the atlas: small boards, with equal reserves that just cover the open cells.

A board is named after its width, height and levels: 4x3x2 is four by three with two levels. What
is said of it holds for the board turned by a quarter too, so that the width is never the smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from steppe_solver.position import Cell, Position, Reserve, Rules, Tile

LEVELS = (1, 2, 3)

FLOORS = (
    *((width, height) for width in (1, 2, 3) for height in range(1, width + 1)),
    *((4, 3), (5, 3), (4, 4)),
)
"""Width and height of the boards, of which there are some with each number of levels."""

GROWTH = 1.35
"""How much more a game costs for every tile more in each hand, roughly."""


class Board(NamedTuple):
    """Width, height and levels; ``neutral``: a neutral tile lies in the middle at the start."""

    width: int
    height: int
    levels: int
    neutral: bool

    def __str__(self) -> str:
        return f"{self.width}x{self.height}x{self.levels}"

    @property
    def title(self) -> str:
        """The name, and what lies in the middle of a board that has one."""
        if not has_middle(self.width, self.height):
            return str(self)
        return f"{self}, {'neutral' if self.neutral else 'empty'} centre"

    @property
    def open_cells(self) -> int:
        """Cells of all levels that are to be filled."""
        return self.width * self.height * self.levels - self.neutral

    @property
    def area(self) -> int:
        """Cells that each reserve covers: half of them, one more for both where they are odd."""
        return (self.open_cells + 1) // 2


class Variant(NamedTuple):
    """A game: the board, and what each player starts with."""

    board: Board
    reserve: Reserve

    def __str__(self) -> str:
        return f"{self.board.title}: {','.join(map(str, self.reserve))}"

    @property
    def start(self) -> Position:
        """The position before the first move."""
        width, height, levels, neutral = self.board
        middle = frozenset({Cell(width // 2, height // 2)} if neutral else ())
        return Position.start(Rules(width, height, levels, self.reserve, middle))

    @property
    def work(self) -> float:
        """A measure of what the game costs to be solved, beside others of its board.

        The hands that a player can come to hold, times a little for every tile, since each is a
        move. Its rank correlation with measured nodes is between 0.75 and 0.95 on every board of
        two or three levels.
        """
        product = 1.0
        for held in self.reserve:
            product *= (held + 1) * GROWTH**held
        return product


def has_middle(width: int, height: int) -> bool:
    """Has the board a cell in the middle?"""
    return width % 2 == height % 2 == 1


def boards() -> list[Board]:
    """All boards, those with the fewest cells first."""
    found = [
        Board(width, height, levels, neutral)
        for width, height in FLOORS
        for levels in LEVELS
        for neutral in (False, True)[: 1 + has_middle(width, height)]
    ]
    return sorted(found, key=lambda board: (board.width * board.height * board.levels, board))


def reserves(area: int) -> Iterator[Reserve]:
    """Every reserve that covers so many cells: by tens, fives, and neutral tiles."""
    for tens in range(area // Tile.TEN.length + 1):
        rest = area - Tile.TEN.length * tens
        for fives in range(rest // Tile.FIVE.length + 1):
            singles = rest - Tile.FIVE.length * fives
            for neutrals in range(singles + 1):
                yield Reserve(singles - neutrals, fives, tens, neutrals)


def variants(board: Board) -> list[Variant]:
    """All games of the board, in the order of `reserves`."""
    return [Variant(board, reserve) for reserve in reserves(board.area)]
