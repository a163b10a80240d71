"""The command `steppe`: everything that prints, opens files and exits is below this package."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from steppe_solver.cli import (
    analyse,
    bench,
    check,
    moves,
    perft,
    puzzle,
    show,
    solitaire,
    solve,
    tilings,
)
from steppe_solver.cli.output import prepare_streams
from steppe_solver.cli.tally import INTERRUPTED


class _Group(click.Group):
    """A group whose commands return their exit code, and which ends with 130 on Ctrl-C."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and exit; with ``standalone_mode=False`` return the exit code."""
        prepare_streams()
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        if not standalone_mode:
            return code
        sys.exit(code)


@click.group(
    cls=_Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Every command ends with 0 (all answered), 1 (some input was bad), 2 (wrong usage), "
    "3 (a limit struck: some answers are only bounds), 4 (a check came out false) or "
    "130 (interrupted). 'steppe COMMAND -h' explains a command.",
)
@click.version_option(None, "--version", package_name="steppe-solver", prog_name="steppe")
def main() -> None:
    """Solve and inspect positions of the board game Steppe (Stak).

    FILE is a position file (.spn, .json, .jsonl), a game record (.sgr: the final position of each
    game is taken; analyse takes all of it) or - for standard input; where the name does not tell,
    the content does.
    """


for _module in (solve, show, moves, perft, check, analyse, tilings, puzzle, bench, solitaire):
    main.add_command(_module.command)
