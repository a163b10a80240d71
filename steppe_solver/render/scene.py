"""What a picture of a position shows, whatever draws it: pieces, gaps and captions.

A *piece* is what lies on a level as one thing. Where the moves are known that is a tile; elsewhere
it is a patch of cells of one owner, because a position does not say how the patch is divided. A
neutral tile covers one cell, so it is a piece of its own even where no moves are known.

Tiles may also be given one by one (`Placed`). On cells that their owner has in the position, they
say how these are covered; on empty cells they are a *laying*, drawn on top of the position.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from steppe_solver.notation import GameRecord
from steppe_solver.position import Cell, Color, Level, Move, Position, Rules, Tile

Placed = tuple[int, Color, Move]
"""A tile: on which level, whose its cells are, and the move that lays it."""


class Piece(NamedTuple):
    """Cells of one owner drawn as one thing; ``tile`` is None where the tiles are unknown."""

    owner: Color
    cells: tuple[Cell, ...]
    tile: Tile | None
    is_new: bool = False
    """Is it laid on top of the position, rather than part of it?"""


class Added(NamedTuple):
    """What a laying adds for one owner: tiles by kind, and points."""

    owner: Color
    tiles: Counter[Tile]
    points: int


class Gap(enum.Enum):
    """What a cell without a tile is to the players."""

    OPEN = enum.auto()
    """Open, on the ground or a neutral tile: both may build here."""
    ON_FIRST = enum.auto()
    """Open, on the first player's tile."""
    ON_SECOND = enum.auto()
    """Open, on the second player's tile."""
    HOLE = enum.auto()
    """A cell of a completed level that nobody filled."""
    OVER_HOLE = enum.auto()
    """A cell with nothing under it: no tile is ever laid here."""


_GAP_ON = {Color.NEUTRAL: Gap.OPEN, Color.RED: Gap.ON_FIRST, Color.BLUE: Gap.ON_SECOND}


def gaps(position: Position, level: int) -> dict[Cell, Gap]:
    """Every cell of the level without a tile, and what it is to the players."""
    complete = level < position.level or position.is_over
    found = {}
    for index, owner in enumerate(position.levels[level - 1]):
        if owner is not None:
            continue
        below = Color.NEUTRAL if level == 1 else position.levels[level - 2][index]
        gap = Gap.OVER_HOLE if below is None else Gap.HOLE if complete else _GAP_ON[below]
        found[position.rules.cell(index)] = gap
    return found


def overlaid(position: Position, tiles: Sequence[Placed]) -> Position:
    """The position with the owners that it has once the tiles lie there, as many levels as needed.

    Turn, reserves and score stay as they were. Raises ValueError for a tile that can be neither
    part of the position nor laid on top of it: off the board, above the last level, on a cell of
    another owner or of another of these tiles, or half on owned and half on empty cells.
    """
    rules = position.rules
    top = max([position.level, *(number for number, _, _ in tiles)])
    empty: Level = (None,) * (rules.width * rules.height)
    before = [*position.levels, *(empty for _ in range(min(top, rules.levels) - position.level))]
    after = [list(level) for level in before]
    covered: set[tuple[int, Cell]] = set()
    for number, owner, move in tiles:
        places = [(number, cell) for cell in move.cells]
        if (
            not 1 <= number <= rules.levels
            or not all(map(rules.on_board, move.cells))
            or {before[number - 1][rules.index(cell)] for cell in move.cells}
            not in ({None}, {owner})
            or (owner is Color.NEUTRAL) is not (move.tile is Tile.NEUTRAL)
            or not covered.isdisjoint(places)
        ):
            name = rules.edition.name_of(owner)
            raise ValueError(f"{move} of {name} cannot be shown on level {number}")
        covered.update(places)
        for cell in move.cells:
            after[number - 1][rules.index(cell)] = owner
    return replace(position, levels=tuple(map(tuple, after)))


