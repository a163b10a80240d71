"""The book on paper: nothing is cut, nothing overlaps, everything is where it should be."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.util import find_spec
from itertools import pairwise

import pytest
import resvg_py
from pictures import read_png
from printed import HOSTILE, named, samples

from steppe_solver.book import PAPERS, Layout
from steppe_solver.book.content import contents
from steppe_solver.book.typeset import inputs, template, to_pages, to_pdf
from steppe_solver.puzzle.model import Puzzle

SAMPLES = samples()
NUMBERS = (1, 2, 4, 6, 9, 12)
SOME = [("a4", 1), ("a4", 6), ("letter", 9), ("a5", 12)]
ALL = [(paper, number) for paper in PAPERS for number in range(1, 13)]


def book() -> list[Puzzle]:
    """The sample puzzles and those with hostile names: more than a page of most layouts holds."""
    return [*SAMPLES[::2], *named()]


def asked(layout: Layout, *expressions: str) -> list[list[float]]:
    """What the Typst expressions, each an array, give when asked of the book, one after another."""
    import typst

    text = typst.eval(
        template(),
        "+".join(expressions),
        sys_inputs=inputs(contents(book(), layout)),
        ignore_system_fonts=True,
    )
    found: list[list[float]] = json.loads(text)
    return found


def page_of(label: str) -> str:
    """The expression for the page of everything that bears the label."""
    return f"query(<{label}>).map(it => (it.location().page(),))"


CAPTIONS = (
    "query(<caption>).map(it => { let at = it.location().position();"
    " (at.page, at.x.mm(), at.y.mm(), it.value) })"
)
"""Page, place in millimetres, and height of every caption."""


def check_places(paper: str, number: int) -> None:
    """Every puzzle ends within its own cell of the grid, on the page where it belongs."""
    layout = Layout(paper, number)
    wide, high = layout.cell
    found = asked(layout, CAPTIONS)
    first = found[0][0]
    assert len(found) == len(book())
    for place, (page, x, y, height) in enumerate(found):
        row, column = divmod(place % number, layout.columns)
        left = layout.margin + column * (wide + layout.gutter)
        top = layout.margin + row * (high + layout.gutter)
        assert page == first + place // number
        assert left - 0.1 <= x <= left + wide + 0.1
        assert height > 4
        assert top + 10 < y
        assert y + height <= top + high + 0.1
        assert top + high <= PAPERS[paper].height - layout.foot + 0.1


@pytest.mark.parametrize(("paper", "number"), SOME)
def test_every_puzzle_keeps_to_its_cell(paper: str, number: int) -> None:
    """With whatever names, what stands above and below a diagram fits beside the others."""
    check_places(paper, number)


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "number"), ALL)
def test_every_puzzle_keeps_to_its_cell_on_all_paper(paper: str, number: int) -> None:
    """The same for every paper and every number of puzzles on a page."""
    check_places(paper, number)


def test_nothing_reaches_the_edge() -> None:
    """Rasterised, every page has ink, and none within 4 mm of its edges: nothing is cut."""
    plain = [p for p in book() if all(ord(c) < 0x500 for c in p.name or "")]
    paper = "a5"
    for svg in to_pages(plain, Layout(paper, 4, title="A title " * 20)):
        raster = resvg_py.svg_to_bytes(
            svg_string=svg.decode(), background="white", dpi=72, width=240
        )
        picture = read_png(bytes(raster))
        assert (
            abs(picture.width / picture.height - PAPERS[paper].width / PAPERS[paper].height) < 0.01
        )
        band = int(4 * picture.width / PAPERS[paper].width)
        edge = [*picture.rows[:band], *picture.rows[-band:]]
        edge += [row[: 4 * band] + row[-4 * band :] for row in picture.rows]
        assert all(set(row) == {255} for row in edge)
        assert any(set(row) != {255} for row in picture.rows)


def test_solutions_begin_on_a_page_of_their_own_in_order() -> None:
    """After the last puzzle comes the page with the solutions, one for each, in order."""
    layout, count = Layout("a4", 6), len(book())
    labels = [f"puzzle-{count}", "solutions", *(f"solution-{n}" for n in range(1, count + 1))]
    last, heading, *starts = (page for (page,) in asked(layout, *map(page_of, labels)))
    assert heading == last + 1
    assert len(starts) == count
    assert starts == sorted(starts)
    assert starts[0] == heading


def test_the_pdf_has_as_many_pages_as_there_are_svg_pages() -> None:
    """Both are the same book; a PDF begins with its mark."""
    layout = Layout("a4", 9)
    pdf = to_pdf(SAMPLES, layout)
    assert pdf.startswith(b"%PDF-")
    count = re.search(rb"/Type/Pages/Count (\d+)|/Count (\d+)", pdf)
    assert count
    assert int(count[1] or count[2]) == len(to_pages(SAMPLES, layout))


def test_names_are_text_and_nothing_else() -> None:
    """A book of hostile names has as many pages as one of harmless names, and sets them."""
    harmless = [replace(puzzle, name="x") for puzzle in named()]
    assert len(to_pages(named(), Layout("a4", 9))) == pytest.approx(
        len(to_pages(harmless, Layout("a4", 9))), abs=1
    )


@pytest.mark.skipif(find_spec("pypdfium2") is None, reason="reads PDF files, if it is there")
def test_the_text_of_the_pdf_holds_everything() -> None:
    """Titles, tasks, keys, positions and markup in names can be found in the PDF's text."""
    import pypdfium2

    puzzles = [replace(puzzle, name=HOSTILE[1]) for puzzle in SAMPLES]
    document = pypdfium2.PdfDocument(to_pdf(puzzles, Layout(title="#title [*x*]")))
    text = "".join("".join(page.get_textpage().get_text_range() for page in document).split())
    said = contents(puzzles, Layout(title="#title [*x*]"))
    for puzzle in said["puzzles"]:
        for words in (puzzle["name"], puzzle["task"], puzzle["spn"], puzzle["id"]):
            assert "".join(words.split()) in text
        for paragraph in puzzle["solution"]:
            assert "".join("".join(run["text"] for run in paragraph["runs"]).split()) in text
    assert "#title[*x*]" in text
    document.close()


