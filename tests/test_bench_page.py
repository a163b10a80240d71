"""A report as a web page: whole, safe, and on its own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from bench_reports import ABLATION, ROW, UNKNOWN, WRONG, report, rows
from printed import HOSTILE, Page

from steppe_solver.bench.page import page
from steppe_solver.bench.report import Measured, Report
from steppe_solver.render.png import to_png
from steppe_solver.render.scene import printable

FULL = report(ROW, WRONG, UNKNOWN, *rows(3, 5, 5, 9), ablation=ABLATION)


def squeezed(text: str) -> str:
    """The text without its white space."""
    return "".join(text.split())


def verdict(*positions: Measured) -> str:
    """What the page says first of a run with these rows."""
    return Page(page(report(*positions))).texts["verdict"].strip()


def test_the_verdict() -> None:
    """The first sentence says how many values are right, and what they cost in all."""
    assert verdict(ROW) == "The value is right: 1,234,567 nodes in 2.10 s, 588,000 nodes/s."
    assert verdict(ROW, ROW) == (
        "All 2 values are right: 2,469,134 nodes in 4.20 s, 588,000 nodes/s."
    )
    assert verdict(ROW, WRONG, WRONG, UNKNOWN).startswith(
        "1 of 4 values are right, 2 wrong, 1 not found: 3,703,701 nodes"
    )
    assert verdict() == "No position was measured."


def test_faults_are_named() -> None:
    """Every position with a fault is named with it, even where its value is right."""
    restless = replace(ROW, name="restless", error="different numbers of nodes")
    said = Page(page(report(ROW, WRONG, UNKNOWN, restless))).texts["faults"]
    assert [line for line in said.splitlines() if line] == [
        "wrong: found 4, but the value is −3",
        "unknown: between -5 and 4 after 60 s",
        "restless: different numbers of nodes",
    ]
    assert "faults" not in Page(page(report(ROW))).texts


def test_the_table_holds_every_figure() -> None:
    """A row has its name, series, size, value, cost, spread, speed, use of tables and memory."""
    table = squeezed(Page(page(report(ROW))).texts["positions"])
    for figure in (
        *("l2-8 a", "8", "−3", "1,234,567", "2.10 s", "23.8 %", "588,000"),
        *("25.0 %", "12.5 %", "75.0 %", "81 MiB"),
    ):
        assert squeezed(figure) in table
    assert squeezed(ROW.spn) in table


def test_rows_without_figures() -> None:
    """A position that was not solved shows that there is nothing, and no figure of its own."""
    texts = Page(page(report(UNKNOWN))).texts
    assert "– (not −3)" in texts["positions"]
    assert "There is no plot" in texts["costs"]
    assert "0 of 1 values are right, 1 not found: 0 nodes in 0 s, 0 nodes/s." in texts["verdict"]


def test_ablation_in_numbers() -> None:
    """Techniques are listed with what they are worth, the weightiest first."""
    said = Page(page(FULL)).texts["ablation"]
    assert said.index("table41,300") < said.index("packing1,500")
    for figure in ("41,300", "×41.3", "15.0 s", "×30.0", "×0.800", "12 positions"):
        assert figure in said
    assert "ablation" not in Page(page(report(ROW))).texts


def test_old_figures_beside_new() -> None:
    """The comparison says what has become of nodes and time, and marks nodes that changed."""
    more, fewer, same, alone = (replace(ROW, name=name) for name in ("m", "f", "s", "alone"))
    old = report(
        replace(more, nodes=1_000_000),
        replace(fewer, nodes=2_000_000),
        same,
        replace(ROW, name="gone"),
    )
    new = report(more, fewer, same, alone)
    plain, both = Page(page(new)), Page(page(new, old))
    assert "comparison" not in plain.texts
    assert "÷ old" not in plain.texts["positions"]
    said = both.texts["comparison"]
    for sentence in (
        "Over 3 positions that both have solved: nodes ×0.875, time ×1.00",
        "2 take another number of nodes",
        "older report, or solved only there: gone",
        "newer report, or solved only there: alone",
    ):
        assert sentence in " ".join(said.split())
    table = both.texts["positions"]
    assert table.count("▲ ×1.23") == 1
    assert table.count("▼ ×0.617") == 1
    assert table.count("same") == 1


def test_the_same_search_is_said_to_be_the_same() -> None:
    """Where no nodes have changed the page says so, and that other conditions move the times."""
    other = replace(report(ROW), machine={"processor": "Another"})
    said = " ".join(Page(page(report(ROW), other)).texts["comparison"].split())
    assert "No number of nodes has changed" in said
    assert "processor was Another, is A processor" in said
    apart = Page(page(report(ROW), report(replace(ROW, name="another")))).texts["comparison"]
    assert "solved no position in common" in apart


def test_a_run_that_was_stopped_or_curtailed_says_so() -> None:
    """What is missing from the run is said at its head."""
    short = replace(FULL, complete=False, options=replace(FULL.options, without=("table",)))
    assert "stopped before its end" in page(short)
    assert "went without some of its techniques: table" in page(short)
    assert "stopped before its end" not in page(FULL)


def test_the_page_is_on_its_own() -> None:
    """It loads nothing, runs nothing, names no address, and every id in it is one element's."""
    text = page(FULL, FULL)
    for word in ("http:", "https:", "<script", "@import", "url(", "src=", "href"):
        assert word not in text
    found = Page(text)
    assert not {tag for tag, _ in found.elements} & {"script", "link", "img", "iframe", "image"}
    names = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(set(names)) == len(names)
    for _, attributes in found.elements:
        for key in ("aria-labelledby", "aria-describedby"):
            assert attributes.get(key, names[0]) in names
        assert not any(key.startswith("on") for key in attributes)


def test_the_page_is_the_same_every_time() -> None:
    """The same reports give the same text."""
    assert page(FULL, FULL) == page(FULL, FULL)


def test_names_are_text_and_nothing_else() -> None:
    """Whatever stands in names, it is shown as text and adds no element to the page."""

    def named(*names: str) -> Report:
        named_rows = (
            replace(row, name=name, series=name, spn=name, error=name or "x")
            for row, name in zip(rows(*range(1, 10)), names, strict=True)
        )
        made = report(
            *named_rows,
            ablation=replace(
                ABLATION,
                suite=names[2],
                rows=tuple(
                    replace(ABLATION.rows[0], technique=name, nodes_ratio=9.0 - place)
                    for place, name in enumerate(names)
                ),
            ),
        )
        return replace(
            made,
            date=names[2],
            version=names[2],
            options=replace(made.options, suite=names[2], without=names),
            machine={names[2]: names[8]},
        )

    text = page(named(*HOSTILE), named(*HOSTILE))
    text.encode("utf-8")
    found = Page(text)
    plain = named(*(f"x{place}" for place in range(9)))
    harmless = Page(page(plain, plain))
    assert [tag for tag, _ in found.elements] == [tag for tag, _ in harmless.elements]
    for name in HOSTILE:
        assert squeezed(printable(name)) in squeezed(found.texts["positions"])
        assert squeezed(printable(name)) in squeezed(found.texts["ablation"])


@pytest.mark.parametrize("count", [2, 40, 150])
def test_pictures_are_svg(count: int) -> None:
    """Each picture is one that another program can draw too, however many positions there are."""
    sizes = [4 + place % 14 for place in range(count)]
    text = page(report(*rows(*sizes), ablation=ABLATION))
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == 3
    for svg in pictures:
        named = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        assert to_png(named).startswith(b"\x89PNG")
