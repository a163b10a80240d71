"""One game of Steps Solitaire played in the terminal, with or without a clock."""

from __future__ import annotations

from steppe_solver.cli.screen import Screen
from steppe_solver.cli.solitaire.board import Style, board_text
from steppe_solver.cli.solitaire.play_advice import Advice
from steppe_solver.cli.solitaire.play_save import Savings
from steppe_solver.cli.solitaire.play_talk import refusal, talk
from steppe_solver.cli.solitaire.play_timer import Timer
from steppe_solver.cli.solitaire.play_words import (
    MOVE_WORDS,
    command_list,
    score_lines,
    scores,
)
from steppe_solver.cli.words import counted
from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import DECK, Game, Move, State
from steppe_solver.solitaire.finish import going_up, plays_itself

COMMANDS = {
    "hint": "a move on the way to a win, found with all cards known",
    "status": "can it still be won? (also lost?)",
    "moves": "the legal moves",
    "score": "both scores and the statistics",
    "board": "the board once more",
    "undo": "take back the last move; undo N, so many",
    "redo": "make it again; redo N, so many",
    "auto": "put up all that can go up, once that cannot cost the win",
    "save": "save FILE: the deal and the moves, to play on later",
    "overwrite": "overwrite FILE: the same where the file exists",
    "quit": "end here",
    "help": "this list",
}


class Session:
    """A game from its first board to its last word; ``limit_struck`` as in `Advice`."""

    def __init__(
        self,
        game: Game,
        screen: Screen,
        advice: Advice,
        style: Style,
        heading: str,
        timer: Timer | None = None,
    ) -> None:
        self._game = game
        self._screen = screen
        self._advice = advice
        self._style = style
        self._heading = heading
        self._timer = timer
        self._undone: list[Move] = []
        self._savings = Savings()
        self._is_stopped = False

    @property
    def limit_struck(self) -> bool:
        """Was an answer of the solver's not known in time?"""
        return self._advice.limit_struck

    def play(self) -> None:
        """Play until the game is won, the time is up or the player leaves.

        Raises KeyboardInterrupt on Ctrl-C.
        """
        self._screen.say(self._heading)
        self._screen.show("")
        self._show_board()
        if self._timer is not None:
            self._timer.begin()
        self._is_stopped = not talk(self, self._screen, COMMANDS)

    def conclude(self) -> None:
        """Say how the game stands at its end."""
        ledger, left = self._game.ledger, self._timer.seconds_left if self._timer else None
        if self._timer is not None:
            for sentence in self._timer.ending(stopped=self._is_stopped):
                self._screen.say(sentence)
        if ledger.won:
            made = counted(len(self._game.moves), "move")
            self._screen.say(f"All {len(DECK)} cards are up: won in {made}.")
            self._screen.show("\n".join(score_lines(ledger, left, self._advice.given)))
        else:
            up = f"{ledger.cards_up} of {len(DECK)} cards up"
            self._screen.say(f"Not won: {up}; {scores(ledger, left)}.")

    def is_over(self) -> bool:
        """Is the game won, or ended by the clock or the opponent?"""
        if self._game.state.is_won:  # the clock stops with the last card
            return True
        if self._timer is None:
            return False
        self._timer.tick()
        return self._timer.is_over

    def prompt(self) -> str:
        """The time, the number of the move and how far the game is."""
        timed = self._timer.prompt() if self._timer else ""
        up = sum(self._game.state.foundations)
        return f"{timed}move {len(self._game.moves) + 1}, {up} up> "

    def obey(self, command: str, rest: str) -> None:
        """Do what the command says."""
        screen, state = self._screen, self._game.state
        match command:
            case "hint":
                screen.say(f"Hint: {self._advice.hint(state)}")
            case "status":
                screen.say(self._advice.status(state))
            case "moves":
                screen.list(map(str, state.legal_moves()))
            case "score":
                left = self._timer.seconds_left if self._timer else None
                lines = score_lines(self._game.ledger, left, self._advice.given)
                screen.show("\n".join(lines))
            case "board":
                self._show_board()
            case "undo":
                self._undo(rest)
            case "redo":
                self._redo(rest)
            case "auto":
                self._auto()
            case "save" | "overwrite":
                overwrite = command == "overwrite"
                screen.say(self._savings.save(self._game, rest, overwrite=overwrite))
            case "help":
                screen.show(command_list(COMMANDS))
                screen.say(MOVE_WORDS)

    def make(self, moves: tuple[Move, ...]) -> None:
        """Play the moves as far as they are legal."""
        made = 0
        for move in moves:
            try:
                self._set(self._game.play(move))
            except IllegalMoveError as error:
                self._screen.say(refusal(error, made, len(moves)))
                break
            made += 1
        if made:
            self._undone.clear()
            self._show_board()
            self._say_if_stuck(self._game.state)

    def _set(self, game: Game) -> None:
        self._game = game
        if self._timer is not None:
            self._timer.note(game)

    def _say_if_stuck(self, state: State) -> None:
        if not (state.is_won or state.legal_moves()):
            self._screen.say("No move is left: the game is lost. undo takes moves back.")

    def _undo(self, rest: str) -> None:
        count = self._count(rest, len(self._game.moves), "There is no move to take back.")
        if count:
            self._undone += reversed(self._game.moves[-count:])
            self._set(self._game.undo(count))
            self._show_board()

    def _redo(self, rest: str) -> None:
        count = self._count(rest, len(self._undone), "There is no move to make again.")
        if count:
            again = [self._undone.pop() for _ in range(count)]
            self._set(self._game.play(*again))
            self._show_board()

    def _count(self, text: str, most: int, if_none: str) -> int:
        """How many moves are meant, 1 where nothing is said; 0, with the reason said, if none."""
        if not most:
            self._screen.say(if_none)
        elif text and not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
            self._screen.say("Say how many moves, such as undo 3.")
        else:
            return min(int(text or 1), most)
        return 0

    def _auto(self) -> None:
        state = self._game.state
        moves = going_up(state)
        if moves:
            self._screen.say(f"Going up: {' '.join(map(str, moves))}.")
            self.make(moves)
        elif plays_itself(state):
            self._screen.say("Nothing can go up before a draw.")
        else:
            self._screen.say(
                "Not yet: auto waits until every card lies face up and none can be missed, so"
                " that it never costs the win."
            )

    def _show_board(self) -> None:
        self._screen.show(f"{board_text(self._game.state, self._style)}\n")
