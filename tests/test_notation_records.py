"""Game records: what is read, what is refused and where, and how games of a file are told apart."""

from __future__ import annotations

import pickle
from itertools import pairwise
from random import Random

import pytest
from variants import random_game, random_rules

from steppe_solver.errors import IllegalMoveError, InputError, ParseError, PositionError
from steppe_solver.notation import (
    GameRecord,
    format_record,
    format_spn,
    parse_move,
    parse_record,
    parse_records,
)
from steppe_solver.position import Edition, Position, Reserve, Rules

SMALL = "../.. R 1,0,0,0 1,0,0,0 0-0 levels=1 reserves=1,0,0,0"
SHORT = f'[SPN "{SMALL}"]\n'
"""Headers of a game that ends 1-1 after two moves."""


def names(record: GameRecord) -> list[str]:
    """The moves of a record in notation."""
    return [str(move) for move in record.moves]


def faults(text: str, kind: type[InputError] = ParseError) -> list[tuple[str, str]]:
    """Field and place of every fault of a record that must be refused in this way."""
    with pytest.raises(InputError) as caught:
        parse_record(text)
    assert type(caught.value) is kind
    return [(fault.field, fault.at) for fault in caught.value.faults]


def outcomes(text: str) -> list[list[str] | list[tuple[str, str]]]:
    """For every game of a text its moves, or the fields and places of its faults."""
    return [
        names(game)
        if isinstance(game, GameRecord)
        else [(fault.field, fault.at) for fault in game.faults]
        for game in parse_records(text)
    ]


def test_a_record_with_everything() -> None:
    """Headers, numbers, comments of both kinds over several lines, and an open result."""
    record = parse_record(
        "# a file\n\n"
        '[Event "A [small] {game} # one"]\n[First "Ann \\"A\\" Lee"]\n[Second "B\\\\b"]\n'
        '[Round "7"] # not known here\n\n'
        "1. 1a1 {a comment\n over {two lines} 5b1-c1 # 1d1\n2.Na2 3... 10e1-e3 * # end\n"
    )
    assert names(record) == ["1a1", "5b1-c1", "Na2", "10e1-e3"]
    assert record.headers == (
        ("Event", "A [small] {game} # one"),
        ("First", 'Ann "A" Lee'),
        ("Second", "B\\b"),
        ("Round", "7"),
    )
    assert record.start == Position.start()
    assert record.result is None
    assert record.line == 3
    assert record.name == "A [small] {game} # one"
    assert record.positions()[0] == record.start
    assert record.positions()[-1] == record.final
    assert len(record.positions()) == 5


def test_the_least_that_is_a_record() -> None:
    """Headers, numbers and the result may be left out; a record of a start alone has no moves."""
    assert names(parse_record("1a1")) == ["1a1"]
    assert parse_record("*").moves == ()
    assert parse_record('[Event "x"]').final == Position.start()


@pytest.mark.parametrize(
    ("headers", "name"),
    [
        ("", None),
        ('[Event "Cup"]\n[First "A"]', "Cup"),
        ('[First "A"]\n[Second "B"]', "A - B"),
        ('[Event ""]\n[First "A"]', "A - "),
    ],
)
def test_the_name_comes_from_the_headers(headers: str, name: str | None) -> None:
    """The event names a game, else its players do."""
    assert parse_record(f"{headers}\n\n1a1 *").name == name


def test_the_start_follows_from_edition_and_spn() -> None:
    """Without SPN the edition's usual start holds; an SPN of any variant starts the game there."""
    dmr = parse_record('[Edition "dmr"]\n\n1a1 Nb1 *')
    assert dmr.start == Position.start(Rules(edition=Edition.DMR))
    assert parse_record('[Edition "tsr"]\n\n1a1 Wb1 *').moves[1] == parse_move("Nb1")
    assert faults('[Edition "dmr"]\n\n1a1 Wb1 *') == [("move", "3:5")]
    small = parse_record(SHORT + "\n1a1 1b2 1-1")
    assert small.start.rules.width == 2
    assert small.result == (1, 1)


