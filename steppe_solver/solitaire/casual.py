"""A casual player: draws moves by lot, those that look better more often, and plans nothing.

The player sees what a person sees at the first look: whether a move puts a card up, turns one up,
or spends a buffer. How such a player fares tells how hard a deal is for people, as far as that can
be told without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from steppe_solver.solitaire.moves import Move, Pile
from steppe_solver.solitaire.state import State

UP = "up"
FLIP = "flip"
TO_BUFFER = "to buffer"
FLIP_BY_BUFFER = "flip by buffer"
FROM_BUFFER = "from buffer"
FROM_WASTE = "from waste"
TURN = "turn"
SHIFT = "shift"
BACK = "back"

TICKETS: Mapping[str, float] = {
    UP: 100,
    FLIP: 60,
    FROM_BUFFER: 30,
    FROM_WASTE: 15,
    TURN: 8,
    FLIP_BY_BUFFER: 2,
    TO_BUFFER: 1,
    SHIFT: 1,
    BACK: 0.5,
}
"""How many tickets a move of each look has in the draw. Set by hand, so that a game of the standard
variant is mostly won and one without buffers mostly lost."""


def look(state: State, move: Move) -> str:
    """What the move, legal in the state, looks like: a key of `TICKETS`."""
    source, target, length = move
    if Pile.STOCK in (source.pile, target.pile):
        return TURN
    if target.pile is Pile.FOUNDATION:
        return UP
    if source.pile is Pile.COLUMN:
        column = state.columns[source.number]
        flips = 0 < column.face_down == len(column.cards) - length
        if target.pile is Pile.BUFFER:
            return FLIP_BY_BUFFER if flips else TO_BUFFER
        return FLIP if flips else SHIFT
    if target.pile is Pile.BUFFER:
        return TO_BUFFER
    return {Pile.WASTE: FROM_WASTE, Pile.BUFFER: FROM_BUFFER}.get(source.pile, BACK)


def casual_move(state: State, rng: Random, tickets: Mapping[str, float] = TICKETS) -> Move | None:
    """The move that the lot falls on; None where there is none."""
    moves = state.legal_moves()
    if not moves:
        return None
    return rng.choices(moves, [tickets[look(state, move)] for move in moves])[0]
