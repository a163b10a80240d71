"""A moment of a game under tighter options: what can be done there can be done in the game too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from steppe_solver.solitaire.moves import Move, Pile, Place
from steppe_solver.solitaire.state import State


def with_recycles(state: State, most: int) -> State:
    """The state in the variant with at most so many recycles, those already made included."""
    return replace(state, variant=replace(state.variant, recycles=most))


def with_buffers(state: State, count: int) -> State:
    """The state in the variant with so many buffers, no fewer than the cards held.

    The slots in use come first; `from_buffers` leads the moves back.
    """
    held = tuple(card for card in state.buffers if card is not None)
    slots = held + (None,) * (count - len(held))
    return replace(state, variant=replace(state.variant, buffers=count), buffers=slots)


def from_buffers(state: State, line: Iterable[Move]) -> tuple[Move, ...]:
    """The line of the state with fewer buffers as moves of this state."""
    in_use = [slot for slot, card in enumerate(state.buffers) if card is not None]
    slots = in_use + [slot for slot, card in enumerate(state.buffers) if card is None]

    def led_back(place: Place) -> Place:
        return Place(place.pile, slots[place.number]) if place.pile is Pile.BUFFER else place

    return tuple(
        Move(led_back(source), led_back(target), length) for source, target, length in line
    )


def most_held(state: State, line: Iterable[Move]) -> int:
    """How many buffers are in use at the same time, at most, when the line is played."""
    held = most = sum(card is not None for card in state.buffers)
    for move in line:
        held += (move.target.pile is Pile.BUFFER) - (move.source.pile is Pile.BUFFER)
        most = max(most, held)
    return most
