"""Questions: what they refuse, and the plain facts of layings."""

from __future__ import annotations

from random import Random

import pytest
from layings import all_layings, random_question
from variants import random_game

from steppe_solver import parse_move
from steppe_solver.position import Cell, Color, Position, Reserve, Rules, Tile
from steppe_solver.tiling.question import (
    Keep,
    Layout,
    Need,
    Placement,
    Question,
    laying,
    owners_after,
    points,
)

START = Layout.of(Position.start())


@pytest.mark.parametrize("levels", [-1, 0, 4])
def test_levels_beyond_the_game_are_refused(levels: int) -> None:
    """From level 1 of three, one to three levels can be asked, and no other number."""
    with pytest.raises(ValueError, match="not in the game"):
        Question(START, levels)


def test_the_last_level_alone_can_be_asked_of_itself() -> None:
    """On level 3 of three only one level is left to ask, and its number is 3."""
    top = Layout(Rules(), (*((Color.RED,) * 25,) * 2, (None,) * 25), START.reserves)
    assert list(Question(top).numbers) == [3]
    with pytest.raises(ValueError, match="not in the game"):
        Question(top, 2)


@pytest.mark.parametrize("players", [(), (Color.NEUTRAL,), (Color.RED, Color.NEUTRAL)])
def test_only_players_lay(players: tuple[Color, ...]) -> None:
    """Nobody, and the neutral colour, are refused as those who lay."""
    with pytest.raises(ValueError, match="must lay"):
        Question(START, players=players)


@pytest.mark.parametrize("need", [Need(Color.NEUTRAL, Tile.ONE, 1), Need(Color.RED, Tile.TEN, -1)])
def test_needs_are_of_players_and_not_negative(need: Need) -> None:
    """A need of the neutral colour, and one of fewer than no tiles, are refused."""
    with pytest.raises(ValueError, match="a player needs"):
        Question(START, needs=(need,))


def test_a_need_of_no_tiles_is_a_need() -> None:
    """Zero tiles can be needed: exactly zero forbids a kind."""
    assert Question(START, needs=(Need(Color.RED, Tile.TEN, 0, exactly=True),)).needs


@pytest.mark.parametrize("cell", [Cell(5, 0), Cell(0, 5), Cell(-1, 0)])
def test_cells_to_keep_are_on_the_board(cell: Cell) -> None:
    """A cell off the board cannot be kept."""
    with pytest.raises(ValueError, match="off the board"):
        Question(START, keeps=(Keep(cell, Color.RED),))


@pytest.mark.parametrize("level", [0, 3])
def test_demands_are_on_levels_asked(level: int) -> None:
    """A need or a cell to keep on a level that is not asked is refused; on one asked it is not."""
    with pytest.raises(ValueError, match="not asked"):
        Question(START, 2, needs=(Need(Color.RED, Tile.TEN, 1, level=level),))
    with pytest.raises(ValueError, match="not asked"):
        Question(START, 2, keeps=(Keep(Cell(0, 0), Color.RED, level),))
    for asked in (1, 2):
        demand = Need(Color.RED, Tile.TEN, 1, level=asked)
        assert Question(START, 2, needs=(demand,)).needs == (demand,)


def test_every_level_but_the_last_is_full() -> None:
    """Of two levels the lower one is always full, the upper one if that is asked."""
    assert [Question(START, 2).is_full(level) for level in (1, 2)] == [True, False]
    assert [Question(START, 2, full=True).is_full(level) for level in (1, 2)] == [True, True]


def test_who_is_not_asked_has_nothing() -> None:
    """The reserve of a player who may not lay is empty, the other's is what the layout says."""
    question = Question(START, players=(Color.BLUE,))
    assert question.reserve(Color.RED) == Reserve(0, 0, 0, 0)
    assert question.reserve(Color.BLUE) == START.reserves[1]


def test_a_laying_stands_in_one_order() -> None:
    """Level, owner (Red, Blue, neutral), larger tiles, cells: whatever order they come in."""
    position = Position.start()
    ordered = tuple(
        Placement(level, owner, parse_move(word, position))
        for level, owner, word in (
            (1, Color.RED, "10a1-c1"),
            (1, Color.RED, "5a2-b2"),
            (1, Color.RED, "1a3"),
            (1, Color.RED, "1b3"),
            (1, Color.BLUE, "10a4-c4"),
            (1, Color.NEUTRAL, "Ne5"),
            (2, Color.RED, "1a1"),
        )
    )
    for seed in range(20):
        assert laying(Random(seed).sample(ordered, len(ordered))) == ordered


def test_points_are_faces_times_levels() -> None:
    """A ten on level 1 and a one on level 2 are 12 for Red, Blue's five on level 2 is 10."""
    position = Position.start()
    laid = laying(
        [
            Placement(1, Color.RED, parse_move("10a1-c1", position)),
            Placement(2, Color.RED, parse_move("1a1", position)),
            Placement(2, Color.BLUE, parse_move("5a2-b2", position)),
            Placement(2, Color.NEUTRAL, parse_move("Ne5", position)),
        ]
    )
    assert (points(laid, Color.RED), points(laid, Color.BLUE), points(laid)) == (12, 10, 22)


def test_owners_after_a_laying() -> None:
    """The level being filled keeps what lies there, and each level asked shows its own tiles."""
    rules = Rules(3, 1, 2, Reserve(3, 1, 1, 1), frozenset({Cell(2, 0)}))
    position = Position.start(rules)
    question = Question(Layout.of(position), 2)
    laid = (
        Placement(1, Color.RED, parse_move("5a1-b1", position)),
        Placement(2, Color.BLUE, parse_move("1c1", position)),
    )
    red, blue, neutral = Color
    assert list(owners_after(question, laid)) == [(1, (red, red, neutral)), (2, (None, None, blue))]


def test_owners_after_covers_what_is_full() -> None:
    """On layings by brute force, only the last level, and holes, can stay empty."""
    seen = 0
    for seed in range(60):
        question = random_question(Random(seed), cells=3, levels=2)
        holes = {
            i for i in range(len(question.layout.levels[-1])) if question.layout.support(i) is None
        }
        for laid in list(all_layings(question))[:20]:
            for number, level in owners_after(question, laying(laid)):
                empty = {i for i, owner in enumerate(level) if owner is None}
                assert empty >= holes
                assert empty == holes or not question.is_full(number)
                seen += 1
    assert seen > 300


def test_a_layout_of_a_position() -> None:
    """A layout has the level, owners, reserves and supports of the position it is of."""
    for seed in range(10):
        for position in random_game(Random(seed), Rules(3, 3, 3, Reserve(5, 2, 1, 1))):
            layout = Layout.of(position)
            assert (layout.level, layout.levels) == (position.level, position.levels)
            assert layout.reserves == position.reserves
            assert all(layout.support(i) is position.support(i) for i in range(9))
