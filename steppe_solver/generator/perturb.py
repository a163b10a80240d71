"""Neighbours of a position: one small thing changed, and all accounts kept in order.

A step may not lead to a position at all; what comes out has passed the reader's checks. Whether
alternate play can reach it is still to be asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from steppe_solver.errors import InputError
from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import PLAYERS, Color, Level, Position, Reserve, Tile, slots

Step = Callable[[Position, Random], Position | None]
"""A change drawn by chance; None where there is nothing of the sort to change."""


def neighbour(position: Position, rng: Random) -> Position | None:
    """A consistent position one step away, drawn by chance; None where the step leads to none."""
    changed = rng.choice(STEPS)(position, rng)
    if changed is None or min(map(min, changed.reserves)) < 0:
        return None
    try:
        return parse_spn(format_spn(changed))
    except InputError:
        return None


def remove(position: Position, rng: Random) -> Position | None:
    """A one, or a neutral tile, of the current level goes back into a hand."""
    laid = [index for index, owner in enumerate(position.levels[-1]) if owner is not None]
    if not laid:
        return None
    index = rng.choice(laid)
    owner = position.levels[-1][index]
    assert owner is not None
    back = _with_owner(position, position.level, index, None)
    if owner is Color.NEUTRAL:
        return _given(back, rng.choice(PLAYERS), Tile.NEUTRAL, 1)
    return _given(back, owner, Tile.ONE, 1, level=position.level)


def add(position: Position, rng: Random) -> Position | None:
    """Either player lays a tile on the current level, out of turn."""
    color = rng.choice(PLAYERS)
    places = position.placements(color)
    if not places:
        return None
    move = rng.choice(places)
    owner = Color.NEUTRAL if move.tile is Tile.NEUTRAL else color
    laid = position
    for index in slots(position.rules.width, position.rules.height)[move]:
        laid = _with_owner(laid, position.level, index, owner)
    return _given(laid, color, move.tile, -1, level=position.level)


def shift(position: Position, rng: Random) -> Position | None:
    """A one, or a neutral tile, of the current level lies elsewhere."""
    level = position.levels[-1]
    laid = [index for index, owner in enumerate(level) if owner is not None]
    free = [index for index, owner in enumerate(level) if owner is None]
    if not laid or not free:
        return None
    source, target = rng.choice(laid), rng.choice(free)
    moved = _with_owner(position, position.level, target, level[source])
    return _with_owner(moved, position.level, source, None)


def swap(position: Position, rng: Random) -> Position | None:
    """Two cells of one of the upper two levels exchange their owners."""
    number = rng.choice(_upper_two(position))
    level = position.levels[number - 1]
    one, other = rng.sample(range(len(level)), 2)
    if level[one] is level[other]:
        return None
    return _with_owner(_with_owner(position, number, one, level[other]), number, other, level[one])


def recolour(position: Position, rng: Random) -> Position | None:
    """A one of the upper two levels becomes the other player's."""
    number = rng.choice(_upper_two(position))
    level = position.levels[number - 1]
    coloured = [index for index, owner in enumerate(level) if owner in PLAYERS]
    if not coloured:
        return None
    index = rng.choice(coloured)
    owner = level[index]
    assert owner is not None
    painted = _with_owner(position, number, index, owner.opponent)
    painted = _given(painted, owner, Tile.ONE, 1, level=number)
    return _given(painted, owner.opponent, Tile.ONE, -1, level=number)


def exchange(position: Position, rng: Random) -> Position | None:
    """The same cells were covered by other tiles: by a five or a ten instead of ones, or back."""
    color, number = rng.choice(PLAYERS), rng.randint(1, position.level)
    tile, sign = rng.choice((Tile.FIVE, Tile.TEN)), rng.choice((1, -1))
    traded = _given(position, color, Tile.ONE, sign * tile.length, level=number)
    return _given(traded, color, tile, -sign, level=number)


def pass_neutral(position: Position, rng: Random) -> Position | None:
    """One of the neutral tiles laid was the other player's."""
    color = rng.choice(PLAYERS)
    given = _given(position, color, Tile.NEUTRAL, -1)
    return _given(given, color.opponent, Tile.NEUTRAL, 1)


def turn(position: Position, rng: Random) -> Position | None:
    """The other player is to move."""
    assert position.mover is not None
    return replace(position, mover=position.mover.opponent)


STEPS: tuple[Step, ...] = (
    remove,
    add,
    shift,
    swap,
    swap,
    recolour,
    recolour,
    exchange,
    pass_neutral,
    turn,
)


def _upper_two(position: Position) -> range:
    return range(max(1, position.level - 1), position.level + 1)


def _with_owner(position: Position, number: int, index: int, owner: Color | None) -> Position:
    level: Level = tuple(
        owner if place == index else old for place, old in enumerate(position.levels[number - 1])
    )
    return replace(
        position, levels=(*position.levels[: number - 1], level, *position.levels[number:])
    )


def _given(position: Position, color: Color, tile: Tile, count: int, level: int = 0) -> Position:
    """So many tiles more in a hand, with the points that they made on the level taken off."""
    held = position.reserve(color)
    reserve = Reserve(*(held.count(kind) + count * (kind is tile) for kind in Tile))
    reserves, score = list(position.reserves), list(position.score)
    reserves[color.index] = reserve
    score[color.index] -= count * tile.face * level
    return replace(position, reserves=(reserves[0], reserves[1]), score=(score[0], score[1]))
