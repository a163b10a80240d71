"""`steppe solitaire rate`: how hard deals are, and what share of all deals can be won.

What rates is imported where it is used: all commands load this module, this one rates.
"""

from __future__ import annotations

import click

from steppe_solver.bridge import DEFAULT_MEMORY
from steppe_solver.cli.options import common_options, jobs_option, memory_option, whole
from steppe_solver.cli.solitaire.inputs import Seeds, deals_arguments, need_deals
from steppe_solver.cli.solitaire.options import variant_options
from steppe_solver.errors import ParseError
from steppe_solver.solitaire import Variant, parse_variant
from steppe_solver.solitaire.variant import STANDARD

_MOST_SEED = 10**18
_DEALS = 1000


def _variant(value: str) -> Variant:
    try:
        return parse_variant(value)
    except ParseError as error:
        raise click.BadParameter(f"{error.faults[0].message}.") from None


@click.command("rate", short_help="How hard a deal is; what share of all deals can be won.")
@deals_arguments
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
    "--seeds",
    "deals",
    type=whole(1, 10**9),
    metavar="N",
    help=f"How many deals, with --share. [default: {_DEALS:,}]",
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
    seeds: Seeds,
    layout: str | None,
    variant: Variant | None,
    nodes: int | None,
    share: bool,
    deals: int | None,
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
    if share:
        from steppe_solver.cli.solitaire.rate_share import Order, run_share
        from steppe_solver.solitaire.sample import NODES

        if files or seeds or layout is not None:
            raise click.UsageError("--share takes its deals from --seeds and --first-seed.")
        every = also if variant is None and also else (variant or STANDARD, *also)
        first = 1 if first_seed is None else first_seed
        numbers = range(first, first + (deals or _DEALS))
        order = Order(tuple(dict.fromkeys(every)), numbers, nodes or NODES, memory, jobs, store)
        return run_share(order, style, quiet)

    from steppe_solver.cli.solitaire.rate_deals import Task, run_deals
    from steppe_solver.solitaire import rating

    for option, value in (
        ("--seeds", deals),
        ("--first-seed", first_seed),
        ("--also", also or None),
        ("--store", store),
    ):
        if value is not None:
            raise click.UsageError(f"{option} is for --share.")
    if layout is None:
        need_deals(files, seeds)
    task = Task(files, seeds, layout, variant, nodes or rating.NODES, memory, jobs)
    return run_deals(task, style, quiet)
