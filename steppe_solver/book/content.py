"""Everything that a book says, as plain data: what the templates of all formats set.

The data are dictionaries, lists, strings and numbers, so that they can be handed over as JSON.
Names are data too: no template reads markup in them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from steppe_solver.book.guide import (
    NOTATION,
    diagrams_in_words,
    solutions_in_words,
    tasks_in_words,
)
from steppe_solver.book.layout import PAPERS, STANDARD, Layout
from steppe_solver.book.solutions import paragraphs
from steppe_solver.notation import format_spn
from steppe_solver.position import Color, Edition, Tile
from steppe_solver.puzzle.model import Kind, Puzzle
from steppe_solver.puzzle.words import task_in_words
from steppe_solver.render.diagram import legend, to_diagram
from steppe_solver.render.scene import Placed, printable

_MOVE = re.compile(r"\b((?:1|5|10|N)[a-h][1-8](?:-[a-h][1-8])?)\b")
_SCORED = frozenset({Kind.WIN, Kind.BEST})


def contents(puzzles: Sequence[Puzzle], layout: Layout) -> dict[str, Any]:
    """The book of the puzzles, numbered from 1 in their order.

    Raises ValueError where there are none.
    """
    if not puzzles:
        raise ValueError("a book needs a puzzle")
    editions = [e for e in Edition if any(p.position.rules.edition is e for p in puzzles)]
    return {
        "title": printable(layout.title) or STANDARD.title,
        "paper": PAPERS[layout.paper]._asdict(),
        "margin": layout.margin,
        "foot": layout.foot,
        "gutter": layout.gutter,
        "columns": layout.columns,
        "rows": layout.rows,
        "cell": layout.cell,
        "text_columns": layout.text_columns,
        "per_page": layout.per_page,
        "count": "1 puzzle" if len(puzzles) == 1 else f"{len(puzzles)} puzzles",
        "diagrams": diagrams_in_words(editions),
        "legends": [
            [{"svg": svg, "means": meaning} for svg, meaning in legend(edition)]
            for edition in editions
        ],
        "notation": [{"move": move, "means": meaning} for move, meaning in NOTATION],
        "tasks": tasks_in_words(puzzles),
        "about_solutions": solutions_in_words(),
        "puzzles": [_puzzle(number, puzzle) for number, puzzle in enumerate(puzzles, 1)],
    }


def _puzzle(number: int, puzzle: Puzzle) -> dict[str, Any]:
    position = puzzle.position
    spn = format_spn(position)
    numbers = [] if puzzle.n is None else [f"n = {puzzle.n}"]
    numbers.append(f"rating {puzzle.rating}")
    strict = ["strict"] if puzzle.kind is Kind.TEN and puzzle.strict else []
    return {
        "number": number,
        "name": printable(puzzle.name or ""),
        "level": f"level {position.level} of {position.rules.levels}",
        "task": f"{task_in_words(puzzle)}.",
        "numbers": numbers,
        "diagram": to_diagram(position, shows_score=puzzle.kind in _SCORED),
        "solved": to_diagram(position, tiles=_key_tiles(puzzle), shows_reserves=False),
        "features": [puzzle.kind.value, *numbers, *strict, *puzzle.themes],
        "solution": [{"label": label, "runs": runs(text)} for label, text in paragraphs(puzzle)],
        "spn": spn,
        "id": puzzle.id,
    }


def _key_tiles(puzzle: Puzzle) -> list[Placed]:
    """What the key lays: one tile; in ``pack``, where the key is a whole laying, all of it."""
    moves = puzzle.line if puzzle.kind is Kind.PACK else puzzle.key[:1]
    return [
        (
            puzzle.position.level,
            Color.NEUTRAL if move.tile is Tile.NEUTRAL else puzzle.solver,
            move,
        )
        for move in moves
    ]


def runs(text: str) -> list[dict[str, str]]:
    """The text in pieces: words, and moves in notation, which no line may break."""
    found = []
    for place, piece in enumerate(_MOVE.split(text)):
        if piece:
            found.append({"kind": "move" if place % 2 else "words", "text": piece})
    return found
