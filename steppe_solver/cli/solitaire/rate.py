"""`steppe solitaire rate`: how hard deals are, and what share of all deals can be won.

What rates is imported where it is used: all commands load this module, this one rates.
"""

from __future__ import annotations

import click

from steppe_solver.bridge import DEFAULT_MEMORY
from steppe_solver.cli.options import common_options, jobs_option, memory_option, whole
from steppe_solver.cli.solitaire.inputs import Named, deals_options
from steppe_solver.cli.solitaire.options import the_variant, variants_options
from steppe_solver.solitaire import Variant
from steppe_solver.solitaire.variant import STANDARD

_SAMPLE = range(1, 1001)
"""The seeds whose deals tell a share, unless others are named."""


@click.command("rate", short_help="How hard a deal is; what share of all deals can be won.")
@deals_options
@variants_options
@click.option(
    "--nodes",
    type=whole(least=1),
    metavar="N",
    help="Search nodes for the question whether a deal can be won."
    " [default: 1,000,000; with --share 2,000,000]",
)
@click.option(
    "--share",
    is_flag=True,
    help="Estimate the share of deals that can be won, from those of --seed."
    f" [default: {_SAMPLE.start}-{_SAMPLE.stop - 1}]",
)
@click.option(
    "--store",
    metavar="FILE",
    help="Keep what --share finds in FILE, deal by deal, and go on with what is there.",
)
@jobs_option("answers")
@memory_option(DEFAULT_MEMORY, "")
@common_options
def command(
    named: Named,
    variants: tuple[Variant, ...],
    nodes: int | None,
    share: bool,
    store: str | None,
    jobs: int,
    memory: int,
    style: str,
    quiet: bool,
) -> int:
    """Say how hard deals are, from 1 to 100, or what share of all deals can be won.

    A deal's rating comes from the proof that it can be won: how many first moves lose, how narrow
    the way is, how far a player gets who does not plan. A deal that cannot be won has none.

    With --share the deals of a range of seeds are decided, in each --variant that is named, and the
    share among all deals is given with its 95 % confidence interval; deals on which a limit struck
    widen it on both sides. With --store a run can be broken off, even killed, and gone on with;
    give it more seeds or more nodes later as you like.
    """
    if share:
        from steppe_solver.cli.solitaire.rate_share import Order, run_share
        from steppe_solver.solitaire.sample import NODES

        if named.files or named.layouts or len(named.seeds) > 1:
            raise click.UsageError("--share takes its deals from one --seed A-B.")
        (numbers,) = named.seeds or (_SAMPLE,)
        order = Order(variants or (STANDARD,), numbers, nodes or NODES, memory, jobs, store)
        return run_share(order, style, quiet)

    from steppe_solver.cli.solitaire.rate_deals import Task, run_deals
    from steppe_solver.solitaire import rating

    if store is not None:
        raise click.UsageError("--store is for --share.")
    named.need()
    task = Task(named, the_variant(variants), nodes or rating.NODES, memory, jobs)
    return run_deals(task, style, quiet)
