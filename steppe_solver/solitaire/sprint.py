"""The rules of Sprint (2.6.2): one to four players race, each with a deck and a board of their own.

Most cards on the foundations when the time is up wins; of equals, whoever reached that number
first. Time is in seconds since the start and always given, so no clock is needed here. What the
rulebook leaves open: a take-back (2.9) costs no more than its time, but the number counts as
reached when it was last reached; the race ends early when all 52 cards of a player are up, as
nobody can catch up with that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire.cards import DECK
from steppe_solver.solitaire.deal import Deal, deal_from_seed
from steppe_solver.solitaire.game import Game
from steppe_solver.solitaire.moves import Move

SECONDS = 300.0
"""How long a race takes: five minutes."""

MOST_RACERS = 4


def sprint_deals(seed: int, players: int, *, same: bool = False) -> tuple[Deal, ...]:
    """The deals for so many players: those of the seed and the ones after it, or all the same."""
    return tuple(deal_from_seed(seed if same else seed + player) for player in range(players))


@dataclass(frozen=True, slots=True)
class Racer:
    """A player of a race: a name, the game, and when the number of cards up was reached."""

    name: str
    game: Game
    reached: float = 0.0

    @property
    def cards_up(self) -> int:
        """How many cards are on the foundations now."""
        return sum(self.game.state.foundations)

    def with_game(self, game: Game, at: float) -> Racer:
        """The player with the game as it stands at this time."""
        changed = sum(game.state.foundations) != self.cards_up
        return replace(self, game=game, reached=at if changed else self.reached)


@dataclass(frozen=True, slots=True)
class Sprint:
    """A race of one to four players. Raises ValueError for another number of them."""

    racers: tuple[Racer, ...]
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        if not 1 <= len(self.racers) <= MOST_RACERS:
            raise ValueError(f"1 to {MOST_RACERS} players race, not {len(self.racers)}")

    def is_over(self, at: float) -> bool:
        """Is the race over at this time, or before?"""
        return at >= self.seconds or any(racer.cards_up == len(DECK) for racer in self.racers)

    def seconds_left(self, at: float) -> float:
        """What is left on the clock at this time."""
        return max(0.0, self.seconds - at)

    def play(self, number: int, move: Move, at: float) -> Sprint:
        """The race after a player's move. Raises IllegalMoveError, also when the race is over."""
        if self.is_over(at):
            raise IllegalMoveError(f"{move}: the race is over")
        return self.with_game(number, self.racers[number].game.play(move), at)

    def with_game(self, number: int, game: Game, at: float) -> Sprint:
        """The race in which a player's game stands like this at this time."""
        racer = self.racers[number].with_game(game, at)
        return replace(self, racers=(*self.racers[:number], racer, *self.racers[number + 1 :]))

    def ranking(self) -> tuple[int, ...]:
        """The numbers of the players, the best first; equals in the order of their numbers."""
        return tuple(sorted(range(len(self.racers)), key=self._merit))

    def winners(self) -> tuple[int, ...]:
        """Who is ahead: one player, or several that reached as many cards at the same moment."""
        best = self._merit(self.ranking()[0])
        return tuple(n for n in range(len(self.racers)) if self._merit(n) == best)

    def _merit(self, number: int) -> tuple[int, float]:
        racer = self.racers[number]
        return -racer.cards_up, racer.reached


@dataclass(frozen=True, slots=True)
class Paced:
    """A player who makes the moves of a line, one every ``pace`` seconds, the first after one."""

    number: int
    line: tuple[Move, ...]
    pace: float

    def __post_init__(self) -> None:
        if not self.pace > 0:
            raise ValueError("a pace is more than 0 seconds")

    def due(self, sprint: Sprint, at: float) -> Iterable[tuple[Move, float]]:
        """The moves this player has still to make up to this time, and when each is made."""
        made = len(sprint.racers[self.number].game.moves)
        for place in range(made, len(self.line)):
            when = (place + 1) * self.pace
            if when > at or when >= sprint.seconds:
                return
            yield self.line[place], when


def caught_up(sprint: Sprint, players: Iterable[Paced], at: float) -> Sprint:
    """The race with the moves of these players made up to this time, or until it is over."""
    due = [
        (when, player.number, move) for player in players for move, when in player.due(sprint, at)
    ]
    for when, number, move in sorted(due):
        if sprint.is_over(when):
            break
        sprint = sprint.play(number, move, when)
    return sprint
