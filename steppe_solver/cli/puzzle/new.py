"""`steppe puzzle new`: puzzles made to order."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from steppe_solver.cli.options import common_options, jobs_option, limit_option, whole
from steppe_solver.cli.output_files import check_outputs

if TYPE_CHECKING:  # at run time only where they are needed: they take a while to load
    from steppe_solver.generator import Wanted

_KINDS = ("ten", "save", "win", "best", "pack", "help")
_METHODS = ("self-play", "perturbed", "one-ten-left", "improved")


def _range(what: str) -> Callable[[str], tuple[int, int]]:
    """A function from ``LO-HI``, or one number, to the least and the greatest; else bad usage."""

    def convert(value: str) -> tuple[int, int]:
        match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", value, re.ASCII)
        if match is None:
            raise click.BadParameter(f"{value!r} is neither {what} nor a range such as 3-5.")
        least = int(match[1])
        return least, int(match[2]) if match[2] else least

    return convert


@click.command("new", short_help="Make puzzles to order.")
@click.option(
    "--kind",
    type=click.Choice(_KINDS),
    default="ten",
    show_default=True,
    help="ten: force tens; save: stop them; win: keep the win or draw; best: the best final margin;"
    " pack: the most points alone; help: tens by both together.",
)
@click.option("--tens", type=whole(least=0), metavar="K", help="How many tens: 1, 2 or 3.")
@click.option(
    "--n",
    "n",
    type=_range("a number"),
    metavar="N",
    help="The number of the puzzle, or a range such as 3-5: moves of the attacker's (ten, save),"
    " tiles (pack, help). Without it all but 1, and no tens on the current level.",
)
@click.option(
    "--level",
    type=whole(least=0),
    metavar="L",
    help="The level of the tens; in other kinds the current one.",
)
@click.option("--strict", is_flag=True, help="All first moves but the key lose the ten for good.")
@click.option(
    "--duals",
    type=whole(least=0),
    metavar="N",
    help="At most so many other ways, after the key, in the main line.",
)
@click.option(
    "--gap",
    type=whole(least=0),
    metavar="POINTS",
    help="The best try is at least so much worse (best, pack).",
)
@click.option("--edition", type=click.Choice(["tsr", "dmr"]), default="tsr", show_default=True)
@click.option(
    "--to-move",
    type=click.Choice(["red", "blue"]),
    help="The side to move: first player or second.",
)
@click.option(
    "--rating",
    type=_range("a rating"),
    metavar="LO-HI",
    help="Only ratings in this range, 1 to 100.",
)
@click.option(
    "--per-parent",
    type=whole(least=0),
    default=3,
    show_default=True,
    metavar="N",
    help="At most so many puzzles from one game.",
)
@click.option(
    "--method",
    "methods",
    multiple=True,
    type=click.Choice(_METHODS),
    help="How to look for positions; may be repeated. Without it, by all that suit the kind.",
)
@click.option(
    "--from",
    "known",
    multiple=True,
    metavar="FILE",
    help="Known puzzles (.stp.json), which are not found again, and with which the methods"
    " perturbed and improved begin; may be repeated.",
)
@click.option(
    "--count",
    type=whole(least=1),
    default=10,
    show_default=True,
    metavar="N",
    help="How many puzzles.",
)
@click.option(
    "--seed",
    type=whole(least=0),
    default=1,
    show_default=True,
    metavar="S",
    help="The same seed and options give the same puzzles.",
)
@jobs_option("puzzles")
@limit_option("Stop after so long with what was found.")
@click.option("-o", "--output", metavar="OUT", help="Write a puzzle file (.stp.json) to OUT.")
@click.option("--force", is_flag=True, help="Overwrite OUT where it exists.")
@common_options
def command(
    kind: str,
    tens: int | None,
    n: tuple[int, int] | None,
    level: int | None,
    strict: bool,
    duals: int | None,
    gap: int | None,
    edition: str,
    to_move: str | None,
    rating: tuple[int, int] | None,
    per_parent: int,
    methods: tuple[str, ...],
    known: tuple[str, ...],
    count: int,
    seed: int,
    jobs: int,
    limit: float | None,
    output: str | None,
    force: bool,
    style: str,
    quiet: bool,
) -> int:
    """Make puzzles: positions from legal games, each with exactly one key, and the proof of it.

    They are shown, or written to a file, as they are found, until there are enough of them. Ctrl-C
    and --limit keep what was found by then: it is what a longer run begins with.
    """
    from steppe_solver.cli.puzzle.new_run import Job, run
    from steppe_solver.generator import Wanted
    from steppe_solver.position import Color, Edition
    from steppe_solver.puzzle.model import Kind

    check_outputs(known, {"--output": output})
    if force and output is None:
        raise click.UsageError("--force is for --output")
    colors = {"red": Color.RED, "blue": Color.BLUE, None: None}
    try:
        wanted: Wanted = Wanted(
            kind=Kind(kind),
            n=n,
            tens=tens,
            level=level,
            edition=Edition(edition),
            rating=rating,
            strict=strict,
            duals=duals,
            gap=gap,
            to_move=colors[to_move],
            per_parent=per_parent,
            methods=methods,
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return run(Job(wanted, known, count, seed, jobs, limit, output, force), style, quiet)
