"""The end of a game that plays itself: cards that may go up without a second thought."""

from __future__ import annotations

from steppe_solver.solitaire.moves import TO_FOUNDATION, Move
from steppe_solver.solitaire.state import State


def plays_itself(state: State) -> bool:
    """Is the game won whatever cards go up, and in whatever order?

    So where no card lies face down, and the stock and waste are empty or give every card: draw 1
    with any number of recycles.

    Proof. Let c be a card of the lowest rank that is not up. The cards of its suit below it are up,
    so it may go up as soon as it can be taken. In a buffer it can be taken. In a column, where all
    cards lie face up and so in one run, nothing of a higher rank lies on it, so it is the exposed
    one. From stock or waste it comes to the top by drawing, and by one recycle if it lies below it.
    Whatever has gone up before, nothing of this has changed: taking cards up turns none face down
    and breaks no run. So there is always one more card that goes up.
    """
    if any(column.face_down for column in state.columns):
        return False
    if not (state.stock or state.waste):
        return True
    return state.variant.draw == 1 and state.variant.recycles is None


def going_up(state: State) -> tuple[Move, ...]:
    """Moves that put up every card that can go up without a draw; none unless `plays_itself`.

    They never cost the win. Where cards are left in stock or waste they may cost points, though: a
    card that has gone up is no place for another.
    """
    moves: list[Move] = []
    going = plays_itself(state)
    while going:
        up = (move for move in state.legal_moves() if move.target == TO_FOUNDATION)
        move = next(up, None)
        going = move is not None
        if move is not None:
            moves.append(move)
            state = state.play(move)
    return tuple(moves)
