"""The shipped suites of `steppe bench`, proved anew: they are sound, and their values hold.

    python benchmarks/suites.py                  # every line and every suite is as it should be
    python benchmarks/suites.py --nodes          # the search finds the values too; nodes by series
    python benchmarks/suites.py --independent    # so does a program without the package's code
    python benchmarks/suites.py small boards     # these suites only

That program, `peers/brute_force.cpp`, is compiled first (g++ or clang++ is needed). It searches by
alpha-beta alone; from a symmetric start, positions that are images of one another count as one.
What it cannot decide with ``--memory`` MiB or in ``--seconds`` for each position is listed.

The exit code is 1 if a suite is not sound or a value is wrong, and 2 without a compiler.

Series say what their positions are: ``4x3x2`` the start of a game four by three with two levels,
``l2-12`` level 2 of the standard board with 12 open cells, ``l3-late`` level 3 after its start.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any

import brute_force
from native_programs import ProgramError

from steppe_solver import InputError, format_spn, parse_spn
from steppe_solver.bench import suite as suites
from steppe_solver.position import Edition, Position, Rules
from steppe_solver.solver import Solver

FIELDS = {"name": str, "series": str, "spn": str, "value": int}
LENGTH = {"steppe-40": 40}
LEAST_DMR = {"steppe-40": 12, "small": 3}
FOLDER = files("steppe_solver.bench") / "suites"

Rank = tuple[int, int, int]


def lines(name: str) -> list[str]:
    """The lines of a shipped suite, as they are in its file."""
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def faults(name: str, written: Sequence[str]) -> list[str]:
    """What is wrong with the lines of a suite; empty if it is sound."""
    rows, found = [], []
    for number, line in enumerate(written, 1):
        row, said = _read(line)
        rows.append(row)
        found += [f"line {number}: {fault}" for fault in said]
    if found:
        return found
    return list(_suite_faults(name, rows))


def _read(line: str) -> tuple[dict[str, Any], list[str]]:
    """A row and what is wrong with it alone."""
    try:
        row = json.loads(line)
    except ValueError as error:
        return {}, [f"not JSON: {error}"]
    if not isinstance(row, dict) or {key: type(row[key]) for key in row} != FIELDS:
        return {}, [f"the fields are not {', '.join(FIELDS)}"]
    try:
        position = parse_spn(row["spn"])
    except InputError as error:
        return row, [str(error)]
    said = []
    if position.is_over:
        said.append("the game has ended")
    if format_spn(position) != row["spn"]:
        said.append("the position is not written in the usual way")
    if not fits(row["series"], position):
        said.append(f"the position is none of {row['series']}")
    return row, said


def _suite_faults(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with the rows together."""
    wanted = LENGTH.get(name, len(rows))
    if not rows or len(rows) != wanted:
        yield f"{len(rows)} positions, not {wanted}"
    dmr = sum(parse_spn(row["spn"]).rules.edition is Edition.DMR for row in rows)
    if dmr < LEAST_DMR.get(name, 0):
        yield f"only {dmr} positions of the dmr edition"
    series = list(dict.fromkeys(row["series"] for row in rows))
    names = [
        f"{one} {letter}"
        for one in series
        for letter, _ in zip("abcdefghijklmnopqrstuvwxyz", _of(one, rows), strict=False)
    ]
    if [row["name"] for row in rows] != names:
        yield "the names are not the series with the letters a, b, c ... in this order"
    if [rank(one) for one in series] != sorted(rank(one) for one in series):
        yield f"the series are not from small to large: {', '.join(series)}"
    known: dict[str, str] = {}
    for row in rows:
        if (same := plain(row["spn"])) in known:
            yield f"{row['name']} is {known[same]} again"
        known.setdefault(same, row["name"])


def _of(series: str, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row["series"] == series]


