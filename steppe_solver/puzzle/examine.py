"""Is there a puzzle in a position? The key, the results of all moves, and what they amount to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from steppe_solver.errors import IllegalMoveError
from steppe_solver.goals import Goal
from steppe_solver.position import Move, Position
from steppe_solver.puzzle.judge import Judge, rank
from steppe_solver.puzzle.model import Kind, Result
from steppe_solver.puzzle.sameness import same_moves
from steppe_solver.puzzle.task import Situation, last_level

LEAST_MOVES = 5
"""A position with fewer legal moves leaves too little to find."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A position with one key: the moves that solve it, and the results of all moves."""

    situation: Situation
    results: Mapping[Move, Result]
    key: tuple[Move, ...]

    @property
    def result(self) -> Result:
        """What the key reaches."""
        return self.results[self.key[0]]

    @property
    def fails(self) -> dict[Move, Result]:
        """The tries and what they reach."""
        return {move: reached for move, reached in self.results.items() if move not in self.key}

    @property
    def n(self) -> int | None:
        """The number of the puzzle; see `Puzzle`."""
        kind = self.situation.kind
        if kind is Kind.SAVE:
            return max(reached for reached in self.fails.values() if reached is not None)
        if kind is Kind.PACK:
            return len(self.key)
        return self.result if kind in (Kind.TEN, Kind.HELP) else None

    @property
    def strict(self) -> bool:
        """Do all tries spoil the task for good? See `Puzzle.strict`."""
        kind = self.situation.kind
        return kind is Kind.SAVE or all(reached is None for reached in self.fails.values())

    @property
    def gap(self) -> int:
        """By how much the best try is worse: moves, points or outcome, as the kind counts."""
        kind = self.situation.kind
        best_try = max(rank(kind, reached) for reached in self.fails.values())
        difference = rank(kind, self.result) - best_try
        return int(min(difference, 2**30))


def examine(position: Position, kind: Kind, goal: Goal | None, judge: Judge) -> Finding | None:
    """The key and the results of the position's moves; None where it holds no puzzle.

    A puzzle has at least five legal first moves and one key, and the key achieves something: the
    tens are laid or stopped, the game is won or drawn. Raises StoppedError with the judge, and
    ValueError for a goal that does not belong to the kind.
    """
    if position.is_over or (kind is Kind.PACK and not is_alone(position)):
        return None
    assert position.mover is not None
    situation = Situation(kind, position.mover, position, goal)
    results = judge.results(situation)
    if len(results) < LEAST_MOVES:
        return None
    top = max(rank(kind, result) for result in results.values())
    best = [move for move, result in results.items() if rank(kind, result) == top]
    if len(best) == len(results) or not _achieves(kind, results[best[0]]):
        return None
    if kind is Kind.PACK:
        one_key = is_one_laying(position, best)
    else:
        one_key = len(same_moves(position, best, last_level(kind, goal, position))) == 1
    return Finding(situation, results, tuple(best)) if one_key else None


def is_alone(position: Position) -> bool:
    """Has only the player to move anything left to lay: on the last level, the opponent stuck?

    What can be laid on a level only becomes less, so it stays so to the end.
    """
    assert position.mover is not None
    last = position.level == position.rules.levels
    return last and not position.can_place(position.mover.opponent)


def is_one_laying(position: Position, best: list[Move]) -> bool:
    """Are these, all the first moves of best layings by a player alone, moves of one laying?

    On one level the order of a player's moves does not matter, so that every move of a best laying
    is a best first move. If all best first moves can be played together, every best laying is part
    of that one; and as nobody may stop while able to place, it is that one.
    """
    try:
        for move in best:
            position = position.play(move)
    except IllegalMoveError:
        return False
    return True


def _achieves(kind: Kind, result: Result) -> bool:
    if kind in (Kind.TEN, Kind.HELP):
        return result is not None
    if kind is Kind.SAVE:
        return result is None
    return kind is not Kind.WIN or (result is not None and result >= 0)
