"""Moves and their words.

=============  ====================================================================
``D``          draw from the stock to the waste
``R``          recycle: the waste becomes the stock again
``WT3`` ``WB1`` ``WF``   waste to column 3, to buffer 1, to its foundation
``T2T6``       one card from column 2 to column 6, ``T2T6x3`` a run of three
``T7B1`` ``T7F``         exposed card of column 7 to buffer 1, to its foundation
``B2T5`` ``B2F``         from buffer 2 to column 5, to its foundation
``FHT4``       top heart of its foundation back to column 4
=============  ====================================================================
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from steppe_solver.errors import ParseError
from steppe_solver.notation.faults import At, FaultList, along, quoted
from steppe_solver.solitaire.cards import Suit


class Pile(enum.IntEnum):
    """A kind of place for cards. The value is only their order in listings."""

    STOCK = 0
    WASTE = 1
    COLUMN = 2
    BUFFER = 3
    FOUNDATION = 4


class Place(NamedTuple):
    """A pile: which kind, and which one of them, counted from 0 (of foundations: the suit).

    ``number`` is 0 where there is nothing to choose: of stock and waste there is one, and the
    foundation that a card goes to is its suit's.
    """

    pile: Pile
    number: int = 0


STOCK = Place(Pile.STOCK)
WASTE = Place(Pile.WASTE)
TO_FOUNDATION = Place(Pile.FOUNDATION)


class Move(NamedTuple):
    """Cards taken from one place and put on another.

    ``length`` is 1 but for runs between columns; how many cards a draw or a recycle moves is for
    the state to say. Moves compare in the order of listings: by source, then target, then length.
    """

    source: Place
    target: Place
    length: int = 1

    def __str__(self) -> str:
        if self == DRAW:
            return "D"
        if self == RECYCLE:
            return "R"
        target = "F" if self.target == TO_FOUNDATION else _place_word(self.target)
        return _place_word(self.source) + target + (f"x{self.length}" if self.length != 1 else "")


DRAW = Move(STOCK, WASTE)
RECYCLE = Move(WASTE, STOCK)

_TRANSFER = re.compile(r"(W|T[1-9]|B[1-9]|F[SHCD])(T[1-9]|B[1-9]|F)(?:x([0-9]+))?")
_LETTERS = {"T": Pile.COLUMN, "B": Pile.BUFFER}
_SUITS = {suit.letter: suit for suit in Suit}


def parse_move(text: str, *, at: At = (1, 1)) -> Move:
    """The move of this word. Raises ParseError.

    Whether it can be played, and whether there is such a column or buffer, is for `State.play` to
    say. ``at`` is the place of the text's first character.

    >>> parse_move("T2T6x3").length
    3
    """
    faults = FaultList()
    move = read_move(text, at, faults)
    if move is None:
        raise ParseError(faults.listed())
    return move


def format_move(move: Move) -> str:
    """The word of the move.

    >>> format_move(Move(Place(Pile.COLUMN, 1), Place(Pile.COLUMN, 5), 3))
    'T2T6x3'
    """
    return str(move)


def read_move(text: str, at: At, faults: FaultList) -> Move | None:
    """The move of this word; None, with a fault noted, if it is none."""
    if text == "D":
        return DRAW
    if text == "R":
        return RECYCLE
    match = _TRANSFER.fullmatch(text)
    if match is None:
        wanted = "D, R, or from where to where, such as WT3, T2T6x3, T7B1, T7F, B2T5 or FHT4"
        faults.add("move", at, f"{quoted(text)} is not a move: write {wanted}")
        return None
    source, target = _read_place(match[1]), _read_place(match[2])
    message = _mismatch(source, target)
    if message is None and match[3] is None:
        return Move(source, target)
    if message is None and (source.pile, target.pile) != (Pile.COLUMN, Pile.COLUMN):
        at, message = along(at, match.start(3) - 1), "only runs between columns have a count"
    elif message is None and (match[3][0] == "0" or len(match[3]) > 2):
        at = along(at, match.start(3))
        message = f"{quoted(match[3])} is no count of cards: write a number such as 3"
    if message is not None:
        faults.add("move", at, f"{quoted(text)}: {message}")
        return None
    return Move(source, target, int(match[3]))


def _mismatch(source: Place, target: Place) -> str | None:
    """Why no card goes from such a place to such another, whatever lies there; None if one does."""
    if source.pile is Pile.BUFFER and target.pile is Pile.BUFFER:
        return "no card goes from buffer to buffer"
    if source.pile is Pile.FOUNDATION and target.pile is not Pile.COLUMN:
        return "from a foundation a card goes to a column only"
    return None


def _read_place(text: str) -> Place:
    if text == "W":
        return WASTE
    if text == "F":
        return TO_FOUNDATION
    if text[0] == "F":
        return Place(Pile.FOUNDATION, _SUITS[text[1]])
    return Place(_LETTERS[text[0]], int(text[1]) - 1)


def _place_word(place: Place) -> str:
    match place.pile:
        case Pile.STOCK:
            return "S"
        case Pile.WASTE:
            return "W"
        case Pile.COLUMN:
            return f"T{place.number + 1}"
        case Pile.BUFFER:
            return f"B{place.number + 1}"
        case Pile.FOUNDATION:
            return f"F{_LETTER_OF[place.number : place.number + 1]}"


_LETTER_OF = "".join(suit.letter for suit in Suit)
