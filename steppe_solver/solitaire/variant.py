"""The options of Steps Solitaire, and their short name such as ``c4d1L-inf``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from steppe_solver.errors import ParseError
from steppe_solver.notation.faults import MOST_DIGITS, At, FaultList, quoted

MOST_BUFFERS = 4
MOST_RECYCLES = 10**MOST_DIGITS - 1

_NAME = re.compile(r"c([0-9]+)d([0-9]+)([LU])-(?:(inf)|r([0-9]+))")


@dataclass(frozen=True, slots=True)
class Variant:
    """Which game is played. The default is the one of the rulebook.

    ``buffers`` is the number of buffer slots, 0 to 4; without any this is plain Klondike. ``draw``
    is how many cards are drawn at once, 1 or 3. ``recycles`` is how often the waste may become the
    stock again, None for as often as one likes. With ``locked`` foundations no card comes back from
    them. Raises ValueError for anything else.
    """

    buffers: int = MOST_BUFFERS
    draw: int = 1
    recycles: int | None = None
    locked: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.buffers <= MOST_BUFFERS:
            raise ValueError(f"there are 0 to {MOST_BUFFERS} buffers, not {self.buffers}")
        if self.draw not in (1, 3):
            raise ValueError(f"1 or 3 cards are drawn at once, not {self.draw}")
        if self.recycles is not None and not 0 <= self.recycles <= MOST_RECYCLES:
            raise ValueError(f"the recycles are 0 to {MOST_RECYCLES} or unlimited")

    def __str__(self) -> str:
        recycles = "inf" if self.recycles is None else f"r{self.recycles}"
        return f"c{self.buffers}d{self.draw}{'L' if self.locked else 'U'}-{recycles}"


STANDARD = Variant()


def parse_variant(text: str, *, at: At = (1, 1)) -> Variant:
    """The variant of this short name. Raises ParseError.

    ``at`` is the place of the text's first character.

    >>> parse_variant("c0d3U-r2")
    Variant(buffers=0, draw=3, recycles=2, locked=False)
    """
    faults = FaultList()
    variant = read_variant(text, at, faults)
    if variant is None:
        raise ParseError(faults.listed())
    return variant


def format_variant(variant: Variant) -> str:
    """The short name of the variant.

    >>> format_variant(Variant(draw=3, recycles=0))
    'c4d3L-r0'
    """
    return str(variant)


def read_variant(text: str, at: At, faults: FaultList) -> Variant | None:
    """The variant of this short name; None, with a fault noted, if there is none such."""
    match = _NAME.fullmatch(text)
    if match is None:
        message = (
            f"{quoted(text)} is no variant: write c and the buffers, d and the cards drawn, L or U"
            " (foundations locked or unlocked), then -inf or -r and the recycles, such as"
            f" {STANDARD} or c0d3U-r2"
        )
        faults.add("variant", at, message)
        return None
    buffers, draw, lock, _, recycles = match.groups()
    number: str
    for number in filter(None, (buffers, draw, recycles)):
        if len(number) > MOST_DIGITS or (number[0] == "0" and number != "0"):
            message = f"a number here has no leading zero and at most {MOST_DIGITS} digits"
            faults.add("variant", at, f"{quoted(text)}: {message}")
            return None
    limit = None if recycles is None else int(recycles)
    try:
        return Variant(int(buffers), int(draw), limit, lock == "L")
    except ValueError as error:
        faults.add("variant", at, f"{quoted(text)}: {error}")
        return None
