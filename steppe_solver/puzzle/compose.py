"""A position made into a puzzle: tries with their refutations, the solution, rating and themes."""

from __future__ import annotations

from dataclasses import replace

from steppe_solver.goals import Goal
from steppe_solver.position import Move, Position
from steppe_solver.puzzle.examine import Finding, examine
from steppe_solver.puzzle.judge import Judge
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Result, Source, Try
from steppe_solver.puzzle.rating import rate
from steppe_solver.puzzle.sameness import identity
from steppe_solver.puzzle.solution import continuation, refuted
from steppe_solver.puzzle.themes import find_themes


def compose(
    position: Position, kind: Kind, goal: Goal | None, judge: Judge, source: Source
) -> Puzzle | None:
    """The puzzle that the position holds, with its proof; None where it holds none (`examine`).

    Raises StoppedError with the judge.
    """
    finding = examine(position, kind, goal, judge)
    return None if finding is None else write_up(finding, judge, source)


def write_up(finding: Finding, judge: Judge, source: Source) -> Puzzle:
    """The puzzle that was found, with its proof. Raises StoppedError with the judge."""
    situation = finding.situation
    first = min(finding.key, key=lambda move: (-move.tile.face, str(move)))
    rest = continuation(situation.play(first), judge)
    puzzle = Puzzle(
        id=identity(situation.kind, situation.position, situation.goal),
        kind=situation.kind,
        position=situation.position,
        goal=situation.goal,
        n=finding.n,
        key=(first, *(move for move in finding.key if move != first)),
        tries=_tries(finding, judge),
        solution=Node((first,), finding.result, rest.nodes),
        line=(first, *rest.line),
        duals=rest.duals,
        rating=0,
        themes=(),
        source=source,
    )
    return replace(puzzle, rating=rate(puzzle), themes=find_themes(puzzle))


def _tries(finding: Finding, judge: Judge) -> tuple[Try, ...]:
    """Every move but the key, those that fail alike together, in the order of notation."""
    alike: dict[tuple[Result, tuple[Move, ...], int], list[Move]] = {}
    for move, result in finding.fails.items():
        refutation, ways = refuted(finding.situation.play(move), judge)
        alike.setdefault((result, refutation, ways), []).append(move)
    return tuple(
        Try(tuple(moves), result, refutation, ways)
        for (result, refutation, ways), moves in alike.items()
    )
