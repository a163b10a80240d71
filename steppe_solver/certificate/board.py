"""The rules of Steppe once more, for whoever checks a certificate: to be read beside the rulebook.

Written apart from `steppe_solver.position` and from the native core, and sharing nothing with
either, so that a mistake there is not repeated here.

A set of cells is a number, one bit a cell. Rows are one bit longer than the board is wide, and that
bit is never set, so that no tile reaches from the end of a row to the start of the next:

    row 3 | 10 11 12  .
    row 2 |  5  6  7  .         a board 3 wide: stride 4 (bits 4 * row + column)
    row 1 |  0  1  2  .
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

ONE, FIVE_LYING, FIVE_STANDING, TEN_LYING, TEN_STANDING, NEUTRAL = range(6)

ONES, FIVES, TENS, NEUTRALS = range(4)
TILE_OF = (ONES, FIVES, FIVES, TENS, TENS, NEUTRALS)
"""The place in a hand of the tile of each kind of move."""
FACE_OF = (1, 5, 5, 10, 10, 0)
"""What the tile of each kind of move scores, before the level multiplies it."""
NAME_OF = ("1", "5", "5", "10", "10", "N")

NOBODY = -1

COUNT_BITS = 10
"""No hand need hold more tiles than this many bits can say: 8 x 8 cells on 9 levels are 576."""

Hand = tuple[int, int, int, int]
"""Ones, fives, tens and neutral tiles held."""

Move = tuple[int, int]
"""A kind of move, and the lowest cell that the tile covers, as a set of one."""


class State(NamedTuple):
    """A moment of a game. The players are 0 (who moved first) and 1.

    ``open`` are the cells of the current level that are empty and have a tile under them;
    ``usable[p]`` those whose support is p's or neutral, ``laid[p]`` the filled ones that are p's or
    neutral. ``mover`` is NOBODY when the game has ended.
    """

    level: int
    open: int
    usable: tuple[int, int]
    laid: tuple[int, int]
    hands: tuple[Hand, Hand]
    mover: int


class Board:
    """A board of some size and number of levels, and the rules on it."""

    def __init__(self, width: int, height: int, levels: int) -> None:
        self.width, self.height, self.levels = width, height, levels
        self.stride = width + 1
        row = (1 << width) - 1
        self.bits = self.stride * height
        self.all = sum(row << (self.stride * i) for i in range(height))
        up = self.stride
        self.steps = ((0,), (0, 1), (0, up), (0, 1, 2), (0, up, 2 * up), (0,))
        """How far the cells that a tile of each kind covers are from its lowest cell."""
        self.shapes = tuple(sum(1 << step for step in steps) for steps in self.steps)
        """The cells that a tile of each kind covers if its lowest cell is bit 0."""

    def placements(self, ends: int, open_cells: int, hand: Hand) -> Iterator[tuple[int, int]]:
        """Every kind of move with the lowest cells from which it can be made.

        A tile covers open cells; a one, both cells of a five and both ends of a ten need support
        that the player may use (``ends``, a part of the open cells); a ten's middle and a neutral
        tile may stand on anybody's.
        """
        up = self.stride
        if hand[ONES]:
            yield ONE, ends
        if hand[FIVES]:
            yield FIVE_LYING, ends & ends >> 1
            yield FIVE_STANDING, ends & ends >> up
        if hand[TENS]:
            yield TEN_LYING, ends & open_cells >> 1 & ends >> 2
            yield TEN_STANDING, ends & open_cells >> up & ends >> 2 * up
        if hand[NEUTRALS]:
            yield NEUTRAL, open_cells

    def can_place(self, state: State, player: int) -> bool:
        """Can the player lay any tile on the current level?"""
        open_cells = state.open
        ends = open_cells & state.usable[player]
        hand = state.hands[player]
        if (hand[NEUTRALS] and open_cells) or (hand[ONES] and ends):
            return True
        return any(lowest for _, lowest in self.placements(ends, open_cells, hand))

    def moves(self, state: State) -> list[Move]:
        """Every move of the player to move, by kind and then by lowest cell."""
        found = []
        ends = state.open & state.usable[state.mover]
        for kind, lowest in self.placements(ends, state.open, state.hands[state.mover]):
            while lowest:
                cell = lowest & -lowest
                found.append((kind, cell))
                lowest ^= cell
        return found

    def is_legal(self, state: State, move: Move) -> bool:
        """Can the player to move make this move?"""
        kind, cell = move
        ends = state.open & state.usable[state.mover]
        places = dict(self.placements(ends, state.open, state.hands[state.mover]))
        return bool(places.get(kind, 0) & cell)

    @staticmethod
    def points(state: State, move: Move) -> int:
        """What the move scores for the player to move."""
        return FACE_OF[move[0]] * state.level

    def play(self, state: State, move: Move) -> State:
        """The position after the mover has made the move, skips and new levels seen to."""
        kind, cell = move
        player = state.mover
        covers = self.shapes[kind] * cell
        first, second = state.laid
        if kind == NEUTRAL:
            first, second = first | covers, second | covers
        elif player:
            second |= covers
        else:
            first |= covers
        hand = list(state.hands[player])
        hand[TILE_OF[kind]] -= 1
        left = (hand[0], hand[1], hand[2], hand[3])
        hands = (state.hands[0], left) if player else (left, state.hands[1])
        laid = State(
            state.level, state.open & ~covers, state.usable, (first, second), hands, NOBODY
        )
        return self.settle(laid, 1 - player, player)

    def settle(self, state: State, first: int, last_placer: int) -> State:
        """The state with the turn given to ``first``, or to the other if ``first`` cannot place.

        If neither can, the level is complete: the next one begins with whoever placed last, or
        the game ends with the last level.
        """
        for player in (first, 1 - first):
            if self.can_place(state, player):
                return State(*state[:5], player)
        if state.level == self.levels:
            return State(*state[:5], NOBODY)
        above = State(
            state.level + 1,
            state.laid[0] | state.laid[1],
            state.laid,
            (0, 0),
            state.hands,
            NOBODY,
        )
        return self.settle(above, last_placer, last_placer)

    def name(self, move: Move) -> str:
        """The move in notation, such as ``10a1-c1``."""
        kind, cell = move
        covers = self.shapes[kind] * cell
        ends = [divmod(end.bit_length() - 1, self.stride) for end in (covers & -covers, covers)]
        cells = [f"{'abcdefgh'[column % 8]}{row + 1}" for row, column in ends]
        return NAME_OF[kind] + "-".join(cells[: 1 + (cells[0] != cells[1])])
