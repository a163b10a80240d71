"""States and moves as the plain integers that the native core knows.

A card is ``13 * suit + rank - 1`` with the suits in the order S H C D, so 0 to 51, red where
``card // 13`` is odd. A move is four integers: its kind, a place in `KINDS`; from and to, which
column, buffer or suit, counted from 0, and 0 where there is nothing to choose; and the number of
cards, 1 but for runs.
"""

from __future__ import annotations

from typing import NamedTuple

from steppe_solver.solitaire.cards import Cards
from steppe_solver.solitaire.moves import TO_FOUNDATION, Move, Pile, Place
from steppe_solver.solitaire.state import State

UNLIMITED = -1
EMPTY_SLOT = -1

KINDS = (
    (Pile.STOCK, Pile.WASTE),
    (Pile.WASTE, Pile.STOCK),
    (Pile.WASTE, Pile.COLUMN),
    (Pile.WASTE, Pile.BUFFER),
    (Pile.WASTE, Pile.FOUNDATION),
    (Pile.COLUMN, Pile.COLUMN),
    (Pile.COLUMN, Pile.BUFFER),
    (Pile.COLUMN, Pile.FOUNDATION),
    (Pile.BUFFER, Pile.COLUMN),
    (Pile.BUFFER, Pile.FOUNDATION),
    (Pile.FOUNDATION, Pile.COLUMN),
)
"""From where to where the kinds of moves go, in the order of their numbers."""


class NativeGame(NamedTuple):
    """A variant and a state in integers, in the order in which the native core takes them.

    ``recycles`` is -1 where any number is allowed; ``held`` has an entry for every buffer slot, -1
    in an empty one; cards are in the order of `State`.
    """

    buffers: int
    draw: int
    recycles: int
    locked: bool
    ranks: int
    columns: list[list[int]]
    face_down: list[int]
    stock: list[int]
    waste: list[int]
    held: list[int]
    foundations: list[int]
    recycled: int


def to_native(state: State) -> NativeGame:
    """The state and its variant in integers."""
    variant = state.variant
    return NativeGame(
        buffers=variant.buffers,
        draw=variant.draw,
        recycles=UNLIMITED if variant.recycles is None else variant.recycles,
        locked=variant.locked,
        ranks=state.ranks,
        columns=[_ids(column.cards) for column in state.columns],
        face_down=[column.face_down for column in state.columns],
        stock=_ids(state.stock),
        waste=_ids(state.waste),
        held=[EMPTY_SLOT if card is None else card.id for card in state.buffers],
        foundations=list(state.foundations),
        recycled=state.recycles,
    )


def from_native(kind: int, start: int, to: int, count: int) -> Move:
    """The move of these integers; `State.play` says whether it can be played.

    Where it goes to a foundation the card says which, so ``to`` is not looked at.
    """
    source, target = KINDS[kind]
    place = TO_FOUNDATION if target is Pile.FOUNDATION else Place(target, to)
    return Move(Place(source, start), place, count)


def native_move(move: Move) -> tuple[int, int, int, int]:
    """The move in integers: kind, from, to, count. Raises ValueError for ways that are no moves."""
    source, target, length = move
    kind = KINDS.index((source.pile, target.pile))
    return kind, source.number, target.number, length


def _ids(cards: Cards) -> list[int]:
    return [card.id for card in cards]
