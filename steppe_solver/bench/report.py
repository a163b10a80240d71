"""What a run of the benchmark found, as values that go to a file and come back."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from steppe_solver.solver import TableUse

FORMAT = "steppe-bench 1"
"""The first field of a report's file; the number goes up when fields change their meaning."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How one position was solved.

    ``expected`` is the known value, ``value`` the one found (None where a limit or an error came
    first; ``error`` then says what). ``nodes`` are the same in every repetition; ``seconds`` has
    the time of the search by the clock, of each. ``peak_memory`` is that of a process which solved
    this position alone, Python included, in MiB; None where the system does not tell.
    ``tables`` is their use in one search. ``open_cells`` are those of the current level.
    """

    name: str
    spn: str
    series: str
    level: int
    levels: int
    width: int
    height: int
    open_cells: int
    expected: int
    value: int | None
    nodes: int
    seconds: tuple[float, ...]
    tables: TableUse
    peak_memory: float | None
    error: str | None = None

    @property
    def right(self) -> bool:
        """Whether the value found is the known one."""
        return self.value == self.expected

    @property
    def status(self) -> Literal["right", "wrong", "unsolved"]:
        """How the search came out; ``unsolved`` where a limit struck or its process died."""
        if self.value is None:
            return "unsolved"
        return "right" if self.error is None else "wrong"

    @property
    def median(self) -> float:
        """The median of the times; 0 without any."""
        return statistics.median(self.seconds) if self.seconds else 0.0

    @property
    def spread(self) -> float:
        """The largest time minus the smallest, as a share of the median."""
        if len(self.seconds) < 2 or not self.median:
            return 0.0
        return (max(self.seconds) - min(self.seconds)) / self.median

    @property
    def speed(self) -> float:
        """Nodes a second, at the median time."""
        return self.nodes / self.median if self.median else 0.0


@dataclass(frozen=True, slots=True)
class Total:
    """The sums over a run: times are medians added up, ``peak_memory`` is the largest."""

    positions: int
    right: int
    nodes: int
    seconds: float
    tables: TableUse
    peak_memory: float | None

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds else 0.0


def total(rows: Sequence[Measured]) -> Total:
    """The sums over the rows."""
    peaks = [row.peak_memory for row in rows if row.peak_memory is not None]
    return Total(
        len(rows),
        sum(row.right for row in rows),
        sum(row.nodes for row in rows),
        math.fsum(row.median for row in rows),
        TableUse(*map(sum, zip(*(row.tables for row in rows), strict=True)))
        if rows
        else TableUse(),
        max(peaks, default=None),
    )


@dataclass(frozen=True, slots=True)
class WithoutOne:
    """The cost of a suite when one technique is left out; beside it stands the cost with all.

    ``seconds`` are the sums of the medians. The ratios are without over with: what it is worth.
    """

    technique: str
    nodes: int
    seconds: float
    nodes_ratio: float
    seconds_ratio: float


@dataclass(frozen=True, slots=True)
class Ablation:
    """What each search technique is worth on the positions of a suite."""

    suite: str
    positions: int
    nodes: int
    seconds: float
    rows: tuple[WithoutOne, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """How the run was asked for.

    ``threads`` are those of the search, ``memory`` is MiB for its tables, ``repeat`` None repeats
    what is quick, ``limit`` is in seconds for each position, ``without`` names techniques left out.
    """

    suite: str
    threads: int
    memory: int
    repeat: int | None
    limit: float | None = None
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run. ``machine`` and ``build`` are what `steppe_solver.bench.machine` tells."""

    version: str
    date: str
    complete: bool
    options: Options
    machine: dict[str, Any]
    build: dict[str, Any]
    positions: tuple[Measured, ...]
    ablation: Ablation | None = None
    format: str = field(default=FORMAT)

    @property
    def total(self) -> Total:
        """The sums over all positions."""
        return total(self.positions)