def pieces(
    position: Position, record: GameRecord | None = None, tiles: Sequence[Placed] = ()
) -> tuple[tuple[Piece, ...], ...]:
    """The pieces of every level, from level 1, each level in the order of its lowest cells.

    The record and ``tiles`` say how cells are covered; the other cells stand in patches.
    Raises ValueError if the game does not pass through the position, for a tile that `overlaid`
    refuses, and for one on cells of a tile of the record.
    """
    after = overlaid(position, tiles)
    found: list[list[Piece]] = [[] for _ in after.levels]
    for number, owner, move in _moves_until(position, record):
        found[number - 1].append(Piece(owner, move.cells, move.tile))
    played = [{cell for piece in level for cell in piece.cells} for level in found]
    for number, owner, move in tiles:
        if not played[number - 1].isdisjoint(move.cells):
            raise ValueError(f"{move} lies on a tile of the game on level {number}")
        lies = number <= position.level and position.owner(move.cells[0], number) is not None
        found[number - 1].append(Piece(owner, move.cells, move.tile, is_new=not lies))
    return tuple(
        tuple(sorted([*known, *_patches(after.rules, level, known)], key=lambda p: p.cells))
        for level, known in zip(after.levels, found, strict=True)
    )


def state(position: Position, number: int, found: tuple[Piece, ...]) -> str:
    """What its heading says of a level with these pieces: ", a laying", ", in play" or ""."""
    if any(piece.is_new for piece in found):
        return ", a laying"
    return ", in play" if number == position.level and not position.is_over else ""


def added(found: Sequence[tuple[Piece, ...]]) -> list[Added]:
    """What the new tiles add, for every owner who has some, players first."""
    sums = []
    for owner in Color:
        laid = [
            (number, piece.tile)
            for number, level in enumerate(found, 1)
            for piece in level
            if piece.is_new and piece.owner is owner and piece.tile is not None
        ]
        if laid:
            kinds = Counter(kind for _, kind in laid)
            sums.append(Added(owner, kinds, sum(number * kind.face for number, kind in laid)))
    return sums


def _moves_until(
    position: Position, record: GameRecord | None
) -> Iterator[tuple[int, Color, Move]]:
    """The moves of the game up to the position, each with its level and the owner of its cells."""
    if record is None:
        return
    now = record.start
    for move in record.moves:
        if now == position or now.mover is None:
            break
        yield now.level, Color.NEUTRAL if move.tile is Tile.NEUTRAL else now.mover, move
        now = now.play(move)
    if now != position:
        raise ValueError("the game record does not pass through this position")


def _patches(rules: Rules, level: Level, tiles: list[Piece]) -> Iterator[Piece]:
    """The cells of the level that belong to no known tile, neighbours of one owner together."""
    known = {cell for tile in tiles for cell in tile.cells}
    left = {
        cell: owner
        for index, owner in enumerate(level)
        if owner is not None and (cell := rules.cell(index)) not in known
    }
    while left:
        first, owner = left.popitem()
        if owner is Color.NEUTRAL:
            yield Piece(owner, (first,), Tile.NEUTRAL)
            continue
        patch, border = {first}, [first]
        while border:
            for neighbour in _neighbours(border.pop()):
                if left.get(neighbour) is owner:
                    del left[neighbour]
                    patch.add(neighbour)
                    border.append(neighbour)
        yield Piece(owner, tuple(sorted(patch)), None)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    column, row = cell
    return (
        Cell(column + 1, row),
        Cell(column - 1, row),
        Cell(column, row + 1),
        Cell(column, row - 1),
    )


def status(position: Position) -> str:
    """Where the game stands, such as ``"Level 2 of 3, Red to move"``, or how it has ended."""
    rules = position.rules
    if position.mover is not None:
        mover = rules.edition.name_of(position.mover)
        return f"Level {position.level} of {rules.levels}, {mover} to move"
    score = f"{position.score[0]}-{position.score[1]}"
    if not position.margin:
        return f"Game over: a draw, {score}"
    winner = rules.edition.name_of(_leader(position))
    return f"Game over: {winner} wins by {abs(position.margin)}, {score}"


def standing(position: Position) -> str:
    """The margin so far, such as ``"Blue leads by 9 (margin -9)"``; once ended, just the margin."""
    margin = f"margin {position.margin:+d}" if position.margin else "margin 0"
    if position.is_over:
        return margin
    if not position.margin:
        return f"equal scores ({margin})"
    leader = position.rules.edition.name_of(_leader(position))
    return f"{leader} leads by {abs(position.margin)} ({margin})"


def _leader(position: Position) -> Color:
    return Color.RED if position.margin > 0 else Color.BLUE


def printable(name: str) -> str:
    """The name with everything that could disturb a terminal or an XML reader blanked out."""
    return "".join(char if char.isprintable() else " " for char in name).strip()
