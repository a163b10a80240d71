"""What every answer of the solver must satisfy, whatever the position."""

from __future__ import annotations

from steppe_solver.position import Color, Position
from steppe_solver.solver import Solution


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def played_out(solution: Solution) -> Position:
    """The position after the line of the solution, each move played by the rules in Python."""
    position = solution.position
    for move in solution.line or ():
        position = position.play(move)
    return position


def confirm(solution: Solution) -> None:
    """Assert that the parts of an answer agree with each other and with the rules in Python."""
    position = solution.position
    assert solution.lower <= solution.upper
    assert solution.nodes >= 0
    assert solution.best == (solution.line[0] if solution.line else None)
    if solution.status == "bounded":
        assert solution.lower < solution.upper
        assert solution.value is None
    else:
        assert (solution.status == "ended") == position.is_over
        assert solution.value == solution.lower == solution.upper
        assert solution.line is not None
        final = played_out(solution)
        assert final.is_over
        assert solution.value == (
            final.margin if solution.objective == "margin" else sign(final.margin)
        )
    if solution.moves is not None:
        assert set(solution.moves) == set(position.legal_moves())
        assert all(lower <= upper for lower, upper in solution.moves.values())
    if solution.moves and solution.status == "exact":
        assert all(lower == upper for lower, upper in solution.moves.values())
        best = max if position.mover is Color.RED else min
        assert solution.value == best(lower for lower, _ in solution.moves.values())
        assert solution.moves[solution.line[0]] == (solution.value, solution.value)  # type: ignore[index]
