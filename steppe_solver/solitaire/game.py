"""A game with its history: a deal, a variant and the moves played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire.deal import Deal
from steppe_solver.solitaire.ledger import Ledger
from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.state import State
from steppe_solver.solitaire.variant import STANDARD, Variant


@dataclass(frozen=True, slots=True)
class Game:
    """A game from the deal on. Raises IllegalMoveError where its moves cannot be played.

    ``states`` is the first state and the one after every move; it follows from the rest and does
    not count in comparisons.
    """

    deal: Deal
    variant: Variant = STANDARD
    moves: tuple[Move, ...] = ()
    states: tuple[State, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        states = [State.start(self.deal, self.variant)]
        for number, move in enumerate(self.moves, 1):
            try:
                states.append(states[-1].play(move))
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number} cannot be played: {error}") from None
        object.__setattr__(self, "states", tuple(states))

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.states[-1]

    @property
    def ledger(self) -> Ledger:
        """Both scores and the statistics of the game so far."""
        return Ledger.of(self.states, self.moves)

    def play(self, *moves: Move) -> Game:
        """The game after these moves too. Raises IllegalMoveError."""
        further = accumulate(moves, State.play, initial=self.state)
        return self._with((*self.moves, *moves), (*self.states[:-1], *further))

    def undo(self, count: int = 1) -> Game:
        """The game with the last move taken back, or so many, as if they had never been made.

        Raises ValueError where fewer were made.
        """
        if not 0 <= count <= len(self.moves):
            raise ValueError(f"{len(self.moves)} moves were made, {count} cannot be taken back")
        kept = len(self.moves) - count
        return self._with(self.moves[:kept], self.states[: kept + 1])

    def _with(self, moves: Iterable[Move], states: Iterable[State]) -> Game:
        """The game of the same deal with other moves, whose states are known to be these."""
        game = object.__new__(Game)
        for name, value in (
            ("deal", self.deal),
            ("variant", self.variant),
            ("moves", tuple(moves)),
            ("states", tuple(states)),
        ):
            object.__setattr__(game, name, value)
        return game
