"""Tiles given one by one: layings drawn on top of a position, and how its cells may be covered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from pictures import SVG, WITH_HOLES, game, neighbours, read_png, read_text, samples
from pictures import Piece as Drawn

from steppe_solver.notation import GameRecord, parse_move, witness
from steppe_solver.position import PLAYERS, Cell, Color, Move, Position, Reserve, Rules, Tile
from steppe_solver.render import to_png, to_svg, to_text

Placed = tuple[int, Color, Move]


def placed(position: Position, *texts: str) -> list[Placed]:
    """Tiles written as ``"2 R 5a1-b1"``: level, owner, move."""
    split = [text.split() for text in texts]
    return [(int(n), Color(owner), parse_move(move, position)) for n, owner, move in split]


def small() -> Position:
    """A board of 3 x 2 whose first level is full: a ten below, a five and a neutral tile above."""
    position = Position.start(Rules(3, 2, 2, Reserve(6, 2, 1, 1), frozenset()))
    for text in ("10a1-c1", "5a2-b2", "Nc2"):
        position = position.play(parse_move(text, position))
    return position


def random_laying(rng: Random, position: Position) -> list[Placed]:
    """Tiles of either player that have room on the current level, as they come."""
    tiles: list[Placed] = []
    taken: set[Cell] = set()
    for color in rng.sample(PLAYERS, 2):
        moves = position.placements(color)
        for move in rng.sample(moves, min(len(moves), 9)):
            if taken.isdisjoint(move.cells):
                taken.update(move.cells)
                owner = Color.NEUTRAL if move.tile is Tile.NEUTRAL else color
                tiles.append((position.level, owner, move))
    return tiles


def moves_of(record: GameRecord) -> list[Placed]:
    """The tiles of a game."""
    return [
        (before.level, Color.NEUTRAL if move.tile is Tile.NEUTRAL else before.mover, move)
        for before, move in zip(record.positions(), record.moves, strict=False)
    ]


def covering(position: Position) -> list[Placed]:
    """The tiles of one way in which the position may be covered."""
    found = witness(position)
    assert found is not None
    return [
        (number, owner, move)
        for number, level in enumerate(found, 1)
        for owner, moves in level.items()
        for move in moves
    ]


class Tiles(NamedTuple):
    """The pieces of a level of an SVG picture: all, and the cells of the new ones."""

    pieces: list[Drawn]
    new: set[tuple[str, ...]]


def read_tiles(picture: str) -> list[Tiles]:
    """The pieces by level from their titles; a new one must have its mark and a bold outline."""
    levels: list[Tiles] = []
    for element in ElementTree.fromstring(picture).iter():
        if element.tag == f"{SVG}text" and (element.text or "").startswith("Level "):
            if element.get("font-size") == "13":
                levels.append(Tiles([], set()))
        elif element.get("class") == "piece":
            title = element.findtext(f"{SVG}title", "")
            label = re.fullmatch(r"(\w+) ?(\w*): ([a-h1-8 ]+)(, laid on top)?", title)
            if label is None:
                assert re.fullmatch(r"\w+ (holds|lays) \d+ of \w+", title)
                continue
            cells = tuple(label[3].split())
            levels[-1].pieces.append(Drawn(label[1], label[2], cells))
            marks = [mark for mark in element if mark.get("class") == "new"]
            outline = element.find(f"{SVG}path")
            pen = float(outline.get("stroke-width", ""))
            assert (len(marks), pen) == ((1, 3) if label[4] else (0, 1.5))
            for mark in marks:
                corners = re.findall(r"Q([\d.]+) ([\d.]+)", outline.get("d", ""))
                for name, places in zip(("cx", "cy"), zip(*corners, strict=True), strict=True):
                    sides = sorted(map(float, places))
                    assert sides[0] < float(mark.get(name, "")) < sides[-1]
            if label[4]:
                levels[-1].new.add(cells)
    return levels


def drawn(position: Position, tiles: Sequence[Placed]) -> dict[int, set[Drawn]]:
    """The tiles as a picture should show them, by level."""
    found: dict[int, set[Drawn]] = {}
    for number, owner, move in tiles:
        name = position.rules.edition.name_of(owner)
        piece = Drawn(name, move.tile.symbol, tuple(map(str, move.cells)))
        found.setdefault(number, set()).add(piece)
    return found


def test_a_laying_in_text() -> None:
    """New tiles stand framed with a star; what they add stands below the position's own counts."""
    position = small()
    tiles = placed(position, "2 R 5a1-b1", "2 N Nc1", "2 B 1b2")
    assert to_text(position, color=False, tiles=tiles).split("\n") == [
        "Level 2 of 2, Red to move; Red leads by 5 (margin +5)",
        "",
        "  Level 1               Level 2, a laying",
        "  ┌───────┬───┐         ┌───┬───┬───┐",
        "2 │ B   B │ N │       2 │ b │ B*│ . │",
        "  ├───────┴───┤         ├───┴───┼───┤",
        "1 │ R   R   R │       1 │ R*  R*│ N*│",
        "  └───────────┘         └───────┴───┘",
        "    a   b   c             a   b   c",
        "",
        "           ones  fives  tens  neutrals  points",
        ">  Red        6      2     0         0      10",
        "   Blue       6      1     1         1       5",
        "*  Red        0      1     0               +10",
        "*  Blue       1      0     0                +2",
        "*  neutral                            1",
        "",
        "R Red  B Blue  N neutral  . open to both  b open, on Blue  * laid on top",
    ]


