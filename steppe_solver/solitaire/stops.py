"""Stopping a game before it is won: what its completion score can be then (2.7).

A stop with n cards up and r recycles made scores 10 n - 20 r.
"""

from __future__ import annotations

from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.state import State

CARD_POINTS = 10
RECYCLE_POINTS = -20


def stop_score(state: State) -> int:
    """The completion score of a game that is stopped here unfinished."""
    return CARD_POINTS * sum(state.foundations) + RECYCLE_POINTS * state.recycles


def best_stop(state: State, line: tuple[Move, ...]) -> tuple[int, tuple[Move, ...]]:
    """The best score of stopping somewhere along the line, and the line to there."""
    best, length = stop_score(state), 0
    for number, move in enumerate(line, 1):
        state = state.play(move)
        if not state.is_won and stop_score(state) > best:
            best, length = stop_score(state), number
    return best, line[:length]


def stop_bound(state: State) -> int:
    """An upper bound on the score of the stops in which no win without a further recycle is left.

    PROOF. Let k cards be left of a game with b buffers and c columns, k <= b + 2 and k <= c. Then
    it is won without a further recycle, by induction on k: let a card go up wherever one can. If
    none can and no card is exposed, draw. Otherwise, if all that are left are kings, the exposed
    card is one and goes up. So let x be the next card of a suit, not its king K, and be covered, or
    in the stock: then draw until it is not. What lies on x leaves from the top: K to an empty
    column, every other card to a buffer. There is an empty column: if K lies on x in a column, two
    of the k <= c cards share one, and if K is the top of the waste it is in none itself. There is
    an empty slot: at most b cards are neither x nor K; if K holds a slot, it first goes to a
    column, and one is empty as at most k - 1 columns have cards. So x goes up. QED

    So in these stops more cards than that are left, and no fewer recycles are made than now.
    """
    winnable = min(state.variant.buffers + 2, max(len(state.columns), 1))
    left = min(winnable + 1, _cards(state))
    return CARD_POINTS * (_cards(state) - left) + RECYCLE_POINTS * state.recycles


def _cards(state: State) -> int:
    return len(state.foundations) * state.ranks
