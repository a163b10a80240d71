"""Puzzles as the JSON objects of their files, and back, without any check of what they say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from turnless import spn_of

from steppe_solver.goals import Goal
from steppe_solver.notation import format_move, parse_move, parse_spn
from steppe_solver.position import PLAYERS, Move, Position
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Source, Try
from steppe_solver.puzzle.rating import rate
from steppe_solver.puzzle.sameness import identity
from steppe_solver.puzzle.themes import find_themes

Json = dict[str, Any]
SIDES = ("red", "blue")


def to_json(puzzle: Puzzle) -> Json:
    """The JSON object of the puzzle, its fields in the order of the file format."""
    goal, key = puzzle.goal, list(map(format_move, puzzle.key))
    return {
        "id": puzzle.id,
        "kind": puzzle.kind.value,
        "name": puzzle.name,
        "spn": spn_of(puzzle.position),
        "goal": goal
        and {"side": SIDES[goal.attacker.index], "tens": goal.tens, "level": goal.level},
        "n": puzzle.n,
        "strict": puzzle.strict if puzzle.kind is Kind.TEN else None,
        "key": key[0],
        "same": key[1:],
        "result": puzzle.result,
        "gap": puzzle.gap,
        "tries": [
            {
                "moves": list(map(format_move, other.moves)),
                "result": other.result,
                "refutation": list(map(format_move, other.refutation)),
                "ways": other.ways,
            }
            for other in puzzle.tries
        ],
        "line": list(map(format_move, puzzle.line)),
        "duals": puzzle.duals,
        "solution": _node_to_json(puzzle.solution),
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
        "method": puzzle.source.method,
        "parent": puzzle.source.parent,
        "seed": puzzle.source.seed,
        "version": puzzle.source.version,
    }


def from_json(puzzle: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a JSON object. Raises ValueError for what cannot be read at all."""
    position, goal = parse_spn(puzzle["spn"]), puzzle["goal"]
    return Puzzle(
        id=puzzle["id"],
        kind=Kind(puzzle["kind"]),
        position=position,
        goal=goal and Goal(PLAYERS[SIDES.index(goal["side"])], goal["tens"], goal["level"]),
        n=puzzle["n"],
        key=_moves([puzzle["key"], *puzzle["same"]], position),
        tries=tuple(
            Try(
                _moves(other["moves"], position),
                other["result"],
                _moves(other["refutation"], position),
                other["ways"],
            )
            for other in puzzle["tries"]
        ),
        solution=_node(puzzle["solution"], position),
        line=_moves(puzzle["line"], position),
        duals=puzzle["duals"],
        rating=puzzle["rating"],
        themes=tuple(puzzle["themes"]),
        source=Source(*(puzzle[field] for field in ("method", "parent", "seed", "version"))),
        name=puzzle["name"],
    )


def relabelled(puzzle: Mapping[str, Any]) -> Json:
    """The JSON object with id, rating and themes as they follow from the rest."""
    read = from_json(puzzle)
    label = identity(read.kind, read.position, read.goal)
    read = replace(read, id=label, rating=1, themes=())
    return {
        **puzzle,
        "id": label,
        "rating": rate(read),
        "themes": list(find_themes(read)),
    }


def _moves(names: list[str], position: Position) -> tuple[Move, ...]:
    return tuple(parse_move(name, position) for name in names)


def _node_to_json(node: Node) -> Json:
    found: Json = {"moves": list(map(format_move, node.moves)), "result": node.result}
    if node.next is not None:
        found["next"] = [_node_to_json(child) for child in node.next]
    return found


def _node(node: Mapping[str, Any], position: Position) -> Node:
    following = node.get("next")
    return Node(
        _moves(node["moves"], position),
        node["result"],
        None if following is None else tuple(_node(child, position) for child in following),
    )
