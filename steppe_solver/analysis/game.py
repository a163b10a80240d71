"""An analysed game: what is proved of every move, and what follows for the game as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.analysis.bounds import Bounds
from steppe_solver.notation import GameRecord
from steppe_solver.position import Color, Move, Position


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a game, numbered from 1, and what is proved of it.

    ``before`` and ``after`` are bounds on the values of the positions before and after the move:
    the final margin under perfect play, first player's points minus second's. ``forced``: it was
    the only legal move.

    ``best`` is a move that is proved to keep the value: the one played where it does, else another;
    None where that is not known. ``better`` is a perfect line to the end of the game, where the
    move gave points away and such a line is known.
    """

    number: int
    position: Position
    move: Move
    before: Bounds
    after: Bounds
    forced: bool
    best: Move | None
    better: tuple[Move, ...] | None

    @property
    def mover(self) -> Color:
        """Whose move it is."""
        assert self.position.mover is not None
        return self.position.mover

    @property
    def loss(self) -> Bounds:
        """Bounds on the points that the move gave away, never below 0.

        The value after the move is never better for the mover than the value before; the only legal
        move gives nothing away.
        """
        if self.forced:
            return Bounds(0, 0)
        high, low = self.before, self.after
        if self.mover is Color.BLUE:
            high, low = self.after, self.before
        return Bounds(max(0, high.lower - low.upper), max(0, high.upper - low.lower))

    @property
    def costs_result(self) -> bool:
        """Is it proved that the move changed who wins under perfect play?"""
        before, after = self.before.signs, self.after.signs
        return before.lower > after.upper or before.upper < after.lower


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is proved of a game.

    ``final`` bounds the value of the position after the last move: the margin, if the game has
    ended. The *result* of a position is the sign of its value: who wins under perfect play.

    ``open_until`` is the last ply at which the result could still change: before which the legal
    moves lead to different results. 0 if there was none. None where that is not known, and for a
    game that has not ended.

    ``nodes`` were searched in ``seconds``; ``interrupted`` says that the caller stopped it.
    """

    record: GameRecord
    plies: tuple[Ply, ...]
    final: Bounds
    open_until: int | None
    nodes: int
    seconds: float
    interrupted: bool

    @property
    def exact_from(self) -> int | None:
        """The first ply from which on all values are exact; None where the last is not."""
        if self.final.exact is None:
            return None
        first = None
        for ply in reversed(self.plies):
            if ply.before.exact is None:
                break
            first = ply.number
        return first

    @property
    def is_complete(self) -> bool:
        """Is everything exact that was asked?"""
        ended = self.record.final.is_over
        return not self.plies or (
            self.exact_from == 1 and (self.open_until is not None or not ended)
        )

    @property
    def decided_by(self) -> int | None:
        """A ply from which on the result is proved never to have changed again: the earliest known.

        The result of the position before it, and of every later one, is that of the last position.
        None where not even the last move's is known, or where that move changed it.
        """
        last = self.final.signs
        found = None
        for ply in reversed(self.plies):
            if last.exact is None or ply.before.signs != last:
                break
            found = ply.number
        return found

    @property
    def decided_at(self) -> int | None:
        """The first ply from which on the result never changed again; None where not proved.

        It is proved to be the first where it is the first ply of all, or the one before it is
        proved to have changed the result.
        """
        found = self.decided_by
        if found is None or found == 1 or self.plies[found - 2].costs_result:
            return found
        return None
