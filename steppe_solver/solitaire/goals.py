"""What can be asked about a game of Steps Solitaire, and the answers, each proved.

=================  =================================================================================
``win``            can it be won?
``score``          the best completion score (2.7), without a clock; stopping unfinished counts too
``buffers``        the fewest buffer slots with which it can be won
``recycles``       the fewest recycles, those already made included, with which it can be won
``moves``          the fewest moves in which it can be won
``foundation:K``   the most cards on the foundations within K moves (the question of a sprint)
=================  =================================================================================

A game that cannot be won has no fewest of anything, but a best score.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from steppe_solver.errors import ParseError
from steppe_solver.notation.faults import MOST_DIGITS, FaultList, quoted
from steppe_solver.solitaire.inquiry import Inquiry
from steppe_solver.solitaire.ladder import Ladder, Line, buffers_ladder, recycles_ladder
from steppe_solver.solitaire.lengths import most_up, shortest_win
from steppe_solver.solitaire.moves import Move, Pile
from steppe_solver.solitaire.score import best_score
from steppe_solver.solitaire.solver import DEFAULT_MEMORY, Limit, Solver, Verdict, replayed
from steppe_solver.solitaire.state import State

Kind = Literal["win", "score", "buffers", "recycles", "moves", "foundation"]

KINDS: tuple[Kind, ...] = ("win", "score", "buffers", "recycles", "moves", "foundation")

Bounds = tuple[int, int]

_GOAL = re.compile(r"([a-z]+)(?::([0-9]+))?")


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked; ``within`` is the K of ``foundation:K``, and None for the others.

    Raises ValueError where it is not.
    """

    kind: Kind
    within: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such goal: {self.kind!r}")
        if (self.within is None) is (self.kind == "foundation"):
            raise ValueError("a number of moves goes with the goal foundation, and with no other")
        if self.within is not None and self.within < 0:
            raise ValueError("a number of moves is not negative")

    def __str__(self) -> str:
        return self.kind if self.within is None else f"{self.kind}:{self.within}"


WIN = Goal("win")


def parse_goal(text: str) -> Goal:
    """The goal of this name. Raises ParseError.

    >>> parse_goal("foundation:30")
    Goal(kind='foundation', within=30)
    """
    faults = FaultList()
    match = _GOAL.fullmatch(text)
    if match:
        name, number = match.groups()
        for kind in KINDS:
            if kind == name and (number is not None) is (kind == "foundation"):
                if number is None:
                    return Goal(kind)
                if len(number) <= MOST_DIGITS:
                    return Goal(kind, int(number))
    names = ", ".join(kind for kind in KINDS if kind != "foundation")
    message = f"{quoted(text)} is no goal: write {names} or foundation:K with a number of moves K"
    faults.add("goal", (1, 1), message)
    raise ParseError(faults.listed())


@dataclass(frozen=True, slots=True)
class Answer:
    """What is proved about a goal from a state.

    ``verdict`` says whether the game can be won. ``lower`` and ``upper`` bound the value, and are
    None where there is no bound: for the goal ``win``, for the fewest of a game that is lost, and
    ``upper`` of a fewest while no win is known. ``line`` leads to the value, else to the better
    known bound; None where there is none. ``moves`` has, if asked for, whether the game can still
    be won after each legal move, or for the goal ``score`` the bounds on its best score then.
    """

    goal: Goal
    verdict: Verdict
    lower: int | None
    upper: int | None
    line: Line | None
    nodes: int
    seconds: float
    interrupted: bool = False
    moves: Mapping[Move, Verdict | Bounds] | None = None

    @property
    def value(self) -> int | None:
        """The exact value; None where there is none or only bounds are known."""
        return self.lower if self.lower == self.upper else None

    @property
    def is_complete(self) -> bool:
        """Was everything that was asked found exactly?"""
        known = self.verdict is not Verdict.UNKNOWN
        if self.goal.kind == "foundation":
            known = self.value is not None
        elif self.goal.kind == "score" or self.verdict is Verdict.WINNABLE:
            known &= self.value is not None or self.goal.kind == "win"
        return known and all(map(_is_exact, (self.moves or {}).values()))


