"""A run of `steppe puzzle play`: the file read, the puzzles played, the score."""

from __future__ import annotations

import random

import click

from steppe_solver.cli.output import Answers
from steppe_solver.cli.puzzle.inputs import read_puzzle_inputs
from steppe_solver.cli.puzzle.play_match import Match, Numbered, Wishes
from steppe_solver.cli.puzzle.play_thinking import Thinking
from steppe_solver.cli.screen import Screen, keyboard, played
from steppe_solver.cli.words import counted
from steppe_solver.errors import Fault, InputError
from steppe_solver.puzzle.playable import find_obstacle


def run(file: str, wishes: Wishes, *, first: int, order: int | None, limit: float) -> int:
    """The exit code, after the puzzles of the file have been played from the ``first`` on.

    ``order`` is the seed of another order than the file's; ``limit`` are seconds for a question.
    """
    answers = Answers("text", quiet=False)
    puzzles, count = _read_all(file, answers)
    if first > count:
        raise click.UsageError(f"--from {first}: {file} holds {counted(count, 'puzzle')}.")
    chosen = [found for found in puzzles if found.number >= first]
    if order is not None:
        random.Random(order).shuffle(chosen)
    if not chosen:  # those that there are were refused
        return answers.tally.code
    with keyboard(file) as typed:
        match = Match(Screen(answers, typed), Thinking(limit), answers.tally, wishes)
        played(answers, lambda: match.play(chosen, count))
        answers.give(f"Score: {match.score}.")
    return answers.tally.code


def _read_all(file: str, answers: Answers) -> tuple[list[Numbered], int]:
    """The puzzles of the file that can be played, and how many there are with the bad ones.

    What cannot be read or played is reported at once, and counts as bad input.
    """
    found, count = [], 0
    for source in read_puzzle_inputs([file]):
        count += 1
        puzzle = source.entry.puzzle
        obstacle = puzzle and find_obstacle(puzzle)
        if puzzle is None:
            answers.refuse(source.as_input)
        elif obstacle:
            fault = Fault("file", f"{source.entry.line}:1", f"cannot be played: {obstacle}")
            answers.refuse(source.as_input, InputError([fault]))
        else:
            found.append(Numbered(count, puzzle))
    return found, count
