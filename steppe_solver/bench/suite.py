"""Suites: named lists of positions with known values, shipped with the package or of one's own.

A suite is a file of JSON lines, one position each, from easy to hard::

    {"name": "l2-8 a", "series": "l2-8", "spn": "...", "value": -2}

``value`` is the final margin under perfect play; positions of one ``series`` (the name, if it is
not given) are alike, so that their costs can be compared. Other fields are left aside. The shipped
ones lie in ``suites/``, and ``suites/suites.toml`` says of each what it is and where it comes from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from typing import Any, BinaryIO

from steppe_solver.bridge import NATIVE_SIDE
from steppe_solver.errors import InputError, ParseError
from steppe_solver.notation import parse_spn
from steppe_solver.notation.faults import MOST_FAULTS, At, FaultList, quoted
from steppe_solver.notation.json_text import Item, JsonError, JsonReader
from steppe_solver.notation.lines import Line, read_lines
from steppe_solver.position import Position

DEFAULT = "steppe-40"

_SHIPPED = files("steppe_solver.bench") / "suites"


@dataclass(frozen=True, slots=True)
class Case:
    """A position with its name, the series it belongs to, and its known value."""

    name: str
    series: str
    position: Position
    value: int


@dataclass(frozen=True, slots=True)
class Suite:
    """Positions in a fixed order. ``about`` and ``source`` are sentences, empty if not known."""

    name: str
    cases: tuple[Case, ...]
    about: str = ""
    source: str = ""


def names() -> tuple[str, ...]:
    """The names of the shipped suites."""
    return tuple(_index())


def about(name: str) -> str:
    """What the shipped suite of this name is. Raises KeyError if there is none."""
    return str(_index()[name]["about"])


def shipped(name: str) -> Suite:
    """The shipped suite of this name. Raises KeyError if there is none."""
    index = _index()[name]
    content = (_SHIPPED / f"{name}.jsonl").read_bytes()
    return Suite(name, read_cases(BytesIO(content)), index["about"], index["source"])


def _index() -> dict[str, dict[str, Any]]:
    return tomllib.loads((_SHIPPED / "suites.toml").read_text(encoding="utf-8"))


def read_cases(stream: BinaryIO) -> tuple[Case, ...]:
    """The positions of a suite's file. Raises ParseError with every fault of every line."""
    faults = FaultList()
    cases: list[Case] = []
    taken: dict[str, int] = {}
    for line in read_lines(stream):
        if len(faults) >= MOST_FAULTS:
            break
        for case in _cases_of(line, faults):
            if case.name in taken:
                message = f"{quoted(case.name)} is the name of line {taken[case.name]} too"
                faults.add("file", (line.number, 1), message)
            taken.setdefault(case.name, line.number)
            cases.append(case)
    if not cases and not faults:
        faults.add("file", (1, 1), "there is no position in this file")
    if faults:
        raise ParseError(faults.listed())
    return tuple(cases)


def _cases_of(line: Line, faults: FaultList) -> Iterator[Case]:
    if line.fault is not None:
        faults.extend(ParseError([line.fault]))
        return
    try:
        items = list(JsonReader(line.text).items())
    except JsonError as error:
        faults.add("file", (line.number, error.offset + 1), error.message)
        return
    for item in items:
        case = _case(item, line.number, faults)
        if case is not None:
            yield case


def _case(item: Item, line: int, faults: FaultList) -> Case | None:
    """The case of an object, or None with its faults noted."""
    start = line, item.offset + 1
    if item.members is None:
        faults.add("file", start, "this is not an object in { }")
        return None
    values = {member.key: member.value for member in item.members}
    places = {member.key: (line, member.offset + 1) for member in item.members}
    before = len(faults)
    for key, needed in (("name", True), ("series", False), ("spn", True)):
        value = values.get(key)
        if key in values and not isinstance(value, str):
            faults.add("file", places[key], f'"{key}" is not a string in quotes')
        elif isinstance(value, str) and not value.strip():
            faults.add("file", places[key], f'"{key}" is empty')
        elif needed and key not in values:
            faults.add("file", start, f'this position has no "{key}"')
    margin = values.get("value")
    if "value" not in values:
        faults.add("file", start, 'this position has no "value": the known margin')
    elif not (isinstance(margin, float) and margin.is_integer()):  # numbers are read as floats
        faults.add("file", places["value"], '"value" is not a whole number')
    position = _position(values.get("spn"), places.get("spn", start), faults)
    if len(faults) > before or position is None:
        return None
    assert isinstance(margin, float)
    name = str(values["name"])
    return Case(name, str(values.get("series", name)), position, int(margin))


def _position(spn: object, at: At, faults: FaultList) -> Position | None:
    if not isinstance(spn, str):
        return None
    try:
        position = parse_spn(spn, at=(at[0], at[1] + 1))
    except InputError as error:
        faults.extend(error)
        return None
    rules = position.rules
    if position.is_over:
        faults.add("mover", at, "the game has ended: there is nothing to search")
    if max(rules.width, rules.height) > NATIVE_SIDE:
        message = f"the search takes boards up to {NATIVE_SIDE} x {NATIVE_SIDE}"
        faults.add("board", at, f"{message}, not {rules.width} x {rules.height}")
    return position
