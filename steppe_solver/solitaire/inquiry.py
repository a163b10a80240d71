"""Several questions to the search under one limit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from steppe_solver.solitaire.solver import CardsUp, Limit, Solver, Verdict, Win
from steppe_solver.solitaire.state import State
from steppe_solver.stopping import never

FIRST_PASS = 2_000
PASS_GROWTH = 8
LAST_PASS = 2**62
"""As good as no limit, and a number that the native core can hold."""


class Inquiry:
    """A solver, and what is left of the nodes and the seconds that all questions may take."""

    def __init__(
        self,
        solver: Solver,
        limit: Limit | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.solver = solver
        self.nodes = 0
        self.interrupted = False
        self.stop = stop or never
        self._limit = limit or Limit()
        self._begin = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begin

    @property
    def is_over(self) -> bool:
        """Has a limit struck, or the caller asked to stop?"""
        rest = self.rest()
        return self.interrupted or rest.nodes == 0 or rest.seconds == 0

    def rest(self, shares: int = 1) -> Limit:
        """What is left, or this part of it."""
        nodes, seconds = self._limit.nodes, self._limit.seconds
        if nodes is not None:
            nodes = -(-max(0, nodes - self.nodes) // shares)
        if seconds is not None:
            seconds = max(0.0, seconds - self.seconds) / shares
        return Limit(seconds, nodes)

    def passes(self) -> Iterator[int]:
        """Numbers of nodes for a question, ever larger, until the inquiry is over.

        Of several questions some are far easier than others, and their answers often settle the
        rest: so all are asked briefly before any is asked at length.
        """
        nodes = FIRST_PASS
        while not self.is_over:
            yield nodes
            nodes = min(nodes * PASS_GROWTH, LAST_PASS)

    def win(self, state: State, nodes: int | None = None) -> Win:
        """Whether the game can be won from here, searching at most so many nodes."""
        if self.is_over:
            return Win(Verdict.UNKNOWN, None, 0, 0.0, self.interrupted)
        win = self.solver.win(state, self._within(nodes), self.stop)
        self.count(win.nodes, win.interrupted)
        return win

    def cards_up(self, state: State, beaten: int, nodes: int) -> CardsUp:
        """The most cards that can be up, if more than ``beaten``, with at most so many nodes."""
        if self.is_over:
            return CardsUp(False, None, 0, 0.0, self.interrupted)
        up = self.solver.cards_up(state, beaten, self._within(nodes), self.stop)
        self.count(up.nodes, up.interrupted)
        return up

    def part(self, shares: int) -> Inquiry:
        """An inquiry that may take this part of what is left; `count` what it took."""
        return Inquiry(self.solver, self.rest(shares), self.stop)

    def count(self, nodes: int, interrupted: bool) -> None:
        """Note what a question took."""
        self.nodes += nodes
        self.interrupted |= interrupted

    def _within(self, nodes: int | None) -> Limit:
        """What is left, but at most so many nodes."""
        rest = self.rest()
        most = [number for number in (nodes, rest.nodes) if number is not None]
        return Limit(rest.seconds, min(most, default=None))
