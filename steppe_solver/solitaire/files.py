"""Files of deals: ``.json`` and ``.jsonl``, and the text layout that a person can type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import chain
from pathlib import PurePath
from typing import BinaryIO, Literal

from steppe_solver.errors import Fault, ParseError
from steppe_solver.notation.faults import FaultList
from steppe_solver.notation.json_entries import is_complete
from steppe_solver.notation.lines import Line, read_lines
from steppe_solver.solitaire.deal import Deal
from steppe_solver.solitaire.deal_json import format_json, json_deals
from steppe_solver.solitaire.game import Game
from steppe_solver.solitaire.layout import format_layout, written_deals
from steppe_solver.solitaire.variant import Variant
from steppe_solver.solitaire.written import DealEntry, Written

Layout = Literal["json", "text"]


def read_deals(
    stream: BinaryIO, filename: str, variant: Variant | None = None
) -> Iterator[DealEntry]:
    """Every deal and fault of a file, in order and as soon as it is read.

    JSON is told by the suffix of ``filename``, else by a first character ``{`` or ``[``; everything
    else is the text layout. With a ``variant`` all games are of that one, whatever is written
    there. A bad deal does not spoil the others; a file without any gives one error of field
    ``file``. Only what the stream itself raises (OSError) goes through to the caller.
    """
    suffix = PurePath(filename).suffix.lower()
    found = False
    for entry in _entries(read_lines(stream), suffix, variant):
        found = True
        yield entry
    if not found:
        yield DealEntry(
            1, error=ParseError([Fault("file", "1:1", "there is no deal in this file")])
        )


def parse_deal(text: str, variant: Variant | None = None) -> Game:
    """The one deal of the text, JSON or laid out, with the moves written there; see `read_deals`.

    Raises ParseError where it cannot be read, and PositionError where the deal is sound but its
    moves cannot be played; each with all faults.
    """
    lines = (
        Line(number, line.removesuffix("\r")) for number, line in enumerate(text.split("\n"), 1)
    )
    entries = list(_entries(lines, "", variant))
    if not entries:
        raise ParseError([Fault("file", "1:1", "there is no deal here")])
    if len(entries) > 1:
        faults = FaultList()
        faults.add("file", (entries[1].line, 1), "a second deal begins here, one was asked for")
        for entry in entries:
            if entry.error is not None:
                faults.extend(entry.error)
        raise ParseError(faults.listed())
    (entry,) = entries
    if entry.game is None:
        assert entry.error is not None
        raise entry.error
    return entry.game


def format_deal(deal: Deal | Game, layout: Layout = "json") -> str:
    """The deal as text that `parse_deal` reads back, a game with its variant and its moves.

    ``json`` gives one line without its end, ``text`` several lines with theirs.
    """
    return format_json(deal) if layout == "json" else format_layout(deal)


def _entries(lines: Iterator[Line], suffix: str, variant: Variant | None) -> Iterator[DealEntry]:
    seen, opening = _opening(lines)
    rest = chain(seen, lines)
    written: Iterator[Written]
    if suffix in (".json", ".jsonl") or opening.startswith(("{", "[")):
        written = _json(rest, opening, one_a_line=suffix == ".jsonl")
    else:
        written = written_deals(rest)
    return (deal.entry(variant) for deal in written)


def _opening(lines: Iterator[Line]) -> tuple[list[Line], str]:
    """The lines up to the first that is not blank, and what stands in that one."""
    seen: list[Line] = []
    for line in lines:
        seen.append(line)
        if text := line.text.strip():
            return seen, text
    return seen, ""


def _json(lines: Iterable[Line], opening: str, one_a_line: bool) -> Iterator[Written]:
    """Deals of JSON text: line by line where the first line stands alone, else as a whole."""
    if is_complete(opening) or (one_a_line and opening != "{" and opening[:1] != "["):
        for line in lines:
            yield from _refused(line)
            if line.fault is None:
                yield from json_deals(line.text, line.number)
        return
    seen = list(lines)
    text = "\n".join("" if line.fault else line.text for line in seen)
    refused = [deal for line in seen for deal in _refused(line)]
    yield from merge(refused, json_deals(text, 1), key=lambda deal: deal.at)


def _refused(line: Line) -> Iterator[Written]:
    """What stands for a line that could not be read as text; nothing for a sound one."""
    if line.fault is not None:
        spoilt = Written((line.number, 1), spoilt=True)
        spoilt.faults.extend(ParseError([line.fault]))
        yield spoilt
