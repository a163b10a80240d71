"""Which solver and which encoding of "at most so many" suits the formulas of tilings.

The same optima are asked (`steppe_solver.tiling.most_points`, levels 2 and 3, Red and both
together) with every combination; they must agree. Times are of the processor.

    python benchmarks/encodings.py tests/data/frontier.jsonl
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

from pysat.card import EncType

from steppe_solver import parse_spn
from steppe_solver.position import Color
from steppe_solver.tiling import Layout, Question, clauses, most_points, sat

ENCODINGS = ["seqcounter", "totalizer", "kmtotalizer", "cardnetwrk", "sortnetwrk", "mtotalizer"]
SOLVERS = ["gluecard4", "gluecard3"]
"""Those that take at-most-one groups as they are, and can be interrupted."""


def optima(questions: list[tuple[Question, Color | None]]) -> tuple[list[int | None], list[float]]:
    """The optimum of every question, and the seconds it took."""
    found, seconds = [], []
    for question, side in questions:
        start = time.process_time()
        found.append(most_points(question, side).points)
        seconds.append(time.process_time() - start)
    return found, seconds


def main() -> None:
    """Print one line a combination."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="positions as in tests/data/frontier.jsonl")
    parser.add_argument("--every", type=int, default=4, help="take every so many-th position")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines()]
    spns = [row["spn"] for row in rows if row["series"].startswith("l2-")][:: options.every]
    asked = [Question(Layout.of(parse_spn(spn)), levels=2) for spn in spns]
    questions = [(question, side) for question in asked for side in (Color.RED, None)]
    expected: list[int | None] = []
    print("| solver | encoding | median ms | slowest ms | all, s |")
    print("| --- | --- | ---: | ---: | ---: |")
    for solver in SOLVERS:
        for encoding in ENCODINGS if solver == SOLVERS[0] else ENCODINGS[:1]:
            sat.SOLVER, clauses.AT_MOST = solver, getattr(EncType, encoding)
            found, seconds = optima(questions)
            if found != (expected := expected or found):
                sys.exit(f"WRONG: {solver} with {encoding} finds other optima")
            print(
                f"| {solver} | {encoding} | {1e3 * statistics.median(seconds):.1f} |"
                f" {1e3 * max(seconds):.0f} | {sum(seconds):.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
