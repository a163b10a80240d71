"""What a player sees of a position at a glance, without reading ahead: the places for tiles.

A place on the current level is one where the tile fits now. A place for a ten on the next level
is one that nothing has spoilt yet: nothing of it will stand over a hole, and neither end over the
other side; an open cell of the level below may still become anybody's. Beyond the next level
nothing is spoilt.

Tiles never move, so that a cell that is filled, or a hole, or the other side's stays so: places
only ever become fewer, and so do tens in hand. Where too few are left for the tens of a goal,
nothing can bring them back: `is_hopeless` is true only of what can never be reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from steppe_solver.goals import Goal
from steppe_solver.position import Color, Move, Position, Tile, slots
from steppe_solver.puzzle.task import Situation


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile can lie: the move, its cells, and those of them that need support, as bits."""

    move: Move
    cells: int
    supported: int


@cache
def all_places(width: int, height: int) -> dict[Tile, tuple[Place, ...]]:
    """Every place of every kind of tile on an empty board. Not to be changed."""
    found: dict[Tile, list[Place]] = {tile: [] for tile in Tile}
    for move, covers in slots(width, height).items():
        supported = {Tile.NEUTRAL: (), Tile.TEN: (covers[0], covers[-1])}.get(move.tile, covers)
        found[move.tile].append(Place(move, bits(covers), bits(supported)))
    return {tile: tuple(places) for tile, places in found.items()}


def bits(indices: Iterable[int]) -> int:
    """The cells as bits: bit ``i`` is cell ``i``."""
    return sum(1 << index for index in indices)


class Glance:
    """The open cells of a position, and where tiles fit, whatever the sides hold."""

    def __init__(self, position: Position) -> None:
        """Take a look at the position."""
        self.position = position
        self._places = all_places(position.rules.width, position.rules.height)
        top = position.levels[-1]
        below = position.levels[-2] if position.level > 1 else (Color.NEUTRAL,) * len(top)
        holes = _owned(below, None)
        open_cells = _owned(top, None)
        self._shut = holes | ~open_cells
        self._never = holes & open_cells
        self._barred = {side: _owned(below, side.opponent) for side in (Color.RED, Color.BLUE)}

    def fitting(self, side: Color, tile: Tile) -> list[Place]:
        """Where the tile fits for the player on the current level."""
        shut, barred = self._shut, self._barred[side]
        return [
            place
            for place in self._places[tile]
            if not place.cells & shut and not place.supported & barred
        ]

    def ten_places(self, side: Color, level: int) -> list[Place]:
        """The places for the player's tens on the current level or a later one."""
        if level == self.position.level:
            return self.fitting(side, Tile.TEN)
        if level > self.position.level + 1:
            return list(self._places[Tile.TEN])
        barred = _owned(self.position.levels[-1], side.opponent)
        return [
            place
            for place in self._places[Tile.TEN]
            if not place.cells & self._never and not place.supported & barred
        ]

    def is_hopeless(self, goal: Goal) -> bool:
        """Is it plain that the tens can no longer be laid: too few in hand, or too few places?"""
        if self.position.level > goal.level:
            return True
        if self.position.reserve(goal.attacker).tens < goal.tens:
            return True
        places = self.ten_places(goal.attacker, goal.level)
        return most_apart(places, goal.tens) < goal.tens


def is_hopeless(situation: Situation) -> bool:
    """Is it plain at a glance that the tens of the task can no longer be laid? Not if they lie."""
    goal = situation.goal
    return goal is not None and Glance(situation.position).is_hopeless(goal)


def can_be_blocked(situation: Situation) -> bool:
    """Does a tile of the defender, who is to move, leave too few places for the tens of the task?

    That a level ends with the tile, and what is open then becomes holes, is not looked at.
    """
    goal, position = situation.goal, situation.position
    if goal is None or position.mover is not goal.attacker.opponent:
        return False
    glance, hand = Glance(position), position.reserve(position.mover)
    later = goal.level > position.level
    held = [tile for tile in Tile if hand.count(tile) and not (later and tile is Tile.NEUTRAL)]
    places = glance.ten_places(goal.attacker, goal.level)
    # Of places without a common cell, a cell of a tile spoils one at most.
    longest = max((tile.length for tile in held), default=0)
    if goal.level > position.level + 1 or longest == 0:
        return False
    if most_apart(places, goal.tens + longest) == goal.tens + longest:
        return False
    tiles = {place.cells for tile in held for place in glance.fitting(position.mover, tile)}
    return any(
        most_apart(
            [place for place in places if not cells & (place.supported if later else place.cells)],
            goal.tens,
        )
        < goal.tens
        for cells in tiles
    )


def most_apart(places: Sequence[Place], most: int) -> int:
    """How many of the places can be used side by side, counted up to ``most``."""
    best = 0
    for index, place in enumerate(places):
        if best == most:
            break
        rest = [other for other in places[index + 1 :] if not other.cells & place.cells]
        best = max(best, 1 + (most_apart(rest, most - 1) if most > 1 else 0))
    return best


def _owned(level: Sequence[Color | None], owner: Color | None) -> int:
    return bits(index for index, found in enumerate(level) if found is owner)
