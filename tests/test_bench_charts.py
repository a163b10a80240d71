"""The plots of a report: every mark is where its number is."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from bench_reports import ABLATION, ROW, UNKNOWN, rows

from steppe_solver.bench.charts import NODES, TIME, Cost, ablation_chart, cost_chart, kinds, look
from steppe_solver.bench.report import Measured, WithoutOne


def drawn(svg: str | None) -> ElementTree.Element:
    """The picture, which there must be."""
    assert svg is not None
    return ElementTree.fromstring(svg)


def dots(picture: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """Where the dots are, by what is said of them up to the colon."""
    return {
        (dot.findtext("title") or "").partition(":")[0]: (
            float(dot.get("cx", "")),
            float(dot.get("cy", "")),
        )
        for dot in picture.iter("circle")
    }


def labels(picture: ElementTree.Element, axis: str) -> list[str]:
    """What is written along an axis."""
    return [
        text.text or ""
        for group in picture.iter("g")
        if axis in group.get("class", "").split()
        for text in group.iter("text")
    ]


def labels_in(picture: ElementTree.Element) -> str:
    """All that is written in the picture."""
    return " ".join(text.text or "" for text in picture.iter("text"))


@pytest.mark.parametrize("cost", [NODES, TIME])
def test_dots_stand_by_their_size_and_cost(cost: Cost) -> None:
    """A dot is the higher the more its position costs, evenly in powers of ten."""
    base = replace(ROW, nodes=10, seconds=(1e-4,))
    measured = [
        replace(base, name=f"row {k}", open_cells=5 + k, nodes=10**k, seconds=(10.0**k / 1e5,))
        for k in range(1, 6)
    ]
    found = dots(drawn(cost_chart(measured, cost)))
    places = [found[f"row {k}"] for k in range(1, 6)]
    across = [b[0] - a[0] for a, b in pairwise(places)]
    up = [a[1] - b[1] for a, b in pairwise(places)]
    assert min(across) > 0
    assert min(up) > 0
    assert max(across) - min(across) == pytest.approx(0, abs=0.3)
    assert max(up) - min(up) == pytest.approx(0, abs=0.3)


def test_scales_are_marked() -> None:
    """Sizes that occur and powers of ten stand along the axes."""
    chart = drawn(cost_chart(rows(4, 6, 10), NODES))
    assert labels(chart, "x") == ["4", "6", "10"]
    assert labels(chart, "y") == ["10", "100", "1k", "10k"]


def test_labels_do_not_crowd() -> None:
    """However many sizes and powers of ten there are, few are written."""
    cheap = replace(ROW, name="cheap", open_cells=1, nodes=1, seconds=(1e-9,))
    dear = replace(ROW, name="dear", open_cells=64, nodes=10**40, seconds=(1e30,))
    chart = drawn(cost_chart([cheap, dear, *rows(*range(2, 60))], NODES))
    assert 4 <= len(labels(chart, "x")) <= 13
    assert 4 <= len(labels(chart, "y")) <= 12


def test_equal_dots_stand_beside_each_other() -> None:
    """Positions of one size and cost do not hide each other, whatever their kinds are."""
    same = [
        replace(ROW, name="one"),
        replace(ROW, name="two"),
        replace(ROW, name="three", level=3),
    ]
    found = dots(drawn(cost_chart([*same, *rows(3, 10, 16)], NODES)))
    places = [found[name] for name in ("one", "two", "three")]
    assert min(math.dist(a, b) for a in places for b in places if a is not b) >= 7.5


def test_a_crowd_stays_with_its_size() -> None:
    """Dots of one size are nearer to it than to the next, be they hundreds."""
    crowd = [replace(ROW, name=f"crowd {place}") for place in range(300)]
    marks = [replace(row, name=f"mark {row.open_cells}") for row in rows(7, 9)]
    found = dots(drawn(cost_chart([*crowd, *marks], NODES)))
    left, right = found["mark 7"][0], found["mark 9"][0]
    quarter = (right - left) / 4
    assert all(
        left + quarter < place[0] < right - quarter
        for name, place in found.items()
        if name.startswith("crowd")
    )


def test_what_has_no_cost_is_left_out() -> None:
    """Neither an unsolved position nor one of no nodes has a place on the scale."""
    nothing = replace(ROW, name="nothing", nodes=0, seconds=(0.0,))
    for cost in (NODES, TIME):
        found = dots(drawn(cost_chart([*rows(4, 6), nothing, UNKNOWN], cost)))
        assert set(found) == {"l2-4 0", "l2-6 1"}


@pytest.mark.parametrize(
    "measured",
    [
        [],
        [ROW],
        [ROW, replace(ROW, name="as large")],
        [ROW, replace(UNKNOWN, open_cells=9)],
        [ROW, replace(ROW, open_cells=9, nodes=0, seconds=(0.0,))],
    ],
)
def test_no_plot_of_one_size(measured: list[Measured]) -> None:
    """Where all that have a cost are of one size, there is no plot of cost by size."""
    assert cost_chart(measured, NODES) is None
    assert cost_chart(measured, TIME) is None


def test_kinds() -> None:
    """Kinds are levels to play and boards, in that order, and each has its own look."""
    last, small = replace(ROW, level=3), replace(ROW, width=3, height=4, open_cells=9)
    found = kinds([small, ROW, UNKNOWN, last])
    assert [str(kind) for kind in found] == [
        "1 level to play",
        "2 levels to play, 3×4 board",
        "2 levels to play",
    ]
    assert list(found.values()) == [[last], [small], [ROW]]
    chart = drawn(cost_chart([small, ROW, last], NODES))
    with_dots = [group for group in chart.iter("g") if group.find("./g/circle") is not None]
    looks = [group.get("class") for group in with_dots if group.get("class") != "plot overlay"]
    assert looks == [f"series {look(number)}" for number in range(3)]
    assert len({look(number) for number in range(20)}) == 20


def test_the_medians_are_told() -> None:
    """Who cannot see the picture is told the medians, and the line goes through them."""
    low, high = (replace(ROW, name=name, nodes=n) for name, n in (("low", 100), ("high", 300)))
    chart = drawn(cost_chart([low, high, replace(ROW, open_cells=12, nodes=5000)], NODES))
    assert chart.get("role") == "img"
    ids = {element.get("id"): element for element in chart.iter() if element.get("id")}
    assert (ids[chart.get("aria-labelledby")].text or "").startswith("Cost in nodes")
    told = ids[chart.get("aria-describedby")].text or ""
    assert "200 nodes at 8 open cells, 5,000 nodes at 12 open cells" in told


def bars(picture: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """From where to where each bar goes, by what is said of it."""
    found = {}
    for bar in picture.iter("rect"):
        start = float(bar.get("x", ""))
        found[bar.findtext("title") or ""] = (start, start + float(bar.get("width", "")))
    return found


def test_bars_go_from_one_to_the_ratio() -> None:
    """Bars start at ×1: to the right where a technique helps, to the left where it costs."""
    chart = drawn(ablation_chart(ABLATION))
    found = bars(chart)
    one = found["without packing: nodes ×1.50"][0]
    assert found["without table: nodes ×41.3"][0] == pytest.approx(one, abs=0.2)
    assert found["without packing: time ×0.800"][1] == pytest.approx(one, abs=0.2)
    (guide,) = (group for group in chart.iter("g") if group.get("class") == "guides one")
    assert guide.findtext("text") == "×1"
    assert float(guide.find("text").get("x", "")) == pytest.approx(one, abs=0.2)  # type: ignore[union-attr]
    lengths = {name: right - left for name, (left, right) in found.items()}
    assert lengths["without table: nodes ×41.3"] / lengths[
        "without packing: nodes ×1.50"
    ] == pytest.approx(math.log(41.3) / math.log(1.5), rel=0.02)


def test_the_first_technique_is_at_the_top() -> None:
    """Bars stand in the order of the rows, nodes above time."""
    heights = {
        bar.findtext("title"): float(bar.get("y", ""))
        for bar in drawn(ablation_chart(ABLATION)).iter("rect")
    }
    assert sorted(heights, key=lambda name: heights[name]) == [
        "without packing: nodes ×1.50",
        "without packing: time ×0.800",
        "without table: nodes ×41.3",
        "without table: time ×30.0",
    ]


def test_numbers_at_the_bars_stay_inside() -> None:
    """The number at the longest bar on either side ends within the picture."""
    wide = [
        WithoutOne("a", 1, 1, 123456.0, 0.000123),
        WithoutOne("b", 1, 1, 1.0, 1.0),
    ]
    for chosen in (wide, wide[1:], wide[:1]):
        chart = drawn(ablation_chart(replace(ABLATION, rows=tuple(chosen))))
        (plot,) = (
            group for group in chart.iter("g") if group.get("class") == "plot" and group.find("g")
        )
        left = int(plot.get("transform", "").removeprefix("translate(").split(",")[0])
        for text in plot.iter("text"):
            if text.get("class") == "value":
                x, width = left + float(text.get("x", "")), 8 * len(text.text or "")
                assert x - width * (text.get("text-anchor") == "end") >= 0
                assert x + width * (text.get("text-anchor") == "start") <= 480


def test_ratios_that_are_none_have_no_bar() -> None:
    """What is no positive number has no bar, and no bars are no picture."""
    none = WithoutOne("gone", 0, 0.0, 0.0, math.nan)
    chart = drawn(ablation_chart(replace(ABLATION, rows=(*ABLATION.rows, none))))
    assert len(bars(chart)) == 4
    assert "gone" in labels_in(chart)
    assert ablation_chart(replace(ABLATION, rows=(none,))) is None
    assert ablation_chart(replace(ABLATION, rows=())) is None
