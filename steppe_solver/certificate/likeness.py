"""Which moves and positions come to the same: fewer replies to answer, fewer positions to prove.

On the last level, call an open cell *lone* if no five or ten that either player still holds can
cover it. None ever will, for open cells and hands only become fewer. Only single-cell tiles can go
there, so that two lone cells that the same players may use can be exchanged without changing
anything: a move to one is as good as a move to the other, and of all lone cells of a class only
their number matters.
"""

from __future__ import annotations

from steppe_solver.certificate.board import (
    COUNT_BITS,
    FIVES,
    NEUTRAL,
    NEUTRALS,
    ONE,
    ONES,
    TENS,
    Board,
    Hand,
    Move,
    State,
)

Key = int
"""Equal only for positions from which the same margins can be reached."""


def different_moves(board: Board, state: State) -> list[Move]:
    """The moves of the player to move, one of each class of moves that come to the same."""
    moves = board.moves(state)
    if state.level < board.levels:
        return moves
    left_out = 0
    for cells in _lone_cells(board, state):
        left_out |= cells & (cells - 1)  # all but the lowest
    if not left_out:
        return moves
    return [move for move in moves if not (move[0] in (ONE, NEUTRAL) and move[1] & left_out)]


def key_of(board: Board, state: State) -> Key:
    """What the future of the position depends on.

    Below the last level: whose support there is under open cells (under filled ones it no longer
    matters), and whose the filled ones are. On the last level the filled cells do not matter at
    all, and these drop out as well:
     - the place of a lone cell, but for its class;
     - a player's mark on a cell where no coloured tile of theirs can ever stand;
     - lone cells of a class beyond the tiles in both hands that can go there: as long as such a
       tile is left, a cell of the class is free;
     - ones and neutral tiles beyond the cells that can take them, and fives and tens without any
       place.
    """
    level, open_cells, (first, second), laid, hands, mover = state
    first &= open_cells
    second &= open_cells
    if level < board.levels:
        return _packed(
            board, (open_cells, first, second, *laid), (*hands[0], *hands[1], mover, level)
        )
    covered_first, ends_first = _covered(board, first, open_cells, hands[0])
    covered_second, ends_second = _covered(board, second, open_cells, hands[1])
    covered = covered_first | covered_second
    if not hands[0][ONES]:
        first = ends_first
    if not hands[1][ONES]:
        second = ends_second
    lone = open_cells & ~covered
    both = (lone & first & second).bit_count()
    only_first = (lone & first & ~second).bit_count()
    only_second = (lone & second & ~first).bit_count()
    nobodys = lone.bit_count() - both - only_first - only_second
    hand_first = _capped(hands[0], first, open_cells, ends_first)
    hand_second = _capped(hands[1], second, open_cells, ends_second)
    neutrals = hand_first[NEUTRALS] + hand_second[NEUTRALS]
    ones_first, ones_second = hand_first[ONES], hand_second[ONES]
    counts = (
        min(both, neutrals + ones_first + ones_second),
        min(only_first, neutrals + ones_first),
        min(only_second, neutrals + ones_second),
        min(nobodys, neutrals),
        *hand_first,
        *hand_second,
        mover,
        level,
    )
    return _packed(board, (open_cells & covered, first & covered, second & covered), counts)


def _packed(board: Board, cells: tuple[int, ...], counts: tuple[int, ...]) -> Key:
    """All of it in one number, which takes little memory: each part has bits of its own.

    The level, which says how many parts there are, comes last and so always in the same bits.
    """
    key = 0
    for mask in cells:
        key = key << board.bits | mask
    for count in counts:
        key = key << COUNT_BITS | count
    return key


def _lone_cells(board: Board, state: State) -> tuple[int, int, int, int]:
    """The lone cells that both may use, only the first, only the second, and nobody."""
    open_cells = state.open
    first, second = (marks & open_cells for marks in state.usable)
    covered = _covered(board, first, open_cells, state.hands[0])[0]
    covered |= _covered(board, second, open_cells, state.hands[1])[0]
    lone = open_cells & ~covered
    return (
        lone & first & second,
        lone & first & ~second,
        lone & second & ~first,
        lone & ~first & ~second,
    )


def _covered(board: Board, ends: int, open_cells: int, hand: Hand) -> tuple[int, int]:
    """The cells that a player's fives and tens can cover, and those where their ends can stand."""
    up = board.stride
    standing_ends = 0
    if hand[FIVES]:
        lying, standing = ends & ends >> 1, ends & ends >> up
        standing_ends = lying | lying << 1 | standing | standing << up
    covered = standing_ends
    if hand[TENS]:
        lying = ends & open_cells >> 1 & ends >> 2
        standing = ends & open_cells >> up & ends >> 2 * up
        tips = lying | lying << 2 | standing | standing << 2 * up
        standing_ends |= tips
        covered |= tips | lying << 1 | standing << up
    return covered, standing_ends


def _capped(hand: Hand, marks: int, open_cells: int, ends: int) -> Hand:
    """The hand without tiles that can never be laid."""
    ones, fives, tens, neutrals = hand
    cells, room = marks.bit_count(), open_cells.bit_count()
    if not ends:
        fives = tens = 0
    half, third = cells // 2, room // 3
    return min(ones, cells), min(fives, half), min(tens, third), min(neutrals, room)
