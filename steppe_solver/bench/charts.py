"""The plots of a report: what positions cost by their size, and what each technique is worth."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from steppe_solver.bench import figures
from steppe_solver.bench.drawing import Drawing, describe, plot
from steppe_solver.bench.report import Ablation, Measured, WithoutOne
from steppe_solver.render.scene import printable

_HEIGHT = 330
_BARS = 40
_LONGEST = 16
_MOST_TICKS = 11

_DOT = 4.0
_FIELD = (410, 260)
"""About how wide and high the field of the dots is, between the scales."""


class Kind(NamedTuple):
    """So many levels to play, the current one included, on such a board."""

    to_play: int
    width: int
    height: int

    def __str__(self) -> str:
        levels = "1 level to play" if self.to_play == 1 else f"{self.to_play} levels to play"
        is_standard = (self.width, self.height) == (5, 5)
        return levels if is_standard else f"{levels}, {self.width}×{self.height} board"


def look(number: int) -> str:
    """The classes of the style sheet for a kind; twenty of them look different."""
    return f"hue-{number % 5}" + " hollow" * (number % 2) + " dashed" * (number // 10 % 2)


def kinds(rows: Iterable[Measured]) -> dict[Kind, list[Measured]]:
    """The solved positions by kind: the fewest levels to play first, and small boards first.

    What a position costs that was not solved nobody knows.
    """
    found: dict[Kind, list[Measured]] = {}
    for row in rows:
        if row.value is not None:
            kind = Kind(row.levels - row.level + 1, row.width, row.height)
            found.setdefault(kind, []).append(row)
    order = sorted(found, key=lambda kind: (kind.to_play, kind.width * kind.height, kind))
    return {kind: found[kind] for kind in order}


@dataclass(frozen=True, slots=True)
class Cost:
    """One cost of a position: how to read it off, say it, and mark a power of ten of it."""

    name: str
    of: Callable[[Measured], float]
    said: Callable[[float], str]
    tick: Callable[[int], str]


NODES = Cost(
    "nodes",
    lambda row: row.nodes,
    lambda number: f"{figures.count(round(number))} nodes",
    figures.power,
)
TIME = Cost("time", lambda row: row.median, figures.duration, figures.power_of_seconds)


def cost_chart(rows: Iterable[Measured], cost: Cost) -> str | None:
    """The cost of every position by its open cells, with a line of medians for every kind.

    The scale of the cost is one of powers of ten, on which a cost of nothing has no place: such
    positions are left out. None unless there are two different numbers of open cells.
    """
    groups = {
        kind: [row for row in group if cost.of(row) > 0] for kind, group in kinds(rows).items()
    }
    drawn = [row for group in groups.values() for row in group]
    cells = [row.open_cells for row in drawn]
    if len(set(cells)) < 2:
        return None
    costs = [cost.of(row) for row in drawn]
    low, high = _decades(min(costs), max(costs))
    chart = plot(
        "XY",
        height=_HEIGHT,
        x_title="open cells of the current level",
        range=(low, high),
        xrange=(min(cells) - 0.7, max(cells) + 0.7),
        x_labels=[{"value": at, "label": str(at)} for at in _sizes(cells)],
        y_labels=[{"value": at, "label": cost.tick(at)} for at in _ticks(low, high)],
    )
    told = []
    unit = (_FIELD[0] / (max(cells) - min(cells) + 1.4), _FIELD[1] / (high - low))
    heights = [math.log10(each) for each in costs]
    places = iter(_beside(list(zip(cells, heights, strict=True)), unit))
    for group in groups.values():
        dots = [(next(places), math.log10(cost.of(row))) for row in group]
        chart.add(None, dots, stroke=False, dots_size=_DOT)
    for kind, group in groups.items():
        middle = medians(group, cost)
        line = [(float(x), math.log10(y)) for x, y in middle]
        if len(line) == 1:  # a stroke through the dots
            line = [(x + side, y) for x, y in line for side in (-0.6, 0.6)]
        chart.add(None, line, show_dots=False)
        if middle:
            listed = ", ".join(f"{cost.said(y)} at {x} open cells" for x, y in middle)
            told.append(f"Medians with {kind}: {listed}.")
    drawing = Drawing(chart)
    for number, group in enumerate(groups.values()):
        for dot, row in zip(drawing.series(number, look(number)), group, strict=True):
            describe(dot, f"{row.name}: {row.open_cells} open cells, {cost.said(cost.of(row))}")
        drawing.series(len(groups) + number, look(number))
    return drawing.text(
        f"cost-{cost.name}",
        f"Cost in {cost.name} by open cells, on a scale of powers of ten",
        " ".join(
            [
                f"{len(drawn)} positions, from {cost.said(min(costs))} to {cost.said(max(costs))}.",
                *told,
            ]
        ),
    )


def medians(rows: Iterable[Measured], cost: Cost) -> list[tuple[int, float]]:
    """The median cost for every number of open cells, which go up."""
    found: dict[int, list[float]] = {}
    for row in rows:
        found.setdefault(row.open_cells, []).append(cost.of(row))
    return [(cells, statistics.median(found[cells])) for cells in sorted(found)]


def ablation_chart(ablation: Ablation) -> str | None:
    """A bar each for nodes and time to every technique: the cost without it, over that with all.

    The scale is one of ratios, and the bars start at 1. None where no ratio is positive.
    """
    rows = ablation.rows[::-1]  # pygal begins at the foot
    readings: tuple[tuple[str, Callable[[WithoutOne], float]], ...] = (
        ("nodes", lambda row: row.nodes_ratio),
        ("time", lambda row: row.seconds_ratio),
    )
    logs = [[_log(read(row)) for row in rows] for _, read in readings]
    drawn = [log for column in logs for log in column if log is not None]
    if not drawn:
        return None
    low, high = min(0.0, *drawn), max(0.0, *drawn)
    # A scale from 1 to 2 at least, and room for numbers at the ends of the bars.
    high = max(high, low + math.log10(2))
    room = 0.2 * (high - low)
    low, high = low - room * (low < 0), high + room
    chart = plot(
        "HorizontalBar",
        height=62 + len(rows) * _BARS,
        x_title="cost without it ÷ cost with all",
        range=(low, high),
        x_labels=[_short(printable(row.technique)) for row in rows],
        y_labels=[{"value": math.log10(at), "label": f"×{at:g}"} for at in _ratios(low, high)],
    )
    for column in logs:
        chart.add(None, column)
    drawing = Drawing(chart)
    for number, ((what, read), column) in enumerate(zip(readings, logs, strict=True)):
        shown = [row for row, log in zip(rows, column, strict=True) if log is not None]
        for bar, row in zip(drawing.series(number, f"hue-{number}"), shown, strict=True):
            words = f"×{figures.ratio(read(row))}"
            drawing.write_at_end(bar, words, left=read(row) < 1)
            describe(bar, f"without {row.technique}: {what} {words}")
    drawing.mark_guide("×1")
    told = [
        f"without {printable(row.technique)}: nodes ×{figures.ratio(row.nodes_ratio)}, "
        f"time ×{figures.ratio(row.seconds_ratio)}"
        for row in ablation.rows
    ]
    return drawing.text(
        "ablation-chart", "Cost without each technique, over the cost with all", "; ".join(told)
    )


def _short(name: str) -> str:
    """The name, cut where it would take the room of the bars; pygal never ends without any."""
    return name if 0 < len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _log(ratio: float) -> float | None:
    """The logarithm, where there is one."""
    return math.log10(ratio) if 0 < ratio < math.inf else None


def _decades(low: float, high: float) -> tuple[int, int]:
    """The powers of ten around the positive numbers, at least one decade."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return first, max(last, first + 1)


