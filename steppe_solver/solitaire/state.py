"""The rules of Steps Solitaire, written to be read beside the rulebook.

A `State` is a moment of a game, an immutable value, and `State.play` gives the next one. All cards
are known, the face-down ones and the order of the stock too. The native search has a twin of these
rules; this module is the specification. "Law" in the comments is a law of the rulebook's 2.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire.cards import KING, RANKS, Card, Cards, Suit
from steppe_solver.solitaire.column import Column
from steppe_solver.solitaire.deal import Deal
from steppe_solver.solitaire.moves import (
    DRAW,
    RECYCLE,
    TO_FOUNDATION,
    WASTE,
    Move,
    Pile,
    Place,
)
from steppe_solver.solitaire.variant import Variant

Foundations = tuple[int, int, int, int]
"""The rank of the top card of each suit, in the order S H C D; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class State:
    """A moment of a game. Build one with `start`, `play` or `arranged`, which check it.

    The first card of ``stock`` is drawn first, the last of ``waste`` is the playable one.
    ``buffers`` has an entry for every slot, None in an empty one. ``recycles`` counts those made.
    ``ranks`` is the number of cards of each suit, the highest being the King: 13 but in small
    decks.
    """

    variant: Variant
    columns: tuple[Column, ...]
    stock: Cards
    waste: Cards
    buffers: tuple[Card | None, ...]
    foundations: Foundations
    recycles: int = 0
    ranks: int = KING

    @staticmethod
    def start(deal: Deal, variant: Variant) -> State:
        """The state before the first move: nothing is drawn yet, only exposed cards lie face up."""
        columns = tuple(Column(cards, len(cards) - 1) for cards in deal.tableau)
        return State(variant, columns, deal.stock, (), (None,) * variant.buffers, (0, 0, 0, 0))

    @property
    def is_won(self) -> bool:
        """Are all cards on the foundations?"""
        return min(self.foundations) == self.ranks

    def key(self) -> tuple[object, ...]:
        """What the play from here on depends on: states of equal keys allow the same.

        Left out is which slots of the buffers the cards lie in, and the recycles already made where
        any number is allowed.
        """
        held = tuple(sorted(card for card in self.buffers if card is not None))
        recycles = None if self.variant.recycles is None else self.recycles
        columns, foundations = self.columns, self.foundations
        return (self.variant, columns, self.stock, self.waste, held, foundations, recycles)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that can be played, in the order of `Move`; none in a game that is won.

        Of several free buffers only the lowest is named: it does not matter which one is taken.
        """
        return () if self.is_won else tuple(self._listed())

    def play(self, move: Move) -> State:
        """The state after the move, which may name any free buffer.

        Raises IllegalMoveError, which says why the move cannot be played.
        """
        if self.is_won:
            raise IllegalMoveError(f"{move}: the game is won already")
        source, target, count = move
        if source.pile is Pile.STOCK or target.pile is Pile.STOCK:
            return self._turned(move)
        obstacle = self._lifting_obstacle(source, count) or self._landing_obstacle(
            target, source, count
        )
        if obstacle:
            raise IllegalMoveError(f"{move}: {obstacle}")
        return self._after(source, target, self.lifted(source, count))

    def lifted(self, source: Place, count: int) -> Cards:
        """The cards that a move takes from the place, which must have them, a run's head first."""
        pile, number = source
        if pile is Pile.COLUMN:
            return self.columns[number].cards[-count:]
        if pile is Pile.WASTE:
            return self.waste[-1:]
        if pile is Pile.FOUNDATION:
            return (Card(self.foundations[number], Suit(number)),)
        held = self.buffers[number]
        assert held is not None
        return (held,)

    def _turned(self, move: Move) -> State:
        """The state after a draw or a recycle, which turn cards over between stock and waste."""
        stock, waste, recycles = self.stock, self.waste, self.recycles
        if move == DRAW:
            if not stock:
                raise IllegalMoveError(f"{move}: the stock is empty")
            drawn = self.variant.draw  # fewer where fewer are left, by the slices
            stock, waste = stock[drawn:], waste + stock[:drawn]
        elif move == RECYCLE:
            if obstacle := self._recycling_obstacle():
                raise IllegalMoveError(f"{move}: {obstacle}")
            stock, waste, recycles = waste, (), recycles + 1
        else:
            raise IllegalMoveError(f"{move}: no card goes to or from the stock but by D and R")
        return State(
            self.variant,
            self.columns,
            stock,
            waste,
            self.buffers,
            self.foundations,
            recycles,
            self.ranks,
        )

    def _recycling_obstacle(self) -> str | None:
        """Why the waste cannot become the stock now; None if it can."""
        if self.stock:
            return f"the stock is not empty: {len(self.stock)} to be drawn"
        if not self.waste:
            return "there is no card in the waste"
        limit = self.variant.recycles
        if limit is not None and self.recycles >= limit:
            return f"no recycle is left: {limit} allowed, {self.recycles} made"
        return None

    def _lifting_obstacle(self, source: Place, count: int) -> str | None:
        """Why so many cards cannot be taken from the place; None if they can."""
        pile, number = source
        if pile is Pile.COLUMN:
            if not 0 <= number < len(self.columns):
                return f"there are {len(self.columns)} columns"
            column = self.columns[number]
            face_up = len(column.cards) - column.face_down
            if count > face_up:
                if not face_up:
                    return f"column {number + 1} is empty"
                return f"column {number + 1} has fewer than {count} cards face up: {face_up}"
            # Any lower part of a face-up run moves as a unit (Law 2), so the count may be any.
            return None if count > 0 else "no card at all is no move"
        if count != 1:
            return "only a run of a column moves as a unit"
        if pile is Pile.WASTE:
            return None if self.waste else "the waste is empty"
        if pile is Pile.BUFFER:
            if not 0 <= number < len(self.buffers):
                return self._no_such_buffer()
            return None if self.buffers[number] is not None else f"buffer {number + 1} is empty"
        if self.variant.locked:
            return "the foundations are locked"
        if not 0 <= number < len(self.foundations) or not self.foundations[number]:
            return "that foundation is empty"
        return None

    def _landing_obstacle(self, target: Place, source: Place, count: int) -> str | None:
        """Why the cards, which can be taken from the source, cannot be put there; None if so."""
        pile, number = target
        card = self.lifted(source, count)[0]
        if pile is Pile.COLUMN:
            if not 0 <= number < len(self.columns):
                return f"there are {len(self.columns)} columns"
            if source == target:
                return "a card goes to another column"
            column = self.columns[number]
            if column.accepts(card, self.ranks):
                return None
            if column.cards:
                return f"{card} does not go on {column.cards[-1]} of column {number + 1}"
            king = RANKS[self.ranks - 1]
            return f"column {number + 1} is empty and takes a {king} only, not {card}"
        if count != 1:
            return "one card at a time goes there"
        if pile is Pile.BUFFER:
            if source.pile not in (Pile.COLUMN, Pile.WASTE):  # Law 5
                return "a buffer takes cards from columns and waste only"
            if not 0 <= number < len(self.buffers):
                return self._no_such_buffer()
            held = self.buffers[number]
            return None if held is None else f"buffer {number + 1} holds {held}"
        if target != TO_FOUNDATION or source.pile is Pile.FOUNDATION:
            return "no card goes there"
        if card.rank == self.foundations[card.suit] + 1:  # Law 4
            return None
        needed = Card(self.foundations[card.suit] + 1, card.suit)
        return f"{card} does not go up before {needed}"

    def _no_such_buffer(self) -> str:
        return f"the number of buffers is {len(self.buffers)}"

    def _after(self, source: Place, target: Place, cards: Cards) -> State:
        """The state after these cards, which lie on the source, have gone to the target."""
        columns, waste, buffers = self.columns, self.waste, self.buffers
        foundations = self.foundations
        pile, number = source
        if pile is Pile.COLUMN:
            left = columns[number].without(len(cards))
            columns = (*columns[:number], left, *columns[number + 1 :])
        elif pile is Pile.WASTE:
            waste = waste[:-1]
        elif pile is Pile.BUFFER:
            buffers = (*buffers[:number], None, *buffers[number + 1 :])
        else:
            foundations = _with_top(foundations, number, foundations[number] - 1)
        pile, number = target
        if pile is Pile.COLUMN:
            joined = columns[number].with_cards(cards)
            columns = (*columns[:number], joined, *columns[number + 1 :])
        elif pile is Pile.BUFFER:
            buffers = (*buffers[:number], cards[0], *buffers[number + 1 :])
        else:
            foundations = _with_top(foundations, cards[0].suit, cards[0].rank)
        return State(
            self.variant,
            columns,
            self.stock,
            waste,
            buffers,
            foundations,
            self.recycles,
            self.ranks,
        )

    def _listed(self) -> Iterator[Move]:
        """The legal moves of a game that is not won, in order."""
        if self.stock:
            yield DRAW
        if not self._recycling_obstacle():
            yield RECYCLE
        free = self.buffers.index(None) if None in self.buffers else None
        if self.waste:
            yield from self._to_columns(WASTE, self.waste[-1])
            yield from self._off_tableau(WASTE, self.waste[-1], free)
        for index, column in enumerate(self.columns):
            if column.cards:
                source = Place(Pile.COLUMN, index)
                yield from self._runs(source, column)
                yield from self._off_tableau(source, column.cards[-1], free)
        for index, held in enumerate(self.buffers):
            if held is not None:
                source = Place(Pile.BUFFER, index)
                yield from self._to_columns(source, held)
                yield from self._off_tableau(source, held, None)
        if not self.variant.locked:
            for suit in Suit:
                if self.foundations[suit]:
                    source = Place(Pile.FOUNDATION, suit)
                    yield from self._to_columns(source, Card(self.foundations[suit], suit))

    def _off_tableau(self, source: Place, card: Card, free: int | None) -> Iterator[Move]:
        """The moves of the card to the free buffer, where one may be taken, and its foundation."""
        if free is not None:
            yield Move(source, Place(Pile.BUFFER, free))
        if card.rank == self.foundations[card.suit] + 1:
            yield Move(source, TO_FOUNDATION)

    def _to_columns(self, source: Place, card: Card) -> Iterator[Move]:
        for index, column in enumerate(self.columns):
            if column.accepts(card, self.ranks):
                yield Move(source, Place(Pile.COLUMN, index))

    def _runs(self, source: Place, column: Column) -> Iterator[Move]:
        """The moves of one card or a run from this column to the others."""
        exposed = column.cards[-1].rank
        open_cards = column.open
        for index, other in enumerate(self.columns):
            if index == source.number:
                continue
            # The ranks of a run go down one by one, so at most one of its cards fits elsewhere.
            wanted = other.cards[-1].rank - 1 if other.cards else self.ranks
            count = wanted - exposed + 1
            if 0 < count <= len(open_cards) and other.accepts(open_cards[-count], self.ranks):
                yield Move(source, Place(Pile.COLUMN, index), count)


def _with_top(foundations: Foundations, suit: int, rank: int) -> Foundations:
    tops = list(foundations)
    tops[suit] = rank
    return tops[0], tops[1], tops[2], tops[3]
