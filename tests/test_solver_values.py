"""The solver against every known value."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import pytest
from checks import confirm, exact_moves, sign
from known import rows

from steppe_solver.notation import format_move, parse_spn
from steppe_solver.solver import Objective, Solver

SOLVED_SERIES = {"l3-25": 91, "l2-8": 18, "l2-10": 10}
"""Series of the hard positions that every run solves, with how many of each are known."""

SLOW_SERIES = {"l2-12": 14, "l2-14": 12, "l2-16": 8}
"""Series that the slow run solves as well."""


VALUES = rows("values")
NAME = itemgetter("id")

MANY = 1_000_000
"""Positions with more nodes than this have all their moves solved in the slow run only."""

OBJECTIVES: tuple[tuple[Objective, str], ...] = (("margin", "value"), ("outcome", "outcome"))
"""What may be asked for, and the field that holds the answer."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions of this file."""
    return Solver(memory=256)


def check_every_move(solver: Solver, row: dict[str, Any]) -> None:
    """Compare the values of all moves, and their signs, with what is known of them."""
    position = parse_spn(row["spn"])
    solution = solver.solve(position, all_moves=True)
    confirm(solution)
    assert solution.value == row["value"]
    values = exact_moves(solution)
    assert len(values) == row["n_legal"]
    keep = {format_move(move) for move, value in values.items() if value == row["value"]}
    assert keep == set(row["best_moves"])

    outcome = solver.solve(position, objective="outcome", all_moves=True)
    confirm(outcome)
    assert outcome.value == row["outcome"]
    assert exact_moves(outcome) == {move: sign(value) for move, value in values.items()}


@pytest.mark.parametrize("row", VALUES, ids=NAME)
def test_known_value(solver: Solver, row: dict[str, Any]) -> None:
    """Value and outcome are as known, each shown by a line to the end."""
    position = parse_spn(row["spn"])
    for objective, known in OBJECTIVES:
        solution = solver.solve(position, objective=objective)
        confirm(solution)
        assert solution.value == row[known]


@pytest.mark.parametrize("row", [row for row in VALUES if row["oracle_nodes"] <= MANY], ids=NAME)
def test_known_moves(solver: Solver, row: dict[str, Any]) -> None:
    """The moves that keep the value, and the number of moves, are as known."""
    check_every_move(solver, row)


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in VALUES if row["oracle_nodes"] > MANY], ids=NAME)
def test_known_moves_of_hard_positions(solver: Solver, row: dict[str, Any]) -> None:
    """The same where every move's value takes a while."""
    check_every_move(solver, row)


def check_series(solver: Solver, series: str, count: int) -> None:
    """Solve the positions of a series whose value is known, and compare."""
    known = [
        row for row in rows("frontier") if row["series"] == series and row["value"] is not None
    ]
    assert len(known) == count
    for row in known:
        position = parse_spn(row["spn"])
        solution = solver.solve(position)
        confirm(solution)
        assert solution.value == row["value"], row["id"]
        outcome = solver.solve(position, objective="outcome")
        confirm(outcome)
        assert outcome.value == sign(row["value"]), row["id"]


@pytest.mark.parametrize(("series", "count"), SOLVED_SERIES.items())
def test_hard_positions(solver: Solver, series: str, count: int) -> None:
    """Starts of level 3 and level 2 with 8 and 10 empty cells have the known values."""
    check_series(solver, series, count)


@pytest.mark.slow
@pytest.mark.parametrize(("series", "count"), SLOW_SERIES.items())
def test_harder_positions(solver: Solver, series: str, count: int) -> None:
    """Level 2 with 12, 14 and 16 empty cells has the known values."""
    check_series(solver, series, count)
