"""Moves as text: what is read, what is refused, and where the fault is."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from variants import random_rules

from steppe_solver.errors import ParseError
from steppe_solver.notation import format_move, parse_move
from steppe_solver.position import Cell, Edition, Move, Position, Reserve, Rules, Tile

DMR = Position.start(Rules(edition=Edition.DMR))
WIDE = Position.start(Rules(width=8, height=2, start=frozenset()))


def faults(text: str, position: Position | None = None) -> list[tuple[str, str]]:
    """Message and place of every fault of a move that must be refused."""
    with pytest.raises(ParseError) as caught:
        parse_move(text, position)
    assert {fault.field for fault in caught.value.faults} == {"move"}
    return [(fault.at, fault.message) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1a1", Move(Tile.ONE, (Cell(0, 0),))),
        ("5a1-b1", Move(Tile.FIVE, (Cell(0, 0), Cell(1, 0)))),
        ("5c4-c5", Move(Tile.FIVE, (Cell(2, 3), Cell(2, 4)))),
        ("10c2-c4", Move(Tile.TEN, (Cell(2, 1), Cell(2, 2), Cell(2, 3)))),
        ("10a1-c1", Move(Tile.TEN, (Cell(0, 0), Cell(1, 0), Cell(2, 0)))),
        ("Nc3", Move(Tile.NEUTRAL, (Cell(2, 2),))),
    ],
)
def test_moves_are_read_and_written(text: str, move: Move) -> None:
    """Every kind of tile is read with all its cells, and written the same way."""
    assert parse_move(text) == move
    assert format_move(move) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5E1-D1", "5d1-e1"),
        ("10c4-C2", "10c2-c4"),
        ("5a2-a1", "5a1-a2"),
        ("1A1", "1a1"),
        ("NE5", "Ne5"),
        ("We5", "Ne5"),
    ],
)
def test_readers_are_lenient_where_nothing_is_lost(text: str, canonical: str) -> None:
    """Swapped ends, upper-case columns and W for N in the tsr edition are read."""
    assert format_move(parse_move(text)) == canonical


def test_every_slot_of_every_board_comes_back() -> None:
    """What can be laid on boards of every shape is read back as it was written."""
    rng = Random(3)
    for _ in range(60):
        rules = random_rules(rng, cells=64, side=8, levels=1)
        position = Position.start(
            Rules(rules.width, rules.height, 1, Reserve(1, 1, 1, 1), frozenset(), rules.edition)
        )
        for move in position.legal_moves():
            assert parse_move(format_move(move), position) == move


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("", "1:1", "empty"),
        ("a1", "1:1", "tile is missing"),
        ("c3-c5", "1:1", "tile is missing"),
        ("N", "1:1", "not a move"),
        ("10", "1:1", "not a move"),
        ("-", "1:1", "not a move"),
        ("2a1", "1:1", "no tile"),
        ("0a1", "1:1", "no tile"),
        ("01a1", "1:1", "no tile"),
        ("15a1", "1:1", "no tile"),
        ("100a1-c1", "1:1", "no tile"),
        ("Ra1", "1:1", "no tile"),
        ("na1", "1:1", "upper case"),
        ("wa1", "1:1", "upper case"),
        ("1f1", "1:2", "off the board"),
        ("1z9", "1:2", "off the board"),
        ("1a6", "1:2", "off the board"),
        ("1a0", "1:2", "off the board"),
        ("1a10", "1:2", "off the board"),
        ("1a99999999999999999999999", "1:2", "off the board"),
        ("1a01", "1:2", "leading zero"),
        ("10d1-f1", "1:6", "off the board"),
        ("5a1", "1:1", "both its ends"),
        ("10a1", "1:1", "both its ends"),
        ("1a1-a1", "1:5", "one cell"),
        ("1a1-b1", "1:5", "one cell"),
        ("Nc3-c3", "1:5", "one cell"),
        ("5a1-a1", "1:2", "covers 2 cells"),
        ("5a1-c1", "1:2", "covers 2 cells"),
        ("10a1-b1", "1:3", "covers 3 cells"),
        ("10a1-d1", "1:3", "covers 3 cells"),
        ("10a1-a1", "1:3", "covers 3 cells"),
        ("10a1-c3", "1:3", "diagonally"),
        ("5a1-b2", "1:2", "diagonally"),
        ("5b1-a2", "1:2", "diagonally"),
        ("5a1-", "1:4", "does not belong"),
        ("5a1-b", "1:4", "does not belong"),
        ("5a1--b1", "1:4", "does not belong"),
        ("5a1-b1-c1", "1:7", "does not belong"),
        ("1a1x", "1:4", "does not belong"),
        ("5a1b1", "1:4", "does not belong"),
        ("1a1!", "1:4", "no place in a move"),
        ("1 a1", "1:2", "white space"),
        ("N a1", "1:2", "white space"),
        (" 1a1", "1:1", "white space"),
        ("1a1 ", "1:4", "white space"),
        ("1a1\n", "1:4", "white space"),
        ("1a\uff11", "1:3", "no place in a move"),
        ("1a\u0661", "1:3", "no place in a move"),
        ("5a1\u2013b1", "1:4", "no place in a move"),
        ("1a1\x00", "1:4", "no place in a move"),
        ("1.1a1", "1:2", "no place in a move"),
    ],
)
def test_bad_moves_are_refused_at_the_very_letter(text: str, at: str, words: str) -> None:
    """Each way to write a move wrongly gives one fault, at its place, in telling words."""
    ((place, message),) = faults(text)
    assert place == at
    assert words in message


def test_all_faults_of_a_move_are_told() -> None:
    """A wrong tile and two wrong cells are three faults with three places."""
    assert [place for place, _ in faults("7f1-a9")] == ["1:1", "1:2", "1:5"]


def test_the_position_gives_board_and_edition() -> None:
    """Cells are judged by the board of the position, W by its edition; legality is not asked."""
    assert format_move(parse_move("10f1-h1", WIDE)) == "10f1-h1"
    assert faults("1a3", WIDE) == [("1:2", "a3 is off the board, which runs from a1 to h2")]
    assert "dmr" in faults("Wa1", DMR)[0][1]
    assert format_move(parse_move("Na1", DMR)) == "Na1"
    taken = Position.start()
    assert format_move(parse_move("1c3", taken)) == "1c3"


def test_places_count_from_where_the_text_stands() -> None:
    """``at`` shifts every place of a fault."""
    with pytest.raises(ParseError) as caught:
        parse_move("1f1", at=(7, 20))
    assert [fault.at for fault in caught.value.faults] == ["7:21"]


def test_messages_are_ascii_and_errors_can_be_pickled() -> None:
    """Whatever was typed, the message is printable ASCII, and the error survives a process."""
    for text in ("\x1b[31m", "\ud800", "1a1\u2028", "x" * 1000):
        with pytest.raises(ParseError) as caught:
            parse_move(text)
        assert all(" " <= letter <= "~" for letter in str(caught.value))
        assert len(str(caught.value)) < 300
        assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults
