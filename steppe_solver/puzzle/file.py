"""Puzzle files, ``.stp.json``: JSON Lines, a puzzle with its proof on every line.

The schema is ``stp.schema.json`` in this package. A line is *well-formed* where it has that shape,
its position can be read and its moves can be read as moves on that board: then it is a `Puzzle`.
Whether what it says is true, the legality of its moves included, is not asked here (see `verify`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO

from steppe_solver.errors import Fault, InputError, ParseError
from steppe_solver.goals import Goal
from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.notation.faults import At, FaultList
from steppe_solver.notation.json_text import Item, JsonError, JsonReader, Places
from steppe_solver.notation.lines import Line, read_lines
from steppe_solver.notation.moves import read_move
from steppe_solver.position import MAX_SIDE, Color, Move, Position, Rules
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Result, Source, Try
from steppe_solver.puzzle.shape import Path, decode, is_text, nodes, shape_faults, spelled

SIDES = {"red": Color.RED, "blue": Color.BLUE}
"""The names of the players in files: the same in both editions."""

_NAMES = {color: name for name, color in SIDES.items()}
_LARGEST = Rules(width=MAX_SIDE, height=MAX_SIDE, start=frozenset())


@dataclass(frozen=True, slots=True)
class Stated:
    """What a file says of a puzzle besides what it consists of, and what ought to follow from it.

    ``result`` is the key's; ``strict`` is None in kinds but ``ten``, ``gap`` in those without one.
    """

    result: Result
    strict: bool | None
    gap: int | None


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle of a file, or what is wrong in its place.

    ``line`` is where it begins, from 1; ``text`` is its position as written, empty where none is.
    Either ``puzzle`` and ``stated`` are set or ``error``.
    """

    line: int
    text: str = ""
    puzzle: Puzzle | None = None
    stated: Stated | None = None
    error: InputError | None = None


def stated_of(puzzle: Puzzle) -> Stated:
    """What a file says of the puzzle besides."""
    return Stated(puzzle.result, puzzle.strict if puzzle.kind is Kind.TEN else None, puzzle.gap)


def format_puzzle(puzzle: Puzzle) -> str:
    """The puzzle as a line of a file, ASCII only, without its line end; `parse_puzzle` reads it."""
    goal, source, stated = puzzle.goal, puzzle.source, stated_of(puzzle)
    first, *same = map(str, puzzle.key)
    fields = {
        "id": puzzle.id,
        "kind": puzzle.kind.value,
        "name": puzzle.name,
        "spn": format_spn(puzzle.position),
        "goal": goal and {"side": _NAMES[goal.attacker], "tens": goal.tens, "level": goal.level},
        "n": puzzle.n,
        "strict": stated.strict,
        "key": first,
        "same": same,
        "result": stated.result,
        "gap": stated.gap,
        "tries": [
            {
                "moves": _words(other.moves),
                "result": other.result,
                "refutation": _words(other.refutation),
                "ways": other.ways,
            }
            for other in puzzle.tries
        ],
        "line": _words(puzzle.line),
        "duals": puzzle.duals,
        "solution": _written(puzzle.solution),
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
        "method": source.method,
        "parent": source.parent,
        "seed": source.seed,
        "version": source.version,
    }
    return json.dumps(fields)


def parse_puzzle(text: str, *, at: At = (1, 1)) -> Puzzle:
    """The puzzle that the text, one JSON object, says.

    ``at`` is the place of its first character. Raises ParseError with every fault where it is not
    well-formed, and PositionError where no play leaves its position, but all else is sound.
    """
    return read_puzzle(text, at)[0]


def read_puzzle(text: str, at: At = (1, 1)) -> tuple[Puzzle, Stated]:
    """The puzzle and what is stated besides; see `parse_puzzle`."""
    places = Places(text, at)
    faults = FaultList()
    try:
        items = list(JsonReader(text).items())
    except JsonError as error:
        faults.add("file", places.at(error.offset), error.message)
        raise ParseError(faults.listed()) from None
    if len(items) != 1:
        faults.add("file", places.at(items[1].offset if items else 0), "one puzzle should be here")
        raise ParseError(faults.listed())
    return _Written(text, items[0], places).read()


