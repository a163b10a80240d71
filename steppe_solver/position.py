"""The rules of Steppe, written to be read beside the rulebook.

Everything here is an immutable value. `Rules` says which game is played (board, number of levels,
reserves), a `Position` is a moment of a game, and `Position.play` gives the next one. The native
search has a twin of these rules (``native/position.hpp``); this module is the specification.

A level is a tuple of owners, one a cell, row by row from ``a1``: index ``row * width + column``.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from steppe_solver.errors import IllegalMoveError

MAX_SIDE = 8
MAX_LEVELS = 9


class Color(enum.Enum):
    """An owner of cells. ``RED`` is the first player in both editions (dmr calls it White)."""

    RED = "R"
    BLUE = "B"
    NEUTRAL = "N"

    @property
    def opponent(self) -> Color:
        """The other player; neutral has none."""
        if self is Color.NEUTRAL:
            raise ValueError("neutral is nobody's opponent")
        return Color.BLUE if self is Color.RED else Color.RED

    @property
    def index(self) -> int:
        """0 for the first player, 1 for the second: the place in ``reserves`` and ``score``."""
        return PLAYERS.index(self)


PLAYERS = (Color.RED, Color.BLUE)


class Tile(enum.Enum):
    """A kind of tile: its name in notation, how many cells it covers, and what it scores."""

    ONE = ("1", 1, 1)
    FIVE = ("5", 2, 5)
    TEN = ("10", 3, 10)
    NEUTRAL = ("N", 1, 0)

    def __init__(self, symbol: str, length: int, face: int) -> None:
        self.symbol = symbol
        self.length = length
        self.face = face


class Edition(enum.Enum):
    """The two printings. They differ in names and letters only."""

    TSR = "tsr"
    DMR = "dmr"

    def name_of(self, color: Color) -> str:
        """What this edition calls the owner, such as ``"Red"``."""
        if color is Color.NEUTRAL:
            return "neutral"
        return ("Red" if self is Edition.TSR else "White") if color is Color.RED else "Blue"

    def letter_of(self, color: Color) -> str:
        """The letter for the owner in position notation."""
        return "W" if self is Edition.DMR and color is Color.RED else color.value


class Cell(NamedTuple):
    """A square of the board, counted from 0: ``Cell(0, 0)`` is ``a1``, ``Cell(2, 3)`` is ``c4``."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"


class Reserve(NamedTuple):
    """How many tiles of each kind a player still holds."""

    ones: int
    fives: int
    tens: int
    neutrals: int

    def count(self, tile: Tile) -> int:
        """Tiles of this kind in hand."""
        return self[_TILES.index(tile)]

    def without(self, tile: Tile) -> Reserve:
        """The reserve after one such tile has been laid."""
        place = _TILES.index(tile)
        return Reserve(*(held - (kind == place) for kind, held in enumerate(self)))


_TILES = tuple(Tile)

STANDARD_RESERVE = Reserve(15, 5, 3, 3)
STANDARD_START = frozenset({Cell(2, 2)})


