"""Games between players of different temperaments, whose positions are candidates."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from steppe_solver.generator.players import PLAYERS_AT_HAND
from steppe_solver.position import Color, Move, Position, Rules


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to its end: the positions in which somebody was to move, and its name.

    The name follows from the moves: the same game has the same name, whoever finds it.
    """

    positions: tuple[Position, ...]
    name: str


def play_game(rules: Rules, rng: Random) -> PlayedGame:
    """A game between two players drawn by chance."""
    red, blue = rng.choice(PLAYERS_AT_HAND), rng.choice(PLAYERS_AT_HAND)
    position = Position.start(rules)
    positions: list[Position] = []
    moves: list[Move] = []
    while not position.is_over:
        positions.append(position)
        choose = red if position.mover is Color.RED else blue
        moves.append(choose(position, position.legal_moves(), rng))
        position = position.play(moves[-1])
    return PlayedGame(tuple(positions), _name(moves))


def _name(moves: Iterable[Move]) -> str:
    """``game-`` and twelve hexadecimal digits of a hash of the moves."""
    text = " ".join(map(str, moves))
    return f"game-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
