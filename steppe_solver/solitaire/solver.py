"""Can a game of Steps Solitaire still be won, and how many cards can be on the foundations?

This is the only door to the native search for both (``native/solitaire/``). "Unwinnable" and "no
more" are said only where it has been everywhere; every line it returns is replayed with the rules
of `State` before it is passed on.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock

from steppe_solver.bridge import Limit as Limit
from steppe_solver.bridge import core
from steppe_solver.solitaire.encoding import from_native, to_native
from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.state import State
from steppe_solver.stopping import never

DEFAULT_MEMORY = 256
"""MiB for the tables of a `Solver`. Memory is taken only as it is used."""


class Verdict(enum.StrEnum):
    """Whether a game can be won: both answers are proved, and unknown is where a limit struck."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Win:
    """What is known of the question whether a game can be won.

    ``line`` wins it, single moves to the last card; None but for a winnable game, and empty where
    it is won already. ``interrupted`` says that the caller's wish struck, not a limit.
    """

    verdict: Verdict
    line: tuple[Move, ...] | None
    nodes: int
    seconds: float
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class CardsUp:
    """What is known of the question whether more than so many cards can be up.

    ``line`` leads to the most cards found up; None where no more were found than asked about.
    ``is_most`` says that it is proved that no more can be.
    """

    is_most: bool
    line: tuple[Move, ...] | None
    nodes: int
    seconds: float
    interrupted: bool = False


class Solver:
    """A search for wins with its table, which is used for one game after the other.

    Answers and node counts do not depend on what was asked before. A solver can be shared by
    threads, which then wait for one another; to work side by side each needs its own. ``memory``
    is in MiB: ValueError is raised for less than 1, and MemoryError where there is not so much.
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        if memory < 1:
            raise ValueError("the tables need at least 1 MiB")
        self.memory = memory
        self._native = core.SolitaireSolver(memory << 20)
        self._lock = Lock()

    def win(
        self, state: State, limit: Limit | None = None, stop: Callable[[], bool] | None = None
    ) -> Win:
        """Whether the game can be won from this state, within the recycles of its variant.

        ``stop`` is asked about twenty times a second; True ends the search with "unknown".
        Raises ValueError for more than seven columns, and for none.
        """
        limit = limit or Limit()
        game = core.SolitaireGame(*to_native(state))
        with self._lock:
            winnable, found, nodes, seconds, interrupted = self._native.win(
                game, limit.nodes, limit.seconds, stop or never
            )
        if winnable is None:
            return Win(Verdict.UNKNOWN, None, nodes, seconds, interrupted)
        if not winnable:
            return Win(Verdict.UNWINNABLE, None, nodes, seconds, interrupted)
        line = tuple(from_native(*move) for move in found)
        assert replayed(state, line).is_won
        return Win(Verdict.WINNABLE, line, nodes, seconds, interrupted)

    def cards_up(
        self,
        state: State,
        beaten: int,
        limit: Limit | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> CardsUp:
        """The most cards that can be up, if more than ``beaten``, within the variant's recycles.

        All else is as `win` has it.
        """
        limit = limit or Limit()
        game = core.SolitaireGame(*to_native(state))
        with self._lock:
            is_most, found, nodes, seconds, interrupted = self._native.cards_up(
                game, beaten, limit.nodes, limit.seconds, stop or never
            )
        if found is None:
            return CardsUp(is_most, None, nodes, seconds, interrupted)
        line = tuple(from_native(*move) for move in found)
        assert sum(replayed(state, line).foundations) > beaten
        return CardsUp(is_most, line, nodes, seconds, interrupted)

    def release(self) -> None:
        """Give the memory of the table back to the system; it is taken again as it is used."""
        with self._lock:
            self._native = core.SolitaireSolver(self.memory << 20)


def replayed(state: State, line: Iterable[Move]) -> State:
    """The state after the line. Raises IllegalMoveError where the rules forbid a move of it."""
    for move in line:
        state = state.play(move)
    return state
