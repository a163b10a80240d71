"""Asking a SAT solver, in slices, so that a limit or Ctrl-C is noticed."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from pysat.solvers import Solver

from steppe_solver.stopping import Stop, StoppedError, never
from steppe_solver.tiling.clauses import Clauses

SOLVER = "gluecard4"

_SLICE = 2000
"""Conflicts between two looks at ``stop``: a few milliseconds."""


class Oracle:
    """A SAT solver that has been told a formula; use it as a context, which frees it.

    Glucose with native at-most-one groups: the fastest on these formulas of those solvers that can
    be interrupted (`benchmarks/encodings.py`). Its mode for many questions about one formula
    (``incr``) matters: without it later questions took seconds instead of milliseconds.
    """

    def __init__(self, formula: Clauses, stop: Stop = never) -> None:
        self._solver = Solver(SOLVER, bootstrap_with=formula.clauses, incr=True)
        for group in formula.groups:
            self._solver.add_atmost(group, 1)
        self._stop = stop

    def __enter__(self) -> Oracle:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """From now on, one of the literals is true."""
        self._solver.add_clause(list(clause))

    def satisfiable(self, assumptions: Sequence[int] = ()) -> bool:
        """Is there a model in which these literals are true? Raises StoppedError.

        ``expect_interrupt`` leaves Ctrl-C to whoever handles it: pysat would take it over.
        """
        while True:
            self._solver.conf_budget(_SLICE)
            answer = self._solver.solve_limited(
                assumptions=list(assumptions), expect_interrupt=True
            )
            if answer is not None:
                return bool(answer)
            if self._stop():
                raise StoppedError

    def at_a_glance(self) -> bool:
        """Is a model found within one slice? Does not look at ``stop``."""
        self._solver.conf_budget(_SLICE)
        return bool(self._solver.solve_limited(expect_interrupt=True))

    def model(self) -> list[int]:
        """The model just found."""
        return list(self._solver.get_model())

    def core(self) -> set[int]:
        """Assumptions of the last call that cannot hold together; empty if the formula cannot."""
        return set(self._solver.get_core() or ())

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals as true first."""
        self._solver.set_phases(list(literals))
