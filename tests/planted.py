"""Flaws planted in sound puzzles, each with the sorts of fault that `brute_puzzles` must find.

A flaw is a function of a puzzle's JSON object, a copy that it may change, and of a source of
chance; it returns the spoilt object, or None where the puzzle does not lend itself to it. Rating,
themes and id are then made to fit, so that no flaw is given away by them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import NamedTuple

from plain_results import Oracle, Scene, Task, following, is_done, task_of
from puzzle_json import Json, relabelled
from reference import TooLargeError

Planter = Callable[[Json, Random], Json | None]


class Planted(NamedTuple):
    """A flaw by name. Brute force must find a fault of one of the ``sorts``; of any, if empty.

    ``sealed``: rating, themes and id are made to fit.
    """

    name: str
    sorts: frozenset[str]
    plant: Planter
    sealed: bool

    def spoil(self, puzzle: Json, seed: int) -> Json | None:
        """A spoilt copy, the same for the same seed; None where the puzzle does not lend itself."""
        spoilt = self.plant(deepcopy(puzzle), Random(f"{seed} {self.name} {puzzle['id']}"))
        if spoilt is None or not self.sealed:
            return spoilt
        try:
            return relabelled(spoilt)
        except (ValueError, LookupError, AssertionError):
            return spoilt  # with moves that cannot be played there is no rating


FLAWS: list[Planted] = []

SMALL = 500
"""Positions that a changed task may lead to."""


def flaw(
    name: str, sorts: Collection[str] = (), *, sealed: bool = True
) -> Callable[[Planter], Planter]:
    """Put the function down as a flaw."""

    def put_down(plant: Planter) -> Planter:
        FLAWS.append(Planted(name, frozenset(sorts), plant, sealed))
        return plant

    return put_down


class Layer(NamedTuple):
    """A list of nodes in a solution, which may be changed, and the scene that they are played in.

    ``parent`` is the node that it belongs to; ``mine``: a move of the solver is sought.
    """

    scene: Scene
    parent: Json
    nodes: list[Json]
    mine: bool
    results: dict[str, int | None]
    best: list[str]


@cache
def oracle_for(task: Task) -> Oracle:
    """One oracle for all puzzles with the same task: what it has worked out once it keeps."""
    return Oracle(task)


class View:
    """A sound puzzle, its task and what every move of it reaches, to plant flaws by."""

    def __init__(self, puzzle: Json) -> None:
        self.puzzle = puzzle
        self.task, self.root = task_of(puzzle)
        self.oracle = oracle_for(self.task)
        self.results = self.oracle.results(self.root)
        self.key: list[str] = [puzzle["key"], *puzzle["same"]]

    def after(self, scene: Scene, move: str) -> Scene:
        """The scene after the move."""
        return following(self.task, scene)[move]

    def done(self, scene: Scene) -> bool:
        """Is nothing left to play for?"""
        return is_done(self.task, scene)

    def mine(self, scene: Scene) -> bool:
        """Is a move of the solver sought?"""
        return self.task.kind == "help" or scene.game.mover == self.task.solver

    def best(self, scene: Scene) -> list[str]:
        """The best moves of whoever is to move."""
        results = self.oracle.results(scene)
        merits = {move: self.oracle.merit(result) for move, result in results.items()}
        top = (max if self.mine(scene) else min)(merits.values())
        return sorted(move for move, merit in merits.items() if merit == top)

    def worse(self, scene: Scene) -> list[str]:
        """The other moves."""
        best = self.best(scene)
        return sorted(move for move in self.oracle.results(scene) if move not in best)

    def layers(self) -> Iterator[Layer]:
        """Every list of nodes of the solution that holds any, from the key on."""
        root = self.puzzle["solution"]
        waiting = [(self.after(self.root, root["moves"][0]), root)]
        while waiting:
            scene, parent = waiting.pop()
            nodes = parent.get("next")
            if nodes:
                results = self.oracle.results(scene)
                yield Layer(scene, parent, nodes, self.mine(scene), results, self.best(scene))
                waiting += [(self.after(scene, node["moves"][0]), node) for node in nodes]

    def open_ends(self) -> list[tuple[Scene, Json]]:
        """Every node, with the scene after it, behind which play goes on."""
        root = self.puzzle["solution"]
        found = [(self.after(self.root, root["moves"][0]), root)]
        for layer in self.layers():
            for node in layer.nodes:
                found.append((self.after(layer.scene, node["moves"][0]), node))
        return [(scene, node) for scene, node in found if not self.done(scene)]

    def scenes_of_line(self) -> list[Scene]:
        """The scene before every move of the main line, and the one after it."""
        scenes = [self.root]
        for move in self.puzzle["line"]:
            scenes.append(self.after(scenes[-1], move))
        return scenes

    def played_out(self, scene: Scene, line: list[str]) -> list[str]:
        """The line, and best moves from the scene on until nothing is left to play for."""
        while not self.done(scene):
            line = [*line, self.best(scene)[0]]
            scene = self.after(scene, line[-1])
        return line

    def same_results(self, other: Json) -> bool:
        """Does the other puzzle, which has the same position, ask for the same results?"""
        task, scene = task_of(other)
        if other["kind"] != self.puzzle["kind"] or scene.game != self.root.game:
            return False
        try:
            return Oracle(task, SMALL).results(scene) == self.results
        except TooLargeError:
            return True  # as far as can be seen


def illegal_move(scene: Scene, task: Task, rng: Random) -> str:
    """A move on the board that is not legal in the scene."""
    legal = following(task, scene) if scene.game.mover is not None else {}
    names = sorted("abcdefgh"[x] + str(y + 1) for x, y in scene.game.board)
    moves = [kind + name for kind in ("1", "N") for name in names if kind + name not in legal]
    return rng.choice(moves)


def other_result(kind: str, result: int | None) -> int | None:
    """Another result that the kind could have."""
    if kind == "win":
        return 0 if result else 1
    return 1 if result is None else result + 1
