"""Whether tiles of both players together can be shared out between the two of them.

Given are the tens t, fives f and ones o of both on a full level and (t', f', o') on the level above
it, and the number n of neutral tiles on the lower one. A laying shares them out: player c has t_c
and so on, and so these hold for each c, where d is the other player:

1. The tiles of a kind of both levels are within c's reserve.
2. Ends on the lower level stand on distinct cells that c may use: 2 t_c + 2 f_c + o_c <= firm_c.
3. Cells of the lower level that only c may use are covered by c's tiles, neutral tiles and the
   middles of d's tens: own_c <= 3 t_c + 2 f_c + o_c + n + t_d.
4. Ends on the level above stand on distinct cells that are c's or neutral on the lower level, be it
   by the laying or from before: 2 t'_c + 2 f'_c + o'_c <= 3 t_c + 2 f_c + o_c + n + lying_c.

All shares of the tens and fives are tried. With them given, x = o_red and y = o'_red are bounded
by numbers (2, 3), by x + y (1) and by y - x (4), so it is enough to try every x.
"""

from __future__ import annotations

from collections.abc import Sequence

from steppe_solver.position import PLAYERS, Color
from steppe_solver.tiling.floor import Floor
from steppe_solver.tiling.question import Question

Tiles = Sequence[int]
"""Tens, fives, ones."""


class Shares:
    """The conditions of a level (by its index in the question) and the one above it."""

    def __init__(self, question: Question, storey: int) -> None:
        lying = question.layout.levels[-1]
        floor = Floor(question.layout, question.numbers[storey])
        open_ = [cell for cell in range(len(lying)) if cell not in floor.closed]
        known = storey == 0
        self._reserves = [question.reserve(color) for color in PLAYERS]
        self._firm = [sum(cell not in floor.barred[color] for cell in open_) for color in PLAYERS]
        self._own = [
            sum(cell in floor.barred[color.opponent] for cell in open_) if known else 0
            for color in PLAYERS
        ]
        self._lying = [
            lying.count(color) + lying.count(Color.NEUTRAL) if known else 0 for color in PLAYERS
        ]

    def exist(self, below: Tiles, above: Tiles, neutral: int) -> bool:
        """Can the tiles be shared out?"""
        tens, fives, _ = below
        tens_above, fives_above, _ = above
        red, blue = self._reserves
        return any(
            self._ones_exist(below, above, neutral, (t, f), (t_above, f_above))
            for t_above in _shares(tens_above, red.tens, blue.tens)
            for t in _shares(tens, red.tens - t_above, blue.tens - tens_above + t_above)
            for f_above in _shares(fives_above, red.fives, blue.fives)
            for f in _shares(fives, red.fives - f_above, blue.fives - fives_above + f_above)
        )

    def _ones_exist(
        self,
        below: Tiles,
        above: Tiles,
        neutral: int,
        red: tuple[int, int],
        red_above: tuple[int, int],
    ) -> bool:
        """Can the ones be shared out, Red having these tens and fives?"""
        ones, ones_above = below[2], above[2]
        large = [red, (below[0] - red[0], below[1] - red[1])]
        large_above = [red_above, (above[0] - red_above[0], above[1] - red_above[1])]
        area = [3 * t + 2 * f for t, f in large]
        room = [firm - 2 * t - 2 * f for firm, (t, f) in zip(self._firm, large, strict=True)]
        bare = [self._own[c] - area[c] - neutral - large[1 - c][0] for c in (0, 1)]
        spare = [  # o'_c - o_c is at most this
            area[c] + neutral + self._lying[c] - 2 * sum(large_above[c]) for c in (0, 1)
        ]
        stock = [reserve.ones for reserve in self._reserves]
        for x in range(max(0, bare[0], ones - room[1]), min(ones, room[0], ones - bare[1]) + 1):
            least = max(0, ones_above - ones - spare[1] + x, ones + ones_above - stock[1] - x)
            if least <= min(ones_above, spare[0] + x, stock[0] - x):
                return True
        return False


def _shares(number: int, red: int, blue: int) -> range:
    """How many of so many tiles may be Red's, when the players have so many."""
    return range(max(0, number - blue), min(number, red) + 1)
