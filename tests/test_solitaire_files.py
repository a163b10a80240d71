"""Files of deals: JSON and the layout that a person types, with every fault at its place."""

from __future__ import annotations

import io
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known import DATA
from solitaire_games import known_deals, random_game, random_variant

from steppe_solver.errors import ParseError, PositionError
from steppe_solver.solitaire import (
    DECK,
    STANDARD,
    Deal,
    DealEntry,
    Game,
    Variant,
    deal_from_seed,
    format_deal,
    parse_deal,
    parse_variant,
    read_deals,
)
from steppe_solver.solitaire.files import Layout

DEAL = deal_from_seed(1)
TEXT = format_deal(DEAL, "text")
JSON = format_deal(DEAL)
LINES = TEXT.splitlines()
"""deal, columns 1 to 7 in lines 2 to 8, the stock in lines 9 and 10"""

NAMES = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), min_size=1).filter(
    lambda name: name == name.strip() and name.isprintable()
)


def entries(
    data: str | bytes, filename: str = "-", variant: Variant | None = None
) -> list[DealEntry]:
    """Every entry of a file with this content."""
    content = data.encode() if isinstance(data, str) else data
    found = list(read_deals(io.BytesIO(content), filename, variant))
    for entry in found:
        assert (entry.game is None) != (entry.error is None)
    return found


def places(data: str | bytes, filename: str = "-") -> list[str]:
    """For every entry its line with ``ok``, or with the fields and places of its faults."""
    return [
        f"{entry.line} "
        + " ".join(f"{fault.field}@{fault.at}" for fault in entry.error.faults if entry.error)
        if entry.error
        else f"{entry.line} ok"
        for entry in entries(data, filename)
    ]


def edited(line: int, old: str, new: str) -> str:
    """The text of the deal with a change in one line."""
    lines = list(LINES)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines) + "\n"


def messages(text: str, filename: str = "-") -> str:
    """All messages of all faults of the text."""
    return "\n".join(str(entry.error) for entry in entries(text, filename) if entry.error)


def test_the_data_file_is_read() -> None:
    """All 200 deals, names included, as games of the standard variant without a move."""
    with (DATA / "solitaire/deals.jsonl").open("rb") as stream:
        found = list(read_deals(stream, "deals.jsonl"))
    assert [(entry.line, entry.game) for entry in found] == [
        (line, Game(deal, STANDARD)) for line, deal in enumerate(known_deals().values(), 1)
    ]


@pytest.mark.parametrize("layout", ["json", "text"])
@given(seed=st.integers(0, 10**9), name=st.none() | NAMES)
@settings(max_examples=20, deadline=None)
def test_games_are_read_back(layout: Layout, seed: int, name: str | None) -> None:
    """Writing a deal or a game and reading it gives the same, several in a file too."""
    rng = Random(seed)
    game = random_game(rng, random_variant(rng), 60)
    game = Game(Deal(name, game.deal.tableau, game.deal.stock), game.variant, game.moves)
    assert parse_deal(format_deal(game, layout)) == game
    assert parse_deal(format_deal(game.deal, layout)) == Game(game.deal)
    written = [format_deal(value, layout).rstrip("\n") for value in (game, DEAL, game.deal, game)]
    for separator in ("\n", "\n\n"):
        found = entries(separator.join(written))
        assert [entry.game for entry in found] == [game, Game(DEAL), Game(game.deal), game]
        assert [entry.deal_id for entry in found] == [name, "seed-1", name, name]


def test_every_form_of_json() -> None:
    """Objects one a line, in a list, laid out over lines; unknown members are not looked at."""
    data = json.loads(JSON) | {"seed": 1, "more": [{"tableau": 3}], "n": 1e999}
    wanted = [Game(DEAL)] * 2
    for text in (
        f"{json.dumps(data)}\n\n{json.dumps(data)}\n",
        json.dumps([data, data]),
        json.dumps([data, data], indent=2),
        json.dumps(data, indent=1) + "\n" + json.dumps(data),
    ):
        for name in ("x.json", "-", "x.jsonl", "x.txt"):
            assert [entry.game for entry in entries(text, name)] == wanted


