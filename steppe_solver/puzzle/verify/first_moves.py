"""The first moves: the key and nothing but the key solves the puzzle, and every try is refuted."""

from __future__ import annotations

from steppe_solver.errors import IllegalMoveError
from steppe_solver.position import Move
from steppe_solver.puzzle.model import Kind, Result, Try
from steppe_solver.puzzle.sameness import same_moves
from steppe_solver.puzzle.task import Situation, last_level
from steppe_solver.puzzle.verify.flaws import FlawName
from steppe_solver.puzzle.verify.inquiry import Inquiry, listed, written

LEAST_MOVES = 5
"""A puzzle has at least so many legal first moves."""


def prove_first_moves(inquiry: Inquiry) -> None:
    """Note what is wrong with key, number and tries. Raises StoppedError."""
    start = inquiry.start
    results = inquiry.results(start)
    if len(results) < LEAST_MOVES:
        message = f"there are {len(results)} legal first moves: a puzzle has {LEAST_MOVES} or more"
        inquiry.note("too few moves", "spn", message)
    best = inquiry.best(start)
    reached = results[best[0]]
    if inquiry.kind is Kind.PACK and not _is_alone(start):
        message = "the opponent can still lay something, now or on another level"
        inquiry.note("not alone", "spn", message)
    if not _achieves(inquiry.kind, reached):
        inquiry.note("not forced", "key", f"the best there is, {inquiry.in_words(start, best[0])}")
    _prove_key(inquiry, best)
    _prove_number(inquiry, best)
    _prove_tries(inquiry, set(best))


def _is_alone(start: Situation) -> bool:
    """Is the solver alone to the end: on the last level, where the opponent can lay nothing?

    What can be laid on a level only becomes less.
    """
    position = start.position
    is_last = position.level == position.rules.levels
    return is_last and not position.can_place(start.solver.opponent)


def _achieves(kind: Kind, reached: Result) -> bool:
    """Does the best first move solve the task at all?"""
    if kind is Kind.SAVE:
        return reached is None
    if kind is Kind.WIN:
        return reached is not None and reached >= 0
    return reached is not None


def _prove_key(inquiry: Inquiry, best: list[Move]) -> None:
    """The moves that the puzzle calls the key are the best ones, and they are one key."""
    start, key = inquiry.start, inquiry.puzzle.key
    results = inquiry.results(start)
    if not key:
        inquiry.note("wrong key", "key", "there is none")
    for index, move in enumerate(key):
        at = "key" if index == 0 else f"same/{index - 1}"
        if inquiry.after(start, move, at) is None:
            continue
        if move in key[:index]:
            inquiry.note("repeated move", at, f"{move} is named twice")
        if move not in best:
            message = f"{inquiry.in_words(start, move)}; but {inquiry.in_words(start, best[0])}"
            inquiry.note("wrong key", at, message)
    if len(best) == len(results):
        inquiry.note("second key", "key", "every first move is as good as any other")
        return
    others = _other_keys(inquiry, best)
    if others:
        message = f"{listed(others)} would do as well, and count as other moves"
        inquiry.note("second key", "key", message)
    missing = [move for move in best if move not in key and move not in others]
    if missing:
        named = [move for move in key if move in best]
        reason = "one of the laying" if inquiry.kind is Kind.PACK else f"the same as {best[0]}"
        message = f"not named, though {reason}" if named else "the right key"
        inquiry.note("missing key", "same" if named else "key", f"{message}: {listed(missing)}")


def _other_keys(inquiry: Inquiry, best: list[Move]) -> list[Move]:
    """The best moves that are a second solution."""
    start, kind, key = inquiry.start, inquiry.kind, inquiry.puzzle.key
    first = next((move for move in key if move in best), best[0])
    if kind is Kind.PACK:
        return _outside_the_laying(start, [first, *(move for move in best if move != first)])
    last = last_level(kind, start.goal, start.position)
    return [
        move
        for alike in same_moves(start.position, best, last)
        if first not in alike
        for move in alike
    ]


