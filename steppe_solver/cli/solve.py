"""`steppe solve`: the perfect-play value of every position."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import islice

import click

from steppe_solver.cli.certificate_written import Certificates, with_certificate
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
from steppe_solver.cli.output_files import with_numbers
from steppe_solver.cli.progress import ProgressLine, shortened
from steppe_solver.cli.solve_answer import as_json, as_text, is_complete
from steppe_solver.cli.solve_resume import Resumption, with_resumption
from steppe_solver.cli.words import margin_between, range_of_values
from steppe_solver.errors import Fault, InputError, UnsupportedError
from steppe_solver.position import Position
from steppe_solver.solver import Limit, Objective, Progress, Solution, Solver


@click.command("solve", short_help="The perfect-play value of every position.")
@files_argument
@click.option(
    "--objective",
    type=click.Choice(["margin", "outcome"]),
    default="margin",
    show_default=True,
    help="Play for as many points as possible, or only for who wins (quicker).",
)
@limit_option("Seconds to spend on each position.")
@click.option(
    "--nodes", type=whole(least=0), metavar="N", help="Nodes to search for each position."
)
@memory_option(1024, "")
@threads_option(SEARCH_THREADS)
@click.option("--all-moves", is_flag=True, help="Also the value of every legal move.")
@click.option(
    "--certificate",
    "directory",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write a proof of the answer there, for 'steppe check --certificate DIR';"
    " of several answers, into DIR/1, DIR/2, ...",
)
@click.option(
    "--resume",
    "kept",
    type=click.Path(),
    metavar="FILE",
    help="Keep what is proved there, and go on from it: for one position.",
)
@common_options
def command(
    files: tuple[str, ...],
    objective: Objective,
    limit: float | None,
    nodes: int | None,
    memory: int,
    threads: int,
    all_moves: bool,
    directory: str | None,
    kept: str | None,
    style: str,
    quiet: bool,
) -> int:
    """Find the value of every position: the final margin when both sides play perfectly.

    In JSON a value is the first player's points minus the second's, whoever moves; the text names
    the winner. Where a limit strikes, the answer is a pair of proved bounds, and the exit code 3.
    Ctrl-C gives what is proved so far and ends the run.

    With --resume FILE a long search goes on after a stop, or after the machine went down: FILE is
    renewed every quarter of a minute and at the end. The same command takes it up again, each run
    with the limits anew; once FILE holds the answer, it gives it at once.
    """
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt(or_end=True)
    certificates = None
    if directory is not None:  # half of the memory is for finding the proofs
        memory = max(1, memory // 2)
        certificates = Certificates(directory, memory, interrupt, progress.say)
    try:
        solver = Solver(memory, threads=threads)
    except MemoryError:
        raise click.UsageError(f"there are no {memory} MiB to be had for --memory") from None

    def search(source: Input, position: Position) -> Solution:
        progress.say(source.label)

        def look_up(state: Progress) -> bool:
            progress.say(_so_far(state, position, objective) + source.label)
            return interrupt.requested

        return solver.solve(
            position,
            Limit(seconds=limit, nodes=nodes),
            objective=objective,
            all_moves=all_moves,
            on_progress=look_up,
            resume=resumption.begin(position) if resumption else None,
            on_save=resumption.save if resumption else None,
        )

    def warn(message: str) -> None:
        if sys.stderr is not None:
            progress.step_aside(sys.stderr)
        click.echo(f"Warning: {message}", err=True)

    inputs: Iterable[tuple[int | None, Input]] = ((None, source) for source in read_inputs(files))
    if certificates:
        inputs = with_numbers(read_inputs(files))
    resumption = None
    if kept is not None:
        inputs = list(islice(inputs, 2))
        if len(inputs) > 1:
            raise click.UsageError("--resume is for one position, and there are several")
        resumption = Resumption(kept, files, warn)
    try:
        for number, source in inputs:
            position = source.entry.position
            if position is None:
                answers.refuse(source)
                continue
            with interrupt:  # until the answer is out
                try:
                    solution = search(source, position)
                    written = certificates.write(solution, number) if certificates else None
                except UnsupportedError as error:
                    answers.refuse(source, _too_large(source, error))
                    continue
                answers.tally.limit_struck |= not is_complete(solution)
                if answers.as_json:
                    answer = as_json(source.entry.name, solution)
                    if certificates:
                        answer = with_certificate(answer, written)
                    if resumption:
                        answer = with_resumption(answer, resumption)
                    answers.give(answer)
                else:
                    notes = [written.as_text()] if written else []
                    if resumption and solution.status != "ended":
                        notes.append(resumption.as_text(complete=is_complete(solution)))
                    answers.give(as_text(source, solution, short=quiet, notes=notes))
            if interrupt.requested:
                answers.tally.interrupted = True
                break
    finally:
        progress.close()
        failure = resumption.end() if resumption else None
    if failure is not None:
        click.echo(f"Error: {failure}", err=True)
        answers.tally.bad_input = True
    return answers.tally.code


def _too_large(source: Input, error: UnsupportedError) -> InputError:
    return InputError([Fault("board", f"{source.entry.line}:1", str(error))])


def _so_far(state: Progress, position: Position, objective: Objective) -> str:
    """What is proved by now, and how hard the search is at work.

    Who wins is said in words as soon as it is known.
    """
    edition = position.rules.edition
    if objective == "margin" and state.lower <= 0 <= state.upper and state.lower < state.upper:
        bounds = margin_between(state.lower, state.upper, edition)
    else:
        bounds = range_of_values(
            state.lower, state.upper, edition, with_points=objective == "margin"
        )
    speed = state.nodes / state.seconds if state.seconds > 0 else 0.0
    minutes, rest = divmod(int(state.seconds), 60)
    return f"{bounds}  {shortened(state.nodes)} nodes  {shortened(speed)}/s  {minutes}:{rest:02d}  "
