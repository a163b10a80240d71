"""Pictures of positions: for a terminal, for print and the web, and as PNG."""

from steppe_solver.render.png import to_png
from steppe_solver.render.svg import to_svg
from steppe_solver.render.text import to_text

__all__ = ["to_png", "to_svg", "to_text"]
