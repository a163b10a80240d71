"""The board of Steps Solitaire as text."""

from __future__ import annotations

import os
import re
import subprocess
from random import Random

import pytest
from command import HANGS
from solitaire_games import laid_out, played, random_game, random_variant
from solitaire_play import apart, play

from steppe_solver.cli.solitaire.board import HIDDEN, SYMBOLS, Style, board_text, duel_text
from steppe_solver.solitaire import DECK, Card, State, Suit, Variant, deal_from_seed
from steppe_solver.solitaire.duel import Duel

PLAIN = Style(letters=True)
CODES = re.compile(r"\x1b\[[0-9;]*m")


def test_the_board_shows_every_place_by_its_name() -> None:
    """Buffers, foundations, columns, stock and waste stand under the letters of the move words."""
    state = laid_out(
        "KS QH|JS",
        "",
        "9C 8H",
        buffers="4D 5C",
        waste="2D 3D 6S",
        up=(3, 1, 0, 0),
        variant="c3d1L-r2",
        recycles=1,
    )
    assert board_text(state, PLAIN) == (
        "  B1 4D  B2 5C  B3 --                                        F  3S  AH  -C  -D\n"
        "\n"
        "     T1    T2    T3\n"
        "     ##    --    9C\n"
        "     ##          8H\n"
        "     JS\n"
        "\n"
        f"  D  stock {len(state.stock)}     R  recycles 1 of 2     W  [6S] on 2 more"
    )


def test_draw_three_shows_the_fan() -> None:
    """With draw 3 the two cards before the playable one are seen too, which is in brackets."""
    state = State.start(deal_from_seed(7), Variant(draw=3))
    first, second, third, fourth, *_ = map(str, state.stock)
    assert board_text(state, PLAIN).endswith("W  --")
    drawn = played(state, "D")
    assert board_text(drawn, PLAIN).endswith(f"W  {first} {second} [{third}]")
    sixth = str(state.stock[5])
    more = board_text(played(drawn, "D"), PLAIN)
    assert more.endswith(f"W  {fourth} {state.stock[4]} [{sixth}] on 3 more")


@pytest.mark.parametrize("letters", [False, True])
def test_cards_differ_without_colour(letters: bool) -> None:
    """Every card has a text of its own, two characters wide, and so has a face-down one."""
    style = Style(letters=letters)
    shown = {style.card(card) for card in DECK} | {style.hidden, style.nothing}
    shown |= {style.top(0, suit) for suit in Suit}
    assert len(shown) == 52 + 2 + 4
    assert {len(text) for text in shown} == {2}
    assert all(text.isascii() for text in shown) is letters


def test_red_suits_are_hollow() -> None:
    """Red and black are told apart by the symbols alone, and coloured where that is wanted."""
    assert [SYMBOLS[suit] for suit in Suit] == ["♠", "♡", "♣", "♢"]
    style = Style(color=True)
    red = {CODES.findall(style.card(card))[0] for card in DECK if card.suit.is_red}
    black = {CODES.findall(style.card(card))[0] for card in DECK if not card.suit.is_red}
    assert len(red) == len(black) == 1
    assert red != black


def test_face_down_cards_are_not_given_away() -> None:
    """At the start the seven exposed cards are all that the board names."""
    state = State.start(deal_from_seed(3), Variant())
    named = re.findall(r"[A2-9TJQK][SHCD]\b", board_text(state, PLAIN))
    assert sorted(named) == sorted(str(column.cards[-1]) for column in state.columns)
    assert board_text(state, Style()).count(HIDDEN) == 21


@pytest.mark.parametrize("seed", range(25))
def test_nothing_is_wider_than_the_terminal(seed: int) -> None:
    """In random games no line is longer than 79 characters, colours do not change the text, and
    every card that can be seen is there."""
    rng = Random(seed)
    state = random_game(rng, random_variant(rng), 150).state
    text = board_text(state, PLAIN)
    assert max(map(len, text.splitlines())) <= 79
    coloured = board_text(state, Style(color=True, letters=True))
    assert CODES.sub("", coloured) == text
    seen = [card for column in state.columns for card in column.open]
    seen += [card for card in (*state.buffers, *state.waste[-1:]) if card]
    seen += [Card(top, suit) for suit, top in zip(Suit, state.foundations, strict=True) if top]
    named = re.findall(r"[A2-9TJQK][SHCD]\b", text)
    assert set(map(str, seen)) <= set(named)


def test_a_duel_shows_two_foundations_of_each_suit() -> None:
    """The higher one stands first; there is room for four buffers beside them."""
    duel = Duel.start(1)
    top = duel_text(duel, PLAIN).splitlines()[0]
    assert top.endswith("F  -S -S  -H -H  -C -C  -D -D")
    assert len(top) <= 79
    up = Duel.of(laid_out("", up=(3, 13, 0, 1)), (5, 13, 1, 1))
    assert duel_text(up, PLAIN).splitlines()[0].endswith("F  5S 3S  KH KH  AC -C  AD AD")


def test_letters_can_be_asked_for() -> None:
    """`--letters` writes suits as in the notation, and then all of the board is ASCII."""
    assert play("--seed", 3, "--letters").stdout.isascii()
    assert "♠" in play("--seed", 3).stdout


def test_narrow_encodings_get_letters() -> None:
    """Where only ASCII can be written, cards are letters and nothing is escaped."""

    done = subprocess.run(
        apart("play", "--seed", 3),
        input=b"D\nquit\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"\\u" not in done.stdout
    assert b"##" in done.stdout
    assert done.stderr == b""
