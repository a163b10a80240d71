"""The bounds that can be had without a search, by trying every packing: for small boards."""

from __future__ import annotations

from functools import lru_cache

from steppe_solver.position import Cell, Color, Position, Reserve, Tile

Cells = frozenset[Cell]


@lru_cache(maxsize=200_000)
def packing(ends: Cells, room: Cells, reserve: Reserve) -> int:
    """The most units one player can lay alone: ends on ``ends``, middles of tens on ``room``.

    The lowest cell of ``room`` (by column, then row) stays empty or carries a tile's lower end.
    """
    if not room:
        return 0
    low = min(room)
    best = packing(ends - {low}, room - {low}, reserve)
    if low not in ends:
        return best
    for tile in (Tile.ONE, Tile.FIVE, Tile.TEN):
        if not reserve.count(tile):
            continue
        for step in ((1, 0), (0, 1)):
            cells = [
                Cell(low.column + i * step[0], low.row + i * step[1]) for i in range(tile.length)
            ]
            if cells[-1] in ends and room.issuperset(cells):
                after = (ends.difference(cells), room.difference(cells), reserve.without(tile))
                best = max(best, tile.face + packing(*after))
    return best


def static_bounds(position: Position) -> tuple[int, int]:
    """Bounds on the final margin: neither player gets more than they could pack undisturbed."""
    margin = position.margin
    return margin - most(position, Color.BLUE), margin + most(position, Color.RED)


def most(position: Position, color: Color) -> int:
    """An upper bound on the points the player can still make.

    On the current level, the best packing of the cells open to them; on the next, that of the cells
    which are theirs or neutral or can still become so; above, that of all cells that are not holes.
    All levels share one hand, so the dearest levels come first, each up to its packing.
    """
    rules = position.rules
    board = [rules.cell(index) for index in range(rules.width * rules.height)]
    filled = {cell: owner for cell in board if (owner := position.owner(cell)) is not None}
    good = (color, Color.NEUTRAL)
    open_cells = frozenset(
        cell
        for cell in board
        if cell not in filled and position.support(rules.index(cell)) is not None
    )
    usable = frozenset(cell for cell in open_cells if position.support(rules.index(cell)) in good)
    reach = {cell for move in position.placements(color) for cell in move.cells}
    if any(reserve.neutrals for reserve in position.reserves):
        reach = set(open_cells)
    solid = open_cells.union(filled)
    theirs = frozenset(cell for cell in filled if filled[cell] in good) | reach

    reserve = position.reserve(color)
    units = sum(tile.face * reserve.count(tile) for tile in Tile)
    points = 0
    for level in range(rules.levels, position.level - 1, -1):
        ends, room = solid, solid
        if level == position.level:
            ends, room = usable, open_cells
        elif level == position.level + 1:
            ends = theirs
        laid = min(units, packing(ends, room, reserve))
        units -= laid
        points += level * laid
    return points
