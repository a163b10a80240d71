"""Late tiles: the table of how many there can be, against every laying tried in turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from steppe_solver.position import PLAYERS, Color, Level, Position, Reserve, Rules, Tile
from steppe_solver.reachability.floors import FIVES, KIND, NEUTRALS, ONES, TENS, floors_of
from steppe_solver.reachability.waiting import WaitingTable
from steppe_solver.reachability.watch import Watch

HANDS = (0, ONES, FIVES, TENS, FIVES | TENS, ONES | TENS, NEUTRALS, ONES | FIVES | NEUTRALS)


def random_position(rng: Random) -> Position:
    """Two levels, the upper one partly filled, that no reserve need account for."""
    width, height = rng.choice(((3, 2), (2, 3), (4, 2), (3, 3), (5, 1), (1, 6)))
    rules = Rules(width, height, 2, Reserve(9, 9, 9, 9), frozenset())
    owners = rng.choice(
        (
            (Color.RED, Color.RED, Color.BLUE, Color.NEUTRAL, None),
            (Color.RED, Color.NEUTRAL, Color.NEUTRAL, Color.NEUTRAL),
        )
    )
    below = tuple(rng.choice(owners) for _ in range(width * height))
    upper = (Color.BLUE, Color.BLUE, Color.NEUTRAL, Color.RED, None)
    above = tuple(None if under is None else rng.choice(upper) for under in below)
    return Position(rules, (below, above), Color.RED, (rules.reserve,) * 2, (0, 0))


def layings(position: Position, cells: set[int]) -> Iterator[list[tuple[Tile, frozenset[int]]]]:
    """Every way for Blue to cover the cells of the upper level, each of the level's own owner."""
    if not cells:
        yield []
        return
    first, width = min(cells), position.rules.width
    if position.levels[1][first] is Color.NEUTRAL:
        for rest in layings(position, cells - {first}):
            yield [(Tile.NEUTRAL, frozenset({first})), *rest]
        return
    firm = (Color.BLUE, Color.NEUTRAL)
    for tile in (Tile.ONE, Tile.FIVE, Tile.TEN):
        for step in (1, width)[: 1 if tile is Tile.ONE or width == 1 else 2]:
            covers = [first + i * step for i in range(tile.length)]
            if step == 1 and width > 1 and covers[-1] // width != first // width:
                continue
            if not cells.issuperset(covers):
                continue
            if any(position.levels[1][cell] is not Color.BLUE for cell in covers):
                continue
            if any(position.levels[0][cell] not in firm for cell in (covers[0], covers[-1])):
                continue
            for rest in layings(position, cells.difference(covers)):
                yield [(tile, frozenset(covers)), *rest]


def red_can_place(position: Position, uncovered: frozenset[int], hand: int) -> bool:
    """Can Red lay a tile of the hand where just these cells of the upper level are uncovered?"""
    level: Level = tuple(
        None if cell in uncovered or owner is None else Color.BLUE
        for cell, owner in enumerate(position.levels[1])
    )
    held = Reserve(*(int(bool(hand & KIND[tile])) for tile in Tile))
    bare = Position(position.rules, (position.levels[0], level), Color.RED, (held, held), (0, 0))
    return bare.can_place(Color.RED)


def possible(position: Position, hand: int) -> set[tuple[int, int, int, int]]:
    """Every (fives, tens, late tiles, late neutral tiles) that Blue's cells allow."""
    blue = {i for i, owner in enumerate(position.levels[1]) if owner in (Color.BLUE, Color.NEUTRAL)}
    able: dict[frozenset[int], bool] = {}
    found = set()
    for laying in layings(position, blue):
        kinds = [tile for tile, _ in laying]
        for count in range(len(laying) + 1):
            for late in combinations(laying, count):
                uncovered = frozenset().union(*(cells for _, cells in late))
                if uncovered not in able:
                    able[uncovered] = red_can_place(position, uncovered, hand)
                if not able[uncovered]:
                    neutral = sum(tile is Tile.NEUTRAL for tile, _ in late)
                    pair = (kinds.count(Tile.FIVE), kinds.count(Tile.TEN))
                    found.add((*pair, count, neutral))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_table_equals_every_laying_tried(seed: int) -> None:
    """For every hand of the other player, pair, share of neutral tiles and number of late ones."""
    rng, some = Random(seed), 0
    for _ in range(50):
        position = random_position(rng)
        floor = floors_of(position)[1]
        hand = rng.choice(HANDS)
        table = WaitingTable(floor, Color.BLUE.index, hand, Watch(lambda: False))
        expected = possible(position, hand)
        for fives in range(4):
            for tens in range(3):
                for neutrals in range(4):
                    for late in range(8):
                        fits = any(
                            (fives, tens, late, few) in expected for few in range(neutrals + 1)
                        )
                        assert table.allows((fives, tens), neutrals, late) is fits
                        if fits and late:
                            some += 1
                            confirm_laying(position, hand, table, ((fives, tens), neutrals, late))
    assert some > 20


def confirm_laying(
    position: Position,
    hand: int,
    table: WaitingTable,
    wanted: tuple[tuple[int, int], int, int],
) -> None:
    """Assert that the laying shown has the numbers asked for, and that its late tiles can be so."""
    pair, neutrals, late = wanted
    laid = table.laying(pair, neutrals, late)
    kinds = [kind for _, kind, _ in laid]
    assert (kinds.count(Tile.FIVE), kinds.count(Tile.TEN)) == pair
    assert sum(is_late for _, _, is_late in laid) == late
    assert sum(is_late and kind is Tile.NEUTRAL for _, kind, is_late in laid) <= neutrals
    covered = 0
    for tile, _, _ in laid:
        assert covered & tile == 0
        covered |= tile
    assert covered == sum(
        1 << i for i, owner in enumerate(position.levels[1]) if owner in (Color.BLUE, Color.NEUTRAL)
    )
    uncovered = frozenset(
        i for tile, _, is_late in laid if is_late for i in range(tile.bit_length()) if tile >> i & 1
    )
    assert not red_can_place(position, uncovered, hand)


@pytest.mark.parametrize(("width", "height"), [(1, 3), (2, 3), (3, 3), (3, 1)])
def test_a_ten_may_span_late_tiles_and_an_open_cell(width: int, height: int) -> None:
    """Blue's ones at both ends of an open cell cannot both be late where Red holds a ten."""
    rules = Rules(width, height, 2, Reserve(9, 9, 9, 9), frozenset())
    below: Level = (Color.NEUTRAL,) * (width * height)
    step = width if height == 3 else 1
    level = tuple(
        Color.BLUE if i in (0, 2 * step) else None if i == step else Color.RED
        for i in range(width * height)
    )
    position = Position(rules, (below, level), Color.RED, (rules.reserve,) * 2, (0, 0))
    table = WaitingTable(floors_of(position)[1], Color.BLUE.index, TENS, Watch(lambda: False))
    assert table.allows((0, 0), 0, 1)
    assert not table.allows((0, 0), 0, 2)


def test_what_fits_on_the_open_cells_is_what_can_be_placed() -> None:
    """A level's ``fits`` agree with the rules, for either player and every kind of tile."""
    rng = Random(9)
    for _ in range(100):
        position = random_position(rng)
        floor = floors_of(position)[1]
        for color in PLAYERS:
            kinds = {KIND[move.tile] for move in position.placements(color)}
            assert floor.fits[color.index] == sum(kinds)
