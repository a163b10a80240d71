"""Moves that count as the same, by the words of the definition, over `reference`.

Two moves do if they lay the same kind of tile and the same side is to move after them, with equal
views: below the last level that matters a view is the whole board, up to its turns and mirrors, on
the last one it is the regions of open squares, each up to turns, mirrors and shifts. It shares no
code with the package.
"""

from __future__ import annotations

from collections.abc import Iterable

import reference
from plain_trees import kind_of, ways_of_board
from reference import Game, Square

View = dict[Square, str]


def classes(before: Game, moves: Iterable[str], last: int) -> list[list[str]]:
    """The moves, gathered into classes that count as the same, up to level ``last``."""
    after = reference.successors(before)
    found: list[list[str]] = []
    for move in sorted(moves):
        for members in found:
            other = members[0]
            if kind_of(move) == kind_of(other) and same_game(after[move], after[other], last):
                members.append(move)
                break
        else:
            found.append([move])
    return found


def same_game(one: Game, other: Game, last: int) -> bool:
    """Do both leave the same game, up to level ``last``? Both follow the same position."""
    ended = [game.mover is None or len(game.floors) > last for game in (one, other)]
    if any(ended):
        return all(ended) and one.mover == other.mover
    if one.mover != other.mover or one.hands != other.hands or len(one.floors) != len(other.floors):
        return False
    if len(one.floors) < last:
        views = view(one), view(other)
        return any(
            all(views[0][square] == views[1][way(square)] for square in one.board)
            for way in ways_of_board(one.board)
        )
    left = regions(view(other))
    for region in regions(view(one)):
        match = next((other for other in left if congruent(region, other)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def view(game: Game) -> View:
    """What the rules look at: of an open square its support, of a filled one its owner."""

    def owner(level: int, square: Square) -> str:
        if level < 0:
            return "neutral"
        held = [who for who in range(3) if square in game.floors[level][who]]
        return ("first", "second", "neutral")[held[0]] if held else "nobody"

    top = len(game.floors) - 1
    taken = frozenset().union(*game.floors[top])
    return {
        square: f"owner {owner(top, square)}" if square in taken else owner(top - 1, square)
        for square in game.board
    }


def regions(seen: View) -> list[View]:
    """The connected regions of open squares over something."""
    still = {square for square, what in seen.items() if what in ("first", "second", "neutral")}
    found = []
    while still:
        region, border = set(), {min(still)}
        while border:
            region |= border
            still -= border
            border = {
                (x + dx, y + dy) for x, y in border for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            } & still
        found.append({square: seen[square] for square in region})
    return found


def congruent(one: View, other: View) -> bool:
    """Can one region be turned, mirrored and moved so that it becomes the other?"""
    if len(one) != len(other):
        return False
    corner = min(other)
    for across in (1, -1):
        for up in (1, -1):
            for swapped in (False, True):
                turned = {
                    (up * y, across * x) if swapped else (across * x, up * y): what
                    for (x, y), what in one.items()
                }
                low = min(turned)
                shifted = {
                    (x - low[0] + corner[0], y - low[1] + corner[1]): what
                    for (x, y), what in turned.items()
                }
                if shifted == other:
                    return True
    return False
