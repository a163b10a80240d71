"""The native rules against the known move counts and against the rules in Python."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from known import rows
from variants import random_game, random_rules, self_play

from steppe_solver.errors import UnsupportedError
from steppe_solver.notation import parse_spn
from steppe_solver.position import Position, Reserve, Rules
from steppe_solver.position import perft as python_perft
from steppe_solver.solver import perft

HUGE = 5_000_000
"""Known counts beyond this take the native rules a moment and are left to the slow run."""


def check_everywhere(position: Position, sequences: int) -> None:
    """Compare the two rules at growing depth until there are more than so many sequences."""
    for depth in range(6):
        count = python_perft(position, depth)
        assert perft(position, depth) == count, (position, depth)
        if count > sequences or count == 0:
            break


@pytest.mark.parametrize(
    "row", [row for row in rows("perft") if row["nodes"] <= HUGE], ids=lambda row: row["nodes"]
)
def test_native_counts_what_is_known(row: dict[str, Any]) -> None:
    """The native rules find the known number of move sequences."""
    assert perft(parse_spn(row["spn"]), row["depth"]) == row["nodes"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", [row for row in rows("perft") if row["nodes"] > HUGE], ids=lambda row: row["nodes"]
)
def test_native_counts_the_large_ones(row: dict[str, Any]) -> None:
    """The native rules find the known number of move sequences where these are many."""
    assert perft(parse_spn(row["spn"]), row["depth"]) == row["nodes"]


@pytest.mark.parametrize("seed", range(40))
def test_native_agrees_in_the_standard_game(seed: int) -> None:
    """Along a game of self-play both rules know the same moves and successors."""
    for position in self_play(Random(seed)):
        check_everywhere(position, sequences=60)


@pytest.mark.parametrize("seed", range(60))
def test_native_agrees_in_variants(seed: int) -> None:
    """Along random games of variants of all shapes both rules agree on moves and successors."""
    rng = Random(seed)
    for _ in range(10):
        for position in random_game(rng, random_rules(rng, cells=25, side=5, levels=5)):
            check_everywhere(position, sequences=30)


def test_native_agrees_on_each_successor() -> None:
    """Move by move, not only in sum, what follows a move is counted alike."""
    rng = Random(1)
    for _ in range(40):
        position = rng.choice(random_game(rng, random_rules(rng, cells=16)))
        for move in position.legal_moves():
            after = position.play(move)
            assert [perft(after, depth) for depth in (1, 2)] == [
                python_perft(after, depth) for depth in (1, 2)
            ]


def test_native_takes_more_tiles_than_cells() -> None:
    """Reserves beyond what the board can hold count as what it can hold."""
    rules = Rules(3, 2, 2, Reserve(10_000, 300, 200, 70_000), frozenset())
    position = Position.start(rules)
    fitting = replace(position, reserves=(Reserve(12, 6, 4, 12),) * 2)
    for depth in range(4):
        assert perft(position, depth) == python_perft(fitting, depth)


@pytest.mark.parametrize(("width", "height"), [(6, 1), (1, 6), (8, 8)])
def test_larger_boards_are_declined(width: int, height: int) -> None:
    """The native rules say so where a side is longer than 5, and Python goes on."""
    position = Position.start(Rules(width, height, start=frozenset()))
    assert python_perft(position, 1) > 0
    with pytest.raises(UnsupportedError, match=f"{width} x {height}"):
        perft(position, 1)
