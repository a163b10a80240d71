"""`steppe puzzle`: generate, verify, solve interactively and print puzzles."""

from __future__ import annotations

import click

from steppe_solver.cli.puzzle import book, check, new, play


@click.group("puzzle", short_help="Generate, verify, solve interactively and print puzzles.")
def command() -> None:
    """Puzzles: positions with a task that has exactly one solution, and the proof of it.

    A puzzle file (.stp.json) holds one puzzle a line; every other command reads it as a file of
    positions.
    """


for _module in (new, check, play, book):
    command.add_command(_module.command)
