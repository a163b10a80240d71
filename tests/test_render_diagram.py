"""Diagrams for print: every cell says whose it is, without colour."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from pictures import SVG, WITH_HOLES, samples

from steppe_solver.notation import format_spn, parse_move
from steppe_solver.position import Cell, Color, Edition, Position, Reserve
from steppe_solver.render import lettering
from steppe_solver.render.diagram import legend, to_diagram
from steppe_solver.render.shapes import CELL
from steppe_solver.render.strokes import in_strokes

CROSS = re.compile(r"l40 40m0-40l-40 40")


def open_positions() -> list[Position]:
    """The sample positions in which somebody is to move."""
    return [position for position in samples() if not position.is_over]


def letters(svg: str, position: Position) -> dict[Cell, str]:
    """The letter in every cell of the board that has one; two would be seen as one text."""
    root = ElementTree.fromstring(svg)
    board = root.find(f"{SVG}g")
    assert board is not None
    found: dict[Cell, str] = {}
    for text in board.iter(f"{SVG}text"):
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        column, down = int(x // CELL), int(y // CELL)
        if text.get("text-anchor") != "middle" or not 0 <= down < position.rules.height:
            continue
        if column >= 0:
            cell = Cell(column, position.rules.height - 1 - down)
            found[cell] = found.get(cell, "") + (text.text or "")
    return found


def test_every_cell_says_whose_it_is() -> None:
    """Capitals on tiles, small letters for what lies below open cells, crosses over holes."""
    for position in open_positions():
        svg = to_diagram(position)
        name = position.rules.edition.letter_of
        expected, crosses = {}, 0
        for index, owner in enumerate(position.levels[-1]):
            below = position.support(index)
            if owner is not None:
                expected[position.rules.cell(index)] = name(owner)
            elif below is None:
                crosses += 1
            elif position.level > 1:
                expected[position.rules.cell(index)] = name(below).lower()
        assert letters(svg, position) == expected
        assert len(CROSS.findall(svg)) == crosses


def test_black_on_white_is_enough() -> None:
    """A diagram has two colours, near black and white."""
    for position in (WITH_HOLES, Position.start()):
        for edition in Edition:
            svg = to_diagram(replace(position, rules=replace(position.rules, edition=edition)))
            assert set(re.findall(r"#[0-9a-f]{3,6}", svg)) == {"#1f1d1a", "#ffffff"}


def test_owners_differ_without_letters() -> None:
    """With its letters taken away, no mark of the legend looks like another."""
    for edition in Edition:
        marks = [re.sub(r"<text.*?</text>|<desc>.*?</desc>", "", svg) for svg, _ in legend(edition)]
        assert len(set(marks)) == len(marks) == 7


def test_reserves_and_score_stand_below_the_board() -> None:
    """What a player holds is counted, zeros left out; the score stands there if wanted."""
    position = replace(
        WITH_HOLES, reserves=(Reserve(7, 0, 2, 1), Reserve(0, 0, 0, 0)), score=(88, 83)
    )
    svg = to_diagram(position, shows_score=True)
    words = [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    counts = Counter(word for word in words if word and word.startswith("\N{MULTIPLICATION SIGN}"))
    assert counts == {
        "\N{MULTIPLICATION SIGN}7": 1,
        "\N{MULTIPLICATION SIGN}2": 1,
        "\N{MULTIPLICATION SIGN}1": 1,
    }
    assert "nothing left" in words
    assert "Points so far: Red 88, Blue 83" in words
    assert "Points so far" not in to_diagram(position)
    assert "Red" not in to_diagram(position, shows_reserves=False)


def test_a_tile_laid_on_top_shows_its_symbol() -> None:
    """The key is drawn over its open cells, with its symbol instead of what lay below."""
    move = parse_move("5a1-b1")
    svg = to_diagram(WITH_HOLES, tiles=[(3, Color.RED, move)])
    plain = letters(to_diagram(WITH_HOLES), WITH_HOLES)
    found = letters(svg, WITH_HOLES)
    assert (plain[Cell(0, 0)], plain[Cell(1, 0)]) == ("r", "r")
    assert [found.get(cell) for cell in move.cells].count("5") == 1
    assert not {"r"} & {found.get(cell) for cell in move.cells}
    with pytest.raises(ValueError, match="cannot be shown"):
        to_diagram(WITH_HOLES, tiles=[(3, Color.RED, parse_move("1c5"))])


def test_nothing_is_drawn_outside_the_picture() -> None:
    """All words, as wide as the drawn ones are, stay within the picture, on any board."""
    for position in open_positions():
        root = ElementTree.fromstring(to_diagram(position, shows_score=True))
        width, height = float(root.get("width", "")), float(root.get("height", ""))
        for group in root.findall(f"{SVG}g"):
            found = re.match(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
            assert found
            for text in group.iter(f"{SVG}text"):
                x = float(found[1]) + float(text.get("x", ""))
                y = float(found[2]) + float(text.get("y", ""))
                assert 0 <= x <= width
                assert 0 < y <= height


def test_a_diagram_says_which_position_it_is() -> None:
    """The position in notation is its description, and the drawing is the same every time."""
    for position in (WITH_HOLES, Position.start()):
        svg = to_diagram(position)
        assert ElementTree.fromstring(svg).findtext(f"{SVG}desc") == format_spn(position)
        assert svg == to_diagram(position)


def test_words_become_strokes() -> None:
    """With its words drawn a diagram has no text left; unknown characters are left, and said so."""
    drawn, is_left = in_strokes(to_diagram(WITH_HOLES, shows_score=True))
    assert not is_left
    assert "text" not in {
        element.tag.removeprefix(SVG) for element in ElementTree.fromstring(drawn).iter()
    }
    strange = '<svg xmlns="http://www.w3.org/2000/svg"><text x="0" y="9">\u4e94</text></svg>'
    assert in_strokes(strange)[1]
    with pytest.raises(ValueError, match="not an SVG"):
        in_strokes("<svg")


def test_large_reserves_do_not_run_into_each_other() -> None:
    """However many tiles are in hand, the words of a line stand apart and end in the picture."""
    reserves = (Reserve(100, 31, 22, 16), Reserve(7, 7, 7, 7))
    rules = replace(Position.start().rules, reserve=reserves[0])
    root = ElementTree.fromstring(to_diagram(replace(WITH_HOLES, rules=rules, reserves=reserves)))
    for line in root.findall(f"{SVG}g")[1:]:
        ends = 0.0
        for shape in sorted(line.iter(), key=lambda element: float(element.get("x", "0"))):
            if shape.tag == f"{SVG}text":
                assert float(shape.get("x", "")) >= ends
                ends = float(shape.get("x", "")) + lettering.width(shape.text or "", 13)
            elif shape.tag == f"{SVG}rect":
                assert float(shape.get("x", "")) >= ends
                ends = float(shape.get("x", "")) + float(shape.get("width", ""))
        assert 0 < ends <= float(root.get("width", ""))
