"""The results of moves, proved: by goal search, by game search, or by search of shared play."""

from __future__ import annotations

from steppe_solver.bridge import Limit
from steppe_solver.goals import NEVER, Bounds, GoalSolver
from steppe_solver.position import Color, Move
from steppe_solver.puzzle.cooperation import soonest
from steppe_solver.puzzle.model import Kind, Result
from steppe_solver.puzzle.task import Situation
from steppe_solver.solver import Solver
from steppe_solver.stopping import Stop, StoppedError, never


class Judge:
    """Says what every move of a situation reaches; proved, or not at all.

    The searches keep their tables for the next question, which changes no answer. ``limit`` is for
    every question by itself; where it strikes, or ``stop`` says so, StoppedError is raised.
    """

    def __init__(self, memory: int = 64, limit: Limit | None = None, stop: Stop = never) -> None:
        """Take up to ``memory`` MiB for the tables of each of the two searches."""
        self._limit = limit or Limit()
        self._stop = stop
        self._goals = GoalSolver(memory)
        self._games = Solver(memory)

    def results(self, situation: Situation) -> dict[Move, Result]:
        """The result of every legal move, in the order of notation; none where nobody moves.

        The results are the solver's, whoever is to move, counted from this situation.
        """
        if self._stop():  # a short search ends before it asks
            raise StoppedError
        if situation.position.is_over:
            return {}
        if situation.kind is Kind.HELP:
            found = self._shared(situation)
        elif situation.kind in (Kind.TEN, Kind.SAVE):
            found = self._forced(situation)
        else:
            found = self._values(situation)
        return {move: found[move] for move in sorted(found, key=str)}

    def _shared(self, situation: Situation) -> dict[Move, Result]:
        if situation.goal is None:
            return dict.fromkeys(situation.position.legal_moves(), 0)
        return dict(soonest(situation.position, situation.goal, self._stop))

    def _forced(self, situation: Situation) -> dict[Move, Result]:
        position, goal = situation.position, situation.goal
        if goal is None:
            return dict.fromkeys(position.legal_moves(), 0)
        forced = self._goals.force(position, goal, self._limit, on_progress=lambda _: self._stop())
        return {move: _exact(bounds) for move, bounds in (forced.moves or {}).items()}

    def _values(self, situation: Situation) -> dict[Move, Result]:
        position, kind = situation.position, situation.kind
        solution = self._games.solve(
            position,
            self._limit,
            objective="outcome" if kind is Kind.WIN else "margin",
            all_moves=True,
            on_progress=lambda _: self._stop(),
        )
        sign = 1 if situation.solver is Color.RED else -1
        so_far = sign * position.margin if kind is Kind.PACK else 0
        found: dict[Move, Result] = {}
        for move, (lower, upper) in (solution.moves or {}).items():
            if lower != upper:
                raise StoppedError
            found[move] = sign * lower - so_far
        return found


def rank(kind: Kind, result: Result) -> float:
    """How good a result is for the solver: the greater, the better."""
    if kind in (Kind.TEN, Kind.HELP):
        return -NEVER if result is None else -result
    if kind is Kind.SAVE and result is None:
        return NEVER
    assert result is not None
    return result


def _exact(bounds: Bounds) -> Result:
    lower, upper = bounds
    if lower != upper:
        raise StoppedError
    return None if lower == NEVER else int(lower)
