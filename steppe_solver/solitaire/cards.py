"""Playing cards: ``QS`` is the queen of spades, rank first, then suit."""

from __future__ import annotations

import enum
from typing import NamedTuple

from steppe_solver.errors import ParseError
from steppe_solver.notation.faults import At, FaultList, quoted

RANKS = "A23456789TJQK"
KING = len(RANKS)


class Suit(enum.IntEnum):
    """A suit. The number is its place among the foundations, and odd for the two red ones."""

    SPADES = 0
    HEARTS = 1
    CLUBS = 2
    DIAMONDS = 3

    @property
    def letter(self) -> str:
        """Its letter in notation: ``S``, ``H``, ``C`` or ``D``."""
        return _LETTERS[self]

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds are red."""
        return self % 2 == 1


_LETTERS = "SHCD"


class Card(NamedTuple):
    """A card: its rank, 1 for the Ace to 13 for the King, and its suit."""

    rank: int
    suit: Suit

    @property
    def id(self) -> int:
        """``13 * suit + rank - 1``: its place in `DECK`, and the number the native core knows."""
        return KING * self.suit + self.rank - 1

    def takes(self, card: Card) -> bool:
        """May the other card lie on this one in a column: one rank lower, of the other colour?"""
        return self.rank == card.rank + 1 and (self.suit + card.suit) % 2 == 1

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + _LETTERS[self.suit]


Cards = tuple[Card, ...]

DECK: Cards = tuple(Card(rank, suit) for suit in Suit for rank in range(1, KING + 1))
"""All 52 cards, suit by suit in the order S H C D, Ace to King."""

_BY_NAME = {str(card): card for card in DECK}


def parse_card(text: str, *, at: At = (1, 1)) -> Card:
    """The card of this name. Raises ParseError.

    ``at`` is the place of the text's first character.

    >>> parse_card("TH")
    Card(rank=10, suit=<Suit.HEARTS: 1>)
    """
    faults = FaultList()
    card = read_card(text, "deck", at, faults)
    if card is None:
        raise ParseError(faults.listed())
    return card


def format_card(card: Card) -> str:
    """The name of the card.

    >>> format_card(Card(10, Suit.HEARTS))
    'TH'
    """
    return str(card)


def read_card(text: str, field: str, at: At, faults: FaultList) -> Card | None:
    """The card of this name; None, with a fault of the field noted, if there is none such."""
    card = _BY_NAME.get(text)
    if card is None:
        faults.add(field, at, _not_a_card(text))
    return card


def _not_a_card(text: str) -> str:
    meant = text.upper().replace("10", "T")
    if meant in _BY_NAME:
        return f"{quoted(text)} is no card: write {meant}"
    return (
        f"{quoted(text)} is no card: write a rank, one of {RANKS}, and a suit, one of {_LETTERS},"
        " such as TH"
    )
