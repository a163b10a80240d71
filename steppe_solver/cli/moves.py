"""`steppe moves`: the legal moves of every position."""

from __future__ import annotations

import click

from steppe_solver.cli.inputs import read_inputs
from steppe_solver.cli.options import common_options, files_argument
from steppe_solver.cli.output import Answers
from steppe_solver.cli.words import counted, mover_letter, situation, title
from steppe_solver.notation import format_move, format_spn


@click.command("moves", short_help="The legal moves, in notation, sorted.")
@files_argument
@common_options
def command(files: tuple[str, ...], style: str, quiet: bool) -> int:
    """List the legal moves of every position, a move a line, sorted as strings."""
    answers = Answers(style, quiet)
    for source in read_inputs(files):
        position = source.entry.position
        if position is None:
            answers.refuse(source)
            continue
        legal = sorted(format_move(move) for move in position.legal_moves())
        letter = mover_letter(position)
        if answers.as_json:
            answers.give({"spn": format_spn(position), "mover": letter, "moves": legal})
        elif not quiet:
            count = counted(len(legal), "legal move")
            heading = [title(source), f"  {situation(position)}; {count}"]
            answers.give("\n".join([*heading, *(f"  {move}" for move in legal), ""]))
        elif legal:
            answers.give("\n".join(legal))
    return answers.tally.code
