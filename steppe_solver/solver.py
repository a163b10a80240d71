"""Exact values of positions, by the native search.

The search is alpha-beta with transposition tables in C++ (``native/``). Everything it answers is
proved: an exact value, or a lower and an upper bound where a limit struck; every line it returns
is replayed with the rules of `steppe_solver.position` before it is passed on.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Literal, NamedTuple

from steppe_solver.bridge import DEFAULT_MEMORY, core, from_native, to_native
from steppe_solver.bridge import Limit as Limit
from steppe_solver.position import Move, Position
from steppe_solver.saved_search import MOST_ENTRIES, NativeMove, Pace, SavedSearch

Objective = Literal["margin", "outcome"]
Status = Literal["exact", "bounded", "ended"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running search is: bounds are proved, on what was asked for."""

    nodes: int
    seconds: float
    lower: int
    upper: int


class TableUse(NamedTuple):
    """How the transposition tables were used, all together.

    ``probes`` positions were looked up, of which ``hits`` were known; ``cutoffs`` were decided by
    what was known. Of ``slots`` at their size in the end ``entries`` were filled.
    """

    probes: int = 0
    hits: int = 0
    cutoffs: int = 0
    entries: int = 0
    slots: int = 0


UNUSED = TableUse()


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proved of a position.

    ``lower`` and ``upper`` bound the final margin under perfect play, first player's points minus
    second's, whoever moves; with the objective ``outcome``, its sign (1, 0 or -1). ``status`` is
    ``exact`` where they meet, ``bounded`` where a limit struck first, ``ended`` after the end.

    ``line`` is a perfect line to the end of the game where the value is exact (shorter only where
    the caller stopped the search while the line was being read off), otherwise the best line
    found so far or None. ``moves`` holds the proved bounds of every legal move, if asked for.
    ``nodes`` were searched for the values; reading off the line is not counted. Of a search that
    went on from a saved one, nodes and seconds are those of all together.
    """

    position: Position
    objective: Objective
    status: Status
    lower: int
    upper: int
    line: tuple[Move, ...] | None
    moves: Mapping[Move, tuple[int, int]] | None
    nodes: int
    seconds: float
    tables: TableUse = UNUSED
    interrupted: bool = False

    @property
    def value(self) -> int | None:
        """The exact value; None where only bounds are known."""
        return self.lower if self.lower == self.upper else None

    @property
    def best(self) -> Move | None:
        """The first move of the line."""
        return self.line[0] if self.line else None


Watch = Callable[[Progress], bool | None]
Keep = Callable[[SavedSearch], object]


class Technique(enum.StrEnum):
    """What the search does to be fast; each can be left out, to measure what it is worth.

    In the order of ``native/techniques.hpp``, which says what each of them is.
    """

    TABLE = "table"
    TABLE_MOVE = "table-move"
    CHILD_LOOKUP = "child-lookup"
    SYMMETRY = "symmetry"
    LONE_CELLS = "lone-cells"
    PACKING = "packing"
    GUARANTEE = "guarantee"
    DOMINANCE = "dominance"
    FORCED = "forced"
    ORDERING = "ordering"


class Solver:
    """A search with tables of a fixed size, to be used for many positions one after another.

    What was solved before never changes an answer. Calls from several threads wait for each other.
    """

    def __init__(
        self,
        memory: int = DEFAULT_MEMORY,
        *,
        threads: int = 1,
        without: Collection[Technique] = (),
    ) -> None:
        """Take up to ``memory`` MiB for all tables. Raises ValueError below 1, or MemoryError.

        So many ``threads``, from 1 to 1024, search a position together. Values do not depend on
        their number; with several, nodes and lines differ from run to run. ``without`` leaves
        techniques out, which makes it slower and changes no value.
        """
        if memory < 1:
            raise ValueError("the tables need at least 1 MiB")
        if not 1 <= threads <= 1024:
            raise ValueError("a search has from 1 to 1024 threads")
        left_out = sum(1 << place for place, part in enumerate(Technique) if part in without)
        self._left_out = left_out
        self._core = core.Solver(memory * 2**20, left_out, threads)
        self._lock = Lock()

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        objective: Objective = "margin",
        all_moves: bool = False,
        on_progress: Watch | None = None,
        resume: SavedSearch | None = None,
        on_save: Keep | None = None,
    ) -> Solution:
        """What is proved of the position within the limit.

        ``on_progress`` is called about twenty times a second, by the calling thread; returning True
        stops the search, and what is proved so far is returned. ``on_save`` is called now and then,
        and at the end, with what a later search can ``resume``, whatever its objective; the limit
        is for this one alone. Raises UnsupportedError for sides over 5, and ValueError for a saved
        search of something else.
        """
        limit = limit or Limit()
        if objective not in ("margin", "outcome"):
            raise ValueError(f"no such objective: {objective!r}")
        if resume and (resume.position, resume.left_out) != (position, self._left_out):
            raise ValueError("the saved search is of another position, or with other techniques")
        if position.is_over:
            value = position.margin if objective == "margin" else _sign(position.margin)
            moves: dict[Move, tuple[int, int]] | None = {} if all_moves else None
            return Solution(position, objective, "ended", value, value, (), moves, 0, 0.0)
        root = to_native(position)

        earlier_nodes, earlier_seconds = (resume.nodes, resume.seconds) if resume else (0, 0.0)
        pace = Pace()

        def shown(lower: int, upper: int) -> tuple[int, int]:
            return (lower, upper) if objective == "margin" else (_sign(lower), _sign(upper))

        def save(nodes: int, seconds: float, lower: int, upper: int, moves: _NativeMoves) -> None:
            if on_save is None:
                return
            with pace.measured():
                entries = self._core.dearest(MOST_ENTRIES)
                proved = (lower, upper, tuple(moves))
                on_save(SavedSearch(position, self._left_out, *proved, nodes, seconds, *entries))

        def watch(nodes: int, seconds: float, lower: int, upper: int, moves: _NativeMoves) -> bool:
            nodes, seconds = nodes + earlier_nodes, seconds + earlier_seconds
            if pace.is_due:
                save(nodes, seconds, lower, upper, moves)
            if on_progress is None:
                return False
            return bool(on_progress(Progress(nodes, seconds, *shown(lower, upper))))

        with self._lock:
            lower, upper, line, found, nodes, tables, seconds, interrupted = self._core.solve(
                root,
                position.margin,
                objective == "outcome",
                all_moves,
                limit.nodes,
                limit.seconds,
                watch,
                _as_known(resume) if resume else None,
            )
            nodes, seconds = nodes + earlier_nodes, seconds + earlier_seconds
            save(nodes, seconds, lower, upper, found)
        lower, upper = shown(lower, upper)
        return _confirmed(
            Solution(
                position=position,
                objective=objective,
                status="exact" if lower == upper else "bounded",
                lower=lower,
                upper=upper,
                line=tuple(from_native(*packed) for packed in line) or None,
                moves={from_native(*packed): shown(*bounds) for packed, bounds in found}
                if all_moves
                else None,
                nodes=nodes,
                seconds=seconds,
                tables=TableUse(*tables),
                interrupted=interrupted,
            )
        )


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    objective: Objective = "margin",
    all_moves: bool = False,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    on_progress: Watch | None = None,
    resume: SavedSearch | None = None,
    on_save: Keep | None = None,
) -> Solution:
    """What is proved of the position within the limit; see `Solver` and `Solver.solve`.

    >>> from steppe_solver import parse_spn, solve
    >>> solve(parse_spn("N.. R 15,5,3,3 15,5,3,3 0-0")).value
    55
    """
    return Solver(memory, threads=threads).solve(
        position,
        limit,
        objective=objective,
        all_moves=all_moves,
        on_progress=on_progress,
        resume=resume,
        on_save=on_save,
    )


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves start here, counted natively.

    Agrees with `steppe_solver.position.perft`. Raises UnsupportedError for sides over 5.
    """
    return core.perft(to_native(position), depth)


_NativeMoves = list[tuple[NativeMove, tuple[int, int]]]


def _as_known(
    saved: SavedSearch,
) -> tuple[int, int, Sequence[tuple[NativeMove, tuple[int, int]]], int, bytes, bytes]:
    proved = (saved.lower, saved.upper, saved.moves)
    return *proved, saved.nodes, saved.upper_levels, saved.last_level


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _confirmed(solution: Solution) -> Solution:
    """The solution, after its line has been replayed: legal, and to the end and value it claims."""
    position = solution.position
    for move in solution.line or ():
        position = position.play(move)
    if solution.status == "exact" and not solution.interrupted:
        reached = position.margin if solution.objective == "margin" else _sign(position.margin)
        if not position.is_over or reached != solution.value:
            raise AssertionError(f"the line does not reach the value {solution.value}: {solution}")
    return solution
