"""Puzzles as a book: PDF and SVG pages (`typeset`), or one HTML page (`web`).

Only the measures are imported with the package: what sets a book comes with the module that does.
"""

from steppe_solver.book.layout import PAPERS, STANDARD, Layout

__all__ = ["PAPERS", "STANDARD", "Layout"]