@pytest.mark.parametrize("seed", range(6))
def test_records_of_random_games_come_back_equal(seed: int) -> None:
    """Writing and reading undo each other, for every variant and for games broken off anywhere."""
    rng = Random(seed)
    for _ in range(12):
        game = random_game(rng, random_rules(rng))
        played = game[: rng.randint(1, len(game))]
        moves = []
        for before, after in pairwise(played):
            moves.append(next(m for m in before.legal_moves() if before.play(m) == after))
        headers = (("Event", rng.choice(('"', "\\", '\\"', "\\\\n", "] [", "{#}", "\u00e9")) * 2),)
        record = GameRecord(headers, played[0], tuple(moves))
        again = parse_record(format_record(record))
        assert again.headers[:1] == headers
        assert (again.start, again.moves) == (record.start, record.moves)
        assert again.positions() == tuple(played)
        assert parse_record(format_record(again)) == again


def test_what_is_needed_to_read_a_record_back_is_added() -> None:
    """A start that goes without saying needs no header, others get Edition or SPN, once."""
    usual = GameRecord((), Position.start(), ())
    assert format_record(usual) == "*\n"
    dmr = GameRecord((("Event", "x"),), Position.start(Rules(edition=Edition.DMR)), ())
    assert format_record(dmr) == '[Event "x"]\n[Edition "dmr"]\n\n*\n'
    small = GameRecord((), Position.start(Rules(1, 2, 1, Reserve(1, 0, 0, 0), frozenset())), ())
    assert format_record(small) == f'[SPN "{format_spn(small.start)}"]\n\n*\n'
    assert format_record(parse_record(format_record(small))) == format_record(small)


def test_moves_are_written_two_a_line_with_the_result() -> None:
    """The layout is that of score sheets, and an ended game has its score at the end."""
    assert format_record(parse_record("1a1 1b1 1c1 *")) == "1. 1a1 1b1\n2. 1c1\n*\n"
    assert format_record(parse_record(SHORT + "\n1a1 1b2")).endswith("\n\n1. 1a1 1b2\n1-1\n")


@pytest.mark.parametrize("header", [("A b", "x"), ("", "x"), ("A", "x\ny"), ("A", "x\ry")])
def test_headers_that_cannot_be_written_are_refused(header: tuple[str, str]) -> None:
    """Nothing is written that would not be read back."""
    with pytest.raises(ValueError, match="not a header"):
        format_record(GameRecord((header,), Position.start(), ()))


