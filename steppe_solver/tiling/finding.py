"""Is there such a laying at all? One, if there is."""

from __future__ import annotations

from steppe_solver.stopping import Stop, never
from steppe_solver.tiling.area import shortage
from steppe_solver.tiling.encoding import encode
from steppe_solver.tiling.question import Laying, Question
from steppe_solver.tiling.sat import Oracle


def find_laying(question: Question, stop: Stop = never) -> Laying | None:
    """A laying that the question means, or None if there is none. Raises StoppedError."""
    if shortage(question):
        return None
    encoding = encode(question, stop=stop)
    with Oracle(encoding.formula, stop) as oracle:
        if not oracle.satisfiable():
            return None
        return encoding.decode(oracle.model())
