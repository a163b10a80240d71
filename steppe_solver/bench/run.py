"""Positions solved for the clock, each in a process of its own, and their answers checked.

A process of its own starts with empty tables and a clean memory, so that a position costs the same
wherever it stands in a suite, its peak memory is its own, and what kills it kills nothing else.
One is measured after the other: two at a time would slow each other down.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass

from steppe_solver.bench.machine import peak_memory
from steppe_solver.bench.report import Measured, Options
from steppe_solver.bench.suite import Case
from steppe_solver.notation import format_spn
from steppe_solver.parallel import WorkerDiedError, apart
from steppe_solver.solver import UNUSED, Limit, Solution, Solver, TableUse, Technique

OFTEN = 3
"""Times that a position is solved, unless it is said how often ..."""

QUICK = 0.5
"""... but no more once it has taken so many seconds in all."""


def measure(
    cases: Iterable[Case], options: Options, *, while_waiting: Callable[[], object] | None = None
) -> Generator[Measured, None, None]:
    """What each case costs, in order, each as soon as it is known.

    Whatever happens to one case, the others are measured: a wrong value, a limit that struck and a
    process that died are results too. ``while_waiting`` is called some twenty times a second, and
    may raise to give up.
    """
    for case in cases:
        try:
            cost = apart(_solved, _Task(case, options), while_waiting=while_waiting)
        except WorkerDiedError:
            cost = _Cost(error="its process died: killed, or out of memory")
        yield _measured(case, cost)


@dataclass(frozen=True, slots=True)
class _Task:
    case: Case
    options: Options


@dataclass(frozen=True, slots=True)
class _Cost:
    """What comes back from the process of a case."""

    value: int | None = None
    nodes: int = 0
    seconds: tuple[float, ...] = ()
    tables: TableUse = UNUSED
    peak_memory: float | None = None
    error: str | None = None


def _solved(task: _Task) -> _Cost:
    """The cost of the case: of as many searches as are wanted, each with new tables."""
    found: list[Solution] = []
    while not _enough(found, task.options.repeat):
        try:
            found.append(search(task.case, task.options))
        except MemoryError:
            return _Cost(error=f"there are no {task.options.memory} MiB to be had")
        if found[-1].value is None:
            break
    last = found[-1]
    error = wrong(task.case, last)
    repeats = task.options.threads == 1
    if error is None and repeats and len({solution.nodes for solution in found}) > 1:
        error = "the same search took different numbers of nodes"
    return _Cost(
        last.value,
        last.nodes,
        tuple(solution.seconds for solution in found),
        last.tables,
        peak_memory(),
        error,
    )


def search(case: Case, options: Options) -> Solution:
    """The solution of the case, by a search with tables of its own. May raise MemoryError."""
    without = [Technique(name) for name in options.without]
    solver = Solver(options.memory, threads=options.threads, without=without)
    return solver.solve(case.position, Limit(seconds=options.limit))


def wrong(case: Case, solution: Solution) -> str | None:
    """What is wrong with the solution; None if it has the known value."""
    if solution.value is None:
        return f"not solved: it is between {solution.lower} and {solution.upper}"
    if solution.value != case.value:
        return f"{solution.value} is not the known value {case.value}"
    return None


def _enough(found: list[Solution], repeat: int | None) -> bool:
    if not found:
        return False
    if repeat is not None:
        return len(found) == repeat
    return len(found) == OFTEN or sum(solution.seconds for solution in found) > QUICK


def _measured(case: Case, cost: _Cost) -> Measured:
    position = case.position
    rules = position.rules
    return Measured(
        name=case.name,
        spn=format_spn(position),
        series=case.series,
        level=position.level,
        levels=rules.levels,
        width=rules.width,
        height=rules.height,
        open_cells=position.open_cells,
        expected=case.value,
        value=cost.value,
        nodes=cost.nodes,
        seconds=cost.seconds,
        tables=cost.tables,
        peak_memory=cost.peak_memory,
        error=cost.error,
    )
