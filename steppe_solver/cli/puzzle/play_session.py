"""One puzzle played in the terminal: commands, moves, refutations, hints."""

from __future__ import annotations

import enum
import shutil

from steppe_solver.cli.output import is_ascii_only, takes_colour
from steppe_solver.cli.puzzle.play_points import FULL, HINTS, SCHEME, PuzzlePoints
from steppe_solver.cli.puzzle.play_solution import solution, tries
from steppe_solver.cli.puzzle.play_thinking import Thinking
from steppe_solver.cli.screen import Screen
from steppe_solver.cli.words import counted, score
from steppe_solver.errors import IllegalMoveError, ParseError, UnsupportedError
from steppe_solver.notation import parse_move
from steppe_solver.position import Move, Tile
from steppe_solver.puzzle.game import Game, Verdict
from steppe_solver.puzzle.model import Kind
from steppe_solver.puzzle.task import Situation
from steppe_solver.puzzle.words import (
    difference_in_words,
    moves_in_words,
    refutation_in_words,
    task_in_words,
)
from steppe_solver.stopping import StoppedError

_COMMANDS = {
    "hint": "a hint: first the kind of tile, then its column or row, then the move",
    "moves": "the legal moves",
    "board": "the board and the task once more",
    "undo": "take back your last move; no points come back",
    "solution": "the solution and what refutes the tries; the puzzle brings nothing",
    "skip": "leave the puzzle unsolved",
    "quit": "end here, with the score",
    "help": "this list",
}
_OTHER_NAMES = {"?": "help", "exit": "quit"}

_TILES = {
    Tile.ONE: "a one",
    Tile.FIVE: "a five",
    Tile.TEN: "a ten",
    Tile.NEUTRAL: "a neutral tile",
}


class Ending(enum.Enum):
    """How a puzzle ended."""

    SOLVED = enum.auto()
    UNSOLVED = enum.auto()
    QUIT = enum.auto()


