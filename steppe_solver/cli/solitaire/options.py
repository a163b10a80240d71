"""Options that the commands on Steps Solitaire share: which variant is meant."""

from __future__ import annotations

import functools
from typing import Any

import click

from steppe_solver.cli.options import AnyFunction, whole
from steppe_solver.errors import ParseError
from steppe_solver.solitaire import Variant, parse_variant
from steppe_solver.solitaire.variant import MOST_BUFFERS, MOST_RECYCLES

UNLIMITED = "unlimited"


def _variant(value: str) -> Variant:
    try:
        return parse_variant(value)
    except ParseError as error:
        raise click.BadParameter(f"{error.faults[0].message}.") from None


def _recycles(value: str) -> tuple[int | None]:
    """The number of recycles, None for any number, in a tuple; bad usage for anything else."""
    if value.lower() == UNLIMITED:
        return (None,)
    try:
        return (whole(0, MOST_RECYCLES)(value),)
    except click.BadParameter:
        message = f"{value!r} is neither {UNLIMITED} nor a whole number, 0 to {MOST_RECYCLES}."
        raise click.BadParameter(message) from None


_OPTIONS = (
    click.option(
        "--variant",
        type=_variant,
        metavar="NAME",
        help="The game by its short name, such as c4d1L-inf or c0d3U-r2; instead of the next four.",
    ),
    click.option(
        "--buffers",
        type=whole(0, MOST_BUFFERS),
        metavar="N",
        help=f"Buffer slots, 0 to {MOST_BUFFERS}; with 0 it is plain Klondike. [default: 4]",
    ),
    click.option(
        "--draw",
        type=click.Choice(["1", "3"]),
        help="How many cards are drawn at once. [default: 1]",
    ),
    click.option(
        "--recycles",
        type=_recycles,
        metavar="N",
        help=f"How often the waste becomes the stock again, or {UNLIMITED}. [default: {UNLIMITED}]",
    ),
    click.option(
        "--foundations",
        type=click.Choice(["locked", "unlocked"]),
        help="May cards come back from the foundations? [default: locked]",
    ),
)


def variant_options(command: AnyFunction) -> AnyFunction:
    """Add ``--variant`` and the single options; the command gets what they say as ``variant``.

    That is None where none of them is given. Single options that are not given are as in the
    standard game. Both kinds together are bad usage.
    """

    @functools.wraps(command)
    def with_variant(
        *,
        variant: Variant | None,
        buffers: int | None,
        draw: str | None,
        recycles: tuple[int | None] | None,
        foundations: str | None,
        **rest: Any,
    ) -> Any:
        said: dict[str, Any] = {}
        if buffers is not None:
            said["buffers"] = buffers
        if draw is not None:
            said["draw"] = int(draw)
        if recycles is not None:
            (said["recycles"],) = recycles
        if foundations is not None:
            said["foundations"] = foundations
        if variant is not None and said:
            raise click.UsageError(f"--variant already says what --{next(iter(said))} does.")
        if said:
            said["locked"] = said.pop("foundations", "locked") == "locked"
            variant = Variant(**said)
        return command(variant=variant, **rest)

    for option in reversed(_OPTIONS):
        option(with_variant)
    return with_variant  # type: ignore[return-value]  # the same but for its parameters
