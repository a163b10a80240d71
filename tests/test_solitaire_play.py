"""Whole games of Steps Solitaire: known lines, the listing of moves, and what no move changes."""

from __future__ import annotations

import pickle
from itertools import pairwise
from random import Random

import pytest
from known import rows
from plain_solitaire import WORDS, PlainGame
from solitaire_games import known_deals, laid_out, random_game, random_variant, words

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import (
    DECK,
    Card,
    Game,
    Move,
    Pile,
    Place,
    State,
    Suit,
    deal_from_seed,
    format_move,
    parse_move,
    parse_variant,
)
from steppe_solver.solitaire.encoding import from_native, native_move, to_native


def all_cards(state: State) -> list[Card]:
    """Every card of the state, wherever it lies."""
    piles = [*(column.cards for column in state.columns), state.stock, state.waste]
    held = [card for card in state.buffers if card is not None]
    up = [Card(r, suit) for suit in Suit for r in range(1, state.foundations[suit] + 1)]
    return [*(card for pile in piles for card in pile), *held, *up]


def accepted(state: State) -> set[str]:
    """The words that `State.play` accepts, of every word that there could be."""
    found = set()
    for word in WORDS:
        try:
            move = parse_move(word)
            state.play(move)
        except ValueError:  # both of the words and of the rules
            continue
        found.add(word)
    return found


def lowest_buffers(state: State, names: set[str]) -> set[str]:
    """The words without those that name a free buffer other than the lowest."""
    free = [f"B{slot}" for slot, held in enumerate(state.buffers, 1) if held is None]
    return {name for name in names if name[-2:] not in free[1:] or name[0] not in "WT"}


def test_every_known_win_replays() -> None:
    """Lines that other programs found, in all variants, are legal here and end with 52 cards up."""
    deals, seen = known_deals(), set()
    for row in rows("solitaire/certificates"):
        variant = parse_variant(row["variant"])
        moves = tuple(map(parse_move, row["moves"]))
        game = Game(deals[row["deal_id"]], variant, moves)
        assert game.state.is_won, row["deal_id"]
        assert not any(state.is_won for state in game.states[:-1])
        assert list(map(format_move, moves)) == row["moves"]
        seen.add(variant)
    assert len(seen) == 26


def test_every_known_position_is_reached() -> None:
    """The moves to the half-played games of the data file can be played, and they go on."""
    deals = known_deals()
    for row in rows("solitaire/positions"):
        moves = tuple(map(parse_move, row["moves"]))
        game = Game(deals[row["deal_id"]], parse_variant(row["variant"]), moves)
        assert game.state.legal_moves()


@pytest.mark.parametrize("seed", range(8))
def test_the_listing_and_the_plain_rules_agree(seed: int) -> None:
    """Of all conceivable words, play accepts those that plainly written rules accept.

    The listing has just those, once each and in order, with the lowest free buffer only.
    """
    rng = Random(seed)
    variant = random_variant(rng)
    game = random_game(rng, variant, 250)
    for state in rng.sample(game.states, min(6, len(game.states))):
        plain = PlainGame(state)
        names = accepted(state)
        assert names == {word for word in WORDS if plain.after(word)}
        listed = state.legal_moves()
        assert sorted(listed) == list(listed)
        assert len(set(listed)) == len(listed)
        assert set(words(listed)) == lowest_buffers(state, names)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_the_listing_and_the_plain_rules_agree_at_length(seed: int) -> None:
    """The same over many more games."""
    test_the_listing_and_the_plain_rules_agree(seed)


@pytest.mark.parametrize("seed", range(25))
def test_random_games_keep_what_no_move_may_change(seed: int) -> None:
    """Every state of a game has each of the 52 cards once, and its face-up cards are runs.

    The plain rules come to the same state after every move.
    """
    rng = Random(seed)
    game = random_game(rng, random_variant(rng), 200)
    plain = PlainGame(game.states[0])
    for move, state in zip(game.moves, game.states[1:], strict=True):
        assert sorted(all_cards(state)) == sorted(DECK)
        following = plain.after(str(move))
        assert following is not None
        assert following.shows(state)
        plain = following
        for column in state.columns:
            assert bool(column.open) == bool(column.cards)
            assert all(upper.takes(lower) for upper, lower in pairwise(column.open))


