"""What is typed while a game is played: a command with what follows it, or moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from steppe_solver.errors import ParseError
from steppe_solver.solitaire import Move, parse_move

OTHER_NAMES = {"?": "help", "exit": "quit", "lost?": "status", "lost": "status"}


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed: exactly one of ``command``, ``moves`` and ``complaint`` is set.

    ``rest`` is what follows the command.
    """

    command: str | None = None
    rest: str = ""
    moves: tuple[Move, ...] = ()
    complaint: str | None = None


def understood(text: str, commands: Mapping[str, str]) -> Typed:
    """What a line that is not empty says."""
    first, _, rest = text.partition(" ")
    command = OTHER_NAMES.get(first.lower(), first.lower())
    if command in commands:
        return Typed(command, rest.strip())
    try:
        words = re.split(r"[\s,;]+", text.strip(" \t,;"))
        return Typed(moves=tuple(map(_move, words)))
    except ParseError as error:
        reason = error.faults[0].message
        complaint = f"{reason[:1].upper()}{reason[1:]}. (help lists the commands.)"
        return Typed(complaint=complaint)


def _move(word: str) -> Move:
    """The move of the word, whatever its case. Raises ParseError, which quotes it as typed."""
    try:
        return parse_move(word.upper().replace("X", "x"))
    except ParseError:
        return parse_move(word)
