"""What is shown and typed while puzzles are played: on a terminal, or scripted through pipes."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from typing import BinaryIO

from steppe_solver.cli.output import Answers, is_terminal
from steppe_solver.cli.words import line_width

LONGEST_LINE = 200
"""Bytes of a line that are looked at: no move and no command is as long."""


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

        Bytes that are no UTF-8 and the rest of an endless line are no part of any move: the former
        are replaced, the latter is read over. What does not come from a terminal is written after
        the prompt, so that the output reads like a session.
        """
        self._prompt(prompt)
        read = self._keyboard.readline(LONGEST_LINE)
        rest = read
        while rest and not rest.endswith(b"\n"):
            rest = self._keyboard.readline(LONGEST_LINE)
        text = read.decode("utf-8", "replace").strip()
        if not self.is_live or not read:
            self.show("".join(char if char.isprintable() else " " for char in text))
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
