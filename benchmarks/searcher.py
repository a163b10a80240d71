"""A searcher that goes about a puzzle as a person does; it sees the task, never the solution.

It has no proofs and no learning: it looks at positions one by one, a tile deeper each time round,
and takes moves in the order in which they catch the eye: the tile of most points first, then what
takes away the most places for the other side's tens; against the tens of the task the other way
round. What it has looked at it does not look at again in the same round, and of first moves that
count as the same it tries one.

- *Tens* (``ten``, ``save``): it looks for a refutation of every first move that is still standing,
  so many tiles deep, and is content when one is left standing. At a glance it sees that too few
  places for the tens are left, and that a last ten can be laid at once or cannot be blocked.
- *Points* (``win``, ``best``, ``pack``): it plays so many tiles in its head and then counts what
  each side could lay if it were alone, largest tiles first. It likes the move that comes out best.
- *Shared play* (``help``): it looks for a line of one tile, of two, and so on.

The *effort* is the number of positions it has looked at when it settles: when it is content, or,
where it only likes a move, when it has come to like the one that it stays with and has made sure of
it by looking one tile deeper.
"""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.goals import Goal
from steppe_solver.position import Color, Move, Position, Tile
from steppe_solver.puzzle.glance import Glance, bits, can_be_blocked
from steppe_solver.puzzle.model import TENS_KINDS, Kind, Puzzle
from steppe_solver.puzzle.sameness import same_moves
from steppe_solver.puzzle.task import Situation, last_level

ENDLESS = 10_000
"""More points than a game has."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the searcher came to: the move it settled on, its effort, and whether it is certain.

    ``move`` is None where it gave up; the effort is then what it was allowed.
    """

    move: Move | None
    effort: int
    certain: bool


class TiredError(Exception):
    """The searcher has looked at as many positions as it may."""


def think(puzzle: Puzzle, patience: int) -> Thought:
    """What the searcher makes of the puzzle's task within so many positions.

    Of the puzzle it is told the position, the kind, the goal, and in ``ten`` the number of moves.
    """
    n = puzzle.n if puzzle.kind is Kind.TEN else None
    return Searcher(Situation.of(puzzle), n, patience).think()


