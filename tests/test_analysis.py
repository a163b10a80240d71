"""Analysed games against plain recursion: exact where searched out, proved bounds elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import reference
from known import rows
from plain_analysis import PlainAnalysis, record_of, sign, small_games
from variants import random_game, self_play

from steppe_solver.analysis import (
    GIVES_UP_AFTER,
    Analysis,
    Bounds,
    Ply,
    analyse,
    mark,
    performances,
    value_in_words,
)
from steppe_solver.analysis.bounds import Step, reconciled
from steppe_solver.errors import UnsupportedError
from steppe_solver.notation import GameRecord, format_move, format_spn, parse_record, parse_spn
from steppe_solver.position import PLAYERS, Color, Edition, Position, Reserve, Rules
from steppe_solver.solver import Limit, Progress, Solution, Solver

REACH = 700
"""Positions the oracle may meet for one game."""

Pair = tuple[GameRecord, PlainAnalysis]


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all games of this file."""
    return Solver(memory=64)


@pytest.fixture(scope="module")
def games() -> list[Pair]:
    """Games of small variants in both editions, with what plain recursion says of them."""
    return small_games(seed=1, count=80, reach=REACH)


def standard_games(count: int) -> list[GameRecord]:
    """Complete games of self-play with the standard material."""
    texts = [f'[Edition "{row["edition"]}"]\n\n{" ".join(row["moves"])}' for row in rows("games")]
    return list(map(parse_record, texts[:count]))


def confirm(analysis: Analysis, plain: PlainAnalysis) -> None:
    """Assert that nothing in the analysis contradicts what plain recursion says."""
    assert len(analysis.plies) == len(plain.plies)
    assert analysis.final.lower <= plain.final <= analysis.final.upper
    for ply, (before, after, moves) in zip(analysis.plies, plain.plies, strict=True):
        assert ply.before.lower <= before <= ply.before.upper
        assert ply.after.lower <= after <= ply.after.upper
        assert ply.loss.lower <= abs(before - after) <= ply.loss.upper
        assert ply.forced == (len(moves) == 1)
        if ply.costs_result:
            assert sign(before) != sign(after)
        if ply.best is not None:
            assert moves[format_move(ply.best)] == before
        if ply.better is not None:
            assert played_out(ply) == before != after
            assert ply.better[0] == ply.best
    if analysis.decided_at is not None:
        assert analysis.decided_at == plain.decided_at
    if analysis.decided_by is not None:
        assert plain.decided_at is not None
        assert analysis.decided_by >= plain.decided_at
    if analysis.open_until is not None:
        assert analysis.open_until == plain.open_until


def played_out(ply: Ply) -> int:
    """The margin at the end of the better line, which must end the game."""
    position = ply.position
    for move in ply.better or ():
        position = position.play(move)
    assert position.is_over
    return position.margin


def test_small_games_are_analysed_exactly(games: list[Pair], solver: Solver) -> None:
    """Values, losses, best moves, better lines and last chances are those of plain recursion."""
    mistakes = decided_late = unfinished = 0
    for record, plain in games:
        analysis = analyse(record, Limit(nodes=10_000_000), solver=solver)
        confirm(analysis, plain)
        assert analysis.is_complete
        assert not analysis.interrupted
        assert analysis.decided_at == analysis.decided_by == plain.decided_at
        assert analysis.open_until == plain.open_until
        assert analysis.exact_from == (1 if plain.plies else None)
        for ply in analysis.plies:
            assert ply.before.exact is not None
            assert ply.best is not None
            assert (ply.loss.exact == 0) == (ply.best == ply.move) == (ply.better is None)
            mistakes += ply.better is not None
        decided_late += (plain.decided_at or 0) > 1
        unfinished += not record.final.is_over
    assert mistakes >= 60
    assert decided_late >= 10
    assert unfinished >= 5


@pytest.mark.parametrize("nodes", [0, 1, 12])
def test_what_a_limit_leaves_is_proved(games: list[Pair], solver: Solver, nodes: int) -> None:
    """Under any limit bounds hold, and what is said to be decided or best is so."""
    bounded = told = 0
    for record, plain in games:
        analysis = analyse(record, Limit(nodes=nodes), solver=solver)
        confirm(analysis, plain)
        bounded += any(ply.loss.exact is None for ply in analysis.plies)
        told += analysis.decided_by is not None
    assert bounded >= 10
    assert told >= 10


