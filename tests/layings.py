"""Every laying of a question by brute force, on whole tiles: the oracle of the tiling tests.

It shares the vocabulary of `steppe_solver.tiling.question` with the package and no code beyond: it
has its own tiles, its own reading of every demand, and its own symmetries. For small boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random

from variants import random_reserve

from steppe_solver.position import PLAYERS, Cell, Color, Level, Move, Rules, Tile
from steppe_solver.tiling.question import Keep, Layout, Need, Placement, Question

Laid = frozenset[Placement]
Symmetry = Callable[[Cell], Cell]


class TooManyLayingsError(Exception):
    """More layings than the caller wanted to wait for."""


def all_layings(question: Question, limit: int = 10**9) -> set[Laid]:
    """Every laying that the question means. Raises TooManyLayingsError beyond ``limit``."""
    found: set[Laid] = set()
    for looked, laid in enumerate(candidates(question)):
        if looked >= limit:
            raise TooManyLayingsError
        if meets(question, laid):
            assert laid not in found
            found.add(laid)
    return found


def classes(layout: Layout, known: Iterable[Laid]) -> set[frozenset[Laid]]:
    """The layings, each with all its images by the symmetries of the position."""
    maps = symmetries(layout)
    return {frozenset(image_of(laid, symmetry) for symmetry in maps) for laid in known}


def candidates(question: Question) -> Iterator[Laid]:
    """Every set of tiles that lies well, within the reserves, and fills what must be full."""
    layout = question.layout
    below: Level = tuple(layout.support(index) for index in range(len(layout.levels[-1])))
    return stacked(question, layout.level, below, layout.levels[-1], [])


def stacked(
    question: Question, number: int, below: Level, level: Level, laid: list[Placement]
) -> Iterator[Laid]:
    """Every way to lay this level and those above it that are asked."""
    for now, owners in laid_out(question, number, below, level, 0, laid):
        if number == question.numbers[-1]:
            yield frozenset(now)
        else:
            empty: Level = (None,) * len(level)
            yield from stacked(question, number + 1, owners, empty, now)


def laid_out(
    question: Question, number: int, below: Level, level: Level, index: int, laid: list[Placement]
) -> Iterator[tuple[list[Placement], Level]]:
    """Every way to lay the cells of a level from this one on, with the owners they end with."""
    if index == len(level):
        yield laid, level
        return
    if level[index] is not None or below[index] is None or not question.is_full(number):
        yield from laid_out(question, number, below, level, index + 1, laid)
    for placement in starting_at(question, number, below, level, index):
        now = [*laid, placement]
        if within_reserves(question, now):
            covered = [question.layout.rules.index(cell) for cell in placement.move.cells]
            owners = tuple(
                placement.owner if i in covered else owner for i, owner in enumerate(level)
            )
            yield from laid_out(question, number, below, owners, index + 1, now)


def starting_at(
    question: Question, number: int, below: Level, level: Level, index: int
) -> Iterator[Placement]:
    """The tiles that fit with this cell as the first, right and up of it the others."""
    rules = question.layout.rules
    column, row = rules.cell(index)
    for tile in Tile:
        for right, up in ((1, 0), (0, 1))[: 1 if tile.length == 1 else 2]:
            cells = tuple(Cell(column + i * right, row + i * up) for i in range(tile.length))
            if not all(rules.on_board(cell) for cell in cells):
                continue
            places = [rules.index(cell) for cell in cells]
            if any(level[i] is not None or below[i] is None for i in places):
                continue
            if tile is Tile.NEUTRAL:
                yield Placement(number, Color.NEUTRAL, Move(tile, cells))
                continue
            for color in question.players:
                if all(below[i] in (color, Color.NEUTRAL) for i in (places[0], places[-1])):
                    yield Placement(number, color, Move(tile, cells))


def lies_well(question: Question, laid: Laid) -> bool:
    """Is this a laying that the question means? For boards on which not all can be listed."""
    layout = question.layout
    below: Level = tuple(layout.support(index) for index in range(len(layout.levels[-1])))
    level = layout.levels[-1]
    for number in question.numbers:
        owners = list(level)
        for placement in (p for p in laid if p.level == number):
            places = [layout.rules.index(cell) for cell in placement.move.cells]
            if placement not in starting_at(question, number, below, level, places[0]):
                return False
            if any(owners[i] is not level[i] for i in places):
                return False
            for i in places:
                owners[i] = placement.owner
        if question.is_full(number) and any(
            owner is None and support is not None
            for owner, support in zip(owners, below, strict=True)
        ):
            return False
        below, level = tuple(owners), (None,) * len(owners)
    levels = {placement.level for placement in laid}
    return (
        levels <= set(question.numbers)
        and within_reserves(question, laid)
        and meets(question, laid)
    )


def within_reserves(question: Question, laid: Iterable[Placement]) -> bool:
    """Do the players asked hold these tiles? The neutral ones may come from either."""
    tiles = [(placement.owner, placement.move.tile) for placement in laid]
    for color in PLAYERS:
        for tile in (Tile.ONE, Tile.FIVE, Tile.TEN):
            if tiles.count((color, tile)) > question.reserve(color).count(tile):
                return False
    held = sum(question.reserve(color).neutrals for color in PLAYERS)
    return tiles.count((Color.NEUTRAL, Tile.NEUTRAL)) <= held


def meets(question: Question, laid: Laid) -> bool:
    """Does the laying meet the demands on tiles and cells?"""
    return kept(question, laid) and any(
        all(satisfied(need, laid, by_red) for need in question.needs)
        for by_red in splits(question, laid)
    )


def kept(question: Question, laid: Laid) -> bool:
    """Do the cells to keep end with their owners?"""
    for keep in question.keeps:
        for number in question.numbers if keep.level is None else (keep.level,):
            owners = {cell: p.owner for p in laid if p.level == number for cell in p.move.cells}
            if number == question.layout.level:
                lying = question.layout.levels[-1][question.layout.rules.index(keep.cell)]
                if lying is not None:
                    owners[keep.cell] = lying
            if owners.get(keep.cell) is not keep.color:
                return False
    return True


def splits(question: Question, laid: Laid) -> Iterator[dict[int, int]]:
    """Every share of the neutral tiles that Red can have laid, as a count for every level."""

    def shares(numbers: list[int]) -> Iterator[dict[int, int]]:
        if not numbers:
            yield {}
            return
        for mine in range(neutrals_on(laid, numbers[0]) + 1):
            for rest in shares(numbers[1:]):
                yield {numbers[0]: mine, **rest}

    count = sum(neutrals_on(laid, number) for number in question.numbers)
    for by_red in shares(list(question.numbers)):
        mine = sum(by_red.values())
        red, blue = (question.reserve(color).neutrals for color in PLAYERS)
        if mine <= red and count - mine <= blue:
            yield by_red


def neutrals_on(laid: Laid, number: int) -> int:
    """How many neutral tiles the laying has on the level."""
    return sum(p.level == number and p.owner is Color.NEUTRAL for p in laid)


def satisfied(need: Need, laid: Laid, by_red: dict[int, int]) -> bool:
    """Does the player lay as many such tiles as demanded, if Red lays these neutral ones?"""
    count = 0
    for number in by_red:
        if need.level in (None, number):
            if need.tile is not Tile.NEUTRAL:
                wanted = (number, need.color, need.tile)
                count += sum((p.level, p.owner, p.move.tile) == wanted for p in laid)
            elif need.color is Color.RED:
                count += by_red[number]
            else:
                count += neutrals_on(laid, number) - by_red[number]
    return count == need.count if need.exactly else count >= need.count


def symmetries(layout: Layout) -> list[Symmetry]:
    """The turns and mirrors of the board that leave every level as it is, the identity included."""
    rules = layout.rules
    east, north = rules.width - 1, rules.height - 1
    maps: list[Symmetry] = [
        lambda c: c,
        lambda c: Cell(east - c.column, c.row),
        lambda c: Cell(c.column, north - c.row),
        lambda c: Cell(east - c.column, north - c.row),
    ]
    if east == north:
        maps += [
            lambda c: Cell(c.row, c.column),
            lambda c: Cell(east - c.row, c.column),
            lambda c: Cell(c.row, east - c.column),
            lambda c: Cell(east - c.row, east - c.column),
        ]
    return [
        m
        for m in maps
        if all(
            level[rules.index(m(rules.cell(i)))] is owner
            for level in layout.levels
            for i, owner in enumerate(level)
        )
    ]


def image_of(laid: Laid, symmetry: Symmetry) -> Laid:
    """The laying turned or mirrored."""
    return frozenset(
        Placement(p.level, p.owner, Move(p.move.tile, tuple(sorted(map(symmetry, p.move.cells)))))
        for p in laid
    )


@cache
def random_case(seed: int, cells: int, levels: int) -> tuple[Question, frozenset[Laid]] | None:
    """A question by chance and all its layings; None where there are many thousands."""
    question = random_question(Random(seed), cells=cells, levels=levels)
    try:
        return question, frozenset(all_layings(question, 2_500))
    except TooManyLayingsError:
        return None


def random_question(rng: Random, *, cells: int = 9, side: int = 4, levels: int = 1) -> Question:
    """A question by chance: supports, holes, reserves, who may lay and what is demanded.

    Boards of at most so many cells; at most so many levels asked. Symmetric layouts are frequent.
    """
    width = rng.randint(1, side)
    height = rng.randint(1, min(side, max(1, cells // width)))
    size = width * height
    first, asked = rng.randint(1, 3), rng.randint(1, levels)
    area = rng.randint(1, size * asked + 2)
    rules = Rules(width, height, first + asked - 1, start=frozenset())
    owners = rng.choice(([*Color], [*Color], [*Color, None], [Color.RED], [Color.NEUTRAL]))
    below = tuple(rng.choice(owners) for _ in range(size))
    if rng.random() < 0.3:
        below = tuple(min(below[i], below[-1 - i], key=str) for i in range(size))
    lying = [owner for owner in owners if owner] * (rng.random() < 0.4)
    open_ = (None,) * rng.randint(2, 9)
    top = tuple(
        None if first > 1 and below[i] is None else rng.choice([*lying, *open_])
        for i in range(size)
    )
    stack = ((Color.NEUTRAL,) * size,) * max(0, first - 2) + ((below,) if first > 1 else ())
    layout = Layout(rules, (*stack, top), (random_reserve(rng, area), random_reserve(rng, area)))
    if rng.random() < 0.3:
        return Question(layout, asked)
    numbers = [None, None, *range(first, first + asked)]
    needs = tuple(
        Need(
            rng.choice(PLAYERS),
            rng.choice(list(Tile)),
            rng.choice((0, 1, 1, 1, 2)),
            rng.random() < 0.4,
            rng.choice(numbers),
        )
        for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2, 3)))
    )
    keeps = tuple(
        Keep(rules.cell(rng.randrange(size)), rng.choice(list(Color)), rng.choice(numbers))
        for _ in range(rng.choice((0, 0, 0, 0, 1, 2)))
    )
    players = rng.choice((PLAYERS, PLAYERS, PLAYERS[:1], PLAYERS[1:]))
    return Question(layout, asked, players, rng.random() < 0.4, needs, keeps)
