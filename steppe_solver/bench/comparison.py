"""Two reports beside each other: what has become of the cost of each position."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steppe_solver.bench.report import Measured, Report


@dataclass(frozen=True, slots=True)
class Change:
    """A position that both reports have solved."""

    old: Measured
    new: Measured

    @property
    def nodes_changed(self) -> bool:
        """Whether the search is another one: its nodes repeat exactly as long as it is the same."""
        return self.old.nodes != self.new.nodes

    @property
    def nodes_ratio(self) -> float:
        """New nodes over old."""
        return self.new.nodes / self.old.nodes if self.old.nodes else math.nan

    @property
    def seconds_ratio(self) -> float:
        """New median time over old."""
        return self.new.median / self.old.median if self.old.median else math.nan


@dataclass(frozen=True, slots=True)
class Comparison:
    """The positions that both reports have solved, and the names of the others.

    ``only_old`` and ``only_new`` are solved in one of them only. ``contradicted`` have another
    value in each: one of the two is wrong.
    """

    changes: tuple[Change, ...]
    only_old: tuple[str, ...]
    only_new: tuple[str, ...]
    contradicted: tuple[str, ...] = ()

    @property
    def changed(self) -> int:
        """How many positions take other numbers of nodes."""
        return sum(change.nodes_changed for change in self.changes)

    @property
    def nodes_ratio(self) -> float:
        """All new nodes over all old."""
        return _ratio([(change.new.nodes, change.old.nodes) for change in self.changes])

    @property
    def seconds_ratio(self) -> float:
        """All new time over all old."""
        return _ratio([(change.new.median, change.old.median) for change in self.changes])


def compare(old: Report, new: Report) -> Comparison:
    """The reports beside each other; positions are the same where name and position are."""
    before = {(row.name, row.spn): row for row in old.positions if row.right}
    after = {(row.name, row.spn): row for row in new.positions if row.right}
    values = {(row.name, row.spn): row.value for row in old.positions}
    contradicted = tuple(
        row.name
        for row in new.positions
        if None not in (row.value, was := values.get((row.name, row.spn))) and row.value != was
    )
    return Comparison(
        tuple(Change(before[key], row) for key, row in after.items() if key in before),
        tuple(row.name for key, row in before.items() if key not in after),
        tuple(row.name for key, row in after.items() if key not in before),
        contradicted,
    )


def other_conditions(old: Report, new: Report) -> list[str]:
    """What the two reports do not have in common, as short sentences; times differ with each."""
    found = []
    if old.version != new.version:
        found.append(f"version: was {old.version}, is {new.version}")
    if not old.complete:
        found.append("the earlier run was broken off")
    for what, before, after in (
        ("machine", old.machine, new.machine),
        ("build", old.build, new.build),
    ):
        for key in before.keys() | after.keys():
            if before.get(key) != after.get(key):
                was, now = before.get(key), after.get(key)
                found.append(f"{what}: {key} was {_said(was)}, is {_said(now)}")
    for key in ("threads", "memory", "limit", "without"):
        was, now = getattr(old.options, key), getattr(new.options, key)
        if was != now:
            found.append(f"options: {key} was {_said(was)}, is {_said(now)}")
    return sorted(found)


def _said(value: object) -> str:
    """The value in words; nothing is ``none``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    below = math.fsum(old for _, old in pairs)
    return math.fsum(new for new, _ in pairs) / below if below else math.nan
