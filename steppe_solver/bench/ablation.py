"""What each search technique is worth: a suite solved without it, against the suite with all."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from steppe_solver.bench.report import Ablation, Options, WithoutOne
from steppe_solver.bench.run import search, wrong
from steppe_solver.bench.suite import Suite
from steppe_solver.parallel import WorkerDiedError, apart
from steppe_solver.solver import Technique

SUITE = "ablation"
"""The shipped suite for this: small, for a search without its best technique is slow."""

_TIMES = 3


class AblationError(Exception):
    """A search without a technique has come to a wrong value, or its process died."""


def ablate(
    suite: Suite, options: Options, *, while_waiting: Callable[[str], object] | None = None
) -> Ablation:
    """What leaving out each technique costs on the suite, against a search with all of them.

    Of the options only the memory and the threads count: every search goes on to its end.
    ``while_waiting`` is called some twenty times a second with the name of what is being left out,
    and may raise to give up. Raises AblationError.
    """
    whole = replace(options, limit=None, without=())

    def cost(left_out: str, these: Options) -> _Cost:
        say = while_waiting and partial(while_waiting, left_out)
        try:
            found = apart(_solved, _Task(suite, these), while_waiting=say)
        except WorkerDiedError as error:
            raise AblationError(f"{suite.name}, without {left_out}: {error}") from error
        if found.error is not None:
            raise AblationError(f"{suite.name}, without {left_out}: {found.error}")
        return found

    plain = cost("nothing", whole)
    rows = []
    for technique in Technique:
        less = cost(technique.value, replace(whole, without=(technique.value,)))
        ratios = less.nodes / plain.nodes, less.seconds / plain.seconds
        rows.append(WithoutOne(technique.value, less.nodes, less.seconds, *ratios))
    return Ablation(suite.name, len(suite.cases), plain.nodes, plain.seconds, tuple(rows))


@dataclass(frozen=True, slots=True)
class _Task:
    suite: Suite
    options: Options


@dataclass(frozen=True, slots=True)
class _Cost:
    nodes: int
    seconds: float
    error: str | None = None


def _solved(task: _Task) -> _Cost:
    """The nodes of all cases, and their median times added up."""
    nodes, seconds = 0, []
    for case in task.suite.cases:
        found = [search(case, task.options) for _ in range(_TIMES)]
        for solution in found:
            error = wrong(case, solution)
            if error is not None:
                return _Cost(0, 0.0, f"{case.name}: {error}")
        nodes += found[0].nodes
        seconds.append(statistics.median(solution.seconds for solution in found))
    return _Cost(nodes, math.fsum(seconds))
