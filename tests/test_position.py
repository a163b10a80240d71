"""Positions as values: where a game starts, what is refused and why, and that nothing changes."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest
from known import rows
from variants import random_game, random_rules

from steppe_solver.errors import IllegalMoveError
from steppe_solver.notation import format_spn, parse_move, parse_spn
from steppe_solver.position import (
    MAX_LEVELS,
    MAX_SIDE,
    Cell,
    Color,
    Edition,
    Move,
    Position,
    Reserve,
    Rules,
    Tile,
    perft,
)

LEVEL_2 = "RBNRR/RRNBR/RRNBR/RNRNR/BNRBB|...../...../...../...../..... R 11,2,2,1 9,5,3,0 29-6"


def test_the_start_is_the_standard_game() -> None:
    """Without rules a game starts with the booklet's material and one neutral tile on c3."""
    start = Position.start()
    assert start == Position.start(Rules())
    assert start.reserves == (Reserve(15, 5, 3, 3),) * 2
    assert start.owner(Cell(2, 2)) is Color.NEUTRAL
    assert start.levels[0].count(None) == 24
    assert (start.level, start.score, start.margin) == (1, (0, 0), 0)


def test_the_reserves_cover_the_cells_exactly() -> None:
    """The two reserves cover 74 cells, as many as three levels leave to fill."""
    cells = 2 * sum(tile.length * Rules().reserve.count(tile) for tile in Tile)
    assert cells == 3 * 25 - 1 == 74


def test_the_first_player_starts_or_nobody_does() -> None:
    """At the start both can place the same tiles, so the first player begins unless none fits."""
    rng = Random(11)
    beginners = set()
    for _ in range(400):
        start = Position.start(random_rules(rng))
        assert start.placements(Color.RED) == start.placements(Color.BLUE)
        beginners.add(start.mover)
    assert beginners == {Color.RED, None}


def test_a_player_who_cannot_place_leaves_the_start_to_the_other() -> None:
    """With an empty hand on the first player's side the second player is given the turn."""
    rules = Rules(2, 1, 1, Reserve(1, 0, 0, 0), frozenset())
    uneven = replace(Position.start(rules), reserves=(Reserve(0, 0, 0, 0), Reserve(1, 0, 0, 0)))
    assert uneven._settled(Color.RED, last_placer=Color.RED).mover is Color.BLUE


def test_a_game_without_tiles_is_over_at_once() -> None:
    """Where nobody holds a tile that fits, the start is the end and every level is there, empty."""
    start = Position.start(Rules(3, 2, 4, Reserve(0, 0, 0, 0), frozenset({Cell(1, 1)})))
    assert start.is_over
    assert start.mover is None
    assert start.legal_moves() == ()
    assert [level.count(None) for level in start.levels] == [5, 6, 6, 6]


def test_a_full_first_level_opens_the_second_at_once() -> None:
    """Neutral tiles on every cell leave nothing to do on level 1: the first player starts above."""
    start = Position.start(Rules(1, 1, 2, Reserve(1, 0, 0, 0), frozenset({Cell(0, 0)})))
    assert (start.level, start.mover) == (2, Color.RED)


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"width": 0}, "board"),
        ({"width": MAX_SIDE + 1}, "board"),
        ({"height": 0}, "board"),
        ({"height": MAX_SIDE + 1}, "board"),
        ({"levels": 0}, "levels"),
        ({"levels": MAX_LEVELS + 1}, "levels"),
        ({"reserve": Reserve(1, 1, -1, 1)}, "reserve"),
        ({"width": 2}, "starting neutral cell"),
        ({"start": frozenset({Cell(0, -1)})}, "starting neutral cell"),
    ],
)
def test_rules_that_make_no_game_are_refused(changes: dict[str, object], part: str) -> None:
    """Sizes, levels, reserves and start cells out of range are a ValueError that names the part."""
    with pytest.raises(ValueError, match=part):
        replace(Rules(), **changes)  # type: ignore[arg-type]


def test_the_largest_variant_is_playable() -> None:
    """A board of 8 x 8 with nine levels can be played from the first move to the last."""
    game = random_game(Random(5), Rules(8, 8, 9, Reserve(60, 40, 25, 10), frozenset()))
    assert game[-1].is_over
    assert len(game[-1].levels) == 9
    assert game[-1].level == 9


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move(Tile.ONE, (Cell(5, 0),)), "off the board"),
        (Move(Tile.FIVE, (Cell(0, -1), Cell(0, 0))), "off the board"),
        (Move(Tile.FIVE, (Cell(0, 1), Cell(1, 2))), "straight"),
        (Move(Tile.FIVE, (Cell(0, 2), Cell(0, 1))), "lower end first"),
        (Move(Tile.FIVE, (Cell(0, 1),)), "length"),
        (Move(Tile.TEN, (Cell(0, 1), Cell(2, 1))), "length"),
        (Move(Tile.ONE, (Cell(0, 1), Cell(0, 2))), "length"),
        (parse_move("1a1"), "a1: not on own or neutral support"),
        (parse_move("5a1-a2"), "a1: not on own or neutral support"),
        (parse_move("5d1-d2"), "d1: not on own or neutral support"),
        (parse_move("10d1-d3"), "d1: not on own or neutral support"),
        (parse_move("10c1-e1"), "e1: not on own or neutral support"),
    ],
    ids=lambda case: str(case),
)
def test_an_illegal_move_is_refused_with_its_reason(move: Move, reason: str) -> None:
    """Playing what the rules forbid raises an error that says which move, which cell and why."""
    position = parse_spn(LEVEL_2)
    assert move not in position.legal_moves()
    with pytest.raises(IllegalMoveError, match=reason) as caught:
        position.play(move)
    assert str(move) in str(caught.value)


