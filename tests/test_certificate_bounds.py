"""What the checker takes as plain, against the values of positions by plain recursion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from random import Random

import pytest
from certificates import setting_of, small_positions

from steppe_solver.certificate.board import NOBODY, Board, State
from steppe_solver.certificate.bounds import Bounds
from steppe_solver.certificate.likeness import different_moves, key_of


def values_by_recursion(board: Board, root: State) -> dict[State, int]:
    """The first player's margin to go from every position below, by trying every move of each."""
    known: dict[State, int] = {}

    def value(state: State) -> int:
        if state.mover == NOBODY:
            return 0
        if state not in known:
            sign = -1 if state.mover else 1
            known[state] = sign * max(
                board.points(state, move) + sign * value(board.play(state, move))
                for move in board.moves(state)
            )
        return known[state]

    value(root)
    return known


def every_position(
    seed: int, count: int, plies: int, visit: Callable[[Board, dict[State, int]], None]
) -> None:
    """Visit so many small boards with the values of all positions that can come up on each."""
    for position in small_positions(seed, count, plies):
        board, state, _ = setting_of(position)
        visit(board, values_by_recursion(board, state))


def check_bounds(seed: int, count: int, plies: int) -> None:
    """The bounds of every position, for both players, at any haste, never exceed the value."""
    rng = Random(seed)
    seen = exact = 0

    def visit(board: Board, values: dict[State, int]) -> None:
        nonlocal seen, exact
        bounds = Bounds(board)
        for state, value in values.items():
            for player, own in ((0, value), (1, -value)):
                thorough = bounds.lower(state, player, 10**6)
                hasty = bounds.lower(state, player, own - rng.randint(0, 20))
                assert hasty <= thorough <= own, state
                seen += 1
                exact += thorough == own

    every_position(seed, count, plies, visit)
    assert 3 * exact > seen  # or they would be of no use


def test_bounds_on_small_boards() -> None:
    """On small boards of every shape no bound is above what the player gets with perfect play."""
    check_bounds(21, 60, 5)


@pytest.mark.slow
def test_bounds_on_many_boards() -> None:
    """So it is on many more boards, from further back."""
    check_bounds(22, 800, 6)


def test_moves_that_are_left_out_come_to_the_same() -> None:
    """The best of the different moves is as good as the best of all, and some are left out."""
    left_out = 0

    def visit(board: Board, values: dict[State, int]) -> None:
        nonlocal left_out
        for state, value in values.items():
            sign = -1 if state.mover else 1
            moves = different_moves(board, state)
            after = [board.play(state, move) for move in moves]
            reached = [
                board.points(state, move) + sign * values.get(reached, 0)
                for move, reached in zip(moves, after, strict=True)
            ]
            assert sign * max(reached) == value
            everything = board.moves(state)
            assert set(moves) <= set(everything)
            left_out += len(everything) - len(moves)

    every_position(23, 60, 5, visit)
    assert left_out > 100


def test_positions_with_the_same_key_have_the_same_value() -> None:
    """Whatever positions of a board share a key, their values are equal; and many do share one."""
    shared = 0

    def visit(board: Board, values: dict[State, int]) -> None:
        nonlocal shared
        found = defaultdict(set)
        for state, value in values.items():
            found[key_of(board, state)].add(value)
        assert all(len(alike) == 1 for alike in found.values())
        shared += len(values) - len(found)

    every_position(24, 60, 5, visit)
    assert shared > 100