class Session:
    """A puzzle being played, from its diagram to its ending.

    ``limit_struck`` says whether a move could not be judged for want of time.
    """

    def __init__(
        self,
        game: Game,
        screen: Screen,
        points: PuzzlePoints,
        thinking: Thinking,
        heading: str,
    ) -> None:
        self._game = game
        self._screen = screen
        self._points = points
        self._thinking = thinking
        self._heading = heading
        self._hints: dict[Situation, int] = {}
        self._failed: set[tuple[Situation, Move]] = set()
        self.limit_struck = False

    def run(self) -> Ending:
        """Play the puzzle; how it ended. Raises KeyboardInterrupt on Ctrl-C."""
        self._show_board()
        while not self._game.is_finished:
            text = self._screen.ask(self._prompt())
            if text is None:
                return Ending.QUIT
            word = text.lower()
            word = _OTHER_NAMES.get(word, word)
            if word == "quit":
                return Ending.QUIT
            if word == "skip":
                return Ending.UNSOLVED
            if word == "solution":
                self._show_solution()
                return Ending.UNSOLVED
            if word in _COMMANDS:
                self._obey(word)
            elif text:
                self._enter(text)
        return Ending.SOLVED

    def _obey(self, command: str) -> None:
        match command:
            case "hint":
                self._hint()
            case "moves":
                legal = self._game.situation.position.legal_moves()
                self._screen.list(sorted(str(move) for move in legal))
            case "board":
                self._show_board()
            case "undo":
                self._undo()
            case "help":
                self._screen.show(
                    "\n".join(f"  {name:9} {what}" for name, what in _COMMANDS.items())
                )
                self._screen.say(f"Anything else is a move, such as 1a1, 5a1-b1 or Nc3. {SCHEME}")

    def _prompt(self) -> str:
        situation, puzzle = self._game.situation, self._game.puzzle
        assert situation.position.mover is not None
        mover = situation.position.rules.edition.name_of(situation.position.mover)
        thing = "tile" if puzzle.kind in (Kind.HELP, Kind.PACK) else "move"
        # For save, n counts the attacker's moves.
        of = f" of {puzzle.n}" if puzzle.n and puzzle.kind is not Kind.SAVE else ""
        return f"{mover}, {thing} {self._game.own_moves + 1}{of}> "

    def _enter(self, text: str) -> None:
        """Take what was typed as a move."""
        game, screen = self._game, self._screen
        before = game.situation
        try:
            move = parse_move(text, before.position)
            with self._thinking:
                verdict = game.verdict(move)
                replies = game.play(move) if verdict.is_right else ()
        except ParseError as error:
            reasons = "; ".join(fault.message for fault in error.faults)
            screen.say(f"{reasons[:1].upper()}{reasons[1:]}. (help lists the commands.)")
        except IllegalMoveError as error:
            screen.say(f"That cannot be played: {error}.")
        except StoppedError:
            self.limit_struck = True
            screen.say(f"{move} could not be judged in time, and is not played.")
        except UnsupportedError as error:
            screen.say(f"{move} cannot be judged, and is not played: {error}.")
        else:
            if verdict.is_right:
                self._accept(verdict, before, replies)
            else:
                self._refuse(verdict)

    def _accept(self, verdict: Verdict, before: Situation, replies: tuple[Move, ...]) -> None:
        after = self._game.situation
        edition = before.position.rules.edition
        sentences = [f"{verdict.move} is right."]
        if verdict.is_dual:
            sentences.append("It is not the only move that is.")
        solver, other = map(edition.name_of, (before.solver, before.solver.opponent))
        if replies:
            sentences.append(f"{other} replies {moves_in_words(replies)}.")
        elif not self._game.is_finished and before.kind not in (Kind.HELP, Kind.PACK):
            level = after.position.level
            skipped = f"{other} is skipped: {solver} moves again."
            opened = f"Level {level} begins, and {solver} moves first."
            sentences.append(skipped if level == before.position.level else opened)
        self._screen.say(" ".join(sentences))
        if not self._game.is_finished:
            self._screen.show("")
            self._show_diagram()
        elif after.position.is_over:
            self._screen.say(f"The game is over: {score(after.position)}.")

    def _refuse(self, verdict: Verdict) -> None:
        situation = self._game.situation
        reason = refutation_in_words(situation, verdict.move, verdict.refutation, verdict.result)
        short = difference_in_words(situation.kind, verdict.result, verdict.best)
        if (situation, verdict.move) in self._failed:
            cost = ""
        else:
            self._failed.add((situation, verdict.move))
            cost = f" ({self._cost(self._points.miss())})"
        self._screen.say(f"{verdict.move} fails: {' '.join(filter(None, [reason, short]))}.{cost}")

    def _cost(self, taken: int) -> str:
        if not taken:
            return "there are no points left to lose"
        return f"-{counted(taken, 'point')}, {self._points.left} of {FULL} left"

    def _hint(self) -> None:
        """Tell a little more of a right move; once it is given away, again for nothing."""
        situation, move = self._game.situation, self._game.answer()
        given = self._hints.get(situation, 0)
        self._hints[situation] = given + 1
        cells = sorted({cell.column for cell in move.cells})
        if given == 0:
            hint = f"The move lays {_TILES[move.tile]}."
        elif given == 1 and len(cells) == 1:
            hint = f"It lies in column {str(move.cells[0])[0]}."
        elif given == 1:
            hint = f"It lies in row {move.cells[0].row + 1}."
        else:
            hint = f"The move is {move}."
        cost = f" ({self._cost(self._points.hint(given))})" if given < len(HINTS) else ""
        self._screen.say(f"{hint}{cost}")

    def _undo(self) -> None:
        if not self._game.take_back():
            self._screen.say("There is no move to take back.")
            return
        self._show_diagram()

    def _show_board(self) -> None:
        self._screen.show(f"{self._heading}\n")
        self._show_diagram()
        self._screen.say(f"{task_in_words(self._game.puzzle)}.")

    def _show_diagram(self) -> None:
        from steppe_solver.render import to_text  # all commands load this module, this one draws

        picture = to_text(
            self._game.situation.position,
            color=takes_colour("auto"),
            ascii_only=is_ascii_only("\N{BOX DRAWINGS LIGHT HORIZONTAL}"),
            width=shutil.get_terminal_size((80, 24)).columns,
        )
        self._screen.show(f"{picture}\n")

    def _show_solution(self) -> None:
        puzzle = self._game.puzzle
        for sentence in (*solution(puzzle), *tries(puzzle)):
            self._screen.say(sentence)
