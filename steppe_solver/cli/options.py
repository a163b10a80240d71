"""Arguments and options that several commands share, and their kinds of value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


class Seconds(click.ParamType):
    """A length of time in seconds: a finite number, not negative."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The value as a float; a usage error for anything else than a finite number >= 0."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds >= 0):
            self.fail(f"{value!r} is not a number of seconds, 0 or more.", param, ctx)
        return seconds


class Whole(click.ParamType):
    """A whole number from a least one on, up to what the native code can hold."""

    name = "integer"

    def __init__(self, least: int, most: int = 2**63 - 1) -> None:
        self._least = least
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The value as an int; a usage error for anything else than such a number."""
        try:
            number = int(value)
        except ValueError:
            number = self._least - 1
        if number < self._least:
            self.fail(f"{value!r} is not a whole number, {self._least} or more.", param, ctx)
        if number > self._most:
            self.fail(f"{value!r} is more than {self._most}.", param, ctx)
        return number


def files_argument(command: AnyFunction) -> AnyFunction:
    """Add FILE…: one or more names, ``-`` for standard input.

    Whether a file can be read is not click's business: one that cannot is bad input, not bad usage.
    """
    argument = click.argument(
        "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True)
    )
    return argument(command)


def common_options(command: AnyFunction) -> AnyFunction:
    """Add ``--format`` and ``--quiet``, which every command takes."""
    quiet = click.option("-q", "--quiet", is_flag=True, help="Only the answers, in short.")
    layout = click.option(
        "--format",
        "style",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="For people, or one JSON object per input and line.",
    )
    return layout(quiet(command))
