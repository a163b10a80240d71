"""Do ratings mean something? Their rank correlation with the effort of a human-like searcher.

The searcher (`searcher.py`) knows neither rating nor solution. Where it gives up, or stays with a
move that is no key, its effort counts as all that it was allowed. Fails where the searcher is
certain of a move that is no key, or where a rating is not that of its puzzle.

    pip install matplotlib scipy
    python benchmarks/ratings.py puzzles/*.stp.json
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata, spearmanr
from searcher import Thought, think

from steppe_solver.puzzle.file import read_puzzles
from steppe_solver.puzzle.model import Kind, Puzzle
from steppe_solver.puzzle.rating import rate

matplotlib.use("svg")
from matplotlib import pyplot as plt

FEWEST = 10
"""Of fewer puzzles no correlation is told."""

RESAMPLES = 2000
TARGET = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle and what the searcher made of it."""

    puzzle: Puzzle
    thought: Thought

    @property
    def found(self) -> bool:
        """Did the searcher settle on the key?"""
        return self.thought.move in self.puzzle.key


def effort(case: Case, patience: int) -> int:
    """The positions looked at, or all that were allowed where the key was not found."""
    return case.thought.effort if case.found else patience


def load(files: Sequence[Path]) -> list[Puzzle]:
    """The puzzles of the files. Raises ValueError with the place of a bad one."""
    puzzles = []
    for path in files:
        with path.open("rb") as stream:
            for entry in read_puzzles(stream, path.name):
                if entry.puzzle is None:
                    raise ValueError(f"{path}:{entry.line}: {entry.error}")
                puzzles.append(entry.puzzle)
    return puzzles


def correlation(ratings: Sequence[int], efforts: Sequence[int]) -> tuple[float, float, float]:
    """Spearman's rank correlation and its 95 % confidence interval (bootstrap, fixed seed)."""
    pairs = np.array([ratings, efforts])
    draw = np.random.default_rng(1)
    found = []
    for _ in range(RESAMPLES):
        first, second = pairs[:, draw.integers(0, len(ratings), len(ratings))]
        if np.ptp(first) and np.ptp(second):
            found.append(_pearson(rankdata(first), rankdata(second)))
    low, high = np.percentile(found, [2.5, 97.5])
    return float(spearmanr(ratings, efforts).statistic), float(low), float(high)


def _pearson(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    return float(np.corrcoef(first, second)[0, 1])


def report(name: str, cases: Sequence[Case], patience: int) -> float | None:
    """A line of the table; returns the correlation, None where there are too few puzzles."""
    ratings = [case.puzzle.rating for case in cases]
    found = sum(case.found for case in cases)
    certain = sum(case.thought.certain for case in cases)
    quarters = " / ".join(f"{value:.0f}" for value in np.percentile(ratings, [0, 25, 50, 75, 100]))
    start = f"| {name} | {len(cases)} | {found} | {certain} | {quarters} |"
    efforts = [effort(case, patience) for case in cases]
    if len(cases) < FEWEST or not (np.ptp(ratings) and np.ptp(efforts)):
        print(f"{start} | |")
        return None
    rho, low, high = correlation(ratings, efforts)
    print(f"{start} {rho:.2f} | {low:.2f} to {high:.2f} |")
    return rho


def plot(cases: Sequence[Case], patience: int, path: Path) -> None:
    """Write the picture: a point for every puzzle, hollow where the searcher did not find the key.

    The same cases give the same file.
    """
    matplotlib.rcParams["svg.hashsalt"] = "steppe"
    figure, axes = plt.subplots(figsize=(7, 5))
    for kind, colour, mark in zip(
        Kind,
        ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#000000"),
        "os^vD*",
        strict=True,
    ):
        for found in (True, False):
            shown = [case for case in cases if case.puzzle.kind is kind and case.found is found]
            axes.scatter(
                [case.puzzle.rating for case in shown],
                [effort(case, patience) for case in shown],
                s=16,
                marker=mark,
                linewidths=0.7,
                edgecolors=colour,
                facecolors=colour if found else "none",
                label=kind.value if found and shown else None,
            )
    axes.set_yscale("log")
    axes.set_xlim(0, 101)
    axes.set_xlabel("rating")
    axes.set_ylabel("positions looked at before settling")
    axes.set_title("Rating and the effort of a human-like searcher (hollow: key not found)")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> int:
    """Print the table and write the picture; 1 where something does not hold, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--patience", type=int, default=10_000, help="positions allowed per puzzle")
    parser.add_argument("--jobs", type=int, default=1, help="processes; the answers do not change")
    parser.add_argument("--plot", type=Path, default=Path(__file__).with_suffix(".svg"))
    options = parser.parse_args()

    puzzles = load(options.files)
    with Pool(options.jobs) as pool:
        search = partial(think, patience=options.patience)
        cases = list(map(Case, puzzles, pool.imap(search, puzzles)))

    faults = [f"{p.id}: rated {p.rating}, not {rate(p)}" for p in puzzles if p.rating != rate(p)]
    faults += [
        f"{case.puzzle.id}: certain of {case.thought.move}"
        for case in cases
        if case.thought.certain and not case.found
    ]
    print("| kind | puzzles | key found | certain | ratings: least, quarters, most | rho | 95 % |")
    print("| --- | ---: | ---: | ---: | --- | ---: | --- |")
    told = {"all": report("all", cases, options.patience)}
    for kind in Kind:
        chosen = [case for case in cases if case.puzzle.kind is kind]
        if chosen:
            told[kind.value] = report(kind.value, chosen, options.patience)
    faults += [
        f"{name}: a correlation of {rho:.2f}, below {TARGET}"
        for name in ("all", "ten")
        if (rho := told.get(name)) is not None and rho < TARGET
    ]
    plot(cases, options.patience, options.plot)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