@pytest.mark.parametrize("move", ["1b1", "5b1-c1", "10a1-c1", "10b1-d1", "Nb1"])
def test_a_hole_is_named(move: str) -> None:
    """A tile with any part over a hole is refused, and that cell is named."""
    red = Color.RED
    position = Position(
        rules=Rules(5, 1, 2, Reserve(9, 9, 9, 9), frozenset()),
        levels=((red, None, red, red, red), (None,) * 5),
        mover=red,
        reserves=(Reserve(1, 1, 1, 1), Reserve(0, 0, 0, 0)),
        score=(0, 0),
    )
    with pytest.raises(IllegalMoveError, match="b1: a hole lies under it"):
        position.play(parse_move(move))


def test_a_tile_that_is_used_up_is_named() -> None:
    """Who holds no tile of the kind is told so, by colour."""
    position = Position.start(Rules(3, 1, 1, Reserve(1, 0, 0, 0), frozenset()))
    with pytest.raises(IllegalMoveError, match="Red has no such tile in reserve"):
        position.play(parse_move("5a1-b1"))
    with pytest.raises(IllegalMoveError, match="Blue has no such tile in reserve"):
        position.play(parse_move("1a1")).play(parse_move("5b1-c1"))


def test_a_covered_cell_is_named_as_taken() -> None:
    """A tile across a cell that carries a tile is refused, and that cell is named."""
    position = Position.start().play(parse_move("1b1"))
    for move in ("1b1", "5a1-b1", "10a1-c1", "10b1-b3", "Nb1"):
        with pytest.raises(IllegalMoveError, match="b1: taken"):
            position.play(parse_move(move))


def test_an_ended_game_takes_no_move() -> None:
    """After the end every move is refused because the game has ended."""
    over = Position.start(Rules(2, 1, 1, Reserve(0, 1, 0, 0), frozenset())).play(
        parse_move("5a1-b1")
    )
    assert over.is_over
    with pytest.raises(IllegalMoveError, match="the game has ended"):
        over.play(parse_move("1a1"))


def test_the_reason_speaks_the_language_of_the_edition() -> None:
    """In the DMR edition the first player is called White."""
    rules = Rules(2, 1, 1, Reserve(1, 0, 0, 0), frozenset(), Edition.DMR)
    with pytest.raises(IllegalMoveError, match="White has no such tile"):
        Position.start(rules).play(parse_move("5a1-b1"))


@pytest.mark.parametrize("seed", range(20))
def test_play_takes_exactly_the_legal_moves(seed: int) -> None:
    """Of all tiles on all cells, play takes those that legal_moves lists and no other."""
    rng = Random(seed)
    position = rng.choice(random_game(rng, random_rules(rng, cells=9)))
    empty_board = Position.start(
        replace(position.rules, reserve=Reserve(1, 1, 1, 1), start=frozenset())
    )
    taken = set()
    for move in empty_board.legal_moves():
        try:
            position.play(move)
        except IllegalMoveError:
            continue
        taken.add(move)
    assert taken == set(position.legal_moves())
    assert len(position.legal_moves()) == len(taken)


def test_values_cannot_be_changed() -> None:
    """Positions and rules refuse assignment."""
    position = Position.start()
    with pytest.raises(FrozenInstanceError):
        position.mover = Color.BLUE  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        position.rules.width = 4  # type: ignore[misc]


def test_play_leaves_the_old_position_as_it_was() -> None:
    """Playing every legal move changes nothing in the position they start from."""
    position = parse_spn(LEVEL_2)
    before = (position.levels, position.mover, position.reserves, position.score)
    after = {position.play(move) for move in position.legal_moves()}
    assert (position.levels, position.mover, position.reserves, position.score) == before
    assert len(after) == len(position.legal_moves())


def test_equal_positions_are_one_key() -> None:
    """Two orders of the same tiles give equal positions with equal hashes; another differs."""
    one, other, third = Position.start(), Position.start(), Position.start()
    for move in ("1a1", "5b1-c1", "Na2"):
        one = one.play(parse_move(move))
    for move in ("Na2", "5b1-c1", "1a1"):
        other = other.play(parse_move(move))
    for move in ("Na1", "5b1-c1", "1a2"):
        third = third.play(parse_move(move))
    assert one == other
    assert len({one, other}) == 1
    assert third != one
    assert {one: "found"}[other] == "found"


def test_positions_survive_pickling() -> None:
    """A position comes back equal from every pickle protocol, and plays on."""
    for position in random_game(Random(3), Rules(edition=Edition.DMR))[::7]:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            copy = pickle.loads(pickle.dumps(position, protocol))
            assert copy == position
            assert hash(copy) == hash(position)
            assert copy.legal_moves() == position.legal_moves()


def test_threads_may_share_positions() -> None:
    """Eight threads that search one position at once all find what one thread finds."""
    position = parse_spn(LEVEL_2)
    expected = perft(position, 2)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(perft, [position] * 16, [2] * 16)) == [expected] * 16


@pytest.mark.parametrize("game", rows("games"), ids=lambda game: game["id"])
def test_recorded_games_replay(game: dict[str, object]) -> None:
    """A recorded game is legal to the last move and ends on its position, score and holes."""
    position = parse_spn(str(game["start"]))
    spns = []
    for move in map(str, game["moves"]):  # type: ignore[call-overload]
        position = position.play(parse_move(move, position))
        spns.append(format_spn(position))
    assert spns[-1] == game["final_spn"]
    assert spns == game.get("spns", spns)
    assert len(spns) == game["plies"]
    assert list(position.score) == game["score"]
    assert position.margin == game["margin"]
    assert [level.count(None) for level in position.levels] == game["holes"]
