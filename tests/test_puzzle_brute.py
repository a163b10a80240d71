"""Small puzzles by brute force: those that are sound, and those with a flaw planted in them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import brute_puzzles
import plain_reach
import planted_moves
import planted_positions
import planted_trees
import pytest
import reference
from planted import FLAWS, Planted
from puzzle_json import Json, from_json, to_json
from small_puzzles import WANTED, small_puzzles
from turnless import spn_of

from steppe_solver.errors import InputError
from steppe_solver.position import Position
from steppe_solver.puzzle.file import read_puzzle
from steppe_solver.puzzle.judge import Judge
from steppe_solver.puzzle.model import Kind
from steppe_solver.puzzle.verify import verify

DATA = Path(__file__).with_name("data") / "small-puzzles.stp.json"
PUZZLES: list[Json] = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
PUZZLES.sort(key=lambda puzzle: len(json.dumps(puzzle)))
BY_KIND = {kind: [p for p in PUZZLES if p["kind"] == kind] for kind in Kind}

PLANTERS = (planted_moves, planted_positions, planted_trees)
"""They put their flaws down in `FLAWS` as they are imported."""

EXAMPLES = 2
"""In so many puzzles each flaw is planted by default: short ones, and of different kinds."""


def refused(puzzle: Json, judge: Judge) -> list[str]:
    """What `steppe puzzle check` is based on finds wrong; [] where it holds the puzzle sound."""
    try:
        read, stated = read_puzzle(json.dumps(puzzle))
    except InputError as error:
        return [str(error)]
    report = verify(read, judge, stated=stated)
    assert report.sound is (not report.faults)
    return [fault.message for fault in report.faults]


def spoilt_puzzles(flaw: Planted, number: int) -> list[Json]:
    """So many puzzles with the flaw, as far as there are, of all kinds in turn."""
    spoilt = {
        kind: filter(None, (flaw.spoil(puzzle, 1) for puzzle in puzzles))
        for kind, puzzles in BY_KIND.items()
    }
    found: list[Json] = []
    for _ in range(number):
        found += [puzzle for kind in Kind for puzzle in islice(spoilt[kind], 1)]
    return found[:number]


def test_enough_small_puzzles() -> None:
    """There are 200 puzzles and more, no two the same, of all six kinds; many are not settled by
    the first move, some have keys of several moves, duals, or tries that only take longer.
    """
    assert len({puzzle["id"] for puzzle in PUZZLES}) == len(PUZZLES) >= 200
    assert {kind: len(puzzles) for kind, puzzles in BY_KIND.items()} == WANTED
    assert sum(len(puzzle["line"]) >= 3 for puzzle in PUZZLES) >= 80
    assert sum(puzzle["n"] is not None and puzzle["n"] >= 2 for puzzle in PUZZLES) >= 40
    for seen in (
        [puzzle for puzzle in PUZZLES if puzzle["same"] and puzzle["kind"] != "pack"],
        [puzzle for puzzle in PUZZLES if puzzle["duals"]],
        [puzzle for puzzle in PUZZLES if puzzle["strict"]],
        [puzzle for puzzle in PUZZLES if puzzle["strict"] is False],
    ):
        assert len(seen) >= 10


@pytest.mark.parametrize("kind", Kind)
def test_small_puzzles_are_sound(kind: Kind) -> None:
    """Of 200 small puzzles and more, brute force over other rules finds nothing wrong with any, and
    neither does the package's own proof.
    """
    judge = Judge(memory=16)
    for puzzle in BY_KIND[kind]:
        assert brute_puzzles.faults(puzzle) == [], puzzle
        assert refused(puzzle, judge) == [], puzzle


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.name)
def test_planted_flaws_are_found(flaw: Planted) -> None:
    """A flaw planted in a sound puzzle is found by brute force, which says what it is, and by the
    package's own proof.
    """
    judge, spoilt = Judge(memory=16), spoilt_puzzles(flaw, EXAMPLES)
    assert len(spoilt) == EXAMPLES
    for puzzle in spoilt:
        sorts = {sort for sort, _ in brute_puzzles.faults(puzzle)}
        assert sorts & flaw.sorts if flaw.sorts else sorts, (flaw.name, sorts, puzzle)
        assert refused(puzzle, judge), (flaw.name, puzzle)


def test_many_kinds_of_flaws() -> None:
    """There are more than thirty kinds of flaws, no two of the same name."""
    assert len({flaw.name for flaw in FLAWS}) == len(FLAWS) >= 30


@pytest.mark.slow
def test_flaws_in_all_puzzles() -> None:
    """Each flaw is found in every small puzzle that lends itself to it."""
    judge, seen = Judge(memory=16), Counter[str]()
    for flaw in FLAWS:
        for puzzle in filter(None, (flaw.spoil(puzzle, 2) for puzzle in PUZZLES)):
            sorts = {sort for sort, _ in brute_puzzles.faults(puzzle)}
            assert sorts & flaw.sorts if flaw.sorts else sorts, (flaw.name, sorts, puzzle)
            assert refused(puzzle, judge), (flaw.name, puzzle)
            seen[flaw.name] += 1
    assert min(seen[flaw.name] for flaw in FLAWS) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", Kind)
def test_fresh_small_puzzles_are_sound(kind: Kind) -> None:
    """So are thirty of each kind made anew, from another seed."""
    judge = Judge(memory=16)
    for puzzle in islice(small_puzzles(2, kind), 30):
        assert brute_puzzles.faults(puzzle) == [], puzzle
        assert refused(puzzle, judge) == [], puzzle


def test_json_and_back() -> None:
    """Puzzles come back from JSON as they were."""
    for puzzle in PUZZLES:
        assert to_json(from_json(puzzle)) == puzzle


def test_plain_reach() -> None:
    """Playing all games tells positions that are reached from one that no game reaches."""
    position = Position.start(from_json(PUZZLES[0]).position.rules)
    assert plain_reach.reachable(spn_of(position))
    assert plain_reach.reachable("R../... R 1,0,0,0 2,0,0,0 1-0 levels=1 reserves=2,0,0,0") is False
    after = "R../... B 1,0,0,0 2,0,0,0 1-0 levels=1 reserves=2,0,0,0"
    assert plain_reach.reachable(after)
    with pytest.raises(reference.TooLargeError):
        plain_reach.reachable(after, limit=1)
