"""Position lines: what they say, how they are written, and every fault of form with its place."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from variants import random_game, random_rules

from steppe_solver.errors import ParseError, PositionError
from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import Cell, Color, Edition, Position, Reserve, Rules

START = "...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0"
BOARD = START.split()[0]
REST = "R 15,5,3,3 15,5,3,3 0-0"
SMALL = "../.. R 2,1,0,1 2,1,0,1 0-0 reserves=2,1,0,1"


def faults(text: str) -> list[tuple[str, str]]:
    """Field and place of every fault of a line that is not well-formed."""
    with pytest.raises(ParseError) as caught:
        parse_spn(text)
    return [(fault.field, fault.at) for fault in caught.value.faults]


def message(text: str) -> str:
    """All that is said about a line that is not well-formed."""
    with pytest.raises(ParseError) as caught:
        parse_spn(text)
    return str(caught.value)


def test_the_start_is_the_documented_line() -> None:
    """The starts of both editions are written as the notation page says and read back."""
    assert format_spn(Position.start()) == START
    dmr = Position.start(Rules(edition=Edition.DMR))
    assert format_spn(dmr) == START.replace("R", "W") + " dmr"
    for position in (Position.start(), dmr):
        assert parse_spn(format_spn(position)) == position


def test_what_a_line_says() -> None:
    """Levels, owners, mover, reserves, score and trailing words are where they belong."""
    line = ".W/BW/.W|../../.. W 0,1,1,0 0,2,1,0 6-1 levels=2 reserves=1,2,1,0 dmr"
    position = parse_spn(line)
    assert position.rules == Rules(2, 3, 2, Reserve(1, 2, 1, 0), frozenset(), Edition.DMR)
    assert position.owner(Cell(0, 1), 1) is Color.BLUE
    assert position.owner(Cell(1, 0), 1) is Color.RED
    assert position.owner(Cell(0, 0), 1) is None
    assert position.level == 2
    assert position.mover is Color.RED
    assert position.reserves == (Reserve(0, 1, 1, 0), Reserve(0, 2, 1, 0))
    assert position.score == (6, 1)
    assert format_spn(position) == line


@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_random_games_comes_back_equal(seed: int) -> None:
    """No position that play can leave is ever refused, and reading undoes writing, in any variant.

    Beyond every position in between, the lines lose nothing: equal lines mean equal positions.
    """
    rng = Random(seed)
    for _ in range(60):
        for position in random_game(rng, random_rules(rng)):
            assert parse_spn(format_spn(position)) == position


@pytest.mark.parametrize("edition", Edition)
def test_every_position_of_standard_games_comes_back_equal(edition: Edition) -> None:
    """The same holds on the standard board with all its tiles."""
    rng = Random(edition.value)
    for _ in range(12):
        for position in random_game(rng, Rules(edition=edition)):
            assert parse_spn(format_spn(position)) == position


def test_large_boards_come_back_equal() -> None:
    """Up to 8 x 8 cells and 9 levels, with reserves to match."""
    rng = Random(5)
    for _ in range(6):
        rules = random_rules(rng, cells=64, side=8, levels=9)
        for position in random_game(rng, rules)[::7]:
            assert parse_spn(format_spn(position)) == position


@pytest.mark.parametrize(
    "line",
    [
        f"  {START}",
        f"{START}\t ",
        START.replace(" ", "\t \t"),
        START + "\n",
        START + "\r\n",
        START + " levels=3",
        START + " reserves=15,5,3,3 start=c3 levels=3",
    ],
)
def test_readers_are_lenient_where_nothing_is_lost(line: str) -> None:
    """Runs of spaces and tabs, a line end, and words that say the usual are read."""
    assert parse_spn(line) == Position.start()


def test_trailing_words_may_stand_in_any_order() -> None:
    """Written order is fixed, read order is not."""
    rules = Rules(2, 2, 2, Reserve(2, 1, 0, 1), frozenset(), Edition.DMR)
    words = ["levels=2", "reserves=2,1,0,1", "dmr"]
    board = "../.. W 2,1,0,1 2,1,0,1 0-0"
    for order in (words, words[::-1], [words[1], words[0], words[2]]):
        assert parse_spn(" ".join([board, *order])) == Position.start(rules)
    assert format_spn(Position.start(rules)) == " ".join([board, *words])


def test_starting_cells_are_written_only_where_a_reader_would_take_others() -> None:
    """c3 on a 5 x 5 board goes without saying, and so do cells that the reserves leave over."""
    assert "start" not in format_spn(Position.start(Rules(levels=2)))
    assert format_spn(Position.start(Rules(start=frozenset()))).endswith(" 0-0 start=-")
    two = Rules(start=frozenset({Cell(1, 1), Cell(0, 4)}))
    assert format_spn(Position.start(two)).endswith(" 0-0 start=a5,b2")
    small = Rules(3, 3, 2, Reserve(3, 1, 1, 1), frozenset({Cell(2, 0)}))
    assert "start" not in format_spn(Position.start(small))
    after = next(m for m in Position.start(small).legal_moves() if str(m) == "Na1")
    line = format_spn(Position.start(small).play(after))
    assert line == ".../.../N.N B 3,1,1,0 3,1,1,1 0-0 levels=2 reserves=3,1,1,1 start=c1"
    assert parse_spn(line).rules.start == frozenset({Cell(2, 0)})
    assert parse_spn(line.removesuffix(" start=c1")).rules.start == frozenset({Cell(0, 0)})


def test_without_the_word_the_standard_reserves_hold() -> None:
    """A board of another size does not change the reserves."""
    position = parse_spn("N.. R 15,5,3,3 15,5,3,3 0-0")
    assert position.rules.reserve == Reserve(15, 5, 3, 3)
    assert position.rules.start == frozenset({Cell(0, 0)})


def test_an_ended_game_may_leave_out_its_empty_levels() -> None:
    """The levels that nobody could place on are there whether they were written or not."""
    over = ".|.|. - 0,1,0,0 0,1,0,0 0-0 reserves=0,1,0,0"
    short = ". - 0,1,0,0 0,1,0,0 0-0 reserves=0,1,0,0"
    assert parse_spn(short) == parse_spn(over)
    assert format_spn(parse_spn(short)) == over
    open_above = "R|. - 0,0,0,0 1,0,0,1 1-0 reserves=1,0,0,1"
    for line in (open_above, open_above.replace("R|.", "R"), open_above.replace("R|.", "R|.|.")):
        with pytest.raises(PositionError):
            parse_spn(line)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        # the board
        ("", [("board", "1:1")]),
        ("   ", [("board", "1:1")]),
        (f"...../..../..N../...../..... {REST}", [("board", "1:7")]),
        (f"...../....../..N../...../..... {REST}", [("board", "1:7")]),
        (f"...../...../..N../....... {REST}", [("board", "1:19")]),
        (f"...../...../..X../...../..... {REST}", [("board", "1:15")]),
        (f"...../...../..n../...../..... {REST}", [("board", "1:15")]),
        (f"...../...../..-../...../..... {REST}", [("board", "1:15")]),
        (f"...../...../..\x00../...../..... {REST}", [("board", "1:15")]),
        (f"x..../...../..N../...../....y {REST}", [("board", "1:1"), ("board", "1:29")]),
        (f"W..../...../..N../...../..... {REST}", [("board", "1:1")]),
        (f"{BOARD}/ {REST}", [("board", "1:31")]),
        (f"/{BOARD} {REST}", [("board", "1:1")]),
        (f"| {REST}", [("board", "1:1"), ("board", "1:2")]),
        (f"/ {REST}", [("board", "1:1"), ("board", "1:2")]),
        (f"{BOARD}| {REST}", [("board", "1:31")]),
        (f"{BOARD}|...../..... {REST}", [("board", "1:31")]),
        (
            f"{BOARD}|..../..../..../..../.... {REST}",
            [("board", f"1:{n}") for n in range(31, 56, 5)],
        ),
        (f"{'/'.join(['.' * 9] * 8)} {REST}", [("board", "1:1")]),
        (f"{'/'.join(['.' * 8] * 9)} {REST}", [("board", "1:1")]),
        (f"{'/'.join(['.' * 9] * 9)} {REST}", [("board", "1:1"), ("board", "1:1")]),
        (f"{BOARD}|{BOARD}|{BOARD}|{BOARD} {REST}", [("board", "1:91")]),
        ("../..|../.. R 1,1,1,1 1,1,1,1 0-0 levels=1", [("board", "1:7")]),
        (START.replace("N..", "N.. "), [("board", "1:19")]),
        (f"{BOARD} | {BOARD} {REST}", [("board", "1:31")]),
        # the mover
        (START.replace(" R ", " X "), [("mover", "1:31")]),
        (START.replace(" R ", " r "), [("mover", "1:31")]),
        (START.replace(" R ", " W "), [("mover", "1:31")]),
        (START.replace(" R ", " N "), [("mover", "1:31")]),
        (START.replace(" R ", " Red "), [("mover", "1:31")]),
        (START + " dmr", [("mover", "1:31")]),
        (START.replace(" R ", " "), [("mover", "1:31")]),
        # the reserves
        (START.replace(" 15,5", " -1,5", 1), [("reserve", "1:33")]),
        (START.replace(" 15,5", " 15,+5", 1), [("reserve", "1:36")]),
        (START.replace(" 15,5", " 15,05", 1), [("reserve", "1:36")]),
        (START.replace(" 15,5", " 15,5.0", 1), [("reserve", "1:36")]),
        (START.replace(" 15,5", " 15,", 1), [("reserve", "1:36")]),
        (START.replace(" 15,5", " x,y", 1), [("reserve", "1:33"), ("reserve", "1:35")]),
        (START.replace(",3,3 0", ",3 0"), [("reserve", "1:42")]),
        (START.replace(",3,3 0", ",3,3,3 0"), [("reserve", "1:42")]),
        (START.replace(" 15,5,3,3 0", " 0"), [("reserve", "1:42")]),
        (START.replace(" 15,5,3,3", " \u0661\u0665,5,3,3", 1), [("reserve", "1:33")]),
        (START.replace(" 15,5,3,3", " 15;5;3;3", 1), [("reserve", "1:33")]),
        # the score
        (START.replace(" 0-0", ""), [("score", "1:50")]),
        (START.replace("0-0", "0"), [("score", "1:51")]),
        (START.replace("0-0", "0:0"), [("score", "1:51")]),
        (START.replace("0-0", "-0"), [("score", "1:51")]),
        (START.replace("0-0", "0-0-0"), [("score", "1:51")]),
        (START.replace("0-0", "00-0"), [("score", "1:51")]),
        (START.replace("0-0", "0-01"), [("score", "1:53")]),
        (START.replace("0-0", "99999999999999999999-0"), [("score", "1:51")]),
        (START.replace("0-0", "9" * 5000 + "-0"), [("score", "1:51")]),
        (START.replace("0-0", "0-\uff10"), [("score", "1:53")]),
        # the trailing words
        (START + " hello", [("word", "1:55")]),
        (START + " tsr", [("word", "1:55")]),
        (START + " DMR", [("word", "1:55")]),
        (START + " Levels=3", [("word", "1:55")]),
        (START + " levels", [("word", "1:55")]),
        (START + " # comment", [("word", "1:55"), ("word", "1:57")]),
        (START + " levels=", [("word", "1:62")]),
        (START + " levels=0", [("word", "1:62")]),
        (START + " levels=10", [("word", "1:62")]),
        (START + " levels=03", [("word", "1:62")]),
        (START + " levels=-3", [("word", "1:62")]),
        (START + " levels=3 levels=3", [("word", "1:64")]),
        (START.replace("R", "W") + " dmr dmr", [("word", "1:59")]),
        (START + " reserves=15,5,3", [("word", "1:64")]),
        (START + " reserves=15,5,3,x", [("word", "1:71")]),
        (START + " reserves=", [("word", "1:64")]),
        (START + " start=", [("word", "1:61")]),
        (START + " start=C3", [("word", "1:61")]),
        (START + " start=c3,c3", [("word", "1:64")]),
        (START + " start=c3,f1", [("word", "1:64")]),
        (START + " start=c3,a9", [("word", "1:64")]),
        (START + " start=c03", [("word", "1:61")]),
        (START + " start=c3,,a1", [("word", "1:64")]),
        # two lines are not one
        (START + "\n" + START, None),
        (START + "\x0b", None),
        (START.replace(" R", "\u00a0R"), None),
    ],
)
def test_bad_form_is_refused_at_the_very_place(
    line: str, found: list[tuple[str, str]] | None
) -> None:
    """Each way to write a line wrongly is named by its field, at its first wrong character."""
    assert faults(line) == found if found is not None else faults(line)


def test_all_faults_of_a_line_are_told_together() -> None:
    """A letter, three counts in a reserve and a missing score are three faults in three places."""
    line = "...../...../..x../...../..... R 15,5,3 15,5,3,3"
    assert faults(line) == [("board", "1:15"), ("reserve", "1:33"), ("score", "1:48")]
    worst = "...../..x../..N../..../..... Q 15,5 1,-2,3,4 7 levels=11 foo foo"
    assert [field for field, _ in faults(worst)] == [
        *("board", "board", "mover", "reserve", "reserve", "score", "word", "word", "word"),
    ]


@pytest.mark.parametrize("missing", range(1, 5))
def test_a_missing_word_does_not_shift_the_blame(missing: int) -> None:
    """Where one word is left out, that one is named and the others are still read."""
    words = [*START.split(), "levels=3"]
    field = ["board", "mover", "reserve", "reserve", "score"][missing]
    del words[missing]
    assert [found for found, _ in faults(" ".join(words))] == [field]


def test_messages_are_in_plain_words() -> None:
    """Messages say what a player sees on the board."""
    assert "row 4 has 4 cells, the others 5" in message(f"...../..../..N../...../..... {REST}")
    two = f"{BOARD}|...../....../...../...../..... {REST}"
    assert "row 4 of level 2 has 6 cells, the others 5" in message(two)
    assert "level 2 has 2 rows, level 1 has 5" in message(f"{BOARD}|...../..... {REST}")
    assert "4 levels are written, the game has 3" in message(
        f"{BOARD}|{BOARD}|{BOARD}|{BOARD} {REST}"
    )
    assert "'X' is no mover: write R or B" in message(START.replace(" R ", " X "))
    assert "'05': a number has no leading zero" in message(START.replace(" 15,5", " 15,05", 1))
    assert "W is White of the dmr edition" in message(f"W..../...../..N../...../..... {REST}")


def test_places_count_from_where_the_text_stands() -> None:
    """``at`` shifts every place of a fault."""
    impossible = START.replace("0-0", "0-1")
    for line, kind in ((START.replace("R", "X"), ParseError), (impossible, PositionError)):
        with pytest.raises(kind) as shifted:
            parse_spn(line, at=(12, 101))
        with pytest.raises(kind) as plain:
            parse_spn(line)
        for there, here in zip(shifted.value.faults, plain.value.faults, strict=True):
            assert there.at == f"12:{int(here.at.removeprefix('1:')) + 100}"
            assert there.message == here.message


def test_megabytes_of_nonsense_give_an_error_of_moderate_size() -> None:
    """The faults listed have a limit, after which they are only counted."""
    for junk in ("x" * 10**6, "x/" * 10**4, "|" * 10**6, "x " * 10**4, "1," * 10**4, "| " * 10**5):
        for line in (junk, f"{BOARD} R {junk}", f"{START} start={junk}"):
            with pytest.raises(ParseError) as caught:
                parse_spn(line)
            assert len(caught.value.faults) <= 251
            assert len(str(caught.value)) < 60_000
    assert "and 99752 more faults" in message(START + " x" * 100_002)


def test_errors_can_be_pickled_and_messages_are_ascii() -> None:
    """Faults cross process borders, and whatever was typed, they print on any terminal."""
    for line in (START + " \x1b[31m\u00e9\ud800", START.replace("0-0", "3-0")):
        with pytest.raises((ParseError, PositionError)) as caught:
            parse_spn(line)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert again.faults == caught.value.faults
        assert all(" " <= letter <= "~" for letter in str(again))


def test_a_fault_is_told_once() -> None:
    """No line gets the same message at the same place twice."""
    for line in (START + " x x x", START.replace("5,3", "x,x"), "x|x|x|x x x x x x"):
        found = faults(line)
        with pytest.raises(ParseError) as caught:
            parse_spn(line)
        assert len(set(caught.value.faults)) == len(found)
