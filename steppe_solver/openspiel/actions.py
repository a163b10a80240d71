"""Actions as numbers: the place of a move among all ways to lay a tile on the empty board."""

from __future__ import annotations

from functools import cache

from steppe_solver.position import Move, Rules, slots


def action_of(move: Move, rules: Rules) -> int:
    """The number of the move on such a board. Raises KeyError for what is no move there."""
    return _numbers(rules.width, rules.height)[move]


def move_of(action: int, rules: Rules) -> Move:
    """The move with this number on such a board. Raises IndexError for what is no number there."""
    if action < 0:
        raise IndexError(f"no action has the number {action}")
    return _moves(rules.width, rules.height)[action]


def action_count(rules: Rules) -> int:
    """How many numbers there are: 0 up to one less."""
    return len(_moves(rules.width, rules.height))


@cache
def _numbers(width: int, height: int) -> dict[Move, int]:
    return {move: number for number, move in enumerate(slots(width, height))}


@cache
def _moves(width: int, height: int) -> tuple[Move, ...]:
    return tuple(slots(width, height))
