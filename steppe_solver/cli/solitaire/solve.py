"""`steppe solitaire solve`: can it be won, and how well? Every answer with its proof or bounds."""

from __future__ import annotations

import click

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.options import (
    common_options,
    limit_option,
    memory_option,
    threads_option,
    whole,
)
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.solitaire.inputs import DealInput, Named, deals_options
from steppe_solver.cli.solitaire.options import variant_options
from steppe_solver.cli.solitaire.solve_answer import as_json, as_text
from steppe_solver.cli.solitaire.solve_threads import SideBySide, one_by_one
from steppe_solver.errors import ParseError
from steppe_solver.solitaire import Variant
from steppe_solver.solitaire.goals import Answer, Goal, parse_goal, pursue
from steppe_solver.solitaire.solver import DEFAULT_MEMORY, Limit, Solver
from steppe_solver.stopping import Stop


def _goal(value: str) -> Goal:
    try:
        return parse_goal(value)
    except ParseError as error:
        raise click.BadParameter(f"{error.faults[0].message}.") from None


@click.command("solve", short_help="Can a deal be won, and how well?")
@deals_options
@variant_options
@click.option(
    "--goal",
    type=_goal,
    default="win",
    show_default=True,
    metavar="GOAL",
    help="win, score, buffers, recycles, moves or foundation:K.",
)
@limit_option("Seconds to spend on each deal.")
@click.option("--nodes", type=whole(least=0), metavar="N", help="Nodes to search for each deal.")
@memory_option(DEFAULT_MEMORY, " of all threads")
@threads_option("Deals that are solved at the same time.")
@click.option("--all-moves", is_flag=True, help="Also what every legal move leads to.")
@common_options
def command(
    named: Named,
    variant: Variant | None,
    goal: Goal,
    limit: float | None,
    nodes: int | None,
    memory: int,
    threads: int,
    all_moves: bool,
    style: str,
    quiet: bool,
) -> int:
    """Solve deals: those of --layout and --seed, and those of FILE, half-played games too.

    All cards are known to the solver. The goals: win (can it be won?); score (the best completion
    score, also of a game that is stopped); buffers and recycles (the fewest that suffice for a
    win); moves (the shortest win); foundation:K (the most cards up within K moves). Where a limit
    strikes, the answer is unknown or a pair of proved bounds, and the exit code 3. Ctrl-C gives
    what is proved so far and ends the run.
    """
    named.need()
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt()
    answered = 0

    def solve(source: DealInput, solver: Solver, stop: Stop) -> Answer:
        game = source.entry.game
        assert game is not None
        return pursue(
            game.state,
            goal,
            solver,
            Limit(limit, nodes),
            buffered=game.ledger.buffered,
            all_moves=all_moves,
            stop=stop,
        )

    def look(source: DealInput) -> None:
        progress.say(f"{source.title}  {goal}  {answered:,} answered")

    def give(source: DealInput, answer: Answer | None) -> None:
        nonlocal answered
        if answer is None:
            answers.refuse(source.as_input)
            return
        answers.tally.limit_struck |= not answer.is_complete
        answers.give(as_json(source, answer) if answers.as_json else as_text(source, answer, quiet))
        answered += 1

    try:
        solvers = [Solver(max(1, memory // threads)) for _ in range(threads)]
    except MemoryError:
        raise click.UsageError(f"there are no {memory} MiB to be had for --memory") from None
    try:
        if threads == 1:
            one_by_one(named.inputs(variant), solvers[0], solve, interrupt, look, give)
        else:
            side_by_side = SideBySide(solvers, solve, interrupt, look, give)
            side_by_side.run(lambda meanwhile: named.inputs(variant, meanwhile))
    finally:
        progress.close()
    answers.tally.interrupted |= interrupt.requested
    return answers.tally.code
