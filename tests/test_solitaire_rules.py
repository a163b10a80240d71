"""The laws and rulings of Steps Solitaire, one by one; the laws are the rulebook's part 2.1."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from solitaire_games import cards, laid_out, played, words

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import (
    STANDARD,
    Column,
    Move,
    Pile,
    Place,
    State,
    arranged,
    deal_from_seed,
    parse_move,
    parse_variant,
)
from steppe_solver.solitaire.moves import DRAW, STOCK, WASTE


def refusal(state: State, word: str) -> str:
    """Why the move cannot be played, once it is certain that it is not listed either."""
    move = parse_move(word)
    assert move not in state.legal_moves()
    with pytest.raises(IllegalMoveError) as caught:
        state.play(move)
    assert str(caught.value).startswith(f"{word}: ")
    return str(caught.value)


def test_law_1_the_start() -> None:
    """Seven columns of 1 to 7 cards, only the exposed ones face up, and nothing drawn (ruling)."""
    start = State.start(deal_from_seed(1), STANDARD)
    assert [(len(column.cards), column.face_down) for column in start.columns] == [
        (size, size - 1) for size in range(1, 8)
    ]
    assert (len(start.stock), start.waste, start.buffers) == (24, (), (None,) * 4)
    assert (start.foundations, start.recycles, start.is_won) == ((0, 0, 0, 0), 0, False)


def test_law_1_a_card_uncovered_turns_up() -> None:
    """When the last face-up card leaves a column, the one below is face up and can be played."""
    state = laid_out("9H TS | QS", "KD", "JH")
    after = played(state, "T1T2")
    assert after.columns[0] == Column(cards("9H TS"), 1)
    assert after.columns[0].open == cards("TS")
    assert played(after, "T1T3 T1B1").columns[0] == Column((), 0)


def test_strict_flip_a_covered_card_does_not_turn_up() -> None:
    """2.9: while a face-up card still lies on it, a face-down card stays hidden."""
    after = played(laid_out("9H | QS JD", "QC"), "T1T2")
    assert after.columns[0] == Column(cards("9H QS"), 1)
    assert "fewer than 2 cards face up: 1" in refusal(after, "T1T2x2")


@pytest.mark.parametrize(("onto", "fits"), [("8S", True), ("8C", True), ("8D", False)])
def test_law_2_alternate_colours(onto: str, fits: bool) -> None:
    """A red 7 goes on a black 8 only."""
    state = laid_out("7H", onto)
    if fits:
        assert played(state, "T1T2").columns[1].cards == cards(f"{onto} 7H")
    else:
        assert f"7H does not go on {onto} of column 2" in refusal(state, "T1T2")


@pytest.mark.parametrize("onto", ["9S", "7S", "6S", "AS", "KS"])
def test_law_2_one_rank_lower(onto: str) -> None:
    """A 7 goes on no other rank than an 8."""
    assert "does not go on" in refusal(laid_out("7H", onto), "T1T2")


@pytest.mark.parametrize(
    ("word", "left", "target"),
    [
        ("T1T2", "QS JH TS", "TD 9H"),
        ("T1T3x2", "QS JH", "JD TS 9H"),
        ("T1T5x4", "", "KD QS JH TS 9H"),
    ],
)
def test_law_2_any_lower_part_of_a_run_moves(word: str, left: str, target: str) -> None:
    """Runs may be split at any point: one card, the middle and the whole run go where they fit."""
    state = laid_out("QS JH TS 9H", "TC", "JD", "", "KD")
    target = target.replace("TD", "TC")
    after = played(state, word)
    assert parse_move(word) in state.legal_moves()
    assert after.columns[0].cards == cards(left)
    assert after.columns[int(word[3]) - 1].cards == cards(target)


def test_law_2_the_head_of_the_run_must_fit() -> None:
    """It is the highest of the moving cards that has to fit, and there must be so many."""
    state = laid_out("QS JH TS", "JD", "QC", "6D | TC")
    assert played(state, "T1T3x2").columns[2].cards == cards("QC JH TS")
    assert "JH does not go on JD" in refusal(state, "T1T2x2")
    assert "fewer than 4 cards face up: 3" in refusal(state, "T1T3x4")
    assert "fewer than 2 cards face up: 1" in refusal(state, "T4T2x2")
    assert "another column" in refusal(state, "T1T1")


def test_law_3_only_kings_go_to_an_empty_column() -> None:
    """A King alone or at the head of a run, from column, waste or buffer; nothing else."""
    state = laid_out("", "KS QH", "JS", waste="KH", buffers="KC QD")
    assert played(state, "T2T1x2").columns[0].cards == cards("KS QH")
    assert played(state, "WT1").columns[0].cards == cards("KH")
    assert played(state, "B1T1").columns[0].cards == cards("KC")
    for word in ("T2T1", "T3T1", "B2T1"):
        assert "column 1 is empty and takes a K only" in refusal(state, word)
    assert "column 1 is empty" in refusal(state, "T1T2")


def test_law_3_a_king_may_change_empty_columns() -> None:
    """A column that is only a King's run may go to another empty one, useless as it is."""
    assert "T1T2x2" in words(laid_out("KS QH", "").legal_moves())


