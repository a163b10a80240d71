"""Why there is no laying: a smallest set of conditions that cannot hold together.

A first set comes from the solver, or from counting cells, and is made minimal by trying to do
without each condition in turn. Then it is made smallest by hitting sets (Ignatiev and others,
"Smallest MUS extraction with minimal hitting set dualization", CP 2015): when a set of conditions
can be met, each set that cannot contains one of those that a maximal such set leaves out. A
smallest set that hits everything left out so far either cannot be met, and then is the answer, or
gives more to be hit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from steppe_solver.stopping import Stop, StoppedError, never
from steppe_solver.tiling.area import shortage
from steppe_solver.tiling.clauses import Clauses
from steppe_solver.tiling.conditions import Condition, Demand
from steppe_solver.tiling.encoding import encode
from steppe_solver.tiling.question import Question
from steppe_solver.tiling.sat import Oracle

_TRIES = 400
"""Hitting sets before a minimal set is called small enough."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Conditions that cannot hold together; if ``minimal``, without any one of them the others can.

    It is minimal unless the search was stopped.
    """

    conditions: tuple[Condition, ...]
    minimal: bool


def conflict(question: Question, stop: Stop = never) -> Conflict | None:
    """Why the question has no laying; None if it has one. Raises StoppedError while not known."""
    encoding = encode(question, relaxable=True, stop=stop)
    switches = encoding.switches
    conditions = {variable: condition for condition, variable in switches.items()}
    with Oracle(encoding.formula, stop) as oracle:
        first = [switches[condition] for condition in shortage(question) if condition in switches]
        if not first:
            if oracle.satisfiable(list(conditions)):
                return None
            first = sorted(oracle.core())
        search = _Search(oracle, list(conditions), first, stop)
        minimal = True
        try:
            search.minimise()
            search.find_smallest()
        except StoppedError:
            minimal = search.is_minimal
        found = [conditions[variable] for variable in conditions if variable in search.core]
        return Conflict(tuple(sorted(found, key=_demands_first)), minimal)


def _demands_first(condition: Condition) -> bool:
    return not isinstance(condition, Demand)


def holds(question: Question, conditions: Iterable[Condition], stop: Stop = never) -> bool:
    """Is there a laying that meets these of the question's conditions, the others being dropped?"""
    encoding = encode(question, relaxable=True, stop=stop)
    with Oracle(encoding.formula, stop) as oracle:
        return oracle.satisfiable([encoding.switches[condition] for condition in conditions])


class _Search:
    """A core that becomes minimal, then smallest."""

    def __init__(self, oracle: Oracle, everything: list[int], core: list[int], stop: Stop) -> None:
        self.oracle = oracle
        self.stop = stop
        self.everything = everything
        self.core = core
        self.is_minimal = False

    def minimise(self) -> None:
        """Do without every condition that the others do not need."""
        for variable in self.core.copy():
            if variable in self.core:
                rest = [other for other in self.core if other != variable]
                if not self.oracle.satisfiable(rest):
                    needed = self.oracle.core()
                    self.core = [other for other in rest if other in needed]
        self.is_minimal = True

    def find_smallest(self) -> None:
        """A smaller core, if there is one, and it is found within the number of tries."""
        with _HittingSets(self.everything, len(self.core) - 1, self.stop) as sets:
            for _ in range(_TRIES):
                hitting = sets.smallest()
                if hitting is None:
                    return
                if not self.oracle.satisfiable(hitting):
                    self.core = hitting
                    return
                sets.hit(self._left_out(hitting))

    def _left_out(self, met: list[int]) -> list[int]:
        """What a maximal set of conditions that can be met, these among them, leaves out."""
        model = set(self.oracle.model())
        met = [v for v in self.everything if v in model or v in met]
        left_out = []
        for variable in self.everything:
            if variable in met:
                continue
            wider = [*met, variable]
            # What contains the core need not be asked about, and may be hard.
            if not set(self.core) <= set(wider) and self.oracle.satisfiable(wider):
                met = wider
            else:
                left_out.append(variable)
        return left_out


class _HittingSets:
    """Smallest sets of elements that have one in common with each of a growing number of sets.

    ``most`` is the largest size of interest. Use it as a context.
    """

    def __init__(self, elements: list[int], most: int, stop: Stop) -> None:
        formula = Clauses()
        formula.top = max(elements, default=0)
        # Of so many literals that say "not in the set", at least the others are true.
        absent = [-element for element in elements]
        self._at_least = [0, *formula.counter(absent, len(elements))]
        self._elements = elements
        self._size, self._most = 0, most
        self._oracle = Oracle(formula, stop)

    def __enter__(self) -> _HittingSets:
        return self

    def __exit__(self, *error: object) -> None:
        self._oracle.__exit__(None, None, None)

    def hit(self, elements: list[int]) -> None:
        """A set that must be hit from now on."""
        self._oracle.add(elements)

    def smallest(self) -> list[int] | None:
        """A smallest set that hits everything so far; None if it would be too large.

        What is asked only grows, and so does the size.
        """
        while self._size <= self._most:
            absent = len(self._elements) - self._size
            if self._oracle.satisfiable([self._at_least[absent]] if absent else []):
                chosen = set(self._oracle.model())
                return [element for element in self._elements if element in chosen]
            self._size += 1
        return None
