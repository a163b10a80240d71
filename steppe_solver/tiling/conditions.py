"""The named conditions that a question is made of: demands, and facts of the layout.

Dropping one makes the question easier: what the condition forbids is allowed, and nothing new is
asked. When no laying meets all conditions, a minimal set of them that cannot hold together is the
reason, in words.
"""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.position import Cell, Color, Edition, Tile
from steppe_solver.tiling.question import Keep, Need, Question

_TILES = {Tile.ONE: "one", Tile.FIVE: "five", Tile.TEN: "ten", Tile.NEUTRAL: "neutral tile"}


@dataclass(frozen=True, slots=True)
class Hole:
    """Nothing lies under the cell. Dropped: as if a neutral tile lay there."""

    cell: Cell
    level: int

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        return f"{self.cell} is a hole of level {self.level}"


@dataclass(frozen=True, slots=True)
class Taken:
    """A tile lies on the cell already. Dropped: the cell may be laid on."""

    cell: Cell
    owner: Color
    level: int

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        who = "a neutral tile" if self.owner is Color.NEUTRAL else edition.name_of(self.owner)
        return f"{who} lies on {self.cell} of level {self.level}"


@dataclass(frozen=True, slots=True)
class Support:
    """A player's tile lies under the cell. Dropped: as if it were neutral."""

    cell: Cell
    owner: Color
    level: int

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        return f"{edition.name_of(self.owner)} holds {self.cell} of level {self.level}"


@dataclass(frozen=True, slots=True)
class Stock:
    """A player has so many tiles of a kind. Dropped: as many as wanted."""

    color: Color
    tile: Tile
    count: int

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        return f"{edition.name_of(self.color)} has {counted(self.count, self.tile)} in hand"


@dataclass(frozen=True, slots=True)
class NeutralStock:
    """The players asked have so many neutral tiles together. Dropped: as many as wanted."""

    count: int

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        verb = "is" if self.count == 1 else "are"
        return f"there {verb} {counted(self.count, Tile.NEUTRAL)} in hand"


@dataclass(frozen=True, slots=True)
class Idle:
    """A player lays nothing. Dropped: lays with what the reserve holds."""

    color: Color

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        return f"{edition.name_of(self.color)} lays nothing"


@dataclass(frozen=True, slots=True)
class Full:
    """The level is filled: every cell with a tile under it is covered."""

    level: int

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        return f"level {self.level} is filled"


@dataclass(frozen=True, slots=True)
class Needed:
    """A demand for tiles."""

    need: Need

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        need = self.need
        where = "" if need.level is None else f" on level {need.level}"
        amount = "exactly" if need.exactly else "at least"
        tiles = counted(need.count, need.tile)
        return f"{edition.name_of(need.color)} lays {amount} {tiles}{where}"


@dataclass(frozen=True, slots=True)
class Kept:
    """A demand for a cell's owner, on one level."""

    cell: Cell
    color: Color
    level: int

    def words(self, edition: Edition) -> str:
        """The condition as a clause."""
        if self.color is Color.NEUTRAL:
            return f"{self.cell} of level {self.level} ends up neutral"
        return f"{self.cell} of level {self.level} ends up {edition.name_of(self.color)}'s"


Demand = Full | Needed | Kept
Condition = Demand | Hole | Taken | Support | Stock | NeutralStock | Idle


def counted(count: int, tile: Tile) -> str:
    """A number of tiles of a kind, such as ``2 tens`` or ``no fives``."""
    return f"{count or 'no'} {_TILES[tile]}{'' if count == 1 else 's'}"


def kept_cells(question: Question) -> tuple[Kept, ...]:
    """The cells to keep, a condition for each level that is meant."""
    return tuple(
        Kept(keep.cell, keep.color, level)
        for keep in dict.fromkeys(question.keeps)
        for level in _levels_of(keep, question)
    )


def _levels_of(keep: Keep, question: Question) -> tuple[int, ...]:
    return tuple(question.numbers) if keep.level is None else (keep.level,)
