"""Seeded material for the tests: rules of every shape, random games, and varied self-play.

Every function takes a ``random.Random`` or a seed, so that a failing case can be made again.
The self-play generators run on for ever: take what you need with ``itertools.islice``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from steppe_solver.position import Cell, Color, Edition, Move, Position, Reserve, Rules, Tile

Policy = Callable[[Position, Sequence[Move], Random], Move]
"""Chooses one of the legal moves."""


def random_reserve(rng: Random, area: int) -> Reserve:
    """A reserve for about ``area`` cells a player: balanced, of few kinds, too small or none."""
    style = rng.choice(("balanced",) * 5 + ("few kinds", "tiny", "tiny", "plenty", "none"))
    if style == "none":
        return Reserve(0, 0, 0, 0)
    if style == "plenty":
        return Reserve(15, 5, 3, 3)
    if style == "tiny":
        return Reserve(*(rng.randint(0, 2) for _ in range(4)))
    tens, fives = rng.randint(0, area // 4), rng.randint(0, area // 3)
    neutrals = rng.choice((0, 0, 1, 2))
    counts = [max(0, area - 3 * tens - 2 * fives - neutrals), fives, tens, neutrals]
    if style == "few kinds":
        counts = [count * rng.randint(0, 1) for count in counts]
    return Reserve(*counts)


def random_rules(rng: Random, *, cells: int = 16, side: int = 4, levels: int = 4) -> Rules:
    """Rules for a board of at most so many cells, sides and levels; anything else may be odd."""
    width = rng.randint(1, side)
    height = rng.randint(1, min(side, max(1, cells // width)))
    top = rng.randint(1, levels)
    board = [Cell(column, row) for row in range(height) for column in range(width)]
    neutral = rng.choice((0, 0, 0, 1, 1, 2, 3, rng.randint(0, len(board))))
    return Rules(
        width=width,
        height=height,
        levels=top,
        reserve=random_reserve(rng, (len(board) * top + 1) // 2),
        start=frozenset(rng.sample(board, min(neutral, len(board)))),
        edition=rng.choice(tuple(Edition)),
    )


def random_game(rng: Random, rules: Rules, policy: Policy | None = None) -> list[Position]:
    """Every position of a game in which ``policy`` (else chance) chooses, from start to end."""
    choose = policy or uniform
    positions = [Position.start(rules)]
    while not positions[-1].is_over:
        moves = positions[-1].legal_moves()
        positions.append(positions[-1].play(choose(positions[-1], moves, rng)))
    return positions


def near_end(rng: Random, rules: Rules, plies: int) -> Position:
    """The position that was ``plies`` moves before the end of a random game, or its start."""
    game = random_game(rng, rules)
    return game[max(0, len(game) - 1 - plies)]


def uniform(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """Any move, all alike."""
    return rng.choice(moves)


def by_kind(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """First a kind of tile, then a place for it: more large and neutral tiles than uniform play."""
    tile = rng.choice(sorted({move.tile for move in moves}, key=lambda tile: tile.symbol))
    return rng.choice([move for move in moves if move.tile is tile])


def greedy(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A tile of the highest face."""
    return _highest(moves, rng, lambda move: move.tile.face)


def ones_first(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A one while there is one: the large tiles stay for the upper levels."""
    return _highest(moves, rng, lambda move: move.tile is Tile.ONE)


def neutral_first(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A neutral tile while there is one, then anything."""
    return _highest(moves, rng, lambda move: move.tile is Tile.NEUTRAL)


def cluster(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A one, five or ten that touches the most cells of its owner, ones preferred."""
    assert position.mover is not None
    mine = {
        cell
        for column in range(position.rules.width)
        for row in range(position.rules.height)
        if position.owner(cell := Cell(column, row)) is position.mover
    }

    def contacts(move: Move) -> float:
        if move.tile is Tile.NEUTRAL:
            return -1
        around = {
            (cell.column + dx, cell.row + dy)
            for cell in move.cells
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        return len(around & mine) / move.tile.length

    return _highest(moves, rng, contacts)


def _highest(moves: Sequence[Move], rng: Random, merit: Callable[[Move], float]) -> Move:
    top = max(map(merit, moves))
    return rng.choice([move for move in moves if merit(move) == top])


PURE_POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "kind": by_kind,
    "greedy": greedy,
    "ones": ones_first,
    "neutral": neutral_first,
    "cluster": cluster,
}


def mixed(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """What another policy, drawn anew for every ply, would play."""
    return rng.choice(tuple(PURE_POLICIES.values()))(position, moves, rng)


POLICIES: dict[str, Policy] = {**PURE_POLICIES, "mixed": mixed}


def self_play(rng: Random, rules: Rules | None = None) -> Iterator[Position]:
    """Every position, as it comes, of a game between two policies drawn by chance."""
    red, blue = (rng.choice(tuple(POLICIES.values())) for _ in range(2))
    position = Position.start(rules)
    yield position
    while not position.is_over:
        choose = red if position.mover is Color.RED else blue
        position = position.play(choose(position, position.legal_moves(), rng))
        yield position


def level3_starts(seed: int, rules: Rules | None = None) -> Iterator[Position]:
    """Starts of level 3 over a level 2 without holes (25 open cells), from varied self-play."""
    rng = Random(seed)
    while True:
        for position in self_play(rng, rules):
            if position.level == 3:
                if not position.is_over and None not in position.levels[1]:
                    yield position
                break


def level2_positions(seed: int, empty: int, rules: Rules | None = None) -> Iterator[Position]:
    """Positions on level 2 with ``empty`` cells left to fill, from varied self-play."""
    rng = Random(seed)
    while True:
        for position in self_play(rng, rules):
            if position.level == 2 and position.levels[1].count(None) <= empty:
                if position.levels[1].count(None) == empty:
                    yield position
                break
            if position.level > 2:
                break