def test_a_laying_over_several_levels_in_ascii() -> None:
    """Levels above the current one are drawn with what lies on them and what supports it."""
    position = Position.start(Rules(3, 1, 3, Reserve(3, 2, 2, 2), frozenset()))
    tiles = placed(position, "3 B 1c1", "1 R 10a1-c1", "2 R 5a1-b1", "2 N Nc1")
    assert to_text(position, color=False, ascii_only=True, tiles=tiles).split("\n") == [
        "Level 1 of 3, Red to move; equal scores (margin 0)",
        "",
        "  Level 1, a laying     Level 2, a laying     Level 3, a laying",
        "  +-----------+         +-------+---+         +-------+---+",
        "1 | R*  R*  R*|       1 | R*  R*| N*|       1 | r   r | B*|",
        "  +-----------+         +-------+---+         +-------+---+",
        "    a   b   c             a   b   c             a   b   c",
        "",
        "           ones  fives  tens  neutrals  points",
        ">  Red        3      2     2         2       0",
        "   Blue       3      2     2         2       0",
        "*  Red        0      1     1               +20",
        "*  Blue       1      0     0                +3",
        "*  neutral                            1",
        "",
        "R Red  B Blue  N neutral  r open, on Red  * laid on top",
    ]


def test_text_stars_every_new_tile_and_nothing_else() -> None:
    """In every variant the cells laid show their owner, a star and their own frame."""
    rng, laid = Random(7), 0
    for position in samples():
        tiles = random_laying(rng, position)
        picture = to_text(position, color=False, width=1, tiles=tiles)
        levels = read_text(picture, position)
        before = read_text(to_text(position, color=False, width=1), position)
        assert levels[:-1] == before[:-1]
        tile_of = {cell: move for _, _, move in tiles for cell in move.cells}
        owner_of = {cell: owner for _, owner, move in tiles for cell in move.cells}
        letters = {c: position.rules.edition.letter_of(o) for c, o in owner_of.items()}
        assert levels[-1].marks == {**before[-1].marks, **letters}
        for border in neighbours(position.rules):
            if not tile_of.keys().isdisjoint(border):
                parted = tile_of.get(border[0]) != tile_of.get(border[1])
                assert (border in levels[-1].borders) is parted
        boards = [line for line in picture.split("\n") if re.match("[1-8] ", line)]
        stars = [
            (len(boards) - row, (match.start() - 4) // 4)
            for row, line in enumerate(boards)
            for match in re.finditer(r"[RWBN]\*", line)
        ]
        assert sum(line.count("*") for line in boards) == len(stars)
        assert {Cell(column, row - 1) for row, column in stars} == set(tile_of)
        assert ("* laid on top" in picture) is bool(tiles)
        assert picture.count(", a laying") == bool(tiles)
        laid += len(tiles)
    assert laid > 150


def test_svg_marks_every_new_tile_and_nothing_else() -> None:
    """All pieces of the position are there as before, and all new ones, with faces and marks."""
    rng = Random(8)
    for position in samples():
        tiles = random_laying(rng, position)
        picture = to_svg(position, tiles=tiles)
        levels, before = read_tiles(picture), read_tiles(to_svg(position))
        new = drawn(position, tiles).get(position.level, set())
        assert levels[:-1] == before[:-1]
        assert len(levels[-1].pieces) == len(before[-1].pieces) + len(new)
        assert set(levels[-1].pieces) == {*before[-1].pieces, *new}
        assert levels[-1].new == {piece.cells for piece in new}
        assert (">laid on top</text>" in picture) is bool(tiles)


def test_svg_draws_a_laying_over_several_levels() -> None:
    """The levels above are drawn with their tiles, headings and cells open on what was laid."""
    position = Position.start(Rules(3, 1, 3, Reserve(3, 2, 2, 2), frozenset()))
    tiles = placed(position, "1 R 10a1-c1", "2 R 5a1-b1", "2 N Nc1", "3 B 1c1")
    picture = to_svg(position, tiles=tiles)
    for number, level in enumerate(read_tiles(picture), 1):
        assert set(level.pieces) == drawn(position, tiles)[number]
        assert f">Level {number}, a laying</text>" in picture
    assert "open, on Red" in picture
    root = ElementTree.fromstring(picture)
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert [word for word in words if word in ("+20", "+3", "+0")] == ["+20", "+3"]


def test_a_laying_stands_out_in_the_png() -> None:
    """The rasteriser draws the mark of a new tile: a white dot in a dark ring."""
    position = small()
    tiles = placed(position, "2 R 5a1-b1")
    before, after = (to_png(to_svg(position, tiles=t), 1) for t in ((), tiles))
    pixels, plain = read_png(after), read_png(before)
    assert pixels.height == plain.height + 32
    white = dark = 0
    for x in range(pixels.width):
        for y in range(plain.height // 2):
            if pixels.at(x, y) != plain.at(x, y):
                white += pixels.at(x, y) == (255, 255, 255)
                dark += sum(pixels.at(x, y)) < 150
    assert white > 10
    assert dark > 200


@pytest.mark.parametrize("name", ["game01", "game12"])
def test_tiles_given_one_by_one_look_like_those_of_the_record(name: str) -> None:
    """On owned cells tiles are outlines: the picture is the one that the game record gives."""
    record = game(name)
    tiles = moves_of(record)
    assert to_svg(record.final, tiles=tiles) == to_svg(record.final, record)
    given = to_text(record.final, color=True, tiles=tiles)
    assert given == to_text(record.final, record, color=True)


def test_a_covering_shows_which_cells_make_which_tile() -> None:
    """A position drawn with a witness has a frame for every tile, each with its face, none new."""
    for position in (WITH_HOLES, game("game05").positions()[30], game("game12").final):
        tiles = covering(position)
        pieces = drawn(position, tiles)
        start = {(str(cell),) for cell in position.rules.start}
        for number, level in enumerate(read_tiles(to_svg(position, tiles=tiles)), 1):
            laid = {p for p in level.pieces if number > 1 or p.cells not in start}
            assert laid == pieces.get(number, set())
            assert not level.new
        text = to_text(position, color=False, width=1, tiles=tiles)
        plain = to_text(position, color=False, width=1)
        assert [x.marks for x in read_text(text, position)] == [
            x.marks for x in read_text(plain, position)
        ]
        for number, level in enumerate(read_text(text, position), 1):
            tile_of = {c: m for n, _, m in tiles for c in m.cells if n == number}
            if number == 1:
                tile_of |= {cell: cell for cell in position.rules.start}
            assert level.borders == {
                (cell, other)
                for cell, other in neighbours(position.rules)
                if tile_of.get(cell) != tile_of.get(other)
            }
        assert "*" not in text


def test_a_laying_lies_on_the_tiles_of_a_game() -> None:
    """With a record below, its tiles have their faces, and the new ones alone have the mark."""
    record = game("game01")
    position = record.positions()[10]
    tiles = random_laying(Random(9), position)
    (level,) = read_tiles(to_svg(position, record, tiles=tiles))
    assert level.new == {piece.cells for piece in drawn(position, tiles)[1]}
    played = drawn(position, moves_of(record)[:10])[1]
    assert played | drawn(position, tiles)[1] <= set(level.pieces)


def test_text_of_a_laying_keeps_to_80_columns_and_to_what_colour_says() -> None:
    """Three standard levels with layings fit beside each other; colour only adds codes."""
    position = Position.start()
    tiles = placed(position, "1 R 10a1-c1", "2 B 5d4-e4", "3 N Nc3")
    plain = to_text(position, color=False, tiles=tiles)
    assert plain.count("Level 1, a laying         Level 2, a laying") == 1
    assert max(map(len, plain.split("\n"))) <= 80
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", to_text(position, color=True, tiles=tiles))
    assert [line.rstrip() for line in coloured.split("\n")] == plain.split("\n")


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        (["2 R 5b1-c1", "2 B 1b1"], "1b1 of Blue cannot be shown on level 2"),
        (["1 R 5a2-b2"], "5a2-b2 of Red cannot be shown on level 1"),
        (["3 R 1a1"], "level 3"),
        (["0 R 1a1"], "level 0"),
        (["2 N 1a1"], "1a1 of neutral"),
        (["2 R Na1"], "Na1 of Red"),
    ],
)
def test_tiles_that_cannot_lie_there_are_refused(tiles: list[str], reason: str) -> None:
    """Overlaps, cells of another owner, levels and owners that do not exist raise ValueError."""
    position = small()
    for draw in (to_svg, lambda *a, **k: to_text(*a, color=False, **k)):
        with pytest.raises(ValueError, match=reason):
            draw(position, tiles=placed(position, *tiles))


def test_tiles_off_the_board_or_half_new_are_refused() -> None:
    """A tile lies on the board, and as a whole on owned cells or on empty ones."""
    position = small().play(parse_move("1a1", small()))
    for tile in (Move(Tile.FIVE, (Cell(2, 0), Cell(3, 0))), parse_move("5a1-b1", small())):
        with pytest.raises(ValueError, match="cannot be shown"):
            to_svg(position, tiles=[(2, Color.RED, tile)])


def test_a_tile_on_a_tile_of_the_game_is_refused() -> None:
    """Where the record tells the tiles, no other may be given."""
    record = game("game01")
    with pytest.raises(ValueError, match="lies on a tile of the game"):
        to_svg(record.final, record, tiles=moves_of(record)[:1])
