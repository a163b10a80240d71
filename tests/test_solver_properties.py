"""What must hold of every answer: symmetry, independence of the past, lines that lose nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
import reference
from checks import confirmed, exact_moves
from images import swapped, symmetric_images
from known import rows
from variants import level2_positions, level3_starts, near_end, random_rules

from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import Color, Position
from steppe_solver.solver import Limit, Objective, Solution, Solver

STARTS = 500
"""New starts of level 3, the size this project promises to solve at once."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions of this file."""
    return Solver(memory=64)


def sample(seed: int, count: int) -> list[Position]:
    """Positions of every kind: ends of variants, starts of level 3, level 2 with 6 cells empty."""
    rng = Random(seed)
    variants = [near_end(rng, random_rules(rng, side=5, cells=25), 7) for _ in range(2 * count)]
    return [
        *[position for position in variants if not position.is_over][:count],
        *islice(level3_starts(seed), count),
        *islice(level2_positions(seed, empty=6), count),
    ]


def margin(solver: Solver, position: Position) -> int:
    """The exact value, confirmed."""
    value = confirmed(solver.solve(position)).value
    assert value is not None
    return value


def test_symmetry_leaves_the_value_alone(solver: Solver) -> None:
    """The eight images of a position have its value, and the images of its moves their values."""
    for position in sample(1, 12):
        solution = solver.solve(position, all_moves=True)
        values = exact_moves(solution)
        images = list(symmetric_images(position))
        assert len(images) == 8
        for image, move_image in images:
            mirrored = confirmed(solver.solve(image, all_moves=True))
            assert mirrored.value == solution.value, format_spn(image)
            assert exact_moves(mirrored) == {move_image(m): v for m, v in values.items()}


def test_swapping_colours_negates_the_value(solver: Solver) -> None:
    """With colours, reserves, score and mover exchanged, every value changes its sign."""
    for position in sample(2, 12):
        solution = solver.solve(position, all_moves=True)
        opposite = confirmed(solver.solve(swapped(position), all_moves=True))
        assert opposite.value == -solution.lower, format_spn(position)
        values = exact_moves(solution)
        assert exact_moves(opposite) == {move: -value for move, value in values.items()}


def test_points_laid_stand_apart(solver: Solver) -> None:
    """Points more on the board are points more in the value, for the position and its moves."""
    for position in sample(3, 12):
        richer = replace(position, score=(position.score[0] + 40, position.score[1] + 3))
        before, after = (solver.solve(p, all_moves=True) for p in (position, richer))
        assert after.lower == after.upper == before.lower + 37, format_spn(position)
        values = exact_moves(before)
        assert exact_moves(after) == {move: value + 37 for move, value in values.items()}


def test_a_perfect_line_loses_nothing(solver: Solver) -> None:
    """After every move of the line the value is what it was."""
    for position in sample(4, 12):
        solution = confirmed(solver.solve(position))
        after = position
        for move in solution.line or ():
            after = after.play(move)
            assert margin(solver, after) == solution.value, format_spn(after)


def test_a_value_is_the_best_of_its_moves(solver: Solver) -> None:
    """Each move's value is that of the position after it, solved alone; the best is the value."""
    alone = Solver(memory=16)
    for position in sample(5, 12):
        solution = solver.solve(position, all_moves=True)
        found = {move: margin(alone, position.play(move)) for move in position.legal_moves()}
        assert exact_moves(solution) == found, format_spn(position)
        best = max if position.mover is Color.RED else min
        assert solution.value == best(found.values())


def timeless(solution: Solution) -> Solution:
    """The answer without its running time."""
    return replace(solution, seconds=0.0)


def test_answers_do_not_depend_on_the_past() -> None:
    """A solver that has solved much answers, with and without limits, just as a new one does."""
    asked: list[tuple[Position, Limit, Objective, bool]] = [
        (position, Limit(nodes=nodes), objective, all_moves)
        for position in sample(6, 5)
        for nodes in (0, 3, 50, 700, None)
        for objective in ("margin", "outcome")
        for all_moves in (False, True)
    ]
    used = Solver(memory=16)
    for _ in range(2):
        Random(1).shuffle(asked)
        for position, limit, objective, all_moves in asked[:150]:
            again = used.solve(position, limit, objective=objective, all_moves=all_moves)
            new = Solver(memory=16).solve(position, limit, objective=objective, all_moves=all_moves)
            confirmed(again)
            assert timeless(again) == timeless(new)


def test_small_tables_give_the_same_values() -> None:
    """With 1 MiB of tables, overwritten all the time, the values are those of 256 MiB."""
    small, large = Solver(memory=1), Solver(memory=256)
    for row in rows("values"):
        if 1_000 < row["oracle_nodes"] < 200_000:
            position = parse_spn(row["spn"])
            assert margin(small, position) == margin(large, position) == row["value"]


def test_new_starts_of_level_3(solver: Solver) -> None:
    """Five hundred starts of level 3 are solved exactly, each with a line that Python confirms."""
    starts = list(islice(level3_starts(seed=7), STARTS))
    assert len(set(starts)) == STARTS
    for position in starts:
        assert position.levels[2].count(None) == 25
        assert confirmed(solver.solve(position)).status == "exact"


def test_lines_from_level_3_end_in_what_the_oracle_says(solver: Solver) -> None:
    """Down a perfect line from level 3, as soon as the oracle can solve it, it finds the value."""
    checked = 0
    for start in islice(level3_starts(seed=8), 30):
        solution = solver.solve(start)
        after = [start]
        for move in solution.line or ():
            after.append(after[-1].play(move))
        for position in after[-9:]:
            try:
                assert reference.value(format_spn(position), limit=300) == solution.value
            except reference.TooLargeError:
                continue
            checked += not position.is_over
            break
    assert checked >= 25
