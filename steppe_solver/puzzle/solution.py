"""The solution written out: the main line in full, and an answer to every other reply on its way.

Best play: the solver goes for the best result; so does the opponent for its own side, and among
replies that lose alike it chooses what leaves the fewest ways to win, then the first in notation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from steppe_solver.position import Move
from steppe_solver.puzzle.judge import Judge, rank
from steppe_solver.puzzle.model import Kind, Node, Result
from steppe_solver.puzzle.sameness import same_moves
from steppe_solver.puzzle.task import Situation, last_level


@dataclass(frozen=True, slots=True)
class Continuation:
    """What follows: the nodes (see `Node.next`), the main line, and the duals in it."""

    nodes: tuple[Node, ...] | None = ()
    line: tuple[Move, ...] = ()
    duals: int = 0


@dataclass(frozen=True, slots=True)
class _Reply:
    """A reply of the opponent, the situation after it, and the solver's answers to it.

    ``answers`` are the best ones, in classes that count as the same; none where the solver is not
    to move. ``careless``: any answer will do.
    """

    move: Move
    result: Result
    after: Situation
    answers: tuple[tuple[Move, ...], ...]
    answered: Result
    careless: bool


def continuation(situation: Situation, judge: Judge) -> Continuation:
    """What follows from this situation on, with best play. Raises StoppedError with the judge."""
    if situation.is_done:
        return Continuation()
    if situation.solver_to_move:
        return _answered(situation, judge)
    return _replied(situation, judge)


def best_moves(situation: Situation, results: Mapping[Move, Result]) -> list[Move]:
    """The moves that are best for the solver; for its opponent, where that is to move."""
    kind = situation.kind
    choose = max if situation.solver_to_move else min
    best = choose(rank(kind, result) for result in results.values())
    return [move for move, result in results.items() if rank(kind, result) == best]


def refuted(situation: Situation, judge: Judge) -> tuple[tuple[Move, ...], int]:
    """The refutation of the try that led here, and how many replies are as good; see `Try`."""
    if situation.kind in (Kind.PACK, Kind.HELP):
        return (), 0  # there is no opponent
    line: tuple[Move, ...] = ()
    while not situation.is_done:
        best = best_moves(situation, judge.results(situation))
        line = (*line, best[0])
        if not situation.solver_to_move:
            return line, len(best)
        situation = situation.play(best[0])
    return (), 0


def _answered(situation: Situation, judge: Judge) -> Continuation:
    results = judge.results(situation)
    best = best_moves(situation, results)
    if situation.kind is Kind.SAVE and len(best) == len(results):
        return Continuation(None)  # no answer can go wrong here
    answer = min(best, key=_eagerness)
    rest = continuation(situation.play(answer), judge)
    node = Node((answer,), results[answer], rest.nodes)
    # The moves of a laying may come in any order: it is still one way.
    duals = 0 if situation.kind is Kind.PACK else len(_classes(situation, best)) - 1
    return Continuation((node,), (answer, *rest.line), duals + rest.duals)


def _eagerness(move: Move) -> tuple[int, str]:
    return -move.tile.face, str(move)


def _classes(situation: Situation, moves: list[Move]) -> tuple[tuple[Move, ...], ...]:
    last = last_level(situation.kind, situation.goal, situation.position)
    return same_moves(situation.position, moves, last)


def _replied(situation: Situation, judge: Judge) -> Continuation:
    results = judge.results(situation)
    replies = [_reply(situation, move, results[move], judge) for move in results]
    if all(reply.careless for reply in replies):
        return Continuation(None)
    hardest = set(best_moves(situation, results))
    main = min((reply for reply in replies if reply.move in hardest), key=_resistance)
    rest = continuation(main.after, judge)
    others = [reply for reply in replies if reply is not main]
    nodes = (Node((main.move,), main.result, rest.nodes), *_grouped(others))
    return Continuation(nodes, (main.move, *rest.line), rest.duals)


def _reply(situation: Situation, move: Move, result: Result, judge: Judge) -> _Reply:
    after = situation.play(move)
    if after.is_done or not after.solver_to_move:
        careless = after.is_done and situation.kind is Kind.SAVE
        return _Reply(move, result, after, (), None, careless)
    results = judge.results(after)
    best = best_moves(after, results)
    careless = situation.kind is Kind.SAVE and len(best) == len(results)
    return _Reply(move, result, after, _classes(after, best), results[best[0]], careless)


def _resistance(reply: _Reply) -> tuple[bool, bool, int, str]:
    """Least first: what can still go wrong, then play that goes on, with the fewest answers."""
    return reply.careless, reply.after.is_done, len(reply.answers), str(reply.move)


def _grouped(replies: list[_Reply]) -> list[Node]:
    """The replies gathered into nodes: those that lose alike, to one answer if there is one."""
    nodes = []
    ended = [reply for reply in replies if reply.after.is_done]
    left = [r for r in replies if not r.after.is_done and (r.careless or not r.answers)]
    for found, rest in ((ended, ()), (left, None)):
        for result in _distinct(found):
            moves = tuple(reply.move for reply in found if reply.result == result)
            nodes.append(Node(moves, result, rest))
    pending = [reply for reply in replies if reply not in ended and reply not in left]
    while pending:
        covered: dict[tuple[Move, Result, Result], list[_Reply]] = {}
        for reply in pending:
            for answers in reply.answers:
                for answer in answers:
                    alike = (answer, reply.result, reply.answered)
                    covered.setdefault(alike, []).append(reply)
        (answer, result, answered), most = min(
            covered.items(), key=lambda item: (-len(item[1]), _eagerness(item[0][0]))
        )
        then = Node((answer,), answered)
        nodes.append(Node(tuple(reply.move for reply in most), result, (then,)))
        pending = [reply for reply in pending if reply not in most]
    return nodes


def _distinct(replies: list[_Reply]) -> list[Result]:
    return list(dict.fromkeys(reply.result for reply in replies))
