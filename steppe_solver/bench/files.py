"""Reports as JSON: written for scripts and for later comparison, and read back."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from steppe_solver.bench.comparison import Comparison
from steppe_solver.bench.report import (
    FORMAT,
    Ablation,
    Measured,
    Options,
    Report,
    Total,
    WithoutOne,
)
from steppe_solver.errors import Fault, ParseError
from steppe_solver.solver import TableUse


def format_report(report: Report) -> str:
    """The report as JSON text; `parse_report` reads it.

    Beside what was measured it holds what follows from it: sums, medians, rates.
    """
    fields = {
        "format": report.format,
        "version": report.version,
        "date": report.date,
        "complete": report.complete,
        "options": asdict(report.options),
        "machine": report.machine,
        "build": report.build,
        "total": _total(report.total),
        "positions": [report_row(row) for row in report.positions],
        "ablation": report.ablation and asdict(report.ablation),
    }
    return json.dumps(fields, indent=1) + "\n"


def report_row(row: Measured) -> dict[str, Any]:
    """A position of the report, as it stands in JSON."""
    return {
        **asdict(row),
        "tables": row.tables._asdict(),
        "status": row.status,
        "right": row.right,
        "median": row.median,
        "spread": row.spread,
        "nodes_per_second": row.speed,
    }


def comparison_row(found: Comparison) -> dict[str, Any]:
    """What has changed since an earlier report, as it stands in JSON."""
    return {
        "positions": len(found.changes),
        "nodes_changed": found.changed,
        "nodes_ratio": _finite(found.nodes_ratio),
        "seconds_ratio": _finite(found.seconds_ratio),
        "only_old": list(found.only_old),
        "only_new": list(found.only_new),
        "contradicted": list(found.contradicted),
    }


def _finite(ratio: float) -> float | None:
    return ratio if math.isfinite(ratio) else None


def _total(total: Total) -> dict[str, Any]:
    return {
        **asdict(total),
        "tables": total.tables._asdict(),
        "nodes_per_second": total.speed,
    }


def parse_report(text: str) -> Report:
    """The report that the text is. Raises ParseError with every fault."""
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise _refused([(f"{error.lineno}:{error.colno}", f"not JSON: {error.msg}")]) from None
    except (RecursionError, ValueError):
        message = "not JSON for us: nested too deeply, or with numbers that are none"
        raise _refused([("1:1", message)]) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _refused([("1:1", f'no report of this benchmark: its "format" is not "{FORMAT}"')])
    faults = [("1:1", message) for message in _shape_faults(data)]
    if faults:
        raise _refused(faults)
    ablation = data["ablation"]
    return Report(
        version=data["version"],
        date=data["date"],
        complete=data["complete"],
        options=Options(**{**data["options"], "without": tuple(data["options"]["without"])}),
        machine=data["machine"],
        build=data["build"],
        positions=tuple(map(_measured, data["positions"])),
        ablation=ablation
        and Ablation(**{**ablation, "rows": tuple(WithoutOne(**row) for row in ablation["rows"])}),
    )


def _refuse_constant(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity, which Python would read


def _measured(row: dict[str, Any]) -> Measured:
    derived = ("status", "right", "median", "spread", "nodes_per_second")
    fields = {key: value for key, value in row.items() if key not in derived}
    fields["seconds"] = tuple(row["seconds"])
    fields["tables"] = TableUse(**row["tables"])
    return Measured(**fields)


def _shape_faults(data: dict[str, Any]) -> list[str]:
    import jsonschema

    schema = files("steppe_solver.bench") / "report.schema.json"
    validator = jsonschema.Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))
    errors = sorted(validator.iter_errors(data), key=lambda error: error.json_path)
    return [f"{error.json_path}: {error.message}" for error in errors]


def _refused(faults: list[tuple[str, str]]) -> ParseError:
    return ParseError([Fault("file", at, message) for at, message in faults])
