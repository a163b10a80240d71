"""How far proved bounds close in while a hard position is searched.

For every series of frontier positions, the median width (upper minus lower bound) without a
search, and after so many seconds of search. Every answer is checked: bounds must contain the known
value, and must not be wider than those of less time.

    python benchmarks/anytime.py tests/data/frontier.jsonl --seconds 1 10
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path

from steppe_solver import Limit, Solver, parse_spn


def widths(solver: Solver, record: dict[str, object], limits: list[Limit]) -> list[int]:
    """The widths of the proved bounds within each limit, each answer checked."""
    position = parse_spn(str(record["spn"]))
    found: list[int] = []
    for limit in limits:
        solution = solver.solve(position, limit)
        width, value = solution.upper - solution.lower, record.get("value")
        if isinstance(value, int) and not solution.lower <= value <= solution.upper:
            sys.exit(f"WRONG: {record['id']}: {value} is not in the proved bounds: {solution}")
        if found and width > found[0]:
            sys.exit(f"WRONG: {record['id']}: wider than without a search: {solution}")
        found.append(width)
    return found


def main() -> None:
    """Print one line a series."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="positions as in tests/data/frontier.jsonl")
    parser.add_argument("--seconds", type=float, nargs="+", default=[1, 10])
    parser.add_argument("--memory", type=int, default=1024, help="MiB for all tables together")
    parser.add_argument("--series", nargs="*", help="only these series, such as l2-18")
    options = parser.parse_args()

    solver = Solver(options.memory)
    limits = [Limit(nodes=0), *(Limit(seconds=limit) for limit in options.seconds)]
    series: dict[str, list[list[int]]] = defaultdict(list)
    for line in options.file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if not options.series or record["series"] in options.series:
            series[record["series"]].append(widths(solver, record, limits))

    heads = ["static", *(f"{limit:g} s" for limit in options.seconds)]
    print("| series | positions |", " | ".join(heads), "| solved |")
    print("| --- |", " | ".join(["---:"] * (len(heads) + 2)), "|")
    for name, rows in series.items():
        medians = [f"{statistics.median(column):g}" for column in zip(*rows, strict=True)]
        solved = sum(row[-1] == 0 for row in rows)
        print(f"| {name} | {len(rows)} |", " | ".join(medians), f"| {solved} |", flush=True)


if __name__ == "__main__":
    main()
