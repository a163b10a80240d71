"""The SVG picture: valid, complete, and with the outlines of tiles exactly where they are known."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from pictures import SVG, WITH_HOLES, Piece, game, neighbours, read_svg, samples, tiles_laid

from steppe_solver.notation import GameRecord, format_spn
from steppe_solver.position import PLAYERS, Color, Position, Tile
from steppe_solver.render import to_svg
from steppe_solver.render.shapes import outline


def test_tiles_are_drawn_with_their_faces() -> None:
    """With moves known, the pieces are the tiles: owner, face and cells, level by level."""
    record = game("game12")
    edition = record.start.rules.edition
    expected = [[Piece("neutral", "N", (str(cell),)) for cell in record.start.rules.start], [], []]
    for before, move in zip(record.positions(), record.moves, strict=False):
        assert before.mover is not None
        owner = Color.NEUTRAL if move.tile is Tile.NEUTRAL else before.mover
        piece = Piece(edition.name_of(owner), move.tile.symbol, tuple(map(str, move.cells)))
        expected[before.level - 1].append(piece)
    drawn = read_svg(to_svg(record.final, record))
    assert [sorted(level) for level in drawn] == [sorted(level) for level in expected]


def test_any_ply_of_a_game_shows_the_tiles_so_far() -> None:
    """Given the whole game, the picture of a position within it shows the tiles up to there."""
    record = game("game12")
    for plies in range(0, len(record.moves) + 1, 7):
        drawn = read_svg(to_svg(record.positions()[plies], record))
        so_far = replace(record, moves=record.moves[:plies])
        assert [sorted(piece.cells for piece in level) for level in drawn] == [
            sorted(tuple(map(str, cells)) for cells in level) for level in tiles_laid(so_far)
        ]


def test_without_moves_no_tile_is_invented() -> None:
    """Owned cells are in one piece of their owner; touching cells of a player share it."""
    for position in samples():
        drawn = read_svg(to_svg(position))
        assert len(drawn) == position.level
        for number, level in enumerate(drawn, 1):
            piece_of = {cell: piece for piece in level for cell in piece.cells}
            assert {cell: piece.owner for cell, piece in piece_of.items()} == {
                str(position.rules.cell(index)): position.rules.edition.name_of(owner)
                for index, owner in enumerate(position.levels[number - 1])
                if owner is not None
            }
            for piece in level:
                assert (piece.face, len(piece.cells)) == ("N", 1) or (
                    piece.face == "" and piece.owner != "neutral"
                )
            for cell, other in neighbours(position.rules):
                owner = position.owner(cell, number)
                if owner in PLAYERS and owner is position.owner(other, number):
                    assert piece_of[str(cell)] is piece_of[str(other)]


def test_tiles_laid_before_the_record_stay_patches() -> None:
    """A game that starts in mid-play shows its own tiles with faces and what lay there without."""
    whole = game("game01")
    middle, end = whole.positions()[10], whole.positions()[14]
    record = GameRecord(headers=(), start=middle, moves=whole.moves[10:14])
    (level,) = read_svg(to_svg(end, record))
    laid = {tuple(map(str, move.cells)) for move in record.moves}
    assert laid <= {piece.cells for piece in level if piece.face}
    assert {piece.owner for piece in level if piece.face and piece.cells not in laid} == {"neutral"}
    assert {piece.owner for piece in level if not piece.face} == {"Red", "Blue"}


def test_every_picture_is_valid_and_self_contained() -> None:
    """The SVG of every variant is XML with a size, the same each time, that refers to nothing."""
    for position in samples():
        picture = to_svg(position)
        assert picture == to_svg(position)
        root = ElementTree.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
        assert not re.search(r"href|url\(|<style|<script|\bid=", picture)


def test_a_picture_describes_itself() -> None:
    """For readers that cannot see it: a role, a label, a title, and the position's notation."""
    root = ElementTree.fromstring(to_svg(WITH_HOLES, name='<b> "A & B" \x07\ud800'))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == '<b> "A & B"'
    assert root.findtext(f"{SVG}desc") == format_spn(WITH_HOLES)
    assert root.get("aria-label") == (
        '<b> "A & B". Level 3 of 3, Red to move; Red leads by 5 (margin +5)'
    )


