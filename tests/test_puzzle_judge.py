"""The results of moves that searches prove, against plain recursion, for every kind of puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import plain_results
import pytest
import reference
from plain_results import Oracle, Scene, Task
from small_games import game_between, rules_with_tens, tens_laid
from turnless import spn_of

from steppe_solver.bridge import Limit
from steppe_solver.goals import Goal
from steppe_solver.notation import format_move
from steppe_solver.position import PLAYERS, Position
from steppe_solver.puzzle.judge import Judge, rank
from steppe_solver.puzzle.model import Kind
from steppe_solver.puzzle.task import Situation
from steppe_solver.stopping import StoppedError

Question = tuple[Situation, Oracle, dict[str, int | None]]


def situation_of(task: Task, position: Position, tens: int) -> Situation:
    """The package's way to say what a task asks in a position."""
    goal = None if task.attacker is None else Goal(PLAYERS[task.attacker], tens, task.level)
    return Situation(Kind(task.kind), PLAYERS[task.solver], position, goal)


def questions(seed: int, number: int, limit: int) -> Iterator[Question]:
    """So many tasks, as many of each kind, in small games, with what plain recursion finds.

    Every game is gone through towards its start, until that takes too long: from its end, or, where
    tens are wanted, from the last that was laid. Whoever is to move is asked about, the solver or
    its opponent. Where all moves reach the same, which is mostly so, every fourth is given.
    """
    rng, left = Random(seed), Counter({kind.value: number // len(Kind) for kind in Kind})
    while +left:
        game = game_between(rng, rules_with_tens(rng))
        solver, kind = (
            rng.randrange(2),
            rng.choice([kind for kind in Kind if left[kind.value]]).value,
        )
        task, wanted = Task(kind, solver), []
        if kind not in plain_results.SCORED:
            laid = tens_laid(game)
            if not laid:
                continue
            _, attacker, level = rng.choice(laid)
            wanted = [ply for ply, *ten in laid if ten == [attacker, level]]
            solver = {"ten": attacker, "save": 1 - attacker}.get(kind, solver)
            task = Task(kind, solver, attacker, level)
            game = game[: 1 + wanted[-1]]
        oracle = Oracle(task, limit)
        for ply, position in reversed(tuple(enumerate(game))):
            tens = sum(later >= ply for later in wanted)
            scene = Scene(reference.read(spn_of(position)), tens)
            try:
                found = oracle.results(scene)
            except reference.TooLargeError:
                break
            if len(set(found.values())) == 1 and rng.random() < 0.8:
                continue
            yield situation_of(task, position, tens), oracle, found
            left[kind] -= 1
            if not left[kind]:
                break


def check_results(seed: int, number: int, limit: int) -> Counter[object]:
    """Compare so many results of all moves; returns how often each kind of answer came up."""
    seen: Counter[object] = Counter()
    judge = Judge(memory=16)
    for situation, oracle, found in questions(seed, number, limit):
        results = judge.results(situation)
        assert {format_move(move): result for move, result in results.items()} == found, situation
        assert [format_move(move) for move in results] == sorted(found), situation
        kind = situation.kind
        for result in found.values():
            assert rank(kind, result) == oracle.merit(result)
        seen[kind] += 1
        seen[kind, "to move", situation.solver_to_move] += 1
        seen[kind, "differ"] += len(set(found.values())) > 1
        seen[kind, "never", None in found.values()] += 1
        seen[kind, "late", situation.position.level == situation.position.rules.levels] += 1
    return seen


def assert_varied(seen: Counter[object], least: int) -> None:
    """Every kind of question must have come up often: else the comparison is worth little."""
    for kind in Kind:
        assert seen[kind] >= 4 * least, (kind, seen)
        assert seen[kind, "differ"] >= least, (kind, seen)
        assert seen[kind, "late", False] >= least, (kind, seen)
        if kind is not Kind.HELP:
            assert seen[kind, "to move", False] >= least < seen[kind, "to move", True], (kind, seen)
        if kind in (Kind.TEN, Kind.SAVE, Kind.HELP):
            assert seen[kind, "never", False] >= least < seen[kind, "never", True], (kind, seen)


def test_results_of_moves() -> None:
    """In 720 positions of small games what every move reaches, for solver and opponent, is what
    plain recursion over other rules finds, for all six kinds of puzzles.
    """
    assert_varied(check_results(seed=1, number=720, limit=120), least=12)


@pytest.mark.slow
def test_results_of_many_moves() -> None:
    """The same holds in 6,000 more positions, some with a thousand below them."""
    assert_varied(check_results(seed=2, number=6_000, limit=1_500), least=100)


def test_a_limit_is_no_answer() -> None:
    """A judge whose search is stopped before it is sure raises StoppedError, and never guesses."""
    stopped = 0
    for situation, _, found in questions(seed=3, number=150, limit=150):
        if situation.kind is Kind.HELP or len(found) < 2 or len(set(found.values())) < 2:
            continue
        try:
            results = Judge(memory=1, limit=Limit(nodes=1)).results(situation)
        except StoppedError:
            stopped += 1
            continue
        assert {format_move(move): result for move, result in results.items()} == found
    assert stopped >= 10
