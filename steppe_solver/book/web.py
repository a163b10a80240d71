"""The book as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from steppe_solver.book.content import contents
from steppe_solver.book.layout import STANDARD, Layout
from steppe_solver.puzzle.model import Puzzle


def to_html(puzzles: Sequence[Puzzle], layout: Layout = STANDARD) -> str:
    """The book as an HTML document; the same puzzles give the same text.

    Paper and puzzles per page hold for printing. Raises ValueError where there is no puzzle.
    """
    # Only this needs the library.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = files("steppe_solver.book").joinpath("book.html").read_text(encoding="utf-8")
    book = contents(puzzles, layout)
    size = book["per_page"]
    pages = [book["puzzles"][at : at + size] for at in range(0, len(puzzles), size)]
    return environment.from_string(source).render(book=book, pages=pages) + "\n"
