"""The picture for a terminal: nothing of a position is missing from it, nothing is invented."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from pictures import WITH_HOLES, game, neighbours, read_text, samples, tiles_laid

from steppe_solver.position import Cell, Color, Position
from steppe_solver.render import to_svg, to_text

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def expected_mark(position: Position, level: int, cell: Cell) -> str:
    """The character of a cell as the legend explains it, from the rules alone."""
    edition = position.rules.edition
    owner = position.owner(cell, level)
    if owner is not None:
        return edition.letter_of(owner)
    below = Color.NEUTRAL if level == 1 else position.owner(cell, level - 1)
    if below is None:
        return "#"
    if level < position.level or position.mover is None:
        return "x"
    return "." if below is Color.NEUTRAL else edition.letter_of(below).lower()


def test_colourless_text_tells_every_state_of_a_cell() -> None:
    """Without colour each cell shows owner, support, hole or over a hole, in every variant."""
    seen = set()
    for position in samples():
        levels = read_text(to_text(position, color=False, width=1), position)
        assert len(levels) == position.level
        for number, level in enumerate(levels, 1):
            assert len(level.marks) == position.rules.width * position.rules.height
            for cell, mark in level.marks.items():
                assert mark == expected_mark(position, number, cell)
                seen.add(mark)
    assert seen == set("RWBNrwb.x#")


def test_the_legend_explains_the_marks_in_the_picture_and_no_others() -> None:
    """Each letter and mark that stands on a board has an entry, and no mark has one for nothing."""
    for position in samples():
        text = to_text(position, color=False, width=1)
        marks = {mark for level in read_text(text, position) for mark in level.marks.values()}
        legend = to_text(position, color=False, width=500).split("\n")[-1].split("  ")
        explained = {entry[0] for entry in legend}
        assert marks <= explained
        assert {mark for mark in explained if mark in "rwb.x#"} <= marks


@pytest.mark.parametrize("name", ["game01", "game05", "game11", "game12", "game29"])
def test_frames_are_the_tiles_of_the_game(name: str) -> None:
    """With the moves known, a border stands between two cells exactly where two tiles meet."""
    record = game(name)
    levels = read_text(to_text(record.final, record, color=False, width=1), record.final)
    for level, tiles in zip(levels, tiles_laid(record), strict=True):
        tile_of = {cell: tile for tile in tiles for cell in tile}
        assert level.borders == {
            (cell, other)
            for cell, other in neighbours(record.start.rules)
            if tile_of.get(cell) != tile_of.get(other)
        }


def test_frames_are_not_invented() -> None:
    """Without moves no border parts two cells of one player; a neutral cell always stands alone."""
    for position in samples():
        levels = read_text(to_text(position, color=False, width=1), position)
        for number, level in enumerate(levels, 1):
            for cell, other in neighbours(position.rules):
                owners = {position.owner(cell, number), position.owner(other, number)}
                parted = len(owners) == 2 or owners == {Color.NEUTRAL}
                assert ((cell, other) in level.borders) is parted


def test_text_in_colour_says_the_same() -> None:
    """Colour adds escape codes and takes nothing away; no codes appear without it."""
    for position in samples():
        coloured, plain = to_text(position, color=True), to_text(position, color=False)
        assert ANSI.search(coloured)
        assert "\x1b" not in plain
        without = [line.rstrip() for line in ANSI.sub("", coloured).split("\n")]
        assert without == plain.split("\n")


def test_each_owner_has_a_colour() -> None:
    """Each owner's tiles have one background, White's that of the neutral tiles of tsr."""
    backgrounds = {}
    for name in ("game01", "game12"):
        final = game(name).final
        text = to_text(final, color=True)
        for code, letter in re.findall(r"(\x1b\[[0-9;]*m) ([RWBN]) ", text):
            backgrounds.setdefault((name, letter), set()).add(code)
    assert {key: len(codes) for key, codes in backgrounds.items()} == dict.fromkeys(
        [("game01", letter) for letter in "RBN"] + [("game12", letter) for letter in "WBN"], 1
    )
    assert backgrounds["game12", "W"] == backgrounds["game01", "N"]
    assert backgrounds["game12", "N"] == backgrounds["game01", "R"]
    assert backgrounds["game12", "B"] == backgrounds["game01", "B"]
    assert len({min(codes) for codes in backgrounds.values()}) == 3


def test_text_can_be_ascii() -> None:
    """ASCII pictures have the same lines and marks, with frames of + - | and no other character."""
    to_ascii = {**dict.fromkeys(map(ord, "┌┐└┘├┤┬┴┼"), "+"), ord("─"): "-", ord("│"): "|"}
    for position in samples():
        plain = to_text(position, color=False, ascii_only=True, name="Übung")
        assert plain.isascii()
        boxed = to_text(position, color=False, name="Übung")
        assert plain == boxed.translate(to_ascii).replace("Ü", "?")


def test_levels_stand_beside_each_other_where_they_fit() -> None:
    """Three standard levels fit 80 columns in a row; narrower terminals get them stacked."""
    final = game("game01").final
    for width, headings in {
        80: ["Level 1 Level 2 Level 3"],
        60: ["Level 1 Level 2", "Level 3"],
        30: ["Level 1", "Level 2", "Level 3"],
    }.items():
        lines = to_text(final, color=False, width=width).split("\n")
        found = [" ".join(line.split()) for line in lines if line.startswith("  Level ")]
        assert found == headings
        boards = [line for line in lines if re.match("[1-8 ] [┌│├└]", line)]
        assert max(map(len, boards)) <= width


def test_text_gives_reserves_score_and_turn() -> None:
    """The table holds all eight counts and both scores, and an arrow at the player to move."""
    lines = to_text(WITH_HOLES, color=False).split("\n")
    assert lines[0] == "Level 3 of 3, Red to move; Red leads by 5 (margin +5)"
    table = next(i for i, line in enumerate(lines) if "neutrals" in line)
    assert [line.split() for line in lines[table : table + 3]] == [
        ["ones", "fives", "tens", "neutrals", "points"],
        [">", "Red", "0", "3", "1", "0", "88"],
        ["Blue", "0", "2", "2", "0", "83"],
    ]


@pytest.mark.parametrize(
    ("score", "mover", "line"),
    [
        ((12, 12), Color.RED, "White to move; equal scores (margin 0)"),
        ((12, 30), Color.RED, "White to move; Blue leads by 18 (margin -18)"),
        ((30, 12), Color.BLUE, "Blue to move; White leads by 18 (margin +18)"),
        ((12, 12), None, "Game over: a draw, 12-12; margin 0"),
        ((30, 12), None, "Game over: White wins by 18, 30-12; margin +18"),
        ((12, 30), None, "Game over: Blue wins by 18, 12-30; margin -18"),
    ],
)
def test_the_headline_tells_turn_and_result(
    score: tuple[int, int], mover: Color | None, line: str
) -> None:
    """Text and SVG say who moves or who has won, by the names of the edition, and the margin."""
    position = replace(game("game12").final, score=score, mover=mover)
    assert to_text(position, color=False).split("\n")[0].endswith(line)
    assert f">{line}</text>" in re.sub("Level 3 of 3, ", "", to_svg(position))


def test_a_name_heads_the_picture_and_cannot_disturb_the_terminal() -> None:
    """A name stands on the first line, its control characters blanked; without one, the status."""
    final = game("game01").final
    named = to_text(final, color=False, name="A\x1b[2Jgood\ngame\x07")
    assert named.split("\n")[0] == "A [2Jgood game"
    assert named.split("\n")[1:] == to_text(final, color=False).split("\n")


def test_a_record_names_the_picture() -> None:
    """The record's own name heads the picture unless another is given."""
    record = replace(game("game01"), headers=(("Event", "Autumn cup"),))
    assert record.name is not None
    assert to_text(record.final, record, color=False).startswith(f"{record.name}\n")
    assert to_text(record.final, record, color=False, name="Mine").startswith("Mine\n")
    assert f">{record.name}</text>" in to_svg(record.final, record)
    assert ">Mine</text>" in to_svg(record.final, record, name="Mine")


def test_pictures_refuse_a_game_that_misses_the_position() -> None:
    """A record that does not pass through the position raises ValueError in text and SVG."""
    record, other = game("game01"), game("game02")
    with pytest.raises(ValueError, match="does not pass through"):
        to_text(other.final, record, color=False)
    with pytest.raises(ValueError, match="does not pass through"):
        to_svg(other.final, record)
