"""What is wrong with the shape of a puzzle in a file: the schema's word, in plain words.

Shape is what can be seen without knowing the game: names, kinds of values, sizes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from steppe_solver.notation.faults import quoted

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

Path = tuple[str | int, ...]
"""Where in the object something is: ``("tries", 3, "moves", 0)``."""

_NUMBERED_KINDS = ("win", "best", "pack")
_MOST_DIGITS = 19

MOST_MOVES = 225
"""The longest a solution can be: every move covers a cell, and boards have 25 on each of 9 levels.

Larger boards are read, but no search takes them.
"""
_TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "a string in quotes",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


class Flawed(NamedTuple):
    """A fault of shape: where, and what."""

    path: Path
    message: str


class _Repeating(dict[str, Any]):
    """An object in which some names stand twice."""

    repeated: tuple[str, ...] = ()


class _NoNumber:
    """NaN or an infinity, which Python's reader lets pass as numbers."""

    def __init__(self, text: str) -> None:
        self.text = text


def decode(text: str, offset: int) -> Any:
    """The JSON value that begins there, which is known to be one, with exact whole numbers.

    What JSON itself does not settle is left in it for `shape_faults` to find. Raises RecursionError
    where it is nested too deeply.
    """
    return _DECODER.raw_decode(text, offset)[0]


def shape_faults(data: Mapping[str, Any]) -> Iterator[Flawed]:
    """Every fault of shape, the object's own first; none of a puzzle that can be put together.

    That moves can be read is not looked at here.
    """
    top, node = _validators()
    yield from _slips(data)
    shallow = dict(data)
    if isinstance(data.get("solution"), dict):
        shallow["solution"] = _without_branches(data["solution"])
    seen: set[Path] = set()
    for error in top.iter_errors(shallow):
        path = tuple(error.absolute_path)
        # What a kind asks for comes last, and only of what is sound by itself.
        schema: Any = error.schema
        if path not in seen or "$comment" not in schema:
            yield from _explained(error, ())
        seen.add(path)
    numbered = data.get("kind") in _NUMBERED_KINDS
    for path, below in nodes(data.get("solution"), ("solution",)):
        if len(path) == 1:
            continue  # seen with the whole
        if len(path) > 2 * MOST_MOVES:
            yield Flawed(("solution",), f"the solution is more than {MOST_MOVES} moves long")
            return
        for error in node[numbered].iter_errors(_without_branches(below)):
            yield from _explained(error, path)


