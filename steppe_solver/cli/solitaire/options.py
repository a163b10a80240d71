"""Options that the commands on Steps Solitaire share: which variant or variants are meant."""

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
        "variants",
        type=_variant,
        multiple=True,
        metavar="NAME",
        help="The game by its short name, such as c4d1L-inf or c0d3U-r2, for all deals; instead of "
        "the next four, of which those not given are as in the standard game.",
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


def variants_options(command: AnyFunction) -> AnyFunction:
    """Add ``--variant`` and the single options; the command gets what they say as ``variants``.

    That is empty where none of them is given, and has no variant twice. Single options that are not
    given are as in the standard game. Both kinds together are bad usage.
    """

    @functools.wraps(command)
    def with_variants(
        *,
        variants: tuple[Variant, ...],
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
        if variants and said:
            raise click.UsageError(f"--variant already says what --{next(iter(said))} does.")
        if said:
            said["locked"] = said.pop("foundations", "locked") == "locked"
            variants = (Variant(**said),)
        return command(variants=tuple(dict.fromkeys(variants)), **rest)

    for option in reversed(_OPTIONS):
        option(with_variants)
    return with_variants  # type: ignore[return-value]  # the same but for its parameters


def variant_options(command: AnyFunction) -> AnyFunction:
    """The same where only one can be meant: the command gets ``variant``, None if none is said."""

    @functools.wraps(command)
    def with_variant(*, variants: tuple[Variant, ...], **rest: Any) -> Any:
        return command(variant=the_variant(variants), **rest)

    return variants_options(with_variant)  # type: ignore[return-value]  # as above


def the_variant(variants: tuple[Variant, ...]) -> Variant | None:
    """The one variant that was asked for, if any; bad usage where there are several."""
    if len(variants) > 1:
        names = " and ".join(map(str, variants))
        raise click.UsageError(f"one game at a time is played: --variant says {names}.")
    return variants[0] if variants else None