def test_games_of_every_option_are_played() -> None:
    """The random games of these tests see every kind of move, full buffers and a used-up limit."""
    kinds, full, spent = set(), False, False
    for seed in range(40):
        rng = Random(seed)
        variant = random_variant(rng)
        game = random_game(rng, variant, 200)
        kinds |= {(move.source.pile, move.target.pile, min(move.length, 2)) for move in game.moves}
        full |= variant.buffers > 0 and any(None not in state.buffers for state in game.states)
        spent |= variant.recycles == game.state.recycles != 0
    assert len(kinds) == 12
    assert full
    assert spent


def test_a_game_takes_back_and_goes_on() -> None:
    """Undo gives the game as it was, whatever the move; a further game is the one replayed."""
    game = random_game(Random(7), parse_variant("c4d3U-inf"), 120)
    length = len(game.moves)
    assert length > 50
    for back in (0, 1, 37, length):
        earlier = game.undo(back)
        assert earlier.moves == game.moves[: length - back]
        assert earlier.states == game.states[: length - back + 1]
        again = earlier.play(*game.moves[length - back :])
        assert (again, again.states) == (game, game.states)
    assert Game(game.deal, game.variant, game.moves).states == game.states
    for count in (-1, length + 1):
        with pytest.raises(ValueError, match="cannot be taken back"):
            game.undo(count)


def test_games_are_values() -> None:
    """A game that was pickled is the same, with the same hash, and can be played on."""
    game = random_game(Random(3), parse_variant("c2d1U-inf"), 300)
    copy = pickle.loads(pickle.dumps(game))
    assert (copy, copy.states, hash(copy)) == (game, game.states, hash(game))
    assert copy.undo().play(game.moves[-1]) == game


def test_a_game_names_the_move_that_cannot_be_played() -> None:
    """The error counts the moves from 1 and says why."""
    moves = tuple(map(parse_move, ["D", "D", "R"]))
    with pytest.raises(IllegalMoveError, match="move 3 cannot be played: R: the stock is not"):
        Game(deal_from_seed(1), moves=moves)


def test_the_integers_of_the_native_core() -> None:
    """Cards by id, piles in order, -1 for empty buffers and for unlimited recycles."""
    state = laid_out(
        "9S 2H | QS JD", "", variant="c2d3U-r5", waste="KD AC", buffers="5D", recycles=2
    )
    native = to_native(state)
    assert native[:5] == (2, 3, 5, False, 13)
    assert native[5:7] == ([[8, 14, 11, 49], []], [2, 0])
    assert native.stock == [card.id for card in state.stock]
    assert native[8:] == ([51, 26], [43, -1], [0, 0, 0, 0], 2)
    standard = to_native(laid_out("2S", ranks=2, variant="c0d1L-inf"))
    assert standard[:5] == (0, 1, -1, True, 2)


def test_moves_as_integers_are_read_back() -> None:
    """Whatever is played in random games comes back from its four integers; all kinds occur."""
    seen = set()
    for seed in range(40):
        rng = Random(seed)
        for move in random_game(rng, random_variant(rng), 200).moves:
            assert from_native(*native_move(move)) == move
            seen.add(native_move(move)[0])
    assert seen == set(range(11))
    assert from_native(5, 1, 5, 3) == parse_move("T2T6x3")
    assert from_native(10, 1, 3, 1) == parse_move("FHT4")
    assert from_native(7, 6, 2, 1) == parse_move("T7F")


def test_ways_that_are_no_moves_have_no_integers() -> None:
    """From buffer to buffer there is no kind of move."""
    with pytest.raises(ValueError, match="not in tuple"):
        native_move(Move(Place(Pile.BUFFER), Place(Pile.BUFFER, 1)))