def test_losses_add_up_to_the_drop_of_the_value(games: list[Pair], solver: Solver) -> None:
    """What the first player gave away, less what the second did, is what the value fell by."""
    for record, plain in games:
        analysis = analyse(record, solver=solver)
        first, second = performances(analysis)
        start = plain.plies[0].before if plain.plies else plain.final
        assert start - plain.final == first.lost - second.lost
        assert first.moves + second.moves == len(analysis.plies)
        for side in (first, second):
            assert 0 <= side.best <= side.choices <= side.known == side.moves
            mine = [ply for ply in analysis.plies if ply.mover is side.color]
            assert side.best == sum(ply.best == ply.move and not ply.forced for ply in mine)


@pytest.mark.slow
def test_more_small_games_are_analysed_exactly(solver: Solver) -> None:
    """The same on games that take the oracle up to twenty thousand positions."""
    for record, plain in small_games(seed=2, count=60, reach=20_000):
        analysis = analyse(record, Limit(nodes=10_000_000), solver=solver)
        confirm(analysis, plain)
        assert analysis.is_complete
        for nodes in (0, 5, 50, 500):
            confirm(analyse(record, Limit(nodes=nodes), solver=solver), plain)


def test_ends_of_standard_games(solver: Solver) -> None:
    """In games of the standard material the last plies are exact, and as the oracle has them."""
    checked = 0
    for record in standard_games(5):
        analysis = analyse(record, Limit(nodes=300), solver=solver)
        assert analysis.exact_from is not None
        assert not analysis.is_complete
        for ply in analysis.plies[-8:]:
            try:
                moves = reference.move_values(format_spn(ply.position), 1_000)
            except reference.TooLargeError:
                continue
            best = max if ply.mover is Color.RED else min
            value = best(moves.values())
            assert ply.before.exact == value
            assert ply.loss.exact == abs(value - moves[format_move(ply.move)])
            assert ply.best is not None
            assert moves[format_move(ply.best)] == value
            checked += 1
        assert analysis.plies[analysis.exact_from - 2].before.exact is None
    assert checked >= 25


def test_the_same_game_gives_the_same_answer() -> None:
    """With a limit in nodes, whatever the solver has done before."""
    first, second = standard_games(2)
    solver = Solver(memory=64)

    def found(record: GameRecord) -> tuple[Any, ...]:
        analysis = analyse(record, Limit(nodes=500), solver=solver)
        return analysis.plies, analysis.final, analysis.open_until, analysis.nodes

    assert found(first) == (found(second), found(first))[1]
    assert found(first) != found(second)


SMALL = """[SPN ".../.N./... R 5,2,1,1 5,2,1,1 0-0 reserves=5,2,1,1"]

1. 10a3-c3 1b1 2. 5a1-a2 1c2 3. 1c1 1a1 4. 5b1-b2 Na3 5. 1c2 1a2 6. Nb3 1c1 7. 1c3 5a3-b3
8. 5b2-c2 1b1 39-32
"""
"""Solved from its first move. Red wins from the third move on; Blue makes moves 2, 4, 7, 9, 11, 15
and 16, and moves 13 and 16 are forced."""


class Weak(Solver):
    """A solver that finds nothing out before some plies, and nothing without a search."""

    def __init__(self, *plies: int) -> None:
        super().__init__(memory=64)
        self._hard = {parse_record(SMALL).positions()[ply - 1] for ply in plies}
        self.searched: list[Position] = []

    def solve(self, position: Position, limit: Limit | None = None, **options: Any) -> Solution:
        """All or nothing."""
        solution = super().solve(position, **options)
        if options.get("all_moves") or solution.status == "ended":
            return solution
        if limit is None or limit.nodes != 0:
            self.searched.append(position)
            if position not in self._hard:
                return solution
        return replace(solution, status="bounded", lower=-99, upper=99, line=None)


