"""Cards, variants and moves as words, and the deal of a seed."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known import rows
from solitaire_games import cards, known_deals

from steppe_solver.errors import ParseError
from steppe_solver.solitaire import (
    DECK,
    STANDARD,
    Card,
    Deal,
    Move,
    Pile,
    Place,
    Suit,
    Variant,
    deal_from_seed,
    format_card,
    format_move,
    format_variant,
    parse_card,
    parse_move,
    parse_variant,
)
from steppe_solver.solitaire.moves import DRAW, RECYCLE, TO_FOUNDATION, WASTE

COLUMNS = st.builds(Place, st.just(Pile.COLUMN), st.integers(0, 8))
BUFFERS = st.builds(Place, st.just(Pile.BUFFER), st.integers(0, 8))
FOUNDATIONS = st.builds(Place, st.just(Pile.FOUNDATION), st.sampled_from(Suit))
UP = st.just(TO_FOUNDATION)
MOVES = st.one_of(
    st.sampled_from([DRAW, RECYCLE]),
    st.builds(Move, COLUMNS, COLUMNS, st.integers(1, 99)),
    st.builds(Move, st.just(WASTE) | COLUMNS, COLUMNS | BUFFERS | UP, st.just(1)),
    st.builds(Move, BUFFERS, COLUMNS | UP, st.just(1)),
    st.builds(Move, FOUNDATIONS, COLUMNS, st.just(1)),
)
VARIANTS = st.builds(
    Variant,
    st.integers(0, 4),
    st.sampled_from([1, 3]),
    st.none() | st.integers(0, 999_999_999),
    st.booleans(),
)


def test_the_deck_is_numbered_suit_by_suit() -> None:
    """Card ids run from 0, the Ace of spades, to 51, the King of diamonds, in the order S H C D."""
    assert [card.id for card in DECK] == list(range(52))
    assert " ".join(map(str, DECK[::13])) == "AS AH AC AD"
    assert " ".join(map(str, DECK[12::13])) == "KS KH KC KD"
    assert [suit.letter for suit in Suit if suit.is_red] == ["H", "D"]


def test_every_card_is_read_back() -> None:
    """Reading the name of a card gives the card, and the names are 52."""
    assert [parse_card(format_card(card)) for card in DECK] == list(DECK)
    assert len(set(map(format_card, DECK))) == 52


def test_law_2_one_rank_lower_in_the_other_colour() -> None:
    """A red 7 goes on a black 8 and a black Jack on a red Queen; nothing goes on an Ace."""
    for under in DECK:
        on_it = {card for card in DECK if under.takes(card)}
        other = "SC" if str(under)[1] in "HD" else "HD"
        wanted = {c for c in DECK if str(c)[1] in other and c.rank == under.rank - 1}
        assert on_it == wanted
        assert len(on_it) == (0 if under.rank == 1 else 2)


@pytest.mark.parametrize("text", ["", "Q", "SQ", "1S", "0S", "qs", "QX", "Q S", "QS ", "ÄS", "QSS"])
def test_what_is_no_card_is_refused(text: str) -> None:
    """Any other text is a fault of the deck at its place."""
    with pytest.raises(ParseError) as caught:
        parse_card(text, at=(3, 7))
    assert [(fault.field, fault.at) for fault in caught.value.faults] == [("deck", "3:7")]


@pytest.mark.parametrize(("text", "meant"), [("10H", "TH"), ("qs", "QS"), ("aC", "AC")])
def test_a_card_nearly_right_is_named(text: str, meant: str) -> None:
    """The message says how a ten and a lower-case name are written."""
    with pytest.raises(ParseError, match=f"write {meant}"):
        parse_card(text)


@given(VARIANTS)
def test_every_variant_is_read_back(variant: Variant) -> None:
    """Reading the short name gives the variant."""
    assert parse_variant(format_variant(variant)) == variant


def test_the_short_names_of_the_rules() -> None:
    """The two names that the rules give as examples, and the standard game."""
    assert parse_variant("c4d1L-inf") == Variant() == STANDARD
    assert parse_variant("c0d3U-r2") == Variant(buffers=0, draw=3, recycles=2, locked=False)


@pytest.mark.parametrize(
    "text",
    [
        *("", "c5d1L-inf", "c4d2L-inf", "c4d1l-inf", "c4d1L", "c4d1L-r", "c4d1L-r01", "c4d1L-rinf"),
        *("c04d1L-inf", "c4d1L-r-1", "c4d1L-inf ", "C4d1L-inf", "c4d1L-r9999999999", "c²d1L-inf"),
    ],
)
def test_what_is_no_variant_is_refused(text: str) -> None:
    """Any other text, and numbers out of range, are one fault of the variant."""
    with pytest.raises(ParseError) as caught:
        parse_variant(text, at=(2, 5))
    assert [(fault.field, fault.at) for fault in caught.value.faults] == [("variant", "2:5")]


@pytest.mark.parametrize(
    "options", [{"buffers": 5}, {"buffers": -1}, {"draw": 2}, {"recycles": -1}]
)
def test_options_out_of_range_are_refused(options: dict[str, int]) -> None:
    """A variant cannot be made with them at all."""
    with pytest.raises(ValueError, match=r"buffers|drawn|recycles"):
        Variant(**options)  # type: ignore[arg-type]


@given(MOVES)
def test_every_move_is_read_back(move: Move) -> None:
    """Reading the word of a move gives the move."""
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize(
    "word",
    [
        *("D", "R", "WT3", "WB1", "WF", "T2T6", "T2T6x3", "T2T6x13", "T7B1", "T7F", "B2T5", "B2F"),
        *("FHT4", "FST1", "FCT7", "FDT2"),
    ],
)
def test_the_words_of_the_rules(word: str) -> None:
    """Every word of the table is read, and written as it stands there."""
    assert str(parse_move(word)) == word


def test_a_run_of_one_may_be_counted() -> None:
    """``x1`` is read as the move of one card."""
    assert parse_move("T2T6x1") == parse_move("T2T6")


@pytest.mark.parametrize(
    ("word", "column"),
    [
        ("", 1),
        ("d", 1),
        ("W", 1),
        ("wt3", 1),
        ("TT3", 1),
        ("T0T3", 1),
        ("T10T3", 1),
        ("T2W", 1),
        ("T2D", 1),
        ("FT3", 1),
        ("FXT3", 1),
        ("T2T6 ", 1),
        ("T2T6X3", 1),
        ("T2T6x", 1),
        ("T2T6x-1", 1),
        ("T2T6x0", 6),
        ("T2T6x03", 6),
        ("T2T6x100", 6),
        ("T2T6x" + "9" * 5000, 6),
        ("T2Fx2", 4),
        ("T2B1x1", 5),
        ("WT3x2", 4),
        ("B1T3x2", 5),
        ("B1B2", 1),
        ("FHF", 1),
        ("FHB1", 1),
        ("T²T3", 1),
    ],
)
def test_what_is_no_move_is_refused(word: str, column: int) -> None:
    """Any other text is one fault of the move, at the part that is wrong."""
    with pytest.raises(ParseError) as caught:
        parse_move(word, at=(4, 1))
    assert [(fault.field, fault.at) for fault in caught.value.faults] == [("move", f"4:{column}")]


def test_deals_of_seeds_are_the_published_ones() -> None:
    """Shuffling and dealing by the ruling gives all 200 deals of the data file."""
    deals = known_deals()
    for row in rows("solitaire/deals"):
        deal = deal_from_seed(row["seed"])
        known = deals[row["deal_id"]]
        assert (deal.tableau, deal.stock) == (known.tableau, known.stock)
        assert deal.deal_id == f"seed-{row['seed']}"
    assert len(deals) == 200


def test_a_negative_seed_is_refused() -> None:
    """Python shuffles by the absolute value, so it would be another deal's name."""
    with pytest.raises(ValueError, match="negative"):
        deal_from_seed(-1)


def test_a_deal_is_all_52_cards_in_steps() -> None:
    """Law 1: other sizes, a card twice and names that are no line of text are refused."""
    deal = deal_from_seed(5)
    tableau, stock = deal.tableau, deal.stock
    for wrong in (
        ("x", tableau[:6], stock),
        ("x", (*tableau[:6], tableau[6] + stock[:1]), stock[1:]),
        ("x", tableau[::-1], stock),
        ("x", tableau, stock[1:]),
        ("x", tableau, (*stock[1:], stock[1])),
        ("x", tableau, (*stock[1:], tableau[0][0])),
        ("x", tableau, (*stock[1:], Card(14, Suit.SPADES))),
        ("", tableau, stock),
        (" x", tableau, stock),
        ("x\ny", tableau, stock),
        ("\ud800", tableau, stock),
    ):
        with pytest.raises(ValueError, match=r"deal|column|stock"):
            Deal(*wrong)
    assert Deal(None, tableau, stock).tableau == tableau


def test_cards_moves_variants_and_deals_are_values() -> None:
    """They can be pickled and hashed, and stay the same."""
    for value in (*cards("QS TH"), STANDARD, parse_move("T2T6x3"), deal_from_seed(1)):
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
