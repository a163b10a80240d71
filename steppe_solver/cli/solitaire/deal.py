"""`steppe solitaire deal`: deals, from seeds or files, as JSON or laid out as text."""

from __future__ import annotations

import click

from steppe_solver.cli.options import common_options
from steppe_solver.cli.output import Answers
from steppe_solver.cli.solitaire.inputs import DealInput, Named, deals_options
from steppe_solver.cli.solitaire.options import variant_options
from steppe_solver.solitaire import STANDARD, Deal, Game, Variant, format_deal


@click.command("deal", short_help="Deal cards: by name, by seed, or from a file.")
@deals_options
@variant_options
@common_options
def command(
    named: Named,
    variant: Variant | None,
    style: str,
    quiet: bool,
) -> int:
    """Write deals: those of --layout or --seed, or of FILE in the other form.

    In text a line of cards is a column, the deepest card first; the last of each is face up, and
    the first card of the stock is drawn first. Every command reads both forms. The options and
    the moves of a half-played game go along.
    """
    named.need()
    answers = Answers(style, quiet)
    first = True
    for source in named.inputs(variant):
        if source.entry.error is not None:
            answers.refuse(source.as_input)
            continue
        text = _text(source, variant, answers)
        answers.give(text if first or answers.as_json else "\n" + text)
        first = False
    return answers.tally.code


def _text(source: DealInput, asked: Variant | None, answers: Answers) -> str:
    """The deal in the layout asked for, its variant only where it says something."""
    game = source.entry.game
    assert game is not None
    plain = not game.moves and game.variant == STANDARD and asked is None
    what: Deal | Game = game.deal if plain else game
    return format_deal(what, "json" if answers.as_json else "text").rstrip("\n")
