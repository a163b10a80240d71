"""Can it be won? How long the search for a win of Steps Solitaire takes, over many deals.

    python benchmarks/solitaire.py

Without options: 10,000 deals with four buffers, draw 1 and draw 3, and 200 deals of plain Klondike,
draw 3, foundations locked and unlocked. Processor time of the native search for each deal, one
thread, one table; a search that strikes the limit counts as unknown, with the limit as its time.

Every win is replayed with the rules in Python, and every verdict compared with the known ones
(`tests/data/solitaire`). The command ends with code 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from solitaire_search import (
    Found,
    Searcher,
    WrongError,
    heads,
    milliseconds,
    quantile,
    row,
    seed_range,
)

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import State, Variant, deal_from_seed, parse_variant
from steppe_solver.solitaire.solver import DEFAULT_MEMORY, Verdict

DATA = Path(__file__).parents[1] / "tests" / "data" / "solitaire"

SUITE = {
    "c4d1L-inf": range(1, 10_001),
    "c4d3L-inf": range(1, 10_001),
    "c0d3L-inf": range(1, 201),
    "c0d3U-inf": range(1, 201),
}
"""The variants, each with the seeds of its deals, where nothing else is said."""

NAMES = ["variant", "deals", "winnable", "unwinnable", "unknown", "known"]
NAMES += ["median ms", "99 %", "slowest", "nodes, median", "99 %", "most", "all", "nodes/s"]

Known = dict[tuple[str, int], Verdict]


def known_verdicts() -> Known:
    """The verdicts on file, by variant and seed."""
    seeds = {deal["deal_id"]: deal["seed"] for deal in _lines("deals.jsonl")}
    found = {
        (line["variant"], seeds[line["deal_id"]]): Verdict(line["verdict"])
        for line in _lines("verdicts.jsonl")
    }
    for line in _lines("certificates.jsonl"):
        found[line["variant"], seeds[line["deal_id"]]] = Verdict.WINNABLE
    return found


def _lines(name: str) -> Iterable[dict[str, Any]]:
    return map(json.loads, (DATA / name).read_text(encoding="utf-8").splitlines())


def measure(
    variant: Variant, seeds: Iterable[int], limit: float, memory: int, known: Known
) -> tuple[list[Found], int]:
    """What the search finds for each deal, and how many verdicts are known otherwise too.

    Raises WrongError, which names the deal, for a line that does not win and for a verdict that
    differs from the known one.
    """
    searcher = Searcher(memory)
    searcher.search(State.start(deal_from_seed(0), variant), limit)  # the table is there after it
    found: list[Found] = []
    compared = 0
    for seed in seeds:
        try:
            taken = searcher.search(State.start(deal_from_seed(seed), variant), limit)
        except (WrongError, IllegalMoveError) as error:
            raise WrongError(f"{variant}, seed {seed}: {error}") from error
        wanted = known.get((str(variant), seed))
        if wanted is not None and taken.verdict is not Verdict.UNKNOWN:
            if taken.verdict is not wanted:
                raise WrongError(f"{variant}, seed {seed}: {taken.verdict} is known as {wanted}")
            compared += 1
        found.append(taken)
    return found, compared


def table_row(variant: Variant, found: Sequence[Found], compared: int) -> str:
    """The line of a variant."""
    verdicts = Counter(taken.verdict for taken in found)
    times = [taken.seconds for taken in found]
    nodes = [taken.states for taken in found]
    shares = (0.5, 0.99, 1.0)
    cells: list[object] = [variant, f"{len(found):,}"]
    cells += [f"{verdicts[verdict]:,}" for verdict in Verdict]
    cells.append(f"{compared:,}")
    cells += [milliseconds(quantile(times, share)) for share in shares]
    cells += [f"{quantile(nodes, share):,.0f}" for share in shares]
    cells += [f"{sum(nodes):,}", f"{sum(nodes) / sum(times) / 1e3:,.0f}k"]
    return row(cells)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a Markdown table; exit with 1 after a wrong answer."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", nargs="+", type=parse_variant, help="instead of the four")
    parser.add_argument("--seeds", type=seed_range, metavar="A-B", help="for every variant")
    parser.add_argument("--limit", type=float, default=10, help="processor seconds for a deal")
    parser.add_argument("--memory", type=int, default=DEFAULT_MEMORY, help="MiB for the table")
    options = parser.parse_args(arguments)

    known = known_verdicts()
    print(heads(NAMES))
    for variant in options.variant or map(parse_variant, SUITE):
        seeds = options.seeds or SUITE.get(str(variant), range(1, 201))
        try:
            found, compared = measure(variant, seeds, options.limit, options.memory, known)
        except WrongError as error:
            sys.exit(f"WRONG: {error}")
        print(table_row(variant, found, compared), flush=True)


if __name__ == "__main__":
    main()
