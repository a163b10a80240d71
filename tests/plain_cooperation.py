"""How soon tens can lie if both sides help, by plain recursion over `reference`: every move of
every position, no more.

It shares no code with the package. Positions and moves are text; players are 0 and 1.
"""

from __future__ import annotations

import math

import reference

Known = dict[tuple[reference.Game, int], float]
"""The tiles still needed in every position met, with so many tens still to be laid."""


def tiles(
    game: reference.Game, attacker: int, tens: int, level: int, known: Known, limit: int
) -> float:
    """The fewest tiles, of both sides, until so many tens lie on the level; infinity for never.

    TooLargeError once more than ``limit`` positions are known.
    """
    if tens == 0:
        return 0
    if game.mover is None or len(game.floors) > level:
        return math.inf
    key = (game, tens)
    if key not in known:
        if len(known) >= limit:
            raise reference.TooLargeError
        known[key] = min(tiles_by_move(game, attacker, tens, level, known, limit).values())
    return known[key]


def tiles_by_move(
    game: reference.Game, attacker: int, tens: int, level: int, known: Known, limit: int
) -> dict[str, float]:
    """The same for every legal move, its tile included."""
    return {
        move: 1
        + tiles(after, attacker, tens - _laid(game, move, attacker, level), level, known, limit)
        for move, after in reference.successors(game).items()
    }


def within(
    game: reference.Game, attacker: int, tens: int, level: int, most: int, limit: int
) -> dict[str, float]:
    """The same again for moves that need at most so many tiles; infinity says more, or never.

    It plays all lines of that length, and so needs not see the end of the game. TooLargeError once
    there are more than ``limit`` positions.
    """
    found = {}
    positions = 0
    for move, after in reference.successors(game).items():
        found[move] = math.inf
        layer = {(after, tens - _laid(game, move, attacker, level))}
        for number in range(1, most + 1):
            if any(left == 0 for _, left in layer):
                found[move] = number
                break
            if number == most:
                break
            layer = {
                (later, left - _laid(one, reply, attacker, level))
                for one, left in layer
                if len(one.floors) <= level
                for reply, later in reference.successors(one).items()
            }
            positions += len(layer)
            if positions > limit:
                raise reference.TooLargeError
    return found


def _laid(game: reference.Game, move: str, attacker: int, level: int) -> int:
    return int(game.mover == attacker and move.startswith("10") and len(game.floors) == level)
