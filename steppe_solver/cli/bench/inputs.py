"""What `steppe bench` reads before it begins: the suite, and the report to compare with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from steppe_solver.bench import suite as suites
from steppe_solver.bench.files import parse_report
from steppe_solver.bench.report import Report
from steppe_solver.bench.suite import Suite
from steppe_solver.cli.inputs import Input
from steppe_solver.cli.output import Answers
from steppe_solver.cli.output_files import check_outputs
from steppe_solver.errors import Fault, InputError
from steppe_solver.notation import Entry


@dataclass(frozen=True)
class Inputs:
    """All that was read."""

    suite: Suite
    old: Report | None


def read_inputs(
    suite: str, compare: str | None, outputs: Mapping[str, str | None], answers: Answers
) -> Inputs | None:
    """What was asked for; None where some of it is bad, with every fault of it reported.

    A usage error says so where there is no such suite, or where an output could not be written:
    nobody should find that out after minutes of solving.
    """
    is_shipped = suite in suites.names()
    if not (is_shipped or Path(suite).exists() or Path(suite).suffix):
        known = ", ".join(suites.names())
        raise click.UsageError(f"there is no suite {suite!r}: take one of {known}, or a file")
    check_outputs([name for name in (suite, compare) if name is not None], outputs)
    for option, path in outputs.items():
        if path is not None and not Path(path).absolute().parent.is_dir():
            raise click.UsageError(f"{option}: there is no directory {Path(path).parent}")
    chosen = suites.shipped(suite) if is_shipped else _own(suite, answers)
    old = _old(compare, answers) if compare is not None else None
    if chosen is None or answers.tally.bad_input:
        return None
    return Inputs(chosen, old)


def _own(file: str, answers: Answers) -> Suite | None:
    try:
        with open(file, "rb") as stream:
            return Suite(Path(file).stem, suites.read_cases(stream))
    except OSError as error:
        _refuse(file, _unreadable(error), answers)
    except InputError as error:
        _refuse(file, error, answers)
    return None


def _old(file: str, answers: Answers) -> Report | None:
    try:
        return parse_report(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        _refuse(file, _unreadable(error), answers)
    except UnicodeDecodeError:
        _refuse(file, InputError([Fault("file", "1:1", "is not UTF-8 text")]), answers)
    except InputError as error:
        _refuse(file, error, answers)
    return None


def _unreadable(error: OSError) -> InputError:
    reason = error.strerror or str(error)
    return InputError([Fault("file", "1:1", f"cannot be read: {reason[:1].lower()}{reason[1:]}")])


def _refuse(file: str, error: InputError, answers: Answers) -> None:
    answers.refuse(Input(file, Entry(1, "", error=error)))
