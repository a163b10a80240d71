"""What a textbook gives who writes a solver in an afternoon: negamax, alpha-beta, a dictionary.

On the package's own rules (`steppe_solver.position`), as many would: the recursion of the textbooks
with lower and upper bounds kept in a dictionary, and the largest tiles first. Of what the package
knows beyond that it has the plainest part only: the points on the board are left out of the key,
so that positions which differ in nothing else are searched once.
"""

from __future__ import annotations

from collections.abc import Callable

from steppe_solver.position import Position

Bounds = tuple[float, float]
Key = tuple[object, ...]

INFINITE = float("inf")


def value(position: Position, visit: Callable[[], None]) -> int:
    """The final margin under perfect play, first player's points minus second's.

    ``visit`` is called for every position searched, and may raise to end it.
    """
    to_go = search(position, -INFINITE, INFINITE, {}, visit)
    return position.margin + (-to_go if position.mover and position.mover.index else to_go)


def search(
    position: Position,
    alpha: float,
    beta: float,
    table: dict[Key, Bounds],
    visit: Callable[[], None],
) -> int:
    """What the mover still wins on the opponent; outside the window, a bound on it."""
    visit()
    if position.mover is None:
        return 0
    key = (position.levels[-2:], position.level, position.mover, position.reserves)
    low, high = table.get(key, (-INFINITE, INFINITE))
    if low >= beta or low == high:
        return int(low)
    if high <= alpha:
        return int(high)
    window = max(alpha, low), min(beta, high)
    best, reached = -INFINITE, window[0]
    moves = sorted(position.legal_moves(), key=lambda move: move.tile.face, reverse=True)
    for move in moves:
        after = position.play(move)
        gained = move.tile.face * position.level
        if after.mover is position.mover:  # the opponent is skipped
            result = gained + search(after, reached - gained, window[1] - gained, table, visit)
        else:
            result = gained - search(after, gained - window[1], gained - reached, table, visit)
        best = max(best, result)
        reached = max(reached, best)
        if reached >= window[1]:
            break
    table[key] = (low if best <= window[0] else best, high if best >= window[1] else best)
    return int(best)
