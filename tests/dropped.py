"""What every laying imaginable breaks of a question's conditions: the oracle of the cores.

All sets of tiles that share no cell and do not float are tried, whatever lies there and is held.
Conditions can hold together if some set breaks none of them: so they cannot if they meet what each
set breaks, and a smallest core is a smallest set that does. For boards of a few cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, product

from steppe_solver.position import PLAYERS, Cell, Color, Tile
from steppe_solver.tiling.conditions import (
    Condition,
    Full,
    Hole,
    Idle,
    Kept,
    Needed,
    NeutralStock,
    Stock,
    Support,
    Taken,
)
from steppe_solver.tiling.question import Need, Question

Piece = tuple[int, Color, Tile, tuple[int, ...]]
"""Level, owner, tile, cells by index; a neutral tile is its player's if needs ask for those."""

Broken = frozenset[Condition]


def broken_sets(question: Question) -> list[Broken]:
    """What the sets of tiles break, those left out that break more than another one does."""
    levels = _stacks(question, question.layout.level, None)
    least: list[Broken] = []
    for broken in sorted({_broken(question, pieces) for pieces in levels}, key=len):
        if not any(other <= broken for other in least):
            least.append(broken)
    return least


def can_hold(conditions: Iterable[Condition], broken: Collection[Broken]) -> bool:
    """Is there a set of tiles that breaks none of them?"""
    return any(one.isdisjoint(conditions) for one in broken)


def smallest_core(broken: Collection[Broken]) -> int:
    """How few conditions cannot hold together."""
    everything = sorted(frozenset().union(*broken), key=repr)
    return next(
        size
        for size in range(len(everything) + 1)
        if any(not can_hold(some, broken) for some in combinations(everything, size))
    )


def _stacks(
    question: Question, number: int, below: dict[int, Color] | None
) -> Iterator[list[Piece]]:
    """Every way to lay this level and those above it, over these owners (None: over anything)."""
    layout = question.layout
    floor = set(range(len(layout.levels[-1])))
    if below is not None:
        lying = {i for i, owner in enumerate(layout.levels[-1]) if owner}
        floor = below.keys() | (lying if number == layout.level + 1 else set())
    for pieces in _pieces(question, number, 0, floor, frozenset()):
        if below and any(_stands_on_theirs(piece, below) for piece in pieces):
            continue
        if number == question.numbers[-1]:
            yield pieces
        else:
            owners = {
                i: Color.NEUTRAL if tile is Tile.NEUTRAL else owner
                for _, owner, tile, cells in pieces
                for i in cells
            }
            for above in _stacks(question, number + 1, owners):
                yield pieces + above


def _stands_on_theirs(piece: Piece, below: dict[int, Color]) -> bool:
    _, owner, tile, cells = piece
    theirs = None if tile is Tile.NEUTRAL else owner.opponent
    return theirs is not None and theirs in (below.get(cells[0]), below.get(cells[-1]))


def _pieces(
    question: Question, number: int, cell: int, floor: set[int], used: frozenset[int]
) -> Iterator[list[Piece]]:
    rules = question.layout.rules
    if cell == rules.width * rules.height:
        yield []
        return
    yield from _pieces(question, number, cell + 1, floor, used)
    by_hand = any(need.tile is Tile.NEUTRAL for need in question.needs)
    first = rules.cell(cell)
    for tile, (right, up) in product(Tile, ((1, 0), (0, 1))):
        reach = [Cell(first.column + i * right, first.row + i * up) for i in range(tile.length)]
        if (tile.length == 1 and up) or not rules.on_board(reach[-1]):
            continue
        cells = tuple(map(rules.index, reach))
        if used.intersection(cells) or not floor.issuperset(cells):
            continue
        owners = PLAYERS if tile is not Tile.NEUTRAL or by_hand else (Color.NEUTRAL,)
        for rest in _pieces(question, number, cell + 1, floor, used.union(cells)):
            for owner in owners:
                yield [(number, owner, tile, cells), *rest]


def _broken(question: Question, pieces: list[Piece]) -> Broken:
    layout, base = question.layout, question.layout.level
    cell = layout.rules.cell
    holes = {i for i in range(len(layout.levels[-1])) if layout.support(i) is None}
    lying = {i: owner for i, owner in enumerate(layout.levels[-1]) if owner}
    broken: set[Condition] = set()
    owners: dict[tuple[int, int], Color] = {}
    for number, owner, tile, cells in pieces:
        if owner in PLAYERS and owner not in question.players:
            broken.add(Idle(owner))
        broken |= {Hole(cell(i), base - 1) for i in cells if i in holes}
        if number == base:
            broken |= {Taken(cell(i), lying[i], base) for i in cells if i in lying}
        for i in cells:
            owners[number, i] = Color.NEUTRAL if tile is Tile.NEUTRAL else owner
        if tile is not Tile.NEUTRAL:
            for i in {cells[0], cells[-1]}:
                if number == base and layout.support(i) is owner.opponent:
                    broken.add(Support(cell(i), owner.opponent, base - 1))
                if number == base + 1 and lying.get(i) is owner.opponent:
                    broken.add(Taken(cell(i), owner.opponent, base))
    for number in question.numbers:
        open_ = {i for i in range(len(layout.levels[-1])) if i not in holes}
        if number == base:
            open_ -= lying.keys()
        if question.is_full(number) and any((number, i) not in owners for i in open_):
            broken.add(Full(number))
        for keep in question.keeps:
            if keep.level in (None, number):
                at = layout.rules.index(keep.cell)
                lies = lying.get(at) if number == base else None
                if keep.color not in (owners.get((number, at)), lies):
                    broken.add(Kept(keep.cell, keep.color, number))
    broken |= {Needed(need) for need in question.needs if not _is_met(need, pieces)}
    return frozenset(broken | _beyond_the_stock(question, pieces))


def _is_met(need: Need, pieces: list[Piece]) -> bool:
    count = sum(
        (owner, tile) == (need.color, need.tile) and need.level in (None, number)
        for number, owner, tile, _ in pieces
    )
    return count == need.count if need.exactly else count >= need.count


def _beyond_the_stock(question: Question, pieces: list[Piece]) -> set[Condition]:
    broken: set[Condition] = set()
    for color, tile in product(PLAYERS, Tile):
        held = question.layout.reserves[color.index].count(tile)
        if sum((owner, kind) == (color, tile) for _, owner, kind, _ in pieces) > held:
            broken.add(Stock(color, tile, held))
    held = sum(question.layout.reserves[color.index].neutrals for color in question.players)
    if sum(tile is Tile.NEUTRAL for _, _, tile, _ in pieces) > held:
        broken.add(NeutralStock(held))
    return broken
