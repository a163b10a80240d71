"""The native core's inner loops against the machine's limits, as ratios; every answer is checked.

    pip install cmake ninja
    python benchmarks/kernel.py

Builds the programs of `benchmarks/kernel/` with the package's own flags (g++ or clang++ is needed)
and prints Markdown tables:

- *moves*: move generation and make on positions with known numbers of move sequences, beside a loop
  that only copies positions;
- *table*: look-ups in the transposition table, beside bare loads from as much memory;
- *nodes*: instructions for each node of a whole search with a known value, and what they are spent
  on, as valgrind counts them (without valgrind: only nodes and time);
- *flags*: what the building machine's own instructions (-march=native) would be worth.

A ratio says how many times as fast the bare loop is. Both run in turns in one process; a ratio is
the median of those of all rounds, with the quartiles behind it. Times are processor time.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import callgrind
from native_programs import Loop, ProgramError, build, compiler, numbers, run, tool

from steppe_solver import parse_spn
from steppe_solver.position import Position

POSITIONS = Path(__file__).parent / "kernel" / "positions.jsonl"
SEARCH_MEMORY = 64
"""MiB of table for the searches."""

PAIRS = 5
"""Processes with either kind of flags, in turns."""


@dataclass(frozen=True)
class Perft:
    """A position and its known number of sequences of so many moves."""

    name: str
    position: Position
    depth: int
    sequences: int

    def program(self, rounds: int) -> list[str]:
        """The command that measures it, and ends with code 1 where the number is another."""
        return ["./perft", *map(str, (rounds, self.depth, self.sequences)), *numbers(self.position)]


@dataclass(frozen=True)
class Search:
    """A position and its known value."""

    name: str
    position: Position
    value: int

    def program(self, rounds: int, name: str = "solve") -> list[str]:
        """The command that solves it, and ends with code 1 where the value is another."""
        figures = (rounds, SEARCH_MEMORY, self.position.margin, self.value)
        return [f"./{name}", *map(str, figures), *numbers(self.position)]


def load(file: Path) -> tuple[list[Perft], list[Search]]:
    """The positions of a file, one JSON object a line: those for perft, and those to solve."""
    perfts, searches = [], []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        name, position = row["name"], parse_spn(row["spn"])
        if "depth" in row:
            perfts.append(Perft(name, position, row["depth"], row["sequences"]))
        else:
            searches.append(Search(name, position, row["value"]))
    return perfts, searches


def table(heads: Sequence[str], words: int, rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a Markdown table, the first columns so many of words, the others of numbers."""
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join(['---'] * words + ['---:'] * (len(heads) - words))} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def rate(loop: Loop) -> float:
    """How often a second, by the median turn."""
    return loop.count / statistics.median(loop.seconds)


def millions(number: float) -> str:
    """The number in millions, with as many decimals as tell."""
    return f"{number / 1e6:.1f}" if number < 1e8 else f"{number / 1e6:,.0f}"


def compared(slow: Loop, fast: Loop) -> tuple[str, str]:
    """How many times as fast the second loop is: the median over the rounds, and the quartiles."""
    pairs = zip(slow.seconds, fast.seconds, strict=True)
    ratios = [mine / bare * fast.count / slow.count for mine, bare in pairs]
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return f"{statistics.median(ratios):.2f}", f"{low:.2f} to {high:.2f}"


def moves(directory: Path, perfts: Iterable[Perft], rounds: int) -> Iterator[str]:
    """The table of move generation and make."""
    loops = ("made", "copied", "counted", "stepped")
    rows = []
    for case in perfts:
        found = run(case.program(rounds), directory)
        each = dict.fromkeys(loops, "-")
        if tool("valgrind"):
            counts = callgrind.count(case.program(0), loops, directory)
            once = run(case.program(0), directory)
            for name, costs in zip(loops, counts, strict=True):
                each[name] = f"{costs.total() / once[name].count:.1f}"
        for ours, bare in (("made", "copied"), ("counted", "stepped")):
            rates = (millions(rate(found[ours])), millions(rate(found[bare])))
            ratio = compared(found[ours], found[bare])
            rows.append((case.name, f"{ours} / {bare}", *rates, *ratio, each[ours], each[bare]))
    heads = ["position", "ours / bare", "millions a second", "bare", "ratio", "quartiles"]
    return table([*heads, "instructions each", "bare"], 2, rows)


def look_ups(directory: Path, sizes: Iterable[int], rounds: int, probes: int) -> Iterator[str]:
    """The table of look-ups in transposition tables of so many MiB."""
    rows = []
    for size in sizes:
        found = run(["./probes", str(rounds), str(size), str(probes)], directory)
        for ours, bare in (("found", "read"), ("ahead", "read"), ("chained", "walked")):
            rates = (millions(rate(found[ours])), millions(rate(found[bare])))
            ratio = compared(found[ours], found[bare])
            rows.append((f"{size:,}", f"{ours} / {bare}", *rates, *ratio))
    heads = ["MiB", "ours / bare", "millions a second", "bare", "ratio", "quartiles"]
    return table(heads, 2, rows)


