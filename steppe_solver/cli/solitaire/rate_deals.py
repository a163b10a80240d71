"""A run of `steppe solitaire rate` on deals: from files, seeds or a layout to their ratings."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass

import click

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.solitaire.inputs import DealInput, Named
from steppe_solver.cli.solitaire.rate_answer import as_json, as_line, as_text
from steppe_solver.cli.watch import Watch
from steppe_solver.parallel import WorkerDiedError, in_order
from steppe_solver.solitaire import State, Variant
from steppe_solver.solitaire.rating import Rating, rate
from steppe_solver.solitaire.solver import Solver, Verdict
from steppe_solver.stopping import Stop, StoppedError, never


@dataclass(frozen=True)
class Task:
    """Which deals are to be rated, in which variant, and how."""

    named: Named
    variant: Variant | None
    nodes: int
    memory: int
    jobs: int


def run_deals(task: Task, style: str, quiet: bool) -> int:
    """Rate the deals and give the answers in their order; returns the exit code."""
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt()
    waiting: deque[DealInput] = deque()

    def states() -> Iterator[State | None]:
        for source in task.named.inputs(task.variant):
            waiting.append(source)
            yield None if source.entry.game is None else source.entry.game.state

    def look() -> None:
        if waiting:
            progress.say(f"rating  {waiting[0].title}")

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
                    _give(waiting.popleft(), rating, answers)
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


def _give(source: DealInput, rating: Rating | None, answers: Answers) -> None:
    game = source.entry.game
    if rating is None or game is None:
        answers.refuse(source.as_input)
        return
    answers.tally.limit_struck |= rating.verdict is Verdict.UNKNOWN
    if answers.as_json:
        answers.give(as_json(game, rating))
    else:
        answers.give((as_line if answers.quiet else as_text)(game, rating))


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
