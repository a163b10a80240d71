"""Games of small boards on which there are tens to be had, seeded: material for puzzles."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from variants import POLICIES

from steppe_solver.position import PLAYERS, Cell, Position, Reserve, Rules

BOARDS = ((3, 1), (5, 1), (3, 2), (4, 2), (5, 2), (3, 3), (3, 4), (4, 3), (5, 3), (4, 4))


def rules_with_tens(rng: Random, boards: tuple[tuple[int, int], ...] = BOARDS) -> Rules:
    """Rules for a small board of one to three levels, with tens and not too many ones."""
    width, height = rng.choice(boards)
    room = width * height
    reserve = Reserve(
        rng.choice((1, 2, 3, room // 2, room)),
        rng.choice((0, 1, 1 + room // 5)),
        rng.randint(1, 4),
        rng.choice((0, 0, 1, 1, 2)),
    )
    board = [Cell(column, row) for row in range(height) for column in range(width)]
    start = rng.sample(board, rng.choice((0, 1, 1, rng.randint(0, room // 2))))
    return Rules(width, height, rng.choice((1, 2, 2, 3)), reserve, frozenset(start))


def game_between(rng: Random, rules: Rules) -> list[Position]:
    """Every position of a game between two policies drawn by chance, the end left out."""
    red, blue = (rng.choice(tuple(POLICIES.values())) for _ in range(2))
    game = [Position.start(rules)]
    while not game[-1].is_over:
        position = game[-1]
        choose = red if position.mover is PLAYERS[0] else blue
        game.append(position.play(choose(position, position.legal_moves(), rng)))
    return game[:-1]


def tens_laid(game: list[Position]) -> list[tuple[int, int, int]]:
    """For every ten laid in the game: how many moves came before, whose it is, on which level."""
    found = []
    for ply, (before, after) in enumerate(pairwise(game)):
        assert before.mover is not None
        if before.reserve(before.mover).tens > after.reserve(before.mover).tens:
            found.append((ply, before.mover.index, before.level))
    return found
