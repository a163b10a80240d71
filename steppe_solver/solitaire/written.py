"""Deals as they are written, read for all their faults.

The fields of faults: ``tableau`` and ``stock`` for words there that are no cards and for wrong
numbers of them, ``deck`` for cards that are there twice or missing, ``variant``, ``move``, and
``file`` for everything around.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from steppe_solver.errors import IllegalMoveError, InputError, ParseError, PositionError
from steppe_solver.notation.faults import At, FaultList, counted
from steppe_solver.solitaire.cards import DECK, Card, Cards, read_card
from steppe_solver.solitaire.deal import COLUMNS, STOCK_SIZE, Deal
from steppe_solver.solitaire.game import Game
from steppe_solver.solitaire.moves import Move, read_move
from steppe_solver.solitaire.variant import STANDARD, Variant, read_variant

_MOST_NAMED = 8


class Word(NamedTuple):
    """A word of an input and the place of its first character."""

    text: str
    at: At


class Row(NamedTuple):
    """Words that belong together, and where they begin."""

    at: At
    words: list[Word]


@dataclass(frozen=True, slots=True)
class DealEntry:
    """What a file of deals holds at one place; exactly one of ``game`` and ``error`` is set.

    ``line`` is where it begins, from 1. ``deal_id`` is the name of the deal as far as it can be
    read. The game is of the variant asked for, else of the one written there, else the standard
    one; its moves are those written there.
    """

    line: int
    deal_id: str | None = None
    game: Game | None = None
    error: InputError | None = None


@dataclass(slots=True)
class Written:
    """A deal as written. ``faults`` are those that its reader has found.

    Where the reader has lost a part, ``spoilt``, nothing is said of cards and columns that are not
    there.
    """

    at: At
    name: str | None = None
    columns: list[Row] = field(default_factory=list)
    stock: Row | None = None
    variant: Word | None = None
    moves: list[Word] = field(default_factory=list)
    faults: FaultList = field(default_factory=FaultList)
    spoilt: bool = False

    def entry(self, variant: Variant | None) -> DealEntry:
        """The game, of this variant where one is given, or all that is wrong with it."""
        try:
            game = self._game(variant)
        except InputError as error:
            return DealEntry(self.at[0], self.name, error=error)
        return DealEntry(self.at[0], self.name, game)

    def _game(self, asked: Variant | None) -> Game:
        faults = self.faults
        deal = self._deal()
        said = read_variant(self.variant.text, self.variant.at, faults) if self.variant else None
        read = [(read_move(text, at, faults), at) for text, at in self.moves]
        if faults or deal is None:
            raise ParseError(faults.listed())
        moves = [(move, at) for move, at in read if move is not None]
        return _played(Game(deal, asked or said or STANDARD), moves)

    def _deal(self) -> Deal | None:
        """The deal; None, with faults noted, where it is none."""
        before = len(self.faults)
        seen: dict[Card, At] = {}
        tableau = tuple(self._pile("tableau", row, seen) for row in self.columns)
        stock = self._pile("stock", self.stock, seen) if self.stock else ()
        if not self.spoilt:
            self._check_sizes()
            rows = (*self.columns, self.stock) if self.stock and self.columns else ()
            words = sum(len(row.words) for row in rows)
            if rows and words == len(stock) + sum(map(len, tableau)):
                self._check_all_there(seen)
        if self.spoilt or len(self.faults) > before:
            return None
        return Deal(self.name, tableau, stock)

    def _pile(self, name: str, row: Row, seen: dict[Card, At]) -> Cards:
        """The cards of the row, those noted as faults left out."""
        cards = []
        for text, at in row.words:
            card = read_card(text, name, at, self.faults)
            if card is None:
                continue
            cards.append(card)
            first = seen.setdefault(card, at)
            if first is not at:
                message = f"{card} is there twice, first at {first[0]}:{first[1]}"
                self.faults.add("deck", at, message)
        return tuple(cards)

    def _check_all_there(self, seen: Mapping[Card, At]) -> None:
        missing = [str(card) for card in DECK if card not in seen]
        if missing:
            rest = len(missing) - _MOST_NAMED
            more = f" and {counted(rest, 'more card')}" if rest > 0 else ""
            named = ", ".join(missing[:_MOST_NAMED])
            self.faults.add("deck", self.at, f"missing in this deal: {named}{more}")

    def _check_sizes(self) -> None:
        if len(self.columns) != COLUMNS:
            at = self.columns[COLUMNS].at if len(self.columns) > COLUMNS else self.at
            found = counted(len(self.columns), "column")
            self.faults.add("tableau", at, f"a deal has {COLUMNS} columns, here are {found}")
        for size, (at, words) in enumerate(self.columns[:COLUMNS], 1):
            if len(words) != size:
                found = f"column {size} has {counted(size, 'card')}, here are {len(words)}"
                self.faults.add("tableau", at, found)
        if self.stock is None:
            self.faults.add("stock", self.at, "this deal has no stock")
        elif len(self.stock.words) != STOCK_SIZE:
            found = f"the stock has {STOCK_SIZE} cards, here are {len(self.stock.words)}"
            self.faults.add("stock", self.stock.at, found)


def _played(game: Game, moves: list[tuple[Move, At]]) -> Game:
    """The game after the moves. Raises PositionError with the place of one that cannot be."""
    try:
        return game.play(*(move for move, _ in moves))
    except IllegalMoveError:
        pass
    faults, state = FaultList(), game.state
    for number, (move, at) in enumerate(moves, 1):
        try:
            state = state.play(move)
        except IllegalMoveError as error:
            message = f"move {number} cannot be played in {game.variant}: {error}"
            faults.add("move", at, message)
            break
    raise PositionError(faults.listed())
