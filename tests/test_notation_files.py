"""Position files: every kind, told apart, with every fault at its line, read as it comes."""

from __future__ import annotations

import io
import json
import pickle
import tracemalloc
from collections.abc import Iterator

import pytest

from steppe_solver.errors import ParseError
from steppe_solver.notation import Entry, format_spn, parse_spn, read_entries

START = "...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0"
SMALL = "../.. R 2,1,0,1 2,1,0,1 0-0 reserves=2,1,0,1"
GAME = '[Event "A game"]\n\n1. 1a1 5b1-c1 *\n'


def entries(data: str | bytes, filename: str = "-") -> list[Entry]:
    """Every entry of a file with this content."""
    content = data.encode() if isinstance(data, str) else data
    found = list(read_entries(io.BytesIO(content), filename))
    for entry in found:
        assert (entry.position is None) == (entry.error is not None)
    return found


def short(data: str | bytes, filename: str = "-") -> list[tuple[int, str]]:
    """For every entry its line, and its position or the fields and places of its faults."""
    return [
        (entry.line, format_spn(entry.position))
        if entry.position
        else (entry.line, " ".join(f"{fault.field}@{fault.at}" for fault in entry.error.faults))
        if entry.error
        else (entry.line, "nothing")
        for entry in entries(data, filename)
    ]


def test_position_lines_with_names_and_comments() -> None:
    """Comments and blank lines are skipped, names are taken off, lines keep their numbers."""
    text = (
        f"# positions\n\n{START} ; first one # not a name\n  {SMALL}\t;\tn\u00e4me ; 2  \n"
        f"   # indented\n{START} # only a comment\n{SMALL} ;\n"
    )
    found = entries(text, "x.spn")
    assert [(entry.line, entry.name) for entry in found] == [
        (3, "first one"),
        (4, "n\u00e4me ; 2"),
        (6, None),
        (7, None),
    ]
    assert [entry.text for entry in found] == [START, SMALL, START, SMALL]
    assert [entry.position for entry in found] == [parse_spn(entry.text) for entry in found]


@pytest.mark.parametrize("name", ["x.spn", "-"])
def test_line_ends_and_byte_order_mark(name: str) -> None:
    """CRLF, a missing last line end and a byte-order mark change nothing, places included."""
    data = f"\ufeff{START}\r\n\r\nR {START}\r\n{SMALL}"
    assert short(data, name) == [(1, START), (3, short(f"\n\nR {START}")[0][1]), (4, SMALL)]
    assert short(f"\ufeff{START}x")[0][1] == "score@1:53"


def test_places_in_a_position_file_count_in_the_file() -> None:
    """Leading white space and lines before are counted."""
    assert short(f"# x\n  {START.replace('R', 'X')}") == [(2, "mover@2:33")]


def test_a_hash_within_a_word_is_no_comment() -> None:
    """It starts a comment at the start of a line or after white space only; names hold none."""
    assert short(f"{START}#x\n{START} ; C#\n{START} ; C #\n") == [
        (1, "score@1:53"),
        (2, "word@2:58"),
        (3, START),
    ]


def test_a_name_without_a_position_is_a_fault() -> None:
    """Nothing is skipped in silence."""
    assert short(" ; only a name\n") == [(1, "board@1:1")]
    assert entries(f"{START} x ; named")[0].name == "named"


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "-"])
@pytest.mark.parametrize(
    "text",
    [
        '{{"spn": "{0}", "name": "one"}}\n{{"spn": "{1}"}}\n',
        '[{{"spn": "{0}", "name": "one"}}, {{"spn": "{1}", "name": null}}]',
        '[\n{{"name": "one", "spn": "{0}"}},\n{{"spn": "{1}"}}\n]\n',
        '[\n  {{\n    "spn": "{0}",\n    "name": "one",\n    "value": [1, {{"spn": 3}}]\n  }},\n'
        '  {{"spn": "{1}", "more": 1e400, "n": NaN}}\n]',
        '\n\n{{"spn": "{0}", "name": "one"}}\n\n\n[{{"spn": "{1}"}}]\n[]\n',
    ],
)
def test_json_in_every_layout(name: str, text: str) -> None:
    """Objects, lists of them, one a line or spread out; fields not known here are ignored."""
    found = entries(text.format(START, SMALL), name)
    assert [entry.position for entry in found] == [parse_spn(START), parse_spn(SMALL)]
    assert [entry.name for entry in found] == ["one", None]
    assert [entry.text for entry in found] == [START, SMALL]


