"""A soak of `steppe solve --resume`: random positions, random stops, the same values in the end.

Each round takes a frontier position or a random late one and a question, and asks it twice: of a
run that nothing stops, and of runs on one file that are stopped by nodes, by seconds, by Ctrl-C, by
a request to end or by a kill, again and again. Every bound on the way must contain the value and
may not be wider than an earlier one, the values in the end must be the same, and no run may ever
take more memory than `--memory` and 100 MiB.

    python benchmarks/soak.py --minutes 30
    python benchmarks/soak.py --minutes 30 --threads 2 --memory 256

The exit code is 1 where anything is wrong; what a round was about is then printed, and its seed.
A process that is started seems to have taken what its parent had, so this one stays small.
POSIX only.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from steppe_solver import Position, format_spn

FRONTIER = Path(__file__).parents[1] / "tests" / "data" / "frontier.jsonl"
MOST_STOPS = 25
"""After so many a run is left to end."""
HANGS = 900
"""Seconds after which a run is taken to hang."""

Bounds = tuple[int, int]


class WrongError(Exception):
    """Something that must not be."""


@dataclass
class Done:
    """How a run of the command ended, and its answer, if it gave one."""

    code: int
    answer: dict[str, Any] | None


@dataclass
class Totals:
    """What has been done so far."""

    rounds: int = 0
    stops: Counter[str] = field(default_factory=Counter)
    nodes_whole: int = 0
    nodes_stopped: int = 0
    peak: float = 0.0

    def __str__(self) -> str:
        stops = ", ".join(f"{count} by {kind}" for kind, count in sorted(self.stops.items()))
        ratio = self.nodes_stopped / max(1, self.nodes_whole)
        return (
            f"{self.rounds} rounds, {self.stops.total()} stops ({stops}): all values the same;"
            f" nodes {ratio:.2f} times those of runs that nothing stops; peak memory"
            f" {self.peak:.0f} MiB"
        )


class Soak:
    """Rounds in a directory, with options that every run gets."""

    def __init__(self, options: argparse.Namespace, directory: Path, totals: Totals) -> None:
        self._directory = directory
        self._most: int = options.memory + options.allowance
        self._totals = totals
        self._common = ["--format", "json", "--memory", str(options.memory)]
        if options.threads > 1:
            self._common += ["--threads", str(options.threads)]

    def round(self, spn: str, value: int | None, rng: Random) -> None:
        """Ask about the position with and without stops. Raises WrongError."""
        (self._directory / "position.spn").write_text(f"{spn}\n", encoding="utf-8")
        asked = rng.choice(([], [], ["--objective", "outcome"], ["--all-moves"]))
        begun = time.monotonic()
        whole = self._run(asked)
        seconds = time.monotonic() - begun
        if whole.code != 0 or whole.answer is None:
            raise WrongError(f"a run that nothing stops ended with {whole.code}")
        if value is not None and "outcome" not in asked and whole.answer["value"] != value:
            raise WrongError(f"{whole.answer['value']} is not the known value {value}")
        stopped = self._stopped(asked, whole.answer, seconds, rng)
        if any(stopped[part] != whole.answer[part] for part in ("value", "status")):
            raise WrongError(f"{stopped} instead of {whole.answer}")
        if stopped.get("moves") != whole.answer.get("moves"):
            raise WrongError(f"moves {stopped['moves']} instead of {whole.answer['moves']}")
        self._totals.rounds += 1
        self._totals.nodes_whole += whole.answer["nodes"]
        self._totals.nodes_stopped += stopped["nodes"]

    def _stopped(
        self, asked: list[str], whole: dict[str, Any], seconds: float, rng: Random
    ) -> dict[str, Any]:
        """The answer in the end of runs that are stopped on the way."""
        kept = self._directory / "kept"
        kept.unlink(missing_ok=True)
        widest: dict[str, Bounds] = {}
        for number in range(MOST_STOPS + 1):
            kind = rng.choice(("nodes", "seconds", "ctrl-c", "end", "kill", "kill"))
            limits: list[str] = []
            stop: tuple[float, int] | None = None
            after = rng.uniform(0.0, 1.2 * seconds)
            if number == MOST_STOPS:
                kind = "nothing"
            elif kind == "nodes":
                limits = ["--nodes", str(rng.randint(0, 1 + whole["nodes"] // 2))]
            elif kind == "seconds":
                limits = ["--limit", f"{after / 2:.3f}"]
            else:
                signals = {"ctrl-c": signal.SIGINT, "end": signal.SIGTERM, "kill": signal.SIGKILL}
                stop = after, signals[kind]
            done = self._run([*asked, "--resume", "kept", *limits], stop)
            if done.code not in (0, 3, 130, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT):
                raise WrongError(f"a run that was stopped by {kind} ended with {done.code}")
            if done.answer is not None:
                _check_bounds(done.answer, whole, widest)
            if done.code == 0 and done.answer is not None:
                return done.answer
            if kind == "nothing":
                raise WrongError(f"a run that nothing stopped ended with {done.code}")
            self._totals.stops[kind] += 1
        raise AssertionError("the last run has ended")

    def _run(self, options: list[str], stop: tuple[float, int] | None = None) -> Done:
        """A run of the command, to which a signal is sent after so many seconds if at all."""
        command = [sys.executable, "-P", "-m", "steppe_solver", "solve", "position.spn"]
        with (
            tempfile.TemporaryFile() as output,
            tempfile.TemporaryFile() as errors,
            subprocess.Popen(
                [*command, *self._common, *options],
                stdout=output,
                stderr=errors,
                cwd=self._directory,
            ) as process,
        ):
            code, peak = _awaited(process, stop)
            output.seek(0)
            errors.seek(0)
            text, trouble = output.read().decode(), errors.read().decode()
        self._totals.peak = max(self._totals.peak, peak)
        if peak > self._most:
            raise WrongError(f"{peak:.0f} MiB were taken, and {self._most} are allowed")
        if code < 0:  # what a signal has ended may have begun to write, or not yet to take signals
            return Done(code, None)
        if trouble:
            raise WrongError(f"a run ended with {code}, and {trouble}")
        return Done(code, json.loads(text) if text else None)


def _awaited(process: subprocess.Popen[bytes], stop: tuple[float, int] | None) -> tuple[int, float]:
    """The exit code and the peak memory in MiB of the process, once it has ended."""
    begun = time.monotonic()
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            process.returncode = os.waitstatus_to_exitcode(status)
            unit = 1 if sys.platform == "darwin" else 1024
            return process.returncode, usage.ru_maxrss * unit / 2**20
        spent = time.monotonic() - begun
        if stop is not None and spent >= stop[0]:
            os.kill(process.pid, stop[1])
            stop = None
        if spent > HANGS:
            process.kill()
            raise WrongError("a run hangs")
        time.sleep(0.005)


def _check_bounds(answer: dict[str, Any], whole: dict[str, Any], widest: dict[str, Bounds]) -> None:
    """Raise WrongError unless all bounds contain the values, and are no wider than before.

    ``widest`` has the bounds of the runs before, and then those of this one.
    """
    bounds = {"": (answer["lower"], answer["upper"])}
    values = {"": whole["value"]}
    for move, found in answer.get("moves", {}).items():
        bounds[move] = tuple(found) if isinstance(found, list) else (found, found)
        values[move] = whole["moves"][move]
    for name, (lower, upper) in bounds.items():
        least, most = widest.get(name, (lower, upper))
        if not least <= lower <= values[name] <= upper <= most:
            raise WrongError(
                f"{name or 'the position'}: {lower} to {upper}, after {least} to {most};"
                f" the value is {values[name]}"
            )
    widest.update(bounds)


def late_position(rng: Random) -> Position:
    """A position of a random game: on level 3, or on level 2 with few cells left."""
    while True:
        position, empty = Position.start(), rng.randint(1, 12)
        while not position.is_over:
            late = position.level == 3 or (position.level == 2 and position.open_cells <= empty)
            if late and rng.random() < 0.2:
                return position
            position = position.play(rng.choice(position.legal_moves()))


def positions(file: Path, hardest: int, seed: int) -> Iterator[tuple[int, str, int | None]]:
    """A seed for each round, its position, and its value where it is known."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    frontier = [row for row in rows if row["value"] is not None]
    frontier = [row for row in frontier if 100 < row["prototype_nodes"] <= hardest]
    while True:
        rng = Random(seed)
        if frontier and rng.random() < 0.5:
            row = rng.choice(frontier)
            yield seed, row["spn"], row["value"]
        else:
            yield seed, format_spn(late_position(rng)), None
        seed += 1


