"""What the moves of a puzzle reach, by plain recursion over `reference`: every kind, every move.

It shares no code with the package. A `Task` is read from the JSON of a puzzle; results are whole
numbers or None, as files have them:

====== =====================================================================================
ten    the attacker's own moves until the tens lie, the move included; None for never
save   the same numbers, read from the other side of the board: None is what the solver wants
win    1, 0 or -1: the sign of the final margin, from the solver's side
best   the final margin, from the solver's side
pack   the margin still to be made, from the solver's side; the opponent lays nothing
help   tiles laid by both until the tens lie, the move included; None for never
====== =====================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import reference
from reference import Game, TooLargeError

PLAYERS = ("red", "blue")
FORCED, SHARED, SCORED = ("ten", "save"), ("help",), ("win", "best", "pack")


class Task(NamedTuple):
    """What is asked: the kind, whose moves are sought, and whose tens on which level."""

    kind: str
    solver: int
    attacker: int | None = None
    level: int = 0


class Scene(NamedTuple):
    """A game on its way through a task, and how many tens are still missing."""

    game: Game
    tens: int


def task_of(puzzle: Mapping[str, Any]) -> tuple[Task, Scene]:
    """The task of a puzzle's JSON, and the scene it starts from."""
    game, goal = reference.read(puzzle["spn"]), puzzle["goal"]
    assert game.mover is not None
    if goal is None:
        return Task(puzzle["kind"], game.mover), Scene(game, 0)
    attacker = PLAYERS.index(goal["side"])
    return Task(puzzle["kind"], game.mover, attacker, goal["level"]), Scene(game, goal["tens"])


@lru_cache(maxsize=2**15)
def following(task: Task, scene: Scene) -> dict[str, Scene]:
    """Every legal move, and the scene after it; not to be changed, it is kept for the next call."""
    game, tens = scene
    counting = task.attacker is not None and game.mover == task.attacker
    found = {}
    for move, after in reference.successors(game).items():
        scores = counting and tens and move.startswith("10") and len(game.floors) == task.level
        found[move] = Scene(after, tens - bool(scores))
    return found


def is_done(task: Task, scene: Scene) -> bool:
    """Is there nothing left to play for?"""
    if scene.game.mover is None:
        return True
    if task.kind in SCORED:
        return False
    return scene.tens == 0 or len(scene.game.floors) > task.level


class Oracle:
    """Results for one task. What it has worked out it keeps, for at most ``limit`` positions."""

    def __init__(self, task: Task, limit: int | None = None) -> None:
        self.task = task
        self._limit = limit
        self._known: dict[tuple[Game, int], float] = {}

    def results(self, scene: Scene) -> dict[str, int | None]:
        """The result of every legal move; TooLargeError beyond the limit."""
        found: dict[str, int | None] = {}
        for move, after in following(self.task, scene).items():
            result = self._result(scene, after)
            found[move] = None if math.isinf(result) else int(result)
        return found

    def merit(self, result: int | None) -> float:
        """How good a result is for the solver: the greater, the better."""
        if self.task.kind == "save":
            return math.inf if result is None else result
        if self.task.kind in ("ten", "help"):
            return -math.inf if result is None else -result
        assert result is not None
        return result

    def _result(self, before: Scene, after: Scene) -> float:
        """What a move reaches that leads from one scene to the other."""
        kind, mover = self.task.kind, before.game.mover
        if kind in FORCED:
            return (mover == self.task.attacker) + self._ahead(after)
        if kind in SHARED:
            return 1 + self._ahead(after)
        sign = 1 if self.task.solver == 0 else -1
        made = after.game.points[0] - after.game.points[1]
        if kind == "pack":
            made -= before.game.points[0] - before.game.points[1]
        margin = sign * (made + self._ahead(after))
        return (margin > 0) - (margin < 0) if kind == "win" else margin

    def _ahead(self, scene: Scene) -> float:
        """What is still to come: moves or tiles to the goal, or the first player's margin."""
        task, (game, tens) = self.task, scene
        if task.kind in SCORED:
            if game.mover is None:
                return 0
        elif tens == 0:
            return 0
        elif game.mover is None or len(game.floors) > task.level:
            return math.inf
        # Points that lie on the board change nothing of what is still to come.
        key = (game._replace(points=(0, 0)), tens)
        if key not in self._known:
            if self._limit is not None and len(self._known) >= self._limit:
                raise TooLargeError
            self._known[key] = self._chosen(scene)
        return self._known[key]

    def _chosen(self, scene: Scene) -> float:
        """The best that the mover can make of the scene."""
        kind, game = self.task.kind, scene.game
        after = following(self.task, scene).values()
        if kind in SHARED:
            return min(1 + self._ahead(one) for one in after)
        if kind in FORCED:
            attacking = game.mover == self.task.attacker
            choose = min if attacking else max
            return choose(attacking + self._ahead(one) for one in after)
        choose = max if game.mover == 0 else min
        now = game.points[0] - game.points[1]
        return choose(
            one.game.points[0] - one.game.points[1] - now + self._ahead(one) for one in after
        )
