"""Symmetries of boards and positions, against maps of cells written out by hand."""

from __future__ import annotations

from random import Random

import pytest
from layings import image_of, random_question, symmetries

from steppe_solver.position import Cell, Color, Position, Rules, board_symmetries
from steppe_solver.tiling.placements import all_fits
from steppe_solver.tiling.question import Keep, Layout
from steppe_solver.tiling.symmetries import (
    keeps_unchanged,
    moved_keeps,
    orbits,
    position_symmetries,
    rank_images,
    rank_orbits,
)


@pytest.mark.parametrize(
    ("width", "height", "number"),
    [(5, 5, 8), (2, 2, 8), (5, 3, 4), (3, 5, 4), (5, 1, 2), (1, 5, 2), (1, 1, 1)],
)
def test_boards_have_a_group_of_symmetries(width: int, height: int, number: int) -> None:
    """Squares have eight, rectangles four, strips two; one after another gives one of them."""
    found = board_symmetries(width, height)
    assert len(set(found)) == len(found) == number
    assert found[0] == tuple(range(width * height))
    for first in found:
        assert {tuple(second[image] for image in first) for second in found} == set(found)


def test_symmetries_of_a_position_leave_every_level_as_it_is() -> None:
    """For positions by chance they are those found by hand; not only the identity, nor all."""
    numbers = set()
    for seed in range(300):
        layout = random_question(Random(seed), cells=16).layout
        rules = layout.rules
        cells = [rules.cell(index) for index in range(rules.width * rules.height)]
        by_hand = {tuple(rules.index(m(cell)) for cell in cells) for m in symmetries(layout)}
        assert set(position_symmetries(layout)) == by_hand, seed
        if rules.width == rules.height > 1:
            numbers.add(len(by_hand))
    assert numbers == {1, 2, 4, 8}


def test_the_start_has_all_symmetries() -> None:
    """The neutral tile on c3 breaks none of the eight."""
    assert len(position_symmetries(Layout.of(Position.start()))) == 8


@pytest.mark.parametrize(("width", "height"), [(5, 5), (4, 3), (1, 4)])
def test_images_of_placements(width: int, height: int) -> None:
    """A placement's image has the images of its cells, lower end first, and the same owner."""
    layout = Layout(
        Rules(width, height, start=frozenset()),
        ((None,) * (width * height),),
        Position.start().reserves,
    )
    fits, rules = all_fits(width, height, 2), layout.rules
    assert [fit.rank for fit in fits] == list(range(len(fits)))
    for by_hand in symmetries(layout):
        cells = map(rules.cell, range(width * height))
        permutation = tuple(rules.index(by_hand(cell)) for cell in cells)
        for fit, image in zip(fits, rank_images(width, height, permutation), strict=True):
            assert {fits[image].placement} == image_of(frozenset({fit.placement}), by_hand)


@pytest.mark.parametrize("symmetry", board_symmetries(4, 4))
def test_orbits_part_the_placements(symmetry: tuple[int, ...]) -> None:
    """Each placement and each cell is in one orbit; an orbit goes round and closes."""
    images = rank_images(4, 4, symmetry)
    for permutation, found in ((images, rank_orbits(4, 4, symmetry)), (symmetry, orbits(symmetry))):
        assert sorted(place for orbit in found for place in orbit) == list(range(len(permutation)))
        for orbit in found:
            assert [permutation[place] for place in orbit] == [*orbit[1:], orbit[0]]
            assert orbit[0] == min(orbit)


def test_demands_on_cells_move_with_the_board() -> None:
    """Two corners kept by one owner stay the same under the mirror that swaps them only."""
    rules = Rules()
    keeps = (Keep(Cell(0, 0), Color.RED), Keep(Cell(4, 0), Color.RED, 1))
    left_right = tuple(row * 5 + 4 - column for row in range(5) for column in range(5))
    same_level = (Keep(Cell(0, 0), Color.RED, 1), keeps[1])
    assert keeps_unchanged(rules, same_level, left_right)
    assert not keeps_unchanged(rules, keeps, left_right)
    assert moved_keeps(rules, keeps, left_right) == {
        Keep(Cell(4, 0), Color.RED),
        Keep(Cell(0, 0), Color.RED, 1),
    }
