"""The two ledgers of a game, the action score (2.5) and the completion score (2.7), never added.

The action score counts what every move does. Column to buffer and back would gain without end, and
foundation to column and back as well, so a card earns each row of the table once a game at most,
while penalties always count.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from steppe_solver.solitaire.cards import Card
from steppe_solver.solitaire.moves import DRAW, RECYCLE, Move, Pile
from steppe_solver.solitaire.state import State


class Row(enum.Enum):
    """A row of the table of the action score: its name and its points."""

    WASTE_TO_COLUMN = ("waste to column", 5)
    TO_FOUNDATION = ("waste or column to foundation", 10)
    FLIP = ("flip of a face-down card", 5)
    TO_BUFFER = ("column to buffer", -2)
    FROM_BUFFER = ("buffer to column or foundation", 5)
    RECYCLE = ("recycle", -20)
    FROM_FOUNDATION = ("foundation back to column", -10)

    def __init__(self, label: str, points: int) -> None:
        self.label = label
        self.points = points


Posting = tuple[Row, Card | None]
"""A row of the table and the card that it is about; None for a recycle."""

_ROWS = {
    (Pile.WASTE, Pile.COLUMN): Row.WASTE_TO_COLUMN,
    (Pile.WASTE, Pile.FOUNDATION): Row.TO_FOUNDATION,
    (Pile.COLUMN, Pile.FOUNDATION): Row.TO_FOUNDATION,
    (Pile.COLUMN, Pile.BUFFER): Row.TO_BUFFER,
    (Pile.BUFFER, Pile.COLUMN): Row.FROM_BUFFER,
    (Pile.BUFFER, Pile.FOUNDATION): Row.FROM_BUFFER,
    (Pile.FOUNDATION, Pile.COLUMN): Row.FROM_FOUNDATION,
}
"""Waste to buffer and column to column are in no row."""


def postings(state: State, move: Move) -> tuple[Posting, ...]:
    """What the move, legal in the state, does by the table, whether or not it earns points again.

    A move and the flip that follows from it are two postings.
    """
    if move == RECYCLE:
        return ((Row.RECYCLE, None),)
    if move == DRAW:
        return ()
    found: list[Posting] = []
    row = _ROWS.get((move.source.pile, move.target.pile))
    if row is not None:
        found.append((row, state.lifted(move.source, move.length)[0]))
    if move.source.pile is Pile.COLUMN:
        column = state.columns[move.source.number]
        if column.face_down and move.length == len(column.cards) - column.face_down:
            found.append((Row.FLIP, column.cards[column.face_down - 1]))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a game has brought so far, move by move from its deal on.

    ``action`` is the action score, ``earned`` what cannot be earned again. ``cards_up`` are on the
    foundations now. ``buffered`` says whether any card ever entered a buffer. ``step_clearances``
    counts how often a column became empty, ``longest_ladder`` is the longest face-up run that ever
    lay in a column; these two (1.4) carry no points.
    """

    action: int
    earned: frozenset[Posting]
    cards_up: int
    won: bool
    recycles: int
    buffered: bool
    step_clearances: int
    longest_ladder: int

    @staticmethod
    def opening(state: State) -> Ledger:
        """The ledger of a game that begins with this state."""
        ladder = max((len(column.open) for column in state.columns), default=0)
        buffered = any(card is not None for card in state.buffers)
        up = sum(state.foundations)
        return Ledger(0, frozenset(), up, state.is_won, state.recycles, buffered, 0, ladder)

    @staticmethod
    def of(states: Sequence[State], moves: Sequence[Move]) -> Ledger:
        """The ledger of a game: its states from the first to the last, and the moves between."""
        ledger = Ledger.opening(states[0])
        for (before, state), move in zip(pairwise(states), moves, strict=True):
            ledger = ledger.after(before, state, move)
        return ledger

    def after(self, before: State, state: State, move: Move) -> Ledger:
        """The ledger after the move, which led from one state to the other."""
        action, earned = self.action, self.earned
        for row, card in postings(before, move):
            if row.points > 0 and (row, card) in earned:
                continue
            action += row.points
            if row.points > 0:
                earned |= {(row, card)}
        cleared, ladder = self.step_clearances, self.longest_ladder
        if move.source.pile is Pile.COLUMN:
            cleared += not state.columns[move.source.number].cards
        if move.target.pile is Pile.COLUMN:
            ladder = max(ladder, len(state.columns[move.target.number].open))
        return Ledger(
            action,
            earned,
            sum(state.foundations),
            state.is_won,
            state.recycles,
            self.buffered or move.target.pile is Pile.BUFFER,
            cleared,
            ladder,
        )

    @property
    def flawless(self) -> bool:
        """Was the game won without a recycle (1.4)? An honour, worth no points."""
        return self.won and not self.recycles

    def completion(self, seconds_left: float | None = None) -> int:
        """The completion score if the game stops here.

        ``seconds_left`` are those on the clock of a timed game; only a win is paid for them.
        """
        score = 10 * self.cards_up - 20 * self.recycles
        if self.won:
            score += 0 if self.buffered else 100
            score += 0 if seconds_left is None else 2 * max(0, int(seconds_left // 10))
        return score
