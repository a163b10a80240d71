"""`steppe analyse`: what every move of a game gave away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steppe_solver.cli.analyse_answer import as_json, as_text
from steppe_solver.cli.inputs import Input, read_inputs
from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.options import (
    SEARCH_THREADS,
    common_options,
    files_argument,
    limit_option,
    memory_option,
    threads_option,
    whole,
)
from steppe_solver.cli.output import Answers
from steppe_solver.cli.output_files import check_outputs, write_file
from steppe_solver.cli.progress import ProgressLine, shortened
from steppe_solver.cli.words import margin_between
from steppe_solver.errors import Fault, InputError, UnsupportedError
from steppe_solver.notation import GameRecord
from steppe_solver.solver import Limit, Progress, Solver

if TYPE_CHECKING:
    from steppe_solver.analysis import Analysis


@click.command("analyse", short_help="What every move of a game gave away, exactly.")
@files_argument
@limit_option("Seconds to spend on each position.")
@click.option(
    "--nodes",
    type=whole(least=0),
    metavar="N",
    help="Nodes to search for each position.  [default: 1000000, without --limit]",
)
@memory_option(1024, "")
@threads_option(SEARCH_THREADS)
@click.option("--annotate", metavar="OUT", help="Write the games to OUT (.sgr), with comments.")
@common_options
def command(
    files: tuple[str, ...],
    limit: float | None,
    nodes: int | None,
    memory: int,
    threads: int,
    annotate: str | None,
    style: str,
    quiet: bool,
) -> int:
    """Find the points that every move of a game gave away, and when the game was decided.

    The loss of a move is the value of the position before it minus that after it, in points of its
    mover: exact from the earliest position on that can be solved within the limit; before that,
    proved bounds. Positions are searched from the end of the game backwards, until three in a row
    are too hard even to say who wins; those before get bounds that need no search.

    Who wins with perfect play is the result of a position. A game is decided at the first move from
    which on the result never changes again. The last moment at which it could still change is the
    last position in which the legal moves lead to different results.

    The marks: ?! gives away 1 to 4 points, ? 5 to 14, ?? 15 or more, or the result. A better line
    is shown where points were given away.

    Of a game with a fault, such as an illegal move, what can be played is analysed. Where a limit
    strikes, the exit code is 3. Ctrl-C gives what is proved so far and ends the run.
    """
    from steppe_solver.analysis import DEFAULT_LIMIT, analyse, annotated

    check_outputs(files, {"--annotate": annotate})
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt()
    bounds = Limit(limit, nodes) if (limit, nodes) != (None, None) else DEFAULT_LIMIT
    try:
        solver = Solver(memory, threads=threads)
    except MemoryError:
        raise click.UsageError(f"there are no {memory} MiB to be had for --memory") from None

    def search(source: Input, record: GameRecord) -> Analysis:
        progress.say(source.label)

        def look_up(ply: int, state: Progress) -> bool:
            progress.say(_so_far(ply, state, record) + source.label)
            return interrupt.requested

        return analyse(record, bounds, solver=solver, on_progress=look_up)

    written: list[str] = []
    try:
        for source in read_inputs(files):
            record = _record(source)
            if record is None:
                answers.refuse(source)
                continue
            with interrupt:  # until the answer is out
                try:
                    analysis = search(source, record)
                except UnsupportedError as error:
                    answers.refuse(source, source.entry.error or _too_large(source, error))
                    continue
                _answer(answers, source, analysis)
                if source.entry.error is None and record.moves:
                    written.append(annotated(analysis))
            if interrupt.requested:
                answers.tally.interrupted = True
                break
    finally:
        progress.close()
        if annotate is not None and written:
            write_file(annotate, "\n".join(written).encode())
    if annotate is not None and written and not quiet and not answers.as_json:
        answers.give(f"annotated: {annotate}")
    return answers.tally.code


def _record(source: Input) -> GameRecord | None:
    """The game of an input, of a bad one what can be played; a position is a game without moves."""
    entry = source.entry
    if entry.position is not None and entry.record is None:
        return GameRecord((), entry.position, (), entry.line)
    return entry.record or entry.playable


def _answer(answers: Answers, source: Input, analysis: Analysis) -> None:
    answers.tally.limit_struck |= not analysis.is_complete
    bad = source.entry.error is not None
    if answers.as_json:
        found = as_json(source, analysis)
        answers.refuse(source, also=found) if bad else answers.give(found)
        return
    if bad:
        answers.refuse(source)
    if not bad or analysis.plies:
        answers.give(as_text(source, analysis, short=answers.quiet))


def _too_large(source: Input, error: UnsupportedError) -> InputError:
    return InputError([Fault("board", f"{source.entry.line}:1", str(error))])


def _so_far(ply: int, state: Progress, record: GameRecord) -> str:
    """How far back the search has come, and how hard it is at work."""
    bounds = margin_between(state.lower, state.upper, record.start.rules.edition)
    return f"before move {ply} of {len(record.moves)}  {bounds}  {shortened(state.nodes)} nodes  "
