"""`steppe solitaire deal`: deals, from seeds or files, as JSON or laid out as text."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click

from steppe_solver.cli.options import common_options
from steppe_solver.cli.output import Answers
from steppe_solver.cli.solitaire.inputs import (
    DealInput,
    Seeds,
    deals_arguments,
    layout_inputs,
    layout_option,
    need_deals,
    read_deal_inputs,
)
from steppe_solver.cli.solitaire.options import variant_options
from steppe_solver.solitaire import STANDARD, Deal, Game, Variant, format_deal

if TYPE_CHECKING:
    from steppe_solver.solitaire.layouts import Layout


@click.command("deal", short_help="Deal cards: by name, by seed, or from a file.")
@deals_arguments
@layout_option
@variant_options
@common_options
def command(
    files: tuple[str, ...],
    seeds: Seeds,
    layouts: tuple[Layout, ...],
    variant: Variant | None,
    style: str,
    quiet: bool,
) -> int:
    """Write deals: those of --layout or --seed, or of FILE in the other form.

    In text a line of cards is a column, the deepest card first; the last of each is face up, and
    the first card of the stock is drawn first. Every command reads both forms. The options and
    the moves of a half-played game go along.
    """
    need_deals(files, seeds, layouts)
    answers = Answers(style, quiet)
    first = True
    sources = chain(layout_inputs(layouts, variant), read_deal_inputs(files, seeds, variant))
    for source in sources:
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
