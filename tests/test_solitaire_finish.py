"""Games that play themselves: what `auto` may do without a second thought."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from solitaire_games import cards, laid_out, words

from steppe_solver.solitaire import DECK, Card, Column, State, Variant, arranged
from steppe_solver.solitaire.finish import going_up, plays_itself

SMALL = [card for card in DECK if card.rank <= 4]


def open_states(variant: Variant, count: int) -> Iterator[State]:
    """States of a deck of 16 cards without a face-down one, laid out at random."""
    rng = Random(str(variant))
    for _ in range(count):
        deck = rng.sample(SMALL, len(SMALL))
        piles: list[list[Card]] = [[] for _ in range(5)]
        held, rest = [], []
        for card in deck:
            fits = [pile for pile in piles if not pile or pile[-1].takes(card)]
            if fits and rng.random() < 0.9:
                rng.choice(fits).append(card)
            elif len(held) < variant.buffers:
                held.append(card)
            else:
                rest.append(card)
        cut = rng.randrange(len(rest) + 1)
        yield arranged(
            variant,
            [Column(tuple(pile), 0) for pile in piles],
            stock=rest[:cut],
            waste=rest[cut:],
            buffers=held,
            ranks=4,
        )


def finished_at_random(state: State, rng: Random) -> State:
    """The state after cards went up in any order, with a draw or recycle where none could."""
    for _ in range(200):
        moves = state.legal_moves()
        up = [move for move in moves if str(move).endswith("F")]
        turns = [move for move in moves if str(move) in "DR"]
        if not (up or turns):
            break
        state = state.play(rng.choice(up or turns))
    return state


@pytest.mark.parametrize("buffers", [0, 2, 4])
def test_a_game_that_plays_itself_is_won_in_any_order(buffers: int) -> None:
    """With draw 1 and any number of recycles, random ups and draws win every open state."""
    for number, state in enumerate(open_states(Variant(buffers), 150)):
        assert plays_itself(state)
        assert finished_at_random(state, Random(number)).is_won


def test_without_stock_and_waste_any_variant_plays_itself() -> None:
    """With all cards in open columns and buffers every one goes up at once."""
    found = 0
    for state in open_states(Variant(4, 3, 0), 1500):
        if state.stock or state.waste:
            assert not plays_itself(state)
            assert going_up(state) == ()
            continue
        found += 1
        after = state
        for move in going_up(state):
            after = after.play(move)
        assert after.is_won
    assert found >= 20


def test_everything_that_can_go_up_does() -> None:
    """Where a draw is needed it stops there, with nothing left that could go up before."""
    state = arranged(
        Variant(0),
        [Column(cards("2S AH"), 0), Column(cards("2H"), 0)],
        stock=cards("AS"),
        foundations=(0, 0, 2, 2),
        ranks=2,
    )
    assert words(going_up(state)) == ["T1F", "T2F"]


def test_face_down_cards_stop_it() -> None:
    """One card face down, and nothing is said to be safe."""
    state = laid_out("KS|KH", up=(12, 12, 13, 13))
    assert not plays_itself(state)
    assert going_up(state) == ()


def test_a_won_game_needs_nothing() -> None:
    """With all cards up there is nothing left to do."""
    assert going_up(laid_out("", up=(13, 13, 13, 13))) == ()
