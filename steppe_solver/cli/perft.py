"""`steppe perft`: how many sequences of N moves start from every position."""

from __future__ import annotations

import click

from steppe_solver.cli.inputs import read_inputs
from steppe_solver.cli.options import common_options, files_argument, whole
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine, shortened
from steppe_solver.cli.words import counted, title
from steppe_solver.errors import UnsupportedError
from steppe_solver.notation import format_spn
from steppe_solver.position import PLAYERS, Position
from steppe_solver.position import perft as python_perft
from steppe_solver.solver import perft as native_perft

PIECE = 50_000_000
"""The most sequences to count in one native call, some 0.1 s of work: Ctrl-C waits for its end."""


@click.command("perft", short_help="The number of move sequences of N plies.")
@files_argument
@click.option(
    "--depth", type=whole(least=0), required=True, metavar="N", help="Moves in a sequence."
)
@common_options
def command(files: tuple[str, ...], depth: int, style: str, quiet: bool) -> int:
    """Count the sequences of exactly N moves from every position.

    A game that ends sooner counts as no sequence. Counts like these check a program's rules against
    another's. Boards over 5 x 5 are counted in Python, slowly.
    """
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    try:
        for source in read_inputs(files):
            position = source.entry.position
            if position is None:
                answers.refuse(source)
                continue
            try:
                nodes = _Count(progress, source.label).of(position, depth)
            except UnsupportedError:
                nodes = python_perft(position, depth)
            if answers.as_json:
                answers.give({"spn": format_spn(position), "depth": depth, "nodes": nodes})
            elif quiet:
                answers.give(str(nodes))
            else:
                sequences = counted(nodes, "sequence")
                answers.give(f"{title(source)}: {sequences} of {counted(depth, 'move')}")
    finally:
        progress.close()
    return answers.tally.code


class _Count:
    """A count in pieces, each short enough for Ctrl-C to be heard between them."""

    def __init__(self, progress: ProgressLine, subject: str) -> None:
        self._progress = progress
        self._subject = subject
        self._so_far = 0

    def of(self, position: Position, depth: int) -> int:
        """The number of sequences; raises UnsupportedError where the native rules do not go."""
        if not _is_short(position, depth):
            return sum(self.of(position.play(move), depth - 1) for move in position.legal_moves())
        nodes = native_perft(position, depth)
        self._so_far += nodes
        self._progress.say(f"{self._subject}  {shortened(self._so_far)} sequences so far")
        return nodes


def _is_short(position: Position, depth: int) -> bool:
    """Are there no more than about PIECE sequences?"""
    # A level only fills, so nobody's choice grows on it. A new level brings more, but not enough
    # within four moves; above the last there is none.
    grows_little = depth <= 4 or position.level == position.rules.levels
    widest = max(len(position.placements(color)) for color in PLAYERS)
    return bool(grows_little and widest**depth <= PIECE)
