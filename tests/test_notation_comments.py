"""Comments of game records, where they stand, and what can be played of a bad game."""

from __future__ import annotations

import io
from random import Random

import pytest
from plain_analysis import record_of
from variants import random_game, random_rules

from steppe_solver.notation import (
    Comment,
    Entry,
    GameRecord,
    format_record,
    parse_record,
    parse_records,
    read_entries,
)

PIECES = ["a", "B by 6", " ", "\n", "# x", "[", '[Event "x"]', "1a1", "*", "\u00e9", "{", '"', "\\"]


def entries(text: str | bytes) -> list[Entry]:
    """What a game file with this content holds."""
    content = text.encode() if isinstance(text, str) else text
    return list(read_entries(io.BytesIO(content), "x.sgr"))


def test_comments_are_kept_with_their_places() -> None:
    """A place is the number of moves before the comment; -1 stands for before the headers."""
    record = parse_record(
        '# a file\n{of games}\n[Event "x"] # why\n{how}\n\n{begin} 1. 1a1 {one\nmove} 1b1 # two\n'
        "2. 1c1 {three} {and more} * {end}"
    )
    assert record.comments == (
        Comment(-1, "# a file"),
        Comment(-1, "{of games}"),
        Comment(0, "# why"),
        Comment(0, "{how}"),
        Comment(0, "{begin}"),
        Comment(1, "{one\nmove}"),
        Comment(2, "# two"),
        Comment(3, "{three}"),
        Comment(3, "{and more}"),
        Comment(3, "{end}"),
    )


def test_a_comment_behind_a_result_belongs_to_the_next_game() -> None:
    """On a later line; without a next game it stays with the last."""
    first, second = parse_records('1a1 * # mine\n{next}\n\n[Event "x"]\n\n1b1 *\n# last\n')
    assert isinstance(first, GameRecord)
    assert isinstance(second, GameRecord)
    assert first.comments == (Comment(1, "# mine"),)
    assert second.comments == (Comment(-1, "{next}"), Comment(1, "# last"))
    assert second.line == 4


def test_comments_do_not_count_in_comparisons() -> None:
    """Two records of the same game are equal whatever is said about it, and written alike."""
    bare, told = parse_record("1a1 1b1 *"), parse_record("1a1 {good} 1b1 *")
    assert bare == told
    assert hash(bare) == hash(told)
    assert format_record(bare) == format_record(told)


def test_comments_are_written_where_they_belong() -> None:
    """Each on lines of its own; the number of a move is written again behind one."""
    record = parse_record('# file\n[Event "x"]\n\n{go} 1a1 {oh} 1b1 1c1 {end} *')
    assert format_record(record, record.comments) == (
        '# file\n[Event "x"]\n\n{go}\n1. 1a1\n{oh}\n1... 1b1\n2. 1c1\n{end}\n*\n'
    )


@pytest.mark.parametrize("text", ["x", "{x", "{x} ", "{x} 1a1", "# x\n1a1", "", "{x}{y}", "#\n#"])
def test_what_is_not_one_comment_is_not_written(text: str) -> None:
    """Nothing is written that would not be read back."""
    with pytest.raises(ValueError, match="not a comment"):
        format_record(parse_record("1a1 *"), [Comment(0, text)])


def test_random_comments_come_back() -> None:
    """Whatever a comment holds, in whatever place, it is read back as it was written."""
    rng = Random(1)
    written = 0
    for _ in range(300):
        record = record_of(random_game(rng, random_rules(rng, cells=6)))
        comments = []
        for place in sorted(rng.choices(range(-1, len(record.moves) + 1), k=rng.randint(0, 5))):
            text = "".join(rng.choices(PIECES, k=rng.randint(0, 6)))
            line = rng.random() < 0.3
            comments.append(Comment(place, f"# {text}".split("\n")[0] if line else f"{{{text}}}"))
        try:
            text = format_record(record, comments)
        except ValueError:  # a header line in it, and a brace behind that
            continue
        again = parse_record(text)
        assert again == GameRecord(again.headers, record.start, record.moves)
        headed = bool(again.headers)
        assert again.comments == tuple(
            Comment(place if headed or place >= 0 else -1, text) for place, text in comments
        )
        written += len(comments)
    assert written >= 300


BAD_GAMES = [
    # text, moves that can be played (None: the start is not to be trusted)
    ("1a1 1b1 1a1 1c1 *", 2),
    ("1a1 1b1 foo 1c1 *", 2),
    ("1a1 1b1 5c1 1c1 *", 2),
    ("1a1 1b1 {never closed 1c1 *", 2),
    ("foo 1a1 *", 0),
    ("1a1 1b1 151-115", 2),
    ('[Result "151-115"]\n\n1a1 1b1 *', 2),
    ('[Result "won"]\n\n1a1 1b1 *', 2),
    ("1a1 1b1 * 1c1", 2),
    ('[Edition "x"]\n\n1a1 *', None),
    ('[SPN "x"]\n\n1a1 *', None),
    ("[SPN x]\n\n1a1 *", None),
    ('[Event "x"]\n[Event "y"]\n\n1a1 *', None),
    ('[Edition "dmr"]\n[SPN "...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0"]\n\n1a1', None),
]


@pytest.mark.parametrize(("text", "moves"), BAD_GAMES)
def test_of_a_bad_game_the_beginning_can_be_played(text: str, moves: int | None) -> None:
    """Up to the first move that cannot be read or played; it makes a record that can be read."""
    (entry,) = entries(text)
    assert entry.error is not None
    assert entry.record is None
    if moves is None:
        assert entry.playable is None
        return
    assert entry.playable is not None
    assert len(entry.playable.moves) == moves
    assert parse_record(format_record(entry.playable)) == entry.playable


def test_nothing_is_played_across_a_line_that_cannot_be_read() -> None:
    """Moves behind an over-long line or one that is not UTF-8 might belong to another position."""
    for bad in (b"\xff 1b1", b"x" * (1 << 20) + b"y"):
        (entry,) = entries(b"1. 1a1\n" + bad + b"\n1c1 1d1 *\n")
        assert entry.error is not None
        assert "file" in {fault.field for fault in entry.error.faults}
        assert entry.playable is not None
        assert [str(move) for move in entry.playable.moves] == ["1a1"]


def test_a_good_game_is_its_record() -> None:
    """Only a bad game has a playable part beside."""
    (entry,) = entries("1a1 1b1 *")
    assert entry.record is not None
    assert entry.playable is None
