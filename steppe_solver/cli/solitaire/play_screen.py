"""Where the moves of a game are typed, and lines long enough for a whole game's moves."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from steppe_solver.cli.puzzle.play_screen import Screen

LONGEST_LINE = 2**16
"""Bytes of a line; one that is longer is refused as a whole."""

_TERMINAL = "CON" if os.name == "nt" else "/dev/tty"


class MoveScreen(Screen):
    """A screen that takes many moves in one line."""

    def ask(self, prompt: str) -> str | None:
        """A line that was typed, without space around it; None at the end of input.

        Bytes that are no UTF-8 are replaced. A line that is too long is said to be, and is empty.
        """
        self._prompt(prompt)
        read = self._keyboard.readline(LONGEST_LINE)
        rest, is_cut = read, False
        while rest and not rest.endswith(b"\n"):
            rest = self._keyboard.readline(LONGEST_LINE)
            is_cut |= bool(rest)
        text = "" if is_cut else read.decode("utf-8", "replace").strip()
        if not self.is_live or not read:
            self.show("".join(char if char.isprintable() else " " for char in text))
        if is_cut:
            self.say("That line is too long, and is not looked at.")
        return text if read else None


@contextmanager
def keyboard(file: str | None) -> Iterator[BinaryIO]:
    """Where moves are typed: standard input, or the terminal where FILE takes that."""
    if file != "-":
        yield io.BytesIO() if sys.stdin is None else sys.stdin.buffer
        return
    try:
        terminal = os.open(_TERMINAL, os.O_RDONLY)
    except OSError:
        raise click.UsageError("with FILE from standard input, moves need a terminal.") from None
    with open(terminal, "rb") as typed:
        yield typed
