"""The most points that a laying can add, with proof.

Arithmetic proposes the best counts of tiles that are left (`counts.Arithmetic`), and the SAT solver
is asked for a laying that reaches them. If there is one, no laying has more points: all counts that
would give more were ruled out before. If there is none, the solver names those of the numbers that
cannot be reached together, and all counts that reach them are left out from then on. (This is the
implicit hitting set approach to MaxSAT, with the arithmetic of areas and reserves, at which solvers
are poor, taken out of the formula.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steppe_solver.position import Color, Tile
from steppe_solver.stopping import Stop, StoppedError, never
from steppe_solver.tiling.area import shortage
from steppe_solver.tiling.counts import Arithmetic
from steppe_solver.tiling.encoding import Encoding, encode
from steppe_solver.tiling.question import Laying, Question, points
from steppe_solver.tiling.sat import Oracle


@dataclass(frozen=True, slots=True)
class Optimum:
    """The most points, between two proved bounds.

    ``laying`` has ``points`` of them, for the side asked; ``upper`` is what no laying exceeds. Both
    None where there is no laying at all; either also where it is not known, ``stopped`` being true.
    """

    points: int | None
    upper: int | None
    laying: Laying | None
    stopped: bool = False

    @property
    def proved(self) -> bool:
        """Is this exactly the most?"""
        return self.points == self.upper and not (self.stopped and self.points is None)


def most_points(question: Question, side: Color | None = None, stop: Stop = never) -> Optimum:
    """The most points that a laying adds for one player, or (None) for both together.

    Where ``stop`` strikes, what is proved so far.
    """
    if shortage(question):
        return Optimum(None, None, None)
    players = tuple(color for color in question.players if side in (None, color))
    try:
        encoding = encode(question, stop=stop)
    except StoppedError:
        return Optimum(None, _all_on_top(question, players), None, stopped=True)
    if not players:
        return _nothing_to_score(encoding, stop)
    # On one level the players hardly meet, and each one's numbers are refuted on their own. Over
    # several levels that would be too many numbers: what one does not lay the other may.
    apart = question.levels == 1
    arithmetic = Arithmetic(encoding, [(color,) for color in players] if apart else [players])
    reaching = [
        encoding.formula.counter(variables, most)
        for variables, most in zip(arithmetic.variables, arithmetic.most, strict=True)
    ]
    upper = arithmetic.ceiling()
    with Oracle(encoding.formula, stop) as oracle:
        try:
            while proposal := arithmetic.best(upper, stop):
                upper, counts = proposal
                bounds = {
                    reaching[place][number - 1]: (place, number)
                    for place, number in enumerate(counts)
                    if number
                }
                if oracle.satisfiable(list(bounds)):
                    return Optimum(upper, upper, encoding.decode(oracle.model()))
                core = oracle.core()
                if not core:
                    break
                arithmetic.refute(bounds[literal] for literal in core)
        except StoppedError:
            return _what_is_known(encoding, players, oracle, upper)
    return Optimum(None, None, None)


def _all_on_top(question: Question, players: Sequence[Color]) -> int:
    """The points if the whole reserves lay on the last level: a bound."""
    faces = (question.reserve(color).count(tile) * tile.face for color in players for tile in Tile)
    return question.numbers[-1] * sum(faces)


def _nothing_to_score(encoding: Encoding, stop: Stop) -> Optimum:
    """For a side that lays nothing: 0 points, if there is a laying."""
    with Oracle(encoding.formula, stop) as oracle:
        try:
            if oracle.satisfiable():
                return Optimum(0, 0, encoding.decode(oracle.model()))
        except StoppedError:
            return Optimum(None, 0, None, stopped=True)
    return Optimum(None, None, None)


def _what_is_known(
    encoding: Encoding, players: Sequence[Color], oracle: Oracle, upper: int
) -> Optimum:
    """The bounds when the search was stopped, with a laying if one is easy to find."""
    count = len(encoding.placements)
    theirs = [v for v in range(1, count + 1) if encoding.placements[v - 1].owner in players]
    oracle.prefer(theirs)
    if not oracle.at_a_glance():
        return Optimum(None, upper, None, stopped=True)
    laid = encoding.decode(oracle.model())
    return Optimum(sum(points(laid, color) for color in players), upper, laid, stopped=True)
