"""The number of layings, and of their classes, against known numbers and against brute force."""

from __future__ import annotations

from collections import Counter

import pytest
from layings import classes, random_case, symmetries

from steppe_solver.notation import parse_spn
from steppe_solver.position import PLAYERS, Cell, Color, Position, Reserve, Rules, Tile
from steppe_solver.stopping import never
from steppe_solver.tiling import transfer
from steppe_solver.tiling.counting import count
from steppe_solver.tiling.listing import layings
from steppe_solver.tiling.question import Keep, Layout, Need, Question
from steppe_solver.tiling.symmetries import keeps_unchanged, position_symmetries

LEVEL_3_START = (
    "BRRRN/BBBBB/BBNBB/BNRRR/BRRRR|BRRRR/BBBBB/NBBBB/NBRNR/BRRRR"
    "|...../...../...../...../..... B 9,1,1,0 8,1,0,1 69-89"
)


def free_board(width: int, height: int, *, full: bool = True) -> Question:
    """One player without a limit on an empty first level."""
    cells = width * height
    rules = Rules(width, height, 1, Reserve(cells, cells, cells, 0), start=frozenset())
    layout = Layout(rules, ((None,) * cells,), (rules.reserve,) * 2)
    return Question(layout, players=PLAYERS[:1], full=full)


@pytest.mark.parametrize(("side", "tilings"), [(1, 1), (2, 7), (4, 37_594), (5, 26_186_015)])
def test_squares_have_the_known_numbers_of_tilings(side: int, tilings: int) -> None:
    """Tilings of squares by straight tiles of lengths 1, 2, 3 are as many as is known."""
    assert count(free_board(side, side), never) == tilings


def test_strips_have_tribonacci_numbers_of_tilings() -> None:
    """A strip of n cells begins with a tile of 1, 2 or 3 cells: a(n) = a(n-1) + a(n-2) + a(n-3)."""
    numbers = [1, 1, 2]
    for length in range(1, 9):
        numbers.append(sum(numbers[-3:]))
        assert count(free_board(length, 1), never) == numbers[length]
        assert count(free_board(1, length), never) == numbers[length]


def check(seeds: range, *, cells: int, levels: int) -> Counter[str]:
    """Compares counts with brute force; says how many cases of which sort there were."""
    sorts: Counter[str] = Counter()
    for seed in seeds:
        case = random_case(seed, cells, levels)
        if case is None:
            continue
        question, known = case
        assert count(question, never) == len(known), seed
        found = classes(question.layout, known)
        assert count(question, never, up_to_symmetry=True) == len(found), seed
        group, rules = position_symmetries(question.layout), question.layout.rules
        sorts["layings"] += bool(known)
        sorts["several levels"] += bool(known) and question.levels > 1
        sorts["fewer classes"] += len(found) < len(known)
        sorts["changed demands"] += bool(known) and not all(
            keeps_unchanged(rules, question.keeps, symmetry) for symmetry in group
        )
        sorts["needs"] += bool(known) and bool(question.needs)
        sorts["full"] += bool(known) and question.full
    return sorts


def test_counts_on_one_level_are_those_of_brute_force() -> None:
    """On small levels with supports, holes, reserves and demands, every count is right."""
    sorts = check(range(300), cells=8, levels=1)
    assert min(sorts[sort] for sort in ("layings", "fewer classes", "needs", "full")) >= 10, sorts
    assert sorts["changed demands"] >= 3, sorts


def test_counts_over_several_levels_are_those_of_brute_force() -> None:
    """On two and three small levels with shared reserves, every count is right."""
    sorts = check(range(1000, 1250), cells=4, levels=3)
    assert min(sorts["several levels"], sorts["fewer classes"]) >= 20, sorts
    assert sorts["changed demands"] >= 3, sorts


@pytest.mark.slow
@pytest.mark.parametrize(("cells", "levels"), [(9, 1), (6, 2), (4, 3)])
def test_many_more_counts_are_those_of_brute_force(cells: int, levels: int) -> None:
    """The same on 1,500 more cases each, on larger boards."""
    sorts = check(range(10_000, 11_500), cells=cells, levels=levels)
    assert min(sorts[sort] for sort in ("layings", "fewer classes", "changed demands")) >= 10, sorts