def main() -> None:
    """Soak, and print what has been done."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rounds", type=int, help="no more than so many")
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    parser.add_argument("--memory", type=int, default=64, help="MiB for all tables of a run")
    parser.add_argument(
        "--allowance", type=int, default=100, help="MiB beside the tables that a run may take"
    )
    parser.add_argument("--threads", type=int, default=1, help="of each run")
    parser.add_argument("--frontier", type=Path, default=FRONTIER, help="positions with values")
    parser.add_argument(
        "--hardest", type=int, default=3_000_000, help="prototype nodes of a frontier position"
    )
    options = parser.parse_args()

    totals = Totals()
    end = time.monotonic() + 60 * options.minutes
    told = 0.0
    with tempfile.TemporaryDirectory() as directory:
        soak = Soak(options, Path(directory), totals)
        for seed, spn, value in positions(options.frontier, options.hardest, options.seed):
            if time.monotonic() >= end or totals.rounds == options.rounds:
                break
            try:
                soak.round(spn, value, Random(f"stops {seed}"))
            except WrongError as error:
                sys.exit(f"WRONG: --seed {seed}: {spn}: {error}")
            if time.monotonic() >= told:
                print(f"{totals}; next --seed {seed + 1}", flush=True)
                told = time.monotonic() + 60
    print(totals)


if __name__ == "__main__":
    main()
