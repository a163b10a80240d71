"""`steppe check`: is every input well-formed and consistent, and if not, what is wrong where?"""

from __future__ import annotations

from typing import Any

import click

from steppe_solver.cli.inputs import Input, read_inputs
from steppe_solver.cli.options import common_options, files_argument
from steppe_solver.cli.output import Answers, faults_as_json
from steppe_solver.cli.words import counted, situation, title
from steppe_solver.errors import InputError, PositionError
from steppe_solver.notation import format_spn


@click.command("check", short_help="Is each input well-formed and consistent? All faults at once.")
@files_argument
@common_options
def command(files: tuple[str, ...], style: str, quiet: bool) -> int:
    """Say of every input whether it is well-formed and consistent, with all its faults.

    Well-formed: it can be read. Consistent: some sequence of placements leaves what it says. Of a
    game record the whole game is checked: every move, and the result.
    """
    answers = Answers(style, quiet)
    for source in read_inputs(files):
        error = source.entry.error
        answers.tally.bad_input |= error is not None
        if answers.as_json:
            answers.give(_as_json(source))
        elif error is not None:
            answers.give(_complaint(source, error, short=quiet))
        else:
            answers.give(_approval(source, short=quiet))
    return answers.tally.code


def _is_well_formed(error: InputError | None) -> bool:
    return error is None or isinstance(error, PositionError)


def _as_json(source: Input) -> dict[str, Any]:
    """The answer; an input that cannot be read is no SPN, and its consistency cannot be asked."""
    entry = source.entry
    well_formed = _is_well_formed(entry.error)
    as_written = (entry.text or None) if well_formed else None
    return {
        "input": source.label,
        "spn": as_written if entry.position is None else format_spn(entry.position),
        "well_formed": well_formed,
        "consistent": entry.error is None if well_formed else None,
        "reachable": None,
        "faults": [] if entry.error is None else faults_as_json(entry.error),
        "game": None,
    }


def _approval(source: Input, *, short: bool) -> str:
    position, record = source.entry.position, source.entry.record
    assert position is not None
    if short:
        return f"{source.label}: good"
    lines = [f"good   {title(source)}"]
    if record is None:
        lines.append("       well-formed and consistent")
    else:
        lines.append(f"       a game of {counted(len(record.moves), 'move')}, all legal")
    return "\n".join([*lines, f"       {situation(position)}"])


def _complaint(source: Input, error: InputError, *, short: bool) -> str:
    if short:
        return "\n".join(f"{source.label}: WRONG at {fault}" for fault in error.faults)
    if _is_well_formed(error):
        reason = "well-formed, but not consistent: no play leaves this"
    else:
        reason = "not well-formed: it cannot be read"
    lines = [f"WRONG  {title(source)}", f"       {reason}"]
    for fault in error.faults:
        line, column = fault.at.split(":")
        lines.append(f"       line {line}, column {column}, {fault.field}: {fault.message}")
    return "\n".join(lines)
