"""Small puzzles of every kind, found by the package itself, seeded.

Run as a program it writes the puzzles that the tests use:

    python tests/small_puzzles.py > tests/data/small-puzzles.stp.json

With that file as an argument it writes rating, themes and ids in it anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.metadata import version
from itertools import count
from pathlib import Path
from random import Random

import reference
from brute_puzzles import LEAST_MOVES
from plain_results import Oracle, Scene, Task
from puzzle_json import Json, relabelled, to_json
from small_games import game_between, rules_with_tens, tens_laid
from turnless import spn_of

from steppe_solver.goals import Goal
from steppe_solver.position import PLAYERS, Position, Rules
from steppe_solver.puzzle import Judge, Source, compose
from steppe_solver.puzzle.model import TENS_KINDS, Kind, Puzzle

BOARDS = ((3, 3), (3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 2))
WANTED = {
    Kind.TEN: 70,
    Kind.SAVE: 19,
    Kind.WIN: 40,
    Kind.BEST: 40,
    Kind.PACK: 20,
    Kind.HELP: 30,
}
VERSION = version("steppe-solver")
LIMIT = 1_000
"""Positions that brute force may need for one of them: the tests are to be quick."""


def small_puzzles(seed: int, kind: Kind) -> Iterator[Json]:
    """Puzzles that brute force can look at within `LIMIT` positions, for ever: one a game at most.

    Of each game it is the one with the longest main line. The goal is what was laid in the game; in
    `save`, where tens that were laid are mostly not to be stopped, chance says what it is. Of those
    of `ten` and `help` that are settled by the first move, which are common, every fourth is given.
    """
    rng, judge = Random(f"{seed} {kind}"), Judge(memory=16)
    for number in count(1):
        rules = Rules() if rng.random() < 0.3 else rules_with_tens(rng, BOARDS)
        source = Source("self-play", f"small-{seed}-{kind}-{number}", seed, VERSION)
        game, goal = game_between(rng, rules), None
        if kind is Kind.SAVE:
            level = rng.choice((rules.levels, rng.randint(1, rules.levels)))
            goal = Goal(rng.choice(PLAYERS), rng.choice((1, 1, 2, 3)), level)
        elif kind in TENS_KINDS:
            laid = tens_laid(game)
            if not laid:
                continue
            last, attacker, level = rng.choice(laid)
            before = [ten for ply, *ten in laid if ply <= last]
            tens = rng.randint(1, before.count([attacker, level]))
            game, goal = game[: last + 1], Goal(PLAYERS[attacker], tens, level)
        found: list[Puzzle] = []
        for position in reversed(game):
            if not may_hold(kind, position, goal):
                continue
            if not is_small(kind, position, goal):
                break  # nor is what comes earlier in the game
            puzzle = compose(position, kind, goal, judge, source)
            found += [puzzle] if puzzle else []
        if found:
            longest = max(found, key=lambda puzzle: len(puzzle.line))
            common = kind in (Kind.TEN, Kind.HELP) and len(longest.line) == 1
            if not common or rng.random() < 0.25:
                yield to_json(longest)


def may_hold(kind: Kind, position: Position, goal: Goal | None) -> bool:
    """May there be a puzzle, as far as can be seen without any search?"""
    if len(position.legal_moves()) < LEAST_MOVES:
        return False
    if goal is None:
        return True
    if position.level > goal.level or position.reserve(goal.attacker).tens < goal.tens:
        return False
    return kind is Kind.HELP or (position.mover is goal.attacker) == (kind is Kind.TEN)


def is_small(kind: Kind, position: Position, goal: Goal | None) -> bool:
    """Can brute force tell what all moves reach, within `LIMIT` positions?"""
    assert position.mover is not None
    scene = Scene(reference.read(spn_of(position)), goal.tens if goal else 0)
    task = Task(kind.value, position.mover.index)
    if goal:
        task = Task(kind.value, position.mover.index, goal.attacker.index, goal.level)
    try:
        Oracle(task, LIMIT).results(scene)
    except reference.TooLargeError:
        return False
    return True


def wanted_puzzles(seed: int) -> Iterator[Json]:
    """So many of each kind as `WANTED` says, no two with the same id."""
    for kind, number in WANTED.items():
        seen: set[str] = set()
        for puzzle in small_puzzles(seed, kind):
            if puzzle["id"] not in seen:
                seen.add(puzzle["id"])
                yield puzzle
            if len(seen) == number:
                break


def relabel(path: Path) -> None:
    """Write rating, themes and id of all puzzles of the file anew."""
    puzzles = [relabelled(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(json.dumps(puzzle) + "\n" for puzzle in puzzles), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        relabel(Path(sys.argv[1]))
    else:
        for puzzle in wanted_puzzles(seed=1):
            print(json.dumps(puzzle), flush=True)
