"""The slow oracle against the rules in Python and against known values."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import reference
from known import rows
from variants import random_game, random_rules, self_play

from steppe_solver.notation import format_move, format_spn
from steppe_solver.position import Position, Reserve, Rules
from steppe_solver.position import perft as python_perft

STANDARD_REACH, VARIANT_REACH = 400, 10_000
"""Positions the oracle may meet for one known value: on the whole board, and on smaller ones."""

HOPELESS = 1_000
"""What took the C++ search that made the data more positions than this is not even tried."""


def facts(spn: str) -> list[str]:
    """Board, mover, reserves and score of a line, without the words that only name the variant."""
    return spn.split()[:5]


def check(position: Position, depth: int) -> int:
    """Compare moves, successors and move counts with the oracle; how many moves there were."""
    spn = format_spn(position)
    moves = {format_move(move): move for move in position.legal_moves()}
    assert reference.legal_moves(spn) == sorted(moves)
    for name, move in moves.items():
        assert facts(reference.play(spn, name)) == facts(format_spn(position.play(move)))
    assert reference.perft(spn, depth) == python_perft(position, depth)
    return len(moves)


@pytest.mark.parametrize("seed", range(40))
def test_the_rules_agree_in_variants(seed: int) -> None:
    """Along random games on boards from 1 x 1 to 5 x 5 with odd reserves both rules agree."""
    rng = Random(seed)
    moves = 0
    for _ in range(10):
        side = rng.choice((4, 4, 4, 5))
        for position in random_game(rng, random_rules(rng, cells=side * side, side=side)):
            moves += check(position, depth=2 if len(position.legal_moves()) < 12 else 1)
    assert moves > 50


@pytest.mark.parametrize("seed", range(4))
def test_the_rules_agree_in_the_standard_game(seed: int) -> None:
    """Along games of self-play with the standard material both rules agree."""
    for position in self_play(Random(seed)):
        check(position, depth=1)


@pytest.mark.parametrize(
    ("rules", "depth"),
    [
        (Rules(3, 3, 2, Reserve(3, 1, 1, 0), frozenset()), 4),
        (Rules(2, 2, 3, Reserve(2, 1, 0, 1), frozenset()), 6),
        (Rules(5, 1, 3, Reserve(1, 2, 1, 1), frozenset()), 6),
        (Rules(4, 1, 4, Reserve(0, 2, 1, 1), frozenset()), 7),
    ],
    ids=str,
)
def test_the_rules_agree_deeply(rules: Rules, depth: int) -> None:
    """From the first move through handovers and ends both rules count the same sequences."""
    start = Position.start(rules)
    for plies in range(depth + 1):
        assert reference.perft(format_spn(start), plies) == python_perft(start, plies)


def test_the_known_counts() -> None:
    """The oracle finds the known move counts up to twenty thousand sequences."""
    for row in rows("perft"):
        if row["nodes"] <= 20_000:
            assert reference.perft(row["spn"], row["depth"]) == row["nodes"]


def test_the_known_values() -> None:
    """Wherever the oracle comes to an end, value, best moves and number of moves are as known."""
    answered: Counter[str] = Counter()
    for row in rows("values"):
        category = row["category"]
        if row["oracle_nodes"] > HOPELESS:
            continue
        limit = VARIANT_REACH if category.startswith("variant") else STANDARD_REACH
        try:
            values = reference.move_values(row["spn"], limit)
        except reference.TooLargeError:
            continue
        value = reference.value(row["spn"])
        assert value == row["value"], row
        assert (value > 0) - (value < 0) == row["outcome"]
        assert {move for move in values if values[move] == value} == set(row["best_moves"]), row
        assert len(values) == row["n_legal"]
        answered[category] += 1
    assert answered["variant_start"] >= 8
    assert answered.total() >= 90
    assert len(answered) >= 11


def test_the_oracle_says_when_it_gives_up() -> None:
    """Beyond its limit the oracle raises, for a value and for the values of the moves."""
    spn = format_spn(Position.start())
    with pytest.raises(reference.TooLargeError):
        reference.value(spn, limit=10)
    with pytest.raises(reference.TooLargeError):
        reference.move_values(spn, limit=10)