def _ticks(low: int, high: int) -> Sequence[int]:
    """Round numbers within the bounds, not too many."""
    for zeros in count():
        for step in (10**zeros, 2 * 10**zeros, 5 * 10**zeros):
            ticks = range(-(-low // step) * step, high + 1, step)
            if len(ticks) <= _MOST_TICKS:
                return ticks
    raise AssertionError((low, high))


def _sizes(cells: Sequence[int]) -> Sequence[int]:
    """Numbers of open cells to mark: those that occur, but for such as would crowd the one before.

    Two figures take a twelfth of the width at most.
    """
    found = sorted(set(cells))
    marked = found[:1]
    for size in found[1:]:
        if size - marked[-1] >= (found[-1] - found[0]) / 12:
            marked.append(size)
    return marked


def _beside(points: Sequence[tuple[int, float]], unit: tuple[float, float]) -> list[float]:
    """Where each point stands across: at its own number, or close by if another dot is there.

    ``unit`` is how far apart on the page two points are that differ by 1 across, or upwards. A dot
    keeps within less than half a number, and where that is full, as far from others as it can.
    """
    across, upwards = unit
    most = int(0.42 * across / _DOT)
    offsets = [side * step * _DOT for step in range(most + 1) for side in (1, -1)]
    found = [float(x) for x, _ in points]
    near: list[tuple[float, float]] = []
    last = None
    for place in sorted(range(len(points)), key=lambda place: points[place]):
        x, y = points[place][0], points[place][1] * upwards
        # Points come by number and then upwards: what is too low touches nothing that comes.
        near = [dot for dot in near if y - dot[1] < 2 * _DOT] if x == last else []
        gaps = [min((math.dist((at, y), dot) for dot in near), default=2 * _DOT) for at in offsets]
        clear = (at for at, gap in zip(offsets, gaps, strict=True) if gap >= 2 * _DOT)
        offset = next(clear, offsets[gaps.index(max(gaps))])
        near.append((offset, y))
        found[place], last = x + offset / across, x
    return found


def _ratios(low: float, high: float) -> list[float]:
    """Ratios to mark on a scale between the two logarithms, 1 among them, not too many."""
    decades = range(math.floor(low), math.ceil(high) + 1)
    for steps in ((1, 2, 5), (1,)):
        found = [10.0**decade * step for decade in decades for step in steps]
        within = [ratio for ratio in found if low <= math.log10(ratio) <= high]
        if len(within) <= _MOST_TICKS:
            return within
    # So many decades that only round ones are marked.
    return [10.0**decade for decade in _ticks(math.ceil(low), math.floor(high))]
