"""What a search under a limit answers: bounds that are proved, and never worse than a look."""

from __future__ import annotations

from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from checks import confirmed, exact_moves, sign
from known import rows
from packing import static_bounds
from variants import level2_positions, near_end, random_game, random_rules

from steppe_solver.notation import format_move, format_spn, parse_spn
from steppe_solver.position import Color, Position
from steppe_solver.solver import Limit, Progress, Solution, Solver

NODES = (0, 1, 2, 5, 10, 30, 100, 300, 1_000, 3_000, 10_000)

SOLVED = [
    row
    for row in rows("values") + rows("frontier")
    if row["value"] is not None and row.get("oracle_nodes", row.get("prototype_nodes", 0)) > 100
][::3]
"""Positions with a known value that are not solved at sight."""

OPEN = [parse_spn(row["spn"]) for row in rows("frontier") if row["value"] is None]
"""Positions whose value nobody knows."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions of this file."""
    return Solver(memory=64)


def contains(solution: Solution, value: int) -> bool:
    """Do the bounds contain the value?"""
    return solution.lower <= value <= solution.upper


def assert_narrowing(solutions: list[Solution]) -> None:
    """Assert that each answer's bounds, and its moves', lie within those of the one before."""
    for wide, narrow in pairwise(solutions):
        assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper
        for move, (lower, upper) in (wide.moves or {}).items():
            assert narrow.moves is not None
            assert lower <= narrow.moves[move][0] <= narrow.moves[move][1] <= upper


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: row["id"])
def test_bounds_contain_the_value(solver: Solver, row: dict[str, Any]) -> None:
    """Under every node limit the bounds contain the value, and more nodes never widen them."""
    position = parse_spn(row["spn"])
    solutions = [confirmed(solver.solve(position, Limit(nodes=nodes))) for nodes in NODES]
    for nodes, solution in zip(NODES, solutions, strict=True):
        assert contains(solution, row["value"])
        assert solution.status == "exact" or solution.nodes <= nodes
    assert_narrowing(solutions)


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: row["id"])
def test_bounds_contain_the_outcome(solver: Solver, row: dict[str, Any]) -> None:
    """The same when only the sign is asked for: bounds within -1 and 1 that contain it."""
    position = parse_spn(row["spn"])
    solutions = [
        confirmed(solver.solve(position, Limit(nodes=nodes), objective="outcome"))
        for nodes in NODES
    ]
    for solution in solutions:
        assert -1 <= solution.lower <= sign(row["value"]) <= solution.upper <= 1
    assert_narrowing(solutions)


@pytest.mark.parametrize(
    "row", [row for row in SOLVED if "best_moves" in row], ids=lambda row: row["id"]
)
def test_bounds_of_moves_contain_their_values(solver: Solver, row: dict[str, Any]) -> None:
    """Moves that keep the value have it in their bounds; no other is claimed to reach it."""
    position = parse_spn(row["spn"])
    value, first = row["value"], position.mover is Color.RED
    solutions = [
        confirmed(solver.solve(position, Limit(nodes=nodes), all_moves=True)) for nodes in NODES
    ]
    for solution in solutions:
        assert contains(solution, value)
        assert solution.moves is not None
        for move, (lower, upper) in solution.moves.items():
            if format_move(move) in row["best_moves"]:
                assert lower <= value <= upper
            else:
                assert lower < value if first else upper > value
    assert_narrowing(solutions)


def test_bounds_of_random_positions_contain_their_values(solver: Solver) -> None:
    """On variants and on level 2, bounds of the value and of every move contain the exact ones."""
    rng = Random(1)
    positions = [near_end(rng, random_rules(rng, side=5, cells=25), 6) for _ in range(80)]
    positions += islice(level2_positions(seed=2, empty=6), 15)
    bounded = 0
    for position in positions:
        exact = solver.solve(position, all_moves=True)
        values = exact_moves(exact)
        for nodes in (0, 3, 20, 150):
            solution = confirmed(solver.solve(position, Limit(nodes=nodes), all_moves=True))
            assert contains(solution, exact.lower)
            assert solution.moves is not None
            for move, value in values.items():
                assert solution.moves[move][0] <= value <= solution.moves[move][1]
            bounded += solution.status == "bounded"
    assert bounded > 50


def never_wider(solver: Solver, position: Position) -> bool:
    """Assert that a look without a search is at least as good as packing; was it no better?"""
    lower, upper = static_bounds(position)
    solution = solver.solve(position, Limit(nodes=0))
    assert lower <= solution.lower <= solution.upper <= upper
    return (lower, upper) == (solution.lower, solution.upper)


