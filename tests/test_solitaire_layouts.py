"""The twenty layouts: each has the property that is claimed of it, and no claim is empty."""

from __future__ import annotations

import pytest

from steppe_solver.solitaire import State, Variant, deal_from_seed
from steppe_solver.solitaire.claims import (
    all_exposed,
    buffers_pay,
    deepest,
    forced_opening,
    keeping,
    losing_first_moves,
    low_in_stock,
    needs_buffers,
    needs_recycles,
    one_suit,
    only_one_by_one,
    only_unlocked,
    plain_in_one_pass,
    winnable,
)
from steppe_solver.solitaire.layouts import LAYOUTS, Layout, find_layout, listed
from steppe_solver.solitaire.solver import Solver
from steppe_solver.solitaire.variant import STANDARD, parse_variant

EVERY = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
COMMON = 2
"""The seed of a deal with nothing special to it."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


def test_there_are_twenty_with_many_properties() -> None:
    """Twenty names for twenty different deals, with at least eight kinds of properties."""
    layouts = list(LAYOUTS.values())
    assert [layout.name for layout in layouts] == list(LAYOUTS)
    assert len(LAYOUTS) == len({layout.seed for layout in layouts}) == 20
    assert len({layout.about for layout in layouts}) == 20
    assert len({layout.claim.kind for layout in layouts}) >= 8


@EVERY
def test_its_property_is_proved(layout: Layout, solver: Solver) -> None:
    """What is claimed of the layout is so."""
    assert layout.claim.holds(layout.deal, solver)


@EVERY
def test_it_can_be_won(layout: Layout, solver: Solver) -> None:
    """Whoever plays the layout in its variant has a chance."""
    assert winnable(layout.deal, layout.variant, solver)


@EVERY
def test_its_property_is_rare(layout: Layout, solver: Solver) -> None:
    """A deal with nothing special to it does not have the property."""
    assert not layout.claim.holds(deal_from_seed(COMMON), solver)


def test_needs_is_exact(solver: Solver) -> None:
    """Who needs three buffers needs neither two nor four; and the same with recycles."""
    deal = LAYOUTS["three-hands"].deal
    assert [needs_buffers(n, 3, 0).holds(deal, solver) for n in (2, 3, 4)] == [False, True, False]
    deal = LAYOUTS["merry-go-round"].deal
    need = int(LAYOUTS["merry-go-round"].variant.recycles or 0)
    found = [needs_recycles(n, 3).holds(deal, solver) for n in (need - 1, need, need + 1)]
    assert found == [False, True, False]


def test_an_unwinnable_deal_has_no_claim_to_a_way(solver: Solver) -> None:
    """Of a deal that is lost without buffers nothing is claimed about winning without them."""
    deal = LAYOUTS["brick-wall"].deal
    for claim in (
        plain_in_one_pass(1),
        only_unlocked(1),
        only_one_by_one(),
        buffers_pay(),
        needs_recycles(3, 1),
        losing_first_moves(Variant(0, 1), 0, 9),
        forced_opening(Variant(0, 1), 1),
    ):
        assert not claim.holds(deal, solver)


def test_first_moves_are_counted(solver: Solver) -> None:
    """The numbers of losing and of legal moves both have to be right."""
    layout = LAYOUTS["minefield"]
    start = State.start(layout.deal, layout.variant)
    legal, good = len(start.legal_moves()), len(keeping(start, solver))
    assert losing_first_moves(layout.variant, legal - good, legal).holds(layout.deal, solver)
    assert not losing_first_moves(layout.variant, legal - good - 1, legal).holds(
        layout.deal, solver
    )
    assert not losing_first_moves(layout.variant, legal - good, legal + 1).holds(
        layout.deal, solver
    )


def test_a_forced_opening_ends(solver: Solver) -> None:
    """The number of forced moves is the most that can be claimed."""
    layout = LAYOUTS["tightrope"]
    assert not forced_opening(layout.variant, 9).holds(layout.deal, solver)


def test_what_lies_where(solver: Solver) -> None:
    """Claims on how the cards lie look at the right cards."""
    roots, start = LAYOUTS["deep-roots"].deal, LAYOUTS["head-start"].deal
    assert not deepest(13, "kings").holds(roots, solver)
    assert not all_exposed(2, "twos").holds(start, solver)
    low = sum(card.rank <= 3 for card in roots.stock)
    assert low_in_stock(low).holds(roots, solver)
    assert not low_in_stock(low + 1).holds(roots, solver)
    assert one_suit().holds(LAYOUTS["flush"].deal, solver)


def test_layouts_are_found_by_name() -> None:
    """Capitals do not matter; an unknown name is answered with those there are."""
    assert find_layout("All-Four") is LAYOUTS["all-four"]
    with pytest.raises(ValueError, match="no layout 'nowhere'; there are fair-wind, "):
        find_layout("nowhere")


def test_the_list_says_it_all() -> None:
    """There is a line for every layout with its seed, variant and property."""
    lines = listed().splitlines()
    assert len(lines) == 20
    for line, layout in zip(lines, LAYOUTS.values(), strict=True):
        name, seed, variant, text = line.split(maxsplit=3)
        assert (name, int(seed), text) == (layout.name, layout.seed, layout.about)
        assert parse_variant(variant) == layout.variant


def test_a_layout_is_the_deal_of_its_seed() -> None:
    """Its cards are those that everybody has who deals the seed."""
    layout = LAYOUTS["all-four"]
    assert layout.deal == deal_from_seed(layout.seed)
    assert layout.variant != STANDARD
