"""Duel: its rules beside a plain implementation, and the computer opponent."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from plain_duel import PlainDuel
from plain_solitaire import WORDS
from solitaire_games import cards, words

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import DECK, Column, Move, State, Variant, parse_move
from steppe_solver.solitaire.duel import Duel
from steppe_solver.solitaire.duel_player import (
    _expected,
    _Search,
    _turned_up,
    _turns,
    choose,
)
from steppe_solver.solitaire.state import Foundations

VARIANT = Variant(4, 1, 2)


def laid(
    *columns: str,
    stock: str = "",
    waste: str = "",
    buffers: str = "",
    lower: Foundations = (0, 0, 0, 0),
    higher: Foundations = (0, 0, 0, 0),
    ranks: int = 13,
) -> Duel:
    """A duel that begins with these cards; in a column those before a ``|`` lie face down."""
    piles = []
    for text in columns:
        hidden, bar, shown = text.partition("|")
        down = cards(hidden) if bar else ()
        piles.append(Column(down + cards(shown if bar else text), len(down)))
    held = cards(buffers)
    slots = held + (None,) * (4 - len(held))
    board = State(VARIANT, tuple(piles), cards(stock), cards(waste), slots, lower, 0, ranks)
    return Duel.of(board, higher)


def turned(duel: Duel, *turns: str) -> Duel:
    """The duel after these turns, ``-`` being a pass."""
    for word in turns:
        duel = duel.pass_turn() if word == "-" else duel.play(parse_move(word))
    return duel


def random_duel(seed: int, length: int) -> tuple[Duel, PlainDuel]:
    """A duel after so many random turns, draws rarer than the rest, and the plain one beside it."""
    rng = Random(seed)
    duel = Duel.start(seed, rng.choice([1, 3]))
    plain = PlainDuel(duel)
    for _ in range(length):
        moves = duel.legal_moves()
        lively = [move for move in moves if duel.points(move) >= 0 and str(move) != "D"]
        if not moves:
            break
        move = rng.choice(lively if lively and rng.random() < 0.8 else moves)
        duel, after = duel.play(move), plain.after(str(move))
        assert after is not None
        plain = after
    return duel, plain


def test_the_deal_is_two_decks_shuffled_together() -> None:
    """104 cards, dealt row by row from the 52-card list taken twice and shuffled by the seed."""
    deck = list(DECK) + list(DECK)
    Random(7).shuffle(deck)
    duel = Duel.start(7)
    assert [len(column.cards) for column in duel.board.columns] == list(range(1, 8))
    assert [column.face_down for column in duel.board.columns] == list(range(7))
    assert duel.board.stock == tuple(deck[28:])
    assert len(duel.board.stock) == 76
    assert [column.cards[0] for column in duel.board.columns] == deck[:7]
    assert duel.board.columns[6].cards[1] == deck[12]
    assert duel.board.variant == VARIANT
    with pytest.raises(ValueError, match="negative"):
        Duel.start(-1)


@pytest.mark.parametrize("seed", range(8))
def test_legal_moves_are_those_of_the_plain_rules(seed: int) -> None:
    """In random duels the two implementations allow the same words, and list what they play."""
    duel, plain = random_duel(seed, 15 * seed)
    allowed = {word for word in WORDS if plain.after(word) is not None}
    played = set()
    for word in WORDS:
        try:
            duel.play(parse_move(word))
        except ValueError:
            continue
        played.add(word)
    assert played == allowed
    free = [f"B{slot}" for slot, held in enumerate(duel.board.buffers, 1) if held is None]
    listed = {word for word in allowed if word[-2:] not in free[1:] or word[0] == "B"}
    assert words(duel.legal_moves()) == words(tuple(sorted(map(parse_move, listed))))


@pytest.mark.parametrize("seed", range(10, 30))
def test_points_and_places_are_those_of_the_plain_rules(seed: int) -> None:
    """After 150 random turns cards, mover and both scores are the same in the two."""
    duel, plain = random_duel(seed, 150)
    assert plain.shows(duel)


@pytest.mark.parametrize("seed", range(5))
def test_no_card_is_ever_lost(seed: int) -> None:
    """Whatever is played, the 104 cards are all somewhere, each of them twice."""
    duel, _ = random_duel(seed, 120)
    board = duel.board
    found = Counter(card for column in board.columns for card in column.cards)
    found.update([*board.stock, *board.waste, *(card for card in board.buffers if card)])
    assert duel.cards_up == 104 - found.total()
    for up in (duel.higher, board.foundations):
        found.update(card for card in DECK if card.rank <= up[card.suit])
    assert found == Counter(dict.fromkeys(DECK, 2))
    assert all(high >= low for high, low in zip(duel.higher, board.foundations, strict=True))


def test_a_card_goes_on_either_foundation_of_its_suit() -> None:
    """With five and three of spades on top, the six and the four go up, and no other spade."""
    duel = laid("6S", "4S", "5S", "7S", lower=(3, 0, 0, 0), higher=(5, 0, 0, 0))
    ups = [word for word in words(duel.legal_moves()) if word.endswith("F")]
    assert ups == ["T1F", "T2F"]
    six = turned(duel, "T1F")
    assert (six.higher[0], six.board.foundations[0]) == (6, 3)
    four = turned(duel, "T2F", "T3F")
    assert (four.higher[0], four.board.foundations[0]) == (5, 5)
    assert (turned(four, "T1F").higher[0], turned(four, "T1F").board.foundations[0]) == (6, 5)
    with pytest.raises(IllegalMoveError, match="7S does not go up: its foundations show 5S and 3S"):
        duel.play(parse_move("T4F"))


def test_the_mover_gets_the_points() -> None:
    """Every row of the table counts for who moves; a flip and its move are added."""
    duel = laid("9C|8H", "9S", "AH", stock="2S", waste="KD 8D")
    assert turned(duel, "T3F").scores == (10, 0)
    assert turned(duel, "T1T2").scores == (5, 0)
    assert turned(duel, "T1B1").scores == (3, 0)
    assert turned(duel, "D", "T3F").scores == (0, 10)
    assert turned(duel, "WT2", "T3F").scores == (5, 10)
    assert turned(duel, "WB1").scores == (0, 0)
    back = turned(duel, "T1B1", "B1T1")
    assert back.scores == (3, 5)


def test_like_cards_earn_twice_for_leaving_a_buffer() -> None:
    """The pair of eights of hearts earns the row twice, whoever moves them; then no more."""
    duel = laid("9C 8H", "9S", "9C", "TH|9S", buffers="8H")
    first = turned(duel, "B1T2")
    assert first.scores == (5, 0)
    second = turned(first, "T1B1", "B1T3")
    assert second.scores == (10, -2)
    third = turned(second, "T2B1")
    assert third.points(parse_move("B1T1")) == 0
    assert turned(third, "B1T1").scores == (10, -4)


def test_a_recycle_costs_its_mover_and_two_are_allowed() -> None:
    """The third recycle is refused, and every one takes 20 points from who makes it."""
    duel = laid("2S", waste="5H")
    duel = turned(duel, "R", "D", "R")
    assert duel.scores == (-40, 0)
    duel = turned(duel, "D")
    with pytest.raises(IllegalMoveError, match="no recycle is left: 2 allowed, 2 made"):
        duel.play(parse_move("R"))


def test_no_position_comes_again_with_the_same_mover() -> None:
    """What the one has moved the other may not move straight back, but after a pass one may.

    Then the same cards lie there with the other player to move, which is another position.
    """
    duel = laid("9C 8H", "9S", "KD")
    there = turned(duel, "T1T2")
    with pytest.raises(IllegalMoveError, match="T2T1: this position has been"):
        there.play(parse_move("T2T1"))
    assert "T2T1" not in words(there.legal_moves())
    passed = turned(there, "-")
    assert "T2T1" in words(passed.legal_moves())
    assert turned(passed, "T2T1").still == 3
    again = turned(passed, "T2T1", "-")
    assert "T1T2" not in words(again.legal_moves())


def test_which_buffer_holds_a_card_makes_no_position_new() -> None:
    """Slots are no part of a position: a card that comes back to another one repeats it."""
    duel = turned(laid("9C 8H", "6D 5S"), "T1B1", "T2B2", "B1T1")
    assert "T1B1" not in words(duel.legal_moves())
    for word in ("T1B1", "T1B4"):
        with pytest.raises(IllegalMoveError, match="this position has been"):
            duel.play(parse_move(word))


def test_passing_is_for_those_who_cannot_score() -> None:
    """While any move brings something a pass is refused; two in a row end the duel."""
    duel = laid("AH", "9S", "KD", stock="2S")
    assert not duel.may_pass
    with pytest.raises(IllegalMoveError, match="a move scores, T1F for one brings 10"):
        duel.pass_turn()
    duel = turned(duel, "T1F")
    assert duel.may_pass
    once = turned(duel, "-")
    assert (once.mover, once.passes, once.is_over) == (0, 1, False)
    assert turned(once, "D").passes == 0
    over = turned(once, "-")
    assert over.is_over
    assert not over.may_pass
    assert over.legal_moves() == ()
    assert over.leader == 0
    for turn in ("D", "-"):
        with pytest.raises(IllegalMoveError, match="the game is over"):
            turned(over, turn)


def test_a_buffer_that_uncovers_a_card_is_a_scoring_move() -> None:
    """-2 and +5 are more than nothing, so there is no passing; -2 alone is no reason to move."""
    assert not laid("9C|8H").may_pass
    assert laid("9C 8H").may_pass


def test_the_duel_is_over_when_all_cards_are_up() -> None:
    """The last of the cards ends it, and an equal score is a draw."""
    duel = laid("3S", "3S", lower=(2, 3, 3, 3), higher=(2, 3, 3, 3), ranks=3)
    half = turned(duel, "T1F")
    assert not half.is_over
    over = turned(half, "T2F")
    assert over.is_over
    assert over.scores == (10, 10)
    assert over.leader is None
    assert over.cards_up == 24


def test_duels_are_values() -> None:
    """Equal turns lead to equal duels, which can be hashed and pickled; nothing is changed."""
    duel = Duel.start(3)
    before = pickle.dumps(duel)
    first, second = duel.play(parse_move("D")), duel.play(parse_move("D"))
    assert first == second
    assert hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(first)) == first
    assert pickle.dumps(duel) == before


def shuffled_out_of_sight(duel: Duel, rng: Random) -> Duel:
    """The duel with the cards that no player has seen in other places."""
    board = duel.board
    unseen = [card for pile in board.columns for card in pile.cards[: pile.face_down]]
    fresh = board.recycles == 0
    unseen += board.stock if fresh else ()
    rng.shuffle(unseen)
    columns = []
    for pile in board.columns:
        down, unseen = unseen[: pile.face_down], unseen[pile.face_down :]
        columns.append(Column((*down, *pile.open), pile.face_down))
    stock = tuple(unseen) if fresh else board.stock
    return replace(duel, board=replace(board, columns=tuple(columns), stock=stock))


@pytest.mark.parametrize("seed", range(6))
def test_the_computer_does_not_look_at_hidden_cards(seed: int) -> None:
    """Boards that look the same are played the same, wherever the hidden cards lie."""
    duel, _ = random_duel(seed, 12 * seed)
    duel = replace(duel, seen=frozenset())  # in it the hidden cards have their places
    choice = choose(duel, nodes=150)
    for other in range(4):
        assert choose(shuffled_out_of_sight(duel, Random(other)), nodes=150) == choice


def test_the_computer_knows_a_stock_that_has_been_turned() -> None:
    """After a recycle the stock is no secret: who is behind draws a useless card, but not an ace,
    which the other player would put up."""
    duel = laid("9C 8C", stock="JS AS JC JH")
    duel = replace(duel, scores=(0, 30), passes=1, board=replace(duel.board, recycles=1))
    assert choose(duel, deepest=1) == parse_move("D")
    gift = replace(duel, board=replace(duel.board, stock=cards("AS JS JC JH")))
    assert choose(gift, deepest=1) == parse_move("T1B1")


def test_the_computer_takes_what_brings_most() -> None:
    """Up rather than to a column, and up with a flip rather than up alone."""
    assert choose(laid("9C", "AS", "KC", waste="8H")) == parse_move("T2F")
    assert choose(laid("AS", "9C|AH", "KC", waste="8H")) == parse_move("T2F")


def test_the_leader_ends_the_duel_and_the_other_does_not() -> None:
    """After a pass, who is ahead passes too; who is behind plays on."""
    duel = laid("9C", "KS", stock="2S 3S 5H 7H")
    passed = turned(duel, "-")
    assert choose(replace(passed, scores=(0, 30))) is None
    assert choose(replace(passed, scores=(30, 0))) is not None


def plain_value(search: _Search, duel: Duel, depth: int) -> float:
    """The value by plain minimax: every turn is looked at, nothing is cut off."""
    if duel.is_over:
        return search._ending(duel)
    turns, best = _turns(duel), -1e9
    if depth <= 0:
        turns = [turn for turn in turns if turn.brings > 0] if depth > -4 else []
        best = 0.0
    for turn in turns:
        place = None if turn.move is None else _turned_up(duel, turn.move)
        if turn.move is not None and place is not None:
            value = turn.counts - _expected(duel, duel.play(turn.move), place)
        else:
            after = duel.pass_turn() if turn.move is None else duel.play(turn.move)
            value = turn.counts - plain_value(search, after, depth - 1)
        best = max(best, value)
    return best


@pytest.mark.parametrize("seed", range(8))
def test_alpha_beta_finds_what_minimax_finds(seed: int) -> None:
    """Cutting off changes no value: the best turn at depth 1 and 2 is as good by plain minimax."""
    duel, _ = random_duel(seed, 8 * seed)
    search = _Search(duel, 10**6)
    for depth in (1, 2):
        value = search._value(duel, depth, -1e9, 1e9)
        assert value == pytest.approx(plain_value(search, duel, depth))


def test_whole_duels_end_and_random_play_loses() -> None:
    """Between the computer and one that plays at random every duel ends, and the computer wins."""
    for seed in range(3):
        duel, rng = Duel.start(seed), Random(seed)
        turns = 0
        while not duel.is_over and turns < 400:
            move: Move | None
            if duel.mover == 0:
                move = choose(duel, nodes=20)
            else:
                legal = duel.legal_moves()
                move = (
                    None if duel.may_pass and rng.random() < 0.3 else rng.choice(legal or (None,))
                )
            duel = duel.pass_turn() if move is None else duel.play(move)
            turns += 1
        assert duel.leader == 0
