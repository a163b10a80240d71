"""What a player gets at least, seen without searching: each bound with its proof.

A *packing* is a set of a player's tiles that fit on a level together, by themselves. Its worth is
in units: faces, not yet times the level.
"""

from __future__ import annotations

from steppe_solver.certificate.board import FIVES, NEUTRALS, NOBODY, ONES, TENS, Board, Hand, State

Packing = tuple[int, int, int]
"""How many tens, fives and ones are laid."""


class Bounds:
    """Proved bounds on positions of one board; what is computed is remembered."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._matchings: dict[int, int] = {0: 0}
        self._packings: dict[tuple[int, int, int, int, int], Packing] = {}

    def lower(self, state: State, player: int, wanted: int) -> int:
        """A number of points that the player gets more than the opponent from here on, or more.

        As cheaply as possible where that is ``wanted`` already.
        """
        if state.mover == NOBODY:
            return 0
        if state.level < self._board.levels:
            return -self._most_to_come(state, 1 - player)
        level, opponent = state.level, 1 - player
        open_cells = state.open
        theirs = open_cells & state.usable[opponent]
        most = _worth(self._packing(theirs, open_cells, state.hands[opponent]))
        if -level * most >= wanted:
            return -level * most
        return level * (self._guaranteed(state, player) - most)

    def _guaranteed(self, state: State, player: int) -> int:
        """Units that the player can be sure of on the last level.

        Call a cell private if no coloured tile of the opponent can cover it now; then none ever
        will, for open cells and hands only become fewer. Take a packing of the private cells, and
        let the player lay, at each turn, the dearest tile of it that still fits. Only a neutral
        tile can spoil one, and one neutral tile spoils one tile at most, since they lie apart. The
        player is not skipped while a tile of the packing is left, so the opponent has one turn
        between two of the player's.

        Let the tiles be v1 >= v2 >= ..., and let the k dearest of those spoiled be among the first
        i tiles. The last of these k to be spoiled was spoiled at the opponent's k-th turn or later.
        Until then the player has laid k tiles if the player is to move now, else k - 1, and each
        was dearer (or earlier in the order) than that one. So i >= 2k if the player moves first,
        else i >= 2k - 1: the k-th of the spoiled tiles is at best v(2k) or v(2k - 1).
        """
        opponent = 1 - player
        open_cells = state.open
        reach = open_cells & state.usable[opponent]
        if state.hands[opponent][TENS]:
            reach |= self._middles(reach, open_cells)
        private = open_cells & ~reach
        if not private:
            return 0
        packing = self._packing(private & state.usable[player], private, state.hands[player])
        spoilers = state.hands[opponent][NEUTRALS]
        return _worth(packing) - _spoiled(packing, spoilers, state.mover == player)

    def _most_to_come(self, state: State, player: int) -> int:
        """Points that the player cannot exceed from here on, below the last level.

        On this level the player lays a packing of the cells they can use. On the next, one of the
        cells that are theirs or neutral there: laid so already, or still open and coverable, by a
        tile of their own or by anybody's neutral tile. Above, one of all cells that are not holes.
        All levels together take no more units than the hand has. So points are at most what comes
        of filling the levels from the highest down, each up to its packing, until the hand is
        empty: moving a unit to a higher level only gains.
        """
        hand = state.hands[player]
        open_cells = state.open
        ends = open_cells & state.usable[player]
        solid = state.laid[0] | state.laid[1] | open_cells
        reach = open_cells
        if not state.hands[0][NEUTRALS] and not state.hands[1][NEUTRALS]:
            reach = self._coverable(ends, open_cells, hand)
        left = hand[ONES] + 5 * hand[FIVES] + 10 * hand[TENS]
        rooms = [
            (state.level, self._packing(ends, open_cells, hand)),
            (state.level + 1, self._packing(state.laid[player] | reach, solid, hand)),
        ]
        if self._board.levels > state.level + 1:
            anywhere = self._packing(solid, solid, hand)
            rooms += [(level, anywhere) for level in range(state.level + 2, self._board.levels + 1)]
        most = 0
        for level, packing in reversed(rooms):
            units = min(left, _worth(packing))
            left -= units
            most += level * units
        return most

    def _coverable(self, ends: int, open_cells: int, hand: Hand) -> int:
        """The cells that a coloured tile of the player can cover."""
        covered = 0
        for kind, lowest in self._board.placements(ends, open_cells, (*hand[:3], 0)):
            for step in self._board.steps[kind]:
                covered |= lowest << step
        return covered

    def _middles(self, ends: int, open_cells: int) -> int:
        """The middles of all tens with these ends."""
        up = self._board.stride
        lying = ends & open_cells >> 1 & ends >> 2
        standing = ends & open_cells >> up & ends >> 2 * up
        return lying << 1 | standing << up

    def _packing(self, ends: int, open_cells: int, hand: Hand) -> Packing:
        """The dearest packing of a hand with ends in ``ends`` and tens' middles in ``open_cells``.

        Every set of tens is tried. Beside them as many fives as fit are right, for a five scores
        more than the two ones for which its cells would do.
        """
        ones, fives, tens, _ = hand
        up = self._board.stride
        lying = standing = 0
        if tens:
            lying = ends & open_cells >> 1 & ends >> 2
            standing = ends & open_cells >> up & ends >> 2 * up
        if not lying and not standing:
            return self._without_tens(ends, ones, fives, 0)
        middles = ends | lying << 1 | standing << up
        key = (ends, middles, ones, fives, tens)
        found = self._packings.get(key)
        if found is None:
            places = [
                mask << i
                for mask, lows in ((7, lying), (self._board.shapes[4], standing))
                for i in range(lows.bit_length())
                if lows >> i & 1
            ]
            found = self._with_tens(ends, places, hand, 0, (0, 0, 0))
            self._packings[key] = found
        return found

    def _with_tens(
        self, ends: int, places: list[int], hand: Hand, laid: int, best: Packing
    ) -> Packing:
        """The dearest packing with these tens laid and more of those ``places``, or ``best``."""
        ones, fives, tens, _ = hand
        here = self._without_tens(ends, ones, fives, laid)
        best = max(best, here, key=_worth)
        more = min(tens - laid, len(places))
        if _worth(here) + 10 * more <= _worth(best):
            return best  # each ten more adds 10 at most
        if laid < tens:
            for i, place in enumerate(places):
                apart = [other for other in places[i + 1 :] if not other & place]
                best = self._with_tens(ends & ~place, apart, hand, laid + 1, best)
        return best

    def _without_tens(self, ends: int, ones: int, fives: int, tens: int) -> Packing:
        if fives:
            fives = min(fives, self._matching(ends))
        return tens, fives, min(ones, ends.bit_count() - 2 * fives)

    def _matching(self, cells: int) -> int:
        """The largest number of fives that fit into the cells together.

        The lowest cell has neighbours only to its right and above. If it has any, some largest set
        covers it: in one that does not, the five on a neighbour can be exchanged for one on both.
        """
        known = self._matchings.get(cells)
        if known is not None:
            return known
        cell = cells & -cells
        rest = cells ^ cell
        right, above = rest & cell << 1, rest & cell << self._board.stride
        if right or above:
            most = 1 + max(self._matching(rest ^ partner) for partner in (right, above) if partner)
        else:
            most = self._matching(rest)
        self._matchings[cells] = most
        return most


def _worth(packing: Packing) -> int:
    return 10 * packing[0] + 5 * packing[1] + packing[2]


def _spoiled(packing: Packing, spoilers: int, owner_first: bool) -> int:
    """The worth of every second tile, dearest first, up to so many; see `Bounds._guaranteed`."""
    tens, fives, ones = packing
    lost = 0
    for i in range(1 if owner_first else 0, tens + fives + ones, 2):
        if not spoilers:
            break
        lost += 10 if i < tens else 5 if i < tens + fives else 1
        spoilers -= 1
    return lost
