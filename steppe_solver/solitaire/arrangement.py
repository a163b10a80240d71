"""States laid out by hand: half-played games, small decks, any number of columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from steppe_solver.solitaire.cards import DECK, KING, Card
from steppe_solver.solitaire.column import Column
from steppe_solver.solitaire.state import Foundations, State
from steppe_solver.solitaire.variant import Variant


def arranged(
    variant: Variant,
    columns: Iterable[Column],
    *,
    stock: Iterable[Card] = (),
    waste: Iterable[Card] = (),
    buffers: Iterable[Card] = (),
    foundations: Foundations = (0, 0, 0, 0),
    recycles: int = 0,
    ranks: int = KING,
) -> State:
    """The state with these cards, whatever the number of columns and the size of the stock.

    A deck may have fewer ``ranks``, the highest of which counts as the King; a suit that is not to
    be there is one whose foundation is full. Raises ValueError where a card of the deck is missing
    or there twice, where face-up cards are no run or a column shows none of its cards, and where
    the variant has fewer buffers or recycles.
    """
    held = tuple(buffers)
    slots = held + (None,) * (variant.buffers - len(held))
    state = State(
        variant, tuple(columns), tuple(stock), tuple(waste), slots, foundations, recycles, ranks
    )
    if complaint := _complaint(state):
        raise ValueError(complaint)
    return state


def _complaint(state: State) -> str | None:
    """What is wrong with a state laid out by hand; None if nothing is."""
    variant, ranks = state.variant, state.ranks
    if not 1 <= ranks <= KING:
        return f"a suit has 1 to {KING} cards"
    if not all(0 <= top <= ranks for top in state.foundations):
        return f"a foundation has 0 to {ranks} cards"
    if len(state.buffers) > variant.buffers:
        return f"the number of buffers is {variant.buffers}"
    if state.recycles < 0 or (variant.recycles is not None and state.recycles > variant.recycles):
        return f"{state.recycles} recycles cannot have been made"
    for number, column in enumerate(state.columns, 1):
        run = column.open
        if not 0 <= column.face_down <= max(0, len(column.cards) - 1):
            return f"column {number} cannot have {column.face_down} cards face down"
        if not all(upper.takes(lower) for upper, lower in pairwise(run)):
            return f"the face-up cards of column {number} are not one run"
    laid = [card for column in state.columns for card in column.cards]
    held = [card for card in state.buffers if card is not None]
    out = Counter((*laid, *held, *state.stock, *state.waste))
    left = {card for card in DECK if state.foundations[card.suit] < card.rank <= ranks}
    if out.keys() != left or out.total() != len(left):
        return "every card that is not on its foundation lies in one other place"
    return None
