"""Stopping a game before it is won: what its completion score can be then (2.7).

A stop with n cards up and r recycles made scores 10 n - 20 r. So the question is, for one number of
recycles after the other, how many cards can be up with at most so many.
"""

from __future__ import annotations

from steppe_solver.solitaire.inquiry import Inquiry
from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.restricted import with_recycles
from steppe_solver.solitaire.solver import replayed
from steppe_solver.solitaire.state import State

Line = tuple[Move, ...]

CARD_POINTS = 10
RECYCLE_POINTS = -20


def stop_score(state: State) -> int:
    """The completion score of a game that is stopped here unfinished."""
    return CARD_POINTS * sum(state.foundations) + RECYCLE_POINTS * state.recycles


def best_stop(state: State, line: Line) -> tuple[int, Line]:
    """The best score of stopping somewhere along the line, and the line to there."""
    best, length = stop_score(state), 0
    for number, move in enumerate(line, 1):
        state = state.play(move)
        if not state.is_won and stop_score(state) > best:
            best, length = stop_score(state), number
    return best, line[:length]


def most_hopeless(state: State) -> int:
    """No more cards are up where no win without a further recycle is left: an upper bound.

    PROOF. Let k cards be left of a game with b buffers and c columns, k <= b + 2 and k <= c. Then
    it is won without a further recycle, by induction on k: let a card go up wherever one can. If
    none can and no card is exposed, draw. Otherwise, if all that are left are kings, the exposed
    card is one and goes up. So let x be the next card of a suit, not its king K, and be covered, or
    in the stock: then draw until it is not. What lies on x leaves from the top: K to an empty
    column, every other card to a buffer. There is an empty column: if K lies on x in a column, two
    of the k <= c cards share one, and if K is the top of the waste it is in none itself. There is
    an empty slot: at most b cards are neither x nor K; if K holds a slot, it first goes to a
    column, and one is empty as at most k - 1 columns have cards. So x goes up. QED

    So in these stops more cards than that are left.
    """
    cards = len(state.foundations) * state.ranks
    winnable = min(state.variant.buffers + 2, max(len(state.columns), 1))
    return cards - min(winnable + 1, cards)


class Stops:
    """Bounds on the best score of a stop from which no win is left that scores as much.

    A stop from which a win is left without a further recycle is no better than that win; so only
    the others count, the *hopeless* ones. ``score`` is what the best stop known brings, at the end
    of ``line``, and ``win`` a win that was found on the way.
    """

    def __init__(self, state: State) -> None:
        self.score = stop_score(state)
        self.line: Line = ()
        self.win: Line | None = None
        self._state = state
        self._reached = sum(state.foundations)
        # Hopeless stops with fewer recycles are settled: none beats what was known. With so many
        # none has more cards up than `high`, and with any number none has more than `most`.
        self._recycles = state.recycles
        self._high = self._most = most_hopeless(state)

    @property
    def bound(self) -> int:
        """No hopeless stop scores more, unless what was known does."""
        return max(self.score, self._here, self._later)

    def learn(self, line: Line) -> int:
        """Note the best place to stop on the line; how many cards are up at its end."""
        score, begun = best_stop(self._state, line)
        if score > self.score:
            self.score, self.line = score, begun
        end = replayed(self._state, line)
        if end.is_won:
            self.win = line
        up = sum(end.foundations)
        self._reached = max(self._reached, up)
        return up

    def glance(self, inquiry: Inquiry, nodes: int) -> None:
        """Look for a good stop without a further recycle, with so many nodes."""
        posed = with_recycles(self._state, self._state.recycles)
        up = inquiry.cards_up(posed, self._reached, nodes)
        if up.line is not None:
            self.learn(up.line)

    def narrow(self, inquiry: Inquiry, nodes: int, known: int) -> None:
        """Lower the bound towards ``known``, a score that is, with so many nodes a question.

        One number of recycles is settled after the other, until those that are left cannot beat
        what is known even with as many cards up as any number of recycles brings.
        """
        while self.bound > max(known, self.score) and not inquiry.is_over:
            if self._here > max(known, self.score):
                posed = with_recycles(self._state, self._recycles)
                self._high = self._lowered(
                    posed, self._enough(known, self._recycles), self._high, inquiry, nodes
                )
            if self._later > max(known, self.score):
                enough = max(self._reached, self._enough(known, self._recycles + 1))
                self._most = self._lowered(self._state, enough, self._most, inquiry, nodes)
            best = max(known, self.score)
            if self._here > best or self._later <= best:
                return
            self._recycles += 1
            self._high = self._most

    @property
    def _here(self) -> int:
        """No hopeless stop with the number of recycles at hand scores more."""
        return CARD_POINTS * self._high + RECYCLE_POINTS * self._recycles

    @property
    def _later(self) -> int:
        """No hopeless stop with more recycles scores more, unless one known does."""
        if self._recycles == self._state.variant.recycles:
            return self.score
        return CARD_POINTS * self._most + RECYCLE_POINTS * (self._recycles + 1)

    def _enough(self, known: int, recycles: int) -> int:
        """So many cards up with so many recycles do not beat what is known."""
        return (max(known, self.score) - RECYCLE_POINTS * recycles) // CARD_POINTS

    def _lowered(self, posed: State, low: int, high: int, inquiry: Inquiry, nodes: int) -> int:
        """An upper bound on the cards up, ``high`` or, as far as ``low``, one that is proved.

        The lowest says all, if it can be answered. Of two bounds the higher is easier to prove; so
        where a question stays open the next one is about the upper half.
        """
        beaten = low
        while low < high and not inquiry.is_over:
            up = inquiry.cards_up(posed, beaten, nodes)
            reached = beaten if up.line is None else self.learn(up.line)
            if not up.is_most:
                low = max(beaten + 1, reached)
            elif up.line is None:
                high = beaten
            else:
                return min(high, reached)
            beaten = (low + high) // 2
        return high
