"""JSON text read with places: every object of a text, and where in it each value is written.

The objects may stand alone, one after the other, or in lists. After a fault the reader can go on at
the next line that begins an object, so that one bad object does not spoil the others.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from steppe_solver.notation.faults import At

_BLANK = re.compile(r"[ \t\r\n]*")
_NEXT_OBJECT = re.compile(r"\n[ \t]*(?=\{)")
# Numbers are of no interest here, and a huge one would raise ValueError.
_DECODER = json.JSONDecoder(parse_int=float, parse_float=float)


class Places:
    """Line and column of the offsets of a text whose first character stands at a place."""

    def __init__(self, text: str, at: At = (1, 1)) -> None:
        self._line, self._column = at
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def at(self, offset: int) -> At:
        """The place of the character at the offset."""
        line = bisect_right(self._starts, offset) - 1
        column = offset - self._starts[line] + (self._column if line == 0 else 1)
        return self._line + line, column


class JsonError(Exception):
    """The text is not JSON at ``offset``."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(offset, message)
        self.offset = offset
        self.message = message


class Member(NamedTuple):
    """A member of an object, and the offset of its value."""

    key: str
    value: object
    offset: int


class Item(NamedTuple):
    """A value where an object should be; ``members`` is None if it is something else."""

    offset: int
    members: list[Member] | None


class JsonReader:
    """Reads the objects of a text one by one; JsonError leaves it where `recover` can go on."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0
        self._understood = 0  # the end of what has been read, white space behind it left aside
        self._recovered = False

    def items(self) -> Iterator[Item]:
        """Every object from here to the end of the text. Raises JsonError."""
        while self._peek():
            if self._recovered and (self._take(",") or self._take("]")):
                continue  # what is left of a list whose beginning was lost
            if not self._take("["):
                yield self._item()
            elif not self._take("]"):
                yield self._item()
                while not self._take("]"):
                    self._expect(",", "a list goes on with , or ends with ]")
                    yield self._item()

    def recover(self) -> bool:
        """Go on at the next line that begins an object; is there one?"""
        match = _NEXT_OBJECT.search(self._text, self._understood)
        if match is None:
            return False
        self._offset = self._understood = match.end()
        self._recovered = True
        return True

    def _item(self) -> Item:
        offset = self._offset if self._peek() else len(self._text)
        if not self._take("{"):
            self._value()
            return Item(offset, None)
        members: list[Member] = []
        if not self._take("}"):
            members.append(self._member())
            while not self._take("}"):
                self._expect(",", "an object goes on with , or ends with }")
                members.append(self._member())
        return Item(offset, members)

    def _member(self) -> Member:
        if self._peek() != '"':
            raise JsonError(self._offset, "a name in quotes should stand here")
        key = self._value()
        self._expect(":", "a : should follow the name")
        self._peek()
        offset = self._offset
        return Member(str(key), self._value(), offset)

    def _value(self) -> object:
        try:
            value, self._offset = _DECODER.raw_decode(self._text, self._offset)
        except json.JSONDecodeError as error:
            raise JsonError(error.pos, f"not JSON: {error.msg[0].lower()}{error.msg[1:]}") from None
        except RecursionError:
            raise JsonError(self._offset, "not JSON for us: nested too deeply") from None
        self._understood = self._offset
        return value

    def _peek(self) -> str:
        """The next character but white space, where the reader now stands; "" at the end."""
        match = _BLANK.match(self._text, self._offset)
        assert match is not None
        self._offset = match.end()
        return self._text[self._offset : self._offset + 1]

    def _take(self, character: str) -> bool:
        if self._peek() != character:
            return False
        self._offset += 1
        self._understood = self._offset
        return True

    def _expect(self, character: str, otherwise: str) -> None:
        if not self._take(character):
            raise JsonError(self._offset, otherwise)
