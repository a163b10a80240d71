"""The checker's own rules against those of the package and the counts on record."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from certificates import setting_of
from known import rows
from variants import random_game, random_rules

from steppe_solver.certificate.board import NOBODY, Board, State
from steppe_solver.certificate.setting import read_setting
from steppe_solver.notation import format_move, format_spn
from steppe_solver.position import Position, Rules

PERFT = [row for row in rows("perft") if row["nodes"] <= 3000]


def perft(board: Board, state: State, depth: int) -> int:
    """How many sequences of so many moves the checker knows."""
    if depth == 0:
        return 1
    if state.mover == NOBODY:
        return 0
    return sum(perft(board, board.play(state, move), depth - 1) for move in board.moves(state))


def without_surplus(board: Board, state: State) -> State:
    """The state without tiles in hand for which there are no cells left."""
    room = board.width * board.height * (board.levels - state.level + 1)
    first, second = (tuple(min(held, room) for held in hand) for hand in state.hands)
    return state._replace(hands=(first, second))


def follow(game: list[Position]) -> int:
    """How many positions the game has, after the checker has played it too and agreed on each."""
    board, state, margin = setting_of(game[0])
    first, second = game[0].reserves
    state = state._replace(hands=(tuple(first), tuple(second)))
    for position, after in itertools.pairwise(game):
        here = setting_of(position)
        assert (here.state, here.margin) == (without_surplus(board, state), margin)
        moves = {board.name(move): move for move in board.moves(state)}
        assert sorted(moves) == sorted(map(format_move, position.legal_moves()))
        assert all(board.is_legal(state, move) for move in moves.values())
        played = next(move for move in position.legal_moves() if position.play(move) == after)
        move = moves[format_move(played)]
        points = board.points(state, move)
        margin += -points if state.mover else points
        state = board.play(state, move)
    assert state.mover == NOBODY
    assert margin == game[-1].margin
    return len(game)


def test_moves_and_positions_of_random_games() -> None:
    """Along random games on boards of every shape, moves, positions and points are the same."""
    rng = Random(5)
    plies = sum(
        follow(random_game(rng, random_rules(rng, cells=rng.choice((6, 12, 20)), side=8)))
        for _ in range(60)
    )
    assert plies > 500


def test_a_standard_game() -> None:
    """A random game by the standard rules is the same game to the checker."""
    assert follow(random_game(Random(6), Rules())) > 30


@pytest.mark.parametrize("row", PERFT, ids=lambda row: row["spn"][:20])
def test_perft(row: dict[str, str | int]) -> None:
    """The number of move sequences is the one on record."""
    board, state, _ = read_setting(str(row["spn"]))
    assert perft(board, state, int(row["depth"])) == row["nodes"]


def test_a_move_that_is_not_in_the_list_is_not_legal() -> None:
    """Of all kinds of move on all cells, on and off the board, those are legal that are listed."""
    rng = Random(7)
    for _ in range(30):
        game = random_game(rng, random_rules(rng, cells=8))
        board, state, _ = setting_of(rng.choice(game))
        if state.mover == NOBODY:
            continue
        every = [(kind, 1 << cell) for kind in range(6) for cell in range(256)]
        assert [move for move in every if board.is_legal(state, move)] == board.moves(state)


@pytest.mark.parametrize(
    ("spn", "reason"),
    [
        ("..", "a position has"),
        ("... X 1,0,0,0 1,0,0,0 0-0", "no mover"),
        ("..x R 1,0,0,0 1,0,0,0 0-0", "no cell"),
        ("... W 1,0,0,0 1,0,0,0 0-0", "no mover"),
        ("..R W 1,0,0,0 1,0,0,0 0-0 dmr", "no cell"),
        (".../.. R 1,0,0,0 1,0,0,0 0-0", "not of one size"),
        (".../...|... R 1,0,0,0 1,0,0,0 0-0", "not of one size"),
        ("...|...|...|... R 1,0,0,0 1,0,0,0 0-0", "4 levels"),
        ("......... R 1,0,0,0 1,0,0,0 0-0", "1 to 8"),
        (" R 1,0,0,0 1,0,0,0 0-0", "1 to 8"),
        ("... R 1,0,0 1,0,0,0 0-0", "no reserve"),
        ("... R 1,0,0,-1 1,0,0,0 0-0", "no reserve"),
        ("... R 1,0,0,0 1,0,0,0 0", "no score"),
        ("... R 1,0,0,0 1,0,0,0 0-0 levels=0", "not understood"),
        ("... R 1,0,0,0 1,0,0,0 0-0 novelty", "not understood"),
        ("... R 0,0,0,0 1,0,0,0 0-0", "cannot place"),
        ("... - 1,0,0,0 1,0,0,0 0-0", "somebody can place"),
    ],
)
def test_positions_that_cannot_be_read(spn: str, reason: str) -> None:
    """A line that is no position is refused, with what is wrong."""
    with pytest.raises(ValueError, match=reason):
        read_setting(spn)


def test_reserves_beyond_the_cells_make_no_difference() -> None:
    """Of a huge reserve the checker keeps the tiles for which there are cells."""
    game = Position.start(Rules(width=2, height=1, levels=2, start=frozenset()))
    huge = format_spn(game).replace("15,5,3,3", "999999999,5,3,3")
    assert read_setting(huge).state.hands[0] == (4, 4, 3, 3)
