"""Puzzles one after another: units of work shared out to processes, their finds taken in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from itertools import count as count_from

from steppe_solver.generator.unit import Base, Harvest, Unit, seeded, work
from steppe_solver.generator.wanted import IMPROVED, PERTURBED, Wanted, parents_at_cap
from steppe_solver.parallel import in_order
from steppe_solver.puzzle.model import Puzzle
from steppe_solver.stopping import Stop, StoppedError, never

_BASES = 2
"""Known puzzles that one unit begins with."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: units of work done, tasks tried in them, and puzzles found."""

    units: int
    tried: int
    found: int


class NoBaseError(ValueError):
    """Only known puzzles were to be varied, and none of them may be."""


def generate(
    wanted: Wanted,
    *,
    seed: int,
    jobs: int = 1,
    count: int | None = None,
    stop: Stop = never,
    on_progress: Callable[[Progress], object] | None = None,
    known: Sequence[Puzzle] = (),
) -> Iterator[Puzzle]:
    """The wanted puzzles, as they are found: ``count`` of them, or endlessly many.

    The same arguments but for ``jobs`` give the same puzzles in the same order, from the same
    version of the package. No two are the same puzzle, nor is one of those ``known``; and no game
    gives more than ``wanted.per_parent``, those known counted. Known puzzles of the kind are what
    the methods ``perturbed`` and ``improved`` begin with, where there are any.

    When ``stop`` says so, the iterator ends: what came before is what a longer run begins with.
    ``on_progress`` is called after every unit. Raises NoBaseError, when called, for known puzzles
    whose games have all given as many as they may, where only these methods are asked for.
    """
    bases = _bases(wanted, known)
    varied = set(wanted.methods_used) <= {PERTURBED, IMPROVED}
    if known and varied and not bases:
        raise NoBaseError("no known puzzle of this kind can be varied: each game gave its share")
    return _generate(wanted, seed, jobs, count, stop, on_progress, known, bases)


def _generate(
    wanted: Wanted,
    seed: int,
    jobs: int,
    count: int | None,
    stop: Stop,
    on_progress: Callable[[Progress], object] | None,
    known: Sequence[Puzzle],
    bases: Sequence[Base],
) -> Iterator[Puzzle]:
    # In this process a unit itself looks at ``stop``; others cannot, and are ended from here.
    do = partial(work, wanted, seed, version("steppe-solver"))
    function = partial(do, stop=stop) if jobs == 1 else do
    taken = {puzzle.id for puzzle in known}
    parents = Counter(puzzle.source.parent for puzzle in known)
    found = tried = done = 0
    units = in_order(
        function, _units(wanted, seed, bases), jobs, while_waiting=partial(_look, stop)
    )
    try:
        with closing(units):
            while count is None or found < count:
                harvest: Harvest = next(units)
                done += 1
                tried += harvest.tried
                for puzzle in harvest.puzzles:
                    parent = puzzle.source.parent
                    if puzzle.id in taken or parents[parent] >= wanted.per_parent:
                        continue
                    taken.add(puzzle.id)
                    parents[parent] += 1
                    found += 1
                    yield puzzle
                    if found == count:
                        break
                if on_progress is not None:
                    on_progress(Progress(done, tried, found))
                _look(stop)
    except StoppedError:
        return


def _look(stop: Stop) -> None:
    if stop():
        raise StoppedError


def _bases(wanted: Wanted, known: Sequence[Puzzle]) -> list[Base]:
    """The known puzzles of the wanted kind, in the wanted edition, whose games may give more."""
    full = parents_at_cap(wanted, known)
    bases = []
    for puzzle in known:
        if puzzle.kind is wanted.kind and puzzle.source.parent not in full:
            rules = replace(puzzle.position.rules, edition=wanted.edition)
            position = replace(puzzle.position, rules=rules)
            bases.append(Base(position, puzzle.goal, puzzle.source.parent))
    return bases


def _units(wanted: Wanted, seed: int, bases: Sequence[Base]) -> Iterator[Unit]:
    """The units without end; the methods take turns."""
    methods = wanted.methods_used
    for number in count_from():
        method = methods[number % len(methods)]
        if bases and method in (PERTURBED, IMPROVED):
            rng = seeded(seed, number, "bases")
            yield Unit(number, method, tuple(rng.sample(bases, min(_BASES, len(bases)))))
        else:
            yield Unit(number, method)
