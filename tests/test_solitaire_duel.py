"""Duel: its rules beside a plain implementation, and the computer opponent."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from plain_duel import PlainDuel
from plain_solitaire import WORDS
from solitaire_games import cards, words

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import DECK, Column, Move, State, Variant, parse_move
from steppe_solver.solitaire.duel import Duel
from steppe_solver.solitaire.duel_player import choose, to_core
from steppe_solver.solitaire.encoding import from_native
from steppe_solver.solitaire.state import Foundations

VARIANT = Variant(4, 1, 2)

Choose = Callable[[Duel], Move | None]


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


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_the_native_rules_are_those_of_the_plain_ones(seed: int) -> None:
    """All along random duels the native twin lists the same moves with the same points."""
    rng = Random(seed)
    duel = Duel.start(seed, rng.choice([1, 3]))
    for _ in range(3 * seed):
        listed = {from_native(*move): brings for move, brings in to_core(duel).moves()}
        assert listed == {move: duel.points(move) for move in duel._listed()}
        if not duel.legal_moves():
            break
        duel = duel.play(rng.choice(duel.legal_moves()))


@pytest.mark.parametrize("seed", range(8))
def test_alpha_beta_finds_what_minimax_finds(seed: int) -> None:
    """Cutting off and remembering change no value: one turn ahead, and what brings something
    beyond, it is that of plain minimax."""
    duel, _ = random_duel(seed, 20 * seed)
    native = to_core(duel)
    assert native.value(1) == native.plain_value(1)


def test_alpha_beta_finds_what_minimax_finds_further_ahead() -> None:
    """With few cards it is so for every number of turns up to four."""
    for number, waste in enumerate(("5D", "AS", "8D", "2S 7C")):
        duel = laid("9C 8H", "9S|AH", "KD", stock="AH 3S", waste=waste, buffers="7S")
        duel = replace(duel, scores=(0, 5 * number))
        native = to_core(duel)
        for depth in range(1, 5):
            assert native.value(depth) == native.plain_value(depth)


def test_the_search_knows_what_has_been() -> None:
    """Where all that is left is a way back to a position that has been, only the pass is counted:
    the value is that of the end, and not of shifting the card."""
    duel = turned(laid("9C 8H", "9S", "KD", buffers="2S 2H 2C 2D"), "T1T2")
    assert words(duel.legal_moves()) == []
    passed = replace(duel, passes=1, scores=(0, 30))
    assert to_core(passed).value(1) == 2000
    assert to_core(replace(passed, seen=frozenset())).plain_value(3) == 2000
    assert choose(passed) is None


def test_it_looks_ahead() -> None:
    """It does not draw the ace for the other player while there is another move."""
    duel = laid("9C 8H", "9S", "KD", stock="AH AS")
    duel = replace(duel, scores=(0, 3), passes=1)
    assert choose(duel) not in (None, parse_move("D"))


def greedy(duel: Duel) -> Move | None:
    """What brings most at once, the cards that lie there not shifted; the pass where that wins."""
    moves = duel.legal_moves()
    best = max(moves, key=lambda move: (duel.points(move), not duel.is_reversible(move)))
    return None if duel.may_pass and duel.leader == duel.mover else best


def at_random(rng: Random) -> Choose:
    """A player who throws dice."""

    def play(duel: Duel) -> Move | None:
        legal = duel.legal_moves()
        return None if duel.may_pass and rng.random() < 0.3 else rng.choice(legal or (None,))

    return play


def margin(seed: int, seat: int, other: Choose, turns: int) -> int:
    """How far the computer is ahead of the other after so many turns."""
    duel = Duel.start(seed)
    while not duel.is_over and turns:
        move = choose(duel, nodes=1000) if duel.mover == seat else other(duel)
        duel = duel.pass_turn() if move is None else duel.play(move)
        turns -= 1
    return duel.scores[seat] - duel.scores[1 - seat]


def test_the_computer_beats_a_greedy_player() -> None:
    """On three decks, beginning and not, it is far ahead of one who takes what brings most."""
    margins = [margin(seed, seat, greedy, 160) for seed in (1001, 1002, 1004) for seat in (0, 1)]
    assert sum(found > 0 for found in margins) >= 5
    assert sum(margins) > 300


def test_the_computer_beats_random_play() -> None:
    """Beginning or not, it is ahead of who plays at random."""
    margins = [margin(3, seat, at_random(Random(3)), 120) for seat in (0, 1)]
    assert min(margins) > 0
    assert sum(margins) > 80


def test_there_is_nothing_to_choose_at_the_end() -> None:
    """A duel that is over has no move, and asking for one says so."""
    with pytest.raises(ValueError, match="over"):
        choose(turned(laid("9C", "KS"), "-", "-"))
