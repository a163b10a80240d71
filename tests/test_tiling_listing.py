"""Layings one by one, against brute force and against their number."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from itertools import islice
from random import Random

import pytest
from layings import classes, image_of, lies_well, random_case, symmetries
from test_tiling_counting import LEVEL_3_START, free_board

from steppe_solver.notation import parse_spn
from steppe_solver.position import PLAYERS, Color, Position, Reserve, Rules, Tile
from steppe_solver.stopping import StoppedError, never
from steppe_solver.tiling.counting import count
from steppe_solver.tiling.listing import layings
from steppe_solver.tiling.question import Layout, Need, Question, laying


def check(seeds: range, *, cells: int, levels: int) -> Counter[str]:
    """Compares listings with brute force; says how many cases of which sort there were."""
    sorts: Counter[str] = Counter()
    for seed in seeds:
        case = random_case(seed, cells, levels)
        if case is None:
            continue
        question, known = case
        listed = list(layings(question, never))
        assert len(listed) == len(known), seed
        assert set(map(frozenset, listed)) == known, seed
        assert all(laid == laying(laid) for laid in listed), seed
        chosen = list(layings(question, never, up_to_symmetry=True))
        maps, found = symmetries(question.layout), classes(question.layout, known)
        images = [frozenset(image_of(frozenset(laid), m) for m in maps) for laid in chosen]
        assert len(images) == len(found), seed
        assert set(images) == found, seed
        assert set(chosen) <= set(listed), seed
        sorts["layings"] += bool(known)
        sorts["several levels"] += bool(known) and question.levels > 1
        sorts["fewer classes"] += len(found) < len(known)
    return sorts


def test_layings_of_one_level_are_those_of_brute_force() -> None:
    """All are listed, none twice, in the order of tiles; up to symmetry, one of each class."""
    sorts = check(range(300), cells=8, levels=1)
    assert min(sorts["layings"], sorts["fewer classes"]) >= 20, sorts


def test_layings_of_several_levels_are_those_of_brute_force() -> None:
    """The same on two and three small levels with shared reserves."""
    sorts = check(range(1000, 1250), cells=4, levels=3)
    assert min(sorts["several levels"], sorts["fewer classes"]) >= 20, sorts


@pytest.mark.slow
@pytest.mark.parametrize(("cells", "levels"), [(9, 1), (6, 2), (4, 3)])
def test_many_more_layings_are_those_of_brute_force(cells: int, levels: int) -> None:
    """The same on 1,000 more cases each, on larger boards."""
    sorts = check(range(20_000, 21_000), cells=cells, levels=levels)
    assert sorts["layings"] >= 100, sorts


def test_all_tilings_of_a_square() -> None:
    """The 37,594 tilings of the 4 x 4 board: all different, and the same when listed again."""
    listed = list(layings(free_board(4, 4), never))
    assert len(set(listed)) == len(listed) == 37_594
    assert listed == list(layings(free_board(4, 4), never))


@pytest.mark.parametrize("up_to_symmetry", [False, True])
def test_layings_of_a_large_level_are_right(up_to_symmetry: bool) -> None:
    """Of a level far too large to be listed, the first layings are right and different."""
    question = Question(Layout.of(parse_spn(LEVEL_3_START)), full=True)
    listed = list(islice(layings(question, never, up_to_symmetry=up_to_symmetry), 500))
    assert len(set(listed)) == 500
    assert all(lies_well(question, frozenset(laid)) for laid in listed)


def test_layings_of_the_upper_levels_are_right() -> None:
    """From the start over all three levels, the first layings are right and different."""
    question = Question(Layout.of(Position.start()), 3)
    listed = list(islice(layings(question, never), 200))
    assert len(set(listed)) == 200
    assert all(lies_well(question, frozenset(laid)) for laid in listed)


def tight_question(seed: int) -> Question:
    """A fresh level on neutral ground where few layings, or none, use up just what is asked."""
    rng = Random(seed)
    hands = [
        Reserve(rng.choice((0, 0, 1, 2, 4)), rng.choice((1, 3, 5, 5)), rng.choice((1, 2, 3, 3)), 0)
        for _ in PLAYERS
    ]
    rules = Rules(start=frozenset())
    layout = Layout(rules, ((None,) * 25,), (hands[0], hands[1]))
    needs = []
    for color in PLAYERS:
        for tile in rng.sample((Tile.ONE, Tile.FIVE, Tile.TEN), 2):
            needs.append(Need(color, tile, hands[color.index].count(tile), rng.random() < 0.5))
    return Question(layout, full=rng.random() < 0.5, needs=tuple(needs))


@pytest.mark.parametrize("up_to_symmetry", [False, True])
def test_no_long_search_without_a_find(up_to_symmetry: bool) -> None:
    """Under tight demands, the search asks the limit seldom (so it is short) for its first finds.

    It asks at least once in 256 steps. Where nothing can be found it ends soon as well.
    """
    empty = 0
    for seed in range(25):
        question, asked = tight_question(seed), 0

        def stop() -> bool:
            nonlocal asked
            asked += 1
            return asked > 1_000

        listing = layings(question, stop, up_to_symmetry=up_to_symmetry)
        found = len(list(islice(listing, 100)))
        total = count(question, never, up_to_symmetry=up_to_symmetry)
        assert total is not None
        assert found == min(total, 100), seed
        empty += not found
    assert 3 <= empty <= 22


def test_a_stopped_listing_is_not_a_finished_one() -> None:
    """When the limit strikes the iteration ends with an error, after what it has yielded."""
    question = free_board(5, 5)
    listing = layings(question, lambda: True)
    with pytest.raises(StoppedError):
        list(listing)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    listing = layings(question, stop)
    assert len(list(islice(listing, 1_000))) == 1_000
    with pytest.raises(StoppedError):
        list(listing)


def test_memory_does_not_grow_with_the_number_of_layings() -> None:
    """Listing ten times as many layings takes hardly more memory at its peak."""
    question = Question(Layout.of(parse_spn(LEVEL_3_START)), players=(Color.RED,))
    peaks = []
    for most in (3_000, 30_000):
        tracemalloc.start()
        assert sum(1 for _ in islice(layings(question, never), most)) == most
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 1_000_000
