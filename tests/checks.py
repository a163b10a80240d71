"""What every answer of the solver must satisfy, whatever the position."""

from __future__ import annotations

from collections.abc import Mapping

from steppe_solver.position import Color, Move, Position
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


def confirmed(solution: Solution) -> Solution:
    """The same answer, once its parts agree with each other and with the rules in Python."""
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
    if solution.moves:
        confirm_moves(solution, solution.moves)
    return solution


def confirm_moves(solution: Solution, moves: Mapping[Move, tuple[int, int]]) -> None:
    """Assert that every legal move has bounds, and that the value's are no wider than theirs."""
    assert set(moves) == set(solution.position.legal_moves())
    assert all(lower <= upper for lower, upper in moves.values())
    best = max if solution.position.mover is Color.RED else min
    assert solution.lower >= best(lower for lower, _ in moves.values())
    assert solution.upper <= best(upper for _, upper in moves.values())
    if solution.value is not None and solution.best is not None:
        assert moves[solution.best][0] <= solution.value <= moves[solution.best][1]


def exact_moves(solution: Solution) -> dict[Move, int]:
    """The value of every legal move, all of which the solution must know exactly."""
    assert solution.moves is not None
    assert all(lower == upper for lower, upper in solution.moves.values())
    return {move: value for move, (value, _) in solution.moves.items()}
