"""How the cards lie before the first move, and the deal that belongs to a seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from steppe_solver.solitaire.cards import DECK, Cards

COLUMNS = 7
STOCK_SIZE = len(DECK) - sum(range(1, COLUMNS + 1))


@dataclass(frozen=True, slots=True)
class Deal:
    """All 52 cards as dealt: seven columns of 1 to 7 cards and a stock of 24.

    In a column the deepest card comes first and the exposed one, the only one face up, last. The
    first card of the stock is drawn first. ``deal_id`` is its name, None where it has none: a line
    of text without white space at its ends. Raises ValueError for anything else.
    """

    deal_id: str | None
    tableau: tuple[Cards, ...]
    stock: Cards

    def __post_init__(self) -> None:
        if self.deal_id is not None and (complaint := name_complaint(self.deal_id)):
            raise ValueError(complaint)
        sizes = tuple(map(len, self.tableau))
        if sizes != tuple(range(1, COLUMNS + 1)):
            raise ValueError(f"the columns have 1 to {COLUMNS} cards, not {sizes}")
        if len(self.stock) != STOCK_SIZE:
            raise ValueError(f"the stock has {STOCK_SIZE} cards, not {len(self.stock)}")
        cards = Counter(card for pile in (*self.tableau, self.stock) for card in pile)
        if cards.keys() != set(DECK):
            raise ValueError("a deal has all 52 cards, each of them once")


def name_complaint(deal_id: str) -> str | None:
    """Why the text cannot be the name of a deal; None if it can."""
    if not deal_id:
        return "the name of a deal cannot be empty"
    if not deal_id.isprintable() or deal_id != deal_id.strip():
        return "the name of a deal is printable text without white space at its ends"
    return None


def deal_from_seed(seed: int) -> Deal:
    """The deal of the seed, which anybody who has Python can make; its name is ``seed-N``.

    `DECK` is shuffled by ``random.Random(seed).shuffle`` and dealt from the front row by row: row r
    gives one card to each of the columns r to 7. The rest is the stock. Raises ValueError for a
    negative seed, which would shuffle as the positive one does.
    """
    if seed < 0:
        raise ValueError("a seed is not negative")
    deck = list(DECK)
    Random(seed).shuffle(deck)
    cards = iter(deck)
    columns: list[Cards] = [()] * COLUMNS
    for row in range(COLUMNS):
        for column in range(row, COLUMNS):
            columns[column] += (next(cards),)
    return Deal(f"seed-{seed}", tuple(columns), tuple(cards))
