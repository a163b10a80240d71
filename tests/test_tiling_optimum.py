"""The most points of a laying: against brute force, against packings, and where it is stopped."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random

import pytest
from infeasible import layout
from layings import Laid, TooManyLayingsError, all_layings, random_question
from packing import packing
from variants import level3_starts

from steppe_solver.position import PLAYERS, Cell, Color, Position, Reserve, Rules, Tile
from steppe_solver.tiling.counts import Arithmetic
from steppe_solver.tiling.encoding import encode
from steppe_solver.tiling.optimum import Optimum, most_points
from steppe_solver.tiling.question import Layout, Need, Question, laying, points
from steppe_solver.tiling.sat import Oracle, StoppedError, never

SIDES = (*PLAYERS, None)


@cache
def cases(seeds: range, most: int = 300) -> list[tuple[Question, set[Laid]]]:
    """Questions by chance with all their layings by brute force, where those are few."""
    found = []
    for seed in seeds:
        question = random_question(Random(seed), cells=6, levels=3)
        with suppress(TooManyLayingsError):
            found.append((question, all_layings(question, most)))
    return found


def best_of(layings: set[Laid], side: Color | None) -> int | None:
    """The most points by brute force."""
    return max((points(laying(laid), side) for laid in layings), default=None)


@pytest.mark.parametrize(
    "seeds", [range(300), pytest.param(range(300, 4000), marks=pytest.mark.slow)]
)
def test_most_points_are_the_brute_forces(seeds: range) -> None:
    """For Red, Blue and both the maximum is that of all layings, proved, and a laying has it.

    Where there is no laying, all three parts of the answer are None.
    """
    seen = 0
    for question, layings in cases(seeds):
        for side in SIDES:
            found = most_points(question, side)
            best = best_of(layings, side)
            assert (found.points, found.upper, found.proved) == (best, best, True), question
            if found.laying is None:
                assert not layings
                assert found == Optimum(None, None, None)
            else:
                assert frozenset(found.laying) in layings
                assert points(found.laying, side) == best
                assert found.laying == laying(found.laying)
            seen += best is not None and best > 0
    assert seen > len(seeds) / 2


def test_counts_of_layings_are_allowed() -> None:
    """Arithmetic rules out the counts of no laying by brute force, for either side and for both.

    Neither by the bounds on each kind nor by the conditions on all; nor does its search exceed a
    ceiling or miss the best laying before anything is refuted.
    """
    seen = 0
    for question, layings in cases(range(300)):
        encoding = encode(question)
        for side in SIDES:
            players = [color for color in question.players if side in (None, color)]
            apart = [(color,) for color in players]
            for groups in (
                (apart, [tuple(players)]) if question.levels == 1 else ([tuple(players)],)
            ):
                if not players:
                    continue
                arithmetic = Arithmetic(encoding, groups)
                best = arithmetic.best(10**6, never)
                for laid in layings:
                    counts = [
                        sum(
                            p.level == question.numbers[kind.storey]
                            and p.owner in kind.players
                            and p.move.tile is kind.tile
                            for p in laid
                        )
                        for kind in arithmetic.kinds
                    ]
                    assert all(n <= m for n, m in zip(counts, arithmetic.most, strict=True))
                    assert arithmetic._allowed(counts), (question, laid)
                    seen += 1
                bound = best_of(layings, side)
                if bound is not None:
                    assert best is not None
                    assert best[0] >= bound
    assert seen > 5000


def test_refuted_counts_are_left_out() -> None:
    """After each refutation the best counts are those of plain search among what is left."""
    rules = Rules(3, 2, 1, start=frozenset())
    floor = Layout(rules, ((None,) * 6,), (Reserve(2, 1, 1, 0), Reserve(0, 0, 0, 0)))
    arithmetic = Arithmetic(encode(Question(floor)), [(Color.RED,)])
    order = [kind.tile for kind in arithmetic.kinds]
    assert order == [Tile.TEN, Tile.FIVE, Tile.ONE]
    assert arithmetic.best(10**6, never) == (16, (1, 1, 1))
    assert arithmetic.best(16, never) == (16, (1, 1, 1))
    arithmetic.refute([(1, 1), (0, 1)])
    assert arithmetic.best(16, never) == (12, (1, 0, 2))
    arithmetic.refute([(0, 1)])
    assert arithmetic.best(12, never) == (7, (0, 1, 2))
    arithmetic.refute([(2, 1)])
    arithmetic.refute([(1, 1)])
    assert arithmetic.best(7, never) == (0, (0, 0, 0))


def test_level3_starts_are_packed() -> None:
    """On starts of level 3 each player's maximum is three times the best packing of their cells."""
    for position in islice(level3_starts(11), 12):
        board = [position.rules.cell(index) for index in range(25)]
        supports = [position.support(index) for index in range(25)]
        room = frozenset(cell for cell, below in zip(board, supports, strict=True) if below)
        for color in PLAYERS:
            ends = frozenset(
                cell
                for cell, below in zip(board, supports, strict=True)
                if below in (color, Color.NEUTRAL)
            )
            found = most_points(Question(Layout.of(position)), color)
            assert found.proved
            assert found.points == 3 * packing(ends, room, position.reserve(color))


