"""The talk at the prompt that all games of `steppe solitaire play` share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from steppe_solver.cli.screen import Screen
from steppe_solver.cli.solitaire.play_typed import understood
from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import Move


class Talker(Protocol):
    """A game that is being played: what the talk asks it and tells it."""

    def is_over(self) -> bool:
        """Has the game ended by now?"""

    def prompt(self) -> str:
        """What stands before a typed line."""

    def make(self, moves: tuple[Move, ...]) -> None:
        """Play the moves, as far as they can be."""

    def obey(self, command: str, rest: str) -> None:
        """Do what the command says; ``rest`` is what was typed behind it."""


def talk(game: Talker, screen: Screen, commands: Mapping[str, str]) -> bool:
    """Did the game end by itself? If not, the player has left it.

    ``commands`` are those that `Talker.obey` knows, and quit. Raises KeyboardInterrupt on Ctrl-C.
    """
    while not game.is_over():
        text = screen.ask(game.prompt())
        if game.is_over():  # a clock does not wait
            screen.say("That came too late.")
        elif text is None:
            return False
        elif text:
            typed = understood(text, commands)
            if typed.command == "quit":
                return False
            if typed.complaint:
                screen.say(typed.complaint)
            elif typed.command is None:
                game.make(typed.moves)
            else:
                game.obey(typed.command, typed.rest)
    return True


def refusal(error: IllegalMoveError, made: int, count: int) -> str:
    """A sentence on why the next of so many moves cannot be played, and how many were."""
    so_far = f" {made} of {count} moves were made." if count > 1 else ""
    return f"That cannot be played: {error}.{so_far}"
