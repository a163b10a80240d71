"""Is a puzzle sound? By brute force over `reference`, from the JSON of the puzzle alone.

It shares no code with the searches, nor with anything that makes or checks puzzles. What rests on
definitions rather than on play is asked of the package itself, as there is nothing to be proved:
`rate`, `find_themes` and the digits of `identity`. Reachability is proved by playing all games
where that can be done, and asked of `steppe_solver.reachability` elsewhere.

`faults` returns pairs of a sort and a sentence. The sorts:

form        a field is missing, of a wrong type, or does not belong to the kind
position    no legal game comes to it, or the line is not consistent
few moves   there are fewer than five legal first moves
key         the key is not the set of best moves, or achieves nothing
second key  the best moves do not count as the same
n, result, strict, gap, rating, themes, id     the field is wrong
try         a first move is neither key nor try, or is twice, or is illegal
try result  a try reaches something else
refutation  it is illegal, not best play, not the opponent's, missing, or ends too late
ways        the number of replies as good as the one shown is another
root        the solution does not begin with the key
defence     a reply of the opponent is missing, is twice, or is illegal
answer      an answer is missing, illegal, not best, or there are two
tree result a move in the solution reaches something else
tree end    the solution stops where play goes on, or goes on where it is over
line        it is illegal, not best play, too short, too long, or not in the solution
duals       the solver has another number of equally good moves in the main line
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import plain_reach
import plain_sameness
import reference
from plain_results import PLAYERS, Oracle, Scene, following, is_done, task_of
from plain_trees import Forest
from puzzle_json import relabelled

from steppe_solver.errors import PositionError
from steppe_solver.notation import parse_spn
from steppe_solver.reachability import reachable

Fault = tuple[str, str]

KINDS_WITH_TENS = ("ten", "save", "help")
LEAST_MOVES = 5
REACH_LIMIT = 3_000
SMALL_BOARD = 12


class Checker:
    """Looks for the faults of one puzzle. TooLargeError beyond ``limit`` positions."""

    def __init__(self, puzzle: Mapping[str, Any], limit: int | None = None) -> None:
        self.puzzle = puzzle
        self.kind: str = puzzle["kind"]
        self.task, self.root = task_of(puzzle)
        self.last = self.task.level if puzzle["goal"] else self.root.game.top
        self.key: list[str] = [puzzle["key"], *puzzle["same"]]
        self.oracle = Oracle(self.task, limit)
        self.forest = Forest(limit)
        self.results = self.oracle.results(self.root)

    def faults(self) -> Iterator[Fault]:
        """Every fault but those of form and position."""
        yield from self._key()
        yield from self._numbers()
        yield from self._tries()
        tree = self.puzzle["solution"]
        if tree["moves"] != self.key[:1]:
            yield "root", f"the solution begins with {tree['moves']}"
        yield from self._tree([self.root], [tree])
        yield from self._line()

    def _mine(self, scene: Scene) -> bool:
        """Is a move of the solver sought here? In ``help`` both sides are one."""
        return self.kind == "help" or scene.game.mover == self.task.solver

    def _best(self, scene: Scene, results: Mapping[str, int | None]) -> list[str]:
        """The moves that are best for whoever is to move."""
        merits = {move: self.oracle.merit(result) for move, result in results.items()}
        top = (max if self._mine(scene) else min)(merits.values())
        return sorted(move for move, merit in merits.items() if merit == top)

    def _key(self) -> Iterator[Fault]:
        best = self._best(self.root, self.results)
        if len(self.results) < LEAST_MOVES:
            yield "few moves", f"{len(self.results)} first moves"
        if len(best) == len(self.results):
            yield "key", "every move is as good"
        if sorted(self.key) != best:
            yield "key", f"the best moves are {best}, not {self.key}"
        top = self.results[best[0]]
        wanted = {"save": top is None, "ten": top is not None, "help": top is not None}
        if not wanted.get(self.kind, self.kind != "win" or top in (0, 1)):
            yield "key", f"the best that can be reached is {top}"
        if self.kind == "pack":
            yield from self._pack(best)
        elif not self._count_as_same(best):
            yield "second key", f"{best} are not the same"

    def _count_as_same(self, moves: Sequence[str]) -> bool:
        game = self.root.game
        same = len(plain_sameness.classes(game, moves, self.last)) == 1
        if same and len(moves) > 1:
            trees = self.forest.trees_of_moves(game, self.last)
            assert len({trees[move] for move in moves}) == 1, "the definition is wrong"
        return same

    def _pack(self, best: list[str]) -> Iterator[Fault]:
        game = self.root.game
        other = reference.placements(game, 1 - self.task.solver)
        if len(game.floors) < game.top or any(True for _ in other):
            yield "key", "the opponent has something left to lay"
            return
        # All ways to lay on until nothing can be laid any more, as sets of moves.
        layings: dict[frozenset[str], int] = {}
        waiting = {frozenset[str](): game}
        while waiting:
            longer = {}
            for laid, before in waiting.items():
                if before.mover is None:
                    layings[laid] = before.points[self.task.solver]
                for move, after in reference.successors(before).items():
                    longer[laid | {move}] = after
            waiting = longer
        top = max(layings.values())
        best_layings = [laid for laid, points in layings.items() if points == top]
        if len(best_layings) > 1:
            yield "second key", f"{len(best_layings)} layings are best"
        elif sorted(best_layings[0]) != best:
            raise AssertionError("the order of moves matters in a laying by one player")

    def _numbers(self) -> Iterator[Fault]:
        puzzle, kind, oracle = self.puzzle, self.kind, self.oracle
        best = self._best(self.root, self.results)
        top = self.results[best[0]]
        rest = [result for move, result in self.results.items() if move not in best]
        if puzzle["result"] != top:
            yield "result", f"the key reaches {top}, not {puzzle['result']}"
        n = {"ten": top, "help": top, "pack": len(best)}.get(kind)
        if kind == "save":
            n = max((result for result in rest if result is not None), default=None)
        if puzzle["n"] != n:
            yield "n", f"n is {n}, not {puzzle['n']}"
        strict = all(result is None for result in rest) if kind == "ten" else None
        if puzzle["strict"] is not strict:
            yield "strict", f"strict is {strict}, not {puzzle['strict']}"
        gap = None
        if kind in ("best", "pack") and rest:
            gap = oracle.merit(top) - max(map(oracle.merit, rest))
        if puzzle["gap"] != gap:
            yield "gap", f"the best try is {gap} worse, not {puzzle['gap']}"

    def _tries(self) -> Iterator[Fault]:
        legal = following(self.task, self.root)
        counts = Counter(move for other in self.puzzle["tries"] for move in other["moves"])
        for move in counts:
            if move not in legal:
                yield "try", f"{move} is illegal"
        for move in legal:
            if counts[move] + self.key.count(move) != 1:
                yield "try", f"{move} is {counts[move]} times a try"
        for other in self.puzzle["tries"]:
            for move in filter(legal.__contains__, other["moves"]):
                if other["result"] != self.results[move]:
                    yield "try result", f"{move} reaches {self.results[move]}"
                yield from self._refutation(move, legal[move], other)

    def _refutation(self, move: str, scene: Scene, other: Mapping[str, Any]) -> Iterator[Fault]:
        ways = 0
        replied = False
        for played in other["refutation"]:
            results = {} if is_done(self.task, scene) else self.oracle.results(scene)
            if replied or played not in results:
                yield "refutation", f"{move}: {played} cannot follow"
                return
            best = self._best(scene, results)
            if played not in best:
                yield "refutation", f"{move}: {played} is not as good as {best}"
            replied = not self._mine(scene)
            ways = len(best) if replied else 0
            scene = following(self.task, scene)[played]
        if not replied and (other["refutation"] or not self._alone(scene)):
            yield "refutation", f"{move}: the reply of the opponent is missing"
        if other["ways"] != ways:
            yield "ways", f"{move}: there are {ways} replies as good, not {other['ways']}"

    def _alone(self, scene: Scene) -> bool:
        """Can it come to an end by best moves of the solver, with no move of an opponent?"""
        if self.kind in ("pack", "help") or is_done(self.task, scene):
            return True
        if not self._mine(scene):
            return False
        best = self._best(scene, self.oracle.results(scene))
        return any(self._alone(following(self.task, scene)[move]) for move in best)

    def _tree(
        self, scenes: Sequence[Scene], nodes: Sequence[Mapping[str, Any]] | None
    ) -> Iterator[Fault]:
        """The faults of nodes that are to be the continuation of every one of the scenes."""
        if nodes is None:
            return
        for scene in scenes:
            if is_done(self.task, scene):
                if nodes:
                    yield "tree end", f"{nodes[0]['moves']} after the end"
            elif not nodes:
                yield "tree end", "the solution ends where play goes on"
            else:
                yield from self._layer(scene, nodes)
        if any(is_done(self.task, scene) for scene in scenes):
            return
        for node in nodes:
            after = [
                found[move]
                for found in (following(self.task, scene) for scene in scenes)
                for move in node["moves"]
                if move in found
            ]
            yield from self._tree(after, node.get("next"))

    def _layer(self, scene: Scene, nodes: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
        """The faults of the moves written down for a scene."""
        results = self.oracle.results(scene)
        best = self._best(scene, results)
        sort = "answer" if self._mine(scene) else "defence"
        given = [(move, node["result"]) for node in nodes for move in node["moves"]]
        for move, result in given:
            if move not in results:
                yield sort, f"{move} is illegal"
            elif results[move] != result:
                yield "tree result", f"{move} reaches {results[move]}, not {result}"
            if sort == "answer" and move not in best:
                yield "answer", f"{move} is not as good as {best}"
        if sort == "answer" and len(given) != 1:
            yield "answer", f"{len(given)} answers"
        if sort == "defence" and sorted(move for move, _ in given) != sorted(results):
            yield "defence", f"{given} are not all of {sorted(results)}, each once"

    def _line(self) -> Iterator[Fault]:
        puzzle, scene, duals = self.puzzle, self.root, 0
        nodes: Sequence[Mapping[str, Any]] | None = [puzzle["solution"]]
        if puzzle["line"][:1] != self.key[:1]:
            yield "line", "it does not begin with the key"
        for ply, move in enumerate(puzzle["line"]):
            if is_done(self.task, scene):
                yield "line", f"{move} comes after the end"
                return
            results = self.oracle.results(scene)
            if move not in results:
                yield "line", f"{move} is illegal"
                return
            best = self._best(scene, results)
            if move not in best:
                yield "line", f"{move} is not as good as {best}"
            if ply and self._mine(scene) and self.kind != "pack":
                duals += len(plain_sameness.classes(scene.game, best, self.last)) - 1
            node = next((node for node in nodes or () if move in node["moves"]), None)
            if node is None:
                yield "line", f"{move} is not in the solution"
            nodes = node and node.get("next")
            scene = following(self.task, scene)[move]
        if not self._settled(scene):
            yield "line", "it stops where play goes on"
        elif puzzle["duals"] != duals:
            yield "duals", f"there are {duals}, not {puzzle['duals']}"

    def _settled(self, scene: Scene) -> bool:
        """Is there nothing left that could go wrong? In ``save`` that may be before the end."""
        if is_done(self.task, scene):
            return True
        if self.kind != "save":
            return False
        if self._mine(scene):
            return set(self.oracle.results(scene).values()) == {None}
        return all(
            is_done(self.task, after) or (self._mine(after) and self._settled(after))
            for after in following(self.task, scene).values()
        )


def faults(puzzle: Mapping[str, Any], limit: int | None = None) -> list[Fault]:
    """All that is wrong with the puzzle, by play; [] where it is sound."""
    found = list(_form(puzzle))
    if found:
        return found
    found = list(_position(puzzle["spn"]))
    if found:
        return found
    # Labels are of a puzzle that is sound otherwise: with moves that are illegal there are none.
    return list(Checker(puzzle, limit).faults()) or list(_labels(puzzle))


def _form(puzzle: Mapping[str, Any]) -> Iterator[Fault]:
    kind, goal = puzzle.get("kind"), puzzle.get("goal")
    if kind not in ("ten", "save", "win", "best", "pack", "help"):
        yield "form", f"no such kind: {kind}"
        return
    if (goal is not None) != (kind in KINDS_WITH_TENS):
        yield "form", f"goal of {kind}: {goal}"
        return
    game = reference.read(puzzle["spn"])
    if game.mover is None:
        yield "form", "the game has ended"
    elif goal is not None:
        side = PLAYERS.index(goal["side"])
        if (kind == "ten" and side != game.mover) or (kind == "save" and side == game.mover):
            yield "form", f"in {kind} {goal['side']} wants no tens"
        if goal["tens"] < 1 or not len(game.floors) <= goal["level"] <= game.top:
            yield "form", f"impossible goal: {goal}"


def _position(spn: str) -> Iterator[Fault]:
    if len(reference.read(spn).board) <= SMALL_BOARD:
        with suppress(reference.TooLargeError):
            if not _played(spn):
                yield "position", "no legal game comes to it"
            return
    # Too many games: the only question of play that is not answered by brute force.
    try:
        if not reachable(parse_spn(spn)).reachable:
            yield "position", "no legal game is known to come to it"
    except PositionError as error:
        yield "position", str(error)


@cache
def _played(spn: str) -> bool:
    return plain_reach.reachable(spn, REACH_LIMIT)


def _labels(puzzle: Mapping[str, Any]) -> Iterator[Fault]:
    """What follows from the rest by definition, as the package defines it."""
    wanted = relabelled(puzzle)
    for field in ("rating", "themes", "id"):
        if puzzle[field] != wanted[field]:
            yield field, f"it is {wanted[field]}, not {puzzle[field]}"