@pytest.mark.parametrize("up_to_symmetry", [False, True])
def test_numbers_of_a_kind_add_up(up_to_symmetry: bool) -> None:
    """Over the numbers of Red's tens, Blue's ones, neutral tiles: the counts add up to all.

    On a level that is far too large to be listed.
    """
    layout = Layout.of(parse_spn(LEVEL_3_START))
    total = count(Question(layout), never, up_to_symmetry=up_to_symmetry)
    assert total is not None
    assert total > 10**9
    for color, tile in ((Color.RED, Tile.TEN), (Color.BLUE, Tile.ONE), (Color.BLUE, Tile.NEUTRAL)):
        numbers = [
            count(
                Question(layout, needs=(Need(color, tile, number, exactly=True),)),
                never,
                up_to_symmetry=up_to_symmetry,
            )
            for number in range(layout.reserves[color.index].count(tile) + 2)
        ]
        assert sum(map(int, map(str, numbers))) == total
        assert numbers[-1] == 0


def test_owners_of_a_cell_add_up() -> None:
    """From the start: a1 ends as Red's, Blue's, neutral, or is left; symmetric in the colours."""
    layout = Layout.of(Position.start())
    kept = [count(Question(layout, keeps=(Keep(Cell(0, 0), color),)), never) for color in Color]
    covered = count(Question(layout, full=True, keeps=(Keep(Cell(0, 0), Color.RED),)), never)
    full = [
        count(Question(layout, full=True, keeps=(Keep(Cell(0, 0), color),)), never)
        for color in Color
    ]
    total = count(Question(layout, full=True), never)
    assert sum(map(int, map(str, full))) == total
    assert kept[0] == kept[1] != kept[2]
    assert covered == full[0]


def test_classes_counted_are_classes_listed() -> None:
    """All tilings of the 4 x 4 board up to its eight symmetries: as many counted as listed."""
    question = free_board(4, 4)
    listed = sum(1 for _ in layings(question, never, up_to_symmetry=True))
    assert count(question, never, up_to_symmetry=True) == listed
    assert len(symmetries(question.layout)) == 8
    assert 37_594 / 8 < listed < 37_594 / 7


def strip(red: int, blue: int, *needs: Need) -> Question:
    """Two cells, only neutral tiles: so many in Red's hand, so many in Blue's."""
    rules = Rules(2, 1, 1, start=frozenset())
    hands = (Reserve(0, 0, 0, red), Reserve(0, 0, 0, blue))
    return Question(Layout(rules, ((None, None),), hands), needs=needs)


def test_neutral_tiles_are_nobodys_but_held_by_both() -> None:
    """Where a neutral tile lies is counted, not who laid it; needs ask for a share within hands."""
    red_one = Need(Color.RED, Tile.NEUTRAL, 1)
    none_blue = Need(Color.BLUE, Tile.NEUTRAL, 0, exactly=True)
    assert count(strip(1, 1), never) == 4
    assert count(strip(1, 0), never) == 3
    assert count(strip(1, 1, red_one), never) == 3
    assert count(strip(1, 1, none_blue), never) == 3
    assert count(strip(1, 1, red_one, none_blue), never) == 2
    assert count(strip(0, 2, red_one), never) == 0


def test_nothing_to_lay_leaves_the_empty_laying() -> None:
    """Empty hands: one laying, the empty one; none if the level must be full."""
    assert count(strip(0, 0), never) == 1
    assert count(free_board(1, 1, full=False), never) == 2
    layout = strip(0, 0).layout
    assert count(Question(layout, full=True), never) == 0


@pytest.mark.parametrize("levels", [1, 2])
@pytest.mark.parametrize("up_to_symmetry", [False, True])
def test_a_stopped_count_is_unknown(levels: int, up_to_symmetry: bool) -> None:
    """When the limit strikes there is no number, neither a part nor 0."""
    question = Question(Layout.of(Position.start()), levels)
    assert count(question, lambda: True, up_to_symmetry=up_to_symmetry) is None


def test_a_count_that_would_take_too_much_memory_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When the table would grow beyond its limit there is no number."""
    question = Question(Layout.of(Position.start()))
    monkeypatch.setattr(transfer, "MOST_BITS", 1 << 20)
    assert count(question) is None
    monkeypatch.undo()
    assert count(question) == 11_618_056_676_990_705
