"""An atlas of small boards: what every game of a family is worth from its first move.

The family (`atlas_family`) has all boards up to 3x3x3, and 4x3, 5x3 and 4x4 with one to three
levels, with a neutral tile in the middle and without; both players hold the same reserve, any that
covers the open cells exactly or with one cell to spare. Every value is found by one search and
confirmed by another that relies on less, or on nothing that the first one has (`atlas_values`); a
contradiction ends the run. Where no value is found there are bounds, which are proved.

    python benchmarks/atlas.py                        # goes on with the table, for an hour
    python benchmarks/atlas.py --only 4x3x3 --seconds 60 --budget 30
    python benchmarks/atlas.py --check                # finds values anew, for half a minute
    python benchmarks/atlas.py --page                 # atlas.md anew from atlas.csv

Games of few cells come first, and the whole family is gone over with little time a game before it
is with more: a run can be stopped at any moment, and goes on where it was.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import atlas_page
import brute_force
from atlas_family import Board, Variant, boards, variants
from atlas_table import Table, TableError, load, save
from atlas_values import Confirmer, DisagreementError, settled
from native_programs import ProgramError

HERE = Path(__file__).parent
ROUNDS = (0, 0.25, 1, 4, 16, 64, 256)
"""Processor time for each game when the family is gone over; the last one is ``--seconds``."""

MISSES = 10
"""After so many games in a row without a value, a board is left until there is more time a game."""

SAVE_EVERY = 1.0
"""Seconds after which new rows are written."""

CHECK_SECONDS = 0.25
"""Processor time for each game that is solved anew."""


def chosen(only: Sequence[str]) -> list[Board]:
    """The boards of these names, all of them where none is given. Raises ValueError."""
    unknown = set(only) - {str(board) for board in boards()}
    if unknown:
        raise ValueError(f"no such board in the atlas: {', '.join(sorted(unknown))}")
    return [board for board in boards() if not only or str(board) in only]


def rounds(longest: float) -> list[float]:
    """The times for a game, from none to the longest."""
    return [seconds for seconds in ROUNDS if seconds < longest] + [longest]


def undone(table: Table, board: Board, seconds: float) -> list[Variant]:
    """The games of the board that so much time may settle, those that look cheap first."""

    def is_done(variant: Variant) -> bool:
        known = table.get(variant)
        return known is not None and (known.confirmed != "" or known.seconds >= seconds)

    games = sorted(variants(board), key=lambda variant: variant.work)
    return [variant for variant in games if not is_done(variant)]


def run(
    path: Path,
    which: Sequence[Board],
    longest: float,
    confirmer: Confirmer,
    until: Callable[[], bool],
    say: Callable[[str], object],
) -> Table:
    """The table after as much of it as there is time for. Raises DisagreementError, TableError.

    What was found is in the file whatever ends the run, but for the rows of the last second where
    it is killed.
    """
    table = load(path)
    saved = time.monotonic()
    try:
        for seconds in rounds(longest):
            for board in which:
                misses = 0
                for variant in undone(table, board, seconds):
                    if until():
                        return table
                    found = settled(variant, seconds, confirmer, table.get(variant))
                    table[variant] = found
                    if time.monotonic() - saved > SAVE_EVERY:
                        save(table, path)
                        saved = time.monotonic()
                        say(f"{seconds:g} s: {variant}")
                    misses = 0 if found.is_exact else misses + 1
                    if seconds and misses == MISSES:
                        break
    finally:
        save(table, path)
    return table


def check(
    table: Table,
    which: Sequence[Board],
    seed: int,
    confirmer: Confirmer,
    until: Callable[[], bool],
    seconds: float,
) -> int:
    """How many values, drawn by chance, have been found and confirmed again.

    ``seconds`` of processor time are for each. Raises DisagreementError for one that is another
    now.
    """
    known = [variant for board in which for variant in variants(board)]
    known = [variant for variant in known if variant in table and table[variant].is_exact]
    Random(seed).shuffle(known)
    done = 0
    for variant in known:
        if until():
            break
        again = settled(variant, seconds, confirmer)
        table[variant].and_also(again, str(variant))
        done += again.confirmed != ""
    return done


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the table and the page, or check them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="solve values anew, drawn by chance")
    what.add_argument("--page", action="store_true", help="only write the page from the table")
    parser.add_argument("--only", nargs="+", default=[], help="only these boards, such as 4x3x2")
    parser.add_argument(
        "--seconds", type=float, default=ROUNDS[-1], help="processor time for a game (256)"
    )
    parser.add_argument("--budget", type=float, help="minutes until the last game (60; checks: ½)")
    parser.add_argument("--seed", type=int, default=1, help="what --check draws (1)")
    parser.add_argument("--table", type=Path, default=HERE / "atlas.csv")
    options = parser.parse_args(arguments)
    minutes = options.budget if options.budget is not None else 0.5 if options.check else 60
    end = time.monotonic() + 60 * minutes
    try:
        which = chosen(options.only)
    except ValueError as error:
        parser.error(str(error))

    def is_late() -> bool:
        return time.monotonic() >= end

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as directory:
        try:
            if options.page:
                table = load(options.table)
            else:
                confirmer = Confirmer(compiled(Path(directory), say))
            if options.check:
                table = load(options.table)
                done = check(table, which, options.seed, confirmer, is_late, CHECK_SECONDS)
                print(f"{done} values found again")
                return
            if not options.page:
                table = run(options.table, which, options.seconds, confirmer, is_late, say)
        except (DisagreementError, TableError, ProgramError) as error:
            sys.exit(f"WRONG: {error}")
    if len(table) < sum(len(variants(board)) for board in boards()):
        say("no page: games of the atlas are missing in the table")
        return
    options.table.with_suffix(".md").write_text(atlas_page.page(table), encoding="utf-8")


def compiled(directory: Path, say: Callable[[str], object]) -> Path | None:
    """The brute force; None, and that is said, where there is no compiler."""
    if brute_force.compiler() is None:
        say("no C++ compiler: without brute force, values are confirmed by other means")
        return None
    return brute_force.compile_into(directory)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # rows are kept, no program is left
    main()
