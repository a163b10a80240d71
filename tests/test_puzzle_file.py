"""Puzzle files: what is written is read back, and what cannot be read is said with its place."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from composed import CASES, composed
from jsonschema import Draft202012Validator

from steppe_solver.errors import Fault, InputError, ParseError, PositionError
from steppe_solver.notation import parse_spn, read_entries
from steppe_solver.position import Edition
from steppe_solver.puzzle import Node
from steppe_solver.puzzle.file import (
    PuzzleEntry,
    format_puzzle,
    parse_puzzle,
    read_puzzle,
    read_puzzles,
    stated_of,
)

Json = dict[str, Any]
SCHEMA = files("steppe_solver.puzzle").joinpath("stp.schema.json")
ORDER = [
    *("id", "kind", "name", "spn", "goal", "n", "strict", "key", "same", "result", "gap", "tries"),
    *("line", "duals", "solution", "rating", "themes", "method", "parent", "seed", "version"),
]


def schema() -> Json:
    """The schema of the package."""
    found: Json = json.loads(SCHEMA.read_text("utf-8"))
    return found


def as_json(name: str = "quick") -> Json:
    """A puzzle of the file."""
    found: Json = json.loads(format_puzzle(composed(name)))
    return found


def entries(*lines: str | bytes) -> list[PuzzleEntry]:
    """What a file with these lines holds."""
    content = b"".join(x if isinstance(x, bytes) else f"{x}\n".encode() for x in lines)
    return list(read_puzzles(io.BytesIO(content), "some.stp.json"))


def faults(text: str) -> tuple[Fault, ...]:
    """The faults of the text, which are the same alone and in a file."""
    with pytest.raises(InputError) as caught:
        parse_puzzle(text)
    (entry,) = entries(text)
    assert entry.error is not None
    assert entry.error.faults == caught.value.faults
    assert entry.puzzle is None
    return caught.value.faults


def edited(edit: Callable[[Json], object], name: str = "quick") -> str:
    """A line of a file after the puzzle has been edited."""
    data = as_json(name)
    edit(data)
    return json.dumps(data)


@pytest.mark.parametrize("name", CASES)
def test_a_puzzle_is_read_back(name: str) -> None:
    """Of every kind, what is written is read back, with what is stated besides."""
    puzzle = composed(name)
    line = format_puzzle(puzzle)
    assert line.isascii()
    assert "\n" not in line
    assert read_puzzle(line) == (puzzle, stated_of(puzzle))
    assert parse_puzzle(line) == puzzle
    assert list(json.loads(line)) == ORDER
    assert entries(line) == [
        PuzzleEntry(1, json.loads(line)["spn"], puzzle, stated_of(puzzle), None)
    ]


def test_names_and_editions_are_kept() -> None:
    """A name of any characters, and the edition that calls the first player White."""
    puzzle = composed("win")
    rules = replace(puzzle.position.rules, edition=Edition.DMR)
    puzzle = replace(
        puzzle, name='N\u00e4he "\u68cb"\n', position=replace(puzzle.position, rules=rules)
    )
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("name", CASES)
def test_the_schema_knows_every_puzzle(name: str) -> None:
    """The schema is a sound one, and what is written satisfies it."""
    Draft202012Validator.check_schema(schema())
    Draft202012Validator(schema()).validate(as_json(name))


def test_the_schema_describes_every_field() -> None:
    """Every field, of parts as well, has a sentence of its own; all fields are in it."""
    whole = schema()
    assert list(whole["properties"]) == ORDER
    assert whole["required"] == ORDER
    parts = [whole["properties"]]
    parts += [whole["$defs"][name]["properties"] for name in ("goal", "try", "node")]
    for properties in parts:
        for name, field in properties.items():
            assert len(field["description"].split()) >= 3, name
            assert field["description"].endswith("."), name


def test_every_command_reads_the_positions() -> None:
    """A puzzle file is a file of positions too."""
    line = format_puzzle(composed("save"))
    (entry,) = read_entries(io.BytesIO(line.encode()), "some.stp.json")
    assert entry.position == composed("save").position


def set_to(path: str, value: object) -> Callable[[Json], None]:
    """An edit that changes, or adds, what stands at the path."""

    def edit(data: Any) -> None:
        *before, last = [int(place) if place.isdigit() else place for place in path.split("/")]
        for place in before:
            data = data[place]
        data[last] = value

    return edit


def without(*names: str) -> Callable[[Json], None]:
    """An edit that takes fields away."""

    def edit(data: Json) -> None:
        for name in names:
            del data[name]

    return edit


SHAPES = [
    (without("n", "key"), '"n", "key" are missing'),
    (set_to("goal/side", "green"), "goal/side: 'green' should be one of red, blue"),
    (set_to("goal", {"side": "red", "tens": 1}), 'goal: "level" is missing'),
    (set_to("goal", None), "goal: null should be an object: a puzzle of this kind has a goal"),
    (set_to("kind", "tens"), "kind: 'tens' should be one of ten, save, win, best, pack, help"),
    (set_to("n", None), "n: null should be a whole number: a puzzle of this kind has a number"),
    (set_to("n", True), "n: true should be a whole number or null"),
    (set_to("n", 2.5), "n: 2.5 should be a whole number or null"),
    (set_to("n", 10**30), "n: 10000000000000000000 is too large: the most is 999999999"),
    (set_to("n", float("nan")), "n: NaN is not a number in JSON"),
    (set_to("n", -float("inf")), "n: -Infinity is not a number in JSON"),
    (set_to("strict", None), "strict: null should be true or false: of ten it is said whether"),
    (set_to("gap", 3), "gap: 3 should be null: only best and pack have a gap"),
    (set_to("id", "123"), "id: '123' should be 16 hexadecimal digits, lower case"),
    (set_to("rating", 101), "rating: 101 is too large: the most is 100"),
    (set_to("duals", -1), "duals: -1 is too small: the least is 0"),
    (set_to("line", []), "line: this list cannot be empty"),
    (set_to("themes", ["x", "x"]), "themes: something stands in this list twice"),
    (set_to("tries", {}), "tries: an object should be a list"),
    (set_to("tries/1/ways", "1"), "tries/1/ways: '1' should be a whole number"),
    (set_to("tries/1/why", "1"), "tries/1: 'why' has no place here"),
    (set_to("solution/next/1/next/0", {"result": 3}), 'solution/next/1/next/0: "moves" is missing'),
    (set_to("solution/next/1/next", None), "solution/next/1/next: null should be a list"),
    (set_to("solution/next/1/result", "2"), "solution/next/1/result: '2' should be a whole number"),
    (set_to("solution/next/1", 7), "solution/next/1: 7 should be an object"),
    (set_to("key", None), "key: null should be a string in quotes"),
    (set_to("name", "\ud800"), "name: the string holds half a character"),
]


@pytest.mark.parametrize(("edit", "message"), SHAPES)
def test_a_wrong_shape_is_said_with_its_place(edit: Callable[[Json], None], message: str) -> None:
    """A fault of shape is the only one, is in plain words, and points at the field it is in."""
    text = edited(edit)
    (fault,) = faults(text)
    assert fault.field == "file"
    assert fault.message.startswith(message)
    name = message.partition(":")[0].partition("/")[0]
    column = text.index(f'"{name}": ') + len(name) + 5 if name in ORDER else 1
    assert fault.at == f"1:{column}"


def test_results_of_points_are_numbers() -> None:
    """In win, best and pack no result is null, at any depth; elsewhere it may be."""
    for path in ("result", "tries/0/result", "solution/result", "solution/next/0/result"):
        (fault,) = faults(edited(set_to(path, None), "best"))
        assert fault.message.startswith(f"{path}: null should be a whole number: a result")
        parse_puzzle(edited(set_to(path, None), "quick"))


def test_a_whole_number_may_be_written_as_a_fraction() -> None:
    """3.0 is 3, and is kept as such."""
    puzzle = parse_puzzle(format_puzzle(composed("quick")).replace('"n": 3', '"n": 3.0'))
    assert puzzle == composed("quick")
    assert isinstance(puzzle.n, int)


MOVES = [
    ("key", "7a1", "'7' is no tile: the tiles are 1, 5, 10 and N"),
    ("same", ["1a1", "1f1"], "same/1: f1 is off the board, which runs from a1 to e5"),
    ("line/2", "10a1-b1", "line/2: a ten covers 3 cells, a1-b1 is 2 long"),
    ("tries/1/moves/0", "5a1-b2", "tries/1/moves/0: a1-b2 is not straight"),
    ("tries/1/refutation/0", "", "tries/1/refutation/0: a move is missing here"),
    ("solution/next/1/moves/0", "a1", "solution/next/1/moves/0: the tile is missing"),
]


@pytest.mark.parametrize(("path", "value", "message"), MOVES)
def test_what_is_no_move_is_said(path: str, value: object, message: str) -> None:
    """A move that cannot be read is a fault of field `move`, wherever it stands."""
    (fault,) = faults(edited(set_to(path, value)))
    assert fault.field == "move"
    assert fault.message.startswith(message)


def test_a_move_that_is_illegal_can_be_read() -> None:
    """Whether moves can be played is not asked: that is for the proof."""
    puzzle = parse_puzzle(edited(set_to("line/1", "10c1-e1")))
    assert str(puzzle.line[1]) == "10c1-e1"


def test_moves_are_read_as_people_write_them() -> None:
    """Ends may be exchanged, and columns be upper case, as anywhere in notation."""
    assert parse_puzzle(edited(set_to("key", "5B5-B4"))) == composed("quick")


def test_faults_of_the_position_point_into_it() -> None:
    """The place of a fault of the position is that within the string, not its beginning."""
    spn = as_json()["spn"]
    text = edited(set_to("spn", spn.replace("B 8,1,1,0", "R 8,x,1,0")))
    found = faults(text)
    assert [fault.field for fault in found] == ["reserve"]
    assert found[0].at == f"1:{text.index('x,1,0') + 1}"


def test_an_inconsistent_position_is_told_from_an_unreadable_one() -> None:
    """Where all else can be read, the error says that no play leaves the position."""
    bad = composed("quick").position.score[0] + 500
    spn = as_json()["spn"].replace(" 75-57", f" {bad}-57")
    with pytest.raises(PositionError):
        parse_puzzle(edited(set_to("spn", spn)))
    with pytest.raises(ParseError) as caught:
        parse_puzzle(edited(lambda d: d.update(spn=spn, n="3")))
    assert [fault.field for fault in caught.value.faults] == ["score", "file"]


def test_nobody_can_solve_a_finished_game() -> None:
    """A position without a mover is no puzzle."""
    ended = "R - 0,0,0,0 1,0,0,0 1-0 reserves=1,0,0,0 levels=1"
    assert parse_spn(ended).is_over
    found = faults(edited(lambda d: d.update(spn=ended)))
    assert ("mover", "the game has ended: nobody is to move") in {
        (fault.field, fault.message) for fault in found
    }


def test_all_faults_come_at_once() -> None:
    """Faults of shape, of the position and of moves are told together, in reading order."""
    text = edited(
        lambda d: d.update(
            spn=d["spn"].replace("B 8", "X 8"), key="7a1", line=["1a9"], n="x", solution={}
        )
    )
    found = faults(text)
    assert [fault.field for fault in found] == ["mover", "file", "move", "move", "file"]
    columns = [int(fault.at.partition(":")[2]) for fault in found]
    assert columns == sorted(columns)


def test_a_name_given_twice_is_refused() -> None:
    """No reader could know which of two values is meant: at any depth."""
    line = format_puzzle(composed("quick"))
    (fault,) = faults(line.replace('"duals": 2', '"duals": 9, "duals": 2'))
    assert fault.message == '"duals" is given twice'
    column = line.index('"duals": 2') + len('"duals": 9, "duals": ') + 1
    assert fault.at == f"1:{column}"
    (fault,) = faults(line.replace('"tens": 1', '"tens": 1, "tens": 1'))
    assert fault.message == 'goal: "tens" is given twice'


def test_more_fields_are_welcome() -> None:
    """What other programs add to a puzzle is left alone."""
    assert parse_puzzle(edited(set_to("remark", {"by": 7}))) == composed("quick")


@pytest.mark.parametrize(
    "text", ["", " ", "null", "7", '"x"', "[]", "{", "nonsense", '{"id": "0"', "{}{}", "}", "\x00"]
)
def test_what_is_no_object_is_refused(text: str) -> None:
    """Anything but one JSON object is one fault of field `file`."""
    with pytest.raises(ParseError) as caught:
        parse_puzzle(text)
    assert {fault.field for fault in caught.value.faults} == {"file"}


def test_a_bad_line_does_not_spoil_the_others() -> None:
    """Bad lines are reported in their places; blank ones, CR and a byte-order mark are not."""
    good = format_puzzle(composed("quick")).encode()
    found = entries(
        b"\xef\xbb\xbf" + good + b"\r\n",
        b"\n",
        b"{" + good + b"\n",
        b"\xff" + good + b"\n",
        b"{}\n",
        b'{"spn": "' + b"x" * (1 << 20) + b'"}\n',
        good[:-9] + b"\n",
        good,
    )
    assert [entry.line for entry in found] == [1, 3, 4, 5, 6, 7, 8]
    assert [entry.puzzle is not None for entry in found] == [True, *[False] * 5, True]
    assert found[0].puzzle == found[-1].puzzle == composed("quick")
    for entry in found:
        for fault in entry.error.faults if entry.error else ():
            assert fault.at.startswith(f"{entry.line}:")
    said = [entry.error.faults[0].message for entry in found if entry.error]
    assert "not UTF-8" in said[1]
    assert "are missing" in said[2]
    assert "longer than" in said[3]


def test_lines_are_read_as_they_come() -> None:
    """A puzzle is given before the next line is asked for."""

    class Slow(io.BytesIO):
        lines = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.lines += 1
            return super().readline(size)

    stream = Slow(f"{format_puzzle(composed('pack'))}\n".encode() * 3)
    reader = read_puzzles(stream, "-")
    for number in range(1, 4):
        assert next(reader).line == number
        assert stream.lines == number


def test_puzzles_laid_out_over_lines_are_read() -> None:
    """As other programs write JSON: a list, or objects over several lines; places are right too."""
    puzzles = [as_json("quick"), as_json("pack")]
    laid_out = json.dumps(puzzles, indent=1)
    assert [entry.puzzle for entry in entries(laid_out)] == [composed("quick"), composed("pack")]
    puzzles[1]["n"] = "x"
    laid_out = "\n".join(json.dumps(puzzle, indent=1) for puzzle in puzzles)
    good, bad = entries(laid_out)
    assert good.puzzle == composed("quick")
    assert bad.error is not None
    (fault,) = bad.error.faults
    line = next(i for i, text in enumerate(laid_out.split("\n"), 1) if '"n": "x"' in text)
    assert fault.at == f"{line}:7"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b"[]", b"[\n]\n"])
def test_a_file_without_puzzles_is_an_error(content: bytes) -> None:
    """Nothing to answer is not a good answer."""
    (entry,) = read_puzzles(io.BytesIO(content), "some.stp.json")
    assert entry.error is not None
    assert [str(fault) for fault in entry.error.faults] == [
        "1:1: file: there is no puzzle in this file"
    ]


def nested(depth: int) -> str:
    """A puzzle whose solution is so many moves long."""
    line = format_puzzle(replace(composed("quick"), solution=Node(composed("quick").key[:1], 3)))
    written = '{"moves": ["5b4-b5"], "result": 3}'
    deep = written[:-1] + ', "next": ['
    assert line.count(written) == 1
    return line.replace(written, deep * (depth - 1) + written + "]}" * (depth - 1))


@pytest.mark.parametrize("depth", [226, 300, 600, 5_000, 20_000])
def test_a_solution_deeper_than_any_game_is_refused(depth: int) -> None:
    """However deep it is, it is one fault, and nothing overflows."""
    (fault,) = faults(nested(depth))
    assert fault.field == "file"
    assert "nested too deeply" in fault.message or "more than 225 moves long" in fault.message


def test_a_solution_as_deep_as_a_game_is_read() -> None:
    """As many moves as the largest board has cells are read, and written again."""
    puzzle = parse_puzzle(nested(225))
    assert len(list(puzzle.solution)) == 225
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle


def test_brackets_without_end_are_refused() -> None:
    """A hundred thousand open brackets are a fault like any other."""
    for text in ("[" * 100_000, '{"a":' * 100_000, '{"solution": ' + '{"next": [' * 50_000):
        assert {fault.field for fault in faults(text)} == {"file"}


def test_a_number_of_many_digits_is_refused() -> None:
    """Python would refuse to read it as a number; here it is only too large."""
    text = format_puzzle(composed("quick")).replace('"duals": 2', f'"duals": {"9" * 9999}')
    (fault,) = faults(text)
    assert fault.message.startswith("duals: 10000000000000000000 is too large")


def test_whatever_is_damaged_gives_faults_only() -> None:
    """Cut, doubled or changed anywhere, a line is read, or refused with faults: never more."""
    rng = Random(4)
    line = format_puzzle(composed("strict"))
    refused = 0
    for _ in range(400):
        start, end = sorted(rng.sample(range(len(line)), 2))
        end = min(end, start + rng.choice([1, 1, 3, 40]))
        new = rng.choice(["", line[start:end] * 2, rng.choice('{}[]",:0a-\\\x00\u2028')])
        for entry in entries(line[:start] + new + line[end:]):
            assert (entry.puzzle is None) is (entry.error is not None)
            refused += entry.error is not None
    assert refused > 200
