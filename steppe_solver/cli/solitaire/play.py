"""`steppe solitaire play`: play in the terminal.

What plays is imported where it is used: all commands load this module, this one plays.
"""

from __future__ import annotations

import click

from steppe_solver.cli.options import seconds, whole
from steppe_solver.cli.solitaire.options import variant_options
from steppe_solver.solitaire import Variant


def _positive(value: str) -> float:
    number = seconds(value)
    if not number:
        raise click.BadParameter("0 is too short.")
    return number


@click.command("play", short_help="Play in the terminal.")
@click.argument("file", required=False, type=click.Path(readable=False, allow_dash=True))
@click.option(
    "--seed",
    type=whole(0),
    metavar="N",
    help="The deal of this number; without it and FILE, any deal.",
)
@click.option(
    "--from",
    "number",
    type=whole(1),
    metavar="N",
    help="The Nth deal of FILE; bad ones are counted too. [default: 1]",
)
@variant_options
@click.option(
    "--mode",
    type=click.Choice(["classic", "sprint", "duel"]),
    default="classic",
    show_default=True,
    help="Alone in peace, a race, or in turn with the computer on one board.",
)
@click.option(
    "--against",
    type=click.Choice(["clock", "solver"]),
    help="Whom a sprint is against. [default: clock]",
)
@click.option(
    "--players",
    type=whole(2, 4),
    metavar="N",
    help="How many race in a sprint against the solver, you among them, 2 to 4. [default: 2]",
)
@click.option("--same-deal", is_flag=True, help="All have the same deal in a sprint.")
@click.option(
    "--pace",
    type=_positive,
    metavar="SECONDS",
    help="Seconds that the solver takes for a move in a sprint. [default: 5]",
)
@click.option(
    "--minutes",
    type=_positive,
    metavar="M",
    help="Time for a sprint, 5 if not said; a classic game becomes a time trial.",
)
@click.option("--second", is_flag=True, help="The computer begins the duel.")
@click.option(
    "--limit",
    type=seconds,
    default="10",
    show_default=True,
    metavar="SECONDS",
    help="Seconds to think about a hint, or whether the game can still be won.",
)
@click.option("--letters", is_flag=True, help="Show suits as the letters S H C D.")
def command(
    file: str | None,
    seed: int | None,
    number: int | None,
    variant: Variant | None,
    mode: str,
    against: str | None,
    players: int | None,
    same_deal: bool,
    pace: float | None,
    minutes: float | None,
    second: bool,
    limit: float,
    letters: bool,
) -> int:
    """Play Steps Solitaire: the deal of --seed, one of FILE, or any.

    Type moves such as D, WT3, T2T6x3 or B2F, several on a line if you like, and help for the
    commands: hint, status, moves, score, undo, redo, auto, save, quit. A game that FILE holds with
    moves goes on from there. Moves and commands can be piped in; where FILE is -, they come from
    the terminal.

    In a sprint the most cards up when the time is over win. The solver plays the deals of the next
    seeds, with --same-deal or FILE the same as you. A duel has its own rules: two decks, 4 buffers,
    2 recycles; type pass where no move scores.
    """
    from steppe_solver.cli.solitaire.play_run import run
    from steppe_solver.cli.solitaire.play_wishes import Wishes
    from steppe_solver.solitaire.advice import SolverAdviser

    wishes = Wishes(
        file,
        seed,
        number,
        variant,
        mode,
        against,
        same_deal,
        pace,
        minutes,
        second,
        limit,
        letters,
        players,
    )
    wishes.check()
    return run(wishes, adviser=SolverAdviser())
