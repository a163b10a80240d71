"""The measures of a book: its paper, and how its diagrams share a page. Lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MOST_PER_PAGE = 12


class Paper(NamedTuple):
    """A size of paper, upright, and the name that Typst has for it."""

    typst: str
    width: float
    height: float


PAPERS = {
    "a3": Paper("a3", 297, 420),
    "a4": Paper("a4", 210, 297),
    "a5": Paper("a5", 148, 210),
    "b5": Paper("iso-b5", 176, 250),
    "letter": Paper("us-letter", 215.9, 279.4),
    "legal": Paper("us-legal", 215.9, 355.6),
}

_GUTTER = 5
_FOOT = 7
"""Added to the margin at the foot of a page, for its number."""
_TEXT = 24
"""About what stands above and below a diagram."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a book is laid out: paper by name (see `PAPERS`), puzzles on a page, and the title.

    Raises ValueError for an unknown paper and for fewer than 1 or more than 12 puzzles on a page.
    """

    paper: str = "a4"
    per_page: int = 6
    title: str = "Steppe puzzles"

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise ValueError(f"a paper is one of {', '.join(PAPERS)}")
        if not 1 <= self.per_page <= MOST_PER_PAGE:
            raise ValueError(f"a page has room for 1 to {MOST_PER_PAGE} puzzles")

    @property
    def margin(self) -> float:
        """The margin at the top and the sides of a page; at the foot there is more."""
        return round(PAPERS[self.paper].width * 0.075, 1)

    @property
    def foot(self) -> float:
        """The margin at the foot of a page."""
        return self.margin + _FOOT

    @property
    def columns(self) -> int:
        """The puzzles beside each other: as many as make the diagrams the largest."""
        return max(range(1, self.per_page + 1), key=self._room)

    @property
    def rows(self) -> int:
        """The puzzles below each other."""
        return -(-self.per_page // self.columns)

    @property
    def cell(self) -> tuple[float, float]:
        """The width and height that a puzzle has."""
        return self._cell(self.columns)

    @property
    def gutter(self) -> float:
        """The space between puzzles."""
        return _GUTTER

    @property
    def text_columns(self) -> int:
        """The columns of the solutions."""
        return 2 if PAPERS[self.paper].width >= 170 else 1

    def _cell(self, columns: int) -> tuple[float, float]:
        paper = PAPERS[self.paper]
        rows = -(-self.per_page // columns)
        wide = paper.width - 2 * self.margin - (columns - 1) * _GUTTER
        high = paper.height - self.margin - self.foot - (rows - 1) * _GUTTER
        return wide / columns, high / rows

    def _room(self, columns: int) -> float:
        """The side of the square that fits into a cell besides its text."""
        wide, high = self._cell(columns)
        return min(wide, high - _TEXT)


STANDARD = Layout()
