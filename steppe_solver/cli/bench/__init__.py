"""`steppe bench`: how fast the search is, on positions with known values."""

from __future__ import annotations

import click

from steppe_solver.cli.options import (
    SEARCH_THREADS,
    common_options,
    limit_option,
    memory_option,
    threads_option,
    whole,
)
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.solver import Solver, Technique


@click.command("bench", short_help="How fast the search is, on positions with known values.")
@click.option(
    "--suite",
    default="steppe-40",
    show_default=True,
    metavar="NAME|FILE",
    help="A shipped suite (see --list), or a file of your own: JSON lines with name, spn, value.",
)
@click.option("--list", "listing", is_flag=True, help="The shipped suites, and what they hold.")
@threads_option(SEARCH_THREADS)
@memory_option(1024, " of a search")
@click.option(
    "--repeat",
    type=whole(least=1, most=10_000),
    metavar="N",
    help="Solve each position N times.  [default: 3, or until half a second is over]",
)
@limit_option("Seconds for each solution; what is not solved then is no error (exit code 3).")
@click.option(
    "--without",
    type=click.Choice([technique.value for technique in Technique]),
    multiple=True,
    help="Leave a technique of the search out, to see what it is worth; may be repeated.",
)
@click.option(
    "--ablation", is_flag=True, help="Also what each technique is worth, on the suite ablation."
)
@click.option("--json", "json_file", metavar="FILE", help="Write the report for scripts.")
@click.option("--html", "html_file", metavar="FILE", help="Write it with plots, and the ablation.")
@click.option("--compare", metavar="OLD.json", help="Also the ratios to an earlier report.")
@common_options
def command(
    suite: str,
    listing: bool,
    threads: int,
    memory: int,
    repeat: int | None,
    limit: float | None,
    without: tuple[str, ...],
    ablation: bool,
    json_file: str | None,
    html_file: str | None,
    compare: str | None,
    style: str,
    quiet: bool,
) -> int:
    """Solve the positions of a suite one by one, check their values, and tell what each took.

    Numbers of nodes repeat exactly, with one thread; times are of this machine and of this moment.
    Wrong values end in exit code 4. Ctrl-C ends the run with what has been measured.
    """
    from steppe_solver.bench.report import Options
    from steppe_solver.cli.bench.inputs import read_inputs
    from steppe_solver.cli.bench.run import Run, as_json, as_page
    from steppe_solver.cli.bench.suites import give_list

    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    if listing:
        give_list(answers)
        return answers.tally.code
    inputs = read_inputs(suite, compare, {"--json": json_file, "--html": html_file}, answers)
    if inputs is None:
        return answers.tally.code
    try:
        Solver(memory)
    except MemoryError:
        raise click.UsageError(f"there are no {memory} MiB to be had for --memory") from None
    options = Options(
        suite=inputs.suite.name,
        threads=threads,
        memory=memory,
        repeat=repeat,
        limit=limit,
        without=tuple(sorted(set(without))),
    )
    files = [(as_json, json_file), (as_page, html_file)]
    run = Run(inputs, options, answers, progress, files)
    try:
        run.measure(ablation=ablation or html_file is not None)
    except KeyboardInterrupt:
        answers.tally.interrupted = True
    finally:
        progress.close()
    run.finish()
    return answers.tally.code
