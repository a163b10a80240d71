"""The proof of a puzzle under way: what is known by now, and the flaws found so far."""

from __future__ import annotations

from collections.abc import Mapping

from steppe_solver.errors import IllegalMoveError
from steppe_solver.position import Move
from steppe_solver.puzzle.judge import Judge, rank
from steppe_solver.puzzle.model import Kind, Puzzle, Result
from steppe_solver.puzzle.task import Situation
from steppe_solver.puzzle.verify.flaws import Flaw, FlawName
from steppe_solver.puzzle.words import result_in_words
from steppe_solver.stopping import Stop, StoppedError


class Inquiry:
    """A puzzle that is being proved, with everything its parts have to ask for.

    Nothing that the puzzle says is taken for true here: situations come from playing moves with the
    rules, results from the judge.
    """

    def __init__(self, puzzle: Puzzle, judge: Judge, stop: Stop) -> None:
        self.puzzle = puzzle
        self.kind: Kind = puzzle.kind
        self.start = Situation.of(puzzle)
        self._judge = judge
        self._stop = stop
        self._flaws: dict[Flaw, None] = {}
        self._known: dict[Situation, Mapping[Move, Result]] = {}

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        """What was found so far, each flaw once."""
        return tuple(self._flaws)

    def note(self, flaw: FlawName, at: str, message: str) -> None:
        """Note a flaw."""
        self._flaws.setdefault(Flaw(flaw, at, message))

    def results(self, situation: Situation) -> Mapping[Move, Result]:
        """The result of every legal move, proved. Raises StoppedError."""
        known = self._known.get(situation)
        if known is None:
            if self._stop():
                raise StoppedError
            known = self._known[situation] = self._judge.results(situation)
        return known

    def best(self, situation: Situation) -> list[Move]:
        """The moves that are best for the side to move, in the order of notation."""
        results = self.results(situation)
        ranks = {move: rank(self.kind, result) for move, result in results.items()}
        choose = max if situation.solver_to_move else min
        top = choose(ranks.values())
        return [move for move in results if ranks[move] == top]

    def after(self, situation: Situation, move: Move, at: str) -> Situation | None:
        """The situation after the move; None, with the flaw noted, if it is illegal.

        Raises StoppedError: it is asked often enough for long trees to be given up in time.
        """
        if self._stop():
            raise StoppedError
        try:
            return situation.play(move)
        except IllegalMoveError as error:
            self.note("illegal move", at, str(error))
            return None

    def in_words(self, situation: Situation, move: Move) -> str:
        """The move and what it reaches."""
        return f"{move}: {result_in_words(situation, self.results(situation)[move])}"


def listed(moves: list[Move]) -> str:
    """The moves, or the first of many."""
    most = 5
    names = ", ".join(map(str, moves[:most]))
    return names if len(moves) <= most else f"{names} and {len(moves) - most} more"


def written(result: Result) -> str:
    """A result as it stands in files."""
    return "null" if result is None else str(result)
