"""An answer of `steppe puzzle check`: an object for scripts, or text for people."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import Any

from steppe_solver.cli.puzzle.inputs import PuzzleInput
from steppe_solver.cli.words import counted, line_width
from steppe_solver.puzzle.model import Puzzle
from steppe_solver.puzzle.verify import Report

_MORE = "the limit struck before all was looked at: there may be more"

_WORDS = {True: "sound", False: "COOKED", None: "not known"}
"""What is said of a puzzle: it is proved, something is wrong with it, or the limit struck first."""


def as_json(source: PuzzleInput, report: Report) -> dict[str, Any]:
    """The fields of the answer, in the order in which they are documented."""
    puzzle = report.puzzle
    return {
        "id": puzzle.id,
        "kind": puzzle.kind.value,
        "n": puzzle.n,
        "sound": report.sound,
        "key": str(puzzle.key[0]),
        "faults": [
            {"flaw": flaw.flaw, "at": flaw.at, "message": flaw.message} for flaw in report.faults
        ],
        "complete": report.is_complete,
        "input": source.label,
        "name": puzzle.name,
    }


def as_text(source: PuzzleInput, report: Report, *, short: bool) -> str:
    """The answer in words: a line, and one for every flaw."""
    word = _WORDS[report.sound]
    if short:
        heads = [f"{source.label}: {word}"]
        return "\n".join([f"{heads[0]} {said}" for said in _all_said(report)] or heads)
    name = "".join(char if char.isprintable() else " " for char in report.puzzle.name or "")
    where = f"{source.label}  {name}" if name else source.label
    lines = [f"{word:9}  {where}  {_described(report.puzzle)}"]
    for said in _all_said(report):
        lines += textwrap.wrap(
            said, line_width(), initial_indent=" " * 11, subsequent_indent=" " * 13
        )
    return "\n".join(lines)


def summary(found: Counter[bool | None]) -> str:
    """How many puzzles came out how, in a line."""
    parts = [f"{found[sound]:,} {word}" for sound, word in _WORDS.items() if found[sound]]
    return f"{counted(found.total(), 'puzzle')}: {', '.join(parts)}"


def _described(puzzle: Puzzle) -> str:
    number = "" if puzzle.n is None else f" {puzzle.n}"
    return f"{puzzle.kind}{number}, key {puzzle.key[0]}"


def _all_said(report: Report) -> list[str]:
    said = [f"{flaw.flaw} ({flaw.at}): {flaw.message}" for flaw in report.faults]
    return [*said, _MORE] if said and not report.is_complete else said
