"""What a puzzle claims besides its moves: goal, rating, themes, id, and that a game leads there."""

from __future__ import annotations

from steppe_solver.notation.consistency import find_inconsistencies
from steppe_solver.puzzle.file import Stated
from steppe_solver.puzzle.model import TENS_KINDS, Kind
from steppe_solver.puzzle.rating import rate
from steppe_solver.puzzle.sameness import identity
from steppe_solver.puzzle.themes import find_themes
from steppe_solver.puzzle.verify.inquiry import Inquiry, written
from steppe_solver.reachability import reachable
from steppe_solver.stopping import Stop, StoppedError

_NOT_PLAYED = frozenset({"illegal move", "wrong end", "refutation fails"})
"""After such a flaw there may be moves that cannot be played: rating and themes are not told."""


def has_task(inquiry: Inquiry) -> bool:
    """Does the goal belong to a puzzle of this kind in this position? If not, it is noted."""
    puzzle, goal, position = inquiry.puzzle, inquiry.puzzle.goal, inquiry.puzzle.position
    if (goal is not None) != (puzzle.kind in TENS_KINDS):
        message = f"a puzzle of kind {puzzle.kind} has {'a' if goal is None else 'no'} goal"
    elif goal is not None and not position.level <= goal.level <= position.rules.levels:
        message = f"level {goal.level} is not one that is still to be filled"
    elif puzzle.kind is Kind.TEN and goal and goal.attacker is not puzzle.solver:
        message = "the tens should be the solver's"
    elif puzzle.kind is Kind.SAVE and goal and goal.attacker is puzzle.solver:
        message = "the tens should be the opponent's"
    else:
        return True
    inquiry.note("wrong goal", "goal", message)
    return False


def prove_stated(inquiry: Inquiry, stated: Stated) -> None:
    """Note what is wrong with result, strictness and gap in a file. Raises StoppedError."""
    results, best = inquiry.results(inquiry.start), inquiry.best(inquiry.start)
    reached = results[best[0]]
    failing = [result for move, result in results.items() if move not in best]
    strict = all(result is None for result in failing) if inquiry.kind is Kind.TEN else None
    gap: int | None = None
    if inquiry.kind in (Kind.BEST, Kind.PACK) and reached is not None:
        gap = min((reached - result for result in failing if result is not None), default=None)
    if stated.result != reached:
        inquiry.note("wrong result", "result", f"it is {written(reached)}")
    if stated.strict != strict:
        said = {None: "null", True: "true", False: "false"}[strict]
        inquiry.note("wrong strictness", "strict", f"it is {said}")
    if stated.gap != gap:
        inquiry.note("wrong gap", "gap", f"it is {written(gap)}")


def prove_label(inquiry: Inquiry) -> None:
    """Note what is wrong with id, rating and themes."""
    puzzle = inquiry.puzzle
    true_id = identity(puzzle.kind, puzzle.position, puzzle.goal)
    if puzzle.id != true_id:
        inquiry.note("wrong id", "id", f"it is {true_id}")
    if not (puzzle.key and puzzle.tries and puzzle.line and all(t.moves for t in puzzle.tries)):
        return
    if any(flaw.flaw in _NOT_PLAYED for flaw in inquiry.flaws):
        return
    rating, themes = rate(puzzle), find_themes(puzzle)
    if puzzle.rating != rating:
        inquiry.note("wrong rating", "rating", f"it is {rating}, not {puzzle.rating}")
    if puzzle.themes != themes:
        true, said = (", ".join(names) or "none" for names in (themes, puzzle.themes))
        inquiry.note("wrong themes", "themes", f"they are: {true}; not: {said}")


def prove_reachable(inquiry: Inquiry, stop: Stop) -> None:
    """Note why no legal game leads to the position, if none does. Raises StoppedError."""
    position = inquiry.puzzle.position
    reasons = [found.message for found in find_inconsistencies(position)]
    if not reasons:
        verdict = reachable(position, stop)
        if verdict.reachable is None:
            raise StoppedError
        if verdict.reachable:
            return
        reasons = [reason.text for reason in verdict.reasons]
    message = f"no legal game ends there: {' '.join(reasons)}"
    inquiry.note("unreachable position", "spn", message)
