"""A run of `steppe puzzle new`: from the order to the puzzles on the screen or in a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import TextIO

import click

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.output import Answers, is_ascii_only, takes_colour
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.puzzle.inputs import read_puzzle_inputs
from steppe_solver.cli.puzzle.new_answer import as_line, as_text
from steppe_solver.cli.watch import Watch
from steppe_solver.cli.words import counted
from steppe_solver.generator import NoBaseError, Progress, Wanted, generate
from steppe_solver.parallel import WorkerDiedError
from steppe_solver.puzzle.file import format_puzzle
from steppe_solver.puzzle.model import Puzzle

_BAR = 24
"""Characters of the progress bar."""


@dataclass(frozen=True)
class Job:
    """What is to be made, how many, from what, how, and where it goes."""

    wanted: Wanted
    known: tuple[str, ...]
    count: int
    seed: int
    jobs: int
    limit: float | None
    output: str | None
    force: bool


@dataclass
class _Meter:
    """The progress bar: how many puzzles there are, and how much was tried for them."""

    line: ProgressLine
    count: int
    found: int = 0
    tried: int = 0

    def note(self, progress: Progress) -> None:
        """A unit more is done."""
        self.tried = progress.tried

    def show(self) -> None:
        """Draw it anew."""
        filled = _BAR * self.found // self.count
        bar = "=" * filled + "." * (_BAR - filled)
        tried = f"{counted(self.tried, 'task')} tried"
        self.line.say(f"[{bar}]  {self.found} of {self.count} found  {tried}")


def run(job: Job, style: str, quiet: bool) -> int:
    """Make the puzzles and give them; returns the exit code."""
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    meter = _Meter(progress, job.count)
    interrupt = Interrupt()
    with ExitStack() as held:
        held.callback(progress.close)
        known = list(_known(job.known, answers))
        out = None if job.output is None else held.enter_context(_opened(job.output, job.force))
        held.enter_context(interrupt)
        watch = Watch(job.limit, interrupt, meter.show)
        try:
            puzzles = generate(
                job.wanted,
                seed=job.seed,
                jobs=job.jobs,
                count=job.count,
                stop=watch,
                on_progress=meter.note,
                known=known,
            )
            for puzzle in puzzles:
                meter.found += 1
                _give(puzzle, answers, out, job)
        except NoBaseError as error:
            raise click.UsageError(f"{error}; allow more with --per-parent") from None
        except WorkerDiedError as error:
            raise click.ClickException(str(error)) from None
        answers.tally.interrupted = interrupt.requested
        answers.tally.limit_struck = meter.found < job.count
    if job.output is not None and not meter.found and os.path.isfile(job.output):
        os.remove(job.output)  # an empty file would be no puzzle file
    if not (quiet or answers.as_json):
        _sum_up(job, meter.found, answers)
    return answers.tally.code


def _sum_up(job: Job, found: int, answers: Answers) -> None:
    """Say how many puzzles were written, and how many were missed."""
    done = counted(found, "puzzle") if found == job.count else f"{found} of {job.count} puzzles"
    if job.output is not None:
        answers.give(f"{done} written to {job.output}" if found else f"{done} found")
    elif found < job.count:
        answers.give(f"{done} found")


def _known(files: tuple[str, ...], answers: Answers) -> Iterator[Puzzle]:
    """The puzzles of the files; what is bad in them is reported."""
    for source in read_puzzle_inputs(files):
        if source.entry.puzzle is None:
            answers.refuse(source.as_input)
        else:
            yield source.entry.puzzle


def _opened(path: str, force: bool) -> TextIO:
    """The file, empty, to write puzzles to as they are found; bad usage where it cannot be."""
    if os.path.exists(path) and not force:
        raise click.UsageError(f"{path} exists; --force overwrites it")
    try:
        if force and os.path.isfile(path):
            os.remove(path)  # another run may still be writing to it
        if os.path.exists(path):  # a device, say
            return open(path, "w", encoding="ascii", newline="\n")
        return open(path, "x", encoding="ascii", newline="\n")
    except FileExistsError:  # since we looked
        raise click.UsageError(f"{path} exists; --force overwrites it") from None
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {error.strerror or error}") from None


def _give(puzzle: Puzzle, answers: Answers, out: TextIO | None, job: Job) -> None:
    if out is not None:
        try:
            out.write(format_puzzle(puzzle) + "\n")
            out.flush()
        except OSError as error:
            with suppress(OSError):  # closing tries to write once more
                out.close()
            message = f"cannot write {job.output}: {error.strerror or error}"
            raise click.ClickException(message) from None
    elif answers.as_json:
        answers.give(format_puzzle(puzzle))
    elif answers.quiet:
        answers.give(as_line(puzzle))
    else:
        colour, ascii_only = takes_colour("auto"), is_ascii_only("─│┌┐└┘├┤┬┴┼")
        answers.give(as_text(puzzle, colour=colour, ascii_only=ascii_only))
