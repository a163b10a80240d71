"""The rules page, sentence by sentence: placing, turns, scoring, editions."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from variants import random_game, random_rules

from steppe_solver.notation import parse_move
from steppe_solver.position import PLAYERS, Cell, Color, Edition, Position, Reserve, Rules, Tile

PLENTY = Reserve(9, 9, 9, 9)
RED, BLUE, NEUTRAL = Color.RED, Color.BLUE, Color.NEUTRAL
OWNER = {"R": RED, "B": BLUE, "N": NEUTRAL, ".": None}


def strip(width: int, levels: int, reserve: tuple[int, int, int, int]) -> Rules:
    """Rules for a board of one row without a starting neutral tile."""
    return Rules(width, 1, levels, Reserve(*reserve), frozenset())


def after(rules: Rules, moves: str) -> Position:
    """The position after the moves from the start of such a game."""
    position = Position.start(rules)
    for move in moves.split():
        position = position.play(parse_move(move, position))
    return position


def over(below: str, mover: Color = RED, level: int = 2) -> Position:
    """A single row, plenty in hand: the given owners on the level below, nothing on the current."""
    row = tuple(OWNER[letter] for letter in below)
    return Position(
        rules=Rules(len(below), 1, level, PLENTY, frozenset()),
        levels=(row,) * (level - 1) + ((None,) * len(below),),
        mover=mover,
        reserves=(PLENTY, PLENTY),
        score=(0, 0),
    )


def may(position: Position, move: str) -> bool:
    """Is the move legal here?"""
    return parse_move(move, position) in position.legal_moves()


def letters(position: Position, level: int) -> str:
    """The owners on a level of a single row."""
    names = {owner: letter for letter, owner in OWNER.items()}
    return "".join(names[owner] for owner in position.levels[level - 1])


# --- Placing ---------------------------------------------------------------------------------


def test_tiles_go_on_the_current_level_only() -> None:
    """Once level 1 is complete, a tile lands on level 2 and level 1 stays as it was."""
    position = after(strip(3, 2, (2, 1, 1, 0)), "1a1 1b1 1c1 10a1-c1")
    assert (letters(position, 1), letters(position, 2)) == ("RBR", "RRR")


def test_tiles_lie_straight_inside_the_board_on_empty_cells() -> None:
    """The start has 24 ones, 24 neutrals, 36 fives and 24 tens: none bent, outside or on c3."""
    moves = Position.start().legal_moves()
    counts = {tile: sum(move.tile is tile for move in moves) for tile in Tile}
    assert counts == {Tile.ONE: 24, Tile.FIVE: 36, Tile.TEN: 24, Tile.NEUTRAL: 24}
    for move in moves:
        columns, rows = ({cell[axis] for cell in move.cells} for axis in (0, 1))
        assert len(move.cells) == move.tile.length
        assert {len(columns), len(rows)} <= {1, move.tile.length}
        assert max(columns) - min(columns) + max(rows) - min(rows) == move.tile.length - 1
        assert columns | rows <= set(range(5))
        assert Cell(2, 2) not in move.cells


def test_level_1_stands_on_the_ground_which_is_neutral() -> None:
    """On level 1 both players may place every tile on every empty cell."""
    start = Position.start()
    assert start.placements(RED) == start.placements(BLUE)
    assert {start.support(index) for index in range(25)} == {NEUTRAL}


@pytest.mark.parametrize("mover", PLAYERS)
@pytest.mark.parametrize("level", [2, 3])
def test_nothing_is_placed_over_a_hole(level: int, mover: Color) -> None:
    """No tile, a neutral tile or a ten's middle included, lies over a cell without a tile."""
    for below in map("".join, product("RBN.", repeat=3)):
        for move in over(below, mover, level).legal_moves():
            assert all(below[cell.column] != "." for cell in move.cells)


@pytest.mark.parametrize("mover", PLAYERS)
@pytest.mark.parametrize("level", [2, 3])
def test_ones_fives_and_the_ends_of_tens_need_own_or_neutral_support(
    level: int, mover: Color
) -> None:
    """Over every row of three, exactly the tiles with own or neutral tiles under them are legal."""
    footing = {mover.value, "N"}
    for below in map("".join, product("RBN.", repeat=3)):
        position = over(below, mover, level)
        stands = [letter in footing for letter in below]
        assert [may(position, f"1{column}1") for column in "abc"] == stands
        assert may(position, "5a1-b1") == (stands[0] and stands[1])
        assert may(position, "5b1-c1") == (stands[1] and stands[2])
        assert may(position, "10a1-c1") == (stands[0] and stands[2] and below[1] != ".")