def test_law_4_foundations_go_up_by_suit_from_the_ace() -> None:
    """From column, waste and buffer, each suit for itself, one after the other."""
    state = laid_out("2S", "AH", waste="2H", buffers="AS")
    assert "2S does not go up before AS" in refusal(state, "T1F")
    assert "2H does not go up before AH" in refusal(state, "WF")
    after = played(state, "B1F T1F T2F WF")
    assert after.foundations == (2, 2, 0, 0)
    assert (after.waste, after.columns, after.buffers) == ((), (Column((), 0),) * 2, (None,) * 4)


def test_law_4_locked_foundations_give_nothing_back() -> None:
    """Without the advanced rule a card on its foundation stays there."""
    state = laid_out("3S", up=(0, 2, 0, 0))
    assert "locked" in refusal(state, "FHT1")


def test_law_4_unlocked_foundations() -> None:
    """The top card of a suit goes back to a column where it fits; an empty foundation has none."""
    state = laid_out("3S", "3H", "", variant="c4d1U-inf", up=(0, 2, 0, 13))
    after = played(state, "FHT1")
    assert after.columns[0].cards == cards("3S 2H")
    assert after.foundations == (0, 1, 0, 13)
    assert played(state, "FDT3").columns[2].cards == cards("KD")
    assert "FHT1" in words(state.legal_moves())
    assert "2H does not go on 3H" in refusal(state, "FHT2")
    assert "2H" in refusal(state, "FHT3")
    assert "empty" in refusal(state, "FST1")


def test_law_5_buffers_hold_one_card_of_column_or_waste() -> None:
    """Any exposed card goes into a free slot; a full one takes none; a run does not go at all."""
    state = laid_out("9S 8H", variant="c2d1L-inf", waste="5D")
    after = played(state, "T1B1 WB2")
    assert after.buffers == cards("8H 5D")
    assert "buffer 1 holds 8H" in refusal(after, "T1B1")
    assert "number of buffers is 2" in refusal(after, "T1B3")
    assert "number of buffers is 2" in refusal(after, "B3T1")
    assert "waste is empty" in refusal(after, "WB1")
    assert words(after.legal_moves()) == ["D", "B1T1"]
    two = Move(Place(Pile.COLUMN, 0), Place(Pile.BUFFER, 0), 2)
    with pytest.raises(IllegalMoveError, match="one card at a time"):
        state.play(two)


def test_law_5_from_a_buffer_at_any_time() -> None:
    """A buffered card goes to a column or a foundation, and its slot is free again."""
    state = laid_out("9S", "QS", buffers="8H AS")
    assert played(state, "B1T1").buffers == (None, *cards("AS"), None, None)
    assert played(state, "B2F").foundations == (1, 0, 0, 0)
    assert "8H does not go on QS" in refusal(state, "B1T2")
    assert "buffer 3 is empty" in refusal(state, "B3T1")


def test_a_card_may_return_from_a_buffer_straight_to_its_column() -> None:
    """A card put into a buffer may go back at once, onto the face-up card that it had covered."""
    state = laid_out("9S 8H")
    back = played(state, "T1B1")
    assert "B1T1" in words(back.legal_moves())
    assert back.play(parse_move("B1T1")) == state


def test_a_card_may_return_onto_the_card_that_its_leaving_turned_up() -> None:
    """Also when the card below had been face down: now it is up, and takes the card if it fits."""
    state = laid_out("4C 9S | 8H", "2D 5D | 3H")
    after = played(state, "T1B1 B1T1")
    assert after.columns[0] == Column(cards("4C 9S 8H"), 1)
    assert "3H does not go on 5D" in refusal(played(state, "T2B1"), "B1T2")


def test_without_buffers_this_is_klondike() -> None:
    """With 0 buffers no move to or from one is there."""
    state = laid_out("9S 8H", variant="c0d1L-inf", waste="5D")
    assert "number of buffers is 0" in refusal(state, "T1B1")
    assert words(state.legal_moves()) == ["D"]


