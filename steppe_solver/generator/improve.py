"""A find made better by small steps: longer, clearer, sparser, harder, or with fewer duals.

Plain hill-climbing over the neighbours of `perturb`: a neighbour that holds a puzzle with the same
goal and is no worse in what this climb is after takes its place.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from steppe_solver.generator.perturb import neighbour
from steppe_solver.generator.sieve import Sieve
from steppe_solver.puzzle.examine import Finding

Merit = Callable[[Finding, Sieve], int]
"""What a climb is after: the greater, the better."""

_STEPS = 100
"""Neighbours that are looked at in a climb."""

_MANY = 1000
"""More than all duals of a line that is worth the name."""


def longer(finding: Finding, sieve: Sieve) -> int:
    """The number of the puzzle: moves or tiles."""
    return finding.n or 0


def sparser(finding: Finding, sieve: Sieve) -> int:
    """Fewer tiles in hand: less to weigh up."""
    return -sum(map(sum, finding.situation.position.reserves))


def harder(finding: Finding, sieve: Sieve) -> int:
    """More first moves that fail."""
    return len(finding.fails)


def clearer(finding: Finding, sieve: Sieve) -> int:
    """A greater distance between the key and the best try: strict, where it can be."""
    return finding.gap


def fewer_duals(finding: Finding, sieve: Sieve) -> int:
    """Fewer other ways in the main line; this takes the whole proof, and so the most time."""
    puzzle = sieve.written(finding)
    return -_MANY if puzzle is None else -puzzle.duals


CHEAP_MERITS: tuple[Merit, ...] = (longer, sparser, harder, clearer)


def climb(finding: Finding, merit: Merit, sieve: Sieve, rng: Random) -> Finding | None:
    """The best that small steps lead to, reachable and better than it was; None where nothing is.

    Raises StoppedError with the sieve.
    """
    best, first = finding, merit(finding, sieve)
    reached = first
    for _ in range(_STEPS):
        situation = best.situation
        position = neighbour(situation.position, rng)
        if position is None or position.mover is not situation.solver:
            continue
        found = sieve.finding(position, situation.goal)
        if found is None:
            continue
        worth = merit(found, sieve)
        if worth >= reached and sieve.is_reachable(position):
            best, reached = found, worth
    return best if reached > first else None
