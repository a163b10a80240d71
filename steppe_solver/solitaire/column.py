"""A column of the tableau."""

from __future__ import annotations

from typing import NamedTuple

from steppe_solver.solitaire.cards import Card, Cards


class Column(NamedTuple):
    """A column of the tableau: its cards, deepest first, the first ``face_down`` of them hidden.

    The cards that lie face up are always one run, each on a card that takes it: at first there is
    one, cards are only added where they fit, and when the last goes a single one is turned up.
    """

    cards: Cards
    face_down: int

    @property
    def open(self) -> Cards:
        """The cards that lie face up, the exposed one last."""
        return self.cards[self.face_down :]

    def without(self, count: int) -> Column:
        """The column after so many cards have left it; a face-down card uncovered turns up."""
        cards = self.cards[:-count]
        turned = len(cards) == self.face_down > 0
        return Column(cards, self.face_down - turned)

    def with_cards(self, cards: Cards) -> Column:
        """The column after the cards have been put on it."""
        return Column(self.cards + cards, self.face_down)

    def accepts(self, card: Card, king: int) -> bool:
        """May the card, or a run that it heads, be put here? (Laws 2 and 3)"""
        return self.cards[-1].takes(card) if self.cards else card.rank == king
