"""What the search can do without: any part may be left out, and no value changes."""

from __future__ import annotations

from functools import cache

import pytest
from known import rows

from steppe_solver.bridge import Limit
from steppe_solver.notation import parse_spn
from steppe_solver.solver import Solver, Technique

EASY = [row for row in rows("values") if row["oracle_nodes"] < 20_000][::3]
"""Some known values, so easy that the search finds them without any part of it."""


@cache
def nodes_with_all() -> int:
    """The nodes that the whole search takes for the easy positions."""
    solver = Solver(16)
    return sum(solver.solve(parse_spn(row["spn"])).nodes for row in EASY)


@pytest.mark.parametrize("left_out", list(Technique))
def test_values_do_not_need_it(left_out: Technique) -> None:
    """Without the technique every value is as known; and it was really left out: nodes differ."""
    solver = Solver(16, without=[left_out])
    nodes = 0
    for row in EASY:
        solution = solver.solve(parse_spn(row["spn"]), Limit(nodes=5_000_000))
        assert solution.value == row["value"]
        nodes += solution.nodes
    assert nodes != nodes_with_all()


def test_values_need_none_of_them() -> None:
    """Without all of them at once the values are still as known."""
    solver = Solver(16, without=tuple(Technique))
    easiest = [row for row in EASY if row["oracle_nodes"] < 500]
    assert len(easiest) >= 5
    for row in easiest:
        assert solver.solve(parse_spn(row["spn"])).value == row["value"]


def test_use_of_the_tables_is_told() -> None:
    """What is said of the tables fits together, and without tables nothing is looked up."""
    hardest = max(EASY, key=lambda row: int(row["oracle_nodes"]))
    position = parse_spn(hardest["spn"])
    tables = Solver(16).solve(position).tables
    assert 0 < tables.cutoffs <= tables.hits < tables.probes
    assert 0 < tables.entries <= tables.slots
    assert Solver(16, without=[Technique.TABLE]).solve(position).tables.probes == 0
