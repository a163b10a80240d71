"""Marks beside moves, as in chess, by what is proved."""

from __future__ import annotations

from steppe_solver.analysis.game import Ply

MISTAKE = 5
"""Points from which on a move is marked ``?``."""

BLUNDER = 15
"""Points from which on a move is marked ``??``."""

LEGEND = (
    f"?! gives away 1 to {MISTAKE - 1} points, ? {MISTAKE} to {BLUNDER - 1}, "
    f"?? {BLUNDER} or more, or the result"
)
"""What the marks mean."""


def mark(ply: Ply) -> str:
    """``?!``, ``?``, ``??`` or nothing, by the points that the move is proved to give away."""
    loss = ply.loss.lower
    if loss >= BLUNDER or ply.costs_result:
        return "??"
    if loss >= MISTAKE:
        return "?"
    return "?!" if loss else ""
