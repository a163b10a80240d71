"""The solver against every known value."""

from __future__ import annotations

from typing import Any

import pytest
from checks import confirmed, exact_moves, sign
from known import rows

from steppe_solver.notation import format_move, parse_spn
from steppe_solver.solver import Objective, Solver

SOLVED_SERIES = {"l3-25": 91, "l2-8": 18, "l2-10": 10}
"""Series of the hard positions that every run solves, with how many of each are known."""

SLOW_SERIES = {"l2-12": 14, "l2-14": 12, "l2-16": 8}
"""Series that the slow run solves as well."""


MANY = 1_000_000
"""What took the search that made the data more positions than this is left to the slow run."""

VALUES = [
    pytest.param(row, id=row["id"], marks=[pytest.mark.slow] * (row["oracle_nodes"] > MANY))
    for row in rows("values")
]

OBJECTIVES: tuple[tuple[Objective, str], ...] = (("margin", "value"), ("outcome", "outcome"))
"""What may be asked for, and the field that holds the answer."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions of this file."""
    return Solver(memory=256)


@pytest.mark.parametrize("row", VALUES)
def test_known_value(solver: Solver, row: dict[str, Any]) -> None:
    """Value, outcome, the moves that keep the value and the number of moves are as known."""
    position = parse_spn(row["spn"])
    for objective, field in OBJECTIVES:
        assert confirmed(solver.solve(position, objective=objective)).value == row[field]

    values = exact_moves(confirmed(solver.solve(position, all_moves=True)))
    keep = {format_move(move) for move, value in values.items() if value == row["value"]}
    assert keep == set(row["best_moves"])
    assert len(values) == row["n_legal"]
    outcomes = confirmed(solver.solve(position, objective="outcome", all_moves=True))
    assert exact_moves(outcomes) == {move: sign(value) for move, value in values.items()}


def check_series(solver: Solver, series: str, count: int) -> None:
    """Solve the positions of a series whose value is known, and compare."""
    known = [
        row for row in rows("frontier") if row["series"] == series and row["value"] is not None
    ]
    assert len(known) == count
    for row in known:
        position = parse_spn(row["spn"])
        assert confirmed(solver.solve(position)).value == row["value"], row["id"]
        outcome = confirmed(solver.solve(position, objective="outcome"))
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
