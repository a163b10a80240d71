"""`steppe check`: is every input well-formed, consistent, reachable, and if not, what is wrong?"""

from __future__ import annotations

import click

from steppe_solver.cli.check_answer import Finding, as_json, as_text
from steppe_solver.cli.inputs import Input, read_inputs
from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.options import common_options, limit_option
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.watch import Watch
from steppe_solver.notation import GameRecord
from steppe_solver.position import Position


@click.command("check", short_help="Is each input well-formed, consistent, reachable? All faults.")
@click.argument(
    "files", metavar="[FILE...]", nargs=-1, type=click.Path(readable=False, allow_dash=True)
)
@click.option(
    "--certificate",
    "certificates",
    multiple=True,
    metavar="DIR",
    help="Instead of positions: does the certificate there prove the value that it states?",
)
@click.option(
    "--reachable",
    "wants_reachable",
    is_flag=True,
    help="Ask too whether a legal game from the start ends there; show it, or why there is none.",
)
@limit_option("Seconds to spend on each position; what is not known then is said to be unknown.")
@common_options
def command(
    files: tuple[str, ...],
    certificates: tuple[str, ...],
    wants_reachable: bool,
    limit: float | None,
    style: str,
    quiet: bool,
) -> int:
    """Say of every input whether it is well-formed and consistent, with all its faults.

    Well-formed: it can be read. Consistent: some sequence of placements leaves what it says; the
    answer shows which tiles may lie where. Reachable: so does a legal game, with alternate turns
    and forced skips. Of a game record the whole game is checked: every move, and the result.

    With --certificate, the proof that `steppe solve --certificate DIR` wrote is followed move by
    move, by a checker that shares no code with the solver.
    """
    if bool(files) == bool(certificates):
        raise click.UsageError("give either FILE... or --certificate DIR")
    if certificates and wants_reachable:
        raise click.UsageError("--reachable is asked of positions, not of certificates")
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    interrupt = Interrupt()

    def look_into(source: Input) -> Finding:
        finding = Finding(source, short=quiet, asked=wants_reachable)
        position = source.entry.position
        if wants_reachable and position is not None:
            watch = Watch(limit, interrupt, lambda: progress.say(f"searching  {source.label}"))
            _find_game(finding, position, source.entry.record, watch)
        return finding

    try:
        if certificates:
            from steppe_solver.cli.certificate_checked import check_certificates

            check_certificates(certificates, limit, answers, interrupt, progress)
        for source in read_inputs(files):
            with interrupt:  # until the answer is out
                finding = look_into(source)
                answers.tally.bad_input |= source.entry.error is not None
                answers.tally.came_out_false |= finding.reachable is False
                answers.tally.limit_struck |= finding.is_unknown
                answers.give(as_json(finding) if answers.as_json else as_text(finding))
            if interrupt.requested:
                answers.tally.interrupted = True
                break
    finally:
        progress.close()
    return answers.tally.code


def _find_game(
    finding: Finding, position: Position, record: GameRecord | None, watch: Watch
) -> None:
    """Whether a legal game ends there: a record of one, from the start, answers by itself."""
    from steppe_solver.reachability import reachable

    if record is not None and record.start == Position.start(record.start.rules):
        finding.reachable, finding.game = True, record
        return
    verdict = reachable(position, watch)
    finding.reachable, finding.game = verdict.reachable, verdict.game
    finding.reasons, finding.minimal = verdict.reasons, verdict.minimal
