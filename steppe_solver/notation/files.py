"""Position files read entry by entry: ``.spn``, ``.json``, ``.jsonl`` and ``.sgr``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from heapq import merge
from itertools import chain
from pathlib import PurePath
from typing import BinaryIO, Literal

from steppe_solver.errors import Fault, ParseError
from steppe_solver.notation.entry import Entry, read_position
from steppe_solver.notation.faults import FaultList
from steppe_solver.notation.json_entries import is_complete, json_entries
from steppe_solver.notation.lines import Line, read_lines
from steppe_solver.notation.record_reader import read_games

Kind = Literal["spn", "json", "jsonl", "sgr"]

_SUFFIXES: dict[str, Kind] = {".spn": "spn", ".json": "json", ".jsonl": "jsonl", ".sgr": "sgr"}
_COMMENT = re.compile(r"(?:^|[ \t])#")
_NAME = re.compile(r"[ \t];(?:[ \t]|$)")
_SGR = re.compile(
    r"\[[ \t]*[A-Za-z]\w*[ \t]"  # a header
    r"|(?:[0-9]+\.+[ \t]*)?(?:10|[15NW])[A-Ha-h][1-8]"  # a move, numbered or not
    r"|[0-9]+\.|\*|[0-9]+-[0-9]+[ \t\r]*$",  # a number, a result
    re.ASCII,
)
_JSON = re.compile(r'\[|\{[ \t\r\n]*["}]')


def read_entries(stream: BinaryIO, filename: str) -> Iterator[Entry]:
    """Every position, game record and fault of a file, in order and as soon as it is read.

    The kind of file is told by the suffix of ``filename``, else by what the first lines look like.
    A bad entry does not end the reading; a file without any entry gives one error of field
    ``file``. Only what the stream itself raises (OSError) goes through to the caller.
    """
    lines = read_lines(stream)
    kind = _SUFFIXES.get(PurePath(filename).suffix.lower())
    if kind is None:
        kind, lines = _told_by_content(lines)
    readers: dict[Kind, Callable[[Iterator[Line]], Iterator[Entry]]] = {
        "spn": _spn_entries,
        "json": _json_entries,
        "jsonl": _jsonl_entries,
        "sgr": _sgr_entries,
    }
    found = False
    for entry in readers[kind](lines):
        found = True
        yield entry
    if not found:
        fault = Fault("file", "1:1", "there is no position in this file")
        yield Entry(line=1, text="", error=ParseError([fault]))


def _told_by_content(lines: Iterator[Line]) -> tuple[Kind, Iterator[Line]]:
    """The kind of file that its first lines look like, and all of its lines."""
    seen: list[Line] = []
    opening = ""
    for line in lines:
        seen.append(line)
        text = line.text.strip()
        if opening or (text and not text.startswith("#")):
            opening = f"{opening}\n{text}" if opening else text
        if opening.strip() not in ("", "{"):
            break
    kind: Kind = "spn"
    if _SGR.match(opening):
        kind = "sgr"
    elif _JSON.match(opening):
        kind = "json"
    elif opening.startswith("{"):
        kind = "sgr"  # a comment
    return kind, chain(seen, lines)


def _refused(line: Line) -> Iterator[Entry]:
    """The error entry of a line that could not be read as text; none for a sound line."""
    if line.fault is not None:
        yield Entry(line=line.number, text="", error=ParseError([line.fault]))


def _spn_entries(lines: Iterator[Line]) -> Iterator[Entry]:
    for line in lines:
        if line.fault is not None:
            yield from _refused(line)
            continue
        comment = _COMMENT.search(line.text)
        text = line.text[: comment.start()] if comment else line.text
        split = _NAME.search(text)
        name = text[split.end() :].strip() if split else ""
        written = text[: split.start()] if split else text
        spn = written.strip(" \t\r")
        if not spn and not split:
            continue
        faults = FaultList()
        if split and "#" in name:
            at = (line.number, text.index("#", split.end()) + 1)
            faults.add("word", at, "a name cannot hold #; a comment has white space before its #")
        at = (line.number, written.index(spn) + 1)
        yield read_position(spn, at, name=name or None, line=line.number, faults=faults)


def _jsonl_entries(lines: Iterator[Line]) -> Iterator[Entry]:
    return _json_entries(lines, one_a_line=True)


def _json_entries(lines: Iterator[Line], one_a_line: bool = False) -> Iterator[Entry]:
    """Entries of JSON text: line by line where the first line stands alone, else as a whole."""
    seen: list[Line] = []
    opening = ""
    while not opening and (line := next(lines, None)) is not None:
        seen.append(line)
        opening = line.text.strip()
    alone = is_complete(opening) or (one_a_line and opening != "{" and opening[0] != "[")
    if alone:
        for line in chain(seen, lines):
            yield from _refused(line)
            if line.fault is None:
                yield from json_entries(line.text, line.number)
        return
    seen.extend(lines)
    text = "\n".join("" if line.fault else line.text for line in seen)
    refused = [entry for line in seen for entry in _refused(line)]
    yield from merge(refused, json_entries(text, 1), key=lambda entry: entry.line)


def _sgr_entries(lines: Iterator[Line]) -> Iterator[Entry]:
    seen = list(lines)
    spoilt = {line.number: line.fault for line in seen if line.fault is not None}
    found = False
    for game in read_games("\n".join(line.text for line in seen), 1, spoilt):
        found = True
        if game.record is None:
            yield Entry(game.line, "", error=game.error, playable=game.playable)
        else:
            yield Entry(game.line, "", game.record.name, game.record.final, game.record)
    if not found:
        for line in seen:
            yield from _refused(line)
