"""Material for the tests of pictures, and readers that see what a person or a program would."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree

from known import rows
from variants import random_game, random_rules

from steppe_solver.notation import GameRecord, parse_move, parse_spn
from steppe_solver.position import Cell, Edition, Position, Reserve, Rules

SVG = "{http://www.w3.org/2000/svg}"

Border = tuple[Cell, Cell]
"""The edge between two neighbouring cells, the one further left or below first."""

WITH_HOLES = parse_spn(
    "BRBRB/RBBBR/RRNRR/BRBBB/RRBBR|.NBNB/NNBBN/RRRRR/RRB.N/RRBB.|..BBB/RBB../R.RR./...../....."
    " R 0,3,1,0 0,2,2,0 88-83"
)
"""A position of level 3 with three holes below it and every kind of open cell."""


def game(name: str) -> GameRecord:
    """The game of that name in the data file; ``game12`` is a dmr game with holes."""
    (row,) = (row for row in rows("games") if row["id"] == name)
    start = parse_spn(row["start"])
    moves = tuple(parse_move(text, start) for text in row["moves"])
    return GameRecord(headers=(), start=start, moves=moves)


def samples() -> Iterator[Position]:
    """Positions of many shapes: variants of both editions at any stage, and big boards."""
    rng = Random(20)
    for _ in range(60):
        positions = random_game(rng, random_rules(rng, side=5, cells=25))
        yield rng.choice(positions)
        yield positions[-1]
    for edition in Edition:
        rules = Rules(8, 8, 9, Reserve(40, 20, 12, 6), frozenset(), edition)
        yield random_game(rng, rules)[110]


def neighbours(rules: Rules) -> list[Border]:
    """Every two cells of the board that share an edge."""
    board = [Cell(column, row) for column in range(rules.width) for row in range(rules.height)]
    return [
        (cell, other)
        for cell in board
        for other in (Cell(cell.column + 1, cell.row), Cell(cell.column, cell.row + 1))
        if rules.on_board(other)
    ]


def tiles_laid(record: GameRecord) -> list[list[tuple[Cell, ...]]]:
    """The cells of every tile of the game by level, the starting tiles included."""
    laid: list[list[tuple[Cell, ...]]] = [[] for _ in record.final.levels]
    laid[0] = [(cell,) for cell in record.start.rules.start]
    for before, move in zip(record.positions(), record.moves, strict=False):
        laid[before.level - 1].append(move.cells)
    return laid


class TextLevel(NamedTuple):
    """One level of a terminal picture: the character in every cell, and the borders drawn."""

    marks: dict[Cell, str]
    borders: set[Border]


def read_text(picture: str, position: Position) -> list[TextLevel]:
    """The levels of a colourless picture so narrow that they stand below each other."""
    lines = picture.split("\n")
    width, height = position.rules.width, position.rules.height
    tops = [i + 1 for i, line in enumerate(lines) if line.startswith("  Level ")]
    levels = []
    for top in tops:
        board = [line.ljust(4 * width + 3) for line in lines[top : top + 2 * height + 1]]
        marks, borders = {}, set()
        for row in range(height):
            line, above = board[2 * (height - 1 - row) + 1], board[2 * (height - 1 - row)]
            for column in range(width):
                here, at = Cell(column, row), 4 + 4 * column
                marks[here] = line[at]
                if line[at + 2] != " " and column + 1 < width:
                    borders.add((here, Cell(column + 1, row)))
                if above[at] != " " and row + 1 < height:
                    borders.add((here, Cell(column, row + 1)))
        levels.append(TextLevel(marks, borders))
    return levels


class Piece(NamedTuple):
    """What the picture says of a piece: its owner's name, its face ("" if none), its cells."""

    owner: str
    face: str
    cells: tuple[str, ...]


def read_svg(picture: str) -> list[list[Piece]]:
    """The pieces of every level of an SVG picture, from the titles that browsers show."""
    levels: list[list[Piece]] = []
    for element in ElementTree.fromstring(picture).iter():
        if element.tag == f"{SVG}text" and (element.text or "").startswith("Level "):
            if element.get("font-size") == "13":
                levels.append([])
        elif element.get("class") == "piece":
            label, colon, cells = element.findtext(f"{SVG}title", "").partition(": ")
            if colon:
                owner, _, face = label.partition(" ")
                drawn = [text.text for text in element.findall(f"{SVG}text")]
                assert drawn == ([face] if face else [])
                levels[-1].append(Piece(owner, face, tuple(cells.split())))
    return levels


class Pixels(NamedTuple):
    """A decoded PNG: its size, and red, green, blue and opacity of every pixel, row by row."""

    width: int
    height: int
    rows: list[bytes]

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green and blue of a pixel."""
        red, green, blue = self.rows[y][4 * x : 4 * x + 3]
        return red, green, blue


def read_png(data: bytes) -> Pixels:
    """The pixels of a PNG of 8-bit RGBA without interlacing, by the PNG specification."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, *form = struct.unpack(">IIBBBBB", body)
            assert form == [8, 6, 0, 0, 0]
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    raw, stride = zlib.decompress(packed), 4 * width + 1
    rows: list[bytes] = []
    above = bytes(4 * width)
    for top in range(0, len(raw), stride):
        above = _unfiltered(raw[top], raw[top + 1 : top + stride], above)
        rows.append(above)
    return Pixels(width, height, rows)


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    if kind == 0:
        return line
    if kind == 2:
        return bytes((value + up) & 255 for value, up in zip(line, above, strict=True))
    done = bytearray(line)
    for i, up in enumerate(above):
        left, corner = (done[i - 4], above[i - 4]) if i > 3 else (0, 0)
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) // 2
        else:
            target = left + up - corner
            guess = min((left, up, corner), key=lambda value: abs(target - value))
        done[i] = (done[i] + guess) & 255
    return bytes(done)
