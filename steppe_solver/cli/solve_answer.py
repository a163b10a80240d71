"""A solution as `steppe solve` prints it: an object for scripts, or text for players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from steppe_solver.cli.inputs import Input
from steppe_solver.cli.words import (
    margin_between,
    range_of_values,
    score,
    situation,
    title,
    winner,
    wrapped,
)
from steppe_solver.notation import format_move, format_spn
from steppe_solver.position import Color, Move, Position
from steppe_solver.solver import Solution


def is_complete(solution: Solution) -> bool:
    """Was everything that was asked found exactly?"""
    bounds = (solution.moves or {}).values()
    return solution.status != "bounded" and all(lower == upper for lower, upper in bounds)


def as_json(name: str | None, solution: Solution) -> dict[str, Any]:
    """The fields of the answer, in the order in which they are documented."""
    answer = {
        "spn": format_spn(solution.position),
        "name": name,
        "objective": solution.objective,
        "status": solution.status,
        "value": solution.value,
        "lower": solution.lower,
        "upper": solution.upper,
        "best": None if solution.best is None else format_move(solution.best),
        "line": None if solution.line is None else [format_move(move) for move in solution.line],
        "moves": {
            format_move(move): lower if lower == upper else [lower, upper]
            for move, (lower, upper) in _best_first(solution)
        },
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }
    if solution.moves is None:
        del answer["moves"]
    return answer


def as_text(source: Input, solution: Solution, *, short: bool, notes: Iterable[str] = ()) -> str:
    """The answer in words; ``short`` leaves it at the verdict and the best move.

    ``notes`` are last lines.
    """
    verdict = _verdict(solution)
    table = _table_of_moves(solution)
    if short:
        best = "" if solution.best is None else f"; best move {format_move(solution.best)}"
        return "\n".join([f"{source.label}: {verdict}{best}", *table])
    lines = [title(source), f"  {situation(solution.position)}"]
    lines += [f"  {part}" for part in verdict.split("; ")]
    if solution.status != "ended":
        lines += _lines_of_play(solution)
        if table:
            assert solution.position.mover is not None
            name = solution.position.rules.edition.name_of(solution.position.mover)
            lines += [f"  every move, best for {name} first:", *table]
        lines.append(f"  {solution.nodes:,} nodes, {solution.seconds:.3f} s")
    lines += [f"  {note}" for note in notes]
    return "\n".join([*lines, ""])


def _verdict(solution: Solution) -> str:
    edition = solution.position.rules.edition
    with_points = solution.objective == "margin"
    if solution.status == "ended":
        return winner(solution.position.margin, edition, with_points=True)
    if solution.value is not None:
        verdict = winner(solution.value, edition, with_points=with_points)
        verdict += " with perfect play"
        end = _after(solution.position, solution.line or ())
        if with_points and end.is_over:  # the line is cut short by Ctrl-C only
            verdict += f", {score(end)}"
        return verdict
    reason = "interrupted" if solution.interrupted else "not solved within the limit"
    lower, upper = solution.lower, solution.upper
    bounds = range_of_values(lower, upper, edition, with_points=with_points)
    if with_points:
        bounds += f" ({margin_between(lower, upper, edition)})"
    return f"{reason}; proved so far: {bounds}"


def _lines_of_play(solution: Solution) -> list[str]:
    """The best move and the line, level by level, with movers and skips named."""
    if not solution.line:
        return []
    adjective = "best" if solution.status == "exact" else "best so far"
    lines = [f"  {adjective}: {format_move(solution.line[0])}"]
    for level, plies in _by_level(solution.position, solution.line).items():
        lines += wrapped(f"    level {level}: ", plies)
    return lines


def _by_level(position: Position, line: tuple[Move, ...]) -> Mapping[int, list[str]]:
    """The plies as text, such as ``Red 10a1-c1``, under the level on which they are played."""
    edition = position.rules.edition
    levels: dict[int, list[str]] = {}
    for move in line:
        assert position.mover is not None
        mover, level = position.mover, position.level
        levels.setdefault(level, []).append(f"{edition.name_of(mover)} {format_move(move)}")
        position = position.play(move)
        if position.mover is mover and position.level == level:
            levels[level].append(f"{edition.name_of(mover.opponent)} skipped")
    return levels


def _after(position: Position, line: tuple[Move, ...]) -> Position:
    for move in line:
        position = position.play(move)
    return position


def _best_first(solution: Solution) -> list[tuple[Move, tuple[int, int]]]:
    """The moves with their bounds, the best for the mover first; equals in notation order."""
    sign = 1 if solution.position.mover is Color.RED else -1

    def rank(item: tuple[Move, tuple[int, int]]) -> tuple[int, int, str]:
        move, (lower, upper) = item
        sure, hoped = (lower, upper) if sign > 0 else (upper, lower)
        return -sign * sure, -sign * hoped, format_move(move)

    return sorted((solution.moves or {}).items(), key=rank)


def _table_of_moves(solution: Solution) -> list[str]:
    edition = solution.position.rules.edition
    with_points = solution.objective == "margin"
    return [
        f"    {format_move(move):<8}  "
        + range_of_values(lower, upper, edition, with_points=with_points)
        for move, (lower, upper) in _best_first(solution)
    ]
