"""The table of the atlas: a row a game, in a file that is whole at every moment."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from pathlib import Path

from atlas_family import Board, Variant, boards, variants
from atlas_values import Finding

from steppe_solver.position import Reserve

Table = dict[Variant, Finding]

GAME = ("width", "height", "levels", "centre", "ones", "fives", "tens", "neutrals")
FINDING = ("value", "lower", "upper", "winner", "nodes", "found", "confirmed", "seconds")
HEAD = (*GAME, *FINDING)


class TableError(Exception):
    """A row that cannot be read, or that says what cannot be; the text has its line."""


def load(path: Path) -> Table:
    """The rows of the file; none where there is no file. Raises TableError."""
    if not path.exists():
        return {}
    table: Table = {}
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        if tuple(reader.fieldnames or ()) != HEAD:
            raise TableError(f"{path.name}: the columns are not {', '.join(HEAD)}")
        for row in reader:
            try:
                variant, finding = _read(row)
                sound = _written(variant, finding) == row and variant not in table
            except (TypeError, ValueError) as error:
                raise TableError(f"{path.name}:{reader.line_num}: {error}") from error
            if not sound:
                raise TableError(f"{path.name}:{reader.line_num}: {row}")
            table[variant] = finding
    return table


def save(table: Table, path: Path) -> None:
    """Write the rows in the order of the family; until all are on the disk, the old file stays."""
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, HEAD, lineterminator="\n")
        writer.writeheader()
        for board in boards():
            for variant in variants(board):
                if variant in table:
                    writer.writerow(_written(variant, table[variant]))
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(path)


def _written(variant: Variant, finding: Finding) -> dict[str, str]:
    board = variant.board
    value, nodes = (finding.lower, finding.nodes) if finding.is_exact else ("", "")
    cells = (
        *(board.width, board.height, board.levels, "neutral" if board.neutral else "none"),
        *variant.reserve,
        *(value, finding.lower, finding.upper, finding.winner, nodes),
        *(finding.found, finding.confirmed, f"{finding.seconds:g}"),
    )
    return dict(zip(HEAD, map(str, cells), strict=True))


def _read(row: Mapping[str, str]) -> tuple[Variant, Finding]:
    width, height, levels = (int(row[name]) for name in GAME[:3])
    board = Board(width, height, levels, row["centre"] == "neutral")
    finding = Finding(
        *(int(row["lower"]), int(row["upper"]), row["found"], row["confirmed"]),
        *(int(row["nodes"] or 0), float(row["seconds"])),
    )
    return Variant(board, Reserve(*(int(row[name]) for name in GAME[4:]))), finding
