"""What `steppe bench` prints for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from steppe_solver.bench import figures
from steppe_solver.bench.comparison import Change, Comparison, other_conditions
from steppe_solver.bench.report import Ablation, Measured, Report, Total
from steppe_solver.bench.series import Series
from steppe_solver.bench.suite import Suite
from steppe_solver.cli.output import is_ascii_only
from steppe_solver.cli.progress import shortened
from steppe_solver.cli.words import counted, line_width

_COLUMNS = {
    "open": 4,
    "value": 5,
    "nodes": 10,
    "nodes/s": 7,
    "time": 7,
    "spread": 6,
    "hits": 4,
    "cuts": 4,
    "load": 4,
    "MiB": 5,
}
"""The headings of the columns behind the name, and how wide they are."""

_LEGEND = """\
open: open cells of the level. nodes: positions searched; they repeat exactly. time: the median of
the searches, by the clock. spread: from the quickest to the slowest, of the median. hits, cuts: of
the positions looked up in the tables, those known, and those decided by it. load: how full the
tables are. MiB: the most memory of the process, Python included."""

_ASCII = str.maketrans({"−": "-", "–": "-", "µ": "u", "×": "x"})


def opening(suite: Suite, report: Report) -> str:
    """The lines above the table: what is measured, on what."""
    machine, build, options = report.machine, report.build, report.options
    lines = [f"{suite.name}: {counted(len(suite.cases), 'position')}"]
    if suite.about:
        lines.append(textwrap.fill(suite.about, line_width()))
    memory = f", {machine['memory'] / 1024:.0f} GiB" if machine["memory"] else ""
    processor = machine["processor"] or machine["architecture"]
    lines.append(
        f"{processor}, {counted(machine['cores'], 'core')}{memory}; {machine['system']};"
        f" {machine['python']}"
    )
    checks = ", with checks" if build["assertions"] else ""
    speed = "optimised" if build["optimised"] else "NOT optimised"
    lines.append(
        f"steppe_solver {report.version}, {build['compiler']}, {speed}{checks};"
        f" {counted(options.threads, 'thread')}, {options.memory:,} MiB of tables"
    )
    if options.without:
        lines.append(f"WITHOUT {', '.join(options.without)}")
    return "\n".join([*lines, ""])


class Layout:
    """The table: a heading, and a line for each position."""

    def __init__(self, name_width: int) -> None:
        """``name_width`` is that of the longest name."""
        self._name_width = min(max(name_width, 8), 30)

    def heading(self) -> str:
        """The line above all others."""
        return self._line("position", _COLUMNS)

    def row(self, row: Measured) -> str:
        """The line of a position, and one below it that says what is wrong, if something is."""
        value = "?" if row.value is None else f"{row.value:+d}" if row.value else "0"
        cells = (str(row.open_cells), value, *_cost(row, row.median))
        line = self._line(row.name, cells)
        return line if row.error is None else f"{line}\n{'':{self._name_width}}  ^ {row.error}"

    def sums(self, report: Report) -> str:
        """The line below all others."""
        total = report.total
        return self._line("all", ("", "", *_cost(total, total.seconds)))

    def _line(self, name: str, cells: Iterable[str]) -> str:
        shown = _printable(name)
        if len(shown) > self._name_width:
            shown = shown[: self._name_width - 3] + "..."
        columns = zip(cells, _COLUMNS.values(), strict=True)
        parts = [f"{shown:<{self._name_width}}", *(f"{cell:>{width}}" for cell, width in columns)]
        return _plain("  ".join(parts))


def series(found: Sequence[Series]) -> str:
    """A table of the series, the usual cost and the highest."""
    width = max(len("series"), *(len(_printable(one.name)) for one in found))
    columns = {"positions": 9, "nodes, median": 13, "the most": 10, "time, median": 12, "most": 7}
    heads = (f"{head:>{size}}" for head, size in columns.items())
    lines = ["", "  ".join([f"{'series':<{width}}", *heads])]
    for one in found:
        costs = (f"{round(one.nodes):,}", f"{one.most_nodes:,}")
        times = map(figures.duration, (one.seconds, one.most_seconds))
        cells = (str(one.positions), *costs, *times)
        sized = zip(cells, columns.values(), strict=True)
        parts = [f"{_printable(one.name):<{width}}", *(f"{cell:>{size}}" for cell, size in sized)]
        lines.append("  ".join(parts))
    return _plain("\n".join(lines))


def closing(report: Report) -> str:
    """What it all comes to, in a sentence."""
    total = report.total
    wrong = [row for row in report.positions if row.error is not None]
    speed = f"{total.nodes:,} nodes in {figures.duration(total.seconds)}"
    lines = [f"{total.right} of {total.positions} values right. {speed}."]
    for row in wrong:
        lines.append(f"{'WRONG: ' * (row.status == 'wrong')}{_printable(row.name)}: {row.error}")
    if not report.complete:
        lines.append("Broken off: the rest was not measured.")
    return _plain("\n".join(lines))


def legend() -> str:
    """What the columns mean."""
    return _LEGEND


def ablation(found: Ablation) -> str:
    """The table of what each technique is worth."""
    lines = [
        f"\nLeft out, one at a time, on {found.suite} ({counted(found.positions, 'position')},"
        f" {found.nodes:,} nodes, {figures.duration(found.seconds)}):",
        f"{'technique':<14} {'nodes':>12} {'time':>8} {'nodes':>9} {'time':>9}",
    ]
    for row in found.rows:
        nodes, time = (f"{figures.rounded(n)} x" for n in (row.nodes_ratio, row.seconds_ratio))
        cost = f"{row.nodes:>12,} {figures.duration(row.seconds):>8}"
        lines.append(f"{row.technique:<14} {cost} {nodes:>9} {time:>9}")
    return _plain("\n".join(lines))


def comparison(found: Comparison, old: Report, new: Report, *, short: bool) -> str:
    """What has changed since the old report: a line for each position, unless it is to be short."""
    width = max((len(change.new.name) for change in found.changes), default=8)
    lines = [""]
    if found.changes and not short:
        lines.append(
            f"{'against ' + old.date[:10]:<{width}} {'nodes':>11} {'ratio':>7} {'time':>7}"
        )
        lines += [_changed(change, width) for change in found.changes]
    if found.changes:
        what = (
            f"nodes changed on {found.changed} of {counted(len(found.changes), 'position')}"
            f" ({figures.rounded(found.nodes_ratio)} times in all)"
            if found.changed
            else f"nodes are the same on {'all ' * (len(found.changes) > 1)}"
            f"{counted(len(found.changes), 'position')}"
        )
        lines.append(
            f"Since {old.date}: {what}; {figures.rounded(found.seconds_ratio)} times the time."
        )
        lines.append("Ratios of times within the spread mean nothing; nodes repeat exactly.")
    else:
        lines.append("The two reports have no solved position in common.")
    if found.contradicted:
        differing = ", ".join(map(_printable, found.contradicted))
        lines.append(f"THE VALUES DIFFER, one of the two reports is wrong: {differing}")
    for names, whose in ((found.only_old, "the old"), (found.only_new, "this")):
        if names:
            text = f"Solved only in {whose} report: {', '.join(map(_printable, names))}."
            lines.append(textwrap.fill(text, line_width()))
    others = other_conditions(old, new)
    if others:
        lines.append("Not under the same conditions:")
        lines += [f"  {_printable(what)}" for what in others]
    return _plain("\n".join(lines))


def _changed(change: Change, width: int) -> str:
    mark = "  changed" if change.nodes_changed else ""
    ratios = (f"{figures.rounded(n):>7}" for n in (change.nodes_ratio, change.seconds_ratio))
    return (
        " ".join([f"{_printable(change.new.name):<{width}}", f"{change.new.nodes:>11,}", *ratios])
        + mark
    )


def _cost(of: Measured | Total, seconds: float) -> tuple[str, ...]:
    spread = f"{100 * of.spread:.0f} %" if isinstance(of, Measured) and len(of.seconds) > 1 else "-"
    tables = of.tables
    return (
        f"{of.nodes:,}",
        shortened(of.speed) if seconds else "-",
        figures.duration(seconds) if seconds else "-",
        spread,
        _share(tables.hits, tables.probes),
        _share(tables.cutoffs, tables.probes),
        _share(tables.entries, tables.slots),
        "-" if of.peak_memory is None else f"{of.peak_memory:,.0f}",
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else " " for char in name)


def _plain(text: str) -> str:
    """The text in signs that every terminal has, where this one has no others."""
    return text.translate(_ASCII) if is_ascii_only("−–µ×") else text
