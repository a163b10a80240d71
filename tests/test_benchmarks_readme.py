"""The tables of the benchmarks tell the truth: values and nodes are those of this version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steppe_solver.bench.report import Options
from steppe_solver.bench.run import search
from steppe_solver.bench.suite import names, shipped

TEXT = (Path(__file__).parents[1] / "benchmarks" / "README.md").read_text(encoding="utf-8")

QUICK = 30_000
"""Nodes: rows of more are not solved anew here; the record of nodes has others."""


def shown(name: str) -> dict[str, tuple[int, int]]:
    """Value and nodes of the rows of a suite's table, by the position's name."""
    (table,) = re.findall(rf"^```text\n{name}: .*?^```$", TEXT, re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^(\S+ [a-z]) +\d+ +([+-]?\d+) +([\d,]+) ", table, re.MULTILINE)
    return {row: (int(value), int(nodes.replace(",", ""))) for row, value, nodes in rows}


@pytest.mark.parametrize("name", ["steppe-40", "level-2", "boards"])
def test_rows_of_suites(name: str) -> None:
    """Each position of the suite has its row with its value, and quick ones their exact nodes."""
    rows = shown(name)
    cases = shipped(name).cases
    assert list(rows) == [case.name for case in cases]
    solved = 0
    for case in cases:
        value, nodes = rows[case.name]
        assert value == case.value
        if nodes <= QUICK:
            assert search(case, Options(name, 1, 64, None)).nodes == nodes
            solved += 1
    assert solved >= 8


def test_sums() -> None:
    """The last row of a table has the nodes of all others."""
    for name in ("steppe-40", "level-2", "boards"):
        (table,) = re.findall(rf"^```text\n{name}: .*?^```$", TEXT, re.DOTALL | re.MULTILINE)
        (total,) = re.findall(r"^all +([\d,]+) ", table, re.MULTILINE)
        assert int(total.replace(",", "")) == sum(nodes for _, nodes in shown(name).values())


def test_every_suite_is_named() -> None:
    """Whoever reads the page meets every suite."""
    assert all(
        re.search(rf"`{name}`|--suite {name}\b|^{name}: ", TEXT, re.MULTILINE) for name in names()
    )
