"""Duel once more, with lists and strings and no thought of speed, to test its rules."""

from __future__ import annotations

import copy

from plain_solitaire import RANKS, SUITS, PlainGame

from steppe_solver.solitaire.duel import Duel


class PlainDuel(PlainGame):
    """A duel that changes as it is played, with the points of both players."""

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel.board)
        self.more_up = {
            suit: [rank + suit for rank in RANKS[:top]]
            for suit, top in zip(SUITS, duel.higher, strict=True)
        }
        self.points = [0, 0]
        self.mover = 0
        self.left_buffer: dict[str, int] = {}
        self.been = {self.position()}

    def position(self) -> str:
        """All that may not come again."""
        up = [sorted([len(self.up[suit]), len(self.more_up[suit])]) for suit in SUITS]
        held = sorted(card for card in self.buffers if card)
        table = (self.columns, self.hidden, self.stock, self.waste, held, up)
        return repr((table, self.recycles_left, self.mover))

    def shows(self, duel: Duel) -> bool:  # type: ignore[override]  # a duel in place of a state
        """Is this the same moment as that of the duel?"""
        other = PlainDuel(duel)
        other.mover = duel.mover
        return other.position() == self.position() and self.points == list(duel.scores)

    def after(self, word: str) -> PlainDuel | None:
        """A duel in which the turn has been made too; None if the rules forbid it."""
        game = copy.deepcopy(self)
        hidden, waste = sum(game.hidden), len(game.waste)
        slots = dict(zip("1234", game.buffers, strict=True))
        held = slots.get(word[1]) if word[0] == "B" else None
        if not game._play(word):
            return None
        brought = 5 * (hidden - sum(game.hidden))
        if word == "R":
            brought -= 20
        elif word[0] == "B":
            assert held is not None
            game.left_buffer[held] = game.left_buffer.get(held, 0) + 1
            brought += 5 if game.left_buffer[held] <= 2 else 0
        elif word[0] == "W":
            assert waste == len(game.waste) + 1
            brought += {"F": 10, "T": 5, "B": 0}[word[1]]
        elif word != "D":
            brought += {"F": 10, "T": 0, "B": -2}[word[2]]
        game.points[game.mover] += brought
        game.mover = 1 - game.mover
        if game.position() in game.been:
            return None
        game.been.add(game.position())
        return game

    def _put(self, source: str, target: str, cards: list[str]) -> bool:
        if target != "F":
            return super()._put(source, target, cards)
        for up in (self.up, self.more_up):
            pile = up[cards[0][1]]
            if RANKS.index(cards[0][0]) == len(pile):
                pile.append(cards[0])
                return True
        return False