def test_ruling_no_move_from_buffer_to_buffer_or_foundation_to_buffer() -> None:
    """Such moves have no words, and made by hand they cannot be played."""
    state = laid_out("9S", variant="c4d1U-inf", buffers="5D", up=(0, 2, 0, 0))
    for source in (Place(Pile.BUFFER, 0), Place(Pile.FOUNDATION, 1)):
        with pytest.raises(IllegalMoveError, match="columns and waste only"):
            state.play(Move(source, Place(Pile.BUFFER, 1)))


def test_ruling_listings_name_the_lowest_free_buffer_and_readers_accept_any() -> None:
    """Of the slots 1, 3 and 4 only 1 is listed; a card put into another one is there."""
    state = laid_out("9S 8H", "QD", buffers="5D 6D")
    state = replace(state, buffers=(None, *state.buffers[:1], None, None))
    assert [word for word in words(state.legal_moves()) if "B" in word[1:]] == ["T1B1", "T2B1"]
    for slot in (1, 3, 4):
        after = played(state, f"T1B{slot}")
        assert after.buffers[slot - 1] == cards("8H")[0]
        assert after.key() == played(state, "T1B1").key()


@pytest.mark.parametrize(("draw", "taken"), [(1, 1), (3, 3)])
def test_draw_one_or_three(draw: int, taken: int) -> None:
    """The cards go to the waste in the order of the stock, and only the last drawn is playable."""
    start = State.start(deal_from_seed(1), parse_variant(f"c4d{draw}L-inf"))
    after = start.play(DRAW)
    assert after.waste == start.stock[:taken]
    assert after.stock == start.stock[taken:]
    assert played(after, "WB1").buffers[0] == start.stock[taken - 1]


def test_draw_takes_fewer_where_fewer_are_left() -> None:
    """With draw 3 and two cards in the stock both are drawn; from an empty stock nothing is."""
    state = laid_out("AS", variant="c4d3L-inf", up=(0, 13, 13, 13))
    state = replace(state, stock=cards("QS KS"), foundations=(11, 13, 13, 13), columns=())
    after = state.play(DRAW)
    assert (after.stock, after.waste) == ((), cards("QS KS"))
    assert "stock is empty" in refusal(after, "D")


def test_ruling_drawing_is_allowed_at_any_time() -> None:
    """ "When no moves remain" is advice: an Ace that could go up does not forbid a draw."""
    moves = words(laid_out("AS").legal_moves())
    assert {"D", "T1F"} <= set(moves)


def test_ruling_an_ace_may_stay() -> None:
    """ "Should be moved immediately" is advice: other moves are legal too."""
    assert "T1T2" in words(laid_out("AS", "2H").legal_moves())


def test_ruling_recycling_keeps_the_order() -> None:
    """No shuffle: the waste becomes the stock, the card drawn first first again."""
    state = State.start(deal_from_seed(2), STANDARD)
    drawn = played(state, "D " * 24)
    again = played(drawn, "R")
    assert again.stock == state.stock
    assert (again.waste, again.recycles) == ((), 1)
    assert again.key() == state.key()


def test_ruling_recycling_needs_an_empty_stock_and_a_card_in_the_waste() -> None:
    """Not before the last draw, and not when the whole stock has been played."""
    assert "stock is not empty" in refusal(laid_out("9S", waste="8H"), "R")
    empty = arranged(STANDARD, [Column(cards("KS"), 0)], foundations=(12, 13, 13, 13))
    assert "no card in the waste" in refusal(empty, "R")
    assert words(empty.legal_moves()) == ["T1B1", "T1F"]


def test_recycles_may_be_limited() -> None:
    """With two allowed a third is refused; with none the first."""
    for limit in (0, 2):
        state = State.start(deal_from_seed(3), parse_variant(f"c4d3L-r{limit}"))
        for _ in range(limit):
            state = played(state, "D " * 8 + "R")
        state = played(state, "D " * 8)
        assert f"{limit} allowed, {limit} made" in refusal(state, "R")


def test_only_the_top_of_the_waste_can_be_played() -> None:
    """The card below it is reached when the top has gone."""
    state = laid_out("9S", "6S", waste="8H 5D")
    assert "5D does not go on 9S" in refusal(state, "WT1")
    assert played(state, "WT2 WT1").columns[0].cards == cards("9S 8H")


def test_a_won_game_is_over() -> None:
    """2.8: with all cards up no move is left, unlocked foundations or not."""
    last = arranged(
        parse_variant("c4d1U-inf"), [Column(cards("KS"), 0)], foundations=(12, 13, 13, 13)
    )
    won = played(last, "T1F")
    assert won.is_won
    assert not last.is_won
    assert won.legal_moves() == ()
    assert "won already" in refusal(won, "FHT1")


