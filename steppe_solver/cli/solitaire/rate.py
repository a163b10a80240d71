"""`steppe solitaire rate`: how hard deals are, and what share of all deals can be won.

What rates is imported where it is used: all commands load this module, this one rates.
"""

from __future__ import annotations

import re

import click

from steppe_solver.bridge import DEFAULT_MEMORY
from steppe_solver.cli.options import common_options, jobs_option, memory_option, whole
from steppe_solver.cli.solitaire.options import variant_options
from steppe_solver.errors import ParseError
from steppe_solver.solitaire import Variant, parse_variant
from steppe_solver.solitaire.variant import STANDARD

_MOST_SEED = 10**18
_SEEDS = 1000


def _seeds(value: str) -> range:
    """The seeds of ``N`` or ``A-B``; bad usage for anything else."""
    match = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", value, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{value!r} is neither a seed nor a range such as 1-20.")
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if last < first:
        raise click.BadParameter(f"{value!r} ends before it begins.")
    return range(first, last + 1)


def _variant(value: str) -> Variant:
    try:
        return parse_variant(value)
    except ParseError as error:
        raise click.BadParameter(f"{error.faults[0].message}.") from None


@click.command("rate", short_help="How hard a deal is; what share of all deals can be won.")
@click.argument(
    "files", metavar="[FILE]...", nargs=-1, type=click.Path(readable=False, allow_dash=True)
)
@click.option("--seed", type=_seeds, metavar="N|A-B", help="The deal of this number, or of these.")
@click.option("--layout", metavar="NAME", help="One of the twenty layouts, in its own variant.")
@variant_options
@click.option(
    "--nodes",
    type=whole(least=1),
    metavar="N",
    help="Search nodes for the question whether a deal can be won."
    " [default: 1,000,000; with --share 2,000,000]",
)
@click.option("--share", is_flag=True, help="Estimate the share of deals that can be won.")
@click.option(
    "--seeds", type=whole(1, 10**9), metavar="N", help=f"How many deals. [default: {_SEEDS}]"
)
@click.option(
    "--first-seed",
    type=whole(0, _MOST_SEED),
    metavar="S",
    help="The number of the first of them. [default: 1]",
)
@click.option(
    "--also",
    multiple=True,
    type=_variant,
    metavar="NAME",
    help="The share in this variant too; may be repeated.",
)
@click.option(
    "--store",
    metavar="FILE",
    help="Keep what is found in FILE, deal by deal, and go on with what is there.",
)
@jobs_option("answers")
@memory_option(DEFAULT_MEMORY, "")
@common_options
def command(
    files: tuple[str, ...],
    seed: range | None,
    layout: str | None,
    variant: Variant | None,
    nodes: int | None,
    share: bool,
    seeds: int | None,
    first_seed: int | None,
    also: tuple[Variant, ...],
    store: str | None,
    jobs: int,
    memory: int,
    style: str,
    quiet: bool,
) -> int:
    """Say how hard deals are, from 1 to 100, or what share of all deals can be won.

    A deal's rating comes from the proof that it can be won: how many first moves lose, how narrow
    the way is, how far a player gets who does not plan. A deal that cannot be won has none.

    With --share the deals of so many seeds are decided, and the share among all deals is given with
    its 95 % confidence interval; deals on which a limit struck widen it on both sides. With --store
    a run can be broken off, even killed, and gone on with; give it more seeds or more nodes later
    as you like.
    """
    named = bool(files) + (seed is not None) + (layout is not None)
    if share:
        from steppe_solver.cli.solitaire.rate_share import Order, run_share
        from steppe_solver.solitaire.sample import NODES

        if named:
            raise click.UsageError("--share takes its deals from --seeds and --first-seed.")
        variants = tuple(dict.fromkeys((variant or (STANDARD if not also else also[0]), *also)))
        first = 1 if first_seed is None else first_seed
        order = Order(
            variants, range(first, first + (seeds or _SEEDS)), nodes or NODES, memory, jobs, store
        )
        return run_share(order, style, quiet)

    from steppe_solver.cli.solitaire.rate_deals import Task, run_deals
    from steppe_solver.solitaire import rating

    for option, value in (
        ("--seeds", seeds),
        ("--first-seed", first_seed),
        ("--also", also or None),
        ("--store", store),
    ):
        if value is not None:
            raise click.UsageError(f"{option} is for --share.")
    if named != 1:
        raise click.UsageError("Give FILE, --seed or --layout, one of the three; or --share.")
    task = Task(files, seed, layout, variant, nodes or rating.NODES, memory, jobs)
    return run_deals(task, style, quiet)
