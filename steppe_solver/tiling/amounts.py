"""How many tiles of each kind may lie on a level, by the reserves and the demands on numbers.

Coloured tiles are counted for each kind of `KINDS`. Neutral tiles lie there for both: Red has laid
some of them, Blue the others. If on each level l Red can have laid any number from a_l to b_l of
them, then over the levels together any number from sum a_l to sum b_l, since the sum takes every
whole value between; so two numbers are all that has to be kept of the lower levels.
"""

from __future__ import annotations

from typing import NamedTuple

from steppe_solver.position import PLAYERS, Color, Tile
from steppe_solver.tiling.question import Question

KINDS = tuple((color, tile) for color in PLAYERS for tile in (Tile.ONE, Tile.FIVE, Tile.TEN))
"""The kinds of coloured tiles, in the order in which they are counted."""


class Limits(NamedTuple):
    """How many tiles one level takes: at least and at most of each of `KINDS`, and of neutral ones.

    ``neutrals`` are the numbers allowed, in order; not always all between the least and the most.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    neutrals: tuple[int, ...]


class Spent(NamedTuple):
    """What the lower levels have taken: of each of `KINDS`, and neutral tiles.

    ``red`` are the least and the most of the neutral tiles that Red can have laid.
    """

    tiles: tuple[int, ...] = (0,) * len(KINDS)
    neutrals: int = 0
    red: tuple[int, int] = (0, 0)


def limits(question: Question, number: int, spent: Spent) -> Limits | None:
    """What the level may take when the lower ones have taken this; None where nothing is right.

    On the last level asked these are exact: just the layings within them meet the demands on
    numbers. On a lower level they are necessary: beyond them no upper level can make it good.
    """
    low, high = [], []
    numbers = question.numbers
    last, upper = number == numbers[-1], [level for level in numbers if level > number]
    for (color, tile), used in zip(KINDS, spent.tiles, strict=True):
        here = _range(question, color, tile, number)
        least, most = _range(question, color, tile, None)
        most = min(most, question.reserve(color).count(tile)) - used
        # What the levels above must have is not to be laid here.
        above = sum([_range(question, color, tile, level)[0] for level in upper])
        low.append(max(here[0], least - used if last else 0))
        high.append(min(here[1], most - above))
    neutrals = _neutrals(question, number, spent)
    if not neutrals or any(least > most for least, most in zip(low, high, strict=True)):
        return None
    return Limits(tuple(low), tuple(high), neutrals)


def spend(
    question: Question, number: int, spent: Spent, tiles: tuple[int, ...], neutrals: int
) -> Spent:
    """What has been taken once the level has taken these tiles, which are within its limits."""
    least, most = _red_share(question, number, neutrals)
    return Spent(
        tuple(map(sum, zip(spent.tiles, tiles, strict=True))),
        spent.neutrals + neutrals,
        (spent.red[0] + least, spent.red[1] + most),
    )


_ANY = 1 << 30


def _range(question: Question, color: Color, tile: Tile, level: int | None) -> tuple[int, int]:
    """The least and the most of these tiles by the demands on this level, or (None) on all."""
    least, most = 0, _ANY
    for need in question.needs:
        if (need.color, need.tile, need.level) == (color, tile, level):
            least = max(least, need.count)
            most = min(most, need.count) if need.exactly else most
    return least, most


def _red_share(question: Question, number: int, count: int) -> tuple[int, int]:
    """The least and the most of so many neutral tiles that Red can have laid on the level."""
    red, blue = (_range(question, color, Tile.NEUTRAL, number) for color in PLAYERS)
    return max(0, red[0], count - blue[1]), min(count, red[1], count - blue[0])


def _neutrals(question: Question, number: int, spent: Spent) -> tuple[int, ...]:
    """How many neutral tiles the level may take: those of which Red can have laid a right share."""
    (red_least, red_most), (blue_least, blue_most) = (
        _range(question, color, Tile.NEUTRAL, None) for color in PLAYERS
    )
    red_held, blue_held = (question.reserve(color).neutrals for color in PLAYERS)
    red_most, blue_most = min(red_most, red_held), min(blue_most, blue_held)
    if number != question.numbers[-1]:
        red_least = blue_least = 0
    found = []
    for count in range(red_held + blue_held - spent.neutrals + 1):
        least, most = _red_share(question, number, count)
        total = spent.neutrals + count
        from_least = max(spent.red[0] + least, total - blue_most, red_least)
        to_most = min(spent.red[1] + most, red_most, total - blue_least)
        if least <= most and from_least <= to_most:
            found.append(count)
    return tuple(found)