def test_bounds_are_never_wider_than_packing(solver: Solver) -> None:
    """Without a node searched, no bound is worse than what each player could pack undisturbed."""
    rng = Random(3)
    equal = 0
    for _ in range(150):
        game = random_game(rng, random_rules(rng, cells=9))
        equal += never_wider(solver, rng.choice(game))
    assert 20 < equal < 150


def test_bounds_of_moves_are_never_wider_than_packing(solver: Solver) -> None:
    """The same holds of every move: its bounds are no worse than packing after it."""
    rng = Random(4)
    for _ in range(40):
        position = rng.choice(random_game(rng, random_rules(rng, cells=9)))
        solution = solver.solve(position, Limit(nodes=0), all_moves=True)
        for move, (lower, upper) in (solution.moves or {}).items():
            low, high = static_bounds(position.play(move))
            assert low <= lower <= upper <= high


def narrowed(solver: Solver, position: Position, limits: tuple[int, ...]) -> bool:
    """Has the last of the node limits left narrower bounds than the first? None may widen them."""
    solutions = [confirmed(solver.solve(position, Limit(nodes=nodes))) for nodes in limits]
    assert_narrowing(solutions)
    first, last = solutions[0], solutions[-1]
    return last.upper - last.lower < first.upper - first.lower


def test_open_positions_get_narrowing_bounds(solver: Solver) -> None:
    """Where nobody knows the value, more nodes never widen the bounds, and may narrow them soon."""
    limits = (0, 100, 10_000, 100_000)
    assert sum(narrowed(solver, position, limits) for position in OPEN[::3]) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("position", OPEN, ids=format_spn)
def test_a_million_nodes_narrow_all_bounds(solver: Solver, position: Position) -> None:
    """However hard the position, a million nodes prove more than is plain to see."""
    assert narrowed(solver, position, (0, 1_000_000))


def test_the_outcome_comes_first(solver: Solver) -> None:
    """With the nodes that the outcome alone takes, a search for the margin knows who wins."""
    sooner = 0
    for row in SOLVED:
        position = parse_spn(row["spn"])
        outcome = solver.solve(position, Limit(nodes=100_000), objective="outcome")
        margin = solver.solve(position, Limit(nodes=outcome.nodes))
        if outcome.value is not None:
            assert sign(margin.lower) == sign(margin.upper) == outcome.value == sign(row["value"])
            sooner += margin.status == "bounded"
    assert sooner > 10


def test_outcomes_of_all_moves_come_first(solver: Solver) -> None:
    """Of all moves it is known who wins after them, before most of their margins are known."""
    row = next(row for row in rows("frontier") if row["id"] == "f272")
    position, nodes = parse_spn(row["spn"]), 1_000
    while True:
        moves = solver.solve(position, Limit(nodes=nodes), all_moves=True).moves or {}
        if all(sign(lower) == sign(upper) for lower, upper in moves.values()):
            break
        nodes += nodes // 4
    assert sum(lower < upper for lower, upper in moves.values()) > len(moves) / 2


def test_no_move_claims_more_than_the_value(solver: Solver) -> None:
    """Under any limit no bound of a move allows its mover more than what is proved of the value."""
    for row in SOLVED[::4]:
        position = parse_spn(row["spn"])
        for nodes in NODES:
            solution = solver.solve(position, Limit(nodes=nodes), all_moves=True)
            for lower, upper in (solution.moves or {}).values():
                if position.mover is Color.RED:
                    assert upper <= solution.upper
                else:
                    assert lower >= solution.lower


def test_a_time_limit_leaves_proved_bounds(solver: Solver) -> None:
    """Stopped by the clock, at once or soon, a search answers with bounds around the value."""
    row = max(
        (row for row in rows("frontier") if row["value"] is not None),
        key=lambda row: row["prototype_nodes"],
    )
    for seconds in (0.0, 0.05, 0.2):
        limit = Limit(seconds=seconds)
        solution = confirmed(solver.solve(parse_spn(row["spn"]), limit, all_moves=True))
        assert solution.status == "bounded"
        assert not solution.interrupted
        assert contains(solution, row["value"])


def test_progress_narrows_and_may_stop_the_search(solver: Solver) -> None:
    """Reports during a search hold bounds that only narrow; the answer to a stop is no wider."""
    seen: list[Progress] = []

    def watch(progress: Progress) -> bool:
        seen.append(progress)
        return len(seen) == 5

    solution = confirmed(solver.solve(OPEN[0], on_progress=watch))
    assert solution.interrupted
    assert solution.status == "bounded"
    assert len(seen) == 5
    for before, after in pairwise(seen):
        assert before.lower <= after.lower <= after.upper <= before.upper
        assert before.nodes < after.nodes
        assert before.seconds <= after.seconds
    assert seen[-1].lower <= solution.lower <= solution.upper <= seen[-1].upper
