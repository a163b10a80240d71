"""The solver against the slow oracle, on hundreds of small variants."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
import reference
from checks import confirmed, exact_moves, sign
from variants import random_game, random_rules, self_play

from steppe_solver.notation import format_move, format_spn
from steppe_solver.position import Position
from steppe_solver.solver import Objective, Solver

REACH = 700
"""Positions the oracle may meet for one answer."""

OBJECTIVES: list[tuple[Objective, Callable[[int], int]]] = [("margin", int), ("outcome", sign)]
"""What may be asked for, and how it is read from a margin."""


def earliest_within_reach(game: list[Position]) -> tuple[int, dict[str, int]]:
    """The ply from which on the oracle can solve the game, about, and the values of the moves."""
    ply = 0
    while True:
        try:
            return ply, reference.move_values(format_spn(game[ply]), REACH)
        except reference.TooLargeError:
            ply += (len(game) - ply + 2) // 3


def check(solver: Solver, position: Position, values: dict[str, int]) -> None:
    """Compare value, outcome and the values of all moves with those of the oracle."""
    value = reference.value(format_spn(position))
    for objective, shown in OBJECTIVES:
        solution = confirmed(solver.solve(position, objective=objective, all_moves=True))
        assert solution.value == shown(value), format_spn(position)
        named = {format_move(move): found for move, found in exact_moves(solution).items()}
        assert named == {move: shown(v) for move, v in values.items()}, format_spn(position)


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions of this file."""
    return Solver(memory=64)


def test_random_variants(solver: Solver) -> None:
    """Value, outcome and every move's value agree on 250 variants, many from the first move on."""
    rng = Random(1)
    from_the_start = moves = 0
    for _ in range(250):
        game = random_game(rng, random_rules(rng, cells=rng.choice((5, 8, 12)), side=5))
        ply, values = earliest_within_reach(game)
        check(solver, game[ply], values)
        from_the_start += ply == 0 and not game[0].is_over
        moves += len(values)
    assert from_the_start >= 100
    assert moves >= 1_000


def test_random_positions_of_variants(solver: Solver) -> None:
    """They agree on positions in the middle of games on boards up to 5 x 5 with up to 5 levels."""
    rng = Random(2)
    levels = set()
    for _ in range(150):
        game = random_game(rng, random_rules(rng, cells=25, side=5, levels=5))
        middle = game[len(game) // 2 :]
        ply, values = earliest_within_reach(middle)
        check(solver, middle[ply], values)
        levels.add((middle[ply].level, middle[ply].rules.levels))
    assert len(levels) >= 10


def test_ends_of_the_standard_game(solver: Solver) -> None:
    """They agree on the last plies of games of self-play with the standard material."""
    rng = Random(3)
    plies = 0
    for _ in range(25):
        game = list(self_play(rng))[-14:]
        ply, values = earliest_within_reach(game)
        check(solver, game[ply], values)
        plies += len(game) - ply
    assert plies >= 120


@pytest.mark.slow
def test_larger_variants(solver: Solver) -> None:
    """They agree on variants that take the oracle up to twenty thousand positions."""
    rng = Random(4)
    solved = 0
    for _ in range(150):
        start = Position.start(random_rules(rng, cells=12, side=5))
        try:
            values = reference.move_values(format_spn(start), limit=20_000)
        except reference.TooLargeError:
            continue
        check(solver, start, values)
        solved += len(values) > 5
    assert solved >= 25
