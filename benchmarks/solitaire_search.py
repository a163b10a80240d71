"""A search for a win of Steps Solitaire with its processor time, which a busy machine leaves alone.

What is timed is the native search and nothing else: the game is handed over before, and what it
found is replayed after, with the rules in Python.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from steppe_solver.bridge import core
from steppe_solver.solitaire import Move, State
from steppe_solver.solitaire.encoding import from_native, to_native
from steppe_solver.solitaire.solver import Verdict, replayed


class WrongError(Exception):
    """A verdict that cannot be, with what shows it."""


@dataclass(frozen=True)
class Found:
    """What one search came to, in processor seconds.

    ``states`` are the different positions it came to, ``visits`` how often it came to one at all,
    where that is counted; ``length`` is that of its win, in moves.
    """

    verdict: Verdict
    seconds: float
    states: int
    visits: int | None = None
    length: int | None = None


class Searcher:
    """The package's search for wins, with one table (MiB) for one deal after the other."""

    def __init__(self, memory: int) -> None:
        self._native = core.SolitaireSolver(memory << 20)

    def search(self, state: State, limit: float) -> Found:
        """What the search finds within so many processor seconds.

        Raises WrongError for a line that is no win, IllegalMoveError for one against the rules.
        """
        game = core.SolitaireGame(*to_native(state))
        started = time.thread_time()
        winnable, line, nodes, *_ = self._native.win(
            game, None, None, lambda: time.thread_time() - started > limit
        )
        seconds = time.thread_time() - started
        if winnable is None:
            return Found(Verdict.UNKNOWN, seconds, nodes)
        if not winnable:
            return Found(Verdict.UNWINNABLE, seconds, nodes)
        moves = [from_native(*move) for move in line]
        check_win(state, moves)
        return Found(Verdict.WINNABLE, seconds, nodes, length=len(moves))


def check_win(state: State, moves: Sequence[Move]) -> None:
    """Raises WrongError where the moves do not win, IllegalMoveError where one cannot be played."""
    if not replayed(state, moves).is_won:
        raise WrongError("a line that does not win")


def quantile(numbers: Sequence[float], share: float) -> float:
    """The least of the numbers that such a share of them does not exceed."""
    return sorted(numbers)[max(0, math.ceil(share * len(numbers)) - 1)]


def milliseconds(seconds: float) -> str:
    """The time with two or three figures, in ms."""
    ms = 1e3 * seconds
    return f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:,.0f}"


def row(cells: Sequence[object]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def heads(names: Sequence[str]) -> str:
    """The first two lines of a Markdown table; all columns but the first are numbers."""
    return row(names) + "\n" + row(["---", *["---:"] * (len(names) - 1)])


def seed_range(text: str) -> range:
    """The seeds of ``A-B`` or ``A``. Raises ValueError for anything else."""
    first, _, last = text.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    if not seeds:
        raise ValueError(f"no seeds: {text}")
    return seeds
