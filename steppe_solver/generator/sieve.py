"""From a position to a puzzle, the cheap questions first."""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.generator.tasks import node_limit, tasks
from steppe_solver.generator.wanted import Wanted
from steppe_solver.goals import Goal, GoalSolver
from steppe_solver.position import Position
from steppe_solver.puzzle.compose import write_up
from steppe_solver.puzzle.examine import LEAST_MOVES, Finding, examine
from steppe_solver.puzzle.judge import Judge
from steppe_solver.puzzle.model import Kind, Puzzle, Source
from steppe_solver.reachability import reachable
from steppe_solver.stopping import Stop, StoppedError

_MEMORY = 64
"""MiB of tables for each search; taken only as they are used."""

NOWHERE = Source("", "", 0, "")
"""The source of what is not to be kept."""


class Sieve:
    """What lets through, of positions, those that hold a wanted puzzle.

    It remembers nothing that could change an answer: the searches begin anew for every question
    and are limited in nodes. Every method raises StoppedError when ``stop`` says so.
    """

    def __init__(self, wanted: Wanted, stop: Stop) -> None:
        self.wanted = wanted
        self.tried = 0
        self._stop = stop
        self._limit = node_limit(wanted)
        self._goals = GoalSolver(_MEMORY)
        self._judge = Judge(_MEMORY, self._limit, stop)

    def findings(self, position: Position) -> Iterator[Finding]:
        """What the position holds of the wanted kind with one key, one for every goal."""
        for goal in tasks(position, self.wanted):
            finding = self.finding(position, goal)
            if finding is not None:
                yield finding

    def finding(self, position: Position, goal: Goal | None) -> Finding | None:
        """The wanted puzzle with this goal, not written up yet; None where there is none."""
        if self._stop():
            raise StoppedError
        self.tried += 1
        if len(position.legal_moves()) < LEAST_MOVES or not self._is_forced(position, goal):
            return None
        try:
            finding = examine(position, self.wanted.kind, goal, self._judge)
        except StoppedError:
            if self._stop():
                raise
            return None  # too many nodes
        return finding if finding and self.wanted.allows_finding(finding) else None

    def is_reachable(self, position: Position) -> bool:
        """Does a legal game lead to the position?"""
        verdict = reachable(position, self._stop).reachable
        if verdict is None:
            raise StoppedError  # on the standard board nothing else leaves it open
        return verdict

    def puzzle(self, finding: Finding, source: Source) -> Puzzle | None:
        """The wanted puzzle with its proof; None where the proof shows that it is not wanted."""
        puzzle = self.written(finding, source)
        return puzzle if puzzle and self.wanted.allows(puzzle) else None

    def written(self, finding: Finding, source: Source = NOWHERE) -> Puzzle | None:
        """The puzzle with its proof, wanted or not; None where that takes too many nodes."""
        try:
            return write_up(finding, self._judge, source)
        except StoppedError:
            if self._stop():
                raise
            return None

    def _is_forced(self, position: Position, goal: Goal | None) -> bool:
        """Is the goal's number a wanted one, or not yet known? One question for all moves."""
        if goal is None or self.wanted.kind is not Kind.TEN:
            return True
        forced = self._goals.force(
            position, goal, self._limit, all_moves=False, on_progress=lambda _: self._stop()
        )
        return forced.n is not None and self.wanted.allows_n(forced.n)
