"""The bridge to the native core: positions go over it as bits, moves come back.

What the modules that search have in common, and all they have in common.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from steppe_solver.errors import UnsupportedError
from steppe_solver.position import PLAYERS, Cell, Color, Move, Position, Reserve, Tile

try:
    from steppe_solver import _core as core
except ImportError as error:
    raise ImportError(
        "the native core is missing: this is a checkout in which it was not built."
        " Install the package (pip install .) and start Python in another directory"
    ) from error

__all__ = [
    "DEFAULT_MEMORY",
    "NATIVE_SIDE",
    "Limit",
    "core",
    "from_native",
    "native_fields",
    "to_native",
]

NATIVE_SIDE = 5
"""Boards up to this wide and high can be searched."""

DEFAULT_MEMORY = 1024
"""MiB for all transposition tables together. Memory is taken only as it is used."""

_TILES = tuple(Tile)


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop short of the exact answer: after so many seconds or search nodes.

    None means no limit. Raises ValueError for negative numbers and for what is not a number.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (0 <= self.seconds < math.inf):
            raise ValueError("a time limit is a number of seconds, 0 or more")
        if self.nodes is not None and not 0 <= self.nodes < 2**63:
            raise ValueError("a node limit is a number of nodes, 0 or more")


Hand = tuple[int, int, int, int]
"""Ones, fives, tens and neutral tiles."""


class NativeFields(NamedTuple):
    """A position as integers: the fields of ``native/position.hpp``, which says what they mean."""

    open: int
    usable: tuple[int, int]
    laid: tuple[int, int]
    first: Hand
    second: Hand
    mover: int
    level: int
    levels: int


def to_native(position: Position, levels: int | None = None) -> core.Position:
    """The position as the native core holds it; see `native_fields`."""
    return core.Position(*native_fields(position, levels))


def native_fields(position: Position, levels: int | None = None) -> NativeFields:
    """The position as integers, without the tiles for which there are no cells left.

    With ``levels`` (not below the current one) the game ends with that level. Raises
    UnsupportedError for sides over 5.
    """
    rules = position.rules
    levels = levels or rules.levels
    if max(rules.width, rules.height) > NATIVE_SIDE:
        raise UnsupportedError(
            f"the native search takes boards up to {NATIVE_SIDE} x {NATIVE_SIDE},"
            f" not {rules.width} x {rules.height}"
        )
    open_cells, usable, laid = 0, [0, 0], [0, 0]
    for index, owner in enumerate(position.levels[-1]):
        cell, below = rules.cell(index), position.support(index)
        bit = 1 << (cell.row * NATIVE_SIDE + cell.column)
        if owner is None and below is not None:
            open_cells |= bit
        for player in PLAYERS:
            usable[player.index] |= bit * (below in (player, Color.NEUTRAL))
            laid[player.index] |= bit * (owner in (player, Color.NEUTRAL))
    room = rules.width * rules.height * (levels - position.level + 1)
    first, second = (_capped(reserve, room) for reserve in position.reserves)
    return NativeFields(
        open_cells,
        (usable[0], usable[1]),
        (laid[0], laid[1]),
        first,
        second,
        -1 if position.mover is None else position.mover.index,
        position.level,
        levels,
    )


def _capped(reserve: Reserve, room: int) -> Hand:
    """The reserve without the tiles for which the remaining levels have no cells."""
    ones, fives, tens, neutrals = (min(reserve.count(tile), room // tile.length) for tile in _TILES)
    return ones, fives, tens, neutrals


def from_native(tile: int, standing: bool, low: int) -> Move:
    """The move that the native core means."""
    kind = _TILES[tile]
    column, row = low % NATIVE_SIDE, low // NATIVE_SIDE
    return Move(
        kind,
        tuple(Cell(column + i * (not standing), row + i * standing) for i in range(kind.length)),
    )