def read_puzzles(stream: BinaryIO, filename: str) -> Iterator[PuzzleEntry]:
    """Every puzzle and fault of a file, in order and as soon as it is read.

    A bad puzzle does not spoil the others. ``filename`` does not matter: puzzles are not told from
    anything else by its suffix. A file without any gives one error of field ``file``. A text whose
    first line is not whole is read as one: puzzles laid out over several lines, or a list of them.
    Only what the stream itself raises (OSError) goes through.
    """
    found = False
    for entry in _entries(read_lines(stream)):
        found = True
        yield entry
    if not found:
        fault = Fault("file", "1:1", "there is no puzzle in this file")
        yield PuzzleEntry(1, error=ParseError([fault]))


def _entries(lines: Iterator[Line]) -> Iterator[PuzzleEntry]:
    seen: list[Line] = []
    for line in lines:
        seen.append(line)
        if line.text.strip() or line.fault is not None:
            break
    if seen and seen[-1].text.strip() in ("[", "{"):
        # Laid out over lines: only to be understood as a whole.
        whole = [*seen, *lines]
        for line in whole:
            yield from _refused(line)
        yield from _entries_of("\n".join("" if line.fault else line.text for line in whole), 1)
        return
    for line in chain(seen, lines):
        yield from _refused(line)
        if line.fault is None:
            yield from _entries_of(line.text, line.number)


def _refused(line: Line) -> Iterator[PuzzleEntry]:
    """The error entry of a line that could not be read as text; none for a sound line."""
    if line.fault is not None:
        yield PuzzleEntry(line.number, error=ParseError([line.fault]))


def _entries_of(text: str, line: int) -> Iterator[PuzzleEntry]:
    """The puzzles and faults of a text, whose first line has this number."""
    places = Places(text, (line, 1))
    reader = JsonReader(text)
    going = True
    while going:
        try:
            for item in reader.items():
                yield _entry(text, item, places)
            going = False
        except JsonError as error:
            faults = FaultList()
            faults.add("file", places.at(error.offset), error.message)
            yield PuzzleEntry(places.at(error.offset)[0], error=ParseError(faults.listed()))
            going = reader.recover()


def _entry(text: str, item: Item, places: Places) -> PuzzleEntry:
    written = _Written(text, item, places)
    line = places.at(item.offset)[0]
    try:
        puzzle, stated = written.read()
    except InputError as error:
        return PuzzleEntry(line, written.spn, error=error)
    return PuzzleEntry(line, written.spn, puzzle, stated)


