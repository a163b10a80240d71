"""Levels filled so that only so many places are left for a player's tens on the next one.

A SAT solver fills the rest of a level so that, over it, one place (or two, or three apart) bears a
ten of the attacker's, and no other does: each other place has an end on the defender. The players
then lay these tiles in turn, and the positions shortly before the end of the level are candidates:
the attacker is about to be left with a single line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from steppe_solver.position import Color, Position, Tile, slots
from steppe_solver.stopping import Stop
from steppe_solver.tiling.encoding import encode
from steppe_solver.tiling.question import Laying, Layout, Question
from steppe_solver.tiling.sat import Oracle


def with_tens_left(
    position: Position, attacker: Color, tens: int, rng: Random, stop: Stop
) -> Laying | None:
    """A filling of the level over which just so many places bear the attacker's tens, or None.

    The places have no common cell. None too where chance asked for too much. The level must have no
    holes below it, as the first two of the standard game have none. Raises StoppedError.
    """
    rules = position.rules
    open_cells = position.levels[-1].count(None)
    covers = slots(rules.width, rules.height)
    encoding = encode(Question(Layout.of(position), full=True), stop=stop)
    formula, count = encoding.formula, len(encoding.placements)
    defended: list[list[int]] = [[] for _ in position.levels[-1]]
    for variable, placement in enumerate(encoding.placements, 1):
        if placement.owner is attacker.opponent:
            for index in covers[placement.move]:
                defended[index].append(variable)
    # A variable for every place: true if no end of it will be the defender's, else false.
    free: dict[tuple[int, ...], int] = {}
    for move, place in covers.items():
        ends = place[0], place[-1]
        if move.tile is Tile.TEN and not any(
            position.levels[-1][end] is attacker.opponent for end in ends
        ):
            free[place] = formula.variable()
            formula.add(free[place], *(v for end in ends for v in defended[end]))
            for variable in (v for end in ends for v in defended[end]):
                formula.add(-free[place], -variable)
    if len(free) < tens:
        return None
    formula.add_at_most(list(free.values()), tens)
    formula.add(formula.counter(list(free.values()), tens)[-1])
    for one, other in combinations(free, 2):
        if not set(one).isdisjoint(other):
            formula.add(-free[one], -free[other])
    # Blocking takes many of the defender's cells, yet the players lay in turn: so the defender lays
    # large tiles and the attacker small ones, about as many. How many is left to chance.
    theirs = [v for v, p in enumerate(encoding.placements, 1) if p.owner is attacker.opponent]
    others = [v for v in range(1, count + 1) if v not in set(theirs)]
    most = rng.randint(1 + open_cells // 5, 1 + open_cells // 2)
    formula.add_at_most(theirs, most)
    if most - 1 > len(others):
        return None
    if most > 1:
        formula.add(formula.counter(others, most - 1)[-1])
    with Oracle(formula, stop) as oracle:
        liked = [*range(1, count + 1), *free.values()]
        oracle.prefer([rng.choice((1, -1)) * variable for variable in liked])
        return encoding.decode(oracle.model()) if oracle.satisfiable() else None


def laid_in_turn(position: Position, laid: Laying, rng: Random) -> Iterator[Position]:
    """The positions on the way, as both players lay the tiles of the filling in legal turns.

    It ends with the level, or where a player has no tile of the filling left to lay. Neutral tiles
    are kept for last: either player can lay them.
    """
    level, left = position.level, list(laid)
    rng.shuffle(left)
    while position.level == level and not position.is_over:
        mover = position.mover
        own = [placement for placement in left if placement.owner is mover]
        if not own and mover is not None and position.reserve(mover).neutrals:
            own = [placement for placement in left if placement.owner is Color.NEUTRAL]
        if not own:
            return
        placement = own[-1]
        left.remove(placement)
        position = position.play(placement.move)
        yield position
