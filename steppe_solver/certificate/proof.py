"""Reading a proof that a player can be sure of so many points, and confirming it step by step.

A proof is a tree of positions in depth-first order, a byte or two for each. Whose turn it is, which
moves there are and how many points are still to be made after them is worked out here; the proof
says only what a checker would have to search for:

    0   BOUND    seen without searching (`bounds`), or the game has ended
    1   SAME     a position like it (`likeness`) was proved before, for as many points or more
    2   REPLIES  the opponent moves: the positions after each of their different moves follow,
                 in the order of `likeness.different_moves`
    4+  MOVE     the player moves: 4 + 2 * kind; the next byte is the number of the tile's lowest
                 cell, and the position after the move follows

One more than REPLIES or MOVE says the same of a position that SAME speaks of later. Nothing is
searched here: what the proof says settles every position, or the proof is refused.
"""

from __future__ import annotations

from collections.abc import Callable

from steppe_solver.certificate.board import Board, Move, State
from steppe_solver.certificate.bounds import Bounds
from steppe_solver.certificate.likeness import Key, different_moves, key_of

BOUND, SAME, REPLIES, MOVE = 0, 1, 2, 4
KEEP = 1
"""Added to REPLIES or MOVE."""


Watch = Callable[[int], None]
"""Called now and then with the number of positions so far; what it raises, ends the work."""

WATCHED = 1023
"""How many positions pass between two calls of a watch, all ones in binary."""


class RefusedError(Exception):
    """The certificate proves nothing; the message says where and why not."""


class Proof:
    """A proof as it is read: that ``player`` can be sure of so many points more."""

    def __init__(
        self, board: Board, player: int, next_byte: Callable[[], int], watch: Watch
    ) -> None:
        self._board = board
        self._player = player
        self._next_byte = next_byte
        self._watch = watch
        self._bounds = Bounds(board)
        self._proved: dict[Key, int] = {}
        self.line: list[Move] = []
        """The moves to the position at hand: where a refused proof goes wrong."""
        self.positions = 0
        """How many have been read."""

    def confirm(self, state: State, target: int) -> None:
        """Confirm that the player gets ``target`` points more than the opponent from here on.

        Raises RefusedError.
        """
        self.positions += 1
        if not self.positions & WATCHED:
            self._watch(self.positions)
        word = self._next_byte()
        if word == BOUND:
            lower = self._bounds.lower(state, self._player, target)
            if lower < target:
                raise RefusedError(
                    f"a margin of {target:+d} or better is said to be plain, but only {lower:+d} is"
                )
            return
        if word == SAME:
            proved = self._proved.get(key_of(self._board, state))
            if proved is None or proved < target:
                raise RefusedError(
                    "a position like this is said to be proved, but none is for as many points"
                )
            return
        line, board = self.line, self._board
        for move in self._moves_to_follow(state, word):
            left = target - self._player_points(state, move)
            line.append(move)
            self.confirm(board.play(state, move), left)
            line.pop()
        if word & KEEP:
            key = key_of(board, state)
            self._proved[key] = max(target, self._proved.get(key, target))

    def _moves_to_follow(self, state: State, word: int) -> list[Move]:
        """Every move of the opponent that matters, or the one that is stored for the player."""
        if word & ~KEEP == REPLIES:
            if state.mover != 1 - self._player:
                raise RefusedError("the opponent's replies should follow, but it is not their turn")
            return different_moves(self._board, state)
        kind = (word - MOVE) // 2
        if kind >= len(self._board.shapes):
            raise RefusedError(f"{word} says nothing that a proof can say")
        move = kind, 1 << self._next_byte()
        if state.mover != self._player:
            raise RefusedError("a move of the player should follow, but it is not their turn")
        if not self._board.is_legal(state, move):
            raise RefusedError(f"the stored move, {self._board.name(move)}, cannot be played")
        return [move]

    def _player_points(self, state: State, move: Move) -> int:
        points = self._board.points(state, move)
        return points if state.mover == self._player else -points
