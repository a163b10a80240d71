"""What is asked of a level: which layings are meant. Plain values, no solver.

A *laying* is a set of placements on top of what lies there, in any order, turns left aside: no two
share a cell, each has the support it needs, and no player lays more than the reserve holds. Asked
of several levels, every level but the last is full: each cell with a tile under it is covered.

Neutral tiles belong to nobody. A laying says where they lie, not who laid them: both hands together
must hold enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from steppe_solver.position import PLAYERS, Cell, Color, Level, Move, Position, Reserve, Rules, Tile


@dataclass(frozen=True, slots=True)
class Layout:
    """Levels as they lie, and what the players hold: a position without turns, score and checks.

    ``levels`` runs from level 1 to the level that is being filled; the one before it is the
    support. The full reserves in ``rules`` are not used.
    """

    rules: Rules
    levels: tuple[Level, ...]
    reserves: tuple[Reserve, Reserve]

    @staticmethod
    def of(position: Position) -> Layout:
        """The layout of a position."""
        return Layout(position.rules, position.levels, position.reserves)

    @property
    def level(self) -> int:
        """The number of the level that is being filled."""
        return len(self.levels)

    def support(self, index: int) -> Color | None:
        """The owner just below a cell of the level being filled; None over a hole."""
        return Color.NEUTRAL if self.level == 1 else self.levels[-2][index]


@dataclass(frozen=True, slots=True)
class Need:
    """A demand: a player lays at least (or exactly) so many tiles of a kind.

    Counted on one level, or on all levels asked together where ``level`` is None. Of neutral tiles
    it is asked whether the player can have laid so many of them.
    """

    color: Color
    tile: Tile
    count: int
    exactly: bool = False
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """A demand: the cell ends up with this owner, on one level or (None) on every level asked."""

    cell: Cell
    color: Color
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Which layings are meant.

    ``levels`` counts the levels asked, from the one being filled upwards; ``players`` says who may
    lay; ``full`` demands that the last level is full too (the others always are).
    Raises ValueError for levels that the game does not have, nobody to lay, and demands on levels
    or cells that are not asked.
    """

    layout: Layout
    levels: int = 1
    players: tuple[Color, ...] = PLAYERS
    full: bool = False
    needs: tuple[Need, ...] = ()
    keeps: tuple[Keep, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.levels <= self.layout.rules.levels - self.layout.level + 1:
            raise ValueError("these levels are not in the game")
        if not self.players or not set(self.players) <= set(PLAYERS):
            raise ValueError("one of the players, or both, must lay")
        if any(need.color not in PLAYERS or need.count < 0 for need in self.needs):
            raise ValueError("a player needs a number of tiles, 0 or more")
        for keep in self.keeps:
            if not self.layout.rules.on_board(keep.cell):
                raise ValueError(f"{keep.cell}, which is to be kept, is off the board")
        for level in [need.level for need in self.needs] + [keep.level for keep in self.keeps]:
            if level is not None and level not in self.numbers:
                raise ValueError(f"something is demanded on level {level}, which is not asked")

    @property
    def numbers(self) -> range:
        """The numbers of the levels asked."""
        return range(self.layout.level, self.layout.level + self.levels)

    def is_full(self, level: int) -> bool:
        """Must every cell of this level with a tile under it be covered?"""
        return self.full or level < self.numbers[-1]

    def reserve(self, color: Color) -> Reserve:
        """What the player may lay: the reserve, or nothing for one who is not asked."""
        return self.layout.reserves[color.index] if color in self.players else Reserve(0, 0, 0, 0)


class Placement(NamedTuple):
    """A tile of a laying: on which level, whose its cells become, and the move."""

    level: int
    owner: Color
    move: Move

    @property
    def points(self) -> int:
        """What it scores for its owner."""
        return self.level * self.move.tile.face


Laying = tuple[Placement, ...]
"""The tiles of a laying in the order of levels, owners (Red, Blue, neutral) and moves."""


def laying(placements: Iterable[Placement]) -> Laying:
    """The placements in their order."""
    owners = list(Color)
    return tuple(sorted(placements, key=lambda p: (p.level, owners.index(p.owner), _rank(p.move))))


def _rank(move: Move) -> tuple[int, tuple[Cell, ...]]:
    return -move.tile.length, move.cells


def points(laid: Laying, color: Color | None = None) -> int:
    """The points that the laying adds, for one player or (None) for both."""
    return sum(p.points for p in laid if color is None or p.owner is color)


def owners_after(question: Question, laid: Laying) -> Iterator[tuple[int, Level]]:
    """Every level asked, with the owners of its cells once the laying is there."""
    rules = question.layout.rules
    empty: Level = (None,) * (rules.width * rules.height)
    for number in question.numbers:
        level = list(question.layout.levels[-1] if number == question.layout.level else empty)
        for placement in laid:
            if placement.level == number:
                for cell in placement.move.cells:
                    level[rules.index(cell)] = placement.owner
        yield number, tuple(level)
