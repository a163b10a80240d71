"""Positions that must have the same value, or the opposite: mirror images, swapped colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from steppe_solver.position import Cell, Color, Move, Position, Rules

MoveImage = Callable[[Move], Move]


def symmetric_images(position: Position) -> Iterator[tuple[Position, MoveImage]]:
    """The eight images of a position under the symmetries of the square, and of its moves.

    On an oblong board the four images that exchange columns and rows have an oblong board that
    stands where the first one lay.
    """
    for turned in (False, True):
        for flipped_columns in (False, True):
            for flipped_rows in (False, True):
                yield _image(position, turned, flipped_columns, flipped_rows)


def _image(
    position: Position, turned: bool, flipped_columns: bool, flipped_rows: bool
) -> tuple[Position, MoveImage]:
    rules = position.rules

    def cell(old: Cell) -> Cell:
        column = rules.width - 1 - old.column if flipped_columns else old.column
        row = rules.height - 1 - old.row if flipped_rows else old.row
        return Cell(row, column) if turned else Cell(column, row)

    sides = (rules.height, rules.width) if turned else (rules.width, rules.height)
    new_rules: Rules = replace(
        rules, width=sides[0], height=sides[1], start=frozenset(map(cell, rules.start))
    )
    levels = []
    for level in position.levels:
        owners = {new_rules.index(cell(rules.cell(i))): owner for i, owner in enumerate(level)}
        levels.append(tuple(owners[i] for i in range(len(owners))))
    image = replace(position, rules=new_rules, levels=tuple(levels))
    return image, lambda move: Move(move.tile, tuple(sorted(map(cell, move.cells))))


def swapped(position: Position) -> Position:
    """The position with the players' roles exchanged: colours, reserves, score and mover."""
    levels = tuple(tuple(_other(owner) for owner in level) for level in position.levels)
    return replace(
        position,
        levels=levels,
        reserves=position.reserves[::-1],
        score=position.score[::-1],
        mover=_other(position.mover),
    )


def _other(owner: Color | None) -> Color | None:
    return owner if owner in (None, Color.NEUTRAL) else owner.opponent
