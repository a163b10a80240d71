"""Puzzles re-proved: everything that a puzzle says, against the rules and the searches.

Nothing here looks at how puzzles are made, and nothing that a puzzle says is taken for true: its
moves are played by the rules, and all results are proved anew.
"""

from __future__ import annotations

from collections.abc import Callable

from steppe_solver.puzzle.file import Stated
from steppe_solver.puzzle.judge import Judge
from steppe_solver.puzzle.model import Puzzle
from steppe_solver.puzzle.verify.claims import has_task, prove_label, prove_reachable, prove_stated
from steppe_solver.puzzle.verify.first_moves import prove_first_moves
from steppe_solver.puzzle.verify.flaws import Flaw, FlawName, Report
from steppe_solver.puzzle.verify.inquiry import Inquiry
from steppe_solver.puzzle.verify.main_line import prove_main_line
from steppe_solver.puzzle.verify.tree import prove_solution
from steppe_solver.stopping import Stop, StoppedError, never

__all__ = ["Flaw", "FlawName", "Report", "verify"]


def verify(
    puzzle: Puzzle, judge: Judge, *, stop: Stop = never, stated: Stated | None = None
) -> Report:
    """What is proved of the puzzle: sound, or with all its flaws.

    ``stated`` is what its file says besides. Where the judge or ``stop`` gives up, what was found
    until then is reported as incomplete; without any flaw the answer is then "not known". Raises
    UnsupportedError for boards that no search takes.
    """
    if puzzle.position.is_over:
        flaw = Flaw("too few moves", "spn", "the game has ended: there is nothing to find")
        return Report(puzzle, False, (flaw,))
    inquiry = Inquiry(puzzle, judge, stop)
    parts: list[Callable[[], None]] = []
    if has_task(inquiry):
        parts = [
            lambda: prove_first_moves(inquiry),
            lambda: prove_solution(inquiry),
            lambda: prove_main_line(inquiry),
            lambda: prove_label(inquiry),
        ]
        if stated is not None:
            parts.append(lambda: prove_stated(inquiry, stated))
    parts.append(lambda: prove_reachable(inquiry, stop))
    stopped = False
    for part in parts:
        try:
            part()
        except StoppedError:
            stopped = True
    sound = False if inquiry.flaws else None if stopped else True
    return Report(puzzle, sound, inquiry.flaws, is_complete=not stopped)
