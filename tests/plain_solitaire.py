"""Steps Solitaire once more, with lists and strings and no thought of speed, to test the rules."""

from __future__ import annotations

import copy
import math
import re
from itertools import pairwise

from steppe_solver.solitaire import KING, State

RANKS = "A23456789TJQK"
SUITS = "SHCD"

TARGETS = [f"T{n}" for n in range(1, 10)] + [f"B{n}" for n in range(1, 6)] + ["F"]
SOURCES = ["W", *TARGETS, *(f"F{suit}" for suit in SUITS)]
WORDS = [
    "D",
    "R",
    *(source + target for source in SOURCES for target in TARGETS),
    *(f"T{a}T{b}x{n}" for a in range(1, 10) for b in range(1, 10) for n in range(2, 15)),
]
"""Every word that might name a move, and many that cannot."""


def fits(card: str, onto: str) -> bool:
    """Is the card one lower than the other, and of the other colour?"""
    lower = RANKS.index(card[0]) + 1 == RANKS.index(onto[0])
    return lower and (card[1] in "HD") != (onto[1] in "HD")


class PlainGame:
    """A game that changes as it is played: every pile is a list of card names, the top one last."""

    def __init__(self, state: State) -> None:
        assert state.ranks == KING
        self.draw, self.locked = state.variant.draw, state.variant.locked
        allowed = state.variant.recycles
        self.recycles_left = math.inf if allowed is None else allowed - state.recycles
        self.columns = [list(map(str, column.cards)) for column in state.columns]
        self.hidden = [column.face_down for column in state.columns]
        self.stock = list(map(str, reversed(state.stock)))
        self.waste = list(map(str, state.waste))
        self.buffers = [str(card) if card else None for card in state.buffers]
        self.up = {
            suit: [rank + suit for rank in RANKS[:top]]
            for suit, top in zip(SUITS, state.foundations, strict=True)
        }

    def shows(self, state: State) -> bool:
        """Is this the same moment of the game as the state?"""
        return vars(self) == vars(PlainGame(state))

    def after(self, word: str) -> PlainGame | None:
        """A game in which the move has been played too; None if the rules forbid it."""
        game = copy.deepcopy(self)
        return game if game._play(word) else None

    def _play(self, word: str) -> bool:
        if all(len(cards) == len(RANKS) for cards in self.up.values()):
            return False
        if word == "D":
            drawn = self.stock[-self.draw :][::-1]
            self.stock = self.stock[: -self.draw]
            self.waste += drawn
            return bool(drawn)
        if word == "R":
            if self.stock or not self.waste or not self.recycles_left:
                return False
            self.recycles_left -= 1
            self.stock, self.waste = self.waste[::-1], []
            return True
        match = re.fullmatch("(W|T.|B.|F[SHCD])(T.|B.|F)(?:x(.+))?", word)
        if not match:
            return False
        source, target, length = match.groups()
        cards = self._take(source, int(length or 1))
        if not cards or source == target or (length and not (source[0] == target[0] == "T")):
            return False
        if source[0] == "F" and target[0] != "T":
            return False
        return self._put(source, target, cards)

    def _take(self, source: str, length: int) -> list[str]:
        """The cards taken off the pile; none if it has not so many that may go."""
        if source == "W":
            return [self.waste.pop()] if self.waste else []
        if source[0] == "F":
            if self.locked or len(source) == 1 or not self.up[source[1]]:
                return []
            return [self.up[source[1]].pop()]
        number = int(source[1]) - 1
        if source[0] == "B":
            if number >= len(self.buffers) or not (card := self.buffers[number]):
                return []
            self.buffers[number] = None
            return [card]
        if number >= len(self.columns) or length > len(self.columns[number]) - self.hidden[number]:
            return []
        run = self.columns[number][-length:]
        del self.columns[number][-length:]
        if self.columns[number] and len(self.columns[number]) == self.hidden[number]:
            self.hidden[number] -= 1
        return run if all(fits(low, high) for high, low in pairwise(run)) else []

    def _put(self, source: str, target: str, cards: list[str]) -> bool:
        """Put the cards there, if they may go."""
        if target == "F":
            pile = self.up[cards[0][1]]
            if RANKS.index(cards[0][0]) != len(pile):
                return False
            pile.append(cards[0])
            return True
        number = int(target[1]) - 1
        if target[0] == "B":
            if source[0] == "B" or number >= len(self.buffers) or self.buffers[number]:
                return False
            self.buffers[number] = cards[0]
            return True
        if number >= len(self.columns):
            return False
        column = self.columns[number]
        if not (fits(cards[0], column[-1]) if column else cards[0][0] == "K"):
            return False
        column.extend(cards)
        return True