@pytest.mark.parametrize("middle", "RBN")
def test_the_middle_of_a_ten_may_lie_over_anybody(middle: str) -> None:
    """A ten with sound ends is legal over a middle of any owner."""
    assert may(over(f"R{middle}N", RED), "10a1-c1")
    assert may(over(f"N{middle}B", BLUE), "10a1-c1")


@pytest.mark.parametrize("mover", PLAYERS)
def test_a_neutral_tile_may_lie_over_anybody(mover: Color) -> None:
    """A neutral tile is legal over Red, Blue and neutral, and not over a hole."""
    position = over("RBN.", mover)
    assert [may(position, f"N{column}1") for column in "abcd"] == [True, True, True, False]


@pytest.mark.parametrize(
    ("move", "row"), [("1a1", "B.."), ("5b1-c1", ".BB"), ("10a1-c1", "BBB"), ("Nb1", ".N.")]
)
def test_a_tile_gives_its_cells_to_its_player(move: str, row: str) -> None:
    """All cells of a coloured tile are its player's, the middle too; a neutral's is neutral."""
    position = over("BNB", BLUE)
    assert letters(position.play(parse_move(move)), 2) == row


def test_a_covered_middle_carries_its_new_owner() -> None:
    """On level 3 the middle of a ten over an enemy tile supports the ten's player alone."""
    position = after(strip(3, 3, (2, 1, 1, 0)), "1a1 1b1 1c1 10a1-c1")
    assert letters(position, 1) == "RBR"
    assert position.placements(RED)
    assert not position.placements(BLUE)


# --- Turns -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "name"), [(Edition.TSR, "Red"), (Edition.DMR, "White")])
def test_red_or_white_moves_first(edition: Edition, name: str) -> None:
    """The first player begins: Red in the booklet, White in the other edition."""
    start = Position.start(Rules(edition=edition))
    assert start.mover is RED
    assert edition.name_of(RED) == name
    assert edition.letter_of(RED) == name[0]


def test_players_alternate_one_tile_a_turn() -> None:
    """Each move lays one tile from the mover's hand and passes the turn."""
    position = Position.start()
    for mover in (RED, BLUE, RED, BLUE):
        assert position.mover is mover
        tile = position.legal_moves()[0].tile
        before = position
        position = position.play(position.legal_moves()[0])
        assert position.reserve(mover) == before.reserve(mover).without(tile)
        assert position.reserve(mover.opponent) == before.reserve(mover.opponent)


def test_who_can_place_must_and_who_cannot_is_skipped() -> None:
    """On a level the turn goes to the opponent if they can place, else back to the mover."""
    rng = Random(1)
    passed = skipped = 0
    for _ in range(400):
        game = random_game(rng, random_rules(rng))
        for before, now in pairwise(game):
            if now.level != before.level or now.is_over:
                continue
            assert before.mover is not None
            able = now.can_place(before.mover.opponent)
            assert now.mover is (before.mover.opponent if able else before.mover)
            passed, skipped = passed + able, skipped + (not able)
    assert passed > 100
    assert skipped > 100


def test_the_other_goes_on_while_one_is_skipped() -> None:
    """With only a five left and single cells open, Red is skipped and Blue fills the level."""
    position = after(strip(6, 1, (2, 1, 0, 0)), "1a1 5b1-c1 1d1 1e1")
    assert (letters(position, 1), position.mover) == ("RBBRB.", BLUE)
    assert after(strip(6, 1, (2, 1, 0, 0)), "1a1 5b1-c1 1d1 1e1 1f1").is_over


def test_a_level_is_complete_when_it_is_full() -> None:
    """The last cell of level 1 opens level 2."""
    rules = strip(3, 2, (2, 1, 1, 0))
    assert after(rules, "1a1 1b1").level == 1
    assert after(rules, "1a1 1b1 1c1").level == 2


def test_a_level_is_complete_when_nobody_can_place_on_it() -> None:
    """With fives alone left, two single holes end level 1."""
    position = after(strip(4, 3, (0, 1, 0, 1)), "Nb1 Nc1")
    assert (position.level, letters(position, 1)) == (2, ".NN.")


