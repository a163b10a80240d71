"""Asking `steppe tilings` in tests, and laying on a position what it answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from command import objects, run
from layings import Laid

from steppe_solver.notation import parse_move
from steppe_solver.position import PLAYERS, Color, Position, Tile
from steppe_solver.tiling.question import Placement

FIELDS = ["spn", "name", "feasible", "count", "max", "tiling", "reasons"]
"""The fields of an answer to a question, in order."""

OWNERS = {"red": Color.RED, "blue": Color.BLUE, "neutral": Color.NEUTRAL}


def asked(*arguments: object, code: int = 0) -> list[dict[str, Any]]:
    """The answers in JSON of a run that ends with the code."""
    result = run("tilings", *arguments, "--format", "json")
    assert result.exit_code == code, result.output
    return objects(result.stdout)


def laid(position: Position, tiling: dict[str, dict[str, list[str]]]) -> Laid:
    """The placements that the object tells, each move written as the notation wants it."""
    found = []
    for number, owners in tiling.items():
        assert list(owners) == list(OWNERS)
        for name, moves in owners.items():
            for text in moves:
                move = parse_move(text, position)
                assert (move.tile is Tile.NEUTRAL) == (name == "neutral")
                found.append(Placement(int(number), OWNERS[name], move))
    assert len(set(found)) == len(found)
    return frozenset(found)


def with_tiles(position: Position, placements: Laid) -> Position:
    """The position with the tiles laid, level by level, by the rules but for the turns."""
    for placement in sorted(placements, key=lambda p: p.level):
        color = placement.owner
        if color is Color.NEUTRAL:
            color = next(c for c in PLAYERS if position.reserve(c).neutrals)
        assert position.level == placement.level
        position = replace(position, mover=color).play(placement.move)
    return position


def gained(before: Position, after: Position) -> list[int]:
    """The points that each player has more."""
    return [new - old for old, new in zip(before.score, after.score, strict=True)]
