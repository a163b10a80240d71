"""What no sequence of placements could have left: every reason why a position cannot have come up.

Turns are left aside: whether a consistent position can be *reached* by alternate play is a deeper
question. The checks are those of the notation page, and each is a function below; none of them ever
refuses a position that placements can leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from steppe_solver.notation.coverings import possible_scores, unfit_level
from steppe_solver.notation.faults import counted
from steppe_solver.position import PLAYERS, Cell, Color, Position, Tile

_A1 = Cell(0, 0)


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """A reason, and the part of the position it shows in.

    ``field`` is ``board`` (then ``level`` and ``cell`` say where), ``reserve`` (then ``side``, and
    ``tile`` where one count is meant), ``score`` (``side``) or ``mover``; ``start`` tells that the
    cell is a starting cell.
    """

    field: str
    message: str
    level: int = 1
    cell: Cell = _A1
    side: int = 0
    tile: Tile | None = None
    start: bool = False


def find_inconsistencies(position: Position) -> list[Inconsistency]:
    """Every reason why no sequence of placements could have left what the position says.

    Empty for a consistent position. The position may be a false one, but must be well-formed; where
    its game is said to have ended, all its levels must be there.
    """
    return [
        *_start_cells(position),
        *_reserves(position),
        *_neutral_count(position),
        *_over_holes(position),
        *_coverings(position),
        *_open_levels(position),
        *_turn(position),
    ]


def _name(position: Position, color: Color) -> str:
    return position.rules.edition.name_of(color)


def _tiles(number: int, tile: Tile) -> str:
    """``"1 ten"``, ``"2 tens"``."""
    return counted(number, tile.name.lower())


def _first(cells: Iterable[Cell]) -> Cell:
    """The cell that is read first: rows are written from the top."""
    return min(cells, key=lambda cell: (-cell.row, cell.column))


def _gone(position: Position, color: Color, tile: Tile) -> int:
    """How many of the player's tiles of this kind have left the reserve."""
    return position.rules.reserve.count(tile) - position.reserve(color).count(tile)


def _start_cells(position: Position) -> Iterator[Inconsistency]:
    for cell in sorted(position.rules.start):
        if position.owner(cell, 1) is not Color.NEUTRAL:
            message = f"{cell} of level 1 is not neutral: a neutral tile lies there from the start"
            yield Inconsistency("board", message, cell=cell, start=True)


def _reserves(position: Position) -> Iterator[Inconsistency]:
    """No count is more than the full one; the tiles gone cover as many cells as the colour has."""
    for color in PLAYERS:
        name, side = _name(position, color), color.index
        gone = {tile: _gone(position, color, tile) for tile in Tile}
        for tile, number in gone.items():
            if number < 0:
                held, full = position.reserve(color).count(tile), position.rules.reserve.count(tile)
                message = f"{name} holds {_tiles(held, tile)}, a full reserve has {full}"
                yield Inconsistency("reserve", message, side=side, tile=tile)
        if not _tiles_known(position, color):
            continue
        area = _area_gone(position, color)
        cells = sum(level.count(color) for level in position.levels)
        if area != cells:
            message = (
                f"{name} has {counted(cells, 'cell')} on the board,"
                f" but the tiles gone from this reserve cover {area}"
            )
            yield Inconsistency("reserve", message, side=side)


def _tiles_known(position: Position, color: Color) -> bool:
    return all(_gone(position, color, tile) >= 0 for tile in Tile if tile is not Tile.NEUTRAL)


def _area_gone(position: Position, color: Color) -> int:
    coloured = (tile for tile in Tile if tile is not Tile.NEUTRAL)
    return sum(tile.length * _gone(position, color, tile) for tile in coloured)


def _neutral_count(position: Position) -> Iterator[Inconsistency]:
    gone = [_gone(position, color, Tile.NEUTRAL) for color in PLAYERS]
    if min(gone) < 0:
        return
    cells = sum(level.count(Color.NEUTRAL) for level in position.levels)
    start = [c for c in position.rules.start if position.owner(c, 1) is Color.NEUTRAL]
    if cells != sum(gone) + len(start):
        at_start = counted(len(start), "neutral cell") + " at the start"
        if 0 < len(start) <= 3:
            at_start += f" ({', '.join(map(str, sorted(start)))})"
        message = (
            f"{counted(cells, 'neutral cell')} on the board, but {at_start} and"
            f" {counted(sum(gone), 'neutral tile')} gone from the two reserves"
            f" make {sum(gone) + len(start)}"
        )
        yield Inconsistency("reserve", message, tile=Tile.NEUTRAL)


