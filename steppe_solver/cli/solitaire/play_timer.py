"""Games against the clock: a time trial, and a race with or without an opponent."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from steppe_solver.cli.solitaire.play_words import clock
from steppe_solver.cli.words import counted
from steppe_solver.solitaire import DECK, Game
from steppe_solver.solitaire.sprint import Paced, Sprint, caught_up

Clock = Callable[[], float]
"""Seconds from any moment on, never going back."""

YOU = 0


class Timer(Protocol):
    """What a session asks of a game against the clock. Its time runs from `begin`."""

    def begin(self) -> None:
        """Start the clock."""

    def tick(self) -> None:
        """Look at the clock: all else is about this moment."""

    def note(self, game: Game) -> None:
        """The player's game stands like this now."""

    @property
    def seconds_left(self) -> float:
        """What is left on the clock."""

    @property
    def is_over(self) -> bool:
        """Has the game ended by the clock or by the opponent?"""

    def prompt(self) -> str:
        """What the prompt says of time and opponent."""

    def ending(self, *, stopped: bool) -> Iterator[str]:
        """Sentences on how it ended; ``stopped``: the player has left."""


class Trial:
    """A time trial: what is left on the clock counts for a win, and nothing ends at zero."""

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds = seconds
        self._clock = clock
        self._start = self._now = 0.0

    def begin(self) -> None:
        """Start the clock."""
        self._start = self._now = self._clock()

    def tick(self) -> None:
        """Look at the clock."""
        self._now = self._clock()

    def note(self, game: Game) -> None:
        """Nothing: the clock alone counts."""

    @property
    def seconds_left(self) -> float:
        """What is left on the clock."""
        return max(0.0, self._seconds - (self._now - self._start))

    @property
    def is_over(self) -> bool:
        """Never."""
        return False

    def prompt(self) -> str:
        """The time left."""
        return f"{clock(self.seconds_left)} left, "

    def ending(self, *, stopped: bool) -> Iterator[str]:
        """What was left on the clock."""
        yield f"{clock(self.seconds_left)} was left on the clock."


class Race:
    """A sprint of the player, its racer 0, alone or against others, who keep a pace."""

    def __init__(self, sprint: Sprint, opponents: Sequence[Paced], clock: Clock) -> None:
        self._sprint = sprint
        self._opponents = opponents
        self._clock = clock
        self._start = self._at = 0.0

    def begin(self) -> None:
        """Start the clock."""
        self._start = self._clock()

    def tick(self) -> None:
        """Look at the clock, and let the opponent make the moves that are due."""
        self._at = self._clock() - self._start
        self._catch_up(self._at)

    def note(self, game: Game) -> None:
        """The player's game stands like this now."""
        self._sprint = self._sprint.with_game(YOU, game, self._at)

    @property
    def seconds_left(self) -> float:
        """What is left on the clock."""
        return self._sprint.seconds_left(self._at)

    @property
    def is_over(self) -> bool:
        """Is the time up, or has somebody all cards up?"""
        return self._sprint.is_over(self._at)

    def prompt(self) -> str:
        """The time left, and how far the opponent is."""
        text = f"{clock(self.seconds_left)} left, "
        for racer in self._sprint.racers[YOU + 1 :]:
            text += f"{racer.name} {racer.cards_up} up, "
        return text

    def ending(self, *, stopped: bool) -> Iterator[str]:
        """Who won; an opponent plays on to the end of the time where the player has stopped."""
        if stopped:
            self._catch_up(math.inf)
        you = self._sprint.racers[YOU]
        if self.seconds_left <= 0:
            yield "Time is up."
        if len(self._sprint.racers) == 1:
            yield f"{you.name.capitalize()}: {counted(you.cards_up, 'card')} up."
            return
        racers = [self._sprint.racers[number] for number in self._sprint.ranking()]
        for racer in racers:
            if racer.cards_up == len(DECK):
                yield f"{racer.name.capitalize()} put up all cards after {clock(racer.reached)}."
        yield f"{', '.join(f'{racer.name} {racer.cards_up}' for racer in racers).capitalize()}."
        winners = self._sprint.winners()
        if len(winners) > 1:
            yield "Nobody wins: as many cards at the same moment."
            return
        who = "You win" if winners[0] == YOU else f"{racers[0].name.capitalize()} wins"
        is_close = racers[0].cards_up == racers[1].cards_up
        yield f"{who}: as many cards, but sooner." if is_close else f"{who} the race."

    def _catch_up(self, at: float) -> None:
        self._sprint = caught_up(self._sprint, self._opponents, at)
