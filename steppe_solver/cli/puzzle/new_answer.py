"""A new puzzle as people read it: the task, the board, and the solution in short."""

from __future__ import annotations

import textwrap

from steppe_solver.cli.words import line_width
from steppe_solver.notation import format_spn
from steppe_solver.puzzle.model import Kind, Puzzle
from steppe_solver.puzzle.words import counted_in_words, task_in_words
from steppe_solver.render import to_text


def as_text(puzzle: Puzzle, *, colour: bool, ascii_only: bool) -> str:
    """The task, the position as a picture and a line, the facts, and the key with its line."""
    width = line_width()
    picture = to_text(puzzle.position, color=colour, ascii_only=ascii_only, width=width)
    solution = f"Key: {' = '.join(map(str, puzzle.key))}  line: {' '.join(map(str, puzzle.line))}"
    parts = [
        textwrap.fill(f"{task_in_words(puzzle)}.", width),
        picture,
        format_spn(puzzle.position),
        textwrap.fill(_facts(puzzle), width),
        textwrap.fill(solution, width, break_on_hyphens=False),
        "",
    ]
    return "\n".join(parts)


def as_line(puzzle: Puzzle) -> str:
    """The position and, as its name, the task: a line of a position file."""
    return f"{format_spn(puzzle.position)} ; {task_in_words(puzzle)}"


def _facts(puzzle: Puzzle) -> str:
    found = [f"id {puzzle.id}", puzzle.kind.value]
    if puzzle.n is not None:
        found.append(f"n {puzzle.n}")
    if puzzle.kind is Kind.TEN:
        found.append("strict" if puzzle.strict else "quick")
    if puzzle.gap is not None:
        found.append(f"gap {puzzle.gap}")
    found.append(f"rating {puzzle.rating}")
    if puzzle.duals:
        found.append(counted_in_words(puzzle.duals, "dual"))
    if puzzle.themes:
        found.append(f"themes: {', '.join(puzzle.themes)}")
    found.append(f"{puzzle.source.method}, {puzzle.source.parent}")
    return "; ".join(found)
