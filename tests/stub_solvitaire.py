"""A program that takes and prints what Solvitaire does, and solves with the package.

It reads the rules and the deal back from its files, so that what is written there is tested, and
prints boards by a printer of its own. What it says at the end can be made wrong.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from steppe_solver.solitaire import Card, Deal, Move, State, Suit, Variant, parse_card
from steppe_solver.solitaire.moves import DRAW, RECYCLE
from steppe_solver.solitaire.solver import Solver

KINDS = {"winnable": "solved", "unwinnable": "unsolvable", "unknown": "timed-out"}


def card_read(name: str) -> Card:
    """The card of this name, of small letters where it lies face down."""
    return parse_card(name.upper().replace("10", "T"))


def card_shown(card: Card) -> str:
    """Its name as printed."""
    return str(card).replace("T", "10")


def game_read(rules: Path, deal: Path) -> State:
    """The start of the game of two files. Asserts that just the last cards are face up."""
    asked, cards = json.loads(rules.read_text()), json.loads(deal.read_text())
    assert asked["stock"]["redeal"]
    assert asked["tableau piles"]["spaces policy"] == "kings"
    variant = Variant(
        asked["cells"]["count"],
        asked["stock"]["deal count"],
        locked=not asked["foundations"]["removable"],
    )
    for column in cards["tableau piles"]:
        assert all(name.islower() for name in column[:-1])
        assert column[-1].isupper()
    columns = tuple(tuple(map(card_read, column)) for column in cards["tableau piles"])
    stock = tuple(map(card_read, reversed(cards["stock"])))
    return State.start(Deal(None, columns, stock), variant)


def board(state: State) -> str:
    """A board as it is printed."""
    lines = ["--- Foundations ---------"]
    ranks = {suit.letter: state.foundations[suit] for suit in Suit}
    tops = [card_shown(Card(ranks[s], Suit("SHCD".index(s)))) if ranks[s] else "[]" for s in "CHSD"]
    lines.append("\t".join(tops))
    if state.buffers:
        lines.append("--- Cells ---------------")
        lines.append(
            "\t".join("[]" if card is None else card_shown(card) for card in state.buffers)
        )
    lines.append("--- Tableau Piles -------")
    columns = [
        ["##"] * column.face_down + list(map(card_shown, column.open)) for column in state.columns
    ]
    lines += rows(columns)
    lines.append("--- Stock | Waste -------")
    lines += rows(
        [list(map(card_shown, reversed(state.stock))), list(map(card_shown, state.waste))]
    )
    lines.append("=" * 35)
    return "\n".join(lines)


def rows(piles: list[list[str]]) -> Iterator[str]:
    """The rows of piles side by side, of which the first shows those that are empty."""
    for number in range(max(1, *map(len, piles))):
        cards = [pile[number] if number < len(pile) else "" if number else "[]" for pile in piles]
        yield "\t".join(cards).rstrip("\t")


def stops(line: tuple[Move, ...]) -> Iterator[list[Move]]:
    """The moves in steps: draws and recycles belong to the play after them."""
    turns: list[Move] = []
    for is_turn, moves in groupby(line, key=lambda move: move in (DRAW, RECYCLE)):
        for move in moves:
            turns.append(move)
            if not is_turn:
                yield turns
                turns = []


def main(kind: str | None) -> None:
    """Solve the deal of the command line's files; say ``kind`` at the end, if it is not None."""
    assert sys.argv[1] == "--custom-rules"
    state = game_read(Path(sys.argv[2]), Path(sys.argv[3]))
    win = Solver(16).win(state)
    said = kind or KINDS[win.verdict]
    if said == "solved":
        print(f"Solution:\n{board(state)}")
        for moves in stops(win.line or ()):
            for move in moves:
                state = state.play(move)
            print(board(state))
        print()
    else:
        print(f"Deal:\n{board(state)}")
    print(f"Solution Type: {said}\nStates Searched: 70\nUnique States Searched: 50\nBacktracks: 9")
    print("Final Search Depth: 8\nTime Taken (milliseconds): 12")
