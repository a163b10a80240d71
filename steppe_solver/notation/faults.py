"""What every reader of this package shares: places, faults gathered together, numbers, quoting."""

from __future__ import annotations

from steppe_solver.errors import Fault, InputError

At = tuple[int, int]
"""A place in an input: line and column, both counted from 1."""

MOST_FAULTS = 250
"""Beyond so many faults of one input the rest is only counted: nobody reads a megabyte of them."""

MOST_DIGITS = 9


def along(at: At, characters: int) -> At:
    """The place so many characters further on in the same line."""
    return at[0], at[1] + characters


class FaultList:
    """Gathers the faults of one input while it is being read; the same fault is kept once."""

    def __init__(self) -> None:
        self._places: dict[Fault, At] = {}
        self._unlisted = 0

    def __len__(self) -> int:
        return len(self._places) + self._unlisted

    def add(self, field: str, at: At, message: str) -> None:
        """Note a fault."""
        if len(self._places) == MOST_FAULTS:
            self._unlisted += 1
        else:
            self._places.setdefault(Fault(field, f"{at[0]}:{at[1]}", message), at)

    def extend(self, error: InputError) -> None:
        """Note every fault of an error that a part of the input gave."""
        for fault in error.faults:
            line, _, column = fault.at.partition(":")
            self.add(fault.field, (int(line), int(column)), fault.message)

    def listed(self) -> tuple[Fault, ...]:
        """The faults in reading order."""
        faults = sorted(self._places, key=self._places.__getitem__)
        if self._unlisted:
            last = faults[-1]
            faults.append(Fault(last.field, last.at, f"and {self._unlisted} more faults"))
        return tuple(faults)


def quoted(text: str) -> str:
    """The text in quotes, pure ASCII, shortened where it is long: safe in any message."""
    return ascii(text if len(text) <= 30 else text[:27] + "...")


def counted(number: int, noun: str) -> str:
    """``"1 cell"``, ``"2 cells"``: a number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def read_number(text: str, field: str, at: At, faults: FaultList) -> int | None:
    """The number written here in ASCII digits; None, with a fault noted, if it is not one."""
    if not (text.isascii() and text.isdigit()):
        faults.add(field, at, f"{quoted(text)} is not a number")
    elif text[0] == "0" and text != "0":
        faults.add(field, at, f"{quoted(text)}: a number has no leading zero")
    elif len(text) > MOST_DIGITS:
        faults.add(field, at, f"{quoted(text)} is too large (at most {MOST_DIGITS} digits)")
    else:
        return int(text)
    return None