def fits(series: str, position: Position) -> bool:
    """Whether the position is what the series is named after."""
    rules = position.rules
    if match := re.fullmatch(r"(\d)x(\d)x(\d)", series):
        size = tuple(int(part) for part in match.groups())
        start = Position.start(rules)
        return (rules.width, rules.height, rules.levels) == size and position == start
    if Rules(edition=rules.edition) != rules:
        return False
    if series == "l3-late":
        return position.level == 3 and position.levels[-1] != (None,) * 25
    return series == f"l{position.level}-{position.open_cells}"


def rank(series: str) -> Rank:
    """Where the series belongs in a suite: boards, then level 3, then level 2, each by size."""
    if match := re.fullmatch(r"(\d)x(\d)x(\d)", series):
        width, height, levels = (int(part) for part in match.groups())
        return 0, width * height, levels
    level, _, rest = series[1:].partition("-")
    return 4 - int(level), 0 if rest == "late" else int(rest), 0


def plain(spn: str) -> str:
    """The line in the letters of the tsr edition: the same for the same position of either."""
    board, mover, *words = spn.removesuffix(" dmr").split(" ")
    return " ".join([board.replace("W", "R"), mover.replace("W", "R"), *words])


def nodes(name: str) -> bool:
    """Whether the search finds the suite's values; nodes are printed by series."""
    right, costs = True, dict[str, list[int]]()
    for case in suites.shipped(name).cases:
        solution = Solver(1024).solve(case.position)
        costs.setdefault(case.series, []).append(solution.nodes)
        if solution.value != case.value:
            right = False
            print(f"  {case.name}: {solution.value} is not the value {case.value}")
    for series, found in costs.items():
        remark = "" if found == sorted(found) else "   (no longer from easy to hard)"
        print(f"  {series:8}" + "".join(f"{number:11,}" for number in found) + remark)
    print(f"  in all  {sum(sum(found) for found in costs.values()):11,} nodes")
    return right


def independent(name: str, program: Path, memory: int, seconds: float) -> bool:
    """Whether the brute force refutes no value of the suite; what it says of each is printed.

    ``memory`` is in MiB; both limits are for each position.
    """
    sorted_out: dict[str, list[str]] = {"confirmed": [], "REFUTED": [], "undecided": []}
    words = ("--symmetry", "--memory", str(memory))
    for case in suites.shipped(name).cases:
        spn = format_spn(case.position)
        try:
            value = brute_force.values(program, [spn], *words, seconds=seconds)[0]
        except TimeoutError:
            value = None
        except ProgramError as error:
            print(f"  {case.name}: {error}")
            value = None
        if value is None:
            sorted_out["undecided"].append(case.name)
        elif value == case.value:
            sorted_out["confirmed"].append(case.name)
        else:
            sorted_out["REFUTED"].append(f"{case.name} ({value}, not {case.value})")
    for said, listed in sorted_out.items():
        if listed:
            print(f"  {len(listed)} {said}: {', '.join(listed)}")
    return not sorted_out["REFUTED"]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Prove the shipped suites anew.")
    parser.add_argument("suite", nargs="*", help="names of suites (all)")
    parser.add_argument("--nodes", action="store_true", help="solve them, and print the nodes")
    parser.add_argument("--independent", action="store_true", help="confirm values by brute force")
    parser.add_argument("--memory", type=int, default=1024, help="MiB for the brute force")
    parser.add_argument("--seconds", type=float, default=10, help="for each position of it")
    options = parser.parse_args(arguments)
    unknown = set(options.suite) - set(suites.names())
    if unknown:
        parser.error(f"no such suite: {', '.join(sorted(unknown))}")
    sound = True
    with ExitStack() as stack:
        if options.independent:
            directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            try:
                program = brute_force.compile_into(directory)
            except ProgramError as error:
                parser.error(str(error))
        for name in options.suite or suites.names():
            start = time.perf_counter()
            found = faults(name, lines(name))
            print(f"{name}: {len(lines(name))} positions, {'NOT SOUND' if found else 'sound'}")
            for fault in found:
                print(f"  {fault}")
            sound &= not found
            if options.nodes and not found:
                sound &= nodes(name)
            if options.independent and not found:
                sound &= independent(name, program, options.memory, options.seconds)
            print(f"  {time.perf_counter() - start:.1f} s", flush=True)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
