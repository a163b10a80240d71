"""Whether a legal game comes to a position, by playing all games that could, over `reference`.

No cleverness: from the start on every move is played that lays what lies in the position in the
end. It shares no code with the package. Boards of a dozen cells are what it is for.
"""

from __future__ import annotations

from itertools import combinations

import reference
from reference import NEUTRAL, Game, TooLargeError

STANDARD = (15, 5, 3, 3)


def reachable(spn: str, limit: int | None = None) -> bool:
    """Does a legal game come to the position? TooLargeError beyond ``limit`` positions.

    The reserve at the start is what the line says, else the standard one; where the starting
    neutral cells are not told, all that could be are tried.
    """
    target = reference.read(spn)
    said = dict(word.split("=") for word in target.words if "=" in word)
    full = tuple(map(int, said["reserves"].split(","))) if "reserves" in said else STANDARD
    laid = [full[3] - hand[3] for hand in target.hands]
    neutrals = sorted(target.floors[0][NEUTRAL])
    if "start" in said:
        cells = [] if said["start"] == "-" else said["start"].split(",")
        starts = [frozenset(("abcdefgh".index(cell[0]), int(cell[1:]) - 1) for cell in cells)]
    else:
        number = sum(len(floor[NEUTRAL]) for floor in target.floors) - sum(laid)
        starts = [frozenset(found) for found in combinations(neutrals, max(number, 0))]
    return any(_played(target, full, start, limit) for start in starts)


def _played(
    target: Game, full: tuple[int, ...], start: frozenset[reference.Square], limit: int | None
) -> bool:
    bare = target._replace(
        floors=((frozenset(), frozenset(), start),), mover=0, hands=(full, full), points=(0, 0)
    )
    # The first player begins, if able: on the first level as after a tile of the second, on a new
    # one as after a tile of its own.
    able = any(True for who in (0, 1) for _ in reference.placements(bare, who))
    waiting = [reference.hand_on(bare, 1 if able else 0)]
    known = set(waiting)
    while waiting:
        game = waiting.pop()
        if game == target:
            return True
        for after in reference.successors(game).values():
            if after not in known and _towards(after, target):
                if limit is not None and len(known) >= limit:
                    raise TooLargeError
                known.add(after)
                waiting.append(after)
    return False


def _towards(game: Game, target: Game) -> bool:
    """Could tiles laid on top of this still give the target?"""
    if len(game.floors) > len(target.floors):
        return False
    below, top = target.floors[: len(game.floors) - 1], target.floors[len(game.floors) - 1]
    return (
        game.floors[:-1] == below
        and all(mine <= theirs for mine, theirs in zip(game.floors[-1], top, strict=True))
        and all(
            mine >= theirs
            for hand, wanted in zip(game.hands, target.hands, strict=True)
            for mine, theirs in zip(hand, wanted, strict=True)
        )
    )