class _Written:
    """A puzzle as it is written: read for all its faults, then put together."""

    def __init__(self, text: str, item: Item, places: Places) -> None:
        self._places = places
        self._at = places.at(item.offset)
        self._faults = FaultList()
        self._moves: dict[str, Move] = {}
        self._data: Any = None
        self._offsets: dict[str, int] = {}
        if item.members is not None:
            self._offsets = {member.key: member.offset for member in item.members}
            try:
                self._data = decode(text, item.offset)
            except RecursionError:
                self._faults.add("file", self._at, "not JSON for us: nested too deeply")

    @property
    def spn(self) -> str:
        """The position as written; empty where there is none."""
        spn = self._data.get("spn") if isinstance(self._data, dict) else None
        return spn.encode("utf-8", "replace").decode() if isinstance(spn, str) else ""

    def read(self) -> tuple[Puzzle, Stated]:
        """The puzzle and what is stated besides. Raises ParseError and PositionError."""
        data, faults = self._data, self._faults
        if not isinstance(data, dict):
            if not faults:
                faults.add("file", self._at, "this is not a puzzle, which is an object in { }")
            raise ParseError(faults.listed())
        for flawed in shape_faults(data):
            faults.add("file", self._place(flawed.path), flawed.message)
        position, error = self._position(data.get("spn"))
        self._read_moves(data, position.rules if position else _LARGEST)
        if error is not None and not faults:
            raise error
        if error is not None:
            faults.extend(error)
        if faults or position is None:
            raise ParseError(faults.listed())
        return self._put_together(data, position)

    def _place(self, path: Path) -> At:
        """Where the member of the object is that the path begins with."""
        offset = self._offsets.get(str(path[0])) if path else None
        return self._at if offset is None else self._places.at(offset)

    def _position(self, spn: object) -> tuple[Position | None, InputError | None]:
        if not isinstance(spn, str) or not is_text(spn):
            return None, None
        line, column = self._place(("spn",))
        try:
            position = parse_spn(spn, at=(line, column + 1))
        except InputError as error:
            return None, error
        if position.is_over:
            self._faults.add("mover", (line, column), "the game has ended: nobody is to move")
        return position, None

    def _read_moves(self, data: Mapping[str, Any], rules: Rules) -> None:
        for path, text in _moves(data):
            if text in self._moves:
                continue
            found = FaultList()
            move = read_move(text, rules, (1, 1), found)
            if move is not None:
                self._moves[text] = move
            here = f"{spelled(path)}: " if len(path) > 1 else ""
            for fault in found.listed():
                self._faults.add("move", self._place(path), here + fault.message)

    def _put_together(self, data: Mapping[str, Any], position: Position) -> tuple[Puzzle, Stated]:
        goal = data["goal"]
        puzzle = Puzzle(
            id=data["id"],
            kind=Kind(data["kind"]),
            position=position,
            goal=goal and Goal(SIDES[goal["side"]], goal["tens"], goal["level"]),
            n=data["n"],
            key=self._read([data["key"], *data["same"]]),
            tries=tuple(
                Try(
                    self._read(other["moves"]),
                    other["result"],
                    self._read(other["refutation"]),
                    other["ways"],
                )
                for other in data["tries"]
            ),
            solution=self._tree(data["solution"]),
            line=self._read(data["line"]),
            duals=data["duals"],
            rating=data["rating"],
            themes=tuple(data["themes"]),
            source=Source(data["method"], data["parent"], data["seed"], data["version"]),
            name=data["name"],
        )
        return puzzle, Stated(data["result"], data["strict"], data["gap"])

    def _read(self, texts: list[str]) -> tuple[Move, ...]:
        return tuple(self._moves[text] for text in texts)

    def _tree(self, root: Mapping[str, Any]) -> Node:
        """The solution tree, built from its leaves up, so that no depth is too deep."""
        built: dict[Path, Node] = {}
        for path, node in reversed(list(nodes(root, ()))):
            following = None
            if "next" in node:
                below = range(len(node["next"]))
                following = tuple(built.pop((*path, "next", index)) for index in below)
            built[path] = Node(self._read(node["moves"]), node["result"], following)
        return built[()]


def _words(moves: tuple[Move, ...]) -> list[str]:
    return list(map(str, moves))


def _written(node: Node) -> dict[str, Any]:
    fields: dict[str, Any] = {"moves": _words(node.moves), "result": node.result}
    if node.next is not None:
        fields["next"] = list(map(_written, node.next))
    return fields


def _moves(data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Everything that stands where a move should and is a string, with its path."""
    if isinstance(data.get("key"), str):
        yield ("key",), data["key"]
    for name in ("same", "line"):
        yield from _strings(data.get(name), (name,))
    tries = data.get("tries")
    for index, other in enumerate(tries if isinstance(tries, list) else ()):
        if isinstance(other, dict):
            for name in ("moves", "refutation"):
                yield from _strings(other.get(name), ("tries", index, name))
    for path, node in nodes(data.get("solution"), ("solution",)):
        if isinstance(node, dict):
            yield from _strings(node.get("moves"), (*path, "moves"))


def _strings(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, str):
            yield (*path, index), item
