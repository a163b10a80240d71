"""A game analysed by plain recursion: what `steppe_solver.analysis` must say where all is exact.

Values are those of `reference`, which shares no code with the package; so are the moves that keep
them. The rest is counted here once more, each figure by its definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import reference
from variants import POLICIES, random_game, random_rules

from steppe_solver.notation import GameRecord, format_spn
from steppe_solver.position import Position, Rules


class PlainPly(NamedTuple):
    """The value before and after a move, and the value after every legal move."""

    before: int
    after: int
    moves: dict[str, int]


class PlainAnalysis(NamedTuple):
    """The plies and the value at the end; ``decided_at`` and ``open_until`` as documented."""

    plies: list[PlainPly]
    final: int
    decided_at: int | None
    open_until: int | None


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def plain_analysis(record: GameRecord, limit: int) -> PlainAnalysis:
    """Everything about the game; TooLargeError once more than ``limit`` positions have been met."""
    known: dict[reference.Game, int] = {}
    plies = []
    for position, after in pairwise(record.positions()):
        game = reference.read(format_spn(position))
        reached = reference.successors(game)
        moves = {move: reference.minimax(game, known, limit) for move, game in reached.items()}
        value = reference.minimax(reference.read(format_spn(after)), known, limit)
        plies.append(PlainPly(reference.minimax(game, known, limit), value, moves))
    final = reference.minimax(reference.read(format_spn(record.final)), known, limit)
    results = [sign(ply.before) for ply in plies] + [sign(final)]
    constant = [k for k in range(len(plies)) if len(set(results[k:])) == 1]
    undecided = [
        number
        for number, ply in enumerate(plies, 1)
        if any(sign(value) != sign(ply.before) for value in ply.moves.values())
    ]
    return PlainAnalysis(
        plies,
        final,
        constant[0] + 1 if constant else None,
        max(undecided, default=0) if record.final.is_over else None,
    )


def record_of(game: Sequence[Position]) -> GameRecord:
    """The record of a game given by its positions."""
    moves = [
        next(move for move in before.legal_moves() if before.play(move) == after)
        for before, after in pairwise(game)
    ]
    return GameRecord((), game[0], tuple(moves))


def small_games(seed: int, count: int, reach: int) -> list[tuple[GameRecord, PlainAnalysis]]:
    """Games of small variants that can be analysed within reach, some broken off.

    Most finished ones are left out in which nobody ever had a choice of result.
    """
    rng = Random(seed)
    found: list[tuple[GameRecord, PlainAnalysis]] = []
    while len(found) < count:
        rules: Rules = random_rules(rng, cells=rng.choice((4, 6, 9, 12)), side=5)
        game = random_game(rng, rules, rng.choice(tuple(POLICIES.values())))
        if rng.random() < 0.2:
            game = game[: rng.randint(1, len(game))]
        record = record_of(game)
        try:
            plain = plain_analysis(record, reach)
        except reference.TooLargeError:
            continue
        if plain.open_until != 0 or rng.random() < 0.2:
            found.append((record, plain))
    return found
