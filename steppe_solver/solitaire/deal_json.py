"""Deals in JSON: objects with ``deal_id``, ``tableau``, ``stock``, ``moves`` and ``variant``.

``deal_id``, ``moves`` and ``variant`` may be left out or null; other members are not looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from steppe_solver.notation.json_text import Item, JsonError, JsonReader, Places
from steppe_solver.solitaire.deal import Deal, name_complaint
from steppe_solver.solitaire.game import Game
from steppe_solver.solitaire.written import Row, Word, Written

_WANTED = 'write {"deal_id": "...", "tableau": [["JD"], ...], "stock": ["8C", ...]}'
_GAP = re.compile(r"[ \t\r\n,]*")
_DECODER = json.JSONDecoder(parse_int=float, parse_float=float)  # a huge int would raise ValueError


def json_deals(text: str, line: int) -> Iterator[Written]:
    """A deal for every object of the text, whose first line has this number, and every fault."""
    places = Places(text, (line, 1))
    reader = JsonReader(text)
    going = True
    while going:
        try:
            for item in reader.items():
                yield _Object(text, item, places).written()
            going = False
        except JsonError as error:
            at = places.at(error.offset)
            spoilt = Written(at, spoilt=True)
            spoilt.faults.add("file", at, error.message)
            yield spoilt
            going = reader.recover()


def format_json(deal: Deal | Game) -> str:
    """The deal, or the game with its variant and moves, as a line of JSON without its end."""
    game = deal if isinstance(deal, Game) else None
    deal = game.deal if game else deal
    assert isinstance(deal, Deal)
    fields: dict[str, Any] = {
        "deal_id": deal.deal_id,
        "tableau": [list(map(str, column)) for column in deal.tableau],
        "stock": list(map(str, deal.stock)),
    }
    if game:
        fields |= {"variant": str(game.variant), "moves": list(map(str, game.moves))}
    return json.dumps(fields)


class _Object:
    """An object of the text, or what stands in its place."""

    def __init__(self, text: str, item: Item, places: Places) -> None:
        self._text = text
        self._item = item
        self._places = places
        self._deal = Written(places.at(item.offset))

    def written(self) -> Written:
        """The deal as written, with the faults of its JSON."""
        deal, members = self._deal, self._item.members
        if members is None:
            self._refuse("file", self._item.offset, f"this is not an object: {_WANTED}")
            return deal
        readers: dict[str, Callable[[object, int], None]] = {
            "deal_id": self._read_name,
            "tableau": self._read_tableau,
            "stock": self._read_stock,
            "moves": self._read_moves,
            "variant": self._read_variant,
        }
        seen: set[str] = set()
        for key, value, offset in members:
            if key in seen:
                self._refuse("file", offset, f'"{key}" is given twice')
            elif key in readers:
                seen.add(key)
                readers[key](value, offset)
        for key in ("tableau", "stock"):
            if key not in seen:
                self._refuse("file", self._item.offset, f'this object has no "{key}": {_WANTED}')
        return deal

    def _refuse(self, field: str, offset: int, message: str) -> None:
        """Note a fault that loses a part of the deal."""
        self._deal.faults.add(field, self._places.at(offset), message)
        self._deal.spoilt = True

    def _read_name(self, value: object, offset: int) -> None:
        complaint: str | None = '"deal_id" is not a string in quotes'
        if isinstance(value, str):
            complaint = name_complaint(value)
            self._deal.name = None if complaint else value
        if complaint and value is not None:
            self._deal.faults.add("file", self._places.at(offset), complaint)

    def _read_tableau(self, value: object, offset: int) -> None:
        if not isinstance(value, list):
            self._refuse("tableau", offset, '"tableau" is not a list of columns')
            return
        for column, column_offset in self._elements(offset):
            if isinstance(column, list):
                words = self._words("tableau", column_offset, "a card")
                self._deal.columns.append(Row(self._places.at(column_offset), words))
            else:
                self._refuse("tableau", column_offset, "a column is a list of cards")

    def _read_stock(self, value: object, offset: int) -> None:
        if isinstance(value, list):
            words = self._words("stock", offset, "a card")
            self._deal.stock = Row(self._places.at(offset), words)
        else:
            self._refuse("stock", offset, '"stock" is not a list of cards')

    def _read_moves(self, value: object, offset: int) -> None:
        if isinstance(value, list):
            self._deal.moves = self._words("move", offset, "a move")
        elif value is not None:
            self._refuse("move", offset, '"moves" is not a list of moves')

    def _read_variant(self, value: object, offset: int) -> None:
        if isinstance(value, str):
            self._deal.variant = Word(value, self._places.at(offset + 1))
        elif value is not None:
            self._refuse("variant", offset, '"variant" is not a string such as "c4d1L-inf"')

    def _words(self, field: str, offset: int, noun: str) -> list[Word]:
        """The strings of the list that begins here; the place of each is behind its quote."""
        words = []
        for value, place in self._elements(offset):
            if isinstance(value, str):
                words.append(Word(value, self._places.at(place + 1)))
            else:
                self._refuse(field, place, f"{noun} is a string in quotes")
        return words

    def _elements(self, offset: int) -> Iterator[tuple[object, int]]:
        """The elements of the list that begins here, known to be sound JSON, and their offsets."""
        offset = self._skipped(offset + 1)
        while self._text[offset] != "]":
            value, end = _DECODER.raw_decode(self._text, offset)
            yield value, offset
            offset = self._skipped(end)

    def _skipped(self, offset: int) -> int:
        match = _GAP.match(self._text, offset)
        assert match is not None
        return match.end()