def _over_holes(position: Position) -> Iterator[Inconsistency]:
    for number, (below, level) in enumerate(pairwise(position.levels), 2):
        cells = [
            position.rules.cell(index)
            for index, owner in enumerate(level)
            if owner is not None and below[index] is None
        ]
        if cells:
            names = ", ".join(map(str, sorted(cells)))
            message = (
                f"{names} of level {number}: no tile can lie over a hole of level {number - 1}"
            )
            yield Inconsistency("board", message, level=number, cell=_first(cells))


def _coverings(position: Position) -> Iterator[Inconsistency]:
    """The tiles gone can cover the cells, and some such covering gives the score.

    Asked only where neither the count of the cells nor a hole already speaks against it.
    """
    for color in PLAYERS:
        cells = [
            (number, index)
            for number, level in enumerate(position.levels, 1)
            for index, owner in enumerate(level)
            if owner is color
        ]
        holes = any(n > 1 and position.levels[n - 2][i] is None for n, i in cells)
        if holes or not _tiles_known(position, color):
            continue
        if _area_gone(position, color) != len(cells):
            continue
        scores = possible_scores(position, color)
        name = _name(position, color)
        if scores is not None and not scores:
            used = [
                _tiles(_gone(position, color, tile), tile)
                for tile in (Tile.ONE, Tile.FIVE, Tile.TEN)
                if _gone(position, color, tile)
            ]
            message = f"{name}'s cells cannot be covered by the tiles used ({', '.join(used)})"
            level = unfit_level(position, color)
            cell = _first(position.rules.cell(index) for number, index in cells if number == level)
            yield Inconsistency("board", message, level=level, cell=cell)
        elif scores is not None and position.score[color.index] not in scores:
            message = f"{name} cannot have {position.score[color.index]}: {_range_of(scores)}"
            yield Inconsistency("score", message, side=color.index)


def _range_of(scores: frozenset[int]) -> str:
    if len(scores) == 1:
        return f"the tiles on the board give {min(scores)}"
    if len(scores) <= 4:
        *rest, last = map(str, sorted(scores))
        return f"the tiles on the board give {', '.join(rest)} or {last}"
    return (
        f"the tiles on the board give one of {len(scores)} scores"
        f" from {min(scores)} to {max(scores)}"
    )


def _open_levels(position: Position) -> Iterator[Inconsistency]:
    """A level is complete before the next one begins.

    Judged by what is in hand now, which can only be less than it was when that level ended.
    """
    last = position.level if position.mover else _last_used(position)
    for number in range(1, last):
        able = _able(position, number)
        if able:
            names = " and ".join(_name(position, color) for color in able)
            cell = _upto(position, number).placements(able[0])[0].cells[0]
            message = (
                f"level {number} is not complete, yet level {last} has begun:"
                f" {names} can still place on level {number}, such as on {cell}"
            )
            yield Inconsistency("board", message, level=number, cell=cell)


def _turn(position: Position) -> Iterator[Inconsistency]:
    """The mover can place, or the game has ended: nobody can place any more."""
    if position.mover is None:
        for number in range(_last_used(position), len(position.levels) + 1):
            able = _able(position, number)
            if able:
                names = " and ".join(_name(position, color) for color in able)
                message = f"the game has not ended: {names} can still place on level {number}"
                yield Inconsistency("mover", message)
                return
        return
    number, name = position.level, _name(position, position.mover)
    able = _able(position, number)
    if position.mover in able:
        return
    if able:
        message = f"{name} cannot place on level {number}: it is {_name(position, able[0])}'s turn"
        yield Inconsistency("mover", message)
    elif number < position.rules.levels and _able(_with_next(position), number + 1):
        message = (
            f"level {number} is complete, nobody can place on it:"
            f" level {number + 1} must be written too, empty"
        )
        top = Cell(0, position.rules.height - 1)
        yield Inconsistency("board", message, level=number, cell=top)
    else:
        yield Inconsistency("mover", "nobody can place: the game has ended, write - for the mover")


def _last_used(position: Position) -> int:
    """The highest level that carries a tile, at least 1."""
    used = [n for n, level in enumerate(position.levels, 1) if level.count(None) < len(level)]
    return max(used, default=1)


def _upto(position: Position, number: int) -> Position:
    return replace(position, levels=position.levels[:number])


def _with_next(position: Position) -> Position:
    empty = (None,) * len(position.levels[0])
    return replace(position, levels=(*position.levels, empty))


def _able(position: Position, number: int) -> list[Color]:
    """Who can place on the level with what is in reserve now."""
    if None not in position.levels[number - 1]:
        return []
    level = _upto(position, number)
    return [color for color in PLAYERS if level.can_place(color)]
