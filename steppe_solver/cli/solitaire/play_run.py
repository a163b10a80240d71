"""A run of `steppe solitaire play`: the deal found, the game played, its end told."""

from __future__ import annotations

import random
import time
from itertools import islice
from typing import Protocol

import click

from steppe_solver.cli.inputs import Input, read_files
from steppe_solver.cli.output import Answers, is_ascii_only, takes_colour
from steppe_solver.cli.screen import Screen, keyboard, played
from steppe_solver.cli.solitaire.board import HIDDEN, SYMBOLS, Style
from steppe_solver.cli.solitaire.play_advice import Advice
from steppe_solver.cli.solitaire.play_duel import DuelSession
from steppe_solver.cli.solitaire.play_session import Session
from steppe_solver.cli.solitaire.play_timer import Clock, Race, Timer, Trial
from steppe_solver.cli.solitaire.play_wishes import Wishes
from steppe_solver.cli.solitaire.play_words import clock as clock_words
from steppe_solver.cli.solitaire.play_words import variant_in_words
from steppe_solver.cli.words import counted
from steppe_solver.notation import Entry
from steppe_solver.solitaire import (
    STANDARD,
    DealEntry,
    Game,
    deal_from_seed,
    read_deals,
)
from steppe_solver.solitaire.advice import Adviser
from steppe_solver.solitaire.duel import Duel
from steppe_solver.solitaire.duel_player import choose
from steppe_solver.solitaire.sprint import Paced, Racer, Sprint, sprint_deals
from steppe_solver.solitaire.sprint_player import plain_line

_SEEDS = 10**6
"""A deal that nobody chose is one of the first so many: short enough to write down."""


class _Playable(Protocol):
    def play(self) -> None: ...

    def conclude(self) -> None: ...


def run(wishes: Wishes, adviser: Adviser | None = None, clock: Clock = time.monotonic) -> int:
    """The exit code, after the game has been played."""
    answers = Answers("text", quiet=False)
    seed = random.SystemRandom().randrange(_SEEDS) if wishes.seed is None else wishes.seed
    style = Style(
        color=takes_colour("auto"), letters=wishes.letters or is_ascii_only(SYMBOLS + HIDDEN)
    )
    game = None
    if wishes.file is not None:
        game = _read_game(wishes, answers)
        if game is None:
            return answers.tally.code
    with keyboard(wishes.file) as typed:
        screen = Screen(answers, typed)
        if wishes.mode == "duel":
            _play(_duel(wishes, seed, screen, style), answers)
            return answers.tally.code
        advice = Advice(adviser, wishes.limit)
        game = game or Game(deal_from_seed(seed), wishes.variant or STANDARD)
        if wishes.mode == "sprint":
            game = Game(game.deal, game.variant)  # a race begins with the deal
        heading, timer = _timed(wishes, game, seed, adviser, clock)
        _play(Session(game, screen, advice, style, heading, timer), answers)
        answers.tally.limit_struck |= advice.limit_struck
    return answers.tally.code


def _play(session: _Playable, answers: Answers) -> None:
    played(answers, session.play)
    session.conclude()


def _read_game(wishes: Wishes, answers: Answers) -> Game | None:
    """The game that was asked for; None, with the faults reported, if it is bad input."""
    assert wishes.file is not None
    number = wishes.number or 1
    entries = read_files(
        [wishes.file],
        lambda stream, name: read_deals(stream, name, wishes.variant),
        lambda line, error: DealEntry(line, error=error),
    )
    found = [entry for _, entry in islice(entries, number)]
    entry = found[-1]  # a file without any deal gives an error
    if len(found) < number and entry.error is None:
        held = counted(len(found), "deal")
        raise click.UsageError(f"--from {number}: {wishes.file} holds {held}.")
    if entry.game is None:
        answers.refuse(Input(wishes.file, Entry(entry.line, "", error=entry.error)))
    return entry.game


def _timed(
    wishes: Wishes, game: Game, seed: int, adviser: Adviser | None, clock: Clock
) -> tuple[str, Timer | None]:
    """The words above the game, and what it plays against the clock or a racer, if anything."""
    heading = f"{_name(game)}: {game.variant}, {variant_in_words(game.variant)}."
    minutes = clock_words(wishes.seconds)
    if wishes.mode == "classic":
        if wishes.minutes is None:
            return f"{heading} help lists the commands.", None
        timed = f"{heading} {minutes} on the clock. help lists the commands."
        return timed, Trial(wishes.seconds, clock)
    racers: tuple[Racer, ...] = (Racer("you", game),)
    if wishes.against != "solver":
        heading = f"Sprint, {heading} {minutes} on the clock, most cards up count."
        return heading, Race(Sprint(racers, wishes.seconds), (), clock)
    is_same = wishes.same_deal or wishes.file is not None
    deals = sprint_deals(seed, wishes.racers, same=False)[1:]
    opponents = []
    for number, deal in enumerate(deals, 1):
        other = Game(game.deal if is_same else deal, game.variant)
        line = adviser.line(other.state, seconds=wishes.limit) if adviser else None
        name = "the plain player" if line is None else "the solver"
        name += f" {number}" if len(deals) > 1 else ""
        racers += (Racer(name, other),)
        opponents.append(Paced(number, line or plain_line(other.state), wishes.seconds_a_move))
    race = Race(Sprint(racers, wishes.seconds), opponents, clock)
    against = " and ".join(
        f"{racer.name} on {'the same deal' if is_same else _name(racer.game).lower()}"
        for racer in racers[1:]
    )
    makes = "who moves" if len(opponents) == 1 else "each of whom moves"
    heading = (
        f"Sprint, {heading} {minutes} on the clock, against {against}, {makes} every"
        f" {wishes.seconds_a_move:g} s."
    )
    return heading, race


def _name(game: Game) -> str:
    return f"Deal {game.deal.deal_id}" if game.deal.deal_id else "A deal without a name"


def _duel(wishes: Wishes, seed: int, screen: Screen, style: Style) -> DuelSession:
    draw = wishes.variant.draw if wishes.variant else 1
    duel = Duel.start(seed, draw)
    begins = "the computer begins" if wishes.second else "you begin"
    heading = (
        f"Duel {seed}: two decks, 4 buffers, draw {draw}, at most 2 recycles; {begins}."
        " help lists the commands."
    )
    return DuelSession(duel, screen, choose, style, heading, you=int(wishes.second))
