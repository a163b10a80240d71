"""A computer opponent for Duel that looks ahead and knows no more than a player sees.

It knows the face-up cards, what has been turned up from the stock, and so after the first recycle
the whole stock, whose order is kept; of the cards still hidden it knows only which they are. Where
a move turns up a hidden card, the search stops and counts how far the other player then comes ahead
by taking turns at what scores, on the average over all cards that it may be. So two boards that
look the same are played the same, whatever lies hidden.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from steppe_solver.solitaire.cards import Card
from steppe_solver.solitaire.duel import Duel
from steppe_solver.solitaire.ledger import Row
from steppe_solver.solitaire.moves import DRAW, WASTE, Move, Pile, Place

NODES = 1000
"""Positions that are looked at for a move, unless said otherwise: less than a second."""

DEEPEST = 8
"""Turns that are looked ahead at most."""

_QUIET = 4
"""Turns that scoring moves are followed beyond the depth."""

_WIN = 100.0
"""What the better end of a game is worth beyond the points between the players."""

_DRAWN = -10.0
"""What a drawn end is worth to the player who thinks: it rather plays on."""

_IDLE = 5.0
"""What a move is taken to cost that only shifts cards, times the turns that nothing else happened:
without it, players who had rather not draw would shift cards until all such positions have been."""

_INFINITY = 1e9


class _SpentError(Exception):
    """All nodes have been looked at."""


def choose(duel: Duel, *, nodes: int = NODES, deepest: int = DEEPEST) -> Move | None:
    """The move that looks best for the mover of a game that is not over; None is the pass.

    The same position, scores and limits give the same answer. Alpha-beta on the points that the
    moves bring, deepened turn by turn until ``nodes`` positions have been looked at or ``deepest``
    turns ahead; an answer is of the last depth that was finished, or if none was, what brings most.
    """
    search = _Search(duel, nodes)
    turns = _turns(duel)
    best = turns[0]
    for depth in range(1, deepest + 1):
        try:
            best = search.best(turns, depth)
        except _SpentError:
            break
        turns.remove(best)
        turns.insert(0, best)
        if len(turns) == 1:
            break
    return best.move


@dataclass(frozen=True, slots=True)
class _Turn:
    """A move, or None for the pass, what it brings, and what it counts in the search."""

    move: Move | None
    brings: int
    counts: float


def _turns(duel: Duel) -> list[_Turn]:
    """What the mover may do, those that bring most first; before others as good, the pass."""
    turns = []
    for move in duel.legal_moves():
        brings = duel.points(move)
        idle = brings <= 0 and duel.is_reversible(move)
        turns.append(_Turn(move, brings, brings - _IDLE * (1 + duel.still) if idle else brings))
    if all(turn.brings <= 0 for turn in turns):
        turns.append(_Turn(None, 0, 0))
    return sorted(turns, key=lambda turn: (-turn.counts, turn.move is not None, turn.move or DRAW))


class _Search:
    """One search from one position; a value is of the mover, in points from there on."""

    def __init__(self, duel: Duel, nodes: int) -> None:
        self._root = duel
        self._left = nodes

    def best(self, turns: list[_Turn], depth: int) -> _Turn:
        """The best of these turns at the root, the first of those as good."""
        found, alpha = turns[0], -_INFINITY
        for turn in turns:
            value = self._value_of(self._root, turn, depth, alpha, _INFINITY)
            if value > alpha:
                found, alpha = turn, value
        return found

    def _value(self, duel: Duel, depth: int, alpha: float, beta: float) -> float:
        """The value for the mover; exact between alpha and beta, else a bound on that side."""
        if duel.is_over:
            return self._ending(duel)
        if self._left <= 0:
            raise _SpentError
        self._left -= 1
        best = -_INFINITY
        turns = _turns(duel)
        if depth <= 0:
            turns = [turn for turn in turns if turn.brings > 0] if depth > -_QUIET else []
            best = 0.0  # not to take anything any more
        for turn in turns:
            if best >= beta:
                break
            best = max(best, self._value_of(duel, turn, depth, max(alpha, best), beta))
        return best

    def _value_of(self, duel: Duel, turn: _Turn, depth: int, alpha: float, beta: float) -> float:
        """The value of the turn for the mover."""
        counts, move = turn.counts, turn.move
        if move is not None and (place := _turned_up(duel, move)) is not None:
            return counts - _expected(duel, duel.play(move), place)
        after = duel.pass_turn() if move is None else duel.play(move)
        return counts - self._value(after, depth - 1, counts - beta, counts - alpha)

    def _ending(self, duel: Duel) -> float:
        """What it is worth to the mover that the game is over, beyond the points that were made."""
        if duel.leader is None:
            return _DRAWN if duel.mover == self._root.mover else -_DRAWN
        return _WIN if duel.leader == duel.mover else -_WIN


def _turned_up(duel: Duel, move: Move) -> Place | None:
    """Where the move turns up a card that has not been seen; None if it does not."""
    if move == DRAW:
        return WASTE if duel.board.recycles == 0 else None
    if move.source.pile is not Pile.COLUMN:
        return None
    column = duel.board.columns[move.source.number]
    uncovers = column.face_down and move.length == len(column.open)
    return move.source if uncovers else None


def _unseen(duel: Duel) -> Counter[Card]:
    """The cards that are hidden, with how many there are of each: all that is known of them."""
    board = duel.board
    hidden = Counter(card for pile in board.columns for card in pile.cards[: pile.face_down])
    if board.recycles == 0:
        hidden.update(board.stock)
    return hidden


def _expected(before: Duel, after: Duel, place: Place) -> float:
    """What the player to move afterwards is ahead by once all that scores is taken, on the average.

    The card at the place has just been turned up. Which it is, is not looked at: it is any of those
    that were hidden before. The best gains from every place are taken to be made in turn, the
    greatest first, as if none changed another.
    """
    known: dict[Place, int] = {}
    for move in after.legal_moves():
        if place not in (move.source, move.target):
            known[move.source] = max(after.points(move), known.get(move.source, 0))
    others = list(known.values())
    unseen = _unseen(before)
    total = sum(
        number * _taken_in_turn([*others, _gain(after, place, card)])
        for card, number in unseen.items()
    )
    return total / unseen.total()


def _taken_in_turn(gains: list[int]) -> int:
    """How far who begins is ahead if two players take these in turn, the greatest first."""
    gains.sort(reverse=True)
    return sum(gains[::2]) - sum(gains[1::2])


def _gain(duel: Duel, place: Place, card: Card) -> int:
    """The most that a move with the card at the place, or onto it, brings."""
    board = duel.board
    flip = 0
    if place.pile is Pile.COLUMN and board.columns[place.number].face_down:
        flip = Row.FLIP.points
    if duel.goes_up(card):
        return Row.TO_FOUNDATION.points + flip
    best = 0
    others = [column for number, column in enumerate(board.columns) if number != place.number]
    if place == WASTE:
        if any(column.accepts(card, board.ranks) for column in board.columns):
            best = Row.WASTE_TO_COLUMN.points
        return best
    if any(column.accepts(card, board.ranks) for column in others):
        best = flip
    if board.waste and card.takes(board.waste[-1]):
        best = max(best, Row.WASTE_TO_COLUMN.points)
    if any(held is not None and card.takes(held) for held in board.buffers):
        best = max(best, Row.FROM_BUFFER.points)
    return best
