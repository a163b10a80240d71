"""The values along a game, searched from its end backwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from steppe_solver.analysis.bounds import Bounds, Step, reconciled
from steppe_solver.analysis.game import Analysis, Ply
from steppe_solver.notation import GameRecord
from steppe_solver.position import Move, Position
from steppe_solver.solver import Limit, Progress, Solution, Solver

DEFAULT_LIMIT = Limit(nodes=1_000_000)
"""For each position: some seconds, and the same answer on every machine."""

GIVES_UP_AFTER = 3
"""After so many positions in a row whose result could not be found, earlier ones are not searched:
as a rule they are harder."""

Watch = Callable[[int, Progress], bool | None]
"""Called with the number of the ply before which the position stands; True stops the search."""


def analyse(
    record: GameRecord,
    limit: Limit | None = None,
    *,
    solver: Solver | None = None,
    on_progress: Watch | None = None,
) -> Analysis:
    """What is proved of every move of the game, each position searched within the limit.

    From the end backwards: positions near it are solved exactly; where a limit strikes, bounds are
    proved, which may decide the result alone. After `GIVES_UP_AFTER` positions in a row of which
    not even that is known, the earlier ones get bounds that need no search. Without a limit,
    `DEFAULT_LIMIT` holds; with one in nodes only, the same game gives the same answer.

    ``on_progress`` is called about twenty times a second; where it stops the search, what is proved
    so far is returned. Raises UnsupportedError for sides over 5.

    >>> from steppe_solver import parse_record
    >>> start = "N.. R 15,5,3,3 15,5,3,3 0-0 levels=1"
    >>> game = analyse(parse_record(f'[SPN "{start}"]\\n\\n1. 1b1 1c1 1-1'))
    >>> [ply.loss.exact for ply in game.plies], str(game.plies[0].best), game.decided_at
    ([5, 0], '5b1-c1', 2)
    """
    run = _Run(record, limit or DEFAULT_LIMIT, solver or Solver(), on_progress)
    run.look_at_all()
    if record.moves:
        run.solve_backwards()
    return run.analysis()


class _Run:
    """One call of `analyse`; places are those of positions, 0 before the first move."""

    def __init__(
        self, record: GameRecord, limit: Limit, solver: Solver, watch: Watch | None
    ) -> None:
        self._record = record
        self._positions = record.positions()
        self._limit = limit
        self._solver = solver
        self._watch = watch
        self._steps = [_step(position) for position in self._positions[:-1]]
        self._values: list[Bounds] = []
        self._lines: dict[int, tuple[Move, ...]] = {}
        self._nodes = 0
        self._seconds = 0.0
        self._interrupted = False

    def look_at_all(self) -> None:
        """Bounds that need no search, for every position."""
        for place in range(len(self._positions)):
            solution = self._solve(place, Limit(nodes=0))
            self._values.append(Bounds(solution.lower, solution.upper))
        self._values = reconciled(self._values, self._steps)

    def solve_backwards(self) -> None:
        """Better bounds, exact ones if possible, as far back as it seems to be worth the while."""
        in_vain = 0
        for place in reversed(range(len(self._positions))):
            if self._interrupted or in_vain == GIVES_UP_AFTER:
                break
            if self._is_answered(place):
                continue
            solution = self._solve(place, self._limit)
            narrowed = self._values[place].narrowed((solution.lower, solution.upper))
            self._values[place] = narrowed
            self._values = reconciled(self._values, self._steps)
            known = self._values[place].signs.exact is not None
            in_vain = 0 if known else in_vain + 1

    def analysis(self) -> Analysis:
        """What has been found; the last ply at which the result could change is looked for."""
        open_until = self._open_until() if self._record.final.is_over else None
        return Analysis(
            record=self._record,
            plies=tuple(map(self._ply, range(len(self._steps)))),
            final=self._values[-1],
            open_until=open_until,
            nodes=self._nodes,
            seconds=self._seconds,
            interrupted=self._interrupted,
        )

    def _is_answered(self, place: int) -> bool:
        """Is there nothing to be found out by a search?

        Over a forced move the value is that of the position after it, which has had its search. A
        position whose value is exact has its best move where a perfect line is known, or where the
        move played has kept the value.
        """
        last = place == len(self._steps)
        if self._positions[place].is_over or (not last and self._steps[place].forced):
            return True
        value = self._values[place]
        if value.exact is None:
            return False
        return last or value == self._values[place + 1] or place in self._lines

    def _open_until(self) -> int | None:
        """See `Analysis`; all moves of each position are asked about, from the end backwards."""
        result = self._values[-1].signs
        for place in reversed(range(len(self._steps))):
            before = self._values[place].signs
            if before.lower > result.upper or before.upper < result.lower:
                return place + 1  # the move played changed it
            if before != result or self._interrupted:
                return None  # where the result is unknown, that of every move is harder still
            if self._steps[place].forced:
                continue
            solution = self._solve(place, self._limit, every_move=True)
            assert solution.moves is not None
            moves = [Bounds(*bounds) for bounds in solution.moves.values()]
            if any(move.upper < result.lower or move.lower > result.upper for move in moves):
                return place + 1
            if any(move != result for move in moves):
                return None
        return 0

    def _ply(self, place: int) -> Ply:
        step, move, line = self._steps[place], self._record.moves[place], self._lines.get(place)
        before, after = self._values[place], self._values[place + 1]
        bare = Ply(place + 1, self._positions[place], move, before, after, step.forced, None, None)
        if bare.loss == (0, 0):
            return replace(bare, best=move)
        if line is None:
            return bare
        return replace(bare, best=line[0], better=line if bare.loss.lower else None)

    def _solve(self, place: int, limit: Limit, *, every_move: bool = False) -> Solution:
        def look_up(progress: Progress) -> bool:
            return bool(self._watch and self._watch(place + 1, progress))

        solution = self._solver.solve(
            self._positions[place],
            limit,
            objective="outcome" if every_move else "margin",
            all_moves=every_move,
            on_progress=look_up,
        )
        self._nodes += solution.nodes
        self._seconds += solution.seconds
        self._interrupted |= solution.interrupted
        complete = solution.status == "exact" and not solution.interrupted
        if complete and solution.line and not every_move:
            self._lines[place] = solution.line
        return solution


def _step(position: Position) -> Step:
    assert position.mover is not None
    return Step(position.mover, forced=len(position.legal_moves()) == 1)
