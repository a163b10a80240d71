"""How hard a puzzle is, from 1 to 100, told from its proof alone.

A player who looks for the key has to see why every other move fails, and a puzzle is the harder the
more there is to see. The rating adds up, for puzzles of every kind alike:

==================== ===============================================================================
plausible tries      11 for every doubling of (1 + their number). A try is *plausible* unless it
                     fails at a glance: too few tens in hand or places side by side are left for
                     the tens of the goal, or the opponent can block so many with the next tile;
                     in ``save``, the attacker can lay the last ten with the next tile. Where points
                     are counted every try is plausible.
depth                15 for every doubling of (1 + the moves that have to be foreseen): ``ten``, the
                     solver's own moves; ``save``, the attacker's in the shallowest refutation of a
                     try; ``help``, half of the tiles laid, rounded up; 0 where points are counted.
levels ahead         7 for every level between the one being filled and that of the tens.
quiet key            4 where the key is a one or a neutral tile.
greedy move fails    3 where a move that lays more points than the key is a try.
size of the solution 2 for every doubling of the positions that the solution shows, for each move
                     of its main line.
==================== ===============================================================================

From the sum 13 is taken away; what is left is rounded and kept within 1 and 100. The weights were
set by hand near a fit to the effort of a searcher that goes about puzzles as a person does; the
searcher plays no part in the rating. The last two parts showed hardly any effect in that fit, and
are given little weight.

Moves are counted, not how they are grouped, and nothing depends on names of cells or colours: the
same proof turned, mirrored or with colours exchanged has the same rating. (Of moves that are as
good as each other the solution shows the first in the order of notation. A puzzle that is turned
first and then solved may show others, and more or fewer of them: a point or two of difference.)
"""

from __future__ import annotations

from math import log2

from steppe_solver.puzzle.glance import can_be_blocked, is_hopeless
from steppe_solver.puzzle.model import TENS_KINDS, Kind, Node, Puzzle, Result
from steppe_solver.puzzle.task import Situation, last_level

TRIES = 11
DEPTH = 15
LEVELS = 7
QUIET = 4
GREEDY = 3
SIZE = 2
BASE = -13


def rate(puzzle: Puzzle) -> int:
    """How hard the puzzle is, from 1 to 100; see above.

    The rating and the themes that the puzzle has already play no part. Raises IllegalMoveError
    where a try cannot be played.
    """
    difficulty = (
        BASE
        + TRIES * log2(1 + plausible_tries(puzzle))
        + DEPTH * log2(1 + depth(puzzle))
        + LEVELS * _levels_ahead(puzzle)
        + QUIET * is_quiet(puzzle)
        + GREEDY * greedy_fails(puzzle)
        + SIZE * log2(solution_size(puzzle.solution) / max(1, len(puzzle.line)))
    )
    return max(1, min(100, round(difficulty)))


def plausible_tries(puzzle: Puzzle) -> int:
    """How many tries do not fail at a glance."""
    start = Situation.of(puzzle)
    return sum(
        not _fails_at_a_glance(start.play(move), other.result)
        for other in puzzle.tries
        for move in other.moves
    )


def _fails_at_a_glance(situation: Situation, result: Result) -> bool:
    if situation.kind is Kind.SAVE:
        return result is not None and result <= 1
    return is_hopeless(situation) or (situation.kind is Kind.TEN and can_be_blocked(situation))


def depth(puzzle: Puzzle) -> int:
    """How many moves have to be foreseen."""
    if puzzle.kind is Kind.SAVE:
        return min((other.result or 0 for other in puzzle.tries), default=0)
    if puzzle.kind is Kind.HELP:
        return ((puzzle.result or 0) + 1) // 2
    return (puzzle.result or 0) if puzzle.kind is Kind.TEN else 0


def is_quiet(puzzle: Puzzle) -> bool:
    """Is the key a one or a neutral tile?"""
    return all(move.tile.length == 1 for move in puzzle.key)


def greedy_fails(puzzle: Puzzle) -> bool:
    """Does a try lay more points than the key?"""
    points = max(move.tile.face for move in puzzle.key)
    return any(move.tile.face > points for other in puzzle.tries for move in other.moves)


def _levels_ahead(puzzle: Puzzle) -> int:
    if puzzle.kind not in TENS_KINDS:
        return 0
    return last_level(puzzle.kind, puzzle.goal, puzzle.position) - puzzle.position.level


def solution_size(node: Node) -> int:
    """How many positions the solution leads through from here on, however they are grouped."""
    return len(node.moves) * (1 + sum(map(solution_size, node.next or ())))
