"""The book set by Typst: one PDF, or its pages as SVG."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal

from steppe_solver.book.content import contents
from steppe_solver.book.layout import STANDARD, Layout
from steppe_solver.puzzle.model import Puzzle
from steppe_solver.render.strokes import in_strokes

_LAST_FAMILIAR = "\u052f"
"""The last letter of Cyrillic. The fonts that come with Typst have Latin, Greek and Cyrillic."""
_PUNCTUATION = range(0x2010, 0x2040)


def to_pdf(puzzles: Sequence[Puzzle], layout: Layout = STANDARD) -> bytes:
    """The book as a PDF file; the same puzzles give the same bytes.

    Fonts of the machine are used only for names in scripts that Typst's own fonts do not have.
    Raises ValueError where there is no puzzle.
    """
    return _set(puzzles, layout, "pdf")[0]


def to_pages(puzzles: Sequence[Puzzle], layout: Layout = STANDARD) -> list[bytes]:
    """The pages of the book as SVG documents without text elements; see `to_pdf`."""
    return _set(puzzles, layout, "svg")


def template() -> bytes:
    """The Typst source of every book, which takes what `inputs` gives."""
    return files("steppe_solver.book").joinpath("book.typ").read_bytes()


def inputs(book: dict[str, Any]) -> dict[str, str]:
    """What the template is told of a book's contents: one text, which it reads as JSON."""
    return {"book": json.dumps(_drawn(book))}


def _set(puzzles: Sequence[Puzzle], layout: Layout, form: Literal["pdf", "svg"]) -> list[bytes]:
    # Setting a book is the one thing that needs this large library.
    import typst

    book = contents(puzzles, layout)
    names = (str(book["title"]), *(puzzle["name"] for puzzle in book["puzzles"]))
    done = typst.compile(
        template(),
        format=form,
        sys_inputs=inputs(book),
        ignore_system_fonts=all(map(_is_familiar, names)),
    )
    return done if isinstance(done, list) else [done]


def _drawn(value: Any) -> Any:
    """The data with the words of every picture drawn, which need no font then."""
    if isinstance(value, dict):
        return {name: _drawn(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_drawn(part) for part in value]
    if isinstance(value, str) and value.startswith("<svg "):
        return in_strokes(value)[0]
    return value


def _is_familiar(name: str) -> bool:
    return all(char <= _LAST_FAMILIAR or ord(char) in _PUNCTUATION for char in name)