def test_a_record_made_by_hand_says_where_it_cannot_be_played() -> None:
    """Such a record has no positions and is not written."""
    record = GameRecord((), Position.start(), (parse_move("1a1"), parse_move("1a1")))
    with pytest.raises(IllegalMoveError):
        record.positions()
    with pytest.raises(IllegalMoveError):
        format_record(record)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("file", "1:1")]),
        ("# only a comment", [("file", "1:1")]),
        ("{only a comment}", [("file", "1:1")]),
        # headers
        ('[Event "x]\n\n1a1 *', [("header", "1:1")]),
        ('[Event x"]\n\n1a1 *', [("header", "1:1")]),
        ("[Event x]\n\n1a1 *", [("header", "1:1")]),
        ('[Event "x"\n\n1a1 *', [("header", "1:1")]),
        ('[Event "x" y]\n\n1a1 *', [("header", "1:1")]),
        ('["x"]\n\n1a1 *', [("header", "1:1")]),
        ('[Event "a "b" c"]\n\n1a1 *', [("header", "1:1")]),
        ('[Event "x\\"]\n\n1a1 *', [("header", "1:1")]),
        ('[Event "x"]\n[Event "y"]\n\n1a1 *', [("header", "2:9")]),
        ('[Edition "parker"]\n\n1a1 *', [("header", "1:11")]),
        ('[Edition "TSR"]\n\n1a1 *', [("header", "1:11")]),
        ('[Result "won"]\n\n1a1 *', [("header", "1:10")]),
        ('[Result "1-0-0"]\n\n1a1 *', [("header", "1:10")]),
        ('[Result "01-0"]\n\n1a1 *', [("header", "1:10")]),
        ('[Result ""]\n\n1a1 *', [("header", "1:10")]),
        ('[SPN "hello"]\n\n1a1 *', None),
        ('[SPN ""]\n\n1a1 *', [("board", "1:7")]),
        # moves
        ("1. 1a1 1b1 foo 1c1 *", [("move", "1:12")]),
        ("1. 1a1 5b1 10c9-c1 *", [("move", "1:8"), ("move", "1:14")]),
        ("1. 1 a1 *", [("move", "1:4"), ("move", "1:6")]),
        ("1a1 1b1! *", [("move", "1:8")]),
        ("1a1} *", [("move", "1:4")]),
        ('1a1 [Event "x"] *', [("move", "1:5"), ("move", "1:12")]),
        ("1a1 {never closed 1b1 *", [("move", "1:5")]),
        ("1a1 \x00 *", [("move", "1:5")]),
        # results
        ("1a1 * 1b1", [("move", "1:7")]),
        ("1a1 * *", [("move", "1:7")]),
        ("1a1 * {never closed", [("move", "1:7")]),
        ("1a1 01-0", [("score", "1:5")]),
        ("1a1 9999999999-0", [("score", "1:5")]),
        ("1a1 151\u2013115", [("move", "1:8")]),
        # several games
        ("1a1 *\n1b1 *", [("file", "2:1")]),
        ('[A "x"]\n\n1a1 *\n\n[A "y"]\n\n1b1 x *', [("file", "5:1"), ("move", "7:5")]),
    ],
)
def test_bad_form_is_refused_at_the_very_place(text: str, found: list[tuple[str, str]]) -> None:
    """Each way to write a record wrongly is named by its field, where it is."""
    assert faults(text) == found if found is not None else faults(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. 1a1 1a1 *", [("move", "1:8")]),
        ("1. 1c3 *", [("move", "1:4")]),
        ("1. 1a1 1a1 1c3 *", [("move", "1:8")]),
        (SHORT + "\n1a1 1b2 1b1 *", [("move", "3:9")]),
        (SHORT + "\n1a1 5b1-b2 *", [("move", "3:5")]),
        (SHORT + "\n1a1 1b2 2-1", [("score", "3:9")]),
        (SHORT + "\n1a1 1b2 *", [("score", "3:9")]),
        (SHORT + "\n1a1 1-0", [("score", "3:5")]),
        (SHORT + '[Result "1-2"]\n\n1a1 1b2 1-1', [("header", "2:10")]),
        (SHORT + '[Result "1-2"]\n\n1a1 1b2', [("header", "2:10")]),
        (SHORT + '[Result "1-2"]\n\n1a1 1b2 2-1', [("header", "2:10"), ("score", "4:9")]),
        (SHORT + '[Result "*"]\n\n1a1 1b2 1-1', [("header", "2:10")]),
        (SHORT + '[Result "1-1"]\n\n1a1 *', [("header", "2:10")]),
        (SHORT + '[Result "1-0"]\n\n1a1 1-0', [("header", "2:10"), ("score", "4:5")]),
        (SHORT + '[Edition "dmr"]\n\n1a1 *', [("header", "2:11")]),
        (
            '[Edition "tsr"]\n[SPN "../.. W 1,0,0,0 1,0,0,0 0-0 reserves=1,0,0,0 dmr"]',
            [("header", "1:11")],
        ),
        ('[SPN "../.. R 1,0,0,0 2,0,0,0 0-7 reserves=1,0,0,0"]\n\n1a1 *', [("reserve", "1:23")]),
        ('[Result "1-0"]\n\n1a1 1a1 2-0', [("move", "3:5"), ("score", "3:9")]),
    ],
)
def test_what_cannot_be_true_is_refused(text: str, found: list[tuple[str, str]]) -> None:
    """Illegal moves and results, editions and starts that contradict each other are named."""
    assert faults(text, PositionError) == found


def test_an_illegal_move_is_named_with_its_number_and_why() -> None:
    """The number counts moves from the start of the record."""
    with pytest.raises(PositionError) as caught:
        parse_record("1. 1a1 1b1\n2. 1c1 10a1-c1 *")
    assert str(caught.value) == "2:8: move: move 4 cannot be played: 10a1-c1: a1: taken"


