"""Ratings: the same for the same proof however it is written, and moved by what the docs name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from images import swapped, symmetric_images

from steppe_solver.goals import Goal
from steppe_solver.position import Color, Move, Position
from steppe_solver.puzzle.file import read_puzzles
from steppe_solver.puzzle.glance import is_hopeless
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Source, Try
from steppe_solver.puzzle.rating import depth, greedy_fails, is_quiet, plausible_tries, rate
from steppe_solver.puzzle.task import Situation

DATA = Path(__file__).parent / "data" / "rated.stp.json"


def known() -> list[Puzzle]:
    """Composed puzzles of five kinds, with their proofs."""
    with DATA.open("rb") as stream:
        return [entry.puzzle for entry in read_puzzles(stream, DATA.name) if entry.puzzle]


def moved(
    puzzle: Puzzle, position: Position, goal: Goal | None, image: Callable[[Move], Move]
) -> Puzzle:
    """The same puzzle with the same proof in another position: an image of its own."""

    def all_of(moves: tuple[Move, ...]) -> tuple[Move, ...]:
        return tuple(map(image, moves))

    def node(old: Node) -> Node:
        return Node(all_of(old.moves), old.result, old.next and tuple(map(node, old.next)))

    return replace(
        puzzle,
        position=position,
        goal=goal,
        key=all_of(puzzle.key),
        line=all_of(puzzle.line),
        solution=node(puzzle.solution),
        tries=tuple(
            replace(other, moves=all_of(other.moves), refutation=all_of(other.refutation))
            for other in puzzle.tries
        ),
    )


PUZZLES = known()
each = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)


def test_the_kinds_and_the_scale_are_covered() -> None:
    """The known puzzles are of five kinds, and their ratings lie all over the scale."""
    assert {puzzle.kind for puzzle in PUZZLES} == set(Kind) - {Kind.HELP}
    assert {puzzle.rating // 25 for puzzle in PUZZLES} == {0, 1, 2, 3}
    assert all(1 <= puzzle.rating <= 100 for puzzle in PUZZLES)


@each
def test_ratings_of_known_puzzles(puzzle: Puzzle) -> None:
    """A known puzzle has the rating that its file states, so that no weight moves unseen."""
    assert rate(puzzle) == puzzle.rating


@each
def test_rating_is_the_same_in_every_image(puzzle: Puzzle) -> None:
    """Turned, mirrored and with colours exchanged, the same proof has the same rating."""
    for position, image in symmetric_images(puzzle.position):
        turned = moved(puzzle, position, puzzle.goal, image)
        assert rate(turned) == puzzle.rating
        goal = puzzle.goal and replace(puzzle.goal, attacker=puzzle.goal.attacker.opponent)
        assert rate(moved(turned, swapped(position), goal, lambda move: move)) == puzzle.rating


@each
def test_rating_does_not_depend_on_grouping(puzzle: Puzzle) -> None:
    """With every move in a try and a node of its own the rating is what it was."""

    def apart(node: Node) -> tuple[Node, ...]:
        following = node.next and tuple(one for old in node.next for one in apart(old))
        return tuple(Node((move,), node.result, following) for move in node.moves)

    tries = tuple(replace(other, moves=(move,)) for other in puzzle.tries for move in other.moves)
    (solution,) = apart(puzzle.solution)
    assert rate(replace(puzzle, tries=tries, solution=solution)) == puzzle.rating


@each
def test_rating_does_not_look_at_labels(puzzle: Puzzle) -> None:
    """Name, source, themes, an old rating and the identity play no part."""
    other = replace(
        puzzle,
        id="f" * 16,
        rating=99,
        themes=("block",),
        name="Name",
        source=Source("improved", "x", 7, "9"),
    )
    assert rate(other) == puzzle.rating


@each
def test_every_part_of_the_formula_counts(puzzle: Puzzle) -> None:
    """Fewer tries never rate higher; what hopeless tries there are does not count as plausible."""
    half = replace(puzzle, tries=puzzle.tries[: (len(puzzle.tries) + 1) // 2])
    if puzzle.kind is not Kind.SAVE:  # there the shallowest refutation may go with the others
        assert rate(half) <= puzzle.rating
    total = sum(len(other.moves) for other in puzzle.tries)
    start = Situation.of(puzzle)
    hopeless = sum(is_hopeless(start.play(move)) for other in puzzle.tries for move in other.moves)
    if puzzle.kind in (Kind.TEN, Kind.SAVE):
        assert 0 <= plausible_tries(puzzle) <= total - (hopeless if puzzle.kind is Kind.TEN else 0)
    else:
        assert plausible_tries(puzzle) == total


def test_depth_counts_the_moves_to_foresee() -> None:
    """Depth is n in ``ten``, the shallowest refutation in ``save``, half the tiles in ``help``."""
    for puzzle in PUZZLES:
        if puzzle.kind is Kind.TEN:
            assert depth(puzzle) == puzzle.n
            shared = replace(puzzle, kind=Kind.HELP, solution=replace(puzzle.solution, result=5))
            assert depth(shared) == 3
        elif puzzle.kind is Kind.SAVE:
            assert depth(puzzle) == min(other.result or 0 for other in puzzle.tries)
            assert (puzzle.n or 0) >= depth(puzzle)
        else:
            assert depth(puzzle) == 0


def test_deeper_is_harder() -> None:
    """The same puzzle with one more move to foresee has a higher rating."""
    for puzzle in PUZZLES:
        if puzzle.kind is Kind.TEN and puzzle.rating < 90:
            deeper = replace(puzzle.solution, result=(puzzle.result or 0) + 1)
            assert rate(replace(puzzle, solution=deeper)) > puzzle.rating


def test_quiet_and_greedy() -> None:
    """Quiet is a key of one cell; greed fails where a try lays more points than the key."""
    puzzle = next(
        puzzle for puzzle in PUZZLES if "quiet key" in puzzle.themes and greedy_fails(puzzle)
    )
    assert is_quiet(puzzle)
    loud = max(
        (move for other in puzzle.tries for move in other.moves),
        key=lambda move: move.tile.face,
    )
    turned_round = replace(puzzle, key=(loud,), tries=(Try(puzzle.key, None),))
    assert not is_quiet(turned_round)
    assert not greedy_fails(turned_round)
    assert any(puzzle.solver is Color.BLUE for puzzle in PUZZLES)