def nodes(directory: Path, searches: Sequence[Search], rounds: int) -> Iterator[str]:
    """The tables of instructions for each node, and of what they are spent on.

    Raises ProgramError where two counts of the same search differ.
    """
    rows, parts = [], []
    for case in searches:
        loop = run(case.program(rounds), directory)["solved"]
        once = run(case.program(0), directory)["solved"].count
        each = "-"
        if tool("valgrind"):
            program = case.program(0, "solve_counted")
            (costs,), (again,) = (callgrind.count(program, ["solved"], directory) for _ in range(2))
            if costs != again:
                raise ProgramError(f"WRONG: {case.name}: two counts of instructions differ")
            each = f"{costs.total() / once:,.0f}"
            parts.append({n: c / costs.total() for n, c in callgrind.by_part(costs).items()})
        thousands = f"{rate(loop) / 1e3:,.0f}"
        rows.append((case.name, str(case.value), f"{once:,}", thousands, each))
    heads = ["position", "value", "nodes", "thousands a second", "instructions each"]
    yield from table(heads, 1, rows)
    if parts:
        yield ""
        shares = [(name, *(f"{100 * part[name]:.1f}" for part in parts)) for name in parts[0]]
        yield from table(["% of the instructions", *(case.name for case in searches)], 1, shares)


def flags(
    ours: Path, native: Path, perfts: Sequence[Perft], searches: Sequence[Search]
) -> Iterator[str]:
    """The table of what instructions of the machine's own would be worth."""
    rows = []
    programs: list[tuple[str, list[str], tuple[str, ...]]]
    programs = [(case.name, case.program(2), ("made", "counted")) for case in perfts]
    programs += [(case.name, case.program(2), ("solved",)) for case in searches]
    for name, program, loops in programs:
        pairs = [(run(program, ours), run(program, native)) for _ in range(PAIRS)]
        for loop in loops:
            medians = [[1 / rate(side[loop]) for side in pair] for pair in pairs]
            slow, fast = (Loop(1, tuple(column)) for column in zip(*medians, strict=True))
            rows.append((name, loop, *compared(slow, fast)))
    return table(["position", "loop", "ratio", "quartiles"], 2, rows)


def machine(directory: Path) -> str:
    """The processor, the compiler and the size of pages, in a line."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text(encoding="utf-8").splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    pages = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    huge = pages.read_text(encoding="utf-8").strip() if pages.exists() else "unknown"
    name = names[0] if names else platform.processor()
    return f"{name}; {compiler(directory)}; transparent huge pages: {huge}"


def print_tables(options: argparse.Namespace, directory: Path) -> None:
    """Build what is needed and print the tables. Raises ProgramError for what is wrong."""
    perfts, searches = load(options.positions)
    programs = {"moves": ["perft"], "table": ["probes"], "nodes": ["solve", "solve_counted"]}
    programs["flags"] = ["perft", "solve"]
    shipped, native = directory / "shipped", directory / "native"
    build(shipped, sorted({name for part in options.only for name in programs[part]}))
    if "flags" in options.only:
        build(native, programs["flags"], native=True)
    print(machine(shipped))
    if {"moves", "nodes"} & set(options.only) and not tool("valgrind"):
        print("valgrind is missing (apt install valgrind): no instructions", file=sys.stderr)
    tables = {
        "moves": lambda: moves(shipped, perfts, options.rounds),
        "table": lambda: look_ups(shipped, options.tables, options.rounds, options.probes),
        "nodes": lambda: nodes(shipped, searches, options.rounds),
        "flags": lambda: flags(shipped, native, perfts, searches),
    }
    for name in options.only:
        print(f"\n{name}\n")
        for line in tables[name]():
            print(line, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables; ends with code 1 and says why where something is missing or wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parts = ("moves", "table", "nodes", "flags")
    parser.add_argument("positions", type=Path, nargs="?", default=POSITIONS)
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, help="these tables")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 16, 256, 1024], help="MiB")
    parser.add_argument("--rounds", type=int, default=9, help="at least 2")
    parser.add_argument("--probes", type=int, default=500_000, help="in a turn")
    parser.add_argument("--build", type=Path, help="keep the programs here for the next run")
    options = parser.parse_args(arguments)
    if options.rounds < 2:
        parser.error("--rounds: at least 2")
    if any(size < 1 or size.bit_count() != 1 for size in options.tables):
        # Only so does no entry get lost when the table grows, and the number found be known.
        parser.error("--tables: powers of two")
    try:
        with tempfile.TemporaryDirectory() as temporary:
            print_tables(options, options.build or Path(temporary))
    except ProgramError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
