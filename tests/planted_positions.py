"""Flaws that need another position: a puzzle is made, as the package makes them, where none is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import plain_sameness
import reference
from plain_results import Scene
from planted import View, flaw
from puzzle_json import Json, from_json, to_json
from turnless import spn_of

from steppe_solver.notation import parse_move
from steppe_solver.puzzle import Finding, Judge, write_up
from steppe_solver.puzzle.task import Situation


def _later(puzzle: Json, least: int) -> Iterator[tuple[Situation, Scene, View]]:
    """Scenes of the solution, with so many moves or more, that could begin a puzzle themselves."""
    view, task = View(puzzle), from_json(puzzle)
    start = Situation.of(task)
    waiting = [(start.play(task.solution.moves[0]), task.solution)]
    while waiting:
        situation, node = waiting.pop()
        for child in node.next or ():
            waiting.append((situation.play(child.moves[0]), child))
        if situation.is_done or situation.position.mover is not task.solver:
            continue
        if len(situation.position.legal_moves()) >= least:
            yield situation, _scene(view, situation), view


def _scene(view: View, situation: Situation) -> Scene:
    tens = situation.goal.tens if situation.goal else 0
    return Scene(reference.read(spn_of(situation.position)), tens)


def _made(puzzle: Json, situation: Situation, key: list[str]) -> Json:
    """The puzzle with this key, sound or not."""
    judge, source = Judge(memory=4), from_json(puzzle).source
    moves = tuple(parse_move(move, situation.position) for move in key)
    return to_json(write_up(Finding(situation, judge.results(situation), moves), judge, source))


def _two_keys(puzzle: Json) -> tuple[Situation, list[list[str]]] | None:
    """A scene with two keys or more, in classes, and moves that are none."""
    if puzzle["kind"] == "pack":
        return None
    for situation, scene, view in _later(puzzle, least=5):
        last = view.task.level if puzzle["goal"] else scene.game.top
        classes = plain_sameness.classes(scene.game, view.best(scene), last)
        if len(classes) > 1 and view.worse(scene):
            return situation, classes
    return None


@flaw("a second key is passed over", ["key", "second key"])
def second_key(puzzle: Json, rng: Random) -> Json | None:
    found = _two_keys(puzzle)
    return found and _made(puzzle, found[0], rng.choice(found[1]))


@flaw("a second key is passed over, and said to reach less", ["key", "second key"])
def second_key_denied(puzzle: Json, rng: Random) -> Json | None:
    spoilt = second_key(puzzle, rng)
    for other in spoilt["tries"] if spoilt else ():
        if other["result"] == spoilt["result"]:
            kind, result = spoilt["kind"], other["result"]
            if kind in ("ten", "help"):
                other["result"] = None
            else:
                other["result"] = 1 if kind == "save" else result - 1
    return spoilt


@flaw("a second key is said to count as the same", ["second key"])
def second_key_as_same(puzzle: Json, rng: Random) -> Json | None:
    found = _two_keys(puzzle)
    return found and _made(puzzle, found[0], [move for keys in found[1] for move in keys])


@flaw("fewer than five legal first moves", ["few moves"])
def few_moves(puzzle: Json, rng: Random) -> Json | None:
    for situation, scene, view in _later(puzzle, least=2):
        best, worse = view.best(scene), view.worse(scene)
        if len(best) == 1 and 1 <= len(worse) <= 3:
            return _made(puzzle, situation, best)
    return None


@flaw("every first move is as good as the key", ["key", "second key"])
def no_tries(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["kind"] in ("pack", "save"):
        return None
    for situation, scene, view in _later(puzzle, least=5):
        best = view.best(scene)
        if not view.worse(scene):
            return _made(puzzle, situation, best[:1])
    return None
