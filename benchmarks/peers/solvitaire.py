"""Can it be won? Ours beside Solvitaire (Blake and Gent), the best published solver, in one run.

Solvitaire (https://github.com/thecharlieblake/Solvitaire) decides many solitaires, among them
Klondike; buffers are its "cells". To build it, without its tests, on Debian or Ubuntu:

    apt install g++ libboost-program-options-dev
    git clone https://github.com/thecharlieblake/Solvitaire
    cd Solvitaire
    rm -f solvitaire
    g++ -std=c++14 -O3 -DNDEBUG -flto -pthread -Ilib/rapidjson $(find src/main -name '*.cpp') \\
        -lboost_program_options -o solvitaire

    python benchmarks/peers/solvitaire.py Solvitaire/solvitaire

Both get the same deals, in turns, one thread and as many processor seconds for each. Times are of
the search alone, in processor time: ours exactly, Solvitaire's the lesser of what it says its
search took by the clock (in whole milliseconds, rounded down) and what its process took in all.
A *state* is a position that a search comes to for the first time: our nodes, Solvitaire's "Unique
States Searched". Coming back to one is a visit of Solvitaire's ("States Searched"), and nothing of
ours; Solvitaire counts each safe move to a foundation as a state, ours makes them on the way.

Every win of either is replayed with our rules, in single moves, the draws and recycles included.
The command ends with code 1 where a line does not win and where the two verdicts contradict each
other. With buffers Solvitaire's "unsolvable" is no proof (it does not let a card go back from a
cell to the column that it has just left, and its rule for parts of runs is proved without cells
only), and counts as unknown. Needs Linux, for the processor time of a process that still runs.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))  # scripts, not a package

from solitaire_search import (  # noqa: E402
    Found,
    Searcher,
    WrongError,
    check_win,
    heads,
    milliseconds,
    quantile,
    row,
    seed_range,
)
from solvitaire_files import (  # noqa: E402
    Printed,
    UnreadableError,
    deal_json,
    moves_of,
    read,
    rules_json,
)

from steppe_solver.errors import IllegalMoveError  # noqa: E402
from steppe_solver.solitaire import State, Variant, deal_from_seed, parse_variant  # noqa: E402
from steppe_solver.solitaire.shortest import search_shortest  # noqa: E402
from steppe_solver.solitaire.solver import DEFAULT_MEMORY, Verdict  # noqa: E402

RUNS = {
    "some": "partial-if-card-above-buildable",
    "all": "yes",
}
"""Which parts of runs Solvitaire moves: its own default for Klondike, or all."""

NAMES = ["solver", "winnable", "unwinnable", "unknown"]
NAMES += [
    "median ms",
    "99 %",
    "slowest",
    "states, median",
    "all",
    "states/s",
    "visits/s",
    "moves of a win",
]

LOOK = 0.02
"""Seconds between looks at the time that the other program has taken."""


class Peer:
    """A built Solvitaire, with a directory for its files."""

    def __init__(self, program: Path, variant: Variant, runs: str, directory: Path) -> None:
        self.program, self.directory = program, directory
        (directory / "rules.json").write_text(json.dumps(rules_json(variant, RUNS[runs])))

    def search(self, state: State, seed: int, limit: float) -> Found:
        """What it finds within so many processor seconds, with its win replayed from the state.

        Raises UnreadableError, WrongError or IllegalMoveError where it does not replay.
        """
        file = self.directory / "deal.json"
        file.write_text(json.dumps(deal_json(deal_from_seed(seed))))
        command = [str(self.program), "--custom-rules", str(self.directory / "rules.json")]
        text, taken = run([*command, str(file)], limit, self.directory / "printed")
        printed = read(text)
        seconds = min(printed.milliseconds / 1e3, taken, limit)  # without its winding up
        return self._found(printed, seconds, state)

    @staticmethod
    def _found(printed: Printed, seconds: float, state: State) -> Found:
        verdict, length = printed.verdict, None
        if verdict is Verdict.WINNABLE:
            moves = moves_of(state, printed.boards)
            check_win(state, moves)
            length = len(moves)
        elif state.variant.buffers:  # what it says then is no proof
            verdict = Verdict.UNKNOWN
        return Found(verdict, seconds, printed.states, printed.visits, length)


def run(command: Sequence[str], limit: float, output: Path) -> tuple[str, float]:
    """What the command printed, and its processor seconds; at the limit it gets a SIGINT.

    Solvitaire then says how far it has come. Raises UnreadableError where it fails.
    """
    with output.open("wb") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=subprocess.DEVNULL)
    try:
        status, taken = _ended(process, limit)
    except BaseException:  # the caller stops, and nobody would tell the other
        process.kill()
        process.wait()
        raise
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise UnreadableError(f"{command[0]} ended with code {process.returncode}")
    return output.read_text(encoding="utf-8"), taken


def _ended(process: subprocess.Popen[bytes], limit: float) -> tuple[int, float]:
    """The status with which the process ends, told to at the limit, and its processor seconds."""
    # Linux's clock_getcpuclockid(3): the clock of what a process has taken of the processor.
    clock, pause, told = ~process.pid << 3 | 2, LOOK / 16, False
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return status, usage.ru_utime + usage.ru_stime
        if not told and time.clock_gettime(clock) > limit:
            process.send_signal(signal.SIGINT)
            told = True
        time.sleep(pause)
        pause = min(LOOK, 2 * pause)


def compared(
    searcher: Searcher, peer: Peer, variant: Variant, seeds: Iterable[int], limit: float
) -> Iterator[tuple[Found, Found]]:
    """What ours and the other come to for each deal. Raises WrongError, which names the deal."""
    searcher.search(State.start(deal_from_seed(0), variant), limit)  # the table is there after it
    for seed in seeds:
        state = State.start(deal_from_seed(seed), variant)
        try:
            ours = searcher.search(state, limit)
            theirs = peer.search(state, seed, limit)
        except (WrongError, IllegalMoveError, UnreadableError) as error:
            raise WrongError(f"{variant}, seed {seed}: {error}") from error
        if {ours.verdict, theirs.verdict} == {Verdict.WINNABLE, Verdict.UNWINNABLE}:
            message = f"ours {ours.verdict}, Solvitaire {theirs.verdict}; the win was replayed"
            raise WrongError(f"{variant}, seed {seed}: {message}")
        yield ours, theirs


def table(name: str, found: Sequence[Found]) -> str:
    """The line of a solver."""
    verdicts = Counter(one.verdict for one in found)
    times, states = [one.seconds for one in found], [one.states for one in found]
    lengths = [one.length for one in found if one.length is not None]
    cells: list[object] = [name, *(verdicts[verdict] for verdict in Verdict)]
    cells += [_shown(quantile(times, share)) for share in (0.5, 0.99, 1.0)]
    cells += [f"{quantile(states, 0.5):,}", f"{sum(states):,}"]
    visits = [one.visits for one in found if one.visits is not None]
    cells += [_rate(count, times) if count else "-" for count in (states, visits)]
    cells.append(f"{quantile(lengths, 0.5):,}" if lengths else "-")
    return row(cells)


def _rate(counts: Sequence[int], times: Sequence[float]) -> str:
    return f"{sum(counts) / max(sum(times), 1e-3) / 1e3:,.0f}k"


def _shown(seconds: float) -> str:
    """The time in ms; Solvitaire says 0 for anything less than one."""
    return "< 1" if seconds == 0 else milliseconds(seconds)


def summary(pairs: Sequence[tuple[Found, Found]]) -> str:
    """What the deals that both decided took in all, as a sentence, and what only one decided."""
    both = [pair for pair in pairs if all(one.verdict is not Verdict.UNKNOWN for one in pair)]
    only = [
        sum(
            pair[side].verdict is not Verdict.UNKNOWN and pair[1 - side].verdict is Verdict.UNKNOWN
            for pair in pairs
        )
        for side in (0, 1)
    ]
    text = f"Decided by ours alone: {only[0]}, by Solvitaire alone: {only[1]}."
    if not both:
        return text
    mine, theirs = (sum(pair[side].seconds for pair in both) for side in (0, 1))
    least, most = (sum(pair[side].states for pair in both) for side in (0, 1))
    return (
        f"{text} On the {len(both)} that both decided: {mine:.3f} s and {theirs:.3f} s,"
        f" {theirs / mine:.1f} times ours; {least:,} and {most:,} states,"
        f" {most / max(1, least):.1f} times ours."
    )


def shortest(variant: Variant, seeds: Sequence[int], seconds: float, memory: int) -> str:
    """What is proved of the shortest wins of the deals, so many processor seconds each."""
    lower: list[int] = []
    upper: list[float] = []
    for seed in seeds:
        state = State.start(deal_from_seed(seed), variant)
        best = search_shortest(state, stop=_after(seconds), memory=memory)
        lower.append(best.lower)
        upper.append(math.inf if best.line is None else len(best.line))
    proved = sum(low == high for low, high in zip(lower, upper, strict=True))
    return (
        f"Ours, shortest win, {seconds:g} s each: median {quantile(upper, 0.5):g} moves,"
        f" proved bounds {quantile(lower, 0.5)} to {quantile(upper, 0.5):g} (medians),"
        f" proved shortest {proved} of {len(seeds)}."
    )


def _after(seconds: float) -> Callable[[], bool]:
    """Has this thread taken so many processor seconds from now on?"""
    end = time.thread_time() + seconds
    return lambda: time.thread_time() > end


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a Markdown table and a summary; exit with 1 after a wrong answer."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", type=Path, help="Solvitaire, built")
    parser.add_argument("--variant", type=parse_variant, default="c0d3L-inf")
    parser.add_argument("--seeds", type=seed_range, default="1-200", metavar="A-B")
    parser.add_argument("--limit", type=float, default=10, help="processor seconds for a deal")
    parser.add_argument("--memory", type=int, default=DEFAULT_MEMORY, help="MiB for our table")
    parser.add_argument(
        "--runs", choices=RUNS, default="some", help="the parts of runs that Solvitaire moves"
    )
    parser.add_argument(
        "--shortest", type=float, metavar="SECONDS", help="also our shortest wins, so long for each"
    )
    options = parser.parse_args(arguments)
    program, seeds = options.program.resolve(), options.seeds
    if not program.is_file():
        parser.error(
            f"no such program: {options.program}; how to build it: see the top of this file"
        )

    with tempfile.TemporaryDirectory() as directory:
        try:
            peer = Peer(program, options.variant, options.runs, Path(directory))
        except ValueError as error:
            parser.error(str(error))
        searcher = Searcher(options.memory)
        try:
            pairs = list(compared(searcher, peer, options.variant, seeds, options.limit))
        except WrongError as error:
            sys.exit(f"WRONG: {error}")
    print(f"{options.variant}, seeds {seeds[0]} to {seeds[-1]}, {options.limit:g} s a deal\n")
    print(heads(NAMES))
    print(table("ours", [ours for ours, _ in pairs]))
    print(table("Solvitaire", [theirs for _, theirs in pairs]))
    print(f"\n{summary(pairs)}", flush=True)
    if options.shortest:
        print(shortest(options.variant, seeds, options.shortest, options.memory))


if __name__ == "__main__":
    main()
