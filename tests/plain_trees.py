"""The whole game below a position, without the names of cells: when two games are the same one.

A game tree is told by whose turn it is and, for every move, by the kind of tile, the level and the
tree that follows: a multiset, so that where a tile lies plays no part. Equal trees get equal
numbers, different trees different ones: they are compared in full, there is no hashing that could
deceive. It shares no code with the package: moves come from `reference`.
"""

from __future__ import annotations

from collections.abc import Callable

import reference
from reference import Game, Square, TooLargeError

Tree = int
"""The number of a game tree: equal for equal trees, within one `Forest`."""

OVER: Tree = 0


class Forest:
    """Game trees by number. At most ``limit`` positions are looked at for each question."""

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit
        self._numbers: dict[tuple[object, ...], Tree] = {}
        self._known: dict[tuple[Game, int, int], Tree] = {}
        self._looked = 0

    def tree(self, game: Game, last: int, first: int | None = None) -> Tree:
        """The tree of what is left to play up to level ``last``; OVER where nothing is.

        Players are named by ``first``, by default the player to move. TooLargeError beyond the
        limit.
        """
        if game.mover is None:
            return OVER
        self._looked = 0
        return self._tree(game, last, game.mover if first is None else first)

    def trees_of_moves(self, game: Game, last: int) -> dict[str, tuple[str, Tree]]:
        """For every legal move its kind of tile and the tree that it leaves."""
        assert game.mover is not None
        mover = game.mover
        return {
            move: (kind_of(move), self.tree(after, last, mover))
            for move, after in reference.successors(game).items()
        }

    def _tree(self, game: Game, last: int, first: int) -> Tree:
        if game.mover is None or len(game.floors) > last:
            return OVER
        key = (game._replace(points=(), words=()), last, first)
        if key not in self._known:
            if self._limit is not None and self._looked >= self._limit:
                raise TooLargeError
            self._looked += 1
            level = len(game.floors)
            moves = sorted(
                (kind_of(move), level, self._tree(after, last, first))
                for move, after in reference.successors(game).items()
            )
            content = (game.mover == first, *moves)
            self._known[key] = self._numbers.setdefault(content, len(self._numbers) + 1)
        return self._known[key]


def kind_of(move: str) -> str:
    """The kind of tile of a move in notation."""
    return next(kind for kind in ("10", "5", "1", "N") if move.startswith(kind))


def ways_of_board(board: frozenset[Square]) -> list[Callable[[Square], Square]]:
    """Every turn and mirror that keeps the board; the first keeps every square."""
    width, height = (1 + max(square[axis] for square in board) for axis in (0, 1))
    ways: list[Callable[[Square], Square]] = []
    for x_turned in (False, True):
        for y_turned in (False, True):

            def flip(square: Square, across: bool = x_turned, down: bool = y_turned) -> Square:
                x, y = square
                return width - 1 - x if across else x, height - 1 - y if down else y

            def turn(square: Square, flip: Callable[[Square], Square] = flip) -> Square:
                x, y = flip(square)
                return y, x

            ways += [flip, turn] if width == height else [flip]
    return ways


def images(game: Game) -> list[Game]:
    """The position turned, mirrored and with colours exchanged in every way that keeps the board.

    The first is the position itself; a board that is not square has half of the turns.
    """
    found = []
    for exchanged in (False, True):
        for way in ways_of_board(game.board):
            floors = []
            for floor in game.floors:
                first, second, neutral = (frozenset(map(way, squares)) for squares in floor)
                floors.append((second, first, neutral) if exchanged else (first, second, neutral))
            words = tuple(_word(word, way) for word in game.words)
            image = game._replace(floors=tuple(floors), words=words)
            if exchanged:
                image = image._replace(
                    mover=None if game.mover is None else 1 - game.mover,
                    hands=game.hands[::-1],
                    points=game.points[::-1],
                )
            found.append(image)
    return found


def _word(word: str, way: Callable[[Square], Square]) -> str:
    """A trailing word of the position line; the starting cells are moved."""
    if not word.startswith("start=") or word == "start=-":
        return word
    cells = word.removeprefix("start=").split(",")
    squares = sorted(way(("abcdefgh".index(cell[0]), int(cell[1:]) - 1)) for cell in cells)
    return "start=" + ",".join("abcdefgh"[x] + str(y + 1) for x, y in squares)