def test_all_faults_of_a_record_are_told_together() -> None:
    """Headers, start, moves and result are all looked at, whatever is wrong with the others."""
    text = (
        '[Event "x"]\n[Event "y"]\n[Edition "z"]\n[SPN "x./.. R 1,0,0 1,0,0,0 0-0"]\n'
        '[Result "q"]\n\n1. 1a1 foo\n2. bar 01-1 1c1\n'
    )
    assert faults(text) == [
        ("header", "2:9"),
        ("header", "3:11"),
        ("board", "4:7"),
        ("reserve", "4:15"),
        ("header", "5:10"),
        ("move", "7:8"),
        ("move", "8:4"),
        ("score", "8:8"),
        ("move", "8:13"),
    ]


def test_move_numbers_are_not_looked_at() -> None:
    """Wrong numbers lose nothing: the moves stand in order."""
    assert names(parse_record("7. 1a1 2. 1b1 2. 1c1 99... *")) == ["1a1", "1b1", "1c1"]


def test_line_ends_of_all_kinds_are_white_space() -> None:
    """Records come from all systems; places still count lines."""
    assert names(parse_record('[A "x"]\r\n\r\n1. 1a1\r\n1b1\t*\r\n')) == ["1a1", "1b1"]
    assert faults('[A "x"]\r\n\r\n1. 1a1\r\nfoo *\r\n') == [("move", "4:1")]


def test_games_are_told_apart_by_headers_and_results() -> None:
    """A header after moves begins a game; so does a move on a later line than the result."""
    assert outcomes('[A "x"]\n\n1a1 1b1\n\n[A "y"]\n\n1c1 *\n') == [["1a1", "1b1"], ["1c1"]]
    assert outcomes('[A "x"]\n\n1a1 *\n[A "y"]\n\n1c1 *\n') == [["1a1"], ["1c1"]]
    assert outcomes("1a1 1b1 *\n1c1\n1d1 *\n\n*") == [
        ["1a1", "1b1"],
        ["1c1", "1d1"],
        [("move", "5:1")],
    ]
    assert outcomes("1a1 *\n1c1\n") == [["1a1"], [("move", "2:1")]]
    assert outcomes('[A "x"]\n\n[B "y"]\n\n1a1 *') == [["1a1"]]
    assert outcomes("") == []


def test_one_bad_game_does_not_spoil_the_others() -> None:
    """Whatever is wrong with a game, the next header line begins a new one."""
    good = '[Event "good"]\n\n1. 1b2 *\n\n'
    for bad in (
        '[Event "bad"]\n\n1. 1a1 1a1 *\n\n',
        '[Event "bad"]\n\nfoo bar\n\n',
        '[Event "bad]\n\n1. 1a1 *\n\n',
        '[Event "bad"\n[Edition "x"]\n\n1. 1a1 *\n\n',
        '[Event "bad"]\n\n1. 1a1 { never closed *\n\n',
        '[Event "bad"]\n\n1. 1a1 { never } closed } *\n\n',
        '[Event "bad"]\n[SPN "no position"]\n\n1. 1a1 *\n\n',
        '[Event "bad"]\n\n1. 1a1 * 1b1 *\n\n',
    ):
        first, middle, last = parse_records(good + bad + good)
        assert isinstance(middle, InputError), bad
        assert isinstance(first, GameRecord)
        assert first == last
        assert isinstance(last, GameRecord)
        assert last.line == 5 + bad.count("\n")


def test_an_unclosed_comment_ends_at_the_next_header() -> None:
    """Even where a later game has a comment of its own; but a comment may quote a header line."""
    lost = '[A "x"]\n\n1a1 { oh\n\n[A "y"]\n\n1b1 { fine } *\n'
    assert outcomes(lost) == [[("move", "3:5")], ["1b1"]]
    quoting = '1a1 {so:\n[A "y"]\nas it says} 1b1 *'
    assert outcomes(quoting) == [["1a1", "1b1"]]


def test_lines_are_counted_from_where_the_text_stands() -> None:
    """``line`` shifts the lines of records and faults."""
    good, bad = parse_records("1a1 *\n\nfoo *", line=40)
    assert isinstance(good, GameRecord)
    assert good.line == 40
    assert isinstance(bad, ParseError)
    assert [fault.at for fault in bad.faults] == ["42:1"]


def test_records_and_errors_can_be_pickled() -> None:
    """They cross process borders unchanged."""
    record = parse_record(SHORT + "\n1a1 1b2 1-1")
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(pickle.loads(pickle.dumps(record))) == hash(record)
    with pytest.raises(InputError) as caught:
        parse_record("foo")
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults
