"""Writing answers: one JSON object a line, or text for people; to any encoding, into any pipe."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

import click

from steppe_solver.cli.inputs import Input
from steppe_solver.cli.tally import Tally
from steppe_solver.errors import InputError


def prepare_streams() -> None:
    """Let names in any script pass through a narrow encoding: what does not fit is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def takes_colour(choice: str) -> bool:
    """Should standard output be coloured? ``choice`` is ``auto``, ``always`` or ``never``."""
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and is_terminal(sys.stdout)


def is_ascii_only(sample: str) -> bool:
    """Is standard output unable to show these characters as they are?"""
    try:
        sample.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def is_terminal(stream: TextIO | None) -> bool:
    """Is the stream an open terminal?"""
    return stream is not None and not stream.closed and stream.isatty()


def faults_as_json(error: InputError) -> list[dict[str, str]]:
    """The faults as they stand in JSON answers."""
    return [
        {"field": fault.field, "at": fault.at, "message": fault.message} for fault in error.faults
    ]


class Answers:
    """Where a command's answers go, in input order, each out before the next is begun.

    A reader that closes the pipe early ends the command quietly, with the exit code of what was
    answered. ``before_writing`` is called first each time (a progress display steps aside there).
    """

    def __init__(
        self, style: str, quiet: bool, before_writing: Callable[[TextIO], None] | None = None
    ) -> None:
        self.as_json = style == "json"
        self.quiet = quiet
        self.tally = Tally()
        self._before_writing = before_writing

    def give(self, answer: Mapping[str, Any] | str) -> None:
        """Write one answer: an object as a line of JSON, or text as it is."""
        text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=True)
        self._write(sys.stdout, text)

    def refuse(
        self,
        source: Input,
        error: InputError | None = None,
        also: Mapping[str, Any] | None = None,
    ) -> None:
        """Report a bad input with every fault; in text format, on standard error.

        ``error`` is for what is wrong with the input for this command only; ``also`` holds further
        fields of the object.
        """
        error = error or source.entry.error
        assert error is not None
        self.tally.bad_input = True
        if self.as_json:
            summary = "; ".join(fault.message for fault in error.faults)
            answer = {"input": source.label, "error": summary, "faults": faults_as_json(error)}
            self.give(answer | dict(also or {}))
        else:
            lines = [f"{source.file}:{fault}" for fault in error.faults]
            self._write(sys.stderr, "\n".join(lines))

    def _write(self, stream: TextIO | None, text: str) -> None:
        if stream is None:  # started without this stream
            return
        if self._before_writing is not None:
            self._before_writing(stream)
        try:
            stream.write(text + "\n")
            stream.flush()
        except OSError as error:
            _silence(stream)
            closed = isinstance(error, BrokenPipeError)
            if closed or (os.name == "nt" and error.errno == errno.EINVAL):  # Windows says it so
                raise click.exceptions.Exit(self.tally.code) from None
            raise click.ClickException(f"cannot write the answers: {error.strerror}") from None


def _silence(stream: TextIO) -> None:
    """Lead the stream to nowhere, so that the interpreter's last flush cannot fail as well."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
