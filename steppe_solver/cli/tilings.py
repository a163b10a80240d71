"""`steppe tilings`: what the levels of a position can still hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from steppe_solver.cli import demands
from steppe_solver.cli.inputs import Input, read_inputs
from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.options import common_options, files_argument, limit_option
from steppe_solver.cli.output import Answers
from steppe_solver.cli.output_files import check_outputs, with_numbers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.watch import Watch
from steppe_solver.cli.words import counted, title
from steppe_solver.errors import Fault, InputError
from steppe_solver.notation import format_spn
from steppe_solver.position import PLAYERS, Color, Position

if TYPE_CHECKING:  # that package takes long to load, and other commands do without it
    from steppe_solver.tiling import Keep, Need, Question


@dataclass(frozen=True)
class _Demands:
    """What the command line asks of every position."""

    levels: demands.Levels | None
    players: tuple[Color, ...]
    full: bool
    needs: tuple[Need, ...]
    keeps: tuple[Keep, ...]

    def question(self, position: Position) -> Question:
        """The question about the position. ValueError says why it cannot be asked there."""
        from steppe_solver.tiling import Layout, Question

        level = position.level
        first, last = self.levels or demands.Levels(level, level)
        if last > position.rules.levels:
            raise ValueError(
                f"the game has {counted(position.rules.levels, 'level')}, and"
                f" {demands.Levels(first, last)} is beyond"
            )
        if first != level:
            better = demands.Levels(level, max(level, last))
            raise ValueError(
                f"level {level} is being filled, so that only levels from there on can be asked:"
                f" {better}, not {demands.Levels(first, last)}"
            )
        return Question(
            Layout.of(position),
            levels=last - first + 1,
            players=self.players,
            full=self.full,
            needs=self.needs,
            keeps=self.keeps,
        )


@click.command("tilings", short_help="What the current or the next levels can still hold.")
@files_argument
@click.option(
    "--players",
    type=click.Choice(["red", "blue", "both"]),
    default="both",
    show_default=True,
    help="Who may lay; the first player is red, the second blue.",
)
@click.option(
    "--levels",
    type=demands.levels,
    metavar="LEVELS",
    help="Levels asked, such as 2-3, from the current one on; all but the last are filled.",
)
@click.option("--full", is_flag=True, help="The last level is filled too.")
@click.option(
    "--need",
    "at_least",
    type=lambda text: demands.needs(text, exactly=False),
    multiple=True,
    metavar="TILES",
    help="Tiles that are laid at least, such as red:10=2,5=1 or 2/red:10=2.",
)
@click.option(
    "--exactly",
    type=lambda text: demands.needs(text, exactly=True),
    multiple=True,
    metavar="TILES",
    help="Tiles of which exactly so many are laid.",
)
@click.option(
    "--keep",
    "kept",
    type=demands.keeps,
    multiple=True,
    metavar="CELLS",
    help="Cells and who owns them in the end, on every level asked: a1,b1=red; 2/a1=red on one.",
)
@click.option(
    "--max", "side", type=click.Choice(list(demands.SIDES)), help="The most points, with proof."
)
@click.option("--count", "wants_count", is_flag=True, help="How many layings there are.")
@click.option("--list", "wants_list", is_flag=True, help="Every laying, one a line.")
@click.option(
    "--up-to-symmetry", is_flag=True, help="Count and list one of each class of mirror images."
)
@limit_option("Seconds to spend on each position.")
@click.option("--cnf", metavar="OUT", help="Write the question as DIMACS, with a legend.")
@click.option("--proof", metavar="OUT", help="Write a DRUP proof where there is no laying.")
@click.option(
    "--graph",
    metavar="OUT",
    help="Write who can still build where: GraphML to a name in .graphml or .xml, else DOT.",
)
@click.option("--svg", metavar="OUT", help="Write a picture of the laying.")
@common_options
def command(
    files: tuple[str, ...],
    players: str,
    levels: demands.Levels | None,
    full: bool,
    at_least: tuple[tuple[Need, ...], ...],
    exactly: tuple[tuple[Need, ...], ...],
    kept: tuple[tuple[Keep, ...], ...],
    side: str | None,
    wants_count: bool,
    wants_list: bool,
    up_to_symmetry: bool,
    limit: float | None,
    cnf: str | None,
    proof: str | None,
    graph: str | None,
    svg: str | None,
    style: str,
    quiet: bool,
) -> int:
    """Say what the level being filled, or several levels, can still hold.

    A laying is a set of legal placements on top of what lies there, in any order, turns left aside.
    Without a question: the most points that each player, and both together, can still lay, and
    whether the level can be filled. Where there is no laying, the reasons are a minimal set of
    facts and demands that cannot hold together.
    """
    from steppe_solver.cli.tilings_answer import Answer, as_json, as_text, in_a_line, tiling
    from steppe_solver.cli.tilings_files import write_files
    from steppe_solver.cli.tilings_inquiry import Inquiry

    outputs = {"--cnf": cnf, "--proof": proof, "--graph": graph, "--svg": svg}
    check_outputs(files, outputs)
    if up_to_symmetry and not (wants_count or wants_list):
        raise click.UsageError("--up-to-symmetry goes with --count or --list")
    asked = _Demands(
        levels,
        PLAYERS if players == "both" else (Color.RED if players == "red" else Color.BLUE,),
        full,
        tuple(need for needs in (*at_least, *exactly) for need in needs),
        tuple(keep for keeps in kept for keep in keeps),
    )
    inquiry = Inquiry(side, wants_count, wants_list, up_to_symmetry)
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt()

    def show(source: Input, number: int | None, position: Position, question: Question) -> None:
        watch = Watch(limit, interrupt, lambda: progress.say(f"searching  {source.label}"))
        answer = Answer(position, question, source.entry.name)
        for place, laid in enumerate(inquiry.listed(answer, watch)):
            if answers.as_json:
                line = {"spn": format_spn(position), "name": answer.name}
                answers.give({**line, "tiling": tiling(question, laid)})
                continue
            if place == 0 and number is not None and not quiet:
                answers.give(title(source))  # whose layings these are
            answers.give(in_a_line(question, laid, position.rules.edition))
        inquiry.answer(answer, watch)
        write_files(answer, outputs, number, watch)
        answers.tally.limit_struck |= answer.stopped
        if answers.as_json and not inquiry.speaks_in_lines_only:
            answers.give(as_json(answer))
        elif not answers.as_json and not (inquiry.speaks_in_lines_only and answer.feasible):
            answers.give(as_text(source, answer, short=quiet))

    # Numbering waits for a second input before the first is answered: only where it is of use.
    wants_numbers = any(outputs.values()) or (wants_list and not answers.as_json)
    inputs = read_inputs(files)
    try:
        for number, source in (
            with_numbers(inputs) if wants_numbers else ((None, one) for one in inputs)
        ):
            position = source.entry.position
            if position is None:
                answers.refuse(source)
                continue
            try:
                question = asked.question(position)
            except ValueError as error:
                answers.refuse(source, _cannot_be_asked(source, error))
                continue
            with interrupt:  # until the answer is out
                show(source, number, position, question)
            if interrupt.requested:
                answers.tally.interrupted = True
                break
    finally:
        progress.close()
    return answers.tally.code


def _cannot_be_asked(source: Input, error: ValueError) -> InputError:
    return InputError([Fault("board", f"{source.entry.line}:1", str(error))])
