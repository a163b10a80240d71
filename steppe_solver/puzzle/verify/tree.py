"""The solution tree: every defence is there, every answer is best, every result is right."""

from __future__ import annotations

from steppe_solver.puzzle.model import Node
from steppe_solver.puzzle.task import Situation
from steppe_solver.puzzle.verify.inquiry import Inquiry, listed, written


def prove_solution(inquiry: Inquiry) -> None:
    """Note what is wrong with the solution tree. Raises StoppedError.

    Where the tree leaves the rest to be worked out, the result of the move before it, which is
    proved like all results, is what it comes to.
    """
    root, key = inquiry.puzzle.solution, inquiry.puzzle.key
    if root.moves != key[:1]:
        message = f"it begins with {listed(list(root.moves))}, not with the key"
        inquiry.note("wrong answer", "solution", message)
    # A stack, and not a function that calls itself: a tree may be as deep as a game is long.
    waiting = _proved(inquiry, inquiry.start, [(root, "solution")], "solution")
    while waiting:
        situation, node, at = waiting.pop()
        if node.next is None:
            continue
        nodes = [(child, f"{at}/next/{index}") for index, child in enumerate(node.next)]
        if situation.is_done:
            if nodes:
                inquiry.note("wrong end", at, "it goes on when nothing is left to play for")
            continue
        waiting.extend(reversed(_proved(inquiry, situation, nodes, at)))


def _proved(
    inquiry: Inquiry, situation: Situation, nodes: list[tuple[Node, str]], at: str
) -> list[tuple[Situation, Node, str]]:
    """Prove the nodes that follow in the situation; what comes after each of their moves."""
    results = inquiry.results(situation)
    best = inquiry.best(situation)
    answering = situation.solver_to_move
    after = []
    seen = set()
    for node, here in nodes:
        for place, move in enumerate(node.moves):
            following = inquiry.after(situation, move, f"{here}/moves/{place}")
            if following is None:
                continue
            if move in seen:
                inquiry.note("repeated move", here, f"{move} is there twice")
            seen.add(move)
            after.append((following, node, here))
            if node.result != results[move]:
                message = f"{inquiry.in_words(situation, move)}, not {written(node.result)}"
                inquiry.note("wrong result", here, message)
            if answering and move not in best:
                message = f"{inquiry.in_words(situation, move)}; better is {listed(best)}"
                inquiry.note("wrong answer", here, message)
    if not answering:
        missing = [move for move in results if move not in seen]
        if missing:
            inquiry.note("missing defence", at, f"there is no answer to {listed(missing)}")
    elif sum(len(node.moves) for node, _ in nodes) > 1:
        inquiry.note("wrong answer", at, "there is more than one answer")
    elif not nodes:
        inquiry.note("missing answer", at, f"the answer is missing: {listed(best)}")
    return after
