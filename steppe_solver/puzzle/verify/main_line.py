"""The main line: best play by both sides to the end, within the solution, with so many duals."""

from __future__ import annotations

from steppe_solver.position import Move
from steppe_solver.puzzle.model import Kind, Node
from steppe_solver.puzzle.sameness import same_moves
from steppe_solver.puzzle.task import Situation, last_level
from steppe_solver.puzzle.verify.inquiry import Inquiry, listed


def prove_main_line(inquiry: Inquiry) -> None:
    """Note what is wrong with the main line and the number of duals. Raises StoppedError."""
    puzzle, situation = inquiry.puzzle, inquiry.start
    if puzzle.line[:1] != puzzle.key[:1]:
        inquiry.note("wrong main line", "line", "it does not begin with the key")
    _prove_within_solution(inquiry)
    duals = 0
    for index, move in enumerate(puzzle.line):
        at = f"line/{index}"
        if situation.is_done:
            inquiry.note("wrong end", at, "the line goes on when nothing is left to play for")
            break
        after = inquiry.after(situation, move, at)
        if after is None:
            return
        best = inquiry.best(situation)
        if move not in best:
            message = f"{inquiry.in_words(situation, move)}; better is {listed(best)}"
            inquiry.note("wrong main line", at, message)
        if index > 0 and situation.solver_to_move:
            duals += _duals(inquiry.kind, situation, best)
        situation = after
    if not (situation.is_done or _is_safe(inquiry, situation)):
        inquiry.note("wrong end", "line", "the line stops before the task is done")
    if duals > puzzle.duals:
        inquiry.note("dual in the main line", "duals", f"there are {duals}, not {puzzle.duals}")
    elif duals < puzzle.duals:
        inquiry.note("wrong duals", "duals", f"there are {duals}, not {puzzle.duals}")


def _prove_within_solution(inquiry: Inquiry) -> None:
    """The solution holds the whole main line, so that every defence against it is written down."""
    nodes: tuple[Node, ...] | None = (inquiry.puzzle.solution,)
    for index, move in enumerate(inquiry.puzzle.line):
        if nodes is None:
            message = f"the solution leaves off before {move} of the main line"
            inquiry.note("missing defence", f"line/{index}", message)
            return
        node = next((node for node in nodes if move in node.moves), None)
        if node is None:
            inquiry.note("wrong main line", f"line/{index}", f"{move} is not in the solution there")
            return
        nodes = node.next


def _duals(kind: Kind, situation: Situation, best: list[Move]) -> int:
    """How many other moves of the solver would do as well; those that are the same count once."""
    if kind is Kind.PACK:
        return 0  # the moves of a laying may come in any order: it is still one way
    last = last_level(kind, situation.goal, situation.position)
    return len(same_moves(situation.position, best, last)) - 1


def _is_safe(inquiry: Inquiry, situation: Situation) -> bool:
    """May a line of ``save`` leave off: does every next move of the defender's stop the tens?"""
    if inquiry.kind is not Kind.SAVE:
        return False
    if situation.solver_to_move:
        return all(result is None for result in inquiry.results(situation).values())
    afterwards = [situation.play(move) for move in inquiry.results(situation)]
    return all(
        after.is_done or (after.solver_to_move and _is_safe(inquiry, after)) for after in afterwards
    )
