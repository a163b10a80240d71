"""Arguments and options that several commands share, and their kinds of value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


def seconds(value: str) -> float:
    """The value as a number of seconds; bad usage unless it is a finite number, 0 or more."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise click.BadParameter(f"{value!r} is not a number of seconds, 0 or more.")
    return number


def whole(least: int, most: int = 2**63 - 1) -> Callable[[str | int], int]:
    """A function from a value to a whole number; bad usage unless it is within these bounds.

    The usual upper bound is what the native code can hold.
    """

    def convert(value: str | int) -> int:
        try:
            number = int(value)
        except ValueError:
            number = least - 1
        if number < least:
            raise click.BadParameter(f"{value!r} is not a whole number, {least} or more.")
        if number > most:
            raise click.BadParameter(f"{value!r} is more than {most}.")
        return number

    return convert


def files_argument(command: AnyFunction) -> AnyFunction:
    """Add FILE…: one or more names, ``-`` for standard input.

    Whether a file can be read is not click's business: one that cannot is bad input, not bad usage.
    """
    argument = click.argument(
        "files",
        metavar="FILE...",
        nargs=-1,
        required=True,
        type=click.Path(readable=False, allow_dash=True),
    )
    return argument(command)


def limit_option(help_text: str) -> Callable[[AnyFunction], AnyFunction]:
    """``--limit SECONDS``, with what it limits."""
    return click.option("--limit", type=seconds, metavar="SECONDS", help=help_text)


SEARCH_THREADS = "Threads that search each position together; values are the same for any number."


def memory_option(default: int, whose: str) -> Callable[[AnyFunction], AnyFunction]:
    """``--memory MIB``, with whose tables it is for."""
    return click.option(
        "--memory",
        type=whole(least=1, most=2**40),
        default=default,
        show_default=True,
        metavar="MIB",
        help=f"MiB for all tables{whose} together.",
    )


def threads_option(what: str) -> Callable[[AnyFunction], AnyFunction]:
    """``--threads N``; ``what`` says what the threads do."""
    return click.option(
        "--threads",
        type=whole(least=1, most=1024),
        default=1,
        show_default=True,
        metavar="N",
        help=what,
    )


def jobs_option(what: str) -> Callable[[AnyFunction], AnyFunction]:
    """``--jobs N``, with what does not depend on it."""
    return click.option(
        "--jobs",
        type=whole(least=1, most=1024),
        default=1,
        show_default=True,
        metavar="N",
        help=f"Processes that work at the same time; the {what} are the same for any number.",
    )


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