def test_optional_members() -> None:
    """Name, moves and variant may be left out or be null."""
    data = json.loads(JSON)
    for extra in ({"deal_id": None}, {"moves": None}, {"moves": []}, {"variant": None}):
        game = parse_deal(json.dumps(data | extra))
        assert (game.deal.stock, game.variant, game.moves) == (DEAL.stock, STANDARD, ())
    del data["deal_id"]
    assert parse_deal(json.dumps(data)).deal.deal_id is None


def test_the_variant_asked_for_counts_instead_of_the_one_written() -> None:
    """Without one the written one counts; moves are played in the one that counts."""
    mine, other = parse_variant("c4d3L-r0"), parse_variant("c0d1U-inf")
    for layout in ("json", "text"):
        text = format_deal(Game(DEAL, mine), layout)  # type: ignore[arg-type]
        assert parse_deal(text).variant == mine
        assert parse_deal(text, other).variant == other
    drawn = TEXT + "moves: D WB1\n"
    assert parse_deal(drawn).variant == STANDARD
    with pytest.raises(PositionError, match="move 2 cannot be played in c0d1U-inf"):
        parse_deal(drawn, other)


def test_what_a_person_may_type() -> None:
    """Lower case, 10 for T, comments, odd spacing, CRLF, split stock and moves, no name."""
    text = (
        "\ufeff# my deal\r\n\r\n  jd  # the first column\r\nts\tqs\r\nqc 10c 3h\r\n"
        "th 6s jh 2d\r\n3s 4c 8d ad 7c\r\n# a comment line between\r\nkc kd 9d ks 8h ac\r\n"
        " 7h 5d 9h qd kh 9c js \r\n\r\nSTOCK : 8c 4s 6h 2h 5h 6d as 2c 4d 2s 7d 7s\r\n\r\n"
        "stock:ah qh 3d 5c 3c 6c 8s 4h 5s td jc\r\nstock: 9s\r\nMoves: d wb1 t6f\r\nmoves: D # end"
    )
    (entry,) = entries(text)
    assert entry.game is not None
    assert (entry.line, entry.deal_id) == (3, None)
    assert (entry.game.deal.tableau, entry.game.deal.stock) == (DEAL.tableau, DEAL.stock)
    assert list(map(str, entry.game.moves)) == ["D", "WB1", "T6F", "D"]


def test_a_name_may_hold_anything_printable() -> None:
    """In a deal line # is no comment and : no keyword."""
    assert parse_deal(TEXT.replace("seed-1", "  my #1 deal: stock # 2 ")).deal.deal_id == (
        "my #1 deal: stock # 2"
    )


def test_where_a_typed_deal_ends() -> None:
    """At a deal line, at a column or variant behind a stock, and at a column after a blank line."""
    bare = "\n".join(LINES[1:])
    for between in ("\n", "\n\n", "\nmoves: D\n", "\n\nmoves: D\n\n", "\nvariant: c4d3L-inf\n"):
        found = entries(f"{bare}{between}{bare}")
        assert [entry.error for entry in found] == [None, None]
        drawn, variant = "moves" in between, "variant" in between
        assert found[0].game is not None
        assert found[1].game is not None
        assert len(found[0].game.moves) == drawn
        assert found[0].game.variant == STANDARD
        assert found[1].game.variant.draw == (3 if variant else 1)


