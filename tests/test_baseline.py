"""The record of nodes: what passes, what fails, and what is written down."""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from steppe_solver.bench.report import Options
from steppe_solver.bench.run import measure
from steppe_solver.bench.suite import shipped

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # scripts, not a package
baseline: Any = importlib.import_module("baseline")

RECORD = json.loads(baseline.RECORD.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found() -> Any:
    """What the suite takes here."""
    return list(measure(shipped(baseline.SUITE).cases, Options("", 1, 256, repeat=1)))


def test_the_search_is_as_recorded(found: Any) -> None:
    """The record is that of the search as it is, so that every change of it shows."""
    assert baseline.verdict(found, RECORD) == "exactly as recorded"


def test_history_leads_to_the_record() -> None:
    """Each change has date, old and new figure and reason, and the last is what is recorded."""
    history = RECORD["history"]
    assert history[0]["old"] is None
    for before, after in pairwise(history):
        assert after["old"] == before["new"]
        assert date.fromisoformat(after["date"]) >= date.fromisoformat(before["date"])
    assert all(change["reason"].strip() for change in history)
    assert history[-1]["new"] == sum(RECORD["nodes"].values())


def test_growth_fails(found: Any) -> None:
    """Six per cent more nodes fail; four per cent more, or fewer, are said to need a record."""
    many = sum(row.nodes for row in found)
    for growth, ends in ((0.06, True), (0.04, False), (-0.3, False)):
        grown = [replace(found[0], nodes=found[0].nodes + int(growth * many)), *found[1:]]
        if ends:
            with pytest.raises(baseline.WorseError, match=r"6\.0% over"):
                baseline.verdict(grown, RECORD)
        else:
            assert "--record the change" in baseline.verdict(grown, RECORD)


def test_wrong_values_fail(found: Any) -> None:
    """A wrong value fails, whatever the nodes are."""
    baseline.checked(found)
    with pytest.raises(baseline.WorseError, match="is not the known value"):
        baseline.checked([replace(found[0], error="3 is not the known value 4"), *found[1:]])


def test_another_suite_fails(found: Any) -> None:
    """A record of other positions says nothing of these."""
    with pytest.raises(baseline.WorseError, match="not the positions on record"):
        baseline.verdict(found[1:], RECORD)


def test_recording(found: Any) -> None:
    """A change is written with its date, both figures and the reason; without one it is refused."""
    fewer = [replace(row, nodes=row.nodes // 2) for row in found]
    record = baseline.recorded(fewer, RECORD, "half of it was needless", date(2027, 1, 2))
    assert record["history"][:-1] == RECORD["history"]
    assert record["history"][-1] == {
        "date": "2027-01-02",
        "old": sum(RECORD["nodes"].values()),
        "new": sum(row.nodes for row in fewer),
        "reason": "half of it was needless",
    }
    with pytest.raises(baseline.WorseError, match="with its reason"):
        baseline.recorded(fewer, RECORD, " ", date(2027, 1, 2))
