"""Measuring: values are checked, nodes repeat, and nothing that happens to one harms another."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest
from known import rows

from steppe_solver import parse_spn
from steppe_solver.bench import ablation, run
from steppe_solver.bench.report import Options, total
from steppe_solver.bench.suite import Case, Suite
from steppe_solver.solver import Solver, Technique

KNOWN = [row for row in rows("frontier") if row["series"] == "l3-25"][:4]
CASES = [Case(row["id"], "l3-25", parse_spn(row["spn"]), row["value"]) for row in KNOWN]
OPTIONS = Options("some", threads=1, memory=16, repeat=None)


def test_what_is_measured() -> None:
    """Values and nodes are the solver's own, in order; quick positions are solved three times."""
    found = list(run.measure(CASES, OPTIONS))
    assert [row.name for row in found] == [case.name for case in CASES]
    for row, case in zip(found, CASES, strict=True):
        solution = Solver(16).solve(case.position)
        assert row.right
        assert row.error is None
        assert (row.value, row.nodes, row.tables) == (case.value, solution.nodes, solution.tables)
        assert len(row.seconds) == 3
        assert row.open_cells == 25
        assert row.peak_memory is None or row.peak_memory > 1
    sums = total(found)
    assert (sums.positions, sums.right) == (4, 4)
    assert sums.nodes == sum(row.nodes for row in found)
    assert sums.tables.probes == sum(row.tables.probes for row in found)


@pytest.mark.parametrize("repeat", [1, 2, 5])
def test_repetitions(repeat: int) -> None:
    """A position is solved as often as is said."""
    (row,) = run.measure(CASES[:1], replace(OPTIONS, repeat=repeat))
    assert len(row.seconds) == repeat


def test_a_wrong_value_is_told() -> None:
    """A value that is not the known one makes the row wrong, and no other."""
    spoilt = replace(CASES[1], value=CASES[1].value + 1)
    found = list(run.measure([CASES[0], spoilt, CASES[2]], OPTIONS))
    assert [row.right for row in found] == [True, False, True]
    assert found[1].error == f"{CASES[1].value} is not the known value {spoilt.value}"


def test_a_limit_is_told() -> None:
    """What is not solved in time has no value, and says what is proved."""
    start = Case(
        "start", "start", parse_spn("...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0"), 0
    )
    (row,) = run.measure([start], replace(OPTIONS, limit=0.05))
    assert row.value is None
    assert not row.right
    assert row.error is not None
    assert row.error.startswith("not solved: it is between -")


def killed(task: Any) -> Any:
    """Nothing: the process ends at once where the case is called so."""
    if task.case.name == "killer":
        os._exit(9)
    return SOLVED(task)


SOLVED = run._solved


def test_a_process_that_dies_harms_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process leaves a row that says so, and the next position is measured."""
    monkeypatch.setattr(run, "_solved", killed)
    cases = [replace(CASES[0], name="killer"), CASES[1]]
    found = list(run.measure(cases, OPTIONS))
    assert found[0].error == "its process died: killed, or out of memory"
    assert found[0].value is None
    assert found[1].right


def test_giving_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised while waiting comes through at once."""
    hard = replace(
        CASES[0], position=parse_spn("...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0")
    )

    def enough() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run.measure([hard], OPTIONS, while_waiting=enough))


def test_ablation() -> None:
    """Every technique gets its row, nodes are those of a search without it, and ratios follow."""
    suite = Suite("some", tuple(CASES))
    found = ablation.ablate(suite, OPTIONS)
    assert [row.technique for row in found.rows] == [technique.value for technique in Technique]
    for row in found.rows:
        searches = (Solver(16, without=[Technique(row.technique)]) for _ in CASES)
        nodes = sum(
            solver.solve(case.position).nodes for solver, case in zip(searches, CASES, strict=True)
        )
        assert row.nodes == nodes
        assert row.nodes_ratio == pytest.approx(nodes / found.nodes)
        assert row.seconds_ratio == pytest.approx(row.seconds / found.seconds)


def test_ablation_checks_values() -> None:
    """A wrong value ends it, with the name of the position."""
    suite = Suite("some", (replace(CASES[0], value=99),))
    with pytest.raises(ablation.AblationError, match=f"without nothing: {CASES[0].name}: .* 99"):
        ablation.ablate(suite, OPTIONS)


def test_ablation_stands_by_itself() -> None:
    """It begins with all techniques and knows no limit, whatever the run does without."""
    suite = Suite("some", tuple(CASES[:2]))
    found = ablation.ablate(suite, replace(OPTIONS, without=("packing",), limit=0.0))
    assert [row.technique for row in found.rows] == [technique.value for technique in Technique]
    assert found.nodes == sum(Solver(16).solve(case.position).nodes for case in CASES[:2])
