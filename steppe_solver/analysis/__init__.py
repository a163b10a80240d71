"""What every move of a game gave away, and when the game was decided; each word of it proved.

`analyse` goes back from the end of a game: exact values as far as the limit allows, proved bounds
before. `annotated` writes what was found into the game record.
"""

from steppe_solver.analysis.annotation import annotated
from steppe_solver.analysis.bounds import Bounds
from steppe_solver.analysis.game import Analysis, Ply
from steppe_solver.analysis.marks import LEGEND, mark
from steppe_solver.analysis.performance import Performance, performances
from steppe_solver.analysis.search import DEFAULT_LIMIT, GIVES_UP_AFTER, analyse
from steppe_solver.analysis.story import accounts, decision
from steppe_solver.analysis.words import points, value_in_words

__all__ = [
    "DEFAULT_LIMIT",
    "GIVES_UP_AFTER",
    "LEGEND",
    "Analysis",
    "Bounds",
    "Performance",
    "Ply",
    "accounts",
    "analyse",
    "annotated",
    "decision",
    "mark",
    "performances",
    "points",
    "value_in_words",
]
