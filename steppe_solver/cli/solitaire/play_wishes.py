"""What was asked of `steppe solitaire play`, and what of it does not go together."""

from __future__ import annotations

from dataclasses import dataclass

import click

from steppe_solver.solitaire import Variant
from steppe_solver.solitaire.sprint import SECONDS

PACE = 5.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options as given, None where they are not; seconds and minutes are more than 0."""

    file: str | None = None
    seed: int | None = None
    number: int | None = None
    variant: Variant | None = None
    mode: str = "classic"
    against: str | None = None
    same_deal: bool = False
    pace: float | None = None
    minutes: float | None = None
    second: bool = False
    limit: float = 10.0
    letters: bool = False
    players: int | None = None

    @property
    def racers(self) -> int:
        """How many race against each other where there is an opponent."""
        return 2 if self.players is None else self.players

    @property
    def seconds(self) -> float:
        """How long a sprint takes."""
        return SECONDS if self.minutes is None else 60 * self.minutes

    @property
    def seconds_a_move(self) -> float:
        """The pace of an opponent in a sprint."""
        return PACE if self.pace is None else self.pace

    def check(self) -> None:
        """A usage error for options that do not go together."""
        if self.file is not None and self.seed is not None:
            raise click.UsageError("--seed and FILE both name a deal: give one of them.")
        if self.number is not None and self.file is None:
            raise click.UsageError("--from counts the deals of FILE, which is not given.")
        if self.mode != "sprint" and self.against is not None:
            raise click.UsageError("--against is for --mode sprint.")
        given = {"--same-deal": self.same_deal, "--pace": self.pace, "--players": self.players}
        name = next((name for name, value in given.items() if value), None)
        if self.against != "solver" and name is not None:
            raise click.UsageError(f"{name} is for --mode sprint --against solver.")
        if self.mode == "duel":
            self._check_duel()
        elif self.second:
            raise click.UsageError("--second is for --mode duel.")

    def _check_duel(self) -> None:
        if self.file is not None:
            raise click.UsageError("a duel is dealt by --seed, from two decks, not from FILE.")
        if self.minutes is not None:
            raise click.UsageError("a duel is not timed: --minutes is for the other modes.")
        if self.variant not in (None, Variant(draw=1), Variant(draw=3)):
            raise click.UsageError("of the variant only --draw can be chosen in a duel.")