def test_both_together_are_at_most_the_sum() -> None:
    """Both together have no more than the sum of their maxima, and each no more than both."""
    for position in islice(level3_starts(12), 12):
        question = Question(Layout.of(position))
        red, blue, both = (most_points(question, side).points for side in SIDES)
        assert red is not None
        assert blue is not None
        assert both is not None
        assert max(red, blue) <= both <= red + blue


def test_standard_levels_from_the_start() -> None:
    """On level 1 Red has room for every ten and five, and ones on what is left of 24 cells: 60.

    Over three levels no laying has more than all tens and fives on level 3 with the other 6 cells
    in ones, and 9 ones on level 2.
    """
    found = most_points(Question(Layout.of(Position.start())), Color.RED)
    assert found.proved
    assert found.points == 30 + 25 + 5
    three = most_points(Question(Layout.of(Position.start()), 3), Color.RED)
    assert three.proved
    assert three.points is not None
    assert three.points <= 3 * (30 + 25 + 6) + 2 * 9


def test_the_dearest_tile_is_not_always_laid() -> None:
    """A ten over the only column of three takes the place of three fives, which make more."""
    crossing = layout("NN./.NN/NN.", ".../.../...", Reserve(0, 3, 1, 0), Reserve(0, 0, 0, 0))
    found = most_points(Question(crossing))
    assert (found.points, found.proved) == (2 * 15, True)
    assert found.laying is not None
    assert {placement.move.tile for placement in found.laying} == {Tile.FIVE}


def test_a_side_that_does_not_lay_has_nothing() -> None:
    """The maximum of a player who is not asked is 0, with a laying; None where there is none."""
    start = Layout.of(Position.start())
    found = most_points(Question(start, players=(Color.BLUE,)), Color.RED)
    assert (found.points, found.upper, found.proved) == (0, 0, True)
    assert found.laying is not None
    never = Question(start, players=(Color.BLUE,), needs=(Need(Color.RED, Tile.ONE, 1),))
    assert most_points(never, Color.RED) == Optimum(None, None, None)


@pytest.mark.parametrize("polls", [0, 1, 2])
def test_stopped_bounds_bracket_the_maximum(polls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped at once or after some looks, the bounds enclose the maximum, and none is misproved.

    ``stop`` is looked at before every question to the solver here: small ones take no time.
    """
    satisfiable, looks = Oracle.satisfiable, 0

    def stop() -> bool:
        nonlocal looks
        looks += 1
        return looks > polls

    def impatient(oracle: Oracle, assumptions: Sequence[int] = ()) -> bool:
        if stop():
            raise StoppedError
        return satisfiable(oracle, assumptions)

    monkeypatch.setattr(Oracle, "satisfiable", impatient)
    stopped = unproved = 0
    for question, layings in cases(range(300)):
        for side in SIDES:
            looks = 0

            found = most_points(question, side, stop)
            best = best_of(layings, side)
            if looks > polls:
                stopped += 1
            else:
                assert found.points == best
            if best is None:
                assert found.points is None
                assert found.laying is None
                continue
            assert found.upper is not None
            assert found.points is None or found.points <= best
            assert best <= found.upper
            assert found.proved == (found.points == found.upper)
            unproved += not found.proved
            if found.laying is not None:
                assert frozenset(found.laying) in layings
                assert points(found.laying, side) == found.points
    assert stopped > (100, 20, 3)[polls]
    assert unproved > (100, 10, 2)[polls]


def test_large_questions_stopped_at_once() -> None:
    """With a ``stop`` that is always true, bounds over three levels enclose the proved maximum."""
    start = Layout.of(Position.start(Rules(4, 4, 3, Reserve(9, 3, 2, 2), frozenset({Cell(1, 1)}))))
    for side in SIDES:
        question = Question(start, 3)
        exact, bounded = most_points(question, side), most_points(question, side, lambda: True)
        assert exact.proved
        assert exact.points is not None
        assert bounded.upper is not None
        assert (bounded.points or 0) <= exact.points <= bounded.upper
