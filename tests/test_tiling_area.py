"""Too few tiles to fill what must be full: seen by counting, argued by a short proof."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
import rup
from layings import TooManyLayingsError, all_layings, random_question

from steppe_solver.position import PLAYERS, Color, Reserve, Rules
from steppe_solver.tiling import Layout, Question, conflict, encode, holds, refutation, to_dimacs
from steppe_solver.tiling.area import shortage


def bare(width: int, height: int, red: Reserve, blue: Reserve) -> Layout:
    """An empty first level of three."""
    rules = Rules(width, height, 3, start=frozenset())
    return Layout(rules, ((None,) * (width * height),), (red, blue))


LARGE = {
    "a cell too few on 5 x 5": Question(
        bare(5, 5, Reserve(8, 5, 2, 0), Reserve(8, 5, 2, 0)), players=(Color.RED,), full=True
    ),
    "three cells too few for both": Question(
        bare(5, 5, Reserve(3, 2, 1, 1), Reserve(3, 2, 1, 1)), full=True
    ),
    "two levels": Question(
        bare(5, 5, Reserve(12, 2, 3, 1), Reserve(13, 2, 0, 1)), levels=2, full=True
    ),
    "the lower of two levels": Question(
        bare(5, 5, Reserve(3, 2, 1, 1), Reserve(3, 2, 1, 1)), levels=2
    ),
    "nothing in hand": Question(bare(5, 5, Reserve(0, 0, 0, 0), Reserve(0, 0, 0, 0)), full=True),
    "8 x 8": Question(bare(8, 8, Reserve(15, 5, 3, 3), Reserve(10, 3, 0, 0)), full=True),
}


def test_a_shortage_leaves_no_laying() -> None:
    """Where counting says that the tiles are too few, brute force finds no laying."""
    found = 0
    for seed in range(1500):
        question = random_question(Random(seed), cells=6, levels=2)
        if shortage(question):
            with suppress(TooManyLayingsError):
                assert not all_layings(question, 2000), seed
                found += 1
    assert found > 100


@pytest.mark.parametrize("name", LARGE)
def test_large_shortages_are_proved(name: str) -> None:
    """On boards where a solver would search for ever the proof is accepted, and short."""
    encoding = encode(LARGE[name])
    proof = refutation(encoding)
    assert proof is not None
    rup.check(to_dimacs(encoding), proof)
    assert len(proof.splitlines()) < 20_000


@pytest.mark.parametrize("name", [name for name in LARGE if name != "8 x 8"])
def test_large_shortages_have_minimal_reasons(name: str) -> None:
    """The reasons cannot hold together, and any one of them left out the others can."""
    question = LARGE[name]
    found = conflict(question)
    assert found is not None
    assert found.minimal
    assert set(found.conditions) <= set(shortage(question))
    for dropped in found.conditions:
        assert holds(question, [c for c in found.conditions if c != dropped])


def test_enough_tiles_are_no_shortage() -> None:
    """One more cell's worth of tiles, and counting has nothing to say."""
    for ones, short in ((8, True), (9, False)):
        reserve = Reserve(ones, 5, 2, 0)
        for players in (PLAYERS[:1], PLAYERS[1:]):
            question = Question(bare(5, 5, reserve, reserve), players=players, full=True)
            assert bool(shortage(question)) is short
