"""Values in few words: who is ahead is always named, a bound never looks like a value."""

from __future__ import annotations

from steppe_solver.analysis.bounds import Bounds
from steppe_solver.position import Color, Edition


def value_in_words(value: Bounds, edition: Edition) -> str:
    """``Red by 12``, ``draw``; of bounds both: ``Red by 2 to 5``, ``Blue by 6 to Red by 8``."""
    low, high = (_exact(end, edition) for end in value)
    if value.exact is not None:
        return low
    if value.lower > 0 or value.upper < 0:  # the same player wins
        nearer, farther = sorted(map(abs, value))
        return f"{_exact(value.upper, edition).rpartition(' ')[0]} {nearer} to {farther}"
    return f"{low} to {high}"


def points(loss: Bounds) -> str:
    """``6``; of mere bounds both: ``2-56``."""
    return str(loss.lower) if loss.exact is not None else f"{loss.lower}-{loss.upper}"


def winner(sign: int, edition: Edition) -> str:
    """``a draw``, ``a win for Blue``."""
    if sign == 0:
        return "a draw"
    return f"a win for {edition.name_of(Color.RED if sign > 0 else Color.BLUE)}"


def _exact(value: int, edition: Edition) -> str:
    if value == 0:
        return "draw"
    return f"{edition.name_of(Color.RED if value > 0 else Color.BLUE)} by {abs(value)}"
