"""The nodes of a small suite against those on record: fails when the search has become worse.

Node counts repeat exactly on every machine, so that a change of the search shows here and nothing
else does. A run whose nodes in all are more than 5 % over the record fails, and so does one with a
wrong value. After a change that is meant, record it, with the reason:

    python benchmarks/baseline.py
    python benchmarks/baseline.py --record "what has changed, and why it is right"

`baseline.json` holds the nodes of every position and, for each change of them, its date, the old
and the new sum, and the reason.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from steppe_solver.bench.report import Measured, Options
from steppe_solver.bench.run import measure
from steppe_solver.bench.suite import shipped

RECORD = Path(__file__).with_name("baseline.json")
SUITE = "small"
GROWTH = 0.05


class WorseError(Exception):
    """The search takes more nodes than it may, or is wrong."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of nodes, recorded and found; exit with 1 where the search is worse."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--record", metavar="REASON", help="write the nodes found to the record")
    parser.add_argument("--file", type=Path, default=RECORD, help="the record")
    options = parser.parse_args(arguments)
    found = list(measure(shipped(SUITE).cases, Options(SUITE, threads=1, memory=256, repeat=1)))
    known = json.loads(options.file.read_text("utf-8")) if options.file.exists() else None
    print(table(found, known))
    try:
        checked(found)
        if options.record is not None:
            record = recorded(found, known, options.record, date.today())
            options.file.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
        else:
            print(verdict(found, known))
    except WorseError as error:
        sys.exit(f"WORSE: {error}")


def checked(found: Sequence[Measured]) -> None:
    """Raise WorseError for a value that is not right."""
    wrong = [f"{row.name}: {row.error}" for row in found if row.error is not None]
    if wrong:
        raise WorseError("; ".join(wrong))


def verdict(found: Sequence[Measured], known: dict[str, Any] | None) -> str:
    """How the nodes stand to the record. Raises WorseError where they have grown too far."""
    if known is None or set(known["nodes"]) != {row.name for row in found}:
        raise WorseError("these are not the positions on record: use --record")
    old, new = sum(known["nodes"].values()), sum(row.nodes for row in found)
    growth = new / old - 1
    if growth > GROWTH:
        raise WorseError(f"{new:,} nodes are {growth:.1%} over the {old:,} on record")
    if any(row.nodes != known["nodes"][row.name] for row in found):
        return f"{growth:+.1%}: within {GROWTH:.0%} of the record; --record the change"
    return "exactly as recorded"


def recorded(
    found: Sequence[Measured], known: dict[str, Any] | None, reason: str, today: date
) -> dict[str, Any]:
    """The record with these nodes, and a line more in its history.

    Raises WorseError where there is no reason.
    """
    if not reason.strip():
        raise WorseError("a change is recorded with its reason")
    old = sum(known["nodes"].values()) if known else None
    change = {
        "date": today.isoformat(),
        "old": old,
        "new": sum(row.nodes for row in found),
        "reason": reason,
    }
    history = known["history"] if known else []
    return {
        "suite": SUITE,
        "nodes": {row.name: row.nodes for row in found},
        "history": [*history, change],
    }


def table(found: Sequence[Measured], known: dict[str, Any] | None) -> str:
    """A Markdown table of the nodes, position by position and in all."""
    nodes = known["nodes"] if known else {}
    lines = ["| position | recorded | found | ratio |", "| --- | ---: | ---: | ---: |"]
    rows = [(row.name, nodes.get(row.name), row.nodes) for row in found]
    rows.append(("all", sum(nodes.values()) or None, sum(row.nodes for row in found)))
    for name, old, new in rows:
        before, ratio = (f"{old:,}", f"{new / old:.3f}") if old else ("-", "-")
        lines.append(f"| {name} | {before} | {new:,} | {ratio} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
