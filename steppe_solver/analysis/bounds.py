"""Proved bounds on the values along a game, and what each says about its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steppe_solver.position import Color


class Bounds(NamedTuple):
    """A number that is at least ``lower`` and at most ``upper``: both are proved."""

    lower: int
    upper: int

    @property
    def exact(self) -> int | None:
        """The number, where the bounds meet; else None."""
        return self.lower if self.lower == self.upper else None

    @property
    def signs(self) -> Bounds:
        """Bounds on the sign of the number: 1, 0 or -1."""
        return Bounds(_sign(self.lower), _sign(self.upper))

    def narrowed(self, other: tuple[int, int]) -> Bounds:
        """What both bounds say. That they contradict each other is a fault of the program."""
        both = Bounds(max(self.lower, other[0]), min(self.upper, other[1]))
        if both.lower > both.upper:
            raise AssertionError(f"the bounds {self} and {other} cannot both be proved")
        return both


class Step(NamedTuple):
    """A move between two positions: who made it, and whether it was the only legal one."""

    mover: Color
    forced: bool


def reconciled(values: Sequence[Bounds], steps: Sequence[Step]) -> list[Bounds]:
    """The bounds on the values of successive positions, narrowed by those of the others.

    Values are the first player's points minus the second's; ``steps[k]`` leads from position k to
    position k + 1.

    Proof. The value of a position is the best for its mover of the values after its moves. So a
    move of the first player's never leads to a higher value, one of the second's never to a lower;
    the only legal move leads to the same. Hence a lower bound goes back over a move of the first
    player's and on over one of the second's, an upper bound the other way round, and over a forced
    move both go both ways. A bound that reaches a position from behind has come over moves that
    all let it pass forwards, one that reaches it from ahead, backwards; so one sweep each way finds
    all there is to be found.
    """
    found = list(values)
    for place in reversed(range(len(steps))):
        found[place] = found[place].narrowed(_before(found[place + 1], steps[place]))
    for place in range(len(steps)):
        found[place + 1] = found[place + 1].narrowed(_after(found[place], steps[place]))
    return found


_FAR = 10**9
"""More points than any game has: at most 9 levels of 64 cells."""


def _before(value: Bounds, step: Step) -> Bounds:
    """What the value after a move proves of the value before it."""
    if step.forced:
        return value
    return Bounds(value.lower, _FAR) if step.mover is Color.RED else Bounds(-_FAR, value.upper)


def _after(value: Bounds, step: Step) -> Bounds:
    """What the value before a move proves of the value after it."""
    if step.forced:
        return value
    return Bounds(-_FAR, value.upper) if step.mover is Color.RED else Bounds(value.lower, _FAR)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
