"""Ways to run `steppe solitaire play` in tests."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

import click
from click.testing import CliRunner, Result
from known import rows

from steppe_solver.cli import main
from steppe_solver.cli.solitaire.play_run import run
from steppe_solver.cli.solitaire.play_wishes import Wishes
from steppe_solver.solitaire import Game, Move, State, deal_from_seed, parse_move
from steppe_solver.solitaire.advice import Adviser

PROGRAM = [sys.executable, "-P", "-m", "steppe_solver", "solitaire"]
"""The installed package, even where Python is started in a checkout."""

CERTIFICATE = next(row for row in rows("solitaire/certificates") if row["variant"] == "c4d1L-inf")
"""A deal and moves that win it in the standard game."""

SEED = next(
    int(row["seed"]) for row in rows("solitaire/deals") if row["deal_id"] == CERTIFICATE["deal_id"]
)
"""The seed of that deal."""

MOVES: list[str] = CERTIFICATE["moves"]

GAME = Game(deal_from_seed(SEED))
"""The game before those moves."""

UPS = [number for number, word in enumerate(MOVES) if word.endswith("F")]
"""Which of the moves put a card up."""

PROMPT = re.compile(r"^.*> ", re.MULTILINE)


class Line:
    """An adviser that has one answer to everything; it counts the questions."""

    def __init__(self, verdict: bool | None, line: list[str] | None = None) -> None:
        self._verdict = verdict
        self._line = line
        self.asked = 0

    def winnable(self, state: State, *, seconds: float) -> bool | None:
        """The one verdict that it has."""
        self.asked += 1
        return self._verdict

    def line(self, state: State, *, seconds: float) -> tuple[Move, ...] | None:
        """The one line that it has."""
        self.asked += 1
        return None if self._line is None else tuple(map(parse_move, self._line))


def play(*options: object, typed: Iterable[object] = ()) -> Result:
    """A run in this process in which these lines are typed."""
    text = "".join(f"{line}\n" for line in typed)
    arguments = ["solitaire", "play", *map(str, options)]
    result = CliRunner().invoke(main, arguments, input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def play_with(
    wishes: Wishes,
    typed: Iterable[object],
    adviser: Adviser | None = None,
    clock: Callable[[], float] | None = None,
) -> Result:
    """The same with an adviser, and a clock that is looked at; `Result.return_value` is the code.

    Without one, every look at the clock takes a second.
    """
    seconds = count(100.0)
    watch = clock or (lambda: next(seconds))
    text = "".join(f"{line}\n" for line in typed)
    wrapped = click.command()(lambda: run(wishes, adviser, watch))
    result = CliRunner().invoke(wrapped, [], input=text, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def prose(result: Result) -> str:
    """All that was shown, with lines joined: where they are broken does not matter."""
    return " ".join(result.stdout.split())


def script(*arguments: object) -> str:
    """A shell command for a run in a process of its own."""
    return shlex.join(["exec", *PROGRAM, *map(str, arguments)])


def apart(*arguments: object) -> list[str]:
    """The same as a list of words."""
    return [*PROGRAM, *map(str, arguments)]


def deal_file(directory: Path, *lines: str, name: str = "some.json") -> Path:
    """A file with these lines."""
    path = directory / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def answers(stdout: str) -> list[str]:
    """What was shown after each prompt, from the first typed line on."""
    return PROMPT.split(stdout)[1:]
