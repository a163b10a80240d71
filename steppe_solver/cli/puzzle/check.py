"""`steppe puzzle check`: is every puzzle sound, and if not, what is cooked?"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.options import (
    common_options,
    files_argument,
    jobs_option,
    limit_option,
    memory_option,
)
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.errors import InputError

if TYPE_CHECKING:  # at run time only where they are needed: they take a while to load
    from steppe_solver.cli.puzzle.check_prover import Outcome
    from steppe_solver.cli.puzzle.inputs import PuzzleInput
    from steppe_solver.puzzle.file import PuzzleEntry
    from steppe_solver.puzzle.verify import Report


@click.command("check", short_help="Is every puzzle sound? Re-proves them, and says what is not.")
@files_argument
@limit_option("Seconds to spend on each puzzle; what is not proved then is said to be not known.")
@memory_option(512, " of all processes")
@jobs_option("answers")
@common_options
def command(
    files: tuple[str, ...], limit: float | None, memory: int, jobs: int, style: str, quiet: bool
) -> int:
    """Prove anew everything that the puzzles of FILE (.stp.json) say.

    A puzzle is sound if its key, and nothing but the key, solves it, every other first move is
    refuted as it says, its solution answers every defence, and number, rating, themes and id are
    right; and if a legal game leads to its position. All that is wrong is named. A puzzle that
    comes a second time, turned or with colours exchanged even, is wrong too.
    """
    from steppe_solver.cli.puzzle.check_answer import summary
    from steppe_solver.cli.puzzle.check_prover import Prover, begin_proofs, prove
    from steppe_solver.cli.puzzle.inputs import read_puzzle_inputs
    from steppe_solver.parallel import WorkerDiedError, in_order

    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt()
    waiting: deque[PuzzleInput] = deque()
    found: Counter[bool | None] = Counter()
    seen: dict[str, str] = {}  # the places of the puzzles so far, by their ids

    def entries() -> Iterator[PuzzleEntry]:
        for source in read_puzzle_inputs(files):
            waiting.append(source)
            yield source.entry

    def look() -> None:
        progress.say(f"proving  {waiting[0].label}  {found.total():,} proved")

    share = max(1, memory // (2 * jobs))
    try:
        prover = Prover(share, limit, interrupt, look)
    except MemoryError:
        raise click.UsageError(f"there are no {memory} MiB to be had for --memory") from None
    if jobs == 1:
        outcomes = in_order(prover, entries(), 1)
    else:
        outcomes = in_order(
            prove,
            entries(),
            jobs,
            initializer=begin_proofs,
            initargs=(share, limit),
            while_waiting=look,
        )
    try:
        with closing(outcomes):
            for outcome in outcomes:
                with interrupt:  # a line that has been begun is finished
                    _answer(waiting.popleft(), outcome, answers, seen, found)
                if interrupt.requested:
                    raise KeyboardInterrupt
        if found.total() > 1 and not (quiet or answers.as_json):
            answers.give(summary(found))
    except WorkerDiedError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        answers.tally.interrupted = True
    finally:
        progress.close()
    return answers.tally.code


def _answer(
    source: PuzzleInput,
    outcome: Outcome,
    answers: Answers,
    seen: dict[str, str],
    found: Counter[bool | None],
) -> None:
    """Give the answer, and note how it came out."""
    from steppe_solver.cli.puzzle.check_answer import as_json, as_text

    if outcome is None or isinstance(outcome, InputError):
        answers.refuse(source.as_input, outcome)
        return
    report = _compared(outcome, source, seen)
    found[report.sound] += 1
    answers.tally.came_out_false |= report.sound is False
    answers.tally.limit_struck |= report.sound is None
    answers.give(
        as_json(source, report) if answers.as_json else as_text(source, report, short=answers.quiet)
    )


def _compared(report: Report, source: PuzzleInput, seen: dict[str, str]) -> Report:
    """The report, with a flaw more where the same puzzle has come before."""
    from steppe_solver.puzzle.sameness import identity
    from steppe_solver.puzzle.verify import Flaw

    puzzle = report.puzzle
    name = identity(puzzle.kind, puzzle.position, puzzle.goal)
    if name not in seen:
        seen[name] = source.label
        return report
    flaw = Flaw("duplicate", "id", f"the same puzzle as {seen[name]}")
    return replace(report, sound=False, faults=(*report.faults, flaw))
