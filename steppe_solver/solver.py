"""Exact values of positions: the only door to the native search.

The search is alpha-beta with transposition tables in C++ (``native/``). Everything it answers is
proved: an exact value, or a lower and an upper bound where a limit struck; every line it returns
is replayed with the rules of `steppe_solver.position` before it is passed on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from steppe_solver.errors import UnsupportedError
from steppe_solver.position import PLAYERS, Cell, Color, Move, Position, Reserve, Tile

try:
    from steppe_solver import _core
except ImportError as error:
    raise ImportError(
        "the native core is missing: this is a checkout in which it was not built."
        " Install the package (pip install .) and start Python in another directory"
    ) from error

Objective = Literal["margin", "outcome"]
Status = Literal["exact", "bounded", "ended"]

NATIVE_SIDE = 5
"""Boards up to this wide and high can be searched."""

DEFAULT_MEMORY = 1024
"""MiB for all transposition tables together. Memory is taken only as it is used."""

_TILES = tuple(Tile)


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop short of the exact value: after so many seconds or search nodes.

    None means no limit. Raises ValueError for negative numbers and for what is not a number.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (0 <= self.seconds < math.inf):
            raise ValueError("a time limit is a number of seconds, 0 or more")
        if self.nodes is not None and not 0 <= self.nodes < 2**63:
            raise ValueError("a node limit is a number of nodes, 0 or more")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running search is: bounds are proved, on what was asked for."""

    nodes: int
    seconds: float
    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proved of a position.

    ``lower`` and ``upper`` bound the final margin under perfect play, first player's points minus
    second's, whoever moves; with the objective ``outcome``, its sign (1, 0 or -1). ``status`` is
    ``exact`` where they meet, ``bounded`` where a limit struck first, ``ended`` after the end.

    ``line`` is a perfect line to the end of the game where the value is exact (shorter only where
    the caller stopped the search while the line was being read off), otherwise the best line
    found so far or None. ``moves`` holds the proved bounds of every legal move, if asked for.
    ``nodes`` were searched for the values; reading off the line is not counted.
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


class Solver:
    """A search with tables of a fixed size, to be used for many positions one after another.

    What was solved before never changes an answer. Calls from several threads wait for each other.
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        """Take up to ``memory`` MiB for all tables. Raises ValueError below 1, or MemoryError."""
        if memory < 1:
            raise ValueError("the tables need at least 1 MiB")
        self._core = _core.Solver(memory * 2**20)
        self._lock = Lock()

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        objective: Objective = "margin",
        all_moves: bool = False,
        on_progress: Watch | None = None,
    ) -> Solution:
        """What is proved of the position within the limit.

        ``on_progress`` is called about twenty times a second; returning True stops the search, and
        what is proved so far is returned. Raises UnsupportedError for sides over 5.
        """
        limit = limit or Limit()
        if objective not in ("margin", "outcome"):
            raise ValueError(f"no such objective: {objective!r}")
        if position.is_over:
            value = position.margin if objective == "margin" else _sign(position.margin)
            moves: dict[Move, tuple[int, int]] | None = {} if all_moves else None
            return Solution(position, objective, "ended", value, value, (), moves, 0, 0.0)
        root = _native(position)

        def shown(lower: int, upper: int) -> tuple[int, int]:
            return (lower, upper) if objective == "margin" else (_sign(lower), _sign(upper))

        def watch(nodes: int, seconds: float, lower: int, upper: int) -> bool:
            if on_progress is None:
                return False
            return bool(on_progress(Progress(nodes, seconds, *shown(lower, upper))))

        with self._lock:
            lower, upper, line, found, nodes, seconds, interrupted = self._core.solve(
                root,
                position.margin,
                objective == "outcome",
                all_moves,
                limit.nodes,
                limit.seconds,
                watch,
            )
        lower, upper = shown(lower, upper)
        return _confirmed(
            Solution(
                position=position,
                objective=objective,
                status="exact" if lower == upper else "bounded",
                lower=lower,
                upper=upper,
                line=tuple(_move(*packed) for packed in line) or None,
                moves={_move(*packed): shown(*bounds) for packed, bounds in found}
                if all_moves
                else None,
                nodes=nodes,
                seconds=seconds,
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
    on_progress: Watch | None = None,
) -> Solution:
    """What is proved of the position within the limit; see `Solver.solve`.

    >>> from steppe_solver import parse_spn, solve
    >>> solve(parse_spn("N.. R 15,5,3,3 15,5,3,3 0-0")).value
    55
    """
    return Solver(memory).solve(
        position, limit, objective=objective, all_moves=all_moves, on_progress=on_progress
    )


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves start here, counted natively.

    Agrees with `steppe_solver.position.perft`. Raises UnsupportedError for sides over 5.
    """
    return _core.perft(_native(position), depth)


def _native(position: Position) -> _core.Position:
    """The position as the native rules hold it (see ``native/position.hpp``)."""
    rules = position.rules
    if max(rules.width, rules.height) > NATIVE_SIDE:
        raise UnsupportedError(
            f"the native search takes boards up to {NATIVE_SIDE} x {NATIVE_SIDE},"
            f" not {rules.width} x {rules.height}"
        )
    open_cells, usable, laid = 0, [0, 0], [0, 0]
    for index, owner in enumerate(position.levels[-1]):
        cell, below = rules.cell(index), position.support(index)
        bit = 1 << (cell.row * NATIVE_SIDE + cell.column)
        if owner is None and below is not None:
            open_cells |= bit
        for player in PLAYERS:
            usable[player.index] |= bit * (below in (player, Color.NEUTRAL))
            laid[player.index] |= bit * (owner in (player, Color.NEUTRAL))
    room = rules.width * rules.height * (rules.levels - position.level + 1)
    first, second = (_capped(reserve, room) for reserve in position.reserves)
    return _core.Position(
        open_cells,
        (usable[0], usable[1]),
        (laid[0], laid[1]),
        first,
        second,
        -1 if position.mover is None else position.mover.index,
        position.level,
        rules.levels,
    )


def _capped(reserve: Reserve, room: int) -> tuple[int, int, int, int]:
    """The reserve without the tiles for which the remaining levels have no cells."""
    ones, fives, tens, neutrals = (min(reserve.count(tile), room // tile.length) for tile in _TILES)
    return ones, fives, tens, neutrals


def _move(tile: int, standing: bool, low: int) -> Move:
    """The move that the native core means."""
    kind = _TILES[tile]
    column, row = low % NATIVE_SIDE, low // NATIVE_SIDE
    return Move(
        kind,
        tuple(Cell(column + i * (not standing), row + i * standing) for i in range(kind.length)),
    )


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
