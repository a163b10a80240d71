"""Puzzles made to order: sound, reachable, none twice, and the same whatever the circumstances."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pytest

from steppe_solver.generator import METHODS, NoBaseError, Progress, Wanted, generate
from steppe_solver.position import Color, Edition
from steppe_solver.puzzle import Judge, Kind, Puzzle, examine
from steppe_solver.puzzle.file import format_puzzle
from steppe_solver.puzzle.verify import verify
from steppe_solver.reachability import reachable

TWO_TENS = Wanted(Kind.TEN, tens=2, strict=True)


def lines(puzzles: Iterable[Puzzle]) -> list[str]:
    """The puzzles as a file holds them."""
    return [format_puzzle(puzzle) for puzzle in puzzles]


def check(puzzles: Iterable[Puzzle]) -> None:
    """Each puzzle is sound and reachable, and none comes twice."""
    judge = Judge()
    ids = []
    for puzzle in puzzles:
        report = verify(puzzle, judge)
        assert report.sound is True, (format_puzzle(puzzle), report.faults)
        assert reachable(puzzle.position).reachable is True
        ids.append(puzzle.id)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_sound_puzzles(method: str) -> None:
    """Each way of looking for positions gives sound puzzles on reachable positions and says so."""
    found = list(generate(replace(TWO_TENS, methods=(method,)), seed=1, count=2))
    check(found)
    assert [puzzle.source.method for puzzle in found] == [method] * 2


@pytest.mark.parametrize("kind", [Kind.SAVE, Kind.WIN, Kind.BEST, Kind.PACK, Kind.HELP])
def test_every_kind_can_be_made(kind: Kind) -> None:
    """Puzzles of each kind are found, sound, and of no single move."""
    found = list(generate(Wanted(kind), seed=2, count=3))
    check(found)
    assert all(puzzle.kind is kind and puzzle.n != 1 for puzzle in found)
    assert len(found) == 3


def test_number_of_processes_changes_nothing() -> None:
    """Two processes give the very same lines as one, units of every method among them."""
    alone = lines(generate(TWO_TENS, seed=3, jobs=1, count=5))
    assert lines(generate(TWO_TENS, seed=3, jobs=2, count=5)) == alone


def test_more_puzzles_begin_with_the_same_ones() -> None:
    """A shorter run is the beginning of a longer one; another seed gives others."""
    longer = lines(generate(Wanted(Kind.BEST), seed=4, count=9))
    assert lines(generate(Wanted(Kind.BEST), seed=4, count=4)) == longer[:4]
    assert not set(lines(generate(Wanted(Kind.BEST), seed=5, count=4))) & set(longer)


def test_stopped_runs_keep_a_beginning() -> None:
    """What was found before ``stop`` is what a longer run begins with, for any number of jobs."""
    whole = lines(generate(Wanted(Kind.BEST), seed=6, count=8))
    for jobs in (1, 2):
        stopped = False
        found = []
        for puzzle in generate(Wanted(Kind.BEST), seed=6, jobs=jobs, stop=lambda: stopped):  # noqa: B023
            found.append(format_puzzle(puzzle))
            stopped = len(found) >= 3
        assert 3 <= len(found) < 8
        assert whole[: len(found)] == found


def test_a_run_that_is_stopped_at_once_ends_at_once() -> None:
    """A stop in the middle of a long unit of work is heeded, and nothing is given."""
    began = time.monotonic()
    endless = Wanted(Kind.TEN, tens=1, strict=True, n=(19, 20))
    assert list(generate(endless, seed=1, stop=lambda: time.monotonic() > began + 0.2)) == []


def test_no_game_gives_more_than_its_share() -> None:
    """The cap holds over all puzzles of a run, whatever it is, and is reached where it can be."""
    for cap in (1, 2):
        found = generate(Wanted(Kind.BEST, per_parent=cap), seed=7, count=6)
        assert max(Counter(puzzle.source.parent for puzzle in found).values()) == cap


def test_known_puzzles_do_not_come_again() -> None:
    """With what a run gave as known puzzles, the same run gives none of them, and caps them too."""
    wanted = Wanted(Kind.BEST, methods=("self-play",))
    known = list(generate(wanted, seed=8, count=5))
    more = list(generate(wanted, seed=8, count=5, known=known))
    assert not {puzzle.id for puzzle in known} & {puzzle.id for puzzle in more}
    assert max(Counter(puzzle.source.parent for puzzle in known + more).values()) <= 3


def test_known_puzzles_are_varied() -> None:
    """Perturbed puzzles begin with the known ones, and come from the same games."""
    known = list(generate(replace(TWO_TENS, per_parent=1), seed=9, count=3))
    wanted = replace(TWO_TENS, methods=("perturbed", "improved"))
    found = list(generate(wanted, seed=9, count=2, known=known))
    check(found)
    assert {p.source.parent for p in found} <= {p.source.parent for p in known}
    with pytest.raises(NoBaseError):
        generate(replace(wanted, per_parent=1), seed=9, known=known)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(Kind.TEN, tens=2, n=(2, 2), level=3, to_move=Color.BLUE),
        Wanted(Kind.TEN, tens=2, n=(4, 5), level=2, strict=True, duals=4),
        Wanted(Kind.BEST, gap=12, to_move=Color.RED, edition=Edition.DMR),
        Wanted(Kind.PACK, n=(3, 4), gap=5),
        Wanted(Kind.WIN, rating=(1, 60)),
    ],
)
def test_wishes_are_met(wanted: Wanted) -> None:
    """Every wish holds of every puzzle: tens, n, level, colour, edition, duals, gap, rating."""
    for puzzle in generate(wanted, seed=1, count=2):
        assert puzzle.kind is wanted.kind
        assert puzzle.position.rules.edition is wanted.edition
        if wanted.kind is Kind.TEN:
            assert puzzle.goal is not None
            assert (puzzle.goal.tens, puzzle.goal.level) == (wanted.tens, wanted.level)
            assert puzzle.strict or not wanted.strict
        if wanted.n is not None:
            assert puzzle.n is not None
            assert wanted.n[0] <= puzzle.n <= wanted.n[1]
        assert wanted.to_move in (None, puzzle.solver)
        assert wanted.duals is None or puzzle.duals <= wanted.duals
        assert wanted.gap is None or (puzzle.gap or 0) >= wanted.gap
        assert wanted.rating is None or puzzle.rating <= wanted.rating[1]


def test_another_goal_is_not_what_was_wanted() -> None:
    """A position of a known puzzle with other tens or on another level is not taken for wanted."""
    (known,) = generate(Wanted(Kind.TEN, tens=2, level=2, n=(3, 6)), seed=9, count=1)
    finding = examine(known.position, known.kind, known.goal, Judge(16))
    assert finding is not None
    for tens, level, is_wanted in ((2, 2, True), (None, None, True), (1, 2, False), (2, 3, False)):
        assert Wanted(Kind.TEN, tens=tens, level=level).allows_finding(finding) is is_wanted


def test_the_edition_is_the_one_wanted() -> None:
    """What is made of known puzzles of the other edition has the edition asked for."""
    known = list(generate(replace(TWO_TENS, per_parent=1), seed=9, count=3))
    wanted = replace(TWO_TENS, methods=("perturbed",), edition=Edition.DMR)
    for puzzle in generate(wanted, seed=9, count=2, known=known):
        assert puzzle.position.rules.edition is Edition.DMR


def test_progress_is_told() -> None:
    """After each unit of work it is told how many puzzles there are, and that more was tried."""
    told: list[Progress] = []
    puzzles = generate(Wanted(Kind.BEST), seed=1, on_progress=told.append)
    count = len(list(islice(puzzles, 5)))
    assert [progress.units for progress in told] == list(range(1, len(told) + 1))
    assert all(progress.tried >= progress.found for progress in told)
    assert 0 < told[-1].found <= count


@pytest.mark.slow
def test_a_hundred_of_every_kind_are_sound() -> None:
    """A hundred freshly made puzzles of every kind pass the check."""
    for kind in Kind:
        check(generate(Wanted(kind), seed=100, jobs=2, count=100))