def nodes(root: object, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every node of a solution tree as far as it is one, with its path, parents first.

    No matter how deep: nothing here goes down by calling itself.
    """
    waiting = [(path, root)]
    while waiting:
        here, node = waiting.pop()
        yield here, node
        following = node.get("next") if isinstance(node, dict) else None
        if isinstance(following, list):
            below = [((*here, "next", index), child) for index, child in enumerate(following)]
            waiting.extend(reversed(below))


def spelled(path: Path) -> str:
    """The path in words: ``tries/3/moves/0``."""
    return "/".join(map(str, path))


def is_text(value: str) -> bool:
    """Can the string be written to a file? JSON can smuggle in halves of characters."""
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _without_branches(node: Any) -> Any:
    """The node with the list of what follows emptied: each of those is looked at by itself."""
    if isinstance(node, dict) and isinstance(node.get("next"), list):
        return {**node, "next": []}
    return node


@cache
def _validators() -> tuple[Draft202012Validator, tuple[Draft202012Validator, Draft202012Validator]]:
    """For a whole puzzle, and for a node (where results may be null; where they may not)."""
    from jsonschema import Draft202012Validator

    text = files("steppe_solver.puzzle").joinpath("stp.schema.json").read_text("utf-8")
    schema = json.loads(text)
    definitions = schema["$defs"]
    node, numbered = {"$ref": "#/$defs/node"}, {"$ref": "#/$defs/numbered"}
    plain, strict = (
        Draft202012Validator({"$defs": definitions, "allOf": parts})
        for parts in ([node], [node, numbered])
    )
    return Draft202012Validator(schema), (plain, strict)


def _explained(error: ValidationError, path: Path) -> Iterator[Flawed]:
    """The validator's complaint in our words; nothing of what a better one is made elsewhere."""
    path = (*path, *error.absolute_path)
    keyword = error.validator
    value: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    here = f"{spelled(path)}: " if path else ""
    if keyword == "required":
        yield from _missing(error, path)
        return
    if keyword == "pattern" and path != ("id",):
        return  # a move: what is wrong with it is better said by whoever reads it
    shown = _shown(value)
    if keyword == "type":
        if isinstance(value, _NoNumber):
            return
        types = [wanted] if isinstance(wanted, str) else list(wanted)
        message = f"{shown} should be {' or '.join(_TYPES[name] for name in types)}"
        if "$comment" in schema:
            message = f"{message}: {schema['$comment']}"
    elif keyword == "enum":
        message = f"{shown} should be one of {', '.join(map(str, wanted))}"
    elif keyword == "pattern":
        message = f"{shown} should be 16 hexadecimal digits, lower case"
    elif keyword == "minimum":
        message = f"{shown} is too small: the least is {wanted}"
    elif keyword == "maximum":
        message = f"{shown} is too large: the most is {wanted}"
    elif keyword == "minItems":
        message = "this list cannot be empty"
    elif keyword == "uniqueItems":
        message = "something stands in this list twice"
    elif keyword == "additionalProperties":
        strangers = [name for name in value if name not in schema["properties"]]
        message = f"{', '.join(map(quoted, strangers))} has no place here"
    else:
        message = f"{shown} does not fit"
    yield Flawed(path, here + message)


def _missing(error: ValidationError, path: Path) -> Iterator[Flawed]:
    """One fault for all the names an object lacks: the validator complains of each of them."""
    wanted: Any = error.validator_value
    present: Any = error.instance
    lacking = [name for name in wanted if name not in present]
    if error.message.startswith(repr(lacking[0])):
        here = f"{spelled(path)}: " if path else ""
        verb = "is" if len(lacking) == 1 else "are"
        yield Flawed(path, f"{here}{', '.join(map(_name, lacking))} {verb} missing")


def _slips(data: Mapping[str, Any]) -> Iterator[Flawed]:
    """What JSON lets pass: names that stand twice, numbers that are none, halves of characters."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        here = f"{spelled(path)}: " if path else ""
        if isinstance(value, _Repeating):
            for name in value.repeated:
                yield Flawed((*path, name), f"{here}{_name(name)} is given twice")
        if isinstance(value, _NoNumber):
            yield Flawed(path, f"{here}{value.text} is not a number in JSON")
        elif isinstance(value, str) and not is_text(value):
            yield Flawed(path, f"{here}the string holds half a character (a lone surrogate)")
        elif isinstance(value, dict):
            waiting.extend(((*path, name), item) for name, item in value.items())
        elif isinstance(value, list):
            waiting.extend(((*path, index), item) for index, item in enumerate(value))


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return "null" if value is None else str(value).lower()[:30]


def _name(text: str) -> str:
    return f'"{text}"' if text.isascii() and text.isprintable() and len(text) < 30 else quoted(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) == len(pairs):
        return data
    times = Counter(name for name, _ in pairs)
    repeating = _Repeating(data)
    repeating.repeated = tuple(name for name in data if times[name] > 1)
    return repeating


def _whole(text: str) -> int:
    """The number; where it is far too large, one that is too large as well."""
    if len(text) > _MOST_DIGITS + 1:
        text = f"{'-' * (text[0] == '-')}1{'0' * _MOST_DIGITS}"
    return int(text)


def _broken(text: str) -> float | int:
    """The number; a whole one is so however it is written: 3.0 is 3."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 10**_MOST_DIGITS else value


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_broken, parse_constant=_NoNumber
)