@dataclass(frozen=True, slots=True)
class Rules:
    """Which game is played. The default is the standard one.

    ``reserve`` is what each player starts with, ``start`` the cells of level 1 that carry a neutral
    tile before the first move. Raises ValueError for sizes outside 1..8, levels outside 1..9,
    negative reserves and start cells off the board.
    """

    width: int = 5
    height: int = 5
    levels: int = 3
    reserve: Reserve = STANDARD_RESERVE
    start: frozenset[Cell] = STANDARD_START
    edition: Edition = Edition.TSR

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise ValueError(f"a board is 1 to {MAX_SIDE} cells wide and high")
        if not 1 <= self.levels <= MAX_LEVELS:
            raise ValueError(f"a game has 1 to {MAX_LEVELS} levels")
        if min(self.reserve) < 0:
            raise ValueError("a reserve cannot be negative")
        if not all(self.on_board(cell) for cell in self.start):
            raise ValueError("a starting neutral cell is off the board")

    def on_board(self, cell: Cell) -> bool:
        """Is this a cell of the board?"""
        return 0 <= cell.column < self.width and 0 <= cell.row < self.height

    def index(self, cell: Cell) -> int:
        """Where the cell stands in a level."""
        return cell.row * self.width + cell.column

    def cell(self, index: int) -> Cell:
        """The cell at this place of a level."""
        return Cell(index % self.width, index // self.width)


class Move(NamedTuple):
    """A tile and the cells it is laid on, the lower end first (by column, then row)."""

    tile: Tile
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        ends = self.cells[:1] + self.cells[1:][-1:]
        return self.tile.symbol + "-".join(map(str, ends))


Level = tuple[Color | None, ...]
"""The owner of every cell of a level, row by row from a1; None where nobody has laid a tile."""


@cache
def slots(width: int, height: int) -> dict[Move, tuple[int, ...]]:
    """Every way to lay every tile on an empty board, and the level indices that each covers.

    Not to be changed: it is kept for the next caller.
    """
    found = {}
    for tile in Tile:
        for right, up in ((1, 0), (0, 1))[: 1 if tile.length == 1 else 2]:
            reach = tile.length - 1
            for row in range(height - reach * up):
                for column in range(width - reach * right):
                    cells = [Cell(column + i * right, row + i * up) for i in range(tile.length)]
                    covers = tuple(cell.row * width + cell.column for cell in cells)
                    found[Move(tile, tuple(cells))] = covers
    return found


Permutation = tuple[int, ...]
"""Where every index of a level goes: index ``i`` to ``permutation[i]``."""


@cache
def board_symmetries(width: int, height: int) -> tuple[Permutation, ...]:
    """The different symmetries of an empty board, the identity first."""
    found: dict[Permutation, None] = {}
    for swapped in (False, True)[: 1 + (width == height)]:
        for flip_row in (False, True):
            for flip_column in (False, True):
                images = []
                for index in range(width * height):
                    row, column = divmod(index, width)
                    row = height - 1 - row if flip_row else row
                    column = width - 1 - column if flip_column else column
                    images.append(column * width + row if swapped else row * width + column)
                found[tuple(images)] = None  # boards one cell wide have fewer than four
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game: always with a player to move who can place, or ended.

    ``levels`` runs from level 1 to the current level; in an ended game, to the last one. ``mover``
    is None when the game has ended. ``reserves`` and ``score`` stand first player, second player.

    Build one with `Position.start`, `play` or `steppe_solver.parse_spn`, which check it.
    """

    rules: Rules
    levels: tuple[Level, ...]
    mover: Color | None
    reserves: tuple[Reserve, Reserve]
    score: tuple[int, int]

    @staticmethod
    def start(rules: Rules | None = None) -> Position:
        """The position before the first move; the second player starts where the first cannot."""
        rules = rules or Rules()
        cells = (rules.cell(index) for index in range(rules.width * rules.height))
        level = tuple(Color.NEUTRAL if cell in rules.start else None for cell in cells)
        laid_out = Position(rules, (level,), None, (rules.reserve,) * 2, (0, 0))
        return laid_out._settled(Color.RED, last_placer=Color.RED)

    @property
    def level(self) -> int:
        """The number of the current level, from 1."""
        return len(self.levels)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.mover is None

    @property
    def margin(self) -> int:
        """Points of the first player minus points of the second, as they stand now."""
        return self.score[0] - self.score[1]

    @property
    def open_cells(self) -> int:
        """How many cells of the current level a tile could lie on: empty ones, but not over holes.

        Who could place what there does not matter.
        """
        return sum(
            owner is None and self.support(index) is not None
            for index, owner in enumerate(self.levels[-1])
        )

    def owner(self, cell: Cell, level: int | None = None) -> Color | None:
        """Who owns the cell on the level (default: the current one); None if nobody does."""
        return self.levels[(level or self.level) - 1][self.rules.index(cell)]

    def reserve(self, color: Color) -> Reserve:
        """What the player still holds."""
        return self.reserves[color.index]

    def support(self, index: int) -> Color | None:
        """The owner just below a cell of the current level, by index; None over a hole.

        Level 1 stands on the ground, which is neutral everywhere.
        """
        return Color.NEUTRAL if self.level == 1 else self.levels[-2][index]

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move of the player to move; empty only when the game has ended."""
        if self.mover is None:
            return ()
        return self.placements(self.mover)

    def placements(self, color: Color) -> tuple[Move, ...]:
        """Every tile the player could lay on the current level if it were their turn."""
        found = slots(self.rules.width, self.rules.height)
        return tuple(
            move for move, covers in found.items() if not self._obstacle(color, move.tile, covers)
        )

    def can_place(self, color: Color) -> bool:
        """Can the player lay any tile on the current level?"""
        found = slots(self.rules.width, self.rules.height)
        return any(not self._obstacle(color, move.tile, covers) for move, covers in found.items())

    def play(self, move: Move) -> Position:
        """The position after the move, with skips and new levels already seen to.

        Raises IllegalMoveError, which says why the move cannot be played.
        """
        if self.mover is None:
            raise IllegalMoveError(f"{move}: the game has ended")
        if not all(self.rules.on_board(cell) for cell in move.cells):
            raise IllegalMoveError(f"{move}: off the board")
        covers = slots(self.rules.width, self.rules.height).get(move)
        if covers is None:
            raise IllegalMoveError(f"{move}: not a straight tile of its length, lower end first")
        obstacle = self._obstacle(self.mover, move.tile, covers)
        if obstacle:
            raise IllegalMoveError(f"{move}: {self._explain(obstacle, move)}")

        owner = Color.NEUTRAL if move.tile is Tile.NEUTRAL else self.mover
        level = tuple(owner if i in covers else old for i, old in enumerate(self.levels[-1]))
        side = self.mover.index
        reserves, score = list(self.reserves), list(self.score)
        reserves[side] = reserves[side].without(move.tile)
        score[side] += move.tile.face * self.level
        laid = replace(
            self,
            levels=(*self.levels[:-1], level),
            reserves=(reserves[0], reserves[1]),
            score=(score[0], score[1]),
        )
        return laid._settled(self.mover.opponent, last_placer=self.mover)

    def _repr_svg_(self) -> str:
        """A picture, which notebooks show."""
        from steppe_solver.render import to_svg  # a picture knows positions, not the reverse

        return to_svg(self)

    def _obstacle(
        self, color: Color, tile: Tile, covers: Sequence[int]
    ) -> tuple[str, int | None] | None:
        """What keeps the player from laying the tile there: a reason and the cell, or None."""
        if not self.reserve(color).count(tile):
            return "no such tile in reserve", None
        level = self.levels[-1]
        for place, index in enumerate(covers):
            if level[index] is not None:
                return "taken", index
            below = self.support(index)
            if below is None:
                return "a hole lies under it", index
            middle_of_ten = tile is Tile.TEN and place == 1
            if tile is Tile.NEUTRAL or middle_of_ten:
                continue
            if below is not color and below is not Color.NEUTRAL:
                return "not on own or neutral support", index
        return None

    def _explain(self, obstacle: tuple[str, int | None], move: Move) -> str:
        reason, index = obstacle
        if index is None:
            assert self.mover is not None
            return f"{self.rules.edition.name_of(self.mover)} has {reason}"
        return f"{self.rules.cell(index)}: {reason}"

    def _settled(self, first: Color, last_placer: Color) -> Position:
        """Give the turn to ``first``, else to the other; open new levels while neither can place.

        On a level the opponent of whoever has just placed comes first; on a new level, whoever
        placed last. Above a level on which nobody can place nobody ever can: it is all holes.
        """
        for color in (first, first.opponent):
            if self.can_place(color):
                return replace(self, mover=color)
        if self.level == self.rules.levels:
            return replace(self, mover=None)
        empty: Level = (None,) * (self.rules.width * self.rules.height)
        return replace(self, levels=(*self.levels, empty))._settled(last_placer, last_placer)


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves start here; a game that ends sooner gives none.

    The usual name for this count in chess programs; it binds the two sets of rules to each other.
    """
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
