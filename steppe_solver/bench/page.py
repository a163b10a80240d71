"""A report as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

from steppe_solver.bench import figures
from steppe_solver.bench.charts import (
    NODES,
    TIME,
    ablation_chart,
    cost_chart,
    kinds,
    look,
    medians,
)
from steppe_solver.bench.comparison import Change, Comparison, compare, other_conditions
from steppe_solver.bench.report import Ablation, Measured, Options, Report
from steppe_solver.render.scene import printable
from steppe_solver.solver import TableUse


def page(report: Report, old: Report | None = None) -> str:
    """The report as an HTML document, beside ``old`` if there is one; the same reports, same text.

    Names and all else that comes from files of others are shown as text, whatever they hold.
    """
    # Only this needs the library.
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    def shown(value: object) -> object:
        is_text = isinstance(value, str) and not isinstance(value, Markup)
        return printable(value) if is_text else value  # type: ignore[arg-type]

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    source = files("steppe_solver.bench").joinpath("page.html.jinja").read_text(encoding="utf-8")
    return environment.from_string(source).render(_contents(report, old)) + "\n"


def _contents(report: Report, old: Report | None) -> dict[str, Any]:
    """All that the page says, in words and pictures."""
    rows, comparison = report.positions, None
    if old is not None:
        comparison = compare(old, report)
    changes = {id(change.new): change for change in comparison.changes} if comparison else {}
    return {
        "suite": report.options.suite,
        "date": report.date,
        "version": report.version,
        "complete": report.complete,
        "left_out": report.options.without,
        "verdict": _verdict(report),
        "faults": [{"name": row.name, "fault": _fault(row)} for row in rows if _fault(row)],
        "costs": _costs(rows),
        "rows": [_row(row, changes.get(id(row))) for row in rows],
        "total": _total(report),
        "comparison": old and comparison and _comparison(report, old, comparison),
        "ablation": report.ablation and _ablation(report.ablation),
        "tables": [
            ("Machine", _pairs(report.machine)),
            ("Build", _pairs(report.build)),
            ("Run", _options(report.options)),
        ],
    }


def _verdict(report: Report) -> str:
    """The outcome in a sentence: are the values right, and at what cost."""
    total = report.total
    if not total.positions:
        return "No position was measured."
    unknown = sum(row.value is None for row in report.positions)
    wrong = total.positions - total.right - unknown
    if total.right == total.positions:
        values = (
            "The value is right" if total.right == 1 else f"All {total.right:,} values are right"
        )
    else:
        values = f"{total.right:,} of {total.positions:,} values are right"
        values += f", {wrong:,} wrong" if wrong else ""
        values += f", {unknown:,} not found" if unknown else ""
    cost = f"{_nodes(total.nodes)} in {figures.duration(total.seconds)}"
    return f"{values}: {cost}, {figures.rounded(total.speed)} nodes/s."


def _nodes(number: int) -> str:
    return "1 node" if number == 1 else f"{figures.count(number)} nodes"


def _fault(row: Measured) -> str | None:
    """What is wrong with the row, if anything is."""
    if row.value is not None and not row.right:
        found, known = figures.count(row.value), figures.count(row.expected)
        return f"found {found}, but the value is {known}"
    return row.error or (None if row.right else "no value was found")


def _costs(rows: Sequence[Measured]) -> dict[str, Any]:
    """The plots of cost by open cells, what their marks mean, and the medians in numbers."""
    groups = kinds(rows)
    drawn = sum(row.nodes > 0 and row.median > 0 for group in groups.values() for row in group)
    middle = []
    for kind, group in groups.items():
        costs = zip(medians(group, NODES), medians(group, TIME), strict=True)
        for (cells, nodes), (_, seconds) in costs:
            middle.append(
                {
                    "kind": str(kind),
                    "cells": cells,
                    "positions": sum(row.open_cells == cells for row in group),
                    "nodes": figures.count(round(nodes)),
                    "seconds": figures.duration(seconds),
                }
            )
    charts = [("Nodes", cost_chart(rows, NODES)), ("Time", cost_chart(rows, TIME))]
    return {
        "charts": [(name, svg) for name, svg in charts if svg],
        "kinds": [(look(number), str(kind)) for number, kind in enumerate(groups)],
        "left_out": len(rows) - drawn,
        "medians": middle,
    }


def _row(row: Measured, change: Change | None) -> dict[str, Any]:
    """One line of the table of positions."""
    return {
        "name": row.name,
        "spn": row.spn,
        "series": row.series,
        "cells": row.open_cells,
        "value": figures.NONE if row.value is None else figures.count(row.value),
        "is_right": row.right,
        "expected": figures.count(row.expected),
        "nodes": figures.count(row.nodes),
        "seconds": figures.duration(row.median) if row.seconds else figures.NONE,
        "spread": figures.share(row.spread) if len(row.seconds) > 1 else figures.NONE,
        "speed": figures.rounded(row.speed) if row.median else figures.NONE,
        "memory": _memory(row.peak_memory),
        "change": change and _change(change),
        **_shares(row.tables),
    }


def _total(report: Report) -> dict[str, Any]:
    """The last line of the table of positions."""
    total = report.total
    return {
        "positions": total.positions,
        "right": total.right,
        "nodes": figures.count(total.nodes),
        "seconds": figures.duration(total.seconds),
        "speed": figures.rounded(total.speed) if total.seconds else figures.NONE,
        "memory": _memory(total.peak_memory),
        **_shares(total.tables),
    }


def _shares(tables: TableUse) -> dict[str, str]:
    return {
        "hits": figures.share(tables.hits, tables.probes),
        "cutoffs": figures.share(tables.cutoffs, tables.probes),
        "load": figures.share(tables.entries, tables.slots),
    }


def _memory(size: float | None) -> str:
    return figures.NONE if size is None else f"{size:,.0f} MiB"


def _change(change: Change) -> dict[str, Any]:
    """What became of a position; ``sign`` is 0 where its nodes are the same."""
    sign = (change.new.nodes > change.old.nodes) - (change.new.nodes < change.old.nodes)
    return {
        "sign": sign,
        "nodes": _times(change.nodes_ratio),
        "seconds": _times(change.seconds_ratio),
        "old_nodes": figures.count(change.old.nodes),
    }


def _times(ratio: float) -> str:
    shown = figures.ratio(ratio)
    return shown if shown == figures.NONE else f"×{shown}"


def _comparison(report: Report, old: Report, comparison: Comparison) -> dict[str, Any]:
    """The two reports as wholes."""
    return {
        "old_date": old.date,
        "old_version": old.version,
        "both": len(comparison.changes),
        "changed": comparison.changed,
        "nodes": _times(comparison.nodes_ratio),
        "seconds": _times(comparison.seconds_ratio),
        "only": [
            (which, names)
            for which, names in (
                ("older", comparison.only_old),
                ("newer", comparison.only_new),
            )
            if names
        ],
        "conditions": other_conditions(old, report),
    }


def _ablation(ablation: Ablation) -> dict[str, Any]:
    """The techniques, those that save the most nodes first."""
    rows = sorted(ablation.rows, key=lambda row: (-row.nodes_ratio, -row.seconds_ratio))
    return {
        "suite": ablation.suite,
        "positions": ablation.positions,
        "nodes": figures.count(ablation.nodes),
        "seconds": figures.duration(ablation.seconds),
        "chart": ablation_chart(replace(ablation, rows=tuple(rows))),
        "rows": [
            {
                "technique": row.technique,
                "nodes": figures.count(row.nodes),
                "nodes_ratio": _times(row.nodes_ratio),
                "seconds": figures.duration(row.seconds),
                "seconds_ratio": _times(row.seconds_ratio),
            }
            for row in rows
        ],
    }


def _pairs(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """What is said of the machine or the build, in words."""
    return [(key.replace("_", " "), _said(key, value)) for key, value in facts.items()]


def _said(key: str, value: object) -> str:
    if value is None:
        return "not known"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "memory" and isinstance(value, int | float):
        return _memory(value)
    return str(value)


def _options(options: Options) -> list[tuple[str, str]]:
    """How the run was asked for, in words."""
    return [
        ("suite", options.suite),
        ("threads", str(options.threads)),
        ("memory for tables", _memory(options.memory)),
        ("repetitions", "as often as is quick" if options.repeat is None else str(options.repeat)),
        ("limit", "none" if options.limit is None else figures.duration(options.limit)),
        ("techniques left out", ", ".join(options.without) or "none"),
    ]
