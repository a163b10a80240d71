"""Whether alternate play can reach a position: the game that does, or why there is none."""

from __future__ import annotations

from steppe_solver.notation.coverings import TooLongError
from steppe_solver.position import Position
from steppe_solver.reachability.game import game_of
from steppe_solver.reachability.reasons import conflict
from steppe_solver.reachability.search import Case, find_course
from steppe_solver.reachability.verdict import Reason, Verdict
from steppe_solver.reachability.watch import Watch
from steppe_solver.stopping import Stop, StoppedError, never

__all__ = ["Reason", "Verdict", "reachable"]


def reachable(position: Position, stop: Stop = never) -> Verdict:
    """Whether some legal game from the start, forced skips included, ends in the position.

    The position must be consistent, as `parse_spn` makes sure. "Yes" comes with a game that was
    replayed to the position, "no" after an exhaustive search. The verdict is None, not known, where
    ``stop`` (asked every few milliseconds) says so before there is one, or where a large variant
    board would need too much work.

    >>> from steppe_solver.notation import parse_spn
    >>> verdict = reachable(parse_spn("R../... R 1,0,0,0 2,0,0,0 1-0 levels=1 reserves=2,0,0,0"))
    >>> verdict.reachable, [reason.kind for reason in verdict.reasons]
    (False, ['skip', 'turn'])
    """
    watch = Watch(stop)
    try:
        case = Case(position, watch)
        course = find_course(case)
        if course is not None:
            return Verdict(True, game_of(case, course))
    except (StoppedError, TooLongError):
        return Verdict(None)
    reasons, minimal = conflict(case)
    return Verdict(False, None, reasons, minimal)
