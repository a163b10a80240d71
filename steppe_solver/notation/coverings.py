"""How the cells of one colour can have been laid: every count of fives and tens that covers them.

A colour's cells on a level are covered without overlap by ones, fives and tens of that colour. A
one, both cells of a five and both ends of a ten stand on *firm* cells (the support is their own or
neutral); the middle of a ten may stand on anything. The ones follow from the count of cells, so
that a pair (fives, tens) says which tiles lie on a level, and since a tile scores its face times
the level,

    points = sum over levels l of l * (cells_l + 3 * fives_l + 7 * tens_l).

The pairs of a level come from a dynamic programme over sets of cells still to cover: the lowest
cell left is the first cell of some tile. Only cells within two rows of it can be missing out of
turn, so few sets occur. Pairs are kept as a set of bits: bit ``tens * span + fives``.

On large variant boards this can take too long; then the answer is None, "not known".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from steppe_solver.position import PLAYERS, Color, Move, Position, Rules, Tile

MOST_SETS = 50_000
"""Work limit a level: so many sets of cells are looked at. No 5 x 5 board comes near it."""

MOST_SUMS = 300_000
"""Work limit for a colour's levels together: so many pairs of pairs are added up."""

Pair = tuple[int, int]
"""Fives and tens."""

Covering = Mapping[Color, tuple[Move, ...]]
"""The tiles of every owner on one level; the starting neutral cells are nobody's and left out."""


class TooLongError(Exception):
    """The work limit was struck before the answer was known."""


class Packer:
    """The tiles that fit into a set of cells of one level, cells being bits of a mask.

    ``options`` lists them under their lowest cell, as (cells, shift, kind): the shift moves a set
    of pairs on by the tile. Ones, fives and ends of tens stand on the ``firm`` cells.
    """

    def __init__(self, cells: int, firm: int, width: int) -> None:
        self.cells = cells
        self.width = width
        self.span = cells.bit_count() // 2 + 1
        self._pairs = {0: 1}
        self.options: dict[int, list[tuple[int, int, Tile]]] = {}
        for index in range(cells.bit_length()):
            low = 1 << index
            self.options[low] = [
                (tile, shift, kind)
                for tile, ends, shift, kind in self._tiles(index)
                if tile & cells == tile and ends & firm == ends
            ]

    def _tiles(self, index: int) -> Iterator[tuple[int, int, int, Tile]]:
        """Tiles whose lowest cell this is: their cells, their ends, the shift of bits, the kind."""
        low = 1 << index
        right = self.width - index % self.width - 1
        yield low, low, 0, Tile.ONE
        for step, room in ((1, right), (self.width, 2)):
            if room >= 1:
                two = low | low << step
                yield two, two, 1, Tile.FIVE
            if room >= 2:
                far = low << 2 * step
                yield low | low << step | far, low | far, self.span, Tile.TEN

    def pairs(self, left: int) -> int:
        """The set of pairs that cover exactly these cells, as bits."""
        known = self._pairs.get(left)
        if known is not None:
            return known
        if len(self._pairs) > MOST_SETS:
            raise TooLongError
        found = 0
        for tile, shift, _ in self.options[left & -left]:
            if tile & left == tile:
                found |= self.pairs(left ^ tile) << shift
        self._pairs[left] = found
        return found

    def laying(self, pair: Pair) -> list[tuple[int, Tile]]:
        """Tiles, as masks, that cover the cells with so many fives and tens; they must fit."""
        left, wanted = self.cells, pair[1] * self.span + pair[0]
        laid = []
        while left:
            for tile, shift, kind in self.options[left & -left]:
                if tile & left != tile or wanted < shift:
                    continue
                if self.pairs(left ^ tile) >> (wanted - shift) & 1:
                    laid.append((tile, kind))
                    left, wanted = left ^ tile, wanted - shift
                    break
        return laid


@lru_cache(maxsize=4096)
def _all_pairs(cells: int, firm: int, width: int) -> tuple[int, int] | None:
    """Every pair that covers the cells, as bits, and their span; None where it takes too long."""
    packer = Packer(cells, firm, width)
    try:
        return packer.pairs(cells), packer.span
    except TooLongError:
        return None


def level_pairs(position: Position, level: int, color: Color, most: Pair) -> list[Pair]:
    """The pairs that cover the colour's cells on the level, none larger than ``most``.

    Raises TooLongError.
    """
    known = _all_pairs(*masks(position, level, color), position.rules.width)
    if known is None:
        raise TooLongError
    bits, span = known
    return [
        (fives, tens)
        for tens in range(most[1] + 1)
        for fives in range(min(most[0] + 1, span))
        if bits >> (tens * span + fives) & 1
    ]


def masks(position: Position, level: int, color: Color) -> tuple[int, int]:
    """The cells of the colour on the level, and which of them are firm."""
    cells = firm = 0
    below = position.levels[level - 2] if level > 1 else None
    for index, owner in enumerate(position.levels[level - 1]):
        if owner is color:
            cells |= 1 << index
            if below is None or below[index] in (color, Color.NEUTRAL):
                firm |= 1 << index
    return cells, firm


