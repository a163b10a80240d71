"""What Solvitaire reads and prints: rules and deals in JSON, a win as one board after the other.

It writes cards as we do but for ``10H``, and a card of a column that lies face down in small
letters. A pile's top card comes last, so that its stock is ours the other way round.

A win is printed as its boards. Its step is not our move: it turns the stock over as far as it takes
for the card that it plays. `moves_of` reads the moves off the boards; where a step plays a card
from the stock, the draws and recycles before it are put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from steppe_solver.solitaire import Card, Deal, Move, Pile, Place, State, Suit, Variant
from steppe_solver.solitaire.moves import DRAW, RECYCLE, TO_FOUNDATION, WASTE
from steppe_solver.solitaire.solver import Verdict

VERDICTS = {"solved": Verdict.WINNABLE, "unsolvable": Verdict.UNWINNABLE}
"""What it says; anything else (a limit struck) is unknown."""

_SUITS = {suit.letter: suit for suit in Suit}
_FIGURE = re.compile(r"^(.+?): (.+)$", re.MULTILINE)


class UnreadableError(Exception):
    """What the program printed is not what it is known to print."""


def rules_json(variant: Variant, runs: str) -> dict[str, Any]:
    """The rules of the variant. ``runs``, its "move built group", says which runs may move.

    Raises ValueError for variants that it does not know: with limited recycles, and with buffers
    where the foundations are unlocked, as it would then move cards from them to buffers.
    """
    if variant.recycles is not None:
        raise ValueError(f"{variant}: Solvitaire has no limit of recycles")
    if variant.buffers and not variant.locked:
        raise ValueError(f"{variant}: Solvitaire would move cards from foundations to buffers")
    return {
        "tableau piles": {
            "count": 7,
            "build policy": "red-black",
            "spaces policy": "kings",
            "move built group": runs,
            "face up cards": "top",
        },
        "foundations": {"removable": not variant.locked},
        "cells": {"count": variant.buffers},
        "stock": {"size": 24, "deal count": variant.draw, "redeal": True},
    }


def deal_json(deal: Deal) -> dict[str, Any]:
    """The deal as it is before the first move."""
    columns = [
        [*(_name(card).lower() for card in cards[:-1]), _name(cards[-1])] for cards in deal.tableau
    ]
    return {"tableau piles": columns, "stock": [_name(card) for card in reversed(deal.stock)]}


def _name(card: Card) -> str:
    return str(card).replace("T", "10")


@dataclass(frozen=True)
class Printed:
    """What it printed about a deal: its verdict, its figures, and for a win all the boards.

    ``states`` are its unique ones, ``visits`` all that it searched.
    """

    verdict: Verdict
    states: int
    visits: int
    milliseconds: int
    boards: tuple[Board, ...]


@dataclass(frozen=True)
class Board:
    """What of a printed board tells one step from another.

    ``up`` has the names of the foundations' top cards, ``cells`` and ``columns`` those of their
    cards, and "[]" and nothing where there is none.
    """

    up: tuple[str, ...]
    cells: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]


def read(text: str) -> Printed:
    """What it printed. Raises UnreadableError."""
    figures = dict(_FIGURE.findall(text))
    try:
        kind = figures["Solution Type"]
        states = int(figures["Unique States Searched"])
        visits = int(figures["States Searched"])
        milliseconds = int(figures["Time Taken (milliseconds)"])
    except (KeyError, ValueError) as error:
        raise UnreadableError(f"no verdict in what it printed: {text[-200:]!r}") from error
    verdict = VERDICTS.get(kind, Verdict.UNKNOWN)
    boards = tuple(_boards(text)) if verdict is Verdict.WINNABLE else ()
    return Printed(verdict, states, visits, milliseconds, boards)


def _boards(text: str) -> Iterator[Board]:
    for board in text.split("--- Foundations")[1:]:
        rows: dict[str, list[list[str]]] = {"Foundations": []}
        section = rows["Foundations"]
        for line in board.partition("====")[0].splitlines()[1:]:
            if line.startswith("--- "):
                section = rows.setdefault(line.strip("- "), [])
            else:
                section.append(line.split("\t"))
        try:
            up, cells, columns = rows["Foundations"][0], rows.get("Cells", [[]])[0], []
            for number in range(7):
                cards = (row[number] for row in rows["Tableau Piles"] if number < len(row))
                columns.append(tuple(card for card in cards if card not in ("", "[]")))
        except (KeyError, IndexError) as error:
            raise UnreadableError(f"not a board: {board!r}") from error
        yield Board(tuple(up), tuple(cells), tuple(columns))


def moves_of(state: State, boards: Sequence[Board]) -> list[Move]:
    """The moves from the state through the boards, of which the first is the state's.

    Raises UnreadableError where two boards are not one step apart or the stock does not have the
    card; IllegalMoveError where our rules forbid the step.
    """
    moves: list[Move] = []
    for before, after in pairwise(boards):
        for move in _step(state, before, after):
            state = state.play(move)
            moves.append(move)
    return moves


def _step(state: State, before: Board, after: Board) -> Iterator[Move]:
    """The moves of one step, the draws and recycles before it included."""
    there, then = dict(_sizes(before)), dict(_sizes(after))
    gained = [place for place in then if then[place] > there[place]]
    lost = [place for place in then if then[place] < there[place]]
    if len(gained) != 1 or len(lost) > 1:
        raise UnreadableError(f"not one step apart: {before} and {after}")
    (target,) = gained
    count = then[target] - there[target]
    target_place = TO_FOUNDATION if target.pile is Pile.FOUNDATION else target
    if lost:
        yield Move(lost[0], target_place, count)
        return
    card = _top(after, target)
    waste, stock = list(state.waste), list(state.stock)
    for _ in range(2 * (len(waste) + len(stock)) + 2):
        if waste and _name(waste[-1]) == card:
            yield Move(WASTE, target_place)
            return
        if stock:
            drawn = state.variant.draw
            waste, stock = waste + stock[:drawn], stock[drawn:]
            yield DRAW
        else:
            waste, stock = [], waste
            yield RECYCLE
    raise UnreadableError(f"{card} does not come from the stock")


def _sizes(board: Board) -> Iterator[tuple[Place, int]]:
    """How many cards lie in each place but stock and waste."""
    ranks = dict.fromkeys(Suit, 0)
    for name in board.up:
        if name != "[]":
            ranks[_SUITS[name[-1]]] = _rank(name)
    for suit, rank in ranks.items():
        yield Place(Pile.FOUNDATION, suit), rank
    for number, name in enumerate(board.cells):
        yield Place(Pile.BUFFER, number), int(name != "[]")
    for number, cards in enumerate(board.columns):
        yield Place(Pile.COLUMN, number), len(cards)


def _rank(name: str) -> int:
    figure = name[:-1]
    return {"A": 1, "J": 11, "Q": 12, "K": 13}.get(figure) or int(figure)


def _top(board: Board, place: Place) -> str:
    """The name of the card on top of the place, which has one."""
    if place.pile is Pile.COLUMN:
        return board.columns[place.number][-1]
    if place.pile is Pile.BUFFER:
        return board.cells[place.number]
    letter = Suit(place.number).letter
    return next(name for name in board.up if name.endswith(letter))
