"""`steppe check --certificate DIR`: does the certificate prove what it says?"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steppe_solver.certificate import HEADER, Confirmed, RefusedError, check, load
from steppe_solver.cli.inputs import Input
from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.watch import Watch
from steppe_solver.cli.words import counted, range_of_values
from steppe_solver.errors import Fault, InputError
from steppe_solver.notation import Entry
from steppe_solver.position import Edition
from steppe_solver.stopping import StoppedError


@dataclass(frozen=True)
class Checked:
    """What came of a certificate: what it proves, why it is refused, or neither in the time."""

    directory: str
    confirmed: Confirmed | None
    refusal: str | None
    seconds: float

    @property
    def accepted(self) -> bool | None:
        """Does it prove what it says? None where the limit struck first."""
        if self.confirmed is None and self.refusal is None:
            return None
        return self.confirmed is not None

    def as_json(self) -> dict[str, Any]:
        """The fields of the answer, in the order in which they are documented."""
        found = self.confirmed
        return {
            "certificate": self.directory,
            "accepted": self.accepted,
            "spn": found and found.spn,
            "objective": found and found.objective,
            "status": found and ("bounded" if found.value is None else "exact"),
            "value": found and found.value,
            "lower": found and found.lower,
            "upper": found and found.upper,
            "positions": found and found.positions,
            "bytes": found and found.size,
            "seconds": round(self.seconds, 6),
            "reason": self.refusal,
        }

    def as_text(self, *, short: bool) -> str:
        """The answer in words; ``short`` leaves it at the verdict."""
        if self.refusal is not None:
            return f"REFUSED  {self.directory}: {self.refusal}"
        found = self.confirmed
        if found is None:
            return f"unknown  {self.directory}: not checked within the limit"
        edition = Edition.DMR if "dmr" in found.spn.split() else Edition.TSR
        with_points = found.objective == "margin"
        verdict = range_of_values(found.lower, found.upper, edition, with_points=with_points)
        first = f"proved   {self.directory}: {verdict}"
        if short:
            return first
        positions, size = counted(found.positions, "position"), counted(found.size, "byte")
        indent = " " * 9
        return "\n".join(
            [first, indent + found.spn, f"{indent}{positions}, {size}, {self.seconds:.3f} s"]
        )


def check_certificates(
    directories: Iterable[str],
    limit: float | None,
    answers: Answers,
    interrupt: Interrupt,
    progress: ProgressLine,
) -> None:
    """Check every certificate in these directories, and answer each as soon as it is done."""
    for directory in (place for given in directories for place in _certificates_in(given)):
        with interrupt:  # until the answer is out
            try:
                checked = _check(directory, limit, interrupt, progress)
            except OSError as error:
                answers.refuse(*_unreadable(directory, error))
                continue
            if checked.accepted is None and interrupt.requested:
                answers.tally.interrupted = True
                return
            answers.tally.came_out_false |= checked.accepted is False
            answers.tally.limit_struck |= checked.accepted is None
            as_text = checked.as_text(short=answers.quiet)
            answers.give(checked.as_json() if answers.as_json else as_text)
        if interrupt.requested:
            answers.tally.interrupted = True
            return


def _certificates_in(directory: str) -> list[str]:
    """The directory itself; or, where `steppe solve` wrote several, its 1, 2, …, in order."""
    place = Path(directory)
    if place.is_dir() and not (place / HEADER).exists():
        numbers = [int(entry.name) for entry in place.iterdir() if entry.name.isdecimal()]
        if numbers:
            return [os.path.join(directory, str(number)) for number in sorted(numbers)]
    return [directory]


def _check(
    directory: str, limit: float | None, interrupt: Interrupt, progress: ProgressLine
) -> Checked:
    begun = time.monotonic()
    seen = 0
    watch = Watch(
        limit,
        interrupt,
        lambda: progress.say(f"{directory}: {counted(seen, 'position')} confirmed"),
    )

    def look(positions: int) -> None:
        nonlocal seen
        seen = positions
        if watch():
            raise StoppedError

    confirmed, refusal = None, None
    try:
        confirmed = check(load(directory), look)
    except RefusedError as error:
        refusal = str(error)
    except StoppedError:
        pass
    return Checked(directory, confirmed, refusal, time.monotonic() - begun)


def _unreadable(directory: str, error: OSError) -> tuple[Input, InputError]:
    reason = error.strerror or str(error)
    message = f"cannot be read: {reason[:1].lower()}{reason[1:]}"
    return Input(directory, Entry(1, "")), InputError([Fault("file", "1:1", message)])
