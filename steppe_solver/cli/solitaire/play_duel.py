"""A duel played in the terminal against the computer."""

from __future__ import annotations

from collections.abc import Callable

from steppe_solver.cli.screen import Screen
from steppe_solver.cli.solitaire.board import Style, duel_text
from steppe_solver.cli.solitaire.play_talk import refusal, talk
from steppe_solver.cli.solitaire.play_words import MOVE_WORDS, command_list
from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import DECK, Move
from steppe_solver.solitaire.duel import DECKS, Duel

Choose = Callable[[Duel], Move | None]
"""The move of a player for a position, or None for the pass."""

COMMANDS = {
    "pass": "make no move; only where no move scores",
    "hint": "what the computer would do in your place",
    "moves": "the legal moves, with what they bring",
    "score": "both scores",
    "board": "the board once more",
    "undo": "take back your last turn and the answer to it",
    "quit": "end here",
    "help": "this list",
}

_RULES = (
    "You and the computer move in turn on one board; what a move brings by the table of the action"
    " score goes to who makes it. You may pass only where no move scores. Two passes in a row end"
    " the duel; no position may come again with the same player to move. The computer knows all"
    " cards, those that lie face down too, and hint tells what it would do."
)


class DuelSession:
    """A duel from its first board to its last word; ``you`` is the player's number."""

    def __init__(
        self,
        duel: Duel,
        screen: Screen,
        choose: Choose,
        style: Style,
        heading: str,
        you: int = 0,
    ) -> None:
        self._duel = duel
        self._screen = screen
        self._choose = choose
        self._style = style
        self._heading = heading
        self._you = you
        self._before: list[Duel] = []

    def play(self) -> None:
        """Play until the duel is over or the player leaves. Raises KeyboardInterrupt on Ctrl-C."""
        self._screen.say(self._heading)
        self._screen.show("")
        self._answer()
        self._show_board()
        talk(self, self._screen, COMMANDS)

    def conclude(self) -> None:
        """Say how the duel stands at its end."""
        duel, leader = self._duel, self._duel.leader
        standing = f"{self._standing()}, {duel.cards_up} of {DECKS * len(DECK)} cards up"
        if not duel.is_over:
            self._screen.say(f"Not finished: {standing}.")
        elif leader is None:
            self._screen.say(f"A draw: {standing}.")
        else:
            who = "You win" if leader == self._you else "The computer wins"
            self._screen.say(f"{who}: {standing}.")

    def _standing(self) -> str:
        scores = self._duel.scores
        return f"you {scores[self._you]}, the computer {scores[1 - self._you]}"

    def is_over(self) -> bool:
        """Are all cards up, or have both passed?"""
        return self._duel.is_over

    def prompt(self) -> str:
        """Both scores."""
        scores = self._duel.scores
        return f"you {scores[self._you]} : {scores[1 - self._you]}> "

    def obey(self, command: str, rest: str) -> None:
        """Do what the command says."""
        screen, duel = self._screen, self._duel
        match command:
            case "pass":
                self.make((None,))
            case "hint":
                move = self._choose(duel)
                screen.say(f"Hint: {'pass' if move is None else self._told(duel, move)}.")
            case "moves":
                moves = duel.legal_moves()
                listed = [self._told(duel, move).replace(" ", "") for move in moves]
                screen.list([*listed, *(["pass"] if duel.may_pass else [])])
            case "score":
                screen.say(f"{self._standing()[0].upper()}{self._standing()[1:]}.")
            case "board":
                self._show_board()
            case "undo":
                self._undo()
            case "help":
                screen.show(command_list(COMMANDS))
                screen.say(_RULES)
                screen.say(MOVE_WORDS)

    def make(self, moves: tuple[Move | None, ...]) -> None:
        """Make these turns as far as they are legal, the computer answering each; None: a pass."""
        made = 0
        for move in moves:
            before = self._duel
            try:
                after = before.pass_turn() if move is None else before.play(move)
            except IllegalMoveError as error:
                self._screen.say(refusal(error, made, len(moves)))
                break
            made += 1
            self._before.append(before)
            self._say_turn("You", before, move)
            self._duel = after
            self._answer()
        if made:
            self._show_board()

    def _answer(self) -> None:
        """Let the computer move, if it is its turn."""
        duel = self._duel
        if not duel.is_over and duel.mover != self._you:
            move = self._choose(duel)
            self._say_turn("The computer", duel, move)
            self._duel = duel.pass_turn() if move is None else duel.play(move)

    def _say_turn(self, who: str, duel: Duel, move: Move | None) -> None:
        self._screen.say(f"{who}: {'pass' if move is None else self._told(duel, move)}.")

    def _told(self, duel: Duel, move: Move) -> str:
        """The move, and what it brings where that is not nothing."""
        brings = duel.points(move)
        return f"{move} ({brings:+d})" if brings else str(move)

    def _undo(self) -> None:
        if not self._before:
            self._screen.say("There is no turn to take back.")
            return
        self._duel = self._before.pop()
        self._show_board()

    def _show_board(self) -> None:
        self._screen.show(f"{duel_text(self._duel, self._style)}\n")
