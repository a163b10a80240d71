"""Players of several temperaments: none thinks ahead, and together they play games of all sorts.

Of the moves that a player likes best it takes one by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from steppe_solver.position import Cell, Color, Move, Position, Tile

Player = Callable[[Position, Sequence[Move], Random], Move]
"""Chooses one of the legal moves."""


def careless(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """Any move, all alike: ones for the most part, as there are most places for them."""
    return rng.choice(moves)


def sorter(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """First a kind of tile, then a place for it: more large and neutral tiles."""
    tile = rng.choice([tile for tile in Tile if any(move.tile is tile for move in moves)])
    return rng.choice([move for move in moves if move.tile is tile])


def greedy(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A tile of the highest face."""
    return _favourite(moves, rng, lambda move: move.tile.face)


def hoarder(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """Ones while there are any: the large tiles stay for the upper levels."""
    return _favourite(moves, rng, lambda move: move.tile is Tile.ONE)


def keeper(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """Anything but tens and neutral tiles, for as long as there is: those stay in hand."""
    return _favourite(moves, rng, lambda move: move.tile in (Tile.ONE, Tile.FIVE))


def spender(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """The neutral tiles first, then anything."""
    return _favourite(moves, rng, lambda move: move.tile is Tile.NEUTRAL)


def builder(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A tile that touches the most cells of its own colour: lines and fields for later."""
    mine = _cells_of(position, position.mover)

    def contacts(move: Move) -> float:
        if move.tile is Tile.NEUTRAL:
            return -1
        return len(mine.intersection(_around(move.cells))) / move.tile.length

    return _favourite(moves, rng, contacts)


def blocker(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A small tile that touches the most cells of the opponent: it breaks their lines."""
    assert position.mover is not None
    theirs = _cells_of(position, position.mover.opponent)

    def contacts(move: Move) -> float:
        if move.tile.length > 2:
            return -1
        return len(theirs.intersection(_around(move.cells))) / move.tile.length

    return _favourite(moves, rng, contacts)


_STEADY: tuple[Player, ...] = (
    careless,
    sorter,
    greedy,
    hoarder,
    keeper,
    spender,
    builder,
    blocker,
)


def moody(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """What another player, drawn anew for every move, would play."""
    return rng.choice(_STEADY)(position, moves, rng)


PLAYERS_AT_HAND: tuple[Player, ...] = (*_STEADY, moody)


def _favourite(moves: Sequence[Move], rng: Random, merit: Callable[[Move], float]) -> Move:
    merits = [merit(move) for move in moves]
    top = max(merits)
    return rng.choice([move for move, value in zip(moves, merits, strict=True) if value == top])


def _cells_of(position: Position, color: Color | None) -> set[Cell]:
    rules = position.rules
    owners = enumerate(position.levels[-1])
    return {rules.cell(index) for index, owner in owners if owner is color}


def _around(cells: Sequence[Cell]) -> set[Cell]:
    return {
        Cell(column + right, row + up)
        for column, row in cells
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
