"""A slow oracle: the rules of the game once more, with no cleverness, to be trusted by reading.

It shares no code with the package and takes another road to the same rules: a level is three sets
of (column, row) pairs, and what may be laid is found by set arithmetic. Values come from plain
minimax over whole positions, remembered in a dictionary: no bounds, no pruning, no symmetry.
Everything that goes in or out is text: position lines and moves in the project's notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Square = tuple[int, int]
Floor = tuple[frozenset[Square], frozenset[Square], frozenset[Square]]

KINDS = ("1", "5", "10", "N")
FACES = {"1": 1, "5": 5, "10": 10, "N": 0}
NEUTRAL = 2
BARE: Floor = (frozenset(), frozenset(), frozenset())


class Game(NamedTuple):
    """All that a position line says. Players are 0 and 1; a floor: squares of 0, 1, neutral."""

    board: frozenset[Square]
    top: int
    floors: tuple[Floor, ...]
    mover: int | None
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    words: tuple[str, ...]


class TooLargeError(Exception):
    """More positions than the caller wanted to wait for."""


def read(spn: str) -> Game:
    """The game that a position line describes; the line is taken to be sound."""
    levels, mover, hand0, hand1, points, *words = spn.split()
    letters = "WBN" if "dmr" in words else "RBN"
    board, floors = set(), []
    for level in levels.split("|"):
        squares: tuple[set[Square], ...] = (set(), set(), set())
        for y, row in enumerate(reversed(level.split("/"))):
            for x, letter in enumerate(row):
                board.add((x, y))
                if letter != ".":
                    squares[letters.index(letter)].add((x, y))
        floors.append((frozenset(squares[0]), frozenset(squares[1]), frozenset(squares[2])))
    tops = [int(word.removeprefix("levels=")) for word in words if word.startswith("levels=")]
    return Game(
        board=frozenset(board),
        top=tops[0] if tops else 3,
        floors=tuple(floors),
        mover=None if mover == "-" else letters.index(mover),
        hands=tuple(tuple(int(n) for n in hand.split(",")) for hand in (hand0, hand1)),
        points=tuple(int(n) for n in points.split("-")),
        words=tuple(words),
    )


def write(game: Game) -> str:
    """The position line; the words behind the score stay as they were read."""
    letters = "WBN" if "dmr" in game.words else "RBN"
    width, height = (1 + max(square[axis] for square in game.board) for axis in (0, 1))

    def letter(floor: Floor, square: Square) -> str:
        return next((letters[who] for who in range(3) if square in floor[who]), ".")

    levels = "|".join(
        "/".join(
            "".join(letter(floor, (x, y)) for x in range(width)) for y in reversed(range(height))
        )
        for floor in game.floors
    )
    mover = "-" if game.mover is None else letters[game.mover]
    hands = [",".join(str(n) for n in hand) for hand in game.hands]
    return " ".join([levels, mover, *hands, "-".join(str(n) for n in game.points), *game.words])


def placements(game: Game, player: int) -> Iterator[tuple[str, list[Square]]]:
    """Every tile that the player could lay on the current level, with the squares it covers."""
    ones, fives, tens, neutrals = game.hands[player]
    room, footing = game.board, game.board
    if len(game.floors) > 1:
        below = game.floors[-2]
        room = below[0] | below[1] | below[NEUTRAL]
        footing = below[player] | below[NEUTRAL]
    taken = frozenset().union(*game.floors[-1])
    room, footing = room - taken, footing - taken
    for x, y in footing:
        if ones:
            yield "1", [(x, y)]
        for dx, dy in ((1, 0), (0, 1)):
            second, third = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if fives and second in footing:
                yield "5", [(x, y), second]
            if tens and second in room and third in footing:
                yield "10", [(x, y), second, third]
    if neutrals:
        for square in room:
            yield "N", [square]


def lay(game: Game, kind: str, squares: list[Square]) -> Game:
    """The game after the mover has laid the tile."""
    player = game.mover
    assert player is not None
    owner = NEUTRAL if kind == "N" else player
    first, second, neutral = (
        held.union(squares) if who == owner else held for who, held in enumerate(game.floors[-1])
    )
    hands, points = list(game.hands), list(game.points)
    hands[player] = tuple(n - (KINDS[place] == kind) for place, n in enumerate(game.hands[player]))
    points[player] += FACES[kind] * len(game.floors)
    laid = game._replace(
        floors=(*game.floors[:-1], (first, second, neutral)),
        hands=tuple(hands),
        points=tuple(points),
    )
    return hand_on(laid, player)


def hand_on(game: Game, last: int) -> Game:
    """The game with the turn given to whom it belongs after ``last`` has placed."""
    for player in (1 - last, last):
        if any(True for _ in placements(game, player)):
            return game._replace(mover=player)
    while len(game.floors) < game.top:
        game = game._replace(floors=(*game.floors, BARE))
        for player in (last, 1 - last):
            if any(True for _ in placements(game, player)):
                return game._replace(mover=player)
    return game._replace(mover=None)


def successors(game: Game) -> dict[str, Game]:
    """Every legal move in notation, and the game after it."""
    found = {}
    if game.mover is not None:
        for kind, squares in placements(game, game.mover):
            names = ["abcdefgh"[x] + str(y + 1) for x, y in squares]
            move = kind + names[0] + (f"-{names[-1]}" if len(names) > 1 else "")
            found[move] = lay(game, kind, squares)
    return found


def minimax(game: Game, known: dict[Game, int], limit: int | None) -> int:
    """The final margin, first player's points minus second's, when both play for it."""
    if game.mover is None:
        return game.points[0] - game.points[1]
    if game not in known:
        if limit is not None and len(known) >= limit:
            raise TooLargeError
        best = max if game.mover == 0 else min
        known[game] = best(minimax(after, known, limit) for after in successors(game).values())
    return known[game]


def legal_moves(spn: str) -> list[str]:
    """Every legal move, sorted as strings."""
    return sorted(successors(read(spn)))


def play(spn: str, move: str) -> str:
    """The position line after the move; KeyError for a move that is not legal."""
    return write(successors(read(spn))[move])


def perft(spn: str, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves start here."""

    def count(game: Game, depth: int) -> int:
        return 1 if depth == 0 else sum(count(g, depth - 1) for g in successors(game).values())

    return count(read(spn), depth)


def value(spn: str, limit: int | None = None) -> int:
    """The value; TooLargeError once more than ``limit`` positions have been met."""
    return minimax(read(spn), {}, limit)


def move_values(spn: str, limit: int | None = None) -> dict[str, int]:
    """The value of every legal move, under the same limit for all of them together."""
    known: dict[Game, int] = {}
    return {move: minimax(after, known, limit) for move, after in successors(read(spn)).items()}
