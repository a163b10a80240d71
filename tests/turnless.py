"""Positions that placements leave when nobody keeps to the turns, and those that play can reach.

The first are what `parse_spn` takes: consistent, but mostly not to be reached. Small boards are
listed in full, the standard game is drawn from by chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from variants import POLICIES

from steppe_solver.errors import PositionError
from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import PLAYERS, Color, Level, Move, Position, Rules, Tile


class TooManyError(Exception):
    """More positions than the caller wanted to wait for."""


def placed(position: Position, color: Color) -> Iterator[tuple[Move, Position]]:
    """Every tile that the player could lay, and the position with it; no turn passes."""
    rules, side = position.rules, color.index
    for move in position.placements(color):
        owner = Color.NEUTRAL if move.tile is Tile.NEUTRAL else color
        covers = {rules.index(cell) for cell in move.cells}
        level = tuple(owner if i in covers else old for i, old in enumerate(position.levels[-1]))
        reserves, score = list(position.reserves), list(position.score)
        reserves[side] = reserves[side].without(move.tile)
        score[side] += move.tile.face * position.level
        yield (
            move,
            replace(
                position,
                levels=(*position.levels[:-1], level),
                reserves=(reserves[0], reserves[1]),
                score=(score[0], score[1]),
            ),
        )


def raised(position: Position) -> Position:
    """The position with an empty level on top."""
    empty: Level = (None,) * len(position.levels[0])
    return replace(position, levels=(*position.levels, empty))


def with_movers(position: Position) -> Iterator[Position]:
    """The consistent positions among: either player to move, the game ended."""
    ended = position
    while ended.level < position.rules.levels:
        ended = raised(ended)
    for candidate in (
        *(replace(position, mover=color) for color in PLAYERS),
        replace(ended, mover=None),
    ):
        try:
            parsed = parse_spn(spn_of(candidate))
        except PositionError:
            continue
        assert parsed == candidate
        yield candidate


def spn_of(position: Position) -> str:
    """The position line with its starting cells written out."""
    line = format_spn(position)
    if " start=" not in line:
        words = line.split()
        start = ",".join(map(str, sorted(position.rules.start))) or "-"
        place = len(words) - ("dmr" in words)
        line = " ".join([*words[:place], f"start={start}", *words[place:]])
    return line


def consistent(rules: Rules, limit: int) -> set[Position]:
    """Every consistent position of the rules: levels may be left at any time, by anybody."""
    start = replace(Position.start(rules), mover=None)
    start = replace(start, levels=start.levels[:1])
    known, waiting = {start}, [start]
    found: set[Position] = set()
    while waiting:
        position = waiting.pop()
        found.update(with_movers(position))
        following = [after for color in PLAYERS for _, after in placed(position, color)]
        if position.level < rules.levels:
            following.append(raised(position))
        for after in following:
            if after not in known:
                known.add(after)
                waiting.append(after)
        if len(known) > limit:
            raise TooManyError
    return found


def played(rules: Rules, limit: int) -> set[Position]:
    """Every position that a legal game from the start comes to."""
    start = Position.start(rules)
    known, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        for move in position.legal_moves():
            after = position.play(move)
            if after not in known:
                known.add(after)
                waiting.append(after)
        if len(known) > limit:
            raise TooManyError
    return known


def turnless(rng: Random, rules: Rules | None = None) -> Position:
    """A consistent position by chance: levels are filled by two policies, turns by a coin.

    The coin may be loaded, and a level is left only where neither player can place. The position is
    taken at a random moment, with a random mover of those who can place.
    """
    rules = rules or Rules()
    policies = {color: rng.choice(tuple(POLICIES.values())) for color in PLAYERS}
    load = rng.choice((0.5, 0.5, 0.4, 0.25))
    position, seen = Position.start(rules), []
    while position.mover is not None:
        seen.append(position)
        able = [color for color in PLAYERS if position.can_place(color)]
        color = able[0] if len(able) == 1 else PLAYERS[rng.random() < load]
        mine = replace(position, mover=color)
        position = mine.play(policies[color](mine, mine.legal_moves(), rng))
    chosen = rng.choice([*seen, position])
    able = [color for color in PLAYERS if chosen.can_place(color)]
    return replace(chosen, mover=rng.choice(able)) if able else chosen
