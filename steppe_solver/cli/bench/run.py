"""A run of `steppe bench`: rows as they are measured, then what follows from them."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version

import click

from steppe_solver.bench import ablation
from steppe_solver.bench.comparison import compare
from steppe_solver.bench.files import format_report, report_row
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


class Run:
    """The report of a run, while it grows."""

    def __init__(
        self, inputs: Inputs, options: Options, answers: Answers, progress: ProgressLine
    ) -> None:
        self._inputs = inputs
        self._options = options
        self._answers = answers
        self._progress = progress
        self._date = datetime.now(UTC).isoformat(timespec="seconds")
        self._machine, self._build = describe_machine(), describe_build()
        self._layout = text.Layout(max(len(case.name) for case in inputs.suite.cases))
        self._rows: list[Measured] = []
        self._ablation: Ablation | None = None

    @property
    def report(self) -> Report:
        """All that has been measured so far."""
        return Report(
            version=version("steppe-solver"),
            date=self._date,
            complete=not self._answers.tally.interrupted,
            options=self._options,
            machine=self._machine,
            build=self._build,
            positions=tuple(self._rows),
            ablation=self._ablation,
        )

    def solve(self) -> None:
        """Measure every position, and give its row. Ctrl-C raises between rows."""
        cases = self._inputs.suite.cases
        if not (self._answers.as_json or self._answers.quiet):
            self._answers.give(text.opening(self._inputs.suite, self.report))
            self._answers.give(self._layout.heading())
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
                        self._answers.give(report_row(row))
                    elif not self._answers.quiet:
                        self._answers.give(self._layout.row(row))
                if interrupt.requested:
                    raise KeyboardInterrupt

    def ablate(self) -> None:
        """Measure what each technique is worth. Ctrl-C raises."""
        suite = shipped(ablation.SUITE)

        def look(left_out: str) -> None:
            self._progress.say(f"ablation  without {left_out}")

        try:
            self._ablation = ablation.ablate(suite, self._options, while_waiting=look)
        except ablation.AblationError as error:
            self._answers.tally.came_out_false = True
            self._progress.close()
            click.echo(f"Error: {error}", err=True)

    def finish(self, json_file: str | None, html_file: str | None) -> None:
        """Give the sums and whatever else was asked for, and write the files."""
        report, old = self.report, self._inputs.old
        answers, short = self._answers, self._answers.quiet
        if not answers.as_json:
            if not short:
                answers.give(f"{self._layout.sums(report)}\n")
            answers.give(text.closing(report))
            if not short:
                answers.give(text.legend())
                found = by_series(report.positions)
                if any(one.positions > 1 for one in found):
                    answers.give(text.series(found))
            if report.ablation is not None:
                answers.give(text.ablation(report.ablation))
            if old is not None:
                answers.give(text.comparison(compare(old, report), old, report, short=short))
        if json_file is not None:
            write_file(json_file, format_report(report).encode())
        if html_file is not None:
            from steppe_solver.bench.page import page

            write_file(html_file, page(report, old).encode())

    def _note(self, row: Measured) -> None:
        """Note how it came out, for the exit code."""
        self._answers.tally.limit_struck |= row.value is None
        self._answers.tally.came_out_false |= row.value is not None and row.error is not None
