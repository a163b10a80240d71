"""The files of known inputs: every position, game, bad input and unusual input in them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from known import rows

from steppe_solver.errors import IllegalMoveError, InputError, ParseError, PositionError
from steppe_solver.notation import (
    format_move,
    format_record,
    format_spn,
    parse_move,
    parse_record,
    parse_spn,
    read_entries,
)

FIELDS = {
    **dict.fromkeys(["bad01", "bad02", "bad04", "bad05", "bad06", "bad07", "bad20"], "board"),
    **dict.fromkeys(["bad25", "bad32", "bad33", "bad34"], "board"),
    **dict.fromkeys(["bad08", "bad29"], "mover"),
    **dict.fromkeys(["bad09", "bad10", "bad16", "bad22", "bad24"], "reserve"),
    **dict.fromkeys(["bad11", "bad15", "bad26", "bad27"], "score"),
    **dict.fromkeys(["bad12", "bad13"], "word"),
    **dict.fromkeys(["bad66"], "move"),
    **dict.fromkeys(["bad69", "bad71"], "header"),
}
"""Which part of a position or record a reader of it would look at first."""


def positions() -> Iterator[str]:
    """Every position line of the data files."""
    for name in ("values", "frontier", "perft", "games"):
        for row in rows(name):
            yield from (row[key] for key in ("spn", "start", "final_spn") if key in row)
            yield from row.get("spns", ())


def kind(name: str, *kinds: str) -> list[Any]:
    """The rows of a file that are of these kinds, named for the test report."""
    return [pytest.param(row, id=row["id"]) for row in rows(name) if row["kind"] in kinds]


def test_every_position_comes_back_byte_for_byte() -> None:
    """Reading and writing a line of the files changes nothing."""
    lines = list(positions())
    assert len(lines) > 700
    for line in lines:
        assert format_spn(parse_spn(line)) == line


def test_every_game_replays_to_its_end() -> None:
    """Moves, positions after every ply, score and final position are those of the file."""
    for row in rows("games"):
        first, second = row["score"]
        moves = " ".join(row["moves"])
        record = parse_record(f'[SPN "{row["start"]}"]\n\n{moves} {first}-{second}\n')
        assert format_spn(record.final) == row["final_spn"]
        assert record.result == (first, second)
        assert [format_move(move) for move in record.moves] == row["moves"]
        lines = [format_spn(position) for position in record.positions()[1:]]
        assert lines == row.get("spns", lines)
        assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("row", kind("bad_inputs", "spn", "sgr"))
def test_bad_positions_and_records_are_refused(row: dict[str, str]) -> None:
    """Each is refused with its field and place, as ill-formed or as impossible as the file says."""
    parse = parse_spn if row["kind"] == "spn" else parse_record
    with pytest.raises(InputError) as caught:
        parse(row["input"])
    assert caught.value.faults[0].field == FIELDS[row["id"]]
    lines = row["input"].splitlines()
    for fault in caught.value.faults:
        line, column = map(int, fault.at.split(":"))
        assert 1 <= column <= len(lines[line - 1]) + 1
    if row["kind"] == "spn":
        assert type(caught.value) is (ParseError if row["sort"] == "syntax" else PositionError)


@pytest.mark.parametrize("row", kind("bad_inputs", "move"))
def test_bad_moves_are_refused(row: dict[str, str]) -> None:
    """Each is refused when it is read, or says why it cannot be played."""
    position = parse_spn(row["spn"])
    if row["sort"] == "syntax":
        with pytest.raises(ParseError) as caught:
            parse_move(row["input"], position)
        assert {fault.field for fault in caught.value.faults} == {"move"}
    else:
        with pytest.raises(IllegalMoveError, match=row["oracle_says"].split(": ")[1]):
            position.play(parse_move(row["input"], position))


@pytest.mark.parametrize("row", kind("odd_inputs", "spn"))
def test_odd_positions_are_read(row: dict[str, str]) -> None:
    """They are usual enough to come back as they are."""
    assert format_spn(parse_spn(row["input"])) == row["input"]


@pytest.mark.parametrize("row", kind("odd_inputs", "move"))
def test_odd_moves_are_read(row: dict[str, str]) -> None:
    """They mean the move in its usual form."""
    assert format_move(parse_move(row["input"], parse_spn(row["spn"]))) == row["canonical"]


@pytest.mark.parametrize("row", kind("odd_inputs", "sgr"))
def test_odd_records_are_read(row: dict[str, Any]) -> None:
    """They hold the moves that the file lists, read as a text and read as a file."""
    record = parse_record(row["input"])
    assert [format_move(move) for move in record.moves] == row["moves"]
    (entry,) = read_entries(io.BytesIO(row["input"].encode()), "-")
    assert entry.record == record
