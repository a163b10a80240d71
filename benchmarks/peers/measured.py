"""Solvers side by side on the same positions: measured, compared, and laid out as a table."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from steppe_solver.position import Position

QUICK = 0.1
"""Seconds: what took less is measured two times more, and the least time counts."""


class LimitError(Exception):
    """A solver did not come to its answer in time."""


class WrongError(Exception):
    """A solver's answer is not the known value."""


class Clock:
    """Counts the positions that a solver visits, and ends it after so much processor time."""

    def __init__(self, limit: float) -> None:
        """Start now."""
        self.limit = limit
        self.nodes = 0
        self._started = time.process_time()
        self._end = self._started + limit

    def visit(self) -> None:
        """Count one position. Raises LimitError when the time is up."""
        self.nodes += 1
        if self.nodes % 64 == 0 and time.process_time() > self._end:
            raise LimitError

    @property
    def seconds(self) -> float:
        """Processor time since the start."""
        return time.process_time() - self._started


Solve = Callable[[Position, Clock], int]
"""The value of the position, with its nodes counted on the clock. May raise LimitError."""


@dataclass(frozen=True)
class Case:
    """A position by name, with its known value."""

    name: str
    position: Position
    value: int


@dataclass(frozen=True)
class Run:
    """What one solver took for one position; the clock ran out where it is not ``solved``."""

    seconds: float
    nodes: int
    solved: bool


def run(solve: Solve, case: Case, limit: float) -> Run:
    """What the solver takes for the position. Raises WrongError for a wrong answer."""
    best = math.inf
    for _ in range(3):
        clock = Clock(limit)
        try:
            found = solve(case.position, clock)
        except LimitError:
            return Run(clock.seconds, clock.nodes, solved=False)
        best = min(best, clock.seconds)
        if found != case.value:
            raise WrongError(f"{case.name}: {found} is not {case.value}")
        if best > QUICK:
            break
    return Run(best, clock.nodes, solved=True)


def heads(peers: Iterable[str]) -> list[str]:
    """The first two lines of the table: one line a position, one column a peer."""
    names = ["position", "empty", "value", "ours, ms (nodes)", *peers]
    return [_line(names), _line(["---", *["---:"] * (len(names) - 1)])]


def line(case: Case, ours: Run, peers: Iterable[Run]) -> str:
    """The line of a position: how many times our time every peer takes, and its nodes."""
    empty = case.position.levels[-1].count(None)
    mine = f"{1e3 * ours.seconds:.2f} ({ours.nodes:,})"
    theirs = [
        f"{_over(peer)}{_times(peer.seconds / ours.seconds)} ({peer.nodes:,})" for peer in peers
    ]
    return _line([case.name, empty, case.value, mine, *theirs])


def summary(ours: Sequence[Run], peers: Mapping[str, Sequence[Run]]) -> list[str]:
    """A second table, one line a peer: how many positions it solved, and the ratios over these.

    The last column has the largest ratio of those that it did not solve, which are lower bounds.
    """
    names = ["solver", "solved", "ratio of time: least", "geometric mean", "most"]
    names += ["ratio of nodes in all", "not solved: most"]
    found = [_line(names), _line(["---", *["---:"] * (len(names) - 1)])]
    for name, runs in peers.items():
        pairs = list(zip(runs, ours, strict=True))
        solved = [(peer, own) for peer, own in pairs if peer.solved]
        over = [peer.seconds / own.seconds for peer, own in pairs if not peer.solved]
        cells = ["-"] * 4
        if solved:
            ratios = [peer.seconds / own.seconds for peer, own in solved]
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            nodes = [sum(run.nodes for run in side) for side in zip(*solved, strict=True)]
            cells = [_times(figure) for figure in (min(ratios), mean, max(ratios))]
            cells.append(_times(nodes[0] / max(1, nodes[1])))
        worst = f"over {_times(max(over))}" if over else "-"
        found.append(_line([name, f"{len(solved)} of {len(runs)}", *cells, worst]))
    return found


def _over(peer: Run) -> str:
    return "" if peer.solved else "over "


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 1 else f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