def test_one_object_over_several_lines() -> None:
    """A file of a single spread-out object is JSON too, with or without a suffix."""
    for name in ("x.json", "x.jsonl", "-"):
        assert short(f'{{\n  "spn": "{START}"\n}}\n', name) == [(1, START)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"name": "x"}', [(1, "file@1:1")]),
        ('{"spn": 3}', [(1, "file@1:9")]),
        ('{"spn": null}', [(1, "file@1:9")]),
        (f'{{"spn": "{SMALL}", "name": 3}}', [(1, "file@1:65")]),
        (f'{{"spn": "{SMALL}", "spn": "{SMALL}"}}', [(1, "file@1:64")]),
        (f'{{"spn": "{SMALL}", "name": "\\ud800"}}', [(1, "file@1:65")]),
        ('[3, "x", [], true]', [(1, f"file@1:{column}") for column in (2, 5, 10, 14)]),
        ("3", [(1, "file@1:1")]),
        ('{"spn": "', [(1, "file@1:9")]),
        ('{"spn" "x"}', [(1, "file@1:8")]),
        ("{spn: 3}", [(1, "file@1:2")]),
        ('{"spn": "x",}', [(1, "file@1:13")]),
        ('[{"a": 1} {"a": 1}]', [(1, "file@1:2"), (1, "file@1:11")]),
        ("[" * 100_000, [(1, "file@1:2")]),
        ('{"x": ' + "9" * 5000 + "}", [(1, "file@1:1")]),
        (f'{{"spn": "{SMALL[:-1]}x"}}', [(1, "word@1:53")]),
        ('\n {"spn":\n  "..X"}', None),
        ("[]", [(1, "file@1:1")]),
    ],
)
def test_json_faults_have_their_place_in_the_file(
    text: str, found: list[tuple[int, str]] | None
) -> None:
    """Faults of the JSON, of its types and of the position lines in it are counted in the file."""
    if found is None:
        assert short(text, "x.json")[0][1].startswith("board@3:6 ")
    else:
        assert short(text, "x.json") == found


def test_a_bad_json_line_does_not_spoil_the_others() -> None:
    """Each line stands for itself, a first one that is cut short included."""
    good = f'{{"spn": "{START}"}}'
    for bad in ('{"spn": "', "{", '{"spn": "x" "y"}', "nonsense", '{"spn": 3}', '"', "]", "[3"):
        for name in ("x.json", "x.jsonl"):
            for lines in ([good, bad, good], [bad, good, good]):
                found = short("\n".join(lines), name)
                assert [spn for _, spn in found if spn == START] == [START] * 2, (bad, name)
                assert any("file@" in fault for _, fault in found), (bad, name)


def test_a_bad_object_does_not_spoil_the_rest_of_a_list() -> None:
    """The reader goes on at the next line that begins an object."""
    good = f'  {{"spn": "{START}"}}'
    text = f'[\n{good},\n  {{"spn": "..."\n   "name": }},\n{good},\n{good}\n]\n'
    assert short(text, "x.json") == [(2, START), (4, "file@4:4"), (5, START), (6, START)]


def test_game_records_give_their_final_position() -> None:
    """An entry of a record has the record, its name and no text; a bad game is an entry, too."""
    for name in ("x.sgr", "-"):
        first, bad, last = entries(f'{GAME}\n[Event "B"]\n\n1a1 1a1 *\n\n{GAME}', name)
        for entry in (first, last):
            assert entry.record is not None
            assert entry.position == entry.record.final
            assert (entry.name, entry.text) == ("A game", "")
        assert (first.line, bad.line, last.line) == (1, 5, 9)
        assert bad.error is not None
        assert [fault.at for fault in bad.error.faults] == ["7:5"]
        assert bad.record is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (START, "spn"),
        (f"# [x]\n\n{START}", "spn"),
        ("N R 0,0,0,0 0,0,0,0 0-0", "spn"),
        ("nonsense", "spn"),
        ('{"spn": 3}', "json"),
        ('{\n\n"spn": 3}', "json"),
        ("{}", "json"),
        ("[", "json"),
        ("[]", "json"),
        ('[\n{"spn": 3}]', "json"),
        ('[Event "x"]\n', "sgr"),
        ('[ Event "x"]\n', "sgr"),
        ("[Event x]", "sgr"),
        ("{a comment} 1a1", "sgr"),
        ("{\na comment} 1a1", "sgr"),
        ("1. 1a1", "sgr"),
        ("1.1a1", "sgr"),
        ("10a1-c1", "sgr"),
        ("Nc3", "sgr"),
        ("*", "sgr"),
        ("# comment\n1a1", "sgr"),
    ],
)
@pytest.mark.parametrize("name", ["-", "positions", "x.txt"])
def test_content_tells_the_kind_where_the_name_does_not(text: str, kind: str, name: str) -> None:
    """Without a known suffix a file is read just as with the suffix of what it looks like."""
    assert short(text, name) == short(text, f"x.{kind}")


def test_the_suffix_decides_where_there_is_one() -> None:
    """Whatever the case of its letters, and whatever the content looks like."""
    assert short(GAME, "x.SGR")[0] == (1, short(GAME)[0][1])
    assert short(GAME, "x.spn")[0][1].startswith("board@1:1")