def test_stagnation_leaves_no_move() -> None:
    """2.8: with everything blocked and no recycle left the list is empty, and nothing is won."""
    stuck = arranged(
        parse_variant("c1d1L-r0"),
        [Column(cards("TS KS"), 1)],
        waste=cards("QS"),
        buffers=cards("JS"),
        foundations=(9, 13, 13, 13),
    )
    assert stuck.legal_moves() == ()
    assert not stuck.is_won


def test_moves_made_by_hand_that_name_nothing_are_refused() -> None:
    """Places that do not exist, no cards at all and ways that are no moves are no error of ours."""
    state = laid_out("9S 8H", variant="c4d1U-inf", waste="5D", up=(2, 0, 0, 0))
    column, foundation = Place(Pile.COLUMN, 0), Place(Pile.FOUNDATION)
    for move in (
        Move(column, column),
        Move(column, Place(Pile.COLUMN, 9)),
        Move(column, Place(Pile.COLUMN, -1)),
        Move(Place(Pile.COLUMN, -1), foundation),
        Move(column, Place(Pile.BUFFER, -1)),
        Move(Place(Pile.BUFFER, -1), column),
        Move(Place(Pile.BUFFER, 9), column),
        Move(Place(Pile.FOUNDATION, 7), column),
        Move(Place(Pile.FOUNDATION, -1), column),
        Move(column, foundation, 0),
        Move(column, foundation, -1),
        Move(column, foundation, 2),
        Move(WASTE, column, 2),
        Move(WASTE, WASTE),
        Move(column, WASTE),
        Move(column, STOCK),
        Move(STOCK, column),
        Move(STOCK, WASTE, 2),
        Move(foundation, foundation),
    ):
        with pytest.raises(IllegalMoveError):
            state.play(move)


def test_a_small_deck_has_its_own_king() -> None:
    """In a deck of five ranks the 5 goes to an empty column, and the game is won with all 20 up."""
    state = laid_out("4H", "", "5S", ranks=5, waste="5C")
    assert len(state.stock) == 17
    assert played(state, "WT2").columns[1].cards == cards("5C")
    assert "takes a 5 only" in refusal(state, "T1T2")
    won = laid_out("5S", up=(4, 5, 5, 5), ranks=5)
    assert played(won, "T1F").is_won


@pytest.mark.parametrize(
    ("complaint", "changes"),
    [
        ("one other place", {"stock": cards("KS KS")}),
        ("one other place", {"stock": ()}),
        ("one other place", {"stock": cards("KS QS")}),
        ("one other place", {"foundations": (13, 13, 13, 13)}),
        ("a foundation has 0 to 13", {"foundations": (14, 13, 13, 13)}),
        ("a foundation has 0 to 13", {"foundations": (-1, 13, 13, 13)}),
        ("number of buffers", {"buffers": cards("AS 2S 3S 4S 5S")}),
        ("recycles", {"recycles": -1}),
        ("recycles", {"variant": parse_variant("c4d1L-r1"), "recycles": 2}),
        ("cards face down", {"columns": [Column(cards("KS"), 1)], "stock": ()}),
        ("cards face down", {"columns": [Column((), 1)]}),
        ("cards face down", {"columns": [Column(cards("KS"), -1)], "stock": ()}),
        ("not one run", {"columns": [Column(cards("KS QS"), 0)], "stock": ()}),
        ("1 to 13", {"ranks": 0}),
        ("1 to 13", {"ranks": 14}),
    ],
)
def test_states_that_cannot_be_are_refused(complaint: str, changes: dict[str, object]) -> None:
    """A state laid out by hand must hold every card once and look like one of a game."""
    sound = {"variant": STANDARD, "columns": [], "stock": cards("KS")}
    sound["foundations"] = (12, 13, 13, 13)
    arranged(**sound)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=complaint):
        arranged(**sound | changes)  # type: ignore[arg-type]


def test_the_key_forgets_what_does_not_matter() -> None:
    """Slots never count, recycles made only where they are limited; the rest always counts."""
    state = laid_out("9S 8H", buffers="5D")
    assert replace(state, buffers=(None, *state.buffers[:1], None, None)).key() == state.key()
    assert replace(state, recycles=1).key() == state.key()
    limited = replace(state, variant=parse_variant("c4d1L-r3"))
    assert replace(limited, recycles=1).key() != limited.key()
    assert played(state, "D").key() != state.key()
    assert played(state, "T1B2").key() != state.key()


def test_states_are_values() -> None:
    """They cannot be changed, can be hashed and pickled, and equal what comes back."""
    state = played(State.start(deal_from_seed(4), STANDARD), "D D")
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert hash(copy) == hash(state)
    assert hash(copy.key()) == hash(state.key())
    with pytest.raises(FrozenInstanceError):
        state.recycles = 3  # type: ignore[misc]
