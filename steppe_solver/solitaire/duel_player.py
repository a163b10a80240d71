"""A computer opponent for Duel that looks ahead with all cards known to it.

Like the solver it plays *thoughtfully*: the face-down cards and the order of the stock are no
secret to it. The search is in C++ (``native/solitaire/duel_search.hpp``), the moves that it chooses
from are those of `Duel`.
"""

from __future__ import annotations

from typing import Any, cast

from steppe_solver.bridge import core
from steppe_solver.solitaire.cards import Cards
from steppe_solver.solitaire.column import Column
from steppe_solver.solitaire.duel import Duel, Key
from steppe_solver.solitaire.encoding import from_native, native_move, to_native
from steppe_solver.solitaire.moves import Move

NODES = 200_000
"""Positions that are looked at for a move, unless said otherwise: less than a second."""

DEEPEST = 64
"""Turns that are looked ahead at most."""


def choose(duel: Duel, *, nodes: int = NODES, deepest: int = DEEPEST) -> Move | None:
    """The move that looks best for the mover of a game that is not over; None is the pass.

    The same position, scores and limits give the same answer. Raises ValueError where the game is
    over.
    """
    turns: list[Move | None] = list(duel.legal_moves())
    if duel.may_pass:
        turns.append(None)
    if not turns:
        raise ValueError("the duel is over")
    if len(turns) == 1:
        return turns[0]
    asked = [None if move is None else native_move(move) for move in turns]
    found, _, _, _ = to_core(duel).choose(asked, nodes, deepest)
    return None if found is None else from_native(*found)


def to_core(duel: Duel) -> core.SolitaireDuel:
    """The duel as the native core holds it, with the positions that may come again."""
    board = to_native(duel.board)
    native = core.SolitaireDuel(
        board.draw,
        board.ranks,
        board.columns,
        board.face_down,
        board.waste,
        board.stock,
        board.held,
        board.foundations,
        list(duel.higher),
        board.recycled,
        list(duel.scores),
        duel.mover,
        duel.passes,
        duel.still,
        [card.id for card in duel.unbuffered],
    )
    here = _laid_aside(duel.key())  # nothing of it is ever undone
    for key in duel.seen:
        if _laid_aside(key) == here:
            columns, held, mover = _laid_out(key)
            native.note(
                [[card.id for card in column.cards] for column in columns],
                [column.face_down for column in columns],
                [card.id for card in held],
                mover,
            )
    return native


def _laid_out(key: Key) -> tuple[tuple[Column, ...], Cards, int]:
    """Columns, held cards and mover of a position that has been."""
    board, _, mover = key
    _, columns, _, _, held, _, _ = cast("tuple[Any, ...]", board)
    return columns, held, cast(int, mover)


def _laid_aside(key: Key) -> tuple[object, ...]:
    """Stock, waste, foundations and recycles of a position that has been."""
    board, higher, _ = key
    _, _, stock, waste, _, foundations, recycles = cast("tuple[Any, ...]", board)
    return higher, foundations, recycles, len(stock), len(waste), stock, waste
