"""Moves as text: ``1a1``, ``5a1-b1``, ``10c2-c4``, ``Nc3``."""

from __future__ import annotations

import re

from steppe_solver.errors import ParseError
from steppe_solver.notation.faults import At, FaultList, along, quoted
from steppe_solver.position import Cell, Edition, Move, Position, Rules, Tile

_MOVE = re.compile(r"([0-9]+|[A-Za-z])?([A-Za-z][0-9]+)(?:-([A-Za-z][0-9]+))?")
_STRANGER = re.compile(r"[^A-Za-z0-9-]")
_TILES = {tile.symbol: tile for tile in Tile}
_NAMES = {Tile.ONE: "a one", Tile.FIVE: "a five", Tile.TEN: "a ten", Tile.NEUTRAL: "a neutral tile"}


def parse_move(text: str, position: Position | None = None, *, at: At = (1, 1)) -> Move:
    """The move that the text names, its ends in order whichever way they were written.

    The position gives the board and the edition only (without it, the standard game's): whether the
    move can be played there is for `Position.play` to say. ``at`` is the place of the text's first
    character. Raises ParseError with every fault of the text.

    >>> parse_move("5E1-D1")
    Move(tile=<Tile.FIVE: ('5', 2, 5)>, cells=(Cell(column=3, row=0), Cell(column=4, row=0)))
    """
    faults = FaultList()
    move = read_move(text, position.rules if position else Rules(), at, faults)
    if move is None:
        raise ParseError(faults.listed())
    return move


def format_move(move: Move) -> str:
    """The move in notation, lower end first.

    >>> format_move(parse_move("10c4-c2"))
    '10c2-c4'
    """
    return str(move)


def read_move(text: str, rules: Rules, at: At, faults: FaultList) -> Move | None:
    """The move that the text names on such a board; None, with its faults noted, if it is none."""
    match = _MOVE.match(text)
    stranger = _STRANGER.search(text)
    if stranger is not None:
        what = "white space" if stranger[0].isspace() else quoted(stranger[0])
        faults.add("move", along(at, stranger.start()), f"{what} has no place in a move")
        return None
    if match is None:
        faults.add("move", at, _not_a_move(text))
        return None
    if match.end() < len(text):
        rest = quoted(text[match.end() :])
        faults.add("move", along(at, match.end()), f"{rest} does not belong to a move")
        return None
    tile = _read_tile(match[1], rules.edition, at, faults)
    first = read_cell(match[2], rules, "move", along(at, match.start(2)), faults)
    if tile is None or tile.length == 1:
        if match[3] is not None:
            second_at = along(at, match.start(3))
            last = read_cell(match[3], rules, "move", second_at, faults)
            if tile is not None and last is not None:
                faults.add("move", second_at, f"{_NAMES[tile]} covers one cell: no second end")
            return None
        return None if tile is None or first is None else Move(tile, (first,))
    if match[3] is None:
        example = {Tile.FIVE: "5a1-b1", Tile.TEN: "10a1-c1"}[tile]
        faults.add("move", at, f"{_NAMES[tile]} is written with both its ends, such as {example}")
        return None
    last = read_cell(match[3], rules, "move", along(at, match.start(3)), faults)
    if first is None or last is None:
        return None
    return _laid(tile, min(first, last), max(first, last), along(at, match.start(2)), faults)


def read_cell(text: str, rules: Rules, field: str, at: At, faults: FaultList) -> Cell | None:
    """The cell that a letter and digits name; None, with a fault noted, if the board has none such.

    ``text`` is one ASCII letter and at least one ASCII digit.
    """
    column, digits = ord(text[0].lower()) - ord("a"), text[1:]
    if len(digits) > 1 and digits[0] == "0":
        faults.add(field, at, f"{quoted(text)}: a row has no leading zero")
        return None
    cell = Cell(column, int(digits) - 1) if len(digits) <= 2 else None
    if cell is None or not rules.on_board(cell):
        corner = Cell(rules.width - 1, rules.height - 1)
        name = text if len(text) <= 4 else quoted(text)
        faults.add(field, at, f"{name} is off the board, which runs from a1 to {corner}")
        return None
    return cell


def _not_a_move(text: str) -> str:
    if not text:
        return "a move is missing here: it is empty"
    return (
        f"{quoted(text)} is not a move: write a tile (1, 5, 10 or N) and where it lies,"
        " such as 1a1, Nc3 or 5a1-b1"
    )


def _read_tile(text: str | None, edition: Edition, at: At, faults: FaultList) -> Tile | None:
    if text is None:
        faults.add("move", at, "the tile is missing before the cell: write 1, 5, 10 or N")
    elif text in _TILES:
        return _TILES[text]
    elif text == "W" and edition is Edition.TSR:
        return Tile.NEUTRAL
    elif text == "W":
        faults.add("move", at, "W is a player in the dmr edition: a neutral tile is written N")
    elif text in ("n", "w"):
        faults.add("move", at, f"{text} is no tile: a neutral tile is written N, upper case")
    else:
        faults.add("move", at, f"{quoted(text)} is no tile: the tiles are 1, 5, 10 and N")
    return None


def _laid(tile: Tile, first: Cell, last: Cell, at: At, faults: FaultList) -> Move | None:
    """The tile with these ends; None, with a fault noted, where it cannot lie so."""
    columns, rows = last.column - first.column, last.row - first.row
    if columns and rows:
        faults.add("move", at, f"{first}-{last} is not straight: no tile lies diagonally")
        return None
    length = columns + rows + 1
    if length != tile.length:
        message = f"{_NAMES[tile]} covers {tile.length} cells, {first}-{last} is {length} long"
        faults.add("move", at, message)
        return None
    step_right, step_up = bool(columns), bool(rows)
    return Move(
        tile,
        tuple(Cell(first.column + i * step_right, first.row + i * step_up) for i in range(length)),
    )
