"""What a puzzle is: a position, a task, and the proof that the task has one solution.

Every legal move of the position has a *result*, a whole number or None, which says what the solver
(whoever is to move) reaches by it. What it counts depends on the kind of puzzle:

====== =================================================================== ==================
kind   result of a move                                                    best
====== =================================================================== ==================
ten    own moves the solver needs to force the tens, this one included;    the least
       None where they cannot be forced any more
save   the attacker's own moves within which it forces the tens after it;  None
       None where it never can
win    the outcome for the solver: 1 a win, 0 a draw, -1 a loss            the greatest
best   the final margin for the solver, own points minus the opponent's    the greatest
pack   the points the solver still lays, those of this move included       the greatest
help   tiles laid by both sides until the tens lie, this one included;     the least
       None where they cannot be laid any more
====== =================================================================== ==================

The moves with the best result are the *key*: one move, or several that count as the same (see
`steppe_solver.puzzle.sameness`). Every other move is a *try*.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from steppe_solver.goals import Goal
from steppe_solver.position import Color, Move, Position

Result = int | None
"""What a move reaches; see the table above."""


class Kind(enum.StrEnum):
    """The kinds of puzzles, under the names that files and commands use."""

    TEN = "ten"
    SAVE = "save"
    WIN = "win"
    BEST = "best"
    PACK = "pack"
    HELP = "help"


TENS_KINDS = frozenset({Kind.TEN, Kind.SAVE, Kind.HELP})
"""The kinds that are about tens on a level: their puzzles have a goal."""


@dataclass(frozen=True, slots=True)
class Try:
    """First moves that are not the key, fail with the same result and are refuted alike.

    ``refutation`` is the line that follows each of them and proves the point: the opponent's best
    reply, after moves of the solver's own where the opponent is skipped first. It is empty where
    nothing has to be played: the move fails by itself. ``ways`` is the number of replies of the
    opponent that are as good as the one shown; 0 where there is none.
    """

    moves: tuple[Move, ...]
    result: Result
    refutation: tuple[Move, ...] = ()
    ways: int = 0


@dataclass(frozen=True, slots=True)
class Node:
    """Moves that can be played in a position of the solution, and what comes after them.

    ``moves`` is one move of the solver, or all moves of the opponent that lose alike: to the same
    answer, with the same result. ``result`` is the solver's, as in the table above, counted from
    the position before the moves; an opponent's move never counts, but in ``help``.

    ``next`` is the continuation: where the solver is to move exactly one node, the answer; where
    the opponent is, every legal move in exactly one node. It is empty where the task is done or
    the game over, and None where the rest is not written down: whoever checks works it out.
    """

    moves: tuple[Move, ...]
    result: Result
    next: tuple[Node, ...] | None = None

    def __iter__(self) -> Iterator[Node]:
        """This node and every one below it."""
        yield self
        for node in self.next or ():
            yield from node


@dataclass(frozen=True, slots=True)
class Source:
    """Where a puzzle comes from, so that it can be made again.

    ``method`` names how its position was found. ``parent`` is the same for all puzzles that come
    from one game. ``seed`` is the seed of the run that found it, ``version`` the version of this
    package that did.
    """

    method: str
    parent: str
    seed: int
    version: str


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle with its proof.

    ``goal`` is set for the kinds about tens (its attacker is the solver, but for ``save``, where it
    is the opponent, and for ``help``, where both sides work for it). ``key`` are the moves that
    solve it and count as the same, the dearest tile first, then in the order of notation; ``line``
    is the main line from the first of them on, best play by both sides. ``duals`` counts the
    solver's moves that would have done as well as those of the main line, after the key; moves that
    count as the same are counted once.

    ``n`` is the number that the kind counts: ``ten``, the solver's own moves, which suffice where
    one fewer does not; ``save``, the attacker's own moves, which suffice after any other first
    move; ``help``, the tiles laid by both; ``pack``, the tiles of the best laying; else None.

    ``rating`` and ``themes`` follow from all of this (`rate`, `find_themes`); ``id`` from the
    position and the task alone (`identity`).
    """

    id: str
    kind: Kind
    position: Position
    goal: Goal | None
    n: int | None
    key: tuple[Move, ...]
    tries: tuple[Try, ...]
    solution: Node
    line: tuple[Move, ...]
    duals: int
    rating: int
    themes: tuple[str, ...]
    source: Source
    name: str | None = None

    @property
    def solver(self) -> Color:
        """Who is to find the key: the player to move."""
        assert self.position.mover is not None
        return self.position.mover

    @property
    def result(self) -> Result:
        """What the key reaches."""
        return self.solution.result

    @property
    def strict(self) -> bool:
        """Do all other first moves spoil the task for good, rather than delay it?"""
        return all(other.result is None for other in self.tries) or self.kind is Kind.SAVE

    @property
    def gap(self) -> int | None:
        """How much worse the best try is, in ``best`` and ``pack``: points. Else None."""
        if self.kind not in (Kind.BEST, Kind.PACK):
            return None
        assert self.result is not None
        return min((self.result - (other.result or 0) for other in self.tries), default=None)