class Searcher:
    """One task being searched. ``n`` is the number of own moves that the solver has, if limited."""

    def __init__(self, situation: Situation, n: int | None, patience: int) -> None:
        self._situation = situation
        self._n = n
        self._patience = patience
        self._looks = 0
        self._estimated = False
        self._known: dict[tuple[Situation, int, int | None], bool] = {}

    def think(self) -> Thought:
        """What the searcher settles on."""
        try:
            if self._situation.kind is Kind.HELP:
                return self._think_together()
            if self._situation.kind in TENS_KINDS:
                return self._think_of_tens()
            return self._think_of_points()
        except TiredError:
            return Thought(None, self._patience, False)

    def _look(self) -> None:
        self._looks += 1
        if self._looks > self._patience:
            raise TiredError

    def _first_moves(self) -> list[Move]:
        """One of each class of moves that count as the same, as they catch the eye."""
        situation = self._situation
        position = situation.position
        ordered = in_order(Glance(position), situation.goal)
        last = last_level(situation.kind, situation.goal, position)
        classes = same_moves(position, ordered, last)
        return sorted((min(alike, key=ordered.index) for alike in classes), key=ordered.index)

    # Tens

    def _think_of_tens(self) -> Thought:
        standing = self._first_moves()
        left = None if self._n is None else self._n - 1
        depth = 0
        while len(standing) > 1:
            for move in tuple(standing):
                if self._refuted(self._situation.play(move), depth, left):
                    standing.remove(move)
                if len(standing) == 1:
                    break
            depth += 1
        return Thought(standing[0], self._looks, True)

    def _refuted(self, situation: Situation, depth: int, left: int | None) -> bool:
        """Does the searcher see, so many tiles deep, that the solver's task fails?

        ``left`` is the number of own moves that the solver still has, if limited.
        """
        known = (situation, depth, left)
        if known not in self._known:
            self._look()
            self._known[known] = self._looked_at(situation, depth, left)
        return self._known[known]

    def _looked_at(self, situation: Situation, depth: int, left: int | None) -> bool:
        saving = situation.kind is Kind.SAVE
        goal, position = situation.goal, situation.position
        if goal is None:
            return saving
        glance = Glance(position)
        if situation.is_done or glance.is_hopeless(goal):
            return not saving
        if left is not None and left < goal.tens:
            return True
        if goal.tens == 1 and position.level == goal.level and not can_be_blocked(situation):
            return saving  # the ten can be laid at once, or in one place or another next time
        if depth == 0:
            return False
        own = situation.solver_to_move
        after = left - 1 if own and left is not None else left
        found = (
            self._refuted(situation.play(move), depth - 1, after) for move in in_order(glance, goal)
        )
        return all(found) if own else any(found)

    # Points

    def _think_of_points(self) -> Thought:
        moves = self._first_moves()
        liked: Move | None = None
        effort: int | None = None  # None until it has been looked at one tile deeper
        for depth in range(sum(map(sum, self._situation.position.reserves)) + 1):
            self._estimated = False
            try:
                choice = self._choice(moves, depth)
            except TiredError:
                break
            if choice is not liked:
                liked, effort = choice, None
                moves = [choice, *(move for move in moves if move is not choice)]
            elif effort is None:
                effort = self._looks
            if not self._estimated:
                return Thought(liked, effort or self._looks, True)
        return Thought(liked, effort, False) if effort else Thought(None, self._patience, False)

    def _choice(self, moves: list[Move], depth: int) -> Move:
        best, most = moves[0], -ENDLESS
        for move in moves:
            points = self._points(self._situation.play(move).position, depth, most, ENDLESS)
            if points > most:
                best, most = move, points
        return best

    def _points(self, position: Position, depth: int, lower: int, upper: int) -> int:
        """The solver's margin as the searcher sees it, so many tiles deep (alpha-beta)."""
        self._look()
        solver = self._situation.solver
        margin = position.margin if solver is Color.RED else -position.margin
        if position.is_over:
            return margin
        glance = Glance(position)
        if depth == 0:
            self._estimated = True
            return margin + alone(glance, solver) - alone(glance, solver.opponent)
        own = position.mover is solver
        best = -ENDLESS if own else ENDLESS
        for move in in_order(glance, None):
            points = self._points(position.play(move), depth - 1, lower, upper)
            if own:
                best = max(best, points)
                lower = max(lower, best)
            else:
                best = min(best, points)
                upper = min(upper, best)
            if lower >= upper:
                break
        return best

    # Shared play

    def _think_together(self) -> Thought:
        moves = self._first_moves()
        depth = 0
        while True:
            for move in moves:
                if self._reached(self._situation.play(move), depth):
                    return Thought(move, self._looks, True)
            depth += 1

    def _reached(self, situation: Situation, depth: int) -> bool:
        known = (situation, depth, None)
        if known not in self._known:
            self._look()
            self._known[known] = self._arrived(situation, depth)
        return self._known[known]

    def _arrived(self, situation: Situation, depth: int) -> bool:
        goal = situation.goal
        if goal is None:
            return True
        glance = Glance(situation.position)
        if situation.is_done or depth < goal.tens or glance.is_hopeless(goal):
            return False
        return any(
            self._reached(situation.play(move), depth - 1) for move in in_order(glance, None)
        )


def legal_moves(glance: Glance) -> list[Move]:
    """The legal moves, of a game that is not over (those of `Position.legal_moves`, faster)."""
    mover = glance.position.mover
    assert mover is not None
    hand = glance.position.reserve(mover)
    return [
        place.move for tile in Tile if hand.count(tile) for place in glance.fitting(mover, tile)
    ]


def in_order(glance: Glance, goal: Goal | None) -> list[Move]:
    """The legal moves as they catch the eye.

    Most points first, then most places taken from the other's tens on this level. Whoever defends
    against the tens of the goal looks at what takes the most places for those first.
    """
    position, mover = glance.position, glance.position.mover
    assert mover is not None
    other = mover.opponent
    defending = goal is not None and goal.attacker is other
    level = goal.level if goal is not None and defending else position.level
    later = level > position.level
    places = glance.ten_places(other, level) if position.reserve(other).tens else []
    theirs = [place.supported if later else place.cells for place in places]

    def merit(move: Move) -> tuple[int, int, str]:
        takes_none = later and move.tile is Tile.NEUTRAL
        cells = 0 if takes_none else bits(map(position.rules.index, move.cells))
        taken, points = sum(bool(cells & place) for place in theirs), move.tile.face
        return (-taken, -points, str(move)) if defending else (-points, -taken, str(move))

    return sorted(legal_moves(glance), key=merit)


def alone(glance: Glance, side: Color) -> int:
    """The points that the player could lay if the other did nothing: the largest tiles first."""
    position = glance.position
    taken = points = 0
    for tile in (Tile.TEN, Tile.FIVE, Tile.ONE):
        left = position.reserve(side).count(tile)
        for place in glance.fitting(side, tile) if left else ():
            if left and not place.cells & taken:
                taken |= place.cells
                left -= 1
                points += tile.face * position.level
    return points
