"""Puzzles made to order: seeded, reproducible, every position from a legal game."""

from steppe_solver.generator.generate import NoBaseError, Progress, generate
from steppe_solver.generator.wanted import METHODS, Wanted

__all__ = ["METHODS", "NoBaseError", "Progress", "Wanted", "generate"]
