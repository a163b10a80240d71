"""Puzzles: positions with a task that has exactly one solution, and the proof of it.

Everything here is a value or works on values; `Judge` alone searches.
"""

from steppe_solver.puzzle.compose import compose, write_up
from steppe_solver.puzzle.examine import Finding, examine
from steppe_solver.puzzle.judge import Judge
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Source, Try

__all__ = [
    "Finding",
    "Judge",
    "Kind",
    "Node",
    "Puzzle",
    "Source",
    "Try",
    "compose",
    "examine",
    "write_up",
]