def test_the_same_puzzles_give_the_same_bytes() -> None:
    """Nothing depends on the time or the run: no date is in the file."""
    pdf = to_pdf(SAMPLES)
    assert pdf == to_pdf(samples())
    assert b"CreationDate" not in pdf
    assert b"ModDate" not in pdf


def test_an_svg_page_needs_no_font() -> None:
    """The pages hold no text elements, only shapes, and refer to nothing outside."""
    for page in to_pages(SAMPLES, Layout("a5", 4)):
        assert b"<text" not in page
        assert b"<script" not in page
        assert not re.search(rb'href="(?!#|data:)', page)


def test_a_book_needs_a_puzzle() -> None:
    """An empty book is refused."""
    with pytest.raises(ValueError, match="needs a puzzle"):
        to_pdf([])


def test_a_layout_has_known_paper_and_room() -> None:
    """Unknown paper, and no or too many puzzles on a page, are refused."""
    for wrong in ({"paper": "a9"}, {"per_page": 0}, {"per_page": 13}):
        with pytest.raises(ValueError, match=r"paper is|room for"):
            Layout(**wrong)


@pytest.mark.parametrize(
    ("number", "columns"), [(1, 1), (2, 1), (3, 2), (4, 2), (6, 2), (9, 3), (12, 4)]
)
def test_diagrams_stand_as_large_as_they_can(number: int, columns: int) -> None:
    """The usual numbers of puzzles stand in the usual columns, and all have a cell."""
    layout = Layout("a4", number)
    assert layout.columns == columns
    assert layout.columns * layout.rows >= number > layout.columns * (layout.rows - 1)


def test_smaller_paper_has_smaller_cells() -> None:
    """More puzzles on a page, or smaller paper, never give a puzzle more room."""
    rooms = [min(Layout("a4", number).cell) for number in NUMBERS]
    assert all(after <= before for before, after in pairwise(rooms))
    assert all(Layout("a5", number).cell < Layout("a4", number).cell for number in NUMBERS)