@pytest.mark.parametrize("name", ["x.spn", "x.json", "x.jsonl", "x.sgr", "-"])
@pytest.mark.parametrize("data", [b"", b"\n \r\n\t", b"\xef\xbb\xbf"])
def test_a_file_without_a_position_is_one_fault(name: str, data: bytes) -> None:
    """The fault is of the file."""
    assert short(data, name) == [(1, "file@1:1")]
    for comment in ("# c\n", "\n#\n"):
        if not name.startswith("x.json"):
            assert short(comment, name) == [(1, "file@1:1")]


def test_a_line_that_is_not_utf8_is_a_fault_of_that_line() -> None:
    """Its place is that of the first bad byte, in characters; other lines are read."""
    bad = "\u00e4 ".encode() + b"\xff\n"
    assert short(START.encode() + b"\n" + bad + START.encode()) == [
        (1, START),
        (2, "file@2:3"),
        (3, START),
    ]
    line = f'{{"spn": "{START}"}}\n'.encode()
    for name in ("x.json", "x.jsonl"):
        assert short(line + bad + line, name) == [(1, START), (2, "file@2:3"), (3, START)]
    spoilt = GAME.replace("A game", "\u00c4").encode("latin-1")
    assert short(spoilt + GAME.encode(), "x.sgr") == [
        (1, "file@1:9"),
        (4, short(GAME)[0][1]),
    ]
    assert short(b"\xff\xfe", "x.sgr") == [(1, "file@1:1 move@1:1")]


def test_a_line_over_a_mebibyte_is_a_fault_of_that_line() -> None:
    """One byte less is read; the lines around are read; a record is spoilt by such a line."""
    limit = 1 << 20
    fits = START + " " * (limit - len(START))
    assert short(f"{START}\n{fits}\n{START}") == [(1, START), (2, START), (3, START)]
    assert short(f"{START}\n{fits}\r\n{START}") == [(1, START), (2, START), (3, START)]
    for long in (fits + " ", fits * 10):
        for end in ("\n", "\r\n"):
            assert short(f"{START}{end}{long}{end}{START}") == [
                (1, START),
                (2, "file@2:1"),
                (3, START),
            ]
        assert short(long) == [(1, "file@1:1")]
        assert short(long, "x.json") == [(1, "file@1:1")]
        assert short(long, "x.sgr") == [(1, "file@1:1")]
    hidden = f'[Event "A"]\n\n1a1\n1b1{" " * limit}\n1c1 *\n\n{GAME}'
    assert short(hidden, "x.sgr") == [(1, "file@4:1"), (7, short(GAME)[0][1])]
    before = f'1a1 *\n[Edition "dmr"]{" " * limit}\n\n1b1 *\n'
    assert [line for line, found in short(before, "x.sgr") if "file@2:1" in found] == [4]


class Endless(io.RawIOBase):
    """A stream that gives a line, then a line that goes on for very long."""

    def __init__(self, length: int) -> None:
        self.left = length
        self.begun = False

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: object) -> int:
        """Give what fits."""
        view = memoryview(buffer)  # type: ignore[arg-type]
        data = (START + "\n").encode() if not self.begun else b"R" * min(len(view), self.left)
        if self.begun:
            self.left -= len(data)
        self.begun = True
        view[: len(data)] = data
        return len(data)


def test_an_over_long_line_is_never_held_in_memory() -> None:
    """Reading past 200 MB takes a few MB."""
    stream = io.BufferedReader(Endless(200_000_000))
    tracemalloc.start()
    found = list(read_entries(stream, "x.spn"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [entry.line for entry in found] == [1, 2]
    assert peak < 16_000_000


class Counting(io.BytesIO):
    """A stream that knows how many lines have been asked of it."""

    asked = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line."""
        self.asked += 1
        return super().readline(size)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (START, "x.spn"),
        (START, "-"),
        (json.dumps({"spn": START}), "x.jsonl"),
        (json.dumps({"spn": START}), "-"),
        ("nonsense", "x.jsonl"),
    ],
)
def test_a_line_is_answered_before_the_next_is_asked_for(line: str, name: str) -> None:
    """A program at the other end of a pipe gets its answer at once."""
    stream = Counting(f"{line}\n".encode() * 100)
    reading: Iterator[Entry] = read_entries(stream, name)
    for number in range(1, 20):
        assert next(reading).line == number
        assert stream.asked == number


def test_entries_can_be_pickled() -> None:
    """They are sent to worker processes."""
    for entry in entries(f"{START}\nx\n") + entries(GAME):
        again = pickle.loads(pickle.dumps(entry))
        assert (again.line, again.position, again.record) == (
            entry.line,
            entry.position,
            entry.record,
        )
        assert isinstance(again.error, ParseError | None)
