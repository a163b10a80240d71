"""The PNG picture: real pixels of the right size and colours, with words on any machine."""

from __future__ import annotations

import string
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pictures import WITH_HOLES, Pixels, game, read_png

from steppe_solver.position import Color, Edition, Position, Reserve, Rules
from steppe_solver.render import lettering, to_png, to_svg
from steppe_solver.render.paint import PAINTS

# Where the boards of a picture without a name begin, and how far apart standard ones stand.
BOARD_X, BOARD_Y, NEXT_BOARD, CELL = 42, 78, 249, 40


def hue(pixels: Pixels, position: Position, level: int, index: int) -> str:
    """Red, blue, white or grey: the colour of a cell where no hatching or letter is in the way."""
    cell = position.rules.cell(index)
    x = BOARD_X + NEXT_BOARD * (level - 1) + cell.column * CELL + 7
    y = BOARD_Y + (position.rules.height - 1 - cell.row) * CELL + 7
    red, green, blue = pixels.at(x, y)
    if red == green == blue == 255:
        return "white"
    return "red" if red > green + 15 else "blue" if blue > red + 10 else "grey"


@pytest.mark.parametrize(
    "position", [game("game12").positions()[30], game("game12").final, WITH_HOLES]
)
def test_every_cell_has_the_colour_of_its_owner(position: Position) -> None:
    """Tiles are red, blue and white as in the edition; open cells are tinted like their support."""
    pixels = read_png(to_png(to_svg(position), 1))
    tsr = position.rules.edition is Edition.TSR
    hues = {
        Color.RED: "red" if tsr else "white",
        Color.BLUE: "blue",
        Color.NEUTRAL: "white" if tsr else "red",
        None: "grey",
    }
    for level, owners in enumerate(position.levels, 1):
        for index, owner in enumerate(owners):
            if owner is None and 1 < level == position.level and not position.is_over:
                owner = position.support(index)
            assert hue(pixels, position, level, index) == hues[owner]


def test_tiles_are_darker_than_open_cells_and_blue_than_red() -> None:
    """In a black and white print the three owners and their open cells still differ in tone."""
    tones = []
    for paint in (PAINTS[Edition.TSR][color] for color in (Color.BLUE, Color.RED, Color.NEUTRAL)):
        for color in (paint.fill, paint.pale):
            red, green, blue = bytes.fromhex(color[1:])
            tones.append(0.299 * red + 0.587 * green + 0.114 * blue)
    blue_tile, blue_open, red_tile, red_open, white_tile, _ = tones
    assert blue_tile + 40 < red_tile < min(blue_open, red_open) - 40
    assert max(blue_open, red_open) < white_tile


@pytest.mark.parametrize("scale", [0.5, 1, 1.5, 3])
def test_the_size_is_the_svg_size_times_the_scale(scale: float) -> None:
    """A PNG measures what the SVG says, scaled, to the pixel."""
    svg = to_svg(WITH_HOLES)
    root = ElementTree.fromstring(svg)
    data = to_png(svg, scale)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", data[16:24])
    for pixels, side in zip(size, ("width", "height"), strict=True):
        assert abs(pixels - float(root.get(side, "")) * scale) < 1


@pytest.mark.parametrize(
    "rules",
    [
        Rules(1, 1, 1, Reserve(1, 0, 0, 0), frozenset()),
        Rules(8, 8, 9, Reserve(40, 9, 9, 9), frozenset(), Edition.DMR),
    ],
    ids=["1x1", "8x8"],
)
def test_the_smallest_and_the_largest_board_have_pictures(rules: Rules) -> None:
    """Boards of one cell and of sixty-four are drawn on white with ink on it."""
    pixels = read_png(to_png(to_svg(Position.start(rules)), 1))
    colours = {pixels.at(x, y) for x in range(pixels.width) for y in range(pixels.height)}
    assert pixels.at(0, 0) == (255, 255, 255)
    assert len(colours) > 10


def inked(text: str, **attributes: str) -> set[tuple[int, int]]:
    """The dark pixels of a picture that holds nothing but this line of text."""
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", width="120", height="40")
    ElementTree.SubElement(root, "text", {"x": "60", "y": "25", "font-size": "16", **attributes})
    root[0].text = text
    pixels = read_png(to_png(ElementTree.tostring(root, encoding="unicode"), 1))
    return {
        (x, y)
        for y in range(pixels.height)
        for x in range(pixels.width)
        if pixels.rows[y][4 * x + 3] > 128
    }


@pytest.mark.parametrize("char", string.ascii_letters + string.digits + string.punctuation)
def test_every_ascii_character_is_drawn_without_a_font(char: str) -> None:
    """Each character leaves ink of its own, within the width that the layout counts on."""
    ink = inked(char)
    assert ink
    wide = lettering.width(char, 16)
    assert all(60 <= x < 60 + wide + 1 for x, _ in ink)


def test_different_characters_look_different() -> None:
    """No two letters or digits are drawn alike."""
    drawn = {char: frozenset(inked(char)) for char in string.ascii_letters + string.digits}
    assert len(set(drawn.values())) == len(drawn)


def test_text_stands_where_its_anchor_says() -> None:
    """Centred text has its ink on both sides of its place, text at the end has it all before."""
    assert min(inked("Red")) >= (60, 0)
    assert max(inked("Red", **{"text-anchor": "end"})) < (61, 0)
    columns = [x for x, _ in inked("H", **{"text-anchor": "middle"})]
    assert abs((min(columns) + max(columns)) / 2 - 59.5) <= 0.5
    assert len(inked("Red", **{"font-weight": "bold"})) > len(inked("Red"))


@pytest.mark.parametrize(
    ("accented", "plain"),
    ["ÜU", "ée", "ñn", "çc", "őo", "ÅA", "žz", "ąa", "łl", "øo"],
)
def test_accents_are_drawn(accented: str, plain: str) -> None:
    """A letter with a mark has more ink than its plain form."""
    assert len(inked(accented)) > len(inked(plain))


def test_a_name_in_another_script_does_not_harm_the_picture() -> None:
    """Characters that cannot be drawn are left to the fonts of the machine; the rest is there."""
    assert lettering.glyphs("Степь") is None
    pixels = read_png(to_png(to_svg(WITH_HOLES, name="Степь 草原"), 1))
    plain = read_png(to_png(to_svg(WITH_HOLES), 1))
    assert pixels.height == plain.height + 28
    assert pixels.rows[-300:] == plain.rows[-300:]


@pytest.mark.parametrize(
    ("svg", "scale", "reason"),
    [
        ("no picture", 1, "not an SVG"),
        ("<html/>", 1, "(?i)svg"),
        ("<svg/>", 0, "scale"),
        ("<svg/>", -1, "scale"),
    ],
)
def test_nonsense_is_refused(svg: str, scale: float, reason: str) -> None:
    """Text that is no SVG and scales that are not positive raise ValueError."""
    with pytest.raises(ValueError, match=reason):
        to_png(svg, scale)


def test_heavy_libraries_wait_until_they_are_needed(tmp_path: Path) -> None:
    """Importing the pictures loads neither the rasteriser nor a terminal library."""
    code = (
        "import sys, steppe_solver.render; print(sorted({'resvg_py', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "[]\n"
