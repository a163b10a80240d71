"""The formula for other programs: DIMACS with a legend, and a proof that there is no model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pysat.solvers import Solver

from steppe_solver.notation import format_move
from steppe_solver.stopping import Stop, StoppedError, never
from steppe_solver.tiling.encoding import Encoding

_SLICE = 2000


def to_dimacs(encoding: Encoding, comments: Iterable[str] = ()) -> str:
    """The formula in DIMACS CNF, with comments that say what each variable stands for."""
    return "".join(f"{line}\n" for line in _dimacs(encoding, comments))


def _dimacs(encoding: Encoding, comments: Iterable[str]) -> Iterator[str]:
    edition = encoding.question.layout.rules.edition
    for comment in comments:
        yield f"c {comment}"
    for variable, (level, owner, move) in enumerate(encoding.placements, 1):
        yield f"c {variable} = level {level}, {edition.name_of(owner)} {format_move(move)}"
    if encoding.formula.top > len(encoding.placements):
        yield f"c {len(encoding.placements) + 1} to {encoding.formula.top} count and connect"
    clauses = encoding.formula.plain()
    yield f"p cnf {encoding.formula.top} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0]))


def refutation(encoding: Encoding, stop: Stop = never) -> str | None:
    """A proof in the DRUP format that the formula of `to_dimacs` has no model; None if it has.

    Each line is a clause that follows from those before by unit propagation; the last one is the
    empty clause. Raises StoppedError.
    """
    if encoding.argument is not None:
        lemmas = [" ".join(map(str, [*lemma, 0])) for lemma in encoding.argument.lemmas()]
    else:
        found = _lemmas(encoding.formula.plain(), stop)
        if found is None:
            return None
        lemmas = found
    return "".join(f"{line}\n" for line in lemmas)


def _lemmas(clauses: list[list[int]], stop: Stop) -> list[str] | None:
    """What the solver learns on its way to the empty clause; None if there is a model."""
    with Solver("glucose4", bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None:
            solver.conf_budget(_SLICE)
            answer = solver.solve_limited(expect_interrupt=True)
            if answer is None and stop():
                raise StoppedError
        if answer:
            return None
        learnt = [line for line in solver.get_proof() if line != "0" and line[0] != "d"]
    # The solver logs the empty clause only where it was not found while reading the formula. What
    # it deletes (a "d" line) is left out, which makes no proof wrong: at times that is a clause it
    # never told of, one of the formula without literals known to be false.
    return [*learnt, "0"]