def test_a_bad_deal_does_not_spoil_the_others() -> None:
    """In both forms the deals before and after are read."""
    bad = "\n".join(LINES[:4])
    text = f"{TEXT}\n{bad}\n\n{TEXT}{bad}\n{TEXT}"
    assert [place[-2:] for place in places(text)] == ["ok", ":1", "ok", ":1", "ok"]
    for line in ("{", "[3", '{"tableau": ', "nonsense", '{"deal_id": "x"}', "\xff"):
        found = places(f"{JSON}\n{line}\n{JSON}\n")
        assert found[0] == "1 ok"
        assert found[-1] == "3 ok"
        assert found[1].startswith("2 file@2:")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "1 file@1:1"),
        ("\n  \n# nothing\n", "1 file@1:1"),
        ("deal x\n", "1 tableau@1:1 stock@1:1"),
        ("  deal x\nmoves: D", "1 tableau@1:3 stock@1:3"),
        ("hello world", "1 tableau@1:1 tableau@1:1 tableau@1:1 stock@1:1 tableau@1:7"),
        (edited(1, "seed-1", "a\tb"), "1 file@1:1"),
        (edited(2, "JD", "XX"), "1 tableau@2:1"),
        (edited(3, "QS", "QS JD"), "1 deck@3:7 tableau@3:1"),
        (edited(3, "QS", ""), "1 deck@1:1 tableau@3:1"),
        (edited(3, "TS QS", "1S QX"), "1 tableau@3:1 tableau@3:4"),
        (edited(3, "QS", "TS"), "1 deck@1:1 deck@3:4"),
        (edited(8, "JS", "JS 2"), "1 tableau@8:1 tableau@8:22"),
        (edited(8, "7H", "7H").replace(LINES[7] + "\n", ""), "1 tableau@1:1 deck@1:1"),
        (edited(9, "stock: 8C", "stock:"), "1 deck@1:1 stock@9:1"),
        (edited(9, "8C", "8C 8C"), "1 stock@9:1 deck@9:11"),
        (edited(9, "stock", "stok"), "1 file@9:1"),
        (edited(2, "JD", "1: JD"), "1 file@2:1"),
        (TEXT + "moves: D X9 W\n", "1 move@11:10 move@11:13"),
        (TEXT + "moves: D R WF\n", "1 move@11:10"),
        (TEXT + "moves: D\nmoves:  WT1", "1 move@12:9"),
        (edited(1, "seed-1", "x\nvariant: c9d1L-inf"), "1 variant@2:10"),
        (edited(1, "seed-1", "x\nvariant:"), "1 variant@2:1"),
        (edited(1, "seed-1", "x\nvariant: c4d1L-inf 3"), "1 variant@2:1"),
        (edited(1, "seed-1", "x\nvariant: c4d1L-inf\nvariant: c4d1L-inf"), "1 variant@3:1"),
    ],
)
def test_faults_of_a_typed_deal(text: str, found: str) -> None:
    """Every fault of the deal has its field, its line and its column, in reading order."""
    (place,) = places(text)
    assert sorted(place.split()) == sorted(found.split())


def test_all_faults_at_once() -> None:
    """A deal that is wrong in many ways is told all of them, each with words that help."""
    text = (
        edited(1, "seed-1", "x\nvariant: c4")
        .replace("JD\n", "10X\n")
        .replace("QC TC", "QC QS")
        .replace("8C 4S", "8C")
        + "moves: D Q\n"
    )
    (entry,) = entries(text)
    assert entry.error is not None
    assert isinstance(entry.error, ParseError)
    assert [f"{fault.field}@{fault.at}" for fault in entry.error.faults] == [
        "variant@2:10",
        "tableau@3:1",
        "deck@5:4",
        "stock@10:1",
        "move@12:10",
    ]
    said = messages(text)
    for words in ("QS is there twice, first at 4:4", "24 cards, here are 23"):
        assert words in said


def test_missing_cards_are_named() -> None:
    """As many as can be read at a glance; the rest is counted."""
    assert "missing in this deal: TS" in messages(edited(3, "TS", "JD"))
    text = TEXT.replace(LINES[7], "7H").replace(LINES[8], "stock: 8C 4S")
    assert "5H" in messages(text)
    assert "more cards" in messages(text)