def words(position: Position) -> list[str]:
    """All text of the picture, in drawing order."""
    root = ElementTree.fromstring(to_svg(position))
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_coordinates_reserves_and_score_are_written() -> None:
    """Letters and digits run along every level; all counts and points stand below."""
    found = words(WITH_HOLES)
    assert [text for text in found if text in "abcde"] == list("abcde") * 3
    assert sum(text == "5" for text in found) == 3 + 2
    held = [text for text in found if text.startswith("\N{MULTIPLICATION SIGN}")]
    assert [int(text[1:]) for text in held] == [0, 3, 1, 0, 0, 2, 2, 0]
    assert [text for text in found if text in ("88", "83")] == ["88", "83"]


def test_coordinates_stand_at_their_rows_and_columns() -> None:
    """Row 1 is at the bottom and column a at the left, each mark in the middle of its cells."""
    root = ElementTree.fromstring(to_svg(WITH_HOLES))
    marks = [element for element in root.iter(f"{SVG}text") if element.get("font-size") == "12"]
    for element in marks:
        text = element.text or ""
        if text in "abcde":
            assert float(element.get("x", "")) == "abcde".index(text) * 40 + 20
        elif text in "12345":
            middle = float(element.get("y", "")) - 4.5
            assert middle == "54321".index(text) * 40 + 20


@pytest.mark.parametrize("mover", [*PLAYERS, None])
def test_an_arrow_stands_before_the_player_to_move(mover: Color | None) -> None:
    """In the reserves the mover's name alone is bold, after an arrow; after the end neither is."""
    root = ElementTree.fromstring(to_svg(replace(WITH_HOLES, mover=mover)))
    for color, name in zip(PLAYERS, ("Red", "Blue"), strict=True):
        (group,) = (group for group in root if any(part.text == name for part in group))
        place = [part.text for part in group].index(name)
        moves = color is mover
        assert (group[place].get("font-weight") == "bold") is moves
        assert group[place - 1].get("d", "").endswith("z") is moves


@pytest.mark.parametrize(
    ("plies", "legend"),
    [(5, []), (16, ["open to both", "open, on White", "open, on Blue"])],
)
def test_the_legend_names_what_is_there(plies: int, legend: list[str]) -> None:
    """On the ground open cells need no words; on level 2 each support that occurs has its entry."""
    position = game("game12").positions()[plies]
    expected = legend if position.level == 2 else []
    assert [text for text in words(position) if "open" in text or "hole" in text] == expected


def test_holes_and_cells_over_holes_are_explained() -> None:
    """With holes in the picture both marks have a legend entry, after the open cells'."""
    assert words(WITH_HOLES)[-5:] == [
        "open to both",
        "open, on Red",
        "open, on Blue",
        "hole",
        "over a hole",
    ]


@pytest.mark.parametrize(
    ("squares", "loops", "corners"),
    [
        ([(0, 0)], 1, 4),
        ([(0, 0), (1, 0)], 1, 4),
        ([(0, 0), (1, 0), (0, 1)], 1, 6),
        ([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)], 2, 8),
        ([(0, 0), (1, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1)], 1, 10),
    ],
)
def test_outlines_turn_where_the_cells_do(
    squares: list[tuple[int, int]], loops: int, corners: int
) -> None:
    """A loop runs around and one in each gap inside, every turn a rounded corner.

    A gap that meets the outside in a corner, as in the last case, is no gap inside.
    """
    path = outline(squares)
    assert path.count("M") == path.count("Z") == loops
    assert path.count("Q") == corners
