"""Does a game end in a position if some conditions are left out? Every order of play is tried.

Independent of the package's search: it plays tile by tile on whole positions. For small boards.
A condition is named as in a `Reason`: kind, level (or None), color (or None).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from turnless import placed, raised

from steppe_solver.position import PLAYERS, Color, Level, Position

Name = tuple[str, int | None, Color | None]


class Moment(NamedTuple):
    """A position without a mover, who comes first now, and who placed last on this level or below.

    Whoever comes first may be skipped.
    """

    position: Position
    first: Color
    last: Color


def game_exists(target: Position, dropped: Collection[Name] = ()) -> bool:
    """Is there such a game, the dropped conditions left out?"""
    bare = replace(Position.start(target.rules), mover=None)
    bare = replace(bare, levels=bare.levels[:1])
    firsts = PLAYERS if ("opener", 1, None) in dropped else (Color.RED,)
    waiting = [Moment(bare, first, first) for first in firsts]
    known = set(waiting)
    while waiting:
        moment = waiting.pop()
        if ends(moment, target, dropped):
            return True
        for after in following(moment, target, dropped):
            if after not in known:
                known.add(after)
                waiting.append(after)
    return False


def following(moment: Moment, target: Position, dropped: Collection[Name]) -> Iterator[Moment]:
    """One tile more, or the next level begun, as far as it agrees with the target's cells."""
    position = moment.position
    number = position.level
    goal = target.levels[number - 1]
    movers = [mover] if (mover := next_mover(moment)) else []
    if ("skip", number, None) in dropped:
        movers = list(PLAYERS)
    for color in movers:
        for _, after in placed(position, color):
            if all(now in (None, then) for now, then in zip(after.levels[-1], goal, strict=True)):
                yield Moment(after, color.opponent, color)
    if number < target.level and left_behind(position, goal, dropped):
        free = ("opener", number + 1, None) in dropped
        for first in PLAYERS if free else (moment.last,):
            yield Moment(raised(position), first, first)


def next_mover(moment: Moment) -> Color | None:
    """Who is to move on this level by the turn rule."""
    for color in (moment.first, moment.first.opponent):
        if moment.position.can_place(color):
            return color
    return None


def left_behind(position: Position, goal: Level, dropped: Collection[Name]) -> bool:
    """Is the level as it should be, and can nobody place who should not be able to?"""
    return position.levels[-1] == goal and not any(
        position.can_place(color) and ("complete", position.level, color) not in dropped
        for color in PLAYERS
    )


def ends(moment: Moment, target: Position, dropped: Collection[Name]) -> bool:
    """Is this the target, as far as the conditions left say?"""
    position = moment.position
    if position.levels != target.levels:
        return False
    if target.is_over:
        if not left_behind(position, target.levels[-1], dropped):
            return False
    elif (
        not {("turn", None, None), ("skip", target.level, None)} & set(dropped)
        and next_mover(moment) is not target.mover
    ):
        return False
    for color in PLAYERS:
        held, wanted = position.reserve(color), target.reserve(color)
        if held[:3] != wanted[:3] and ("tiles", None, color) not in dropped:
            return False
        if held.neutrals != wanted.neutrals and ("neutrals", None, None) not in dropped:
            return False
        points, right = position.score[color.index], target.score[color.index]
        if points != right and ("score", None, color) not in dropped:
            return False
    return True
