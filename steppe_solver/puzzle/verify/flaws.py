"""What can be wrong with a puzzle that can be read: its flaws. A puzzle with any is *cooked*."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steppe_solver.puzzle.model import Puzzle

FlawName = Literal[
    # the task
    "wrong goal",
    "unreachable position",
    "too few moves",
    "not alone",
    "not forced",
    "shorter solution",
    "wrong number",
    # the first moves
    "wrong key",
    "second key",
    "missing key",
    "missing try",
    "wrong result",
    "refutation fails",
    "wrong ways",
    # the solution and the main line
    "missing defence",
    "missing answer",
    "wrong answer",
    "wrong main line",
    "wrong end",
    "dual in the main line",
    "wrong duals",
    # anywhere
    "illegal move",
    "repeated move",
    # what follows from all of this
    "wrong strictness",
    "wrong gap",
    "wrong rating",
    "wrong themes",
    "wrong id",
    # of several puzzles
    "duplicate",
]
"""The names of all flaws: fixed, as scripts tell them apart by these.

``second key``: another first move solves the puzzle and does not count as the same. ``missing
key``: one that does count as the same is not named. ``dual in the main line``: there are more duals
than the puzzle says; ``wrong duals``: fewer. ``wrong end``: something goes on after nothing is left
to play for, or stops before.
"""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is not as the puzzle says.

    ``at`` is the part of the puzzle it is in, as a path in the file: ``tries/2``, ``line/4``,
    ``solution/next/3``. ``message`` is in plain words.
    """

    flaw: FlawName
    at: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was proved of a puzzle.

    ``sound`` is True where all of it is proved, False where something is wrong, and None where the
    time was up before either. ``faults`` holds every flaw found, in the order of the proof: none
    where it is not False. ``is_complete`` is False where the time was up: there may be more.
    """

    puzzle: Puzzle
    sound: bool | None
    faults: tuple[Flaw, ...]
    is_complete: bool = True
