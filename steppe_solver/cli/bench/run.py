"""A run of `steppe bench`: rows as they are measured, then what follows from them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import click

from steppe_solver.bench import ablation
from steppe_solver.bench.comparison import Comparison, compare
from steppe_solver.bench.files import comparison_row, format_report, report_row
from steppe_solver.bench.machine import describe_build, describe_machine
from steppe_solver.bench.report import Ablation, Measured, Options, Report
from steppe_solver.bench.run import measure
from steppe_solver.bench.series import by_series
from steppe_solver.bench.suite import shipped
from steppe_solver.cli.bench import text
from steppe_solver.cli.bench.inputs import Inputs
from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.output import Answers
from steppe_solver.cli.output_files import write_file
from steppe_solver.cli.progress import ProgressLine

Writer = Callable[[Report, Report | None], str]
"""The text of a file that is to be written, for the report and the earlier one."""


class Run:
    """The report of a run, while it grows.

    Where files are to be written, a reader of the answers who leaves early does not end it.
    """

    def __init__(
        self,
        inputs: Inputs,
        options: Options,
        answers: Answers,
        progress: ProgressLine,
        files: Iterable[tuple[Writer, str | None]],
    ) -> None:
        self._inputs = inputs
        self._options = options
        self._answers = answers
        self._progress = progress
        self._files = [(writer, path) for writer, path in files if path is not None]
        self._date = datetime.now(UTC).isoformat(timespec="seconds")
        self._machine, self._build = describe_machine(), describe_build()
        self._layout = text.Layout(max(len(case.name) for case in inputs.suite.cases))
        self._rows: list[Measured] = []
        self._ablation: Ablation | None = None
        self._complete = False
        self._heard = True

    @property
    def report(self) -> Report:
        """All that has been measured so far."""
        return Report(
            version=version("steppe-solver"),
            date=self._date,
            complete=self._complete,
            options=self._options,
            machine=self._machine,
            build=self._build,
            positions=tuple(self._rows),
            ablation=self._ablation,
        )

    def measure(self, *, ablation: bool) -> None:
        """Measure every position, each with its row, and the techniques. Ctrl-C raises."""
        self._solve()
        self._complete = not ablation or self._ablate()

    def _solve(self) -> None:
        cases = self._inputs.suite.cases
        if not (self._answers.as_json or self._answers.quiet):
            self._give(text.opening(self._inputs.suite, self.report))
            self._give(self._layout.heading())
        since = time.monotonic()

        def look() -> None:
            done = len(self._rows)
            waited = time.monotonic() - since
            self._progress.say(f"{done + 1} of {len(cases)}  {cases[done].name}  {waited:.0f} s")

        interrupt = Interrupt()
        with closing(measure(cases, self._options, while_waiting=look)) as rows:
            for row in rows:
                with interrupt:  # a line that has been begun is finished
                    self._rows.append(row)
                    self._note(row)
                    if self._answers.as_json:
                        self._give(report_row(row))
                    elif not self._answers.quiet:
                        self._give(self._layout.row(row))
                if interrupt.requested:
                    raise KeyboardInterrupt

    def _ablate(self) -> bool:
        """Measure what each technique is worth; did it come to its end?"""

        def look(left_out: str) -> None:
            self._progress.say(f"ablation  without {left_out}")

        try:
            suite = shipped(ablation.SUITE)
            self._ablation = ablation.ablate(suite, self._options, while_waiting=look)
        except ablation.AblationError as error:
            self._answers.tally.came_out_false = True
            self._progress.close()
            click.echo(f"Error: {error}", err=True)
        return self._ablation is not None

    def finish(self) -> None:
        """Write the files, and give the sums and whatever else was asked for."""
        report, old = self.report, self._inputs.old
        for writer, path in self._files:
            write_file(path, writer(report, old).encode())
        compared = compare(old, report) if old is not None else None
        if compared is not None:
            self._answers.tally.came_out_false |= bool(compared.contradicted)
        if self._answers.as_json:
            if report.ablation is not None:
                self._give({"ablation": asdict(report.ablation)})
            if compared is not None:
                self._give({"comparison": comparison_row(compared)})
        else:
            self._conclude(report, compared)

    def _conclude(self, report: Report, compared: Comparison | None) -> None:
        short = self._answers.quiet
        if not short:
            self._give(f"{self._layout.sums(report)}\n")
        self._give(text.closing(report))
        if not short:
            self._give(text.legend())
            found = by_series(report.positions)
            if any(one.positions > 1 for one in found):
                self._give(text.series(found))
        if report.ablation is not None:
            self._give(text.ablation(report.ablation))
        if self._inputs.old is not None and compared is not None:
            self._give(text.comparison(compared, self._inputs.old, report, short=short))

    def _give(self, answer: Mapping[str, Any] | str) -> None:
        if self._heard:
            try:
                self._answers.give(answer)
            except click.exceptions.Exit:
                if not self._files:
                    raise
                self._heard = False

    def _note(self, row: Measured) -> None:
        """Note how it came out, for the exit code."""
        self._answers.tally.limit_struck |= row.status == "unsolved"
        self._answers.tally.came_out_false |= row.status == "wrong"


def as_json(report: Report, old: Report | None) -> str:
    """The text of the file for scripts."""
    return format_report(report)


def as_page(report: Report, old: Report | None) -> str:
    """The text of the file for people."""
    from steppe_solver.bench.page import page

    return page(report, old)
