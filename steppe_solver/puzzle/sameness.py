"""Which moves count as the same, and which puzzles: those that leave the same game.

Two first moves count as the same key if they lay the same kind of tile and the games they leave are
the same one up to names of cells. Whoever has found one of them has found the other: no reply, no
answer and no point differs.

What a position leaves to play, up to the last level that matters to the task, is told by

- whose turn it is, what both sides hold, and on which level they are;
- on a level before the last that matters: of every cell whether it is open, whose support an open
  one has and who owns a filled one, up to the turns and mirrors of the board (colours are named by
  who is to move, so that a puzzle with colours exchanged is the same). What lies below the support
  plays no part, nor does what lies on a cell over a hole;
- on the last level that matters: filled cells are only obstacles. A tile lies within one connected
  region of open cells, so the rest is played in these regions, and nothing but their shapes and
  supports plays a part: each may be turned, mirrored and moved about by itself. Equal single cells
  are the plainest case: filling one is filling the other.

That these are all that the rules look at is the proof: legal moves, skips, the end of the level,
who begins the next one and the points of every later move are functions of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable
from functools import lru_cache

from steppe_solver.goals import Goal
from steppe_solver.position import Color, Move, Position, board_symmetries
from steppe_solver.puzzle.model import Kind
from steppe_solver.puzzle.task import last_level

Code = str
"""A cell as the rules look at it: ``x`` empty for ever; ``o`` open or ``f`` filled, and whose."""

Spot = tuple[int, int]


def remaining(position: Position, last: int) -> Hashable:
    """What is left to play up to level ``last``: equal for positions that leave the same game."""
    if position.is_over or position.level > last:
        return "over"
    assert position.mover is not None
    mover = position.mover
    rules = position.rules
    board = (rules.width, rules.height)
    codes = _codes(position, mover)
    if position.level == last:
        ground: Hashable = _regions(codes, *board)
    else:
        ground = min(
            tuple(codes[image] for image in permutation) for permutation in board_symmetries(*board)
        )
    return (
        tuple(sorted(board)) if position.level == last else board,
        (position.level, last, rules.levels),
        (position.reserve(mover), position.reserve(mover.opponent)),
        ground,
    )


def same_moves(
    position: Position, moves: Iterable[Move], last: int
) -> tuple[tuple[Move, ...], ...]:
    """The moves in classes that count as the same, each and all in the order of notation."""
    classes: dict[Hashable, list[Move]] = {}
    for move in sorted(moves, key=str):
        after = position.play(move)
        left = (move.tile, after.mover is position.mover, remaining(after, last))
        classes.setdefault(left, []).append(move)
    return tuple(tuple(found) for found in classes.values())


def identity(kind: Kind, position: Position, goal: Goal | None) -> str:
    """The name of a puzzle by its content: 16 hexadecimal digits, the same for equal puzzles.

    Equal are puzzles of one kind and goal that leave the same game; of ``win``, by the same margin
    as well. Turned, mirrored and colour-swapped puzzles are so, and the editions are one.
    """
    assert position.mover is not None
    mover = position.mover
    margin = position.margin if mover is Color.RED else -position.margin
    task = (
        kind.value,
        goal and (goal.attacker is mover, goal.tens),
        margin if kind is Kind.WIN else None,
    )
    content = repr((task, remaining(position, last_level(kind, goal, position))))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _codes(position: Position, mover: Color) -> tuple[Code, ...]:
    def name(owner: Color) -> str:
        return "n" if owner is Color.NEUTRAL else "m" if owner is mover else "w"

    found = []
    for index, owner in enumerate(position.levels[-1]):
        if owner is not None:
            found.append("f" + name(owner))
        else:
            below = position.support(index)
            found.append("x" if below is None else "o" + name(below))
    return tuple(found)


def _regions(codes: tuple[Code, ...], width: int, height: int) -> tuple[Hashable, ...]:
    """The connected regions of open cells, each in its standard form, in a fixed order."""
    spots = {divmod(index, width): code for index, code in enumerate(codes) if code.startswith("o")}
    found = []
    while spots:
        start = next(iter(spots))
        region = {start: spots.pop(start)}
        waiting = [start]
        while waiting:
            row, column = waiting.pop()
            for spot in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if spot in spots:
                    region[spot] = spots.pop(spot)
                    waiting.append(spot)
        found.append(_standard_form(tuple(sorted(region.items()))))
    return tuple(sorted(found))


@lru_cache(maxsize=2**14)
def _standard_form(region: tuple[tuple[Spot, Code], ...]) -> tuple[tuple[Spot, Code], ...]:
    """The least of the region's images by turns, mirrors and shifts."""
    images = []
    for swapped in (False, True):
        for down in (1, -1):
            for left in (1, -1):
                turned = [
                    ((left * column, down * row) if swapped else (down * row, left * column), code)
                    for (row, column), code in region
                ]
                top = min(row for (row, _), _ in turned)
                edge = min(column for (_, column), _ in turned)
                images.append(
                    tuple(
                        sorted(((row - top, column - edge), code) for (row, column), code in turned)
                    )
                )
    return min(images)
