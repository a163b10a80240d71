"""A puzzle being solved move by move: right moves are answered, wrong ones refuted.

What the puzzle has written down is taken from it; the rest is worked out by a `Judge` when it is
asked for. A move is right if it is as good as the best one: the key or what counts as the same, and
later on a dual as well.

Play goes on until the tens lie (``ten``, ``help``), until nothing can go wrong any more (``save``),
until the last point lies (``pack``), and in ``win`` and ``best`` to the end of the game; in these
three with an opponent, though, for `LONGEST` moves of the solver's at most.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from steppe_solver.position import Move
from steppe_solver.puzzle.judge import Judge, rank
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Result
from steppe_solver.puzzle.sameness import same_moves
from steppe_solver.puzzle.solution import Continuation, best_moves, continuation, refuted
from steppe_solver.puzzle.task import Situation, last_level

LONGEST = 4
"""How many moves are asked for where a puzzle has no number of its own: the key and three more."""

_WITHOUT_NUMBER = frozenset({Kind.SAVE, Kind.WIN, Kind.BEST})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move of the solver's comes to.

    ``result`` is what it reaches and ``best`` what the best moves do, counted from the situation
    it is made in. ``refutation`` follows a wrong move as in `Try`. ``is_dual``: right, but neither
    the move written down nor one that counts as the same.
    """

    move: Move
    result: Result
    best: Result
    is_right: bool
    refutation: tuple[Move, ...] = ()
    is_dual: bool = False


@dataclass(frozen=True, slots=True)
class _Point:
    """Where the game stands, what follows with best play, and the number of own moves made."""

    situation: Situation
    rest: Continuation
    own_moves: int = 0

    @property
    def points(self) -> int:
        """The points of the solver."""
        return self.situation.position.score[self.situation.solver.index]


class Game:
    """A puzzle on its way from the first position to the solution.

    Between calls it is the solver's turn, or the game is finished. With ``key_only`` the key ends
    it. Where the judge gives up, StoppedError is raised and nothing has changed.
    """

    def __init__(self, puzzle: Puzzle, judge: Judge, *, key_only: bool = False) -> None:
        """Begin before the first move; nothing is judged yet."""
        self.puzzle = puzzle
        self._judge = judge
        self._key_only = key_only
        start = Continuation((puzzle.solution,), puzzle.line)
        self._points = [_Point(Situation.of(puzzle), start)]
        self._finished = False

    @property
    def situation(self) -> Situation:
        """Where the game stands."""
        return self._points[-1].situation

    @property
    def own_moves(self) -> int:
        """How many moves the solver has made."""
        return self._points[-1].own_moves

    @property
    def is_finished(self) -> bool:
        """Is there nothing left to find?"""
        return self._finished

    @property
    def is_solved(self) -> bool:
        """Has a finished game come to what the task asks for? Not so only in a puzzle that lies."""
        if self._key_only:
            return True
        if self.puzzle.kind is Kind.PACK:
            return self._points_lie(self._points[-1])
        if self.puzzle.goal is None:
            return True
        return (self.situation.goal is None) is (self.puzzle.kind is not Kind.SAVE)

    @property
    def rest(self) -> tuple[Move, ...]:
        """The best line from here on, as far as it is known already."""
        return self._points[-1].rest.line

    def answer(self) -> Move:
        """A right move, the one written down if there is one; only while not finished."""
        return self._answer().moves[0]

    def verdict(self, move: Move) -> Verdict:
        """What the move comes to. Raises IllegalMoveError where it cannot be played."""
        situation = self.situation
        after = situation.play(move)
        if self.own_moves == 0:
            written = self._written_verdict(move)
            if written:
                return written
        answer = self._answer()
        if move in answer.moves:
            return Verdict(move, answer.result, answer.result, is_right=True)
        results = self._judge.results(situation)
        best = results[best_moves(situation, results)[0]]
        if rank(situation.kind, results[move]) < rank(situation.kind, best):
            refutation, _ = refuted(after, self._judge)
            return Verdict(move, results[move], best, is_right=False, refutation=refutation)
        is_dual = not _counts_as(situation, move, answer.moves[0])
        return Verdict(move, results[move], best, is_right=True, is_dual=is_dual)

    def play(self, move: Move) -> tuple[Move, ...]:
        """The opponent's replies to a right move, which are made as well.

        Raises IllegalMoveError where the move cannot be played.
        """
        point, is_finished = self._after(self._points[-1], move)
        replies: list[Move] = []
        while not (is_finished or point.situation.solver_to_move):
            reply = _reply(point)
            replies.append(reply)
            point, is_finished = self._after(point, reply)
        self._points.append(point)
        self._finished = is_finished
        return tuple(replies)

    def take_back(self) -> bool:
        """Undo the solver's last move and the replies to it; False where there is none."""
        if len(self._points) == 1:
            return False
        self._points.pop()
        self._finished = False
        return True

    def _written_verdict(self, move: Move) -> Verdict | None:
        best = self.puzzle.result
        if move in self.puzzle.key:
            return Verdict(move, best, best, is_right=True)
        for wrong in self.puzzle.tries:
            if move in wrong.moves:
                return Verdict(move, wrong.result, best, False, wrong.refutation)
        return None

    def _answer(self) -> Node:
        return (self._points[-1].rest.nodes or ())[0]

    def _after(self, point: _Point, move: Move) -> tuple[_Point, bool]:
        """The point after the move, with what follows; and is the game finished there?"""
        own_moves = point.own_moves + point.situation.solver_to_move
        situation = point.situation.play(move)
        following = _following(point.rest, move)
        there = _Point(situation, following or Continuation(), own_moves)
        if self._is_finished(there):
            return there, True
        if following is None:
            there = replace(there, rest=continuation(situation, self._judge))
        # Where nothing can go wrong any more, nothing follows that would have to be found.
        return there, there.rest.nodes is None

    def _is_finished(self, point: _Point) -> bool:
        situation = point.situation
        if situation.is_done or (self._key_only and point.own_moves):
            return True
        # What is not done within a puzzle's own number never is; see is_solved.
        most = LONGEST if situation.kind in _WITHOUT_NUMBER else self.puzzle.n
        if most is not None and point.own_moves >= most:
            return True
        return situation.kind is Kind.PACK and self._points_lie(point)

    def _points_lie(self, point: _Point) -> bool:
        """Has the solver laid all points that the puzzle promises?"""
        assert self.puzzle.result is not None
        return point.points - self._points[0].points >= self.puzzle.result


def _reply(point: _Point) -> Move:
    """The opponent's best move: that of the main line, or else one that the tree has as hardest."""
    if point.rest.line:
        return point.rest.line[0]
    kind = point.situation.kind
    return min(point.rest.nodes or (), key=lambda node: rank(kind, node.result)).moves[0]


def _following(rest: Continuation, move: Move) -> Continuation | None:
    """What is written down to follow the move; None where that is nothing."""
    node = next((node for node in rest.nodes or () if move in node.moves), None)
    if node is None or not node.next:
        return None
    return Continuation(node.next, rest.line[1:] if rest.line[:1] == (move,) else ())


def _counts_as(situation: Situation, move: Move, answer: Move) -> bool:
    """Does the move count as the same as the answer? In ``pack`` any order is the same laying."""
    if situation.kind is Kind.PACK:
        return True
    last = last_level(situation.kind, situation.goal, situation.position)
    return len(same_moves(situation.position, (move, answer), last)) == 1
