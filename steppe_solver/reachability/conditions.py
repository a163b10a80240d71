"""The conditions a game must meet to end in the position, each with a name.

For every level, a *course* of the game (`search.Stretch`) names who should begin, which tiles of
each kind each player laid, and how many of the neutral tiles are whose. The cells of the position
are a matter of course; everything else is a condition:

- ``opener``, a level: on level 1 Red should begin; above, whoever placed last on the level below.
- ``skip``, a level: who is skipped there could place nothing at that time. Without it the tiles of
  the level may come in any order, and anybody may be the stated mover.
- ``complete``, a level and a player: the player could place nothing when the level was left behind.
- ``turn``: the stated mover is to move.
- ``tiles``, a player: the fives and tens laid are those gone from the reserve.
- ``score``, a player: the tiles laid give the points.
- ``neutrals``: each laid as many neutral tiles as are gone from the reserve.

Each speaks of a course alone, so that leaving out more of them never loses a course: where a set of
them cannot hold together, no larger set can.
"""

from __future__ import annotations

from typing import NamedTuple

from steppe_solver.position import PLAYERS, Color
from steppe_solver.reachability.floors import Floor


class Condition(NamedTuple):
    """The name of a condition."""

    kind: str
    level: int | None = None
    color: Color | None = None


Dropped = frozenset[Condition]
"""Conditions that are left out."""


def conditions_of(floors: tuple[Floor, ...], *, ended: bool) -> list[Condition]:
    """Every condition on a game that ends in the position, in the order in which to leave them out.

    A smallest conflicting set is found by leaving out one after the other, and the first ones are
    the likeliest to go: so a score or a tile is named only where the conflict needs it.
    """
    found = [Condition("score", None, color) for color in PLAYERS]
    found.append(Condition("neutrals"))
    found += [Condition("tiles", None, color) for color in PLAYERS]
    for floor in reversed(floors):
        if floor.complete:
            found += [
                Condition("complete", floor.number, color)
                for color in PLAYERS
                if floor.fits[color.index]
            ]
        found.append(Condition("opener", floor.number))
        found.append(Condition("skip", floor.number))
    if not ended:
        found.append(Condition("turn"))
    return found
