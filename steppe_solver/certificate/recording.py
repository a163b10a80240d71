"""Making a proof: the checker's own walk, with the native search asked for the moves to store.

What the checker sees without searching, which moves come to the same and which positions are alike
is decided by the checker's own code, so that it will agree. A proof is complete when it is made.
"""

from __future__ import annotations

from collections.abc import Callable

from steppe_solver.bridge import NATIVE_SIDE, core, from_native
from steppe_solver.certificate.board import Board, Hand, Move, State
from steppe_solver.certificate.bounds import Bounds
from steppe_solver.certificate.likeness import Key, different_moves, key_of
from steppe_solver.certificate.proof import BOUND, KEEP, MOVE, REPLIES, SAME, WATCHED, Watch
from steppe_solver.stopping import Stop, StoppedError


class Recorder:
    """What both players can be sure of from one position, written down as proofs."""

    def __init__(self, board: Board, root: State, memory: int, stop: Stop, watch: Watch) -> None:
        """Take up to ``memory`` MiB for the tables of the search, on a board of sides up to 5."""
        self._board = board
        self._root = root
        self._stop = stop
        self._watch = watch
        self._memory = memory
        self._keeper: core.Keeper | None = None
        self._bounds = Bounds(board)
        self._player = 0
        self._words = bytearray()
        self._proved: dict[Key, tuple[int, int]] = {}
        self.positions = 0
        """How many the proof at hand has so far."""

    def record(self, player: int, target: int) -> bytes:
        """The proof that the player gets ``target`` points more than the opponent from the root on.

        That they can must be known. Raises StoppedError once ``stop`` says so.
        """
        if self._stop():
            raise StoppedError
        self._player = player
        self._words = bytearray()
        self._proved = {}
        self.positions = 0
        self._record(self._root, target)
        return bytes(self._words)

    def _record(self, state: State, target: int) -> None:
        self.positions += 1
        if not self.positions & WATCHED:
            self._watch(self.positions)
            if self._stop():
                raise StoppedError
        if self._is_plain(state, target):
            self._words.append(BOUND)
            return
        key = key_of(self._board, state)
        proved, place = self._proved.get(key, (target - 1, 0))
        if proved >= target:
            self._words.append(SAME)
            self._words[place] |= KEEP
            return
        place = len(self._words)
        if state.mover == self._player:
            move = self._choose(state, target)
            kind, cell = move
            self._words += bytes((MOVE + 2 * kind, cell.bit_length() - 1))
            moves = [move]
        else:
            self._words.append(REPLIES)
            moves = different_moves(self._board, state)
        for move in moves:
            self._record(self._board.play(state, move), self._left(state, move, target))
        self._proved[key] = target, place

    def _left(self, state: State, move: Move, target: int) -> int:
        """How much of the target is left after the move."""
        points = self._board.points(state, move)
        return target - (points if state.mover == self._player else -points)

    def _choose(self, state: State, target: int) -> Move:
        """A move of the player that keeps the target, if possible one that leaves nothing to prove.

        Moves that come to the same are tried once; the search is asked only where none is enough.
        """
        moves = different_moves(self._board, state)
        after = [(self._board.play(state, move), self._left(state, move, target)) for move in moves]
        checks: tuple[Callable[[State, int], bool], ...] = (self._is_plain, self._is_proved)
        for is_enough in checks:
            for move, reached in zip(moves, after, strict=True):
                if is_enough(*reached):
                    return move
        if self._keeper is None:
            root = _to_native(self._board, self._root)
            self._keeper = core.Keeper(root, self._memory * 2**20, self._stop)
        found, stopped = self._keeper.keeping(_to_native(self._board, state), target)
        if stopped:
            raise StoppedError
        if found is None:
            raise AssertionError(f"no move keeps {target} points: {state}")
        name = str(from_native(*found))
        return next(move for move in self._board.moves(state) if self._board.name(move) == name)

    def _is_plain(self, state: State, target: int) -> bool:
        return self._bounds.lower(state, self._player, target) >= target

    def _is_proved(self, state: State, target: int) -> bool:
        proved = self._proved.get(key_of(self._board, state))
        return proved is not None and proved[0] >= target


def _to_native(board: Board, state: State) -> core.Position:
    """The state as the native core holds it: rows of 5 cells, no tiles beyond the cells left."""
    row = (1 << board.width) - 1
    room = board.width * board.height * (board.levels - state.level + 1)

    def cells(mask: int) -> int:
        return sum((mask >> board.stride * i & row) << NATIVE_SIDE * i for i in range(board.height))

    def capped(hand: Hand) -> Hand:
        ones, fives, tens, neutrals = hand
        return min(ones, room), min(fives, room // 2), min(tens, room // 3), min(neutrals, room)

    return core.Position(
        cells(state.open),
        (cells(state.usable[0]), cells(state.usable[1])),
        (cells(state.laid[0]), cells(state.laid[1])),
        capped(state.hands[0]),
        capped(state.hands[1]),
        state.mover,
        state.level,
        board.levels,
    )
