"""The position of a certificate, read from its line of text (SPN) for the checker alone."""

from __future__ import annotations

import re
from typing import NamedTuple

from steppe_solver.certificate.board import NOBODY, Board, Hand, State

_SIDE, _LEVELS = 8, 9
_NUMBER = "(0|[1-9][0-9]{0,8})"
_HAND = re.compile(",".join([_NUMBER] * 4))
_SCORE = re.compile(f"{_NUMBER}-{_NUMBER}")
_WORD = re.compile(
    rf"levels=([1-{_LEVELS}])|reserves={','.join([_NUMBER] * 4)}|start=[a-h1-8,-]+|dmr"
)


class Setting(NamedTuple):
    """A board, a moment of a game on it, and the first player's points minus the second's."""

    board: Board
    state: State
    margin: int


def read_setting(spn: str) -> Setting:
    """The setting that the line describes. Raises ValueError, which says what is wrong with it."""
    words = spn.split(" ")
    if len(words) < 5:
        raise ValueError("a position has levels, a mover, two reserves and a score")
    levels = 3
    for word in words[5:]:
        match = _WORD.fullmatch(word)
        if not match:
            raise ValueError(f"{word[:20]!r} is not understood")
        if match[1]:
            levels = int(match[1])
    letters = "WB" if "dmr" in words[5:] else "RB"
    rows = [level.split("/") for level in words[0].split("|")]
    width, height = len(rows[0][0]), len(rows[0])
    if len(rows) > levels:
        raise ValueError(f"{len(rows)} levels are written, and the game has {levels}")
    if not (1 <= width <= _SIDE and 1 <= height <= _SIDE):
        raise ValueError(f"a board is 1 to {_SIDE} cells wide and high")
    board = Board(width, height, levels)
    supports = board.all, board.all
    laid = 0, 0
    for level in rows:
        supports = laid if level is not rows[0] else supports
        laid = _owned(board, level, letters)
    room = width * height * (levels - len(rows) + 1)
    state = State(
        len(rows),
        (supports[0] | supports[1]) & ~(laid[0] | laid[1]),
        supports,
        laid,
        (_hand(words[2], room), _hand(words[3], room)),
        NOBODY,
    )
    score = _SCORE.fullmatch(words[4])
    if not score:
        raise ValueError(f"{words[4][:20]!r} is no score")
    return Setting(
        board, _with_mover(board, state, words[1], letters), int(score[1]) - int(score[2])
    )


def _owned(board: Board, rows: list[str], letters: str) -> tuple[int, int]:
    """The cells of a level that are the first player's or neutral, and the second's or neutral."""
    if len(rows) != board.height or any(len(row) != board.width for row in rows):
        raise ValueError("the levels are not of one size")
    owned = [0, 0]
    for number, row in enumerate(reversed(rows)):
        for column, letter in enumerate(row):
            if letter not in f"{letters}N.":
                raise ValueError(f"{letter!r} is no cell")
            for player in (0, 1):
                if letter in (letters[player], "N"):
                    owned[player] |= 1 << number * board.stride + column
    return owned[0], owned[1]


def _hand(word: str, room: int) -> Hand:
    """The tiles that a reserve holds; for those beyond ``room`` there are no cells left."""
    match = _HAND.fullmatch(word)
    if not match:
        raise ValueError(f"{word[:20]!r} is no reserve")
    ones, fives, tens, neutrals = (min(int(number), room) for number in match.groups())
    return ones, fives, tens, neutrals


def _with_mover(board: Board, state: State, word: str, letters: str) -> State:
    """The state with the player to move, who must be able to; or ended, where nobody is."""
    if word == "-":
        ended = board.settle(state, 0, 0)
        if ended.mover != NOBODY:
            raise ValueError("the game is said to have ended, but somebody can place")
        return ended
    if word not in tuple(letters):
        raise ValueError(f"{word[:20]!r} is no mover")
    player = letters.index(word)
    if not board.can_place(state, player):
        raise ValueError("the player to move cannot place")
    return state._replace(mover=player)