def _outside_the_laying(start: Situation, best: list[Move]) -> list[Move]:
    """The best first moves of a player alone that cannot be laid along with those before them.

    Where there are none, the best laying is unique. For on one level, with an opponent who can
    lay nothing there now and therefore never, a player's moves can be made in any order: so every
    move of a best laying is a best first move. If all of these can be laid together, each best
    laying is a part of that whole, and as nobody may stop while able to place, it is the whole.
    """
    position, outside = start.position, []
    for move in best:
        try:
            position = position.play(move)
        except IllegalMoveError:
            outside.append(move)
    return outside


def _prove_number(inquiry: Inquiry, best: list[Move]) -> None:
    start, kind, n = inquiry.start, inquiry.kind, inquiry.puzzle.n
    results = inquiry.results(start)
    reached = results[best[0]]
    true: int | None = None
    if kind in (Kind.TEN, Kind.HELP):
        true = reached
        if true is None:
            return  # it cannot be done at all, and has no number
        if n is not None and n != true:
            flaw: FlawName = "shorter solution" if n > true else "not forced"
            inquiry.note(flaw, "n", f"not {n}; {inquiry.in_words(start, best[0])}")
            return
    elif kind is Kind.SAVE:
        failing = [result for result in results.values() if result is not None]
        true = max(failing, default=None)
    elif kind is Kind.PACK:
        true = len(best)
    if n != true:
        inquiry.note("wrong number", "n", f"it is {written(true)}, not {written(n)}")


def _prove_tries(inquiry: Inquiry, best: set[Move]) -> None:
    """Every legal move but the key is in one try, with its result and a refutation that holds."""
    start, key = inquiry.start, inquiry.puzzle.key
    results = inquiry.results(start)
    seen = set(key)
    for index, other in enumerate(inquiry.puzzle.tries):
        for place, move in enumerate(other.moves):
            at = f"tries/{index}/moves/{place}"
            after = inquiry.after(start, move, at)
            if after is None:
                continue
            if move in seen:
                inquiry.note("repeated move", at, f"{move} is named twice")
            seen.add(move)
            if other.result != results[move]:
                message = f"{inquiry.in_words(start, move)}, not {written(other.result)}"
                inquiry.note("wrong result", f"tries/{index}", message)
            _prove_refutation(inquiry, after, other, f"tries/{index}", move)
    missing = [move for move in results if move not in seen and move not in best]
    if missing:
        inquiry.note("missing try", "tries", f"nothing is said of {listed(missing)}")


def _prove_refutation(
    inquiry: Inquiry, situation: Situation, other: Try, at: str, move: Move
) -> None:
    """The line after the try is best play as far as the opponent's first reply, which ends it."""

    def fails(reason: str) -> None:
        inquiry.note("refutation fails", f"{at}/refutation", f"after {move}, {reason}")

    ways = 0
    if inquiry.kind in (Kind.PACK, Kind.HELP):
        if other.refutation:
            fails("there is no opponent who replies")
    elif not other.refutation and _opponent_replies(inquiry, situation):
        fails("the opponent's reply is missing")
        return
    else:
        for index, reply in enumerate(other.refutation):
            if situation.is_done:
                fails(f"{reply} comes when nothing is left to play for")
                return
            after = inquiry.after(situation, reply, f"{at}/refutation/{index}")
            if after is None:
                return
            best = inquiry.best(situation)
            if reply not in best:
                fails(f"{inquiry.in_words(situation, reply)}; better is {listed(best)}")
                return
            is_last = index == len(other.refutation) - 1
            if situation.solver_to_move == is_last:
                fails("the line should end with the opponent's first reply")
                return
            ways = len(best)
            situation = after
    if other.ways != ways:
        message = f"after {move}, {ways} replies are as good, not {other.ways}"
        inquiry.note("wrong ways", f"{at}/ways", message)


def _opponent_replies(inquiry: Inquiry, situation: Situation) -> bool:
    """Does the opponent come to move, if the solver goes on with the first of its best moves?"""
    while not situation.is_done:
        if not situation.solver_to_move:
            return True
        situation = situation.play(inquiry.best(situation)[0])
    return False
