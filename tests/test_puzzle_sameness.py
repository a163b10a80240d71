"""Moves and puzzles that count as the same: the games they leave are the same, cell names aside."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from random import Random

import pytest
import reference
from plain_trees import Forest, Tree, images
from small_games import game_between, rules_with_tens
from turnless import played, spn_of

from steppe_solver.goals import Goal
from steppe_solver.notation import format_move, parse_spn
from steppe_solver.position import PLAYERS, Position, Reserve, Rules
from steppe_solver.puzzle.model import Kind
from steppe_solver.puzzle.sameness import identity, same_moves
from steppe_solver.puzzle.task import last_level

GOALS = frozenset({Kind.TEN, Kind.SAVE, Kind.HELP})

TINY = (
    Rules(3, 1, 3, Reserve(3, 2, 1, 1), frozenset()),
    Rules(2, 2, 2, Reserve(3, 2, 0, 1), frozenset()),
    Rules(2, 2, 3, Reserve(2, 1, 0, 1), frozenset()),
    Rules(3, 2, 1, Reserve(2, 1, 1, 1), frozenset()),
    Rules(3, 2, 2, Reserve(2, 1, 1, 0), frozenset()),
    Rules(3, 3, 1, Reserve(1, 1, 1, 0), frozenset()),
)
"""Games of which every position can be looked at."""


def check_classes(seed: int, number: int, limit: int) -> Counter[str]:
    """Check the classes of so many positions; returns how many moves were merged, and where."""
    rng, seen = Random(seed), Counter[str]()
    while seen["positions"] < number:
        game = game_between(rng, rules_with_tens(rng))
        forest = Forest(limit)
        for position in reversed(game):
            last = rng.randint(position.level, position.rules.levels)
            try:
                trees = forest.trees_of_moves(reference.read(spn_of(position)), last)
            except reference.TooLargeError:
                break
            classes = same_moves(position, position.legal_moves(), last)
            names = [[format_move(move) for move in found] for found in classes]
            assert sorted(move for found in names for move in found) == sorted(trees)
            assert all(found == sorted(found) for found in names)
            for found in names:
                assert len({trees[move] for move in found}) == 1, (spn_of(position), last, found)
            seen["positions"] += 1
            merged = len(trees) - len(classes)
            seen["merged, last level" if position.level == last else "merged, below"] += merged
            seen["kept apart"] += len(set(trees.values())) > 1
            # Trees may agree where the docstring's reasons do not show it: then nothing is merged.
            seen["equal, not merged"] += len(classes) - len(set(trees.values()))
    return seen


def test_moves_that_count_as_the_same() -> None:
    """In 1000 positions of small games, two moves that count as the same lay the same kind of tile
    and leave game trees that differ in nothing but the names of cells.
    """
    seen = check_classes(seed=1, number=1000, limit=120)
    assert min(seen["merged, last level"], seen["kept apart"]) >= 200, seen
    assert seen["merged, below"] >= 20, seen


@pytest.mark.slow
def test_many_moves_that_count_as_the_same() -> None:
    """The same holds in 5,000 more positions, some with hundreds below them."""
    seen = check_classes(seed=2, number=5_000, limit=1_000)
    assert min(seen["merged, last level"], seen["merged, below"]) >= 100, seen


def test_equal_single_cells_count_as_the_same() -> None:
    """Single cells on equal support that touch no open cell are one and the same to fill; a cell on
    other support, or one in a pair, is not.
    """
    line = "RNRBRRN|.B.B... R 4,0,0,0 5,0,0,0 4-5 levels=2 reserves=8,0,0,0 start=b1,g1"
    position = parse_spn(line)
    classes = same_moves(position, position.legal_moves(), 2)
    names = [[format_move(move) for move in found] for found in classes]
    assert names == [["1a1", "1c1"], ["1e1"], ["1f1"], ["1g1"]]


def tasks(position: Position) -> list[tuple[Kind, Goal | None]]:
    """Every kind of task with every goal that makes sense in the position."""
    levels = range(position.level, position.rules.levels + 1)
    goals = [Goal(color, tens, at) for color in PLAYERS for tens in (1, 2) for at in levels]
    return [(kind, goal) for kind in Kind for goal in (goals if kind in GOALS else [None])]


def test_images_have_one_identity() -> None:
    """A puzzle turned, mirrored or with colours exchanged keeps its identity, whatever its kind,
    in 150 positions of small games.
    """
    rng, looked, distinct = Random(5), 0, set()
    while looked < 150:
        position = rng.choice(game_between(rng, rules_with_tens(rng)))
        looked += 1
        kind, goal = rng.choice(tasks(position))
        name = identity(kind, position, goal)
        distinct.add(name)
        for image in images(reference.read(spn_of(position))):
            assert image.mover is not None
            moved = parse_spn(reference.write(image))
            turned = goal
            if goal and PLAYERS[image.mover] is not position.mover:
                turned = Goal(goal.attacker.opponent, goal.tens, goal.level)
            assert identity(kind, moved, turned) == name
    assert len(distinct) > 100


def check_identities(rules: Rules, limit: int, rng: Random, each: int) -> tuple[int, int]:
    """Check the identities of tasks in ``each`` positions of a game; how many tasks and names."""
    positions = sorted(filter(lambda p: not p.is_over, played(rules, limit)), key=spn_of)
    forest, looked = Forest(), 0
    content: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for position in rng.sample(positions, min(each, len(positions))):
        game = reference.read(spn_of(position))
        assert position.mover is not None
        trees: dict[int, Tree] = {}
        for kind, goal in tasks(position):
            last = last_level(kind, goal, position)
            if last not in trees:
                trees[last] = forest.tree(game, last)
            asked = goal and (goal.attacker is position.mover, goal.tens, goal.level)
            margin = position.margin if position.mover is PLAYERS[0] else -position.margin
            meaning = (kind, asked, trees[last], margin if kind is Kind.WIN else None)
            content[identity(kind, position, goal)].add(meaning)
            looked += 1
    for name, meanings in content.items():
        assert len(name) == 16, name
        assert len(meanings) == 1, (name, meanings)
    return looked, len(content)


def test_different_puzzles_have_different_identities() -> None:
    """Of all tasks in hundreds of positions of tiny games, two have the same identity only if they
    ask for the same in the same game, cell names and colours aside; in each game many do.
    """
    rng = Random(6)
    for rules in TINY:
        looked, names = check_identities(rules, 50_000, rng, each=200)
        assert names < 0.9 * looked, rules


@pytest.mark.slow
def test_all_different_puzzles_have_different_identities() -> None:
    """The same holds for all tasks in up to 4,000 positions of each tiny game."""
    for rules in TINY:
        check_identities(rules, 50_000, Random(7), each=4_000)


def test_identity_and_points_on_the_board() -> None:
    """The points that lie already make another puzzle of `win`, and of no other kind."""
    few = Position.start(Rules(3, 3, 2, Reserve(3, 1, 2, 1), frozenset()))
    many = replace(few, score=(1, 0))
    goal = Goal(PLAYERS[0], 1, 2)
    for kind in Kind:
        asked = goal if kind in GOALS else None
        equal = identity(kind, few, asked) == identity(kind, many, asked)
        assert equal == (kind is not Kind.WIN), kind


def test_identity_knows_kind_and_goal() -> None:
    """In one position every kind, side, number of tens and level makes another puzzle."""
    position = Position.start(Rules(3, 3, 2, Reserve(3, 1, 2, 1), frozenset()))
    asked = tasks(position)
    assert len({identity(kind, position, goal) for kind, goal in asked}) == len(asked)
