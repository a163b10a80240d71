"""What is shown and typed while a game is played: on a terminal, or scripted through pipes."""

from __future__ import annotations

import io
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from steppe_solver.cli.output import Answers, is_terminal
from steppe_solver.cli.words import line_width

LONGEST_LINE = 2**16
"""Bytes of a line, enough for the moves of a whole game; one that is longer is not looked at."""

_TERMINAL = "CON" if os.name == "nt" else "/dev/tty"


class Screen:
    """Writes text and asks for lines; ``keyboard`` is where they come from."""

    def __init__(self, answers: Answers, keyboard: BinaryIO) -> None:
        self._answers = answers
        self._keyboard = keyboard
        self.is_live = keyboard.isatty()

    def show(self, text: str) -> None:
        """Write the text as it is, and a newline."""
        self._answers.give(text)

    def say(self, sentence: str) -> None:
        """Write a sentence, in lines of a readable length."""
        self.show(textwrap.fill(sentence, line_width(), break_long_words=False))

    def list(self, items: Iterable[str]) -> None:
        """Write items on as many lines as they need, two spaces in."""
        text = "  ".join(items)
        margin = "  "
        self.show(
            textwrap.fill(text, line_width(), initial_indent=margin, subsequent_indent=margin)
        )

    def ask(self, prompt: str) -> str | None:
        """A line that was typed, without space around it; None at the end of input.

        Bytes that are no UTF-8 are replaced. A line that is too long is said to be, and is empty.
        What does not come from a terminal is written after the prompt, so that the output reads
        like a session.
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

    def _prompt(self, prompt: str) -> None:
        if sys.stdout is None:  # started without it
            return
        try:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        except OSError:
            self.show("")  # fails alike, and ends the command as it should

    @property
    def is_watched(self) -> bool:
        """Is somebody looking at it and typing?"""
        return self.is_live and is_terminal(sys.stdout)


def played(answers: Answers, play: Callable[[], None]) -> None:
    """Nothing, after it has been played, to its end or until Ctrl-C, which the tally then tells."""
    try:
        play()
    except KeyboardInterrupt:
        answers.tally.interrupted = True
        answers.give("")  # the prompt's line has not been ended


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