def _used(position: Position, color: Color) -> Pair:
    """The fives and tens that have left the reserve."""
    full, held = position.rules.reserve, position.reserve(color)
    return full.fives - held.fives, full.tens - held.tens


def _sums(position: Position, color: Color) -> tuple[list[list[Pair]], list[dict[Pair, int]]]:
    """The pairs of every level, and after every level the sums of pairs with their bonuses.

    A bonus is what fives and tens score beyond as many ones as they have cells; the bonuses of a
    sum are a set of bits. Raises TooLongError.
    """
    fives, tens = _used(position, color)
    levels, tables, work = [], [{(0, 0): 1}], 0
    for number in range(1, len(position.levels) + 1):
        pairs = level_pairs(position, number, color, most=(fives, tens))
        work += len(pairs) * len(tables[-1])
        if work > MOST_SUMS:
            raise TooLongError
        table: dict[Pair, int] = {}
        for (old_fives, old_tens), bonuses in tables[-1].items():
            for new_fives, new_tens in pairs:
                total = (old_fives + new_fives, old_tens + new_tens)
                if total[0] <= fives and total[1] <= tens:
                    shifted = bonuses << number * (3 * new_fives + 7 * new_tens)
                    table[total] = table.get(total, 0) | shifted
        levels.append(pairs)
        tables.append(table)
    return levels, tables


def _plain_points(position: Position, color: Color) -> int:
    """The points if every cell of the colour were a one."""
    return sum(number * level.count(color) for number, level in enumerate(position.levels, 1))


def possible_scores(position: Position, color: Color) -> frozenset[int] | None:
    """Every score that the colour's cells can have given, laid with just the tiles used.

    Empty where those tiles cannot cover the cells; None where it takes too long to know. The cells
    and the tiles used must be equal in area, and no cell lie over a hole.
    """
    try:
        _, tables = _sums(position, color)
    except TooLongError:
        return None
    bonuses, plain = tables[-1].get(_used(position, color), 0), _plain_points(position, color)
    return frozenset(plain + place for place in range(bonuses.bit_length()) if bonuses >> place & 1)


def unfit_level(position: Position, color: Color) -> int:
    """The first level on which no part of the tiles used covers the colour's cells.

    Where every level alone can be covered, and only all together not, the first with such cells.
    Of use where `possible_scores` is empty.
    """
    most = _used(position, color)
    numbers = [n for n, level in enumerate(position.levels, 1) if color in level]
    unfit = (n for n in numbers if not level_pairs(position, n, color, most))
    return next(unfit, numbers[0])


def witness(position: Position) -> tuple[Covering, ...] | None:
    """One way in which the tiles may lie, level by level; None where it takes too long to find.

    It agrees with the reserves and the score. The position must be consistent. Which tiles really
    lie there cannot be told from a position: many layings may agree with it.
    """
    rules = position.rules
    found: list[dict[Color, tuple[Move, ...]]] = []
    for number, level in enumerate(position.levels, 1):
        neutral = [rules.cell(i) for i, owner in enumerate(level) if owner is Color.NEUTRAL]
        laid = [cell for cell in neutral if number > 1 or cell not in rules.start]
        found.append({Color.NEUTRAL: tuple(Move(Tile.NEUTRAL, (cell,)) for cell in laid)})
    try:
        for color in PLAYERS:
            pairs = _chosen_pairs(position, color)
            for number, (covering, pair) in enumerate(zip(found, pairs, strict=True), 1):
                packer = Packer(*masks(position, number, color), rules.width)
                covering[color] = tuple(move_of(rules, *tile) for tile in packer.laying(pair))
    except TooLongError:
        return None
    return tuple({color: covering[color] for color in Color} for covering in found)


def _chosen_pairs(position: Position, color: Color) -> list[Pair]:
    """Fives and tens for every level, from level 1, that together are the tiles and the score."""
    levels, tables = _sums(position, color)
    fives, tens = _used(position, color)
    bonus = position.score[color.index] - _plain_points(position, color)
    chosen = []
    for number in range(len(levels), 0, -1):
        for pair in levels[number - 1]:
            rest = (fives - pair[0], tens - pair[1])
            left = bonus - number * (3 * pair[0] + 7 * pair[1])
            if left >= 0 and tables[number - 1].get(rest, 0) >> left & 1:
                (fives, tens), bonus = rest, left
                chosen.append(pair)
                break
    return chosen[::-1]


def move_of(rules: Rules, tile: int, kind: Tile) -> Move:
    """The tile of this kind on these cells, given as bits, as a move."""
    cells = (rules.cell(index) for index in range(tile.bit_length()) if tile >> index & 1)
    return Move(kind, tuple(sorted(cells)))
