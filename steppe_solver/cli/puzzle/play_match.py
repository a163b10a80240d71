"""Puzzles played one after another, with one score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steppe_solver.cli.puzzle.play_points import FULL, PuzzlePoints, Score
from steppe_solver.cli.puzzle.play_session import Ending, Session
from steppe_solver.cli.puzzle.play_solution import facts
from steppe_solver.cli.puzzle.play_thinking import Thinking
from steppe_solver.cli.screen import Screen
from steppe_solver.cli.tally import Tally
from steppe_solver.cli.words import counted
from steppe_solver.puzzle.game import Game
from steppe_solver.puzzle.model import Puzzle
from steppe_solver.puzzle.words import line_in_words, solved_in_words
from steppe_solver.render.scene import printable


@dataclass(frozen=True, slots=True)
class Numbered:
    """A puzzle and its number in the file, bad ones counted too."""

    number: int
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the player wants to play: only to the key, with ratings beforehand?"""

    key_only: bool
    shows_rating: bool


class Match:
    """Puzzles played one after another; ``score`` is that of the puzzles that have ended."""

    def __init__(self, screen: Screen, thinking: Thinking, tally: Tally, wishes: Wishes) -> None:
        self.score = Score()
        self._screen = screen
        self._thinking = thinking
        self._tally = tally
        self._wishes = wishes

    def play(self, puzzles: Sequence[Numbered], count: int) -> None:
        """Play them until there are no more, or the player has had enough.

        ``count`` is the number of puzzles in the file. Raises KeyboardInterrupt on Ctrl-C.
        """
        for place, found in enumerate(puzzles):
            if place and not self._goes_on():
                return
            if self._play_one(found, count) is Ending.QUIT:
                return

    def _goes_on(self) -> bool:
        """Wait before the next diagram drives the last words off the screen."""
        if not self._screen.is_watched:
            self._screen.show("")
            return True
        text = self._screen.ask("Enter for the next puzzle, quit to end here> ")
        return text is not None and text.lower() not in ("quit", "exit")

    def _play_one(self, found: Numbered, count: int) -> Ending:
        puzzle, points = found.puzzle, PuzzlePoints()
        game = Game(puzzle, self._thinking.judge, key_only=self._wishes.key_only)
        heading = f"Puzzle {found.number} of {count}"
        if puzzle.name:
            heading += f": {printable(puzzle.name)}"
        if self._wishes.shows_rating:
            heading += f" (rating {puzzle.rating})"
        session = Session(game, self._screen, points, self._thinking, heading)
        ending = session.run()
        self._tally.limit_struck |= session.limit_struck
        if ending is not Ending.QUIT:
            self._settle(game, points, ending)
        elif points.left < FULL:
            self.score.add(points, is_solved=False)
        return ending

    def _settle(self, game: Game, points: PuzzlePoints, ending: Ending) -> None:
        """Count the puzzle, and tell what it was about now that nothing is given away."""
        puzzle = game.puzzle
        is_solved = ending is Ending.SOLVED and game.is_solved
        brought = counted(self.score.add(points, is_solved=is_solved), "point")
        if is_solved:
            done = "that is the key" if self._wishes.key_only else solved_in_words(puzzle)
            self._screen.say(f"Solved: {done}. {brought}. {facts(puzzle)}")
            if game.rest:
                line = line_in_words(game.situation.position, game.rest)
                self._screen.say(f"The best line goes on: {line}.")
        elif ending is Ending.SOLVED:
            self._tally.came_out_false = True
            self._screen.say("No move was wrong, but the task is not done: the puzzle is cooked.")
        else:
            self._screen.say(f"Not solved: {brought}.")
