"""How long a win takes at least, and how many cards can be up within so many moves: bounds."""

from __future__ import annotations

from steppe_solver.solitaire.inquiry import Inquiry
from steppe_solver.solitaire.ladder import Line
from steppe_solver.solitaire.shortest import search_most_up, search_shortest
from steppe_solver.solitaire.solver import Verdict, replayed
from steppe_solver.solitaire.state import State

_GLANCE = 100_000
"""Nodes for the question whether a game can be won where that is not what was asked."""

_LONG = 10**6
"""More moves than a search for the most cards up need be told of."""


def shortest_win(
    state: State, inquiry: Inquiry
) -> tuple[Verdict, tuple[int | None, int | None], Line | None]:
    """Whether the game can be won, and bounds on the fewest moves in which it can, with a line."""
    win = inquiry.win(state, _GLANCE)
    if win.verdict is Verdict.UNWINNABLE:
        return win.verdict, (None, None), None
    lower, line = fewest_moves(state), win.line
    if not inquiry.is_over:
        inquiry.solver.release()  # what follows may take all the memory there is
        best = search_shortest(state, inquiry.rest(), inquiry.stop, memory=inquiry.solver.memory)
        inquiry.count(best.nodes, best.interrupted)
        if best.verdict is Verdict.UNWINNABLE:
            return best.verdict, (None, None), None
        lower = max(lower, best.lower)
        if best.line is not None and (line is None or len(best.line) < len(line)):
            line = best.line
    if line is None:  # its memory is full, or the limit has struck
        win = inquiry.win(state)
        if win.verdict is Verdict.UNWINNABLE:
            return win.verdict, (None, None), None
        line = win.line
    if line is None:
        return Verdict.UNKNOWN, (lower, None), None
    return Verdict.WINNABLE, (lower, len(line)), line


def fewest_moves(state: State) -> int:
    """A number of moves below which no win is: a lower bound.

    PROOF. A move puts one card up at most, so each card that is not up takes one; a card of the
    stock must be drawn, and a draw, which puts none up, turns up ``draw`` cards at most.
    """
    left = len(state.foundations) * state.ranks - sum(state.foundations)
    return left + -(-len(state.stock) // state.variant.draw)


def most_up(state: State, within: int, inquiry: Inquiry) -> tuple[Verdict, tuple[int, int], Line]:
    """Whether the game can be won, and bounds on the most cards up within so many moves."""
    win = inquiry.win(state, _GLANCE)
    line = _best_beginning(state, (win.line or ())[:within])
    lower = sum(replayed(state, line).foundations)
    cards = len(state.foundations) * state.ranks
    upper = min(cards, sum(state.foundations) + within)  # a move puts one card up at most
    if lower < upper and not inquiry.is_over:
        few = min(within, _LONG)
        inquiry.solver.release()  # what follows may take all the memory there is
        memory = inquiry.solver.memory
        most = search_most_up(state, few, inquiry.rest(), inquiry.stop, memory=memory)
        inquiry.count(most.nodes, most.interrupted)
        if few == within:
            upper = min(upper, most.upper)
        if most.lower > lower:
            lower, line = most.lower, most.line
    return win.verdict, (lower, upper), line


def _best_beginning(state: State, line: Line) -> Line:
    """The line up to where the most cards are up for the first time."""
    best, length = sum(state.foundations), 0
    for number, move in enumerate(line, 1):
        state = state.play(move)
        if sum(state.foundations) > best:
            best, length = sum(state.foundations), number
    return line[:length]
