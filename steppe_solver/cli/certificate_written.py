"""`steppe solve --certificate DIR`: the proof of every answer, written beside it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.words import counted
from steppe_solver.solver import Solution
from steppe_solver.stopping import StoppedError


@dataclass(frozen=True)
class Written:
    """A certificate that has been written, and how long that took."""

    directory: str
    positions: int
    size: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The field ``certificate`` of an answer."""
        return {
            "directory": self.directory,
            "positions": self.positions,
            "bytes": self.size,
            "seconds": round(self.seconds, 6),
        }

    def as_text(self) -> str:
        """A line of an answer."""
        positions = counted(self.positions, "position")
        size = counted(self.size, "byte")
        return f"certificate in {self.directory}: {positions}, {size}, {self.seconds:.3f} s"


class Certificates:
    """Where the certificates of a run go: one into DIR itself, those of several into DIR/1, …"""

    def __init__(
        self, directory: str, memory: int, interrupt: Interrupt, say: Callable[[str], None]
    ) -> None:
        """Take up to ``memory`` MiB for each search. A usage error where DIR cannot be made."""
        self._directory = directory
        self._memory = memory
        self._interrupt = interrupt
        self._say = say
        try:
            os.makedirs(directory, exist_ok=True)
        except OSError as error:
            raise self._unwritable(error) from None

    def write(self, solution: Solution, number: int | None) -> Written | None:
        """The certificate of the solution, ``number`` among several; None after Ctrl-C."""
        from steppe_solver.certificate import HEADER, certify, save

        if self._interrupt.requested:
            return None
        begun = time.monotonic()
        shown = [0.0]

        def look(positions: int) -> None:
            if (now := time.monotonic()) >= shown[0]:
                self._say(f"certificate: {counted(positions, 'position')} written")
                shown[0] = now + 0.1

        place = self._directory if number is None else os.path.join(self._directory, str(number))
        try:
            if number is not None:  # an older certificate in DIR itself would hide these
                Path(self._directory, HEADER).unlink(missing_ok=True)
            certificate = certify(
                solution,
                memory=self._memory,
                stop=lambda: self._interrupt.requested,
                watch=look,
            )
            save(certificate.files, place)
        except StoppedError:
            return None
        except OSError as error:
            raise self._unwritable(error) from None
        spent = time.monotonic() - begun
        return Written(place, certificate.positions, certificate.size, spent)

    def _unwritable(self, error: OSError) -> click.UsageError:
        reason = error.strerror or error
        return click.UsageError(f"cannot write to --certificate {self._directory}: {reason}")


def with_certificate(answer: Mapping[str, Any], written: Written | None) -> dict[str, Any]:
    """The answer with its field ``certificate``; null where none was written."""
    return {**answer, "certificate": None if written is None else written.as_json()}
