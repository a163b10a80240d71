"""`steppe solitaire`: Steps Solitaire, the second game of the rulebooks."""

from __future__ import annotations

import click

from steppe_solver.cli.solitaire import deal, play, rate, solve


@click.group("solitaire", short_help="Steps Solitaire: Klondike's deal with four buffers.")
def command() -> None:
    """Steps Solitaire: Klondike's deal with four buffers.

    A deal is named by its seed (--seed N), or read from FILE: .json or .jsonl, one deal an object,
    or laid out as text.
    """


for _module in (deal, solve, play, rate):
    command.add_command(_module.command)
