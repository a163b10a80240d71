"""The solution of a puzzle in sentences: the key, the main line, and what refutes the tries."""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.puzzle.model import Kind, Puzzle
from steppe_solver.puzzle.words import (
    difference_in_words,
    line_in_words,
    refutation_in_words,
)
from steppe_solver.render.scene import printable


def solution(puzzle: Puzzle) -> Iterator[str]:
    """The key and the main line."""
    first, *rest = map(str, puzzle.key)
    if puzzle.kind is Kind.PACK:
        yield f"The laying: {', '.join([first, *rest])}, in any order."
        return
    same = f" ({', '.join(rest)} {'counts' if len(rest) == 1 else 'count'} as the same)"
    yield f"The key: {first}{same if rest else ''}."
    yield f"The main line: {line_in_words(puzzle.position, puzzle.line)}."


def tries(puzzle: Puzzle) -> Iterator[str]:
    """A sentence on every group of tries that are refuted alike."""
    for wrong in puzzle.tries:
        moves = ", ".join(map(str, wrong.moves))
        why = refutation_in_words(puzzle, wrong.moves[0], wrong.refutation, wrong.result)
        short = difference_in_words(puzzle.kind, wrong.result, puzzle.result)
        yield f"{moves}? {' '.join(filter(None, [why, short]))}."


def facts(puzzle: Puzzle) -> str:
    """Rating, themes and duals, in a sentence."""
    found = [f"Rating {puzzle.rating}"]
    if puzzle.themes:
        found.append(f"themes: {printable(', '.join(puzzle.themes))}")
    if puzzle.duals:
        found.append(f"duals in the main line: {puzzle.duals}")
    return f"{'; '.join(found)}."