def test_a_level_stays_open_while_somebody_can_place() -> None:
    """Whenever a new level opens, neither player could have placed on the one before."""
    rng = Random(2)
    opened = 0
    for _ in range(150):
        game = random_game(rng, random_rules(rng, cells=12))
        for before, now in pairwise(game):
            if now.level > before.level:
                done = replace(now, levels=now.levels[: before.level])
                assert not done.can_place(RED)
                assert not done.can_place(BLUE)
                opened += 1
    assert opened > 100


def test_who_placed_last_moves_first_on_the_next_level() -> None:
    """Blue lays the last tile of level 1, so Blue begins level 2 though Red could as well."""
    position = after(strip(4, 2, (1, 2, 0, 1)), "Na1 Nb1 1c1 1d1")
    assert (position.level, position.mover) == (2, BLUE)
    assert position.can_place(RED)
    position = after(strip(3, 2, (2, 1, 1, 0)), "1a1 1b1 1c1")
    assert (position.level, position.mover) == (2, RED)
    assert position.can_place(BLUE)


def test_the_opponent_begins_a_level_that_the_last_placer_cannot() -> None:
    """Red lays the last tile of level 1 but has none for level 2, so Blue begins it."""
    position = after(strip(3, 2, (2, 1, 0, 0)), "1a1 1b1 1c1")
    assert (position.level, position.mover) == (2, BLUE)
    assert not position.can_place(RED)


def test_the_game_ends_with_the_last_level() -> None:
    """When the last level is complete nobody is to move."""
    assert after(strip(2, 1, (1, 0, 0, 0)), "1a1 1b1").is_over
    assert not after(strip(2, 2, (2, 0, 0, 0)), "1a1 1b1").is_over


@pytest.mark.parametrize("levels", [2, 3, 9])
def test_a_level_on_which_nobody_can_place_ends_all_levels_above(levels: int) -> None:
    """Two ones on level 1, no pair of cells for the fives: every level above is complete, empty."""
    position = after(strip(2, levels, (1, 1, 0, 0)), "1a1 1b1")
    assert position.is_over
    assert [letters(position, n) for n in range(1, levels + 1)] == ["RB"] + [".."] * (levels - 1)


def test_holes_carry_no_level() -> None:
    """A hole of level 1 stays a hole on every level above it."""
    position = after(strip(4, 3, (0, 1, 0, 1)), "Nb1 Nc1 5b1-c1")
    assert position.is_over
    assert [letters(position, n) for n in (1, 2, 3)] == [".NN.", ".BB.", "...."]


def test_a_position_never_waits_on_a_skip() -> None:
    """In every position of a game the mover can place, or the game is over for both players."""
    rng = Random(3)
    for _ in range(150):
        for position in random_game(rng, random_rules(rng, cells=12)):
            assert position.is_over or position.legal_moves()
            if position.is_over:
                assert not any(position.can_place(color) for color in PLAYERS)
                assert position.level == position.rules.levels


# --- Scoring and editions --------------------------------------------------------------------


@pytest.mark.parametrize(("move", "face"), [("1a1", 1), ("5a1-b1", 5), ("10a1-c1", 10), ("Na1", 0)])
@pytest.mark.parametrize("level", range(2, 10))
def test_a_tile_scores_its_face_times_its_level(move: str, face: int, level: int) -> None:
    """A tile is worth face times level to whoever laid it, and nothing to the other."""
    for mover, score in ((RED, (face * level, 0)), (BLUE, (0, face * level))):
        assert over("NNN", mover, level).play(parse_move(move)).score == score


def test_the_margin_is_first_minus_second() -> None:
    """The margin is the first player's total minus the second player's."""
    position = after(strip(3, 2, (2, 1, 1, 0)), "1a1 5b1-c1 1b1")
    assert position.score == (1, 7)
    assert position.margin == -6


def test_the_editions_differ_in_names_only() -> None:
    """The same moves lead through the same levels, turns, reserves and scores in both editions."""
    rng = Random(4)
    for _ in range(40):
        rules = random_rules(rng, cells=12)
        printed, online = (Position.start(replace(rules, edition=edition)) for edition in Edition)
        while not printed.is_over:
            assert printed.legal_moves() == online.legal_moves()
            move = rng.choice(printed.legal_moves())
            printed, online = printed.play(move), online.play(move)
            assert online == replace(printed, rules=online.rules)
