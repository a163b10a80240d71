"""Positions in JSON text: ``{"spn": "…", "name": "…"}`` objects, alone or in lists."""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.errors import ParseError
from steppe_solver.notation.entry import Entry, read_position
from steppe_solver.notation.faults import FaultList
from steppe_solver.notation.json_text import Item, JsonError, JsonReader, Places

_WANTED = 'write {"spn": "...", "name": "..."}'


def is_complete(text: str) -> bool:
    """Is the text JSON from end to end (whatever its values are)?"""
    try:
        for _ in JsonReader(text).items():
            pass
    except JsonError:
        return False
    return True


def json_entries(text: str, line: int) -> Iterator[Entry]:
    """An entry for every object of the text, whose first line has this number, and every fault."""
    places = Places(text, (line, 1))
    reader = JsonReader(text)
    going = True
    while going:
        try:
            for item in reader.items():
                yield _entry(item, places)
            going = False
        except JsonError as error:
            at = places.at(error.offset)
            faults = FaultList()
            faults.add("file", at, error.message)
            yield Entry(line=at[0], text="", error=ParseError(faults.listed()))
            going = reader.recover()


def _entry(item: Item, places: Places) -> Entry:
    at = places.at(item.offset)
    faults = FaultList()
    known: dict[str, str] = {}
    seen: set[str] = set()
    spn_at = at
    for key, value, offset in item.members or ():
        if key not in ("spn", "name"):
            continue
        value_at = places.at(offset)
        if key in seen:
            faults.add("file", value_at, f'"{key}" is given twice')
        seen.add(key)
        if isinstance(value, str):
            known[key] = value
            if key == "spn":
                spn_at = value_at[0], value_at[1] + 1
            if not _is_text(value):
                faults.add("file", value_at, f'"{key}" holds half a character (a lone surrogate)')
        elif key == "spn" or value is not None:
            faults.add("file", value_at, f'"{key}" is not a string in quotes')
    if item.members is None:
        faults.add("file", at, f"this is not an object: {_WANTED}")
    elif "spn" not in seen:
        faults.add("file", at, f'this object has no "spn": {_WANTED}')
    text = known.get("spn", "").encode("utf-8", "replace").decode()
    name = known.get("name", "").encode("utf-8", "replace").decode() or None
    if "spn" not in known:
        return Entry(line=at[0], text=text, name=name, error=ParseError(faults.listed()))
    return read_position(text, spn_at, name=name, line=at[0], faults=faults)


def _is_text(value: str) -> bool:
    """Can the string be written to a file? JSON can smuggle in halves of characters."""
    return not any("\ud800" <= character <= "\udfff" for character in value)