@pytest.mark.parametrize(
    ("hard", "order"),
    [
        (range(1, 12), [15, 14, 12, 11, 10, 9]),
        ((11, 9, *range(1, 8)), [15, 14, 12, 11, 10, 9, 8, 7, 6, 5]),
        ((1, 2), [15, 14, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_it_gives_up_where_positions_are_too_hard(hard: Sequence[int], order: list[int]) -> None:
    """After three in a row whose result is not found; and a forced move needs no search."""
    record = parse_record(SMALL)
    solver = Weak(*hard)
    assert len(order) < GIVES_UP_AFTER or GIVES_UP_AFTER == 3
    analysis = analyse(record, solver=solver)
    assert [record.positions().index(position) + 1 for position in solver.searched] == order
    assert not analysis.is_complete
    for ply in analysis.plies:
        assert (ply.before.exact is None) == (ply.number in hard or ply.number < order[-1])


def test_a_better_line_needs_a_proved_loss() -> None:
    """A perfect line alone, where the value after the move is unknown, shows no better one."""
    ply = analyse(parse_record(SMALL), solver=Weak(10)).plies[8]
    assert (ply.before, ply.after) == ((4, 4), (4, 99))
    assert ply.loss == (0, 95)
    assert ply.best is not None
    assert ply.better is None


def test_a_forced_move_is_not_searched() -> None:
    """It loses nothing; the position before it is worth what the one after it is, known or not."""
    record = parse_record(SMALL)
    solver = Weak(14)
    plies = analyse(record, solver=solver).plies
    assert [ply.number for ply in plies if ply.forced] == [13, 16]
    assert {record.positions()[ply - 1] for ply in (13, 16)}.isdisjoint(solver.searched)
    assert plies[12].loss == (0, 0)
    assert plies[12].best == plies[12].move


def test_stopping_keeps_what_is_proved(solver: Solver) -> None:
    """A search that is stopped answers: the end of the game is exact, the rest has bounds."""
    (record,) = standard_games(1)
    asked = []

    def stop(ply: int, state: Progress) -> bool:
        asked.append(ply)
        return ply < 30 and state.nodes > 0

    analysis = analyse(record, Limit(nodes=10**9), solver=solver, on_progress=stop)
    assert analysis.interrupted
    assert not analysis.is_complete
    assert analysis.open_until is None
    assert analysis.exact_from is not None
    whole = analyse(record, Limit(nodes=2_000), solver=solver)
    for stopped, ply in zip(analysis.plies, whole.plies, strict=True):
        assert stopped.before.lower <= ply.before.upper
        assert ply.before.lower <= stopped.before.upper
    assert min(asked) >= 1


def test_a_game_without_moves_has_nothing_to_say(solver: Solver) -> None:
    """Neither an unfinished one nor one that cannot begin; and nothing is searched."""
    for rules in (Rules(), Rules(reserve=Reserve(0, 0, 0, 0))):
        analysis = analyse(GameRecord((), Position.start(rules), ()), solver=solver)
        assert analysis.plies == ()
        assert analysis.nodes == 0
        assert analysis.is_complete
        assert (analysis.decided_at, analysis.decided_by, analysis.exact_from) == (None,) * 3
        assert [side.moves for side in performances(analysis)] == [0, 0]


def test_boards_that_cannot_be_searched_are_refused(solver: Solver) -> None:
    """A side of six is too much for the search, and said to be."""
    game = random_game(Random(1), Rules(6, 2, 1, Reserve(9, 3, 1, 1), frozenset()))
    with pytest.raises(UnsupportedError, match="up to 5 x 5"):
        analyse(record_of(game), solver=solver)


def test_resigned_games_are_judged_to_where_they_go(solver: Solver) -> None:
    """The value of the last position is searched, too: the last move has its loss."""
    game = list(self_play(Random(8)))
    record = record_of(game[:-4])
    analysis = analyse(record, Limit(nodes=1_000), solver=solver)
    assert analysis.final.exact == reference.value(format_spn(record.final))
    last = analysis.plies[-1]
    assert last.loss.exact is not None
    assert analysis.open_until is None
    assert (analysis.decided_by is None) == last.costs_result


# What follows needs no search.


def test_bounds_go_along_a_game_as_far_as_they_hold() -> None:
    """Reconciled bounds hold whatever held, are never wider, and a second time change nothing."""
    rng = Random(1)
    narrower = 0
    for _ in range(300):
        values, steps = [rng.randint(-30, 30)], []
        for _ in range(rng.randint(0, 12)):  # backwards from the end
            step = Step(rng.choice(PLAYERS), rng.random() < 0.2)
            gain = 0 if step.forced else rng.choice((0, 0, rng.randint(0, 20)))
            values.append(values[-1] + (gain if step.mover is Color.RED else -gain))
            steps.append(step)
        values.reverse()
        steps.reverse()
        given = [
            Bounds(value - rng.choice((0, 3, 40)), value + rng.choice((0, 3, 40)))
            for value in values
        ]
        found = reconciled(given, steps)
        for value, before, after in zip(values, given, found, strict=True):
            assert before.lower <= after.lower <= value <= after.upper <= before.upper
            narrower += before != after
        assert reconciled(found, steps) == found
    assert narrower >= 300


def test_proofs_that_contradict_each_other_are_not_passed_over() -> None:
    """A first player's move cannot lead to more: two such values are a fault of the program."""
    with pytest.raises(AssertionError, match="cannot both be proved"):
        reconciled([Bounds(1, 1), Bounds(2, 2)], [Step(Color.RED, forced=False)])
    with pytest.raises(AssertionError, match="cannot both be proved"):
        reconciled([Bounds(3, 3), Bounds(2, 2)], [Step(Color.RED, forced=True)])


def ply(before: tuple[int, int], after: tuple[int, int], *, blue: bool = False) -> Ply:
    """A move of the first player's, or the second's, between values with these bounds."""
    spn = f"N.. {'B' if blue else 'R'} 15,5,3,3 15,5,3,3 0-0"
    position = parse_spn(spn)
    move = position.legal_moves()[0]
    return Ply(1, position, move, Bounds(*before), Bounds(*after), False, None, None)


@pytest.mark.parametrize(
    ("before", "after", "blue", "loss", "shown"),
    [
        ((9, 9), (9, 9), False, (0, 0), ""),
        ((9, 9), (8, 8), False, (1, 1), "?!"),
        ((9, 9), (5, 5), False, (4, 4), "?!"),
        ((9, 9), (4, 4), False, (5, 5), "?"),
        ((29, 29), (15, 15), False, (14, 14), "?"),
        ((29, 29), (14, 14), False, (15, 15), "??"),
        ((1, 1), (0, 0), False, (1, 1), "??"),
        ((-1, -1), (0, 0), True, (1, 1), "??"),
        ((-9, -9), (-4, -4), True, (5, 5), "?"),
        ((3, 9), (2, 3), False, (0, 7), ""),
        ((3, 9), (1, 2), False, (1, 8), "?!"),
        ((0, 9), (0, 0), False, (0, 9), ""),
        ((1, 9), (-3, 0), False, (1, 12), "??"),
        ((0, 9), (-3, -1), False, (1, 12), "??"),
        ((-9, 5), (2, 20), True, (0, 29), ""),
    ],
)
def test_losses_and_marks_are_what_is_proved(
    before: tuple[int, int],
    after: tuple[int, int],
    blue: bool,
    loss: tuple[int, int],
    shown: str,
) -> None:
    """The loss is the mover's, its bounds the widest that the values allow; marks need a proof."""
    move = ply(before, after, blue=blue)
    assert move.loss == loss
    assert mark(move) == shown


@pytest.mark.parametrize(
    ("bounds", "edition", "words"),
    [
        ((0, 0), Edition.TSR, "draw"),
        ((12, 12), Edition.TSR, "Red by 12"),
        ((-3, -3), Edition.DMR, "Blue by 3"),
        ((2, 5), Edition.DMR, "White by 2 to 5"),
        ((-5, -2), Edition.TSR, "Blue by 2 to 5"),
        ((-6, 8), Edition.TSR, "Blue by 6 to Red by 8"),
        ((0, 8), Edition.TSR, "draw to Red by 8"),
        ((-6, 0), Edition.TSR, "Blue by 6 to draw"),
    ],
)
def test_values_in_words(bounds: tuple[int, int], edition: Edition, words: str) -> None:
    """Who is ahead is named; bounds are always two."""
    assert value_in_words(Bounds(*bounds), edition) == words
