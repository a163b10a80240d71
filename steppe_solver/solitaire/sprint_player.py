"""A plain player for Sprint, for where no solver is at hand or none finds a win.

It sees what a player sees and follows four rules: put up what goes up, uncover face-down cards,
play from the waste, and else draw. It never uses a buffer.
"""

from __future__ import annotations

from steppe_solver.solitaire.moves import DRAW, RECYCLE, Move, Pile
from steppe_solver.solitaire.state import State

LONGEST = 600
"""Moves of a line at most: more than anybody makes in a race."""


def plain_line(state: State) -> tuple[Move, ...]:
    """The moves that the plain player makes from here on, until nothing is left to do.

    It stops when it has gone through the stock without playing a card.
    """
    line: list[Move] = []
    idle = 0
    while len(line) < LONGEST and not state.is_won:
        move = _next(state)
        if move is None:
            break
        idle = idle + 1 if move in (DRAW, RECYCLE) else 0
        if idle > len(state.stock) + len(state.waste) + 1:
            break
        line.append(move)
        state = state.play(move)
    return tuple(line)


def _next(state: State) -> Move | None:
    """The first move of the best kind that there is; None if there is none of any."""
    ranked = [(_kind(state, move), move) for move in state.legal_moves()]
    kind, move = min(ranked, default=(_NEVER, DRAW))
    return None if kind == _NEVER else move


_NEVER = 9


def _kind(state: State, move: Move) -> int:
    """How gladly the move is made, 0 being best; `_NEVER` if it is not made."""
    source, target = move.source.pile, move.target.pile
    if target is Pile.FOUNDATION:
        return 0
    if target is Pile.COLUMN and source is Pile.COLUMN:
        column = state.columns[move.source.number]
        return 1 if column.face_down and move.length == len(column.open) else _NEVER
    if target is Pile.COLUMN and source is Pile.WASTE:
        return 2
    return {DRAW: 3, RECYCLE: 4}.get(move, _NEVER)
