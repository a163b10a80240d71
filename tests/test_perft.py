"""Move counts of the rules in Python against the known ones."""

from __future__ import annotations

from typing import Any

import pytest
from known import rows

from steppe_solver.notation import parse_spn
from steppe_solver.position import perft

SMALL, LARGE = 100_000, 1_000_000
"""Counts up to ``SMALL`` are made in every run, up to ``LARGE`` in the slow one."""


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=str(row["nodes"]), marks=[pytest.mark.slow] * (row["nodes"] > SMALL))
        for row in rows("perft")
        if row["nodes"] <= LARGE
    ],
)
def test_python_counts_what_is_known(row: dict[str, Any]) -> None:
    """The rules in Python find the known number of move sequences."""
    assert perft(parse_spn(row["spn"]), row["depth"]) == row["nodes"]


def test_no_moves_are_one_sequence() -> None:
    """There is one sequence of no moves from anywhere, and none of one move after the end."""
    over = parse_spn("RBR/RBB|.../... - 0,0,0,0 0,0,0,0 3-3 levels=2 reserves=3,0,0,0")
    assert perft(over, 0) == 1
    assert perft(over, 1) == 0
    assert perft(over, 2) == 0
