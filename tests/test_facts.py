"""The facts that follow from the rules, checked over played games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from variants import near_end, random_game, random_rules, self_play

from steppe_solver.position import PLAYERS, Color, Position, Rules, Tile, perft


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def best(position: Position, goal: Callable[[int], int]) -> int:
    """What both players reach who play for ``goal`` of the final margin."""
    if position.is_over:
        return goal(position.margin)
    return max_or_min(position)(best(position.play(move), goal) for move in position.legal_moves())


def max_or_min(position: Position) -> Callable[..., int]:
    """How the mover chooses: the first player the highest, the second the lowest."""
    return max if position.mover is Color.RED else min


def test_the_outcome_is_the_sign_of_the_value() -> None:
    """Playing for the sign reaches the sign of the value; more moves may keep it, never fewer."""
    rng = Random(1)
    more = 0
    for _ in range(300):
        position = near_end(rng, random_rules(rng, cells=9), plies=4)
        if position.is_over or perft(position, 2) > 20:
            continue
        after = {move: position.play(move) for move in position.legal_moves()}
        margins = {move: best(then, lambda margin: margin) for move, then in after.items()}
        outcomes = {move: best(then, sign) for move, then in after.items()}
        value, outcome = (max_or_min(position)(found.values()) for found in (margins, outcomes))
        assert outcome == sign(value)
        keep_value = {move for move in after if margins[move] == value}
        keep_outcome = {move for move in after if outcomes[move] == outcome}
        assert keep_value <= keep_outcome
        more += keep_value < keep_outcome
    assert more > 20


@pytest.mark.parametrize("seed", range(60))
def test_level_1_of_the_standard_game(seed: int) -> None:
    """No skip, no hole, 24 - F - 2T plies; Red starts level 2 exactly when F is odd."""
    rng = Random(seed)
    game = list(self_play(rng))
    level_1 = [position for position in game if position.level == 1]
    handover = game[len(level_1)]
    assert [position.mover for position in level_1] == [
        PLAYERS[ply % 2] for ply in range(len(level_1))
    ]
    assert None not in handover.levels[0]
    used = {
        tile: sum(Rules().reserve.count(tile) - held.count(tile) for held in handover.reserves)
        for tile in (Tile.FIVE, Tile.TEN)
    }
    assert len(level_1) == 24 - used[Tile.FIVE] - 2 * used[Tile.TEN]
    assert (handover.mover is Color.RED) == (used[Tile.FIVE] % 2 == 1)


def test_owners_on_the_last_level_do_not_matter() -> None:
    """Recolouring the filled cells of the last level leaves the moves, now and three plies on."""
    rng = Random(2)
    recoloured = 0
    for _ in range(300):
        position = near_end(rng, random_rules(rng, cells=12), plies=5)
        if position.is_over or position.level < position.rules.levels:
            continue
        other = tuple(owner and rng.choice(tuple(Color)) for owner in position.levels[-1])
        changed = replace(position, levels=(*position.levels[:-1], other))
        assert changed.legal_moves() == position.legal_moves()
        assert perft(changed, 3) == perft(position, 3)
        recoloured += changed != position
    assert recoloured > 50


def test_what_a_hole_tells() -> None:
    """Nobody had a neutral tile left for a hole over tiles, nor Red a one for a hole over Red."""
    rng = Random(3)
    holes = 0
    for number in range(300):
        rules = Rules() if number % 10 == 0 else random_rules(rng, cells=12)
        game = random_game(rng, rules)
        for before, now in pairwise(game):
            if now.level == before.level and not now.is_over:
                continue
            done = replace(now, levels=now.levels[: before.level])
            for index, owner in enumerate(done.levels[-1]):
                below = done.support(index)
                if owner is not None or below is None:
                    continue
                holes += 1
                assert [held.neutrals for held in now.reserves] == [0, 0]
                for color in PLAYERS if below is Color.NEUTRAL else (below,):
                    assert now.reserve(color).ones == 0
    assert holes > 300
