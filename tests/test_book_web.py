"""The book as a web page: whole, safe, and on its own."""

from __future__ import annotations

from dataclasses import replace

from printed import HOSTILE, Page, named, samples

from steppe_solver.book import Layout
from steppe_solver.book.content import contents
from steppe_solver.book.web import to_html
from steppe_solver.render.scene import printable


def squeezed(text: str) -> str:
    """The text without the white space between words, which a browser does not keep."""
    return "".join(text.split())


def test_the_page_holds_everything() -> None:
    """Every puzzle has a diagram with its task and numbers, and a solution with all its text."""
    puzzles = samples()
    page = Page(to_html(puzzles))
    for puzzle in contents(puzzles, Layout())["puzzles"]:
        above = squeezed(page.texts[f"puzzle-{puzzle['number']}"])
        below = squeezed(page.texts[f"solution-{puzzle['number']}"])
        for text in (puzzle["name"], puzzle["level"], puzzle["task"], *puzzle["numbers"]):
            assert squeezed(text) in above
        for paragraph in puzzle["solution"]:
            said = paragraph["label"] + "".join(run["text"] for run in paragraph["runs"])
            assert squeezed(said) in below
        assert squeezed(puzzle["spn"]) in below
        assert puzzle["id"] in below


def test_no_solution_stands_beside_its_diagram() -> None:
    """All solutions come after all diagrams."""
    text = to_html(samples())
    assert text.rindex('id="puzzle-') < text.index('id="solutions"') < text.index('id="solution-1"')


def test_names_are_text_and_nothing_else() -> None:
    """Markup in names is shown as it is written, and adds no element to the page."""
    page = Page(to_html(named(), Layout(title=HOSTILE[2])))
    harmless = Page(to_html([replace(p, name=p.name and "x") for p in named()], Layout(title="x")))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in harmless.elements]
    for number, name in enumerate(HOSTILE, 1):
        assert squeezed(printable(name)) in squeezed(page.texts[f"puzzle-{number}"])


def test_the_page_is_on_its_own() -> None:
    """It loads nothing, runs nothing, and its links lead to places in it, each of one name."""
    page = Page(to_html(samples()))
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "link", "img", "iframe", "object", "image", "use"}
    names = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(names)) == len(names)
    for _, attributes in page.elements:
        assert "src" not in attributes
        if "href" in attributes:
            assert attributes["href"] in {f"#{name}" for name in names}
    assert "url(" not in to_html(samples())
    assert "@import" not in to_html(samples())


def test_the_same_puzzles_give_the_same_page() -> None:
    """Nothing depends on the time or the run."""
    assert to_html(samples()) == to_html(samples())


def test_paper_and_puzzles_per_page_hold_for_printing() -> None:
    """The style sheet has the size of the paper, and pages have so many puzzles."""
    text = to_html(samples(), Layout("a5", 4))
    assert "size: 148mm 210mm" in text
    assert text.count('class="page"') == 3