def pursue(
    state: State,
    goal: Goal = WIN,
    solver: Solver | None = None,
    limit: Limit | None = None,
    *,
    buffered: bool = False,
    all_moves: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """What is proved of the goal from this state within the limit, which holds for the whole.

    ``buffered`` says that a card has been in a buffer before, which counts for the score; a card
    that is in one now says so itself. ``stop`` is asked about twenty times a second; True ends the
    search, and what is proved by then is the answer.

    >>> from steppe_solver.solitaire import STANDARD, deal_from_seed
    >>> pursue(State.start(deal_from_seed(1), STANDARD), Goal("recycles")).value
    0
    """
    solver = solver or Solver(DEFAULT_MEMORY)
    inquiry = Inquiry(solver, limit, stop)
    buffered |= any(card is not None for card in state.buffers)
    # With all moves asked for the goal itself takes half of what there is at most.
    own = inquiry.part(2) if all_moves else inquiry
    verdict, bounds, line = _pursued(state, goal, buffered, own)
    moves: dict[Move, Verdict | Bounds] | None = None
    if all_moves:
        inquiry.count(own.nodes, own.interrupted)
        if goal.kind == "score":
            lost = verdict is Verdict.UNWINNABLE
            moves = _scored_moves(state, buffered, bounds[1], lost, line, inquiry)
        else:
            moves = _judged_moves(state, verdict, line, inquiry)
    lower, upper = bounds
    return Answer(
        goal,
        verdict,
        lower,
        upper,
        line,
        inquiry.nodes,
        inquiry.seconds,
        inquiry.interrupted,
        moves,
    )


Pursued = tuple[Verdict, tuple[int | None, int | None], Line | None]
"""A verdict, bounds on the value and a line."""


def _pursued(state: State, goal: Goal, buffered: bool, inquiry: Inquiry) -> Pursued:
    if goal.kind == "win":
        win = inquiry.win(state)
        return win.verdict, (None, None), win.line
    if goal.kind == "score":
        scored = best_score(state, buffered, inquiry)
        return scored.verdict, (scored.lower, scored.upper), scored.line
    if goal.kind == "moves":
        return shortest_win(state, inquiry)
    if goal.within is not None:
        return most_up(state, goal.within, inquiry)
    ladder = buffers_ladder(state) if goal.kind == "buffers" else recycles_ladder(state)
    return _fewest(state, ladder, inquiry)


def _fewest(state: State, ladder: Ladder, inquiry: Inquiry) -> Pursued:
    """The fewest with which the game can be won."""
    for nodes in inquiry.passes():
        ladder.decide(inquiry, nodes)
        ladder.narrow(inquiry, nodes)
        if ladder.is_settled():
            break
    if ladder.lost:
        return ladder.verdict, (None, None), None
    assert ladder.line is None or replayed(state, ladder.line).is_won
    return ladder.verdict, (ladder.lower, ladder.upper), ladder.line


def _judged_moves(
    state: State, verdict: Verdict, line: Line | None, inquiry: Inquiry
) -> dict[Move, Verdict | Bounds]:
    """For each legal move, whether the game can be won after it.

    After a move of a game that is lost it is lost, and after the first move of a win it is won.
    """
    legal = state.legal_moves()
    judged: dict[Move, Verdict | Bounds] = {}
    won = line[0] if line and verdict is Verdict.WINNABLE and replayed(state, line).is_won else None
    for number, move in enumerate(legal):
        if verdict is Verdict.UNWINNABLE:
            judged[move] = verdict
        elif move == won:
            judged[move] = Verdict.WINNABLE
        else:
            part = inquiry.part(len(legal) - number)
            judged[move] = part.win(state.play(move)).verdict
            inquiry.count(part.nodes, part.interrupted)
    return judged


def _scored_moves(
    state: State,
    buffered: bool,
    ceiling: int | None,
    lost: bool,
    line: Line | None,
    inquiry: Inquiry,
) -> dict[Move, Verdict | Bounds]:
    """For each legal move, bounds on the best score after it.

    That is no better than the best of the game, of which ``ceiling`` is an upper bound. ``line`` is
    one known.
    """
    legal = state.legal_moves()
    scored: dict[Move, Verdict | Bounds] = {}
    for number, move in enumerate(legal):
        part = inquiry.part(len(legal) - number)
        then = best_score(
            state.play(move),
            buffered or move.target.pile is Pile.BUFFER,
            part,
            ceiling=ceiling,
            line=line[1:] if line and move == line[0] else None,
            lost=lost,
        )
        inquiry.count(part.nodes, part.interrupted)
        scored[move] = then.lower, then.upper
    return scored


def _is_exact(judged: Verdict | Bounds) -> bool:
    if isinstance(judged, Verdict):
        return judged is not Verdict.UNKNOWN
    lower, upper = judged
    return lower == upper
