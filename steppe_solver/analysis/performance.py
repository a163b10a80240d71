"""How each player fared in an analysed game."""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.analysis.game import Analysis
from steppe_solver.position import PLAYERS, Color


@dataclass(frozen=True, slots=True)
class Performance:
    """A player's moves in a game, as far as what they gave away is exactly known.

    Of ``moves`` in the game ``known`` are so known; together they gave away ``lost`` points. Of
    these, ``choices`` were not the only legal move, and ``best`` of those gave nothing away.
    """

    color: Color
    moves: int
    known: int
    choices: int
    best: int
    lost: int


def performances(analysis: Analysis) -> tuple[Performance, Performance]:
    """Both players', the first player's first."""
    first, second = (_performance(analysis, color) for color in PLAYERS)
    return first, second


def _performance(analysis: Analysis, color: Color) -> Performance:
    moves = [ply for ply in analysis.plies if ply.mover is color]
    known = [ply for ply in moves if ply.loss.exact is not None]
    choices = [ply for ply in known if not ply.forced]
    return Performance(
        color=color,
        moves=len(moves),
        known=len(known),
        choices=len(choices),
        best=sum(ply.loss.exact == 0 for ply in choices),
        lost=sum(ply.loss.lower for ply in known),
    )
