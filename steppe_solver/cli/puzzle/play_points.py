"""The points for solving puzzles: ten each, less what wrong moves and hints cost."""

from __future__ import annotations

from dataclasses import dataclass, field

FULL = 10
"""What a puzzle is worth that is solved at once."""

WRONG = 3
"""What a wrong move costs; the same one again in the same place costs nothing more."""

HINTS = (2, 3, FULL)
"""What the hints for one move cost, in their order; the last one gives the move away."""

SCHEME = (
    f"A puzzle is worth {FULL} points. A wrong move costs {WRONG}; a hint costs {HINTS[0]} for the"
    f" kind of tile, {HINTS[1]} more for its column or row, and all that is left for the move. What"
    " is skipped, left after a hint or a wrong move, or shown with its solution brings nothing. No"
    " puzzle brings less than nothing."
)


@dataclass
class PuzzlePoints:
    """The points that a puzzle still brings, and what happened on the way."""

    left: int = FULL
    wrong: int = 0
    hints: int = 0

    def miss(self) -> int:
        """Count a wrong move; what it cost."""
        self.wrong += 1
        return self._take(WRONG)

    def hint(self, step: int) -> int:
        """Count a hint, ``step`` from 0; what it cost."""
        self.hints += 1
        return self._take(HINTS[step])

    def _take(self, cost: int) -> int:
        taken = min(cost, self.left)
        self.left -= taken
        return taken


@dataclass
class Score:
    """The points of all puzzles so far, in their order; 0 for those that were not solved."""

    brought: list[int] = field(default_factory=list)
    solved: int = 0

    def add(self, points: PuzzlePoints, *, is_solved: bool) -> int:
        """Count a puzzle that has ended; the points it brought."""
        self.solved += is_solved
        self.brought.append(points.left if is_solved else 0)
        return self.brought[-1]

    def __str__(self) -> str:
        puzzles = len(self.brought)
        solved = f"{self.solved} of {puzzles} puzzle{'' if puzzles == 1 else 's'} solved"
        return f"{sum(self.brought)} of {FULL * puzzles} points, {solved}"
