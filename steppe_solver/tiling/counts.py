"""How many tiles of each kind can lie on each level, by arithmetic alone.

Every laying has counts: so many tens, fives and ones on each level, of the players whose points are
asked (the *side*). What arithmetic rules out, no laying has; about what it allows a SAT solver is
asked. The conditions, all necessary (a = area and e = ends that need support, both of the side on a
level; n = neutral tiles and r = other tiles there; open = cells that can be covered):

1. Reserves: over all levels, no more of a kind than is held.
2. Area: a <= open, and a + n + r = open on a full level. All n together are at most the neutral
   tiles in hand, all r together at most the area of the other player's tiles.
3. Ends on the level being filled stand on distinct cells that their player may use.
4. Ends on a level above stand on distinct cells that are, one level below, their player's own or
   neutral: e <= a + n of the level below, where what lies there already counts too.

By 4 a level needs at least need = e above - a neutral tiles; by 2 these fit into its
gap, open - a; all needs together are neutral tiles in hand; and all gaps of full levels together
are filled by neutral tiles and the other player's. These three tests also suffice for such n and
r to exist, so nothing would be gained by looking for them. Where the tiles of both players are
counted together, each pair of levels must also allow to share them out (`shares`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from steppe_solver.position import PLAYERS, Color, Tile
from steppe_solver.stopping import Stop, StoppedError
from steppe_solver.tiling.encoding import COLOURED, Encoding
from steppe_solver.tiling.floor import Floor
from steppe_solver.tiling.shares import Shares

_NODES = 500
"""Steps of the search between two looks at ``stop``, beside those at complete counts."""


class Kind(NamedTuple):
    """Tiles that are counted together: whose, on which level (by index), and which."""

    players: tuple[Color, ...]
    storey: int
    tile: Tile


Counts = tuple[int, ...]
"""A number for every kind, in the order of `Arithmetic.kinds`."""


class Arithmetic:
    """The counts that arithmetic allows for a side, the best first.

    ``groups`` are the players of the side, those together whose tiles are counted together.
    ``kinds`` and ``variables`` (which count each kind's tiles) and ``most`` (a bound on each) are
    parallel: tens before fives before ones, and of a kind of tile the highest level first, because
    that is where it is worth most.
    """

    def __init__(self, encoding: Encoding, groups: Sequence[tuple[Color, ...]]) -> None:
        question = encoding.question
        layout, levels = question.layout, question.numbers
        players = [color for group in groups for color in group]
        others = [color for color in question.players if color not in players]
        floors = [Floor(layout, level) for level in levels]
        cells, lying = range(len(layout.levels[-1])), layout.levels[-1]

        self._open = [sum(cell not in floor.closed for cell in cells) for floor in floors]
        self._full = [question.is_full(level) for level in levels]
        self._neutral = sum(question.reserve(color).neutrals for color in PLAYERS)
        self._others_area = sum(
            question.reserve(color).count(tile) * tile.length
            for color in others
            for tile in COLOURED
        )
        self._lying = sum(lying.count(color) for color in (*players, Color.NEUTRAL))
        self._footing = {
            group: sum(
                cell not in floors[0].closed
                and any(cell not in floors[0].barred[color] for color in group)
                for cell in cells
            )
            for group in groups
        }
        self.kinds = [
            Kind(group, storey, tile)
            for tile in COLOURED
            for storey in reversed(range(len(levels)))
            for group in groups
        ]
        self.variables = [
            [v for color in group for v in encoding.count_of(levels[storey], color, tile)]
            for group, storey, tile in self.kinds
        ]
        self._stock = {
            (group, tile): sum(question.reserve(color).count(tile) for color in group)
            for group in groups
            for tile in COLOURED
        }
        self.most = [
            min(self._stock[kind.players, kind.tile], len(variables), self._room(kind))
            for kind, variables in zip(self.kinds, self.variables, strict=True)
        ]
        self._worth = [levels[kind.storey] * kind.tile.face for kind in self.kinds]
        self._refuted: list[list[list[tuple[int, int]]]] = [[] for _ in self.kinds]
        together = len(groups) == 1 and len(players) == 2
        self._shares = [Shares(question, k) for k in range(len(levels) - 1)] if together else []

    def _room(self, kind: Kind) -> int:
        return self._open[kind.storey] // kind.tile.length

    def refute(self, bound: Iterable[tuple[int, int]]) -> None:
        """Leave out all counts that reach all of these numbers: (index of the kind, number)."""
        numbers = list(bound)
        self._refuted[max(place for place, _ in numbers)].append(numbers)

    def ceiling(self) -> int:
        """A number of points that no counts exceed."""
        return self._at_most(0, self._stock, self._open)

    def best(self, ceiling: int, stop: Stop) -> tuple[int, Counts] | None:
        """The most points that allowed counts give, and such counts; None if nothing is allowed.

        ``ceiling`` is a number of points that is known not to be exceeded. The search is depth
        first and is cut off where what was found can at best be equalled. Raises StoppedError.
        """
        counts = [0] * len(self.kinds)
        left, room = dict(self._stock), list(self._open)
        best_points = -1
        best_counts: Counts | None = None
        looked = 0

        def descend(place: int, points: int) -> None:
            nonlocal best_points, best_counts, looked
            looked += 1
            if (place == len(counts) or not looked % _NODES) and stop():
                raise StoppedError
            if points + self._at_most(place, left, room) <= best_points:
                return
            if place == len(counts):
                if self._allowed(counts):
                    best_points, best_counts = points, tuple(counts)
                return
            group, storey, tile = self.kinds[place]
            limit = min(self.most[place], left[group, tile], room[storey] // tile.length)
            for number in range(limit, -1, -1):
                counts[place] = number
                if self._is_refuted(place, counts):
                    continue
                left[group, tile] -= number
                room[storey] -= number * tile.length
                descend(place + 1, points + number * self._worth[place])
                left[group, tile] += number
                room[storey] += number * tile.length
                if best_points == ceiling:
                    return

        descend(0, 0)
        return None if best_counts is None else (best_points, best_counts)

    def _at_most(
        self, place: int, left: dict[tuple[tuple[Color, ...], Tile], int], room: list[int]
    ) -> int:
        """A bound on the points of the kinds from this place on.

        Each kind of tile is placed as if it had all the room to itself, highest level first: for
        one kind alone nothing is better.
        """
        left = left.copy()
        points = 0
        for further in range(place, len(self.kinds)):
            group, storey, tile = self.kinds[further]
            number = min(self.most[further], left[group, tile], room[storey] // tile.length)
            left[group, tile] -= number
            points += number * self._worth[further]
        return points

    def _is_refuted(self, place: int, counts: Sequence[int]) -> bool:
        """Do the counts up to this place reach what is refuted?"""
        return any(
            all(counts[kind] >= number for kind, number in bound) for bound in self._refuted[place]
        )

    def _allowed(self, counts: Sequence[int]) -> bool:
        """Conditions 2 to 4, as far as they are not part of the search."""
        area, ends = [0] * len(self._open), [0] * len(self._open)
        tiles: list[list[int]] = [[] for _ in self._open]
        footing = dict(self._footing)
        for (group, storey, tile), number in zip(self.kinds, counts, strict=True):
            tiles[storey].append(number)
            area[storey] += number * tile.length
            ends[storey] += number * min(tile.length, 2)
            if storey == 0:
                footing[group] -= number * min(tile.length, 2)
        if min(footing.values()) < 0:
            return False
        needs = gaps = 0
        for storey, full in enumerate(self._full):
            gap = self._open[storey] - area[storey]
            gaps += gap if full else 0
            if storey + 1 < len(self._full):
                bearing = area[storey] + (0 if storey else self._lying)
                need = max(0, ends[storey + 1] - bearing)
                needs += need
                if need > gap:
                    return False
        if needs > self._neutral or gaps > self._neutral + self._others_area:
            return False
        # Nobody else lays: the gaps of full levels are filled by neutral tiles alone.
        return all(
            shares.exist(tiles[k], tiles[k + 1], self._open[k] - area[k])
            for k, shares in enumerate(self._shares)
        )
