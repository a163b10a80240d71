"""What the levels of a board can still hold: layings, the most points, counts, and reasons why not.

The only package that knows the SAT solvers. The region graph is in `steppe_solver.tiling.regions`,
which is not loaded here: it needs networkx.
"""

from steppe_solver.stopping import StoppedError
from steppe_solver.tiling.conditions import Condition
from steppe_solver.tiling.counting import count
from steppe_solver.tiling.dimacs import refutation, to_dimacs
from steppe_solver.tiling.encoding import Encoding, encode
from steppe_solver.tiling.explanation import explain
from steppe_solver.tiling.finding import find_laying
from steppe_solver.tiling.listing import layings
from steppe_solver.tiling.optimum import Optimum, most_points
from steppe_solver.tiling.question import Keep, Laying, Layout, Need, Placement, Question, points
from steppe_solver.tiling.reasons import Conflict, conflict, holds

__all__ = [
    "Condition",
    "Conflict",
    "Encoding",
    "Keep",
    "Laying",
    "Layout",
    "Need",
    "Optimum",
    "Placement",
    "Question",
    "StoppedError",
    "conflict",
    "count",
    "encode",
    "explain",
    "find_laying",
    "holds",
    "layings",
    "most_points",
    "points",
    "refutation",
    "to_dimacs",
]
