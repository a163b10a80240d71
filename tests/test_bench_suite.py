"""Suites are read whole or not at all, and every fault has its place."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from command import EASY, LARGE

from steppe_solver import format_spn
from steppe_solver.bench import suite as suites
from steppe_solver.errors import ParseError

ROW: dict[str, Any] = {"name": "a", "series": "s", "spn": EASY, "value": 15}


def read(*rows: object) -> tuple[suites.Case, ...]:
    """The cases of a file with these rows."""
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    return suites.read_cases(BytesIO(text.encode()))


def test_rows_are_read() -> None:
    """Name, series, position and value come out as they are written; other fields do not matter."""
    (case,) = read({**ROW, "more": [1]})
    assert (case.name, case.series, format_spn(case.position), case.value) == ("a", "s", EASY, 15)


def test_the_name_stands_in_for_a_series() -> None:
    """A position without a series is one of its own."""
    (case,) = read({key: value for key, value in ROW.items() if key != "series"})
    assert case.series == "a"


@pytest.mark.parametrize("key", ["name", "spn", "value"])
def test_a_row_needs_these(key: str) -> None:
    """What is missing is named, and where."""
    with pytest.raises(ParseError, match=f'this position has no "{key}"') as caught:
        read(ROW, {other: value for other, value in ROW.items() if other != key})
    assert caught.value.faults[0].at == "2:1"


@pytest.mark.parametrize(
    ("row", "at", "message"),
    [
        ({**ROW, "value": 1.5}, "1:", '"value" is not a whole number'),
        ({**ROW, "value": True}, "1:", '"value" is not a whole number'),
        ({**ROW, "value": None}, "1:", '"value" is not a whole number'),
        ({**ROW, "value": "3"}, "1:", '"value" is not a whole number'),
        ({**ROW, "name": " "}, "1:10", '"name" is empty'),
        ({**ROW, "series": 3}, "1:", '"series" is not a string'),
        ({**ROW, "spn": LARGE}, "1:", "boards up to 5 x 5, not 6 x 2"),
        ({**ROW, "spn": "N R 0,0,0,0 0,0,0,0 0-0"}, "1:", ""),
        ([ROW, 3], "1:", "not an object"),
        ("{", "1:2", ""),
        ("", "1:1", "no position in this file"),
    ],
)
def test_faults(row: object, at: str, message: str) -> None:
    """Each kind of fault is refused, with its place and its reason."""
    with pytest.raises(ParseError) as caught:
        read(row)
    fault = caught.value.faults[0]
    assert fault.at.startswith(at)
    assert message in fault.message


def test_all_faults_are_told() -> None:
    """Faults of several rows come together, in the order of the rows."""
    with pytest.raises(ParseError) as caught:
        read({**ROW, "value": 0.5}, ROW, "[", {**ROW, "name": 1}, ROW)
    assert [fault.at.partition(":")[0] for fault in caught.value.faults] == ["1", "3", "4", "5"]
    assert "'a' is the name of line 2 too" in caught.value.faults[-1].message


def test_shipped_suites_are_found_by_name() -> None:
    """Every suite of the index is there, says what it is, and another name is refused."""
    assert suites.DEFAULT in suites.names()
    for name in suites.names():
        suite = suites.shipped(name)
        assert suite.name == name
        assert suite.cases
        assert suite.about == suites.about(name)
        assert suite.source
    with pytest.raises(KeyError):
        suites.shipped("steppe-41")
