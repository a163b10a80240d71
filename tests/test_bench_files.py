"""Reports as files, and beside each other."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from steppe_solver.bench.comparison import compare, other_conditions
from steppe_solver.bench.files import format_report, parse_report
from steppe_solver.bench.report import Ablation, Measured, Options, Report, WithoutOne
from steppe_solver.bench.series import Series, by_series
from steppe_solver.errors import ParseError
from steppe_solver.solver import TableUse


def measured(name: str, nodes: int, *seconds: float, **other: Any) -> Measured:
    """A row with these figures."""
    row = Measured(
        name=name,
        spn=f"the position of {name}",
        series="s",
        level=2,
        levels=3,
        width=5,
        height=5,
        open_cells=8,
        expected=3,
        value=3,
        nodes=nodes,
        seconds=seconds,
        tables=TableUse(10, 5, 4, 3, 100),
        peak_memory=31.5,
    )
    return replace(row, **other)


def report(*rows: Measured, **other: Any) -> Report:
    """A report of these rows."""
    whole = Report(
        version="0.1.0",
        date="2026-11-30T12:00:00+00:00",
        complete=True,
        options=Options("some", 1, 1024, None, without=("packing",)),
        machine={"processor": "a processor", "cores": 2, "memory": None},
        build={"compiler": "GCC 12", "optimised": True},
        positions=rows,
        ablation=Ablation("small", 2, 100, 0.5, (WithoutOne("table", 250, 1.5, 2.5, 3.0),)),
    )
    return replace(whole, **other)


ROWS = (
    measured("a", 1000, 0.5, 0.25, 1.0),
    measured("b", 10, 0.125, value=4, error="4 is not the known value 3"),
    measured("c", 0, value=None, error="its process died", peak_memory=None),
)


@pytest.mark.parametrize("whole", [report(*ROWS), report(), report(*ROWS, ablation=None)])
def test_round_trip(whole: Report) -> None:
    """What is written comes back."""
    assert parse_report(format_report(whole)) == whole


def test_what_follows_is_written_too() -> None:
    """A script finds medians, spreads, rates and sums without any arithmetic."""
    data = json.loads(format_report(report(*ROWS)))
    row = data["positions"][0]
    assert (row["median"], row["spread"], row["nodes_per_second"]) == (0.5, 1.5, 2000)
    assert [other["right"] for other in data["positions"]] == [True, False, False]
    assert (data["total"]["nodes"], data["total"]["seconds"]) == (1010, 0.625)
    assert (data["total"]["positions"], data["total"]["right"]) == (3, 1)
    assert data["total"]["tables"]["probes"] == 30
    assert data["total"]["peak_memory"] == 31.5


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("", "1:1", "not JSON"),
        ("{\n]", "2:1", "not JSON"),
        ("[" * 100_000, "1:1", ""),
        ("[1]", "1:1", "no report of this benchmark"),
        ('{"format": "steppe-bench 1", "version": NaN}', "1:1", "numbers that are none"),
        ('{"format": "steppe-bench 99"}', "1:1", "no report of this benchmark"),
        ('{"format": "steppe-bench 1"}', "1:1", "'positions' is a required property"),
    ],
)
def test_what_is_no_report_is_refused(text: str, at: str, message: str) -> None:
    """Each is refused with its place and a reason."""
    with pytest.raises(ParseError) as caught:
        parse_report(text)
    faults = caught.value.faults
    assert faults[0].at == at
    assert any(message in fault.message for fault in faults)


def test_every_fault_of_a_report_is_told() -> None:
    """Faults are named by the path to them."""
    data = json.loads(format_report(report(*ROWS)))
    data["positions"][1]["nodes"] = "many"
    del data["positions"][2]["tables"]["hits"]
    data["complete"] = 1
    data["date"] = "\x1b[31myesterday"
    data["positions"][0]["nodes"] = 10**400
    with pytest.raises(ParseError) as caught:
        parse_report(json.dumps(data))
    messages = [fault.message for fault in caught.value.faults]
    assert [message.partition(":")[0] for message in messages] == [
        "$.complete",
        "$.date",
        "$.positions[0].nodes",
        "$.positions[1].nodes",
        "$.positions[2].tables",
    ]
    assert all(message.isprintable() for message in messages)


def test_series() -> None:
    """A series has the median and the most of what its solved positions cost, as they come."""
    rows = [
        measured("a", 10, 1.0, series="y"),
        measured("b", 40, 4.0, series="x"),
        measured("c", 20, 3.0, series="y"),
        measured("d", 90, 2.0, series="y"),
        measured("e", 5, 9.0, series="y", value=None),
    ]
    assert by_series(rows) == (Series("y", 3, 20, 90, 2.0, 3.0), Series("x", 1, 40, 40, 4.0, 4.0))


def test_comparison() -> None:
    """Ratios are new over old, position by position and in all, and other nodes are marked."""
    old = report(measured("a", 100, 2.0), measured("b", 300, 1.0), measured("gone", 7, 1.0))
    new = report(measured("b", 300, 0.5), measured("a", 50, 1.0), measured("fresh", 9, 1.0))
    found = compare(old, new)
    assert [change.new.name for change in found.changes] == ["b", "a"]
    assert [change.nodes_changed for change in found.changes] == [False, True]
    assert [change.nodes_ratio for change in found.changes] == [1, 0.5]
    assert [change.seconds_ratio for change in found.changes] == [0.5, 0.5]
    assert (found.changed, found.nodes_ratio, found.seconds_ratio) == (1, 350 / 400, 0.5)
    assert (found.only_old, found.only_new) == (("gone",), ("fresh",))


def test_only_right_answers_are_compared() -> None:
    """A wrong answer has no cost, and another position of the same name is another."""
    old = report(ROWS[0], measured("b", 10, 1.0), measured("d", 5, 1.0))
    new = report(ROWS[0], ROWS[1], measured("d", 5, 1.0, spn="another"))
    found = compare(old, new)
    assert [change.new.name for change in found.changes] == ["a"]
    assert found.only_old == ("b", "d")
    assert found.only_new == ("d",)


def test_conditions() -> None:
    """What differs between the runs is told, and nothing else."""
    old = report(*ROWS)
    assert other_conditions(old, old) == []
    new = report(
        *ROWS,
        options=replace(old.options, memory=64),
        machine={**old.machine, "cores": 4},
        build={**old.build, "optimised": False},
    )
    assert other_conditions(old, new) == [
        "build: optimised was yes, is no",
        "machine: cores was 2, is 4",
        "options: memory was 1024, is 64",
    ]
