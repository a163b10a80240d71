"""The fewest of something that suffices for a win, by questions to the search for a win.

With more buffers, or more recycles allowed, all can be done that can be done with fewer. So a win
with some number is an upper bound of the fewest, and a number with which the game is lost, and all
below it, are too few.
"""

from __future__ import annotations

from collections.abc import Callable

from steppe_solver.solitaire.inquiry import Inquiry
from steppe_solver.solitaire.moves import RECYCLE, Move
from steppe_solver.solitaire.restricted import (
    from_buffers,
    most_held,
    with_buffers,
    with_recycles,
)
from steppe_solver.solitaire.solver import Verdict
from steppe_solver.solitaire.state import State

Line = tuple[Move, ...]


class Ladder:
    """Bounds on the fewest that suffices, from ``least`` to ``most`` (None: to any number).

    ``lower`` is proved. ``upper`` is what ``line``, a win, takes; both are None while no win is
    known. ``lost`` says that no number suffices.
    """

    def __init__(
        self,
        least: int,
        most: int | None,
        pose: Callable[[int | None], State],
        lead_back: Callable[[Line], Line],
        price: Callable[[Line], int],
    ) -> None:
        """``pose`` gives the state with the number, whose lines ``lead_back`` makes lines of the
        game; ``price`` is what such a line takes."""
        self.lower = least
        self.upper: int | None = None
        self.line: Line | None = None
        self.lost = False
        self._most = most
        self._pose = pose
        self._lead_back = lead_back
        self._price = price

    @property
    def verdict(self) -> Verdict:
        """Whether any number suffices."""
        if self.line is not None:
            return Verdict.WINNABLE
        return Verdict.UNWINNABLE if self.lost else Verdict.UNKNOWN

    def is_settled(self, useful: int | None = None) -> bool:
        """Is the fewest known, or whether it is one of the numbers up to ``useful``?"""
        return self.lost or self.lower == self.upper or (useful is not None and self.lower > useful)

    def decide(self, inquiry: Inquiry, nodes: int) -> None:
        """Ask whether the most suffices, if that is not known."""
        if self.verdict is Verdict.UNKNOWN:
            self._ask(self._most, inquiry, nodes)

    def narrow(self, inquiry: Inquiry, nodes: int, useful: int | None = None) -> None:
        """Ask about every number up to ``useful`` that is in doubt, each with so many nodes."""
        if self.is_settled(useful):
            return
        if self.upper is None:
            within = [number for number in (useful, self._most) if number is not None]
            self._ask(min(within, default=None), inquiry, nodes)
        if self.upper is None and not self.is_settled(useful):
            self._ask(self.lower, inquiry, nodes)  # the hardest to win with is the easiest to lose
        if self.upper is not None:
            highest = self.upper if useful is None else min(useful, self.upper)
            self._halve(self.lower, highest, inquiry, nodes)

    def lose_up_to(self, number: int) -> None:
        """Note that the game is lost with this number."""
        self.lower = max(self.lower, number + 1)
        if self._most is not None and self.lower > self._most:
            self.lose()

    def lose(self) -> None:
        """Note that the game is lost with any number."""
        self.lost = True

    def win_by(self, line: Line) -> None:
        """Note that the line wins."""
        price = self._price(line)
        if self.upper is None or price < self.upper:
            self.upper, self.line = price, line

    def _halve(self, low: int, high: int, inquiry: Inquiry, nodes: int) -> None:
        """Ask about the numbers from low to high, the middle first, but not what is known by then.

        Where the middle stays in doubt both sides are asked: the ends are easier than it is.
        """
        assert self.upper is not None
        low, high = max(low, self.lower), min(high, self.upper - 1)
        if low > high or inquiry.is_over:
            return
        middle = (low + high) // 2
        self._ask(middle, inquiry, nodes)
        self._halve(low, middle - 1, inquiry, nodes)
        self._halve(middle + 1, high, inquiry, nodes)

    def _ask(self, number: int | None, inquiry: Inquiry, nodes: int) -> None:
        win = inquiry.win(self._pose(number), nodes)
        if win.line is not None:
            self.win_by(self._lead_back(win.line))
        elif win.verdict is Verdict.UNWINNABLE:
            if number is None:
                self.lose()
            else:
                self.lose_up_to(number)


def recycles_ladder(state: State) -> Ladder:
    """The ladder of the recycles in all, those already made included."""
    made = state.recycles

    def pose(most: int | None) -> State:
        return state if most is None else with_recycles(state, most)

    def price(line: Line) -> int:
        return made + line.count(RECYCLE)

    return Ladder(made, state.variant.recycles, pose, lambda line: line, price)


def buffers_ladder(state: State) -> Ladder:
    """The ladder of the buffer slots; those in which cards are held are needed."""
    held = sum(card is not None for card in state.buffers)
    slots = state.variant.buffers

    def pose(count: int | None) -> State:
        return with_buffers(state, slots if count is None else count)

    def lead_back(line: Line) -> Line:
        return from_buffers(state, line)

    return Ladder(held, slots, pose, lead_back, lambda line: most_held(state, line))
