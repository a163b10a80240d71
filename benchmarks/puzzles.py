"""Puzzles found per minute, by kind and n: short runs with fixed seeds, every puzzle checked.

    python benchmarks/puzzles.py --count 10 --seconds 60

Each order is filled in this process alone, until there are so many puzzles or so many seconds of
processor time are over; then every puzzle is proved anew, and a cooked one is an error. The table
is printed as Markdown. Processor time, so that what else runs on the machine matters little.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass

from steppe_solver.generator import Progress, Wanted, generate
from steppe_solver.puzzle import Judge, Kind, Puzzle
from steppe_solver.puzzle.file import format_puzzle
from steppe_solver.puzzle.verify import verify


@dataclass(frozen=True)
class Order:
    """What is looked for, in words and as the generator takes it."""

    words: str
    wanted: Wanted


def orders() -> list[Order]:
    """The rows of the table."""
    found = []
    for tens, numbers in ((1, (2, 3, 4)), (2, (2, 3, 4, 5, 6)), (3, (3, 4, 5, 6, 7))):
        for n in numbers:
            wanted = Wanted(Kind.TEN, tens=tens, n=(n, n), strict=True)
            found.append(Order(f"ten, {tens}, strict, n = {n}", wanted))
    for level in (2, 3):
        wanted = Wanted(Kind.TEN, tens=2, level=level, n=(3, 6), strict=True)
        found.append(Order(f"ten, 2, strict, n = 3-6, level {level}", wanted))
    clean = Wanted(Kind.TEN, tens=2, n=(3, 6), strict=True, duals=0)
    found.append(Order("ten, 2, strict, n = 3-6, no duals", clean))
    found += [Order(f"save, n = {n}", Wanted(Kind.SAVE, n=(n, n))) for n in (2, 3, 4, 5)]
    found.append(Order("win", Wanted(Kind.WIN)))
    found += [Order(f"best, gap {gap}+", Wanted(Kind.BEST, gap=gap)) for gap in (1, 10, 25)]
    found += [Order(f"pack, n = {n}", Wanted(Kind.PACK, n=(n, n))) for n in (3, 4, 5)]
    found.append(Order("help", Wanted(Kind.HELP)))
    return found


def fill(order: Order, seed: int, count: int, seconds: float) -> tuple[list[Puzzle], int, float]:
    """The puzzles found, the tasks tried for them, and the processor time it took."""
    tried = 0

    def note(progress: Progress) -> None:
        nonlocal tried
        tried = progress.tried

    began = time.process_time()
    puzzles = list(
        generate(
            order.wanted,
            seed=seed,
            count=count,
            stop=lambda: time.process_time() - began >= seconds,
            on_progress=note,
        )
    )
    return puzzles, tried, time.process_time() - began


def main() -> int:
    """Print the table; returns 1 where a puzzle is not sound."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10, help="puzzles of each order")
    parser.add_argument("--seconds", type=float, default=60, help="for each order")
    options = parser.parse_args()
    judge, cooked = Judge(), 0
    print("| puzzles | found | tasks tried | processor seconds | per minute |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for order in orders():
        puzzles, tried, spent = fill(order, options.seed, options.count, options.seconds)
        rate = 60 * len(puzzles) / spent
        print(
            f"| {order.words} | {len(puzzles)} | {tried:,} | {spent:.1f} | {rate:.3g} |", flush=True
        )
        for puzzle in puzzles:
            report = verify(puzzle, judge)
            if report.sound is not True:
                cooked += 1
                print(f"not sound: {format_puzzle(puzzle)}\n{report.faults}", file=sys.stderr)
    return 1 if cooked else 0


if __name__ == "__main__":
    sys.exit(main())
