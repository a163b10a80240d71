"""A run of `steppe solitaire rate` on deals: from files, seeds or a layout to their ratings."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial

import click

from steppe_solver.cli.inputs import Input, read_files
from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.solitaire.rate_answer import as_json, as_line, as_text
from steppe_solver.cli.watch import Watch
from steppe_solver.errors import InputError
from steppe_solver.notation import Entry
from steppe_solver.parallel import WorkerDiedError, in_order
from steppe_solver.solitaire import DealEntry, Game, State, Variant, deal_from_seed, read_deals
from steppe_solver.solitaire.layouts import find_layout
from steppe_solver.solitaire.rating import Rating, rate
from steppe_solver.solitaire.solver import Solver, Verdict
from steppe_solver.solitaire.variant import STANDARD
from steppe_solver.stopping import Stop, StoppedError, never


@dataclass(frozen=True)
class Task:
    """Which deals are to be rated, in which variant, and how."""

    files: tuple[str, ...]
    seeds: range | None
    layout: str | None
    variant: Variant | None
    nodes: int
    memory: int
    jobs: int

    def entries(self) -> Iterator[tuple[str, DealEntry]]:
        """The deals with the files that they stand in, or what is wrong with them."""
        if self.layout is not None:
            try:
                layout = find_layout(self.layout)
            except ValueError as error:
                raise click.UsageError(f"{error}.") from None
            game = Game(deal_from_seed(layout.seed), self.variant or layout.variant)
            yield "", DealEntry(1, game.deal.deal_id, game)
        elif self.seeds is not None:
            for seed in self.seeds:
                game = Game(deal_from_seed(seed), self.variant or STANDARD)
                yield "", DealEntry(1, game.deal.deal_id, game)
        else:
            read = partial(read_deals, variant=self.variant)
            yield from read_files(self.files, read, _unreadable)


def _unreadable(line: int, error: InputError) -> DealEntry:
    return DealEntry(line, error=error)


def run_deals(task: Task, style: str, quiet: bool) -> int:
    """Rate the deals and give the answers in their order; returns the exit code."""
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt()
    waiting: deque[tuple[str, DealEntry]] = deque()

    def states() -> Iterator[State | None]:
        for file, entry in task.entries():
            waiting.append((file, entry))
            yield None if entry.game is None else entry.game.state

    def look() -> None:
        if waiting:
            progress.say(f"rating  {waiting[0][1].deal_id or waiting[0][0]}")

    share = max(1, task.memory // task.jobs)
    try:
        if task.jobs == 1:
            outcomes = in_order(
                _Rater(share, task.nodes, Watch(None, interrupt, look), interrupt), states(), 1
            )
        else:
            outcomes = in_order(
                _rate,
                states(),
                task.jobs,
                initializer=_begin,
                initargs=(share, task.nodes),
                while_waiting=look,
            )
        with closing(outcomes):
            for rating in outcomes:
                with interrupt:  # a line that has been begun is finished
                    _give(*waiting.popleft(), rating, answers)
                if interrupt.requested:
                    raise KeyboardInterrupt
    except (StoppedError, KeyboardInterrupt):
        answers.tally.interrupted = True
    except WorkerDiedError as error:
        raise click.ClickException(str(error)) from None
    except MemoryError:
        message = f"there are no {task.memory} MiB to be had for --memory"
        raise click.UsageError(message) from None
    finally:
        progress.close()
    return answers.tally.code


def _give(file: str, entry: DealEntry, rating: Rating | None, answers: Answers) -> None:
    if rating is None or entry.game is None:
        answers.refuse(Input(file, Entry(entry.line, "", error=entry.error)))
        return
    answers.tally.limit_struck |= rating.verdict is Verdict.UNKNOWN
    if answers.as_json:
        answers.give(as_json(entry.game, rating))
    else:
        answers.give((as_line if answers.quiet else as_text)(entry.game, rating))


class _Rater:
    """Rates one deal after the other; Ctrl-C ends the one in hand, with StoppedError."""

    def __init__(
        self, memory: int, nodes: int, stop: Stop = never, interrupt: Interrupt | None = None
    ) -> None:
        self._solver = Solver(memory)
        self._nodes = nodes
        self._stop = stop
        self._interrupt: AbstractContextManager[object] = interrupt or nullcontext()

    def __call__(self, state: State | None) -> Rating | None:
        """The rating; None where there is nothing to rate."""
        if state is None:
            return None
        with self._interrupt:
            return rate(state, self._solver, nodes=self._nodes, stop=self._stop)


_rater: _Rater | None = None
"""The one of this process, where there are several."""


def _begin(memory: int, nodes: int) -> None:
    global _rater
    _rater = _Rater(memory, nodes)


def _rate(state: State | None) -> Rating | None:
    assert _rater is not None
    return _rater(state)
