"""`steppe puzzle play`: solve puzzles in the terminal.

What plays is imported where it is used: all commands load this module, this one plays.
"""

from __future__ import annotations

import click

from steppe_solver.cli.options import seconds, whole
from steppe_solver.cli.puzzle.play_points import SCHEME


@click.command("play", short_help="Solve puzzles in the terminal.", epilog=SCHEME)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--from",
    "first",
    type=whole(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Begin with the Nth puzzle of FILE; bad ones are counted too.",
)
@click.option("--shuffle", is_flag=True, help="Take the puzzles in another order.")
@click.option(
    "--seed",
    type=whole(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Which order --shuffle takes: the same N, the same order.",
)
@click.option("--key-only", is_flag=True, help="Go on to the next puzzle once the key is found.")
@click.option("--rating", "shows_rating", is_flag=True, help="Show the rating beforehand.")
@click.option(
    "--limit",
    type=seconds,
    default="60",
    show_default=True,
    metavar="SECONDS",
    help="Seconds to work out an answer that is not in FILE; a move not judged then is not played.",
)
def command(
    file: str,
    first: int,
    shuffle: bool,
    seed: int,
    key_only: bool,
    shows_rating: bool,
    limit: float,
) -> int:
    """Solve the puzzles of FILE: enter moves in notation, such as 5a1-b1.

    A right move is answered with the best defence, and you go on until the task is done; a wrong
    one is refuted, and you may try again. Type help for the commands: hint, moves, board, undo,
    solution, skip, quit. In "help" puzzles you move for both sides. Moves and commands can be
    piped in, a line each; where FILE is -, they come from the terminal.
    """
    from steppe_solver.cli.puzzle.play_match import Wishes
    from steppe_solver.cli.puzzle.play_run import run

    order = seed if shuffle else None
    return run(file, Wishes(key_only, shows_rating), first=first, order=order, limit=limit)
