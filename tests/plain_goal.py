"""What a goal costs, by plain recursion over `reference`: every move of every position, no more.

It shares no code with the package. Positions and moves are text; players are 0 and 1.
"""

from __future__ import annotations

import math

import reference


def cost(
    game: reference.Game,
    attacker: int,
    tens: int,
    level: int,
    known: dict[tuple[reference.Game, int], float],
    limit: int,
) -> float:
    """The attacker's own moves needed to lay so many tens on the level; infinity for never."""
    if tens == 0:
        return 0
    if game.mover is None or len(game.floors) > level:
        return math.inf
    key = (game._replace(points=()), tens)
    if key not in known:
        if len(known) >= limit:
            raise reference.TooLargeError
        costs = _costs(game, attacker, tens, level, known, limit).values()
        known[key] = min(costs) if game.mover == attacker else max(costs)
    return known[key]


def _costs(
    game: reference.Game,
    attacker: int,
    tens: int,
    level: int,
    known: dict[tuple[reference.Game, int], float],
    limit: int,
) -> dict[str, float]:
    costs = {}
    attacking = game.mover == attacker
    for move, after in reference.successors(game).items():
        counts = attacking and move.startswith("10") and len(game.floors) == level
        costs[move] = attacking + cost(after, attacker, tens - counts, level, known, limit)
    return costs


def costs_of_moves(
    spn: str, attacker: int, tens: int, level: int, limit: int = 1_000
) -> dict[str, float]:
    """What the attacker needs after every legal move, a move of the attacker's own included.

    TooLargeError once more than ``limit`` positions have been met.
    """
    return _costs(reference.read(spn), attacker, tens, level, {}, limit)
