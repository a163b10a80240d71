"""The best completion score (2.7) that a game can still bring, without a clock.

A win with r recycles in all scores 10 for each of its cards, less 20 r, and 100 more if no card
ever entered a buffer; a stop before the win is a matter of its own (stops.py). So the question is
for the fewest recycles of a win, with the buffers and without.
"""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.solitaire.inquiry import PASS_GROWTH, Inquiry
from steppe_solver.solitaire.ladder import Ladder, Line, recycles_ladder
from steppe_solver.solitaire.moves import Pile
from steppe_solver.solitaire.restricted import with_buffers
from steppe_solver.solitaire.solver import Verdict, replayed
from steppe_solver.solitaire.state import State
from steppe_solver.solitaire.stops import CARD_POINTS, RECYCLE_POINTS, Stops

UNBUFFERED_POINTS = 100


@dataclass(frozen=True, slots=True)
class Scored:
    """Proved bounds on the best score, a line that brings the lower one, and can it be won?"""

    verdict: Verdict
    lower: int
    upper: int
    line: Line


def best_score(
    state: State,
    buffered: bool,
    inquiry: Inquiry,
    *,
    ceiling: int | None = None,
    line: Line | None = None,
    lost: bool = False,
) -> Scored:
    """The best completion score of the game, as far as the inquiry can tell.

    ``buffered`` says whether a card has been in a buffer before. What is known beforehand may be
    given: a ``ceiling`` above which no score is, a good line, and that the game is lost.
    """
    search = _Search(state, buffered, ceiling)
    if line is not None:
        search.learn(line)
    if lost:
        search.lose()
    for nodes in inquiry.passes():
        search.go_on(inquiry, nodes)
        if search.is_settled():
            break
    return search.answer()


def score_of(state: State, buffered: bool, line: Line) -> int:
    """The completion score of a game that is played on along the line and then stops."""
    for move in line:
        state = state.play(move)
        buffered |= move.target.pile is Pile.BUFFER
    score = CARD_POINTS * sum(state.foundations) + RECYCLE_POINTS * state.recycles
    return score + UNBUFFERED_POINTS * (state.is_won and not buffered)


class _Wins:
    """The wins of one kind: the ladder of their recycles, and what they score without any."""

    def __init__(self, ladder: Ladder, without: int) -> None:
        self.ladder = ladder
        self._without = without

    @property
    def upper(self) -> int | None:
        """No win of this kind scores more; None if there is none."""
        return None if self.ladder.lost else self._score(self.ladder.lower)

    @property
    def lower(self) -> int | None:
        """What the best win known scores; None if none is known."""
        return None if self.ladder.upper is None else self._score(self.ladder.upper)

    def useful(self, beaten: int) -> int:
        """With up to so many recycles a win scores more than ``beaten``; may be negative."""
        return (self._without - beaten - 1) // -RECYCLE_POINTS

    def _score(self, recycles: int) -> int:
        return self._without + RECYCLE_POINTS * recycles


class _Search:
    """The two kinds of wins, and stops on the way."""

    def __init__(self, state: State, buffered: bool, ceiling: int | None) -> None:
        self._state = state
        self._buffered = buffered
        self._ceiling = ceiling
        won = CARD_POINTS * len(state.foundations) * state.ranks
        clean = won + UNBUFFERED_POINTS
        has_buffers = state.variant.buffers > 0
        self._any = _Wins(recycles_ladder(state), won if has_buffers or buffered else clean)
        self._kinds = [self._any]
        if has_buffers and not buffered:
            self._kinds.append(_Wins(recycles_ladder(with_buffers(state, 0)), clean))
        self._stops = Stops(state)

    def learn(self, line: Line) -> None:
        """Note what the line brings, which may win."""
        self._stops.learn(line)
        if replayed(self._state, line).is_won:
            self._learn_win(line)

    def lose(self) -> None:
        """Note that there is no win."""
        self._any.ladder.lose()
        self._compare()

    def _learn_win(self, win: Line) -> None:
        """Note that the line wins."""
        clean = all(move.target.pile is not Pile.BUFFER for move in win)
        for wins in self._kinds:
            if wins is self._any or clean:
                wins.ladder.win_by(win)

    def go_on(self, inquiry: Inquiry, nodes: int) -> None:
        """Ask what can change the answer, with so many nodes a question."""
        self._any.ladder.decide(inquiry, nodes)
        self._compare()
        for wins in self._kinds:
            wins.ladder.narrow(inquiry, nodes, wins.useful(self._lower))
            self._compare()
            if wins.ladder.line is not None:
                self._stops.learn(wins.ladder.line)
        if self._any.ladder.verdict is Verdict.UNKNOWN:
            # No bound on stops is of use as long as there may be a win.
            self._stops.glance(inquiry, nodes // PASS_GROWTH)
        elif self._lower < self._upper:
            self._stops.narrow(inquiry, nodes, self._lower)
        if self._stops.win is not None:
            self._learn_win(self._stops.win)

    def is_settled(self) -> bool:
        """Is all known that can change the answer, and whether there is a win?"""
        if self._any.ladder.verdict is Verdict.UNKNOWN:
            return False
        return self._lower == self._upper

    def answer(self) -> Scored:
        """What is known now."""
        line = self._stops.line
        for wins in self._kinds:
            if wins.lower == self._lower and wins.ladder.line is not None:
                line = wins.ladder.line
        assert score_of(self._state, self._buffered, line) == self._lower
        return Scored(self._any.ladder.verdict, self._lower, self._upper, line)

    @property
    def _lower(self) -> int:
        return max(
            [self._stops.score, *(wins.lower for wins in self._kinds if wins.lower is not None)]
        )

    @property
    def _upper(self) -> int:
        # Each score is that of a win, or of a stop that is hopeless or no better than a win.
        scores = [wins.upper for wins in self._kinds if wins.upper is not None]
        upper = max(self._stops.bound, self._lower, *scores)
        return upper if self._ceiling is None else min(upper, self._ceiling)

    def _compare(self) -> None:
        """Let the kinds learn from each other, as a win without buffers is one of any kind."""
        some = self._any.ladder
        for wins in self._kinds[1:]:
            clean = wins.ladder
            if clean.line is not None:
                some.win_by(clean.line)
            if some.lost:
                clean.lose()
            else:
                clean.lose_up_to(some.lower - 1)
