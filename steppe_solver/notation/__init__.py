"""Text for everything: moves, positions (SPN), game records and position files."""

from steppe_solver.notation.coverings import Covering, witness
from steppe_solver.notation.entry import Entry
from steppe_solver.notation.files import read_entries
from steppe_solver.notation.moves import format_move, parse_move
from steppe_solver.notation.record import GameRecord, format_record
from steppe_solver.notation.record_reader import parse_record, parse_records
from steppe_solver.notation.sgr_text import Comment
from steppe_solver.notation.spn import format_spn, parse_spn

__all__ = [
    "Comment",
    "Covering",
    "Entry",
    "GameRecord",
    "format_move",
    "format_record",
    "format_spn",
    "parse_move",
    "parse_record",
    "parse_records",
    "parse_spn",
    "read_entries",
    "witness",
]
