"""The rules of Duel (2.6.3): two players move in turn on one board with two decks.

The 52-card list twice, shuffled together by a seed; columns of 1 to 7 cards, a stock of 76, four
buffers and eight locked foundations, all of it shared. A turn is one move. What it does by the
table of the action score goes to the mover. At most 2 recycles are made. No position may come again
with the same player to move. The game ends with all cards up or when both players pass, one after
the other, and the higher score wins.

What the rulebook leaves open is settled like this:

- Each card earns each row of the table once, as in the other games, whoever moves it; of two like
  cards, which nobody can tell apart, the pair earns each row twice. Penalties always count.
- A *scoring* move is one that brings its mover more than nothing, all its rows and its flip added.
  A player may pass only where there is none. Who has no legal move at all passes.
- A position is where the cards lie, how many recycles were made, and who is to move; scores and
  slots of buffers are no part of it. A pass may lead to a position that has been; a move may not.
- A card goes to either foundation of its suit that stands one below it. Where both do they are
  alike, so nothing is ever chosen, and the pair is kept as a higher and a lower one.
- The recycle costs its 20 points the player who makes it. The player who begins has the number 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire.cards import DECK, Card, Cards
from steppe_solver.solitaire.column import Column
from steppe_solver.solitaire.deal import COLUMNS
from steppe_solver.solitaire.ledger import Row, postings
from steppe_solver.solitaire.moves import TO_FOUNDATION, WASTE, Move, Pile, Place
from steppe_solver.solitaire.state import Foundations, State
from steppe_solver.solitaire.variant import MOST_BUFFERS, Variant

RECYCLES = 2
DECKS = 2

Key = tuple[object, ...]

_INSIDE = (Pile.COLUMN, Pile.BUFFER)


@dataclass(frozen=True, slots=True)
class Duel:
    """A moment of a duel. Build one with `start`, `of` and `play`.

    ``board`` holds every card that is not up, and as its foundations the lower of the two of each
    suit; ``higher`` has the others. ``unbuffered`` are the cards that have earned for leaving a
    buffer, once for each time. ``passes`` counts the passes just made in a row, ``still`` the turns
    since anything happened that cannot be undone. ``seen`` has the key of every position so far,
    this one too.
    """

    board: State
    higher: Foundations
    scores: tuple[int, int]
    mover: int
    passes: int
    still: int
    unbuffered: Cards
    seen: frozenset[Key]

    @staticmethod
    def start(seed: int, draw: int = 1) -> Duel:
        """The duel of the seed before its first move. Raises ValueError for a negative seed."""
        if seed < 0:
            raise ValueError("a seed is not negative")
        deck = list(DECK * DECKS)
        Random(seed).shuffle(deck)
        cards = iter(deck)
        piles: list[Cards] = [()] * COLUMNS
        for row in range(COLUMNS):
            for column in range(row, COLUMNS):
                piles[column] += (next(cards),)
        columns = tuple(Column(pile, len(pile) - 1) for pile in piles)
        variant = Variant(MOST_BUFFERS, draw, RECYCLES)
        empty: tuple[Card | None, ...] = (None,) * MOST_BUFFERS
        board = State(variant, columns, tuple(cards), (), empty, (0, 0, 0, 0))
        return Duel.of(board, board.foundations)

    @staticmethod
    def of(board: State, higher: Foundations) -> Duel:
        """The duel that begins with this board, player 0 to move and nothing scored."""
        duel = Duel(board, higher, (0, 0), 0, 0, 0, (), frozenset())
        return replace(duel, seen=frozenset({duel.key()}))

    @property
    def is_over(self) -> bool:
        """Are all cards up, or have both players passed?"""
        return self.board.is_won or self.passes >= 2

    @property
    def leader(self) -> int | None:
        """The player with the higher score, None where both have the same."""
        first, second = self.scores
        return None if first == second else int(second > first)

    @property
    def cards_up(self) -> int:
        """How many cards are on the eight foundations."""
        return sum(self.higher) + sum(self.board.foundations)

    def key(self) -> Key:
        """The position: where the cards lie, the recycles made, and who is to move."""
        return (self.board.key(), self.higher, self.mover)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that can be played, in the order of `Move`; of free buffers the lowest only.

        There may be none though the game goes on: then there is only the pass.
        """
        if self.is_over:
            return ()
        return tuple(sorted(move for move in self._listed() if not self._repeats(move)))

    def points(self, move: Move) -> int:
        """What the move, which must be legal, brings its mover."""
        # The other rows need no memory. No card comes back to waste or from a foundation, and none
        # is turned face down, so waste to column, waste or column to foundation and the flip
        # happen once to a card at most.
        return sum(
            row.points
            for row, card in postings(self.board, move)
            if not (row is Row.FROM_BUFFER and self._is_unbuffered(card))
        )

    @property
    def may_pass(self) -> bool:
        """May the mover pass? Only where no move would bring anything."""
        return not self.is_over and not any(self.points(move) > 0 for move in self.legal_moves())

    def play(self, move: Move) -> Duel:
        """The duel after the move. Raises IllegalMoveError, which says why it cannot be played."""
        if self.is_over:
            raise IllegalMoveError(f"{move}: the game is over")
        board, higher = self._moved(move)
        if self._repeats(move):
            raise IllegalMoveError(f"{move}: this position has been, with the same player to move")
        unbuffered = self.unbuffered
        if move.source.pile is Pile.BUFFER:
            (card,) = self.board.lifted(move.source, 1)
            if not self._is_unbuffered(card):
                unbuffered += (card,)
        brought = self.points(move)
        first, second = self.scores
        scores = (first, second + brought) if self.mover else (first + brought, second)
        still = self.still + 1 if self.is_reversible(move) else 0
        after = Duel(board, higher, scores, 1 - self.mover, 0, still, unbuffered, self.seen)
        return after._noted()

    def pass_turn(self) -> Duel:
        """The duel after a pass. Raises IllegalMoveError where a move would score."""
        if self.is_over:
            raise IllegalMoveError("pass: the game is over")
        for move in self.legal_moves():
            if (brought := self.points(move)) > 0:
                raise IllegalMoveError(f"pass: a move scores, {move} for one brings {brought}")
        passes, still = self.passes + 1, self.still + 1
        return replace(self, mover=1 - self.mover, passes=passes, still=still)._noted()

    def is_reversible(self, move: Move) -> bool:
        """Might a position from before the move come again after it?

        Not so unless it stays within columns and buffers and turns no card up. All others leave
        more cards up or fewer face down, make a recycle, or leave with as many recycles fewer cards
        in the stock or in stock and waste together. None of that is ever undone: foundations are
        locked, nothing is turned face down or put on the waste but from the stock, and the stock
        grows by a recycle only.
        """
        if move.source.pile is Pile.COLUMN:
            column = self.board.columns[move.source.number]
            if column.face_down and move.length == len(column.open):
                return False
        return move.source.pile in _INSIDE and move.target.pile in _INSIDE

    def exposed(self, place: Place) -> Card | None:
        """The card that can be taken from waste, a column or a buffer; None if there is none."""
        board, (pile, number) = self.board, place
        if pile is Pile.WASTE:
            return board.waste[-1] if board.waste else None
        if pile is Pile.COLUMN and 0 <= number < len(board.columns):
            cards = board.columns[number].cards
            return cards[-1] if cards else None
        if pile is Pile.BUFFER and 0 <= number < len(board.buffers):
            return board.buffers[number]
        return None

    def goes_up(self, card: Card) -> bool:
        """Does a foundation of its suit stand one below the card?"""
        return card.rank - 1 in (self.higher[card.suit], self.board.foundations[card.suit])

    def _noted(self) -> Duel:
        """The duel with its position noted as one that has been."""
        return replace(self, seen=self.seen | {self.key()})

    def _is_unbuffered(self, card: Card | None) -> bool:
        """Have both cards like this one earned for leaving a buffer?"""
        return card is not None and self.unbuffered.count(card) >= DECKS

    def _repeats(self, move: Move) -> bool:
        """Would the move, legal but for that, bring back a position with the same mover?"""
        if not self.is_reversible(move):
            return False
        board, higher = self._moved(move)
        return (board.key(), higher, 1 - self.mover) in self.seen

    def _moved(self, move: Move) -> tuple[State, Foundations]:
        """The board and the higher foundations after the move. Raises IllegalMoveError."""
        board, higher = self.board, self.higher
        card = self.exposed(move.source) if move.target == TO_FOUNDATION else None
        if card is None or move.length != 1:
            return board.play(move), higher
        if not self.goes_up(card):
            raise IllegalMoveError(f"{move}: {card} does not go up: {self._standing(card)}")
        # The single-deck rules play on one foundation of the suit, the lower one or, in its place,
        # the higher one. Such a board is not won before the move: one of its cards is still out.
        low, high = board.foundations[card.suit], higher[card.suit]
        chosen, other = (high, low) if card.rank == high + 1 else (low, high)
        stood = replace(board, foundations=_with_rank(board.foundations, card, chosen))
        after = stood.play(move)
        low, high = sorted((after.foundations[card.suit], other))
        lower = _with_rank(board.foundations, card, low)
        return replace(after, foundations=lower), _with_rank(higher, card, high)

    def _standing(self, card: Card) -> str:
        """What the two foundations of the card's suit show."""
        ranks = (self.higher[card.suit], self.board.foundations[card.suit])
        tops = [str(Card(rank, card.suit)) for rank in ranks if rank]
        if not tops:
            return "its foundations are empty"
        return f"its foundations show {tops[0]} and {tops[1] if len(tops) > 1 else 'nothing'}"

    def _listed(self) -> Iterator[Move]:
        """The legal moves, those that repeat a position too, in no order."""
        for move in self.board.legal_moves():
            if move.target != TO_FOUNDATION:
                yield move
        columns = (Place(Pile.COLUMN, number) for number in range(len(self.board.columns)))
        buffers = (Place(Pile.BUFFER, number) for number in range(len(self.board.buffers)))
        for place in (WASTE, *columns, *buffers):
            card = self.exposed(place)
            if card is not None and self.goes_up(card):
                yield Move(place, TO_FOUNDATION)


def _with_rank(foundations: Foundations, card: Card, rank: int) -> Foundations:
    """The foundations with this rank on top of the card's suit."""
    ranks = list(foundations)
    ranks[card.suit] = rank
    return ranks[0], ranks[1], ranks[2], ranks[3]
