"""Exact solver and analyser for the board game Steppe (Stak).

>>> import steppe_solver as steppe
>>> position = steppe.parse_spn("N.. R 15,5,3,3 15,5,3,3 0-0")
>>> solution = steppe.solve(position)
>>> solution.value, steppe.format_move(solution.best)
(55, '5b1-c1')
"""

from steppe_solver.certificate import check_certificate, write_certificate
from steppe_solver.errors import (
    Fault,
    IllegalMoveError,
    InputError,
    ParseError,
    PositionError,
    ResumeError,
    UnsupportedError,
)
from steppe_solver.goals import Forced, Goal, GoalSolver, force
from steppe_solver.notation import (
    Entry,
    GameRecord,
    format_move,
    format_record,
    format_spn,
    parse_move,
    parse_record,
    parse_records,
    parse_spn,
    read_entries,
)
from steppe_solver.position import Cell, Color, Edition, Move, Position, Reserve, Rules, Tile, perft
from steppe_solver.saved_search import SavedSearch, read_saved
from steppe_solver.solver import Limit, Progress, Solution, Solver, solve

__all__ = [
    "Cell",
    "Color",
    "Edition",
    "Entry",
    "Fault",
    "Forced",
    "GameRecord",
    "Goal",
    "GoalSolver",
    "IllegalMoveError",
    "InputError",
    "Limit",
    "Move",
    "ParseError",
    "Position",
    "PositionError",
    "Progress",
    "Reserve",
    "ResumeError",
    "Rules",
    "SavedSearch",
    "Solution",
    "Solver",
    "Tile",
    "UnsupportedError",
    "check_certificate",
    "force",
    "format_move",
    "format_record",
    "format_spn",
    "parse_move",
    "parse_record",
    "parse_records",
    "parse_spn",
    "perft",
    "read_entries",
    "read_saved",
    "solve",
    "write_certificate",
]
