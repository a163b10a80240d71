"""The few error types of the package: each says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with an input.

    ``field`` is the part it is in: ``board``, ``mover``, ``reserve``, ``score``, ``word``,
    ``move``, ``header`` or ``file``; in Steps Solitaire also ``tableau``, ``stock``, ``deck`` or
    ``variant``. ``at`` is ``"LINE:COLUMN"``, both counted from 1.
    """

    field: str
    at: str
    message: str

    def __str__(self) -> str:
        return f"{self.at}: {self.field}: {self.message}"


class InputError(ValueError):
    """An input was refused; ``faults`` holds every reason, in reading order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(str(fault) for fault in self.faults)


class ParseError(InputError):
    """The input is not well-formed: it cannot be read at all."""


class PositionError(InputError):
    """The input can be read, but no sequence of placements could have left what it says."""


class IllegalMoveError(ValueError):
    """The move cannot be played in the position; the message says why."""


class UnsupportedError(ValueError):
    """The position is sound, but this operation does not take boards of its size."""


class ResumeError(ValueError):
    """A saved search cannot be gone on with; the message says why, of the file as "it"."""