def members(**changes: object) -> str:
    """The deal in JSON with some members changed, or left out where they are ``...``."""
    data = json.loads(JSON) | changes
    return json.dumps({key: value for key, value in data.items() if value is not ...})


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[]", [("file", "[")]),
        ("[3]", [("file", "3")]),
        ("{}", [("file", "{"), ("file", "{")]),
        (members(tableau=...), [("file", "{")]),
        (members(stock=...), [("file", "{")]),
        (members(stock=None), [("stock", "null")]),
        (members(stock="8C"), [("stock", '"8C"')]),
        (members(stock=[]), [("deck", "{"), ("stock", "[]")]),
        (members(tableau={}), [("tableau", "{}")]),
        (members(tableau=[3, "XD", ["JD"]]), [("tableau", "3, "), ("tableau", '"XD"')]),
        (members(tableau=[]), [("tableau", "{")]),
        (members(tableau=[["JD", 3], ["??"]]), [("tableau", "3]"), ("tableau", "??")]),
        (members(stock=["8C", [3]]), [("stock", "[3]")]),
        (members(deal_id=3), [("file", "3, ")]),
        (members(deal_id=""), [("file", '"",')]),
        (members(deal_id="\ud800"), [("file", '"\\ud800')]),
        (members(deal_id="a\nb"), [("file", '"a\\nb')]),
        (members(moves="D"), [("move", '"D"')]),
        (members(moves=["D", 3]), [("move", "3]")]),
        (members(moves=["D", "X", "R", "?"]), [("move", 'X"'), ("move", "?")]),
        (members(moves=["D", "WT9", "R"]), [("move", "WT9")]),
        (members(variant=3), [("variant", "3}")]),
        (members(variant="c4"), [("variant", "c4")]),
        (JSON[:-1] + ', "stock": []}', [("file", "[]")]),
        ("{" * 3, [("file", "{{")]),
        ("[" * 3, [("file", "")]),
        (JSON[:-1], [("file", "")]),
    ],
)
def test_faults_of_json(text: str, faults: list[tuple[str, str]]) -> None:
    """Faults of the JSON, of its types and of what it says stand where they are written.

    Each is given here by its field and by the text that begins there.
    """
    wanted = []
    for field, beginning in faults:
        column = (
            text.index(beginning) if beginning in "{[" and beginning else text.rindex(beginning)
        )
        wanted.append(f"{field}@1:{column + 1}")
    assert places(text, "x.json") == ["1 " + " ".join(sorted(wanted, key=wanted.index))]


def test_places_in_json_of_several_lines() -> None:
    """Lines are counted too, in a deal that is laid out over several."""
    text = '\n{"deal_id": "x",\n "tableau": [["??"]],\n "stock": ["8C"],\n "moves": ["D",\n  "Q"]}'
    (place,) = places(text, "x.json")
    assert set(place.split()) == {"2", "tableau@3:16", "tableau@2:1", "stock@4:11", "move@6:4"}


def test_json_nested_too_deeply() -> None:
    """It is refused like other bad text."""
    assert places("[" * 100_000, "x.json") == ["1 file@1:2"]


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.txt", "-"])
def test_lines_that_cannot_be_read_as_text(name: str) -> None:
    """A line over 1 MiB or not UTF-8 is a fault of field file, and spoils no other deal."""
    good = (TEXT if name == "x.txt" else JSON).encode()
    for bad in (b"x" * (1 << 20) + b"y", b"\xff\xfe"):
        for text in (bad, good + b"\n" + bad + b"\n", good + b"\n\n" + bad + b"\n" + good):
            found = places(text, name)
            assert any("file@" in place and "tableau" not in place for place in found)
    assert "1 MiB" in messages("y" * ((1 << 20) + 1), name)


def test_deals_come_as_they_are_read() -> None:
    """The first deal is there before the stream has been read to its end."""
    for text in (JSON + "\n", TEXT):
        content = (text * 3).encode()
        stream = io.BytesIO(content * 200)
        first = next(read_deals(stream, "-"))
        assert first.game == Game(DEAL)
        assert stream.tell() < len(content * 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no deal here"),
        ("# only a comment", "no deal here"),
        (TEXT + TEXT, "second deal"),
        (JSON + "\n" + JSON, "second deal"),
        (TEXT.replace("JD", "??") + TEXT, "is no card"),
    ],
)
def test_one_deal_is_asked_for(text: str, message: str) -> None:
    """None and several are refused, with the faults of all."""
    with pytest.raises(ParseError, match=message):
        parse_deal(text)


@given(
    st.text() | st.lists(st.sampled_from([*LINES, "", "stock:", "deal", "\ud800"])).map("\n".join)
)
@settings(max_examples=100, deadline=None)
def test_no_text_is_too_odd(text: str) -> None:
    """Whatever is given, there is a game or a list of faults, and never another error."""
    for name in ("x.json", "-"):
        for entry in entries(text.encode("utf-8", "replace"), name):
            assert entry.line >= 1
            if entry.error is not None:
                assert entry.error.faults


def test_the_deck_in_these_tests_is_whole() -> None:
    """The deal that the cases above change is a good one."""
    assert sorted([*DEAL.stock, *(c for column in DEAL.tableau for c in column)]) == sorted(DECK)
