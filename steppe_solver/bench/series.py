"""Positions of a kind taken together: what the usual one costs, and the dearest."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from steppe_solver.bench.report import Measured


@dataclass(frozen=True, slots=True)
class Series:
    """The costs of the solved positions of a series: medians, and the most."""

    name: str
    positions: int
    nodes: float
    most_nodes: int
    seconds: float
    most_seconds: float


def by_series(rows: Iterable[Measured]) -> tuple[Series, ...]:
    """The series in the order in which they begin; what was not solved is left out."""
    found: dict[str, list[Measured]] = {}
    for row in rows:
        if row.right:
            found.setdefault(row.series, []).append(row)
    return tuple(
        Series(
            name,
            len(members),
            statistics.median(row.nodes for row in members),
            max(row.nodes for row in members),
            statistics.median(row.median for row in members),
            max(row.median for row in members),
        )
        for name, members in found.items()
    )
