"""Whether a puzzle can be played as it is written: legal from end to end, true or not."""

from __future__ import annotations

from collections.abc import Iterable

from steppe_solver.errors import IllegalMoveError
from steppe_solver.position import Move
from steppe_solver.puzzle.examine import is_alone
from steppe_solver.puzzle.model import TENS_KINDS, Kind, Node, Puzzle
from steppe_solver.puzzle.task import Situation


def find_obstacle(puzzle: Puzzle) -> str | None:
    """Why the puzzle cannot be played, in a phrase; None where it can.

    Every move it names can be played where it stands, and the goal belongs to the kind and to the
    game. That is quickly seen; whether results, refutations and answers are right is not asked.
    """
    obstacle = _goal_obstacle(puzzle)
    if obstacle:
        return obstacle
    start = Situation.of(puzzle)
    try:
        for move in puzzle.key:
            _played(start, [move])
        for wrong in puzzle.tries:
            for move in wrong.moves:
                _played(start, [move, *wrong.refutation])
        _played(start, puzzle.line)
        _play_tree(start, puzzle.solution)
    except IllegalMoveError as error:
        return f"it has a move that cannot be played: {error}"
    if puzzle.line[:1] != puzzle.key[:1] or puzzle.solution.moves != puzzle.key[:1]:
        return "solution and main line do not begin with the key"
    return None


def _goal_obstacle(puzzle: Puzzle) -> str | None:
    position, goal, kind = puzzle.position, puzzle.goal, puzzle.kind
    if kind is Kind.PACK and not is_alone(position):
        return "the opponent can still lay something, or there are levels to come"
    if kind is Kind.PACK and not puzzle.result:
        return "there are no points to lay"
    if kind not in TENS_KINDS:
        return None if goal is None else f"a puzzle of kind {kind} has no goal"
    if goal is None or puzzle.n is None:
        return f"a puzzle of kind {kind} has a goal and a number"
    if not position.level <= goal.level <= position.rules.levels:
        return f"no ten can be laid on level {goal.level} any more, or ever"
    if kind is not Kind.HELP and (goal.attacker is puzzle.solver) is not (kind is Kind.TEN):
        return "the goal is the wrong player's"
    return None


def _played(situation: Situation, moves: Iterable[Move]) -> Situation:
    for move in moves:
        situation = situation.play(move)
    return situation


def _play_tree(start: Situation, root: Node) -> None:
    """Play every move of the tree; not by calling itself, as a tree may be deep."""
    waiting = [(start, root)]
    while waiting:
        situation, node = waiting.pop()
        for move in node.moves:
            after = situation.play(move)
            waiting.extend((after, following) for following in node.next or ())
