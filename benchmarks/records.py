"""Records of legal games of the standard game: proofs of the bounds, and games that reach them.

No legal game does better than the proof says: the numbers of tiles that would be needed break the
necessary conditions of `tile_numbers`, which a SAT solver refutes. The games are replayed by the
rules, and `LegalGames` finds them.

    python benchmarks/records.py             # prove the bounds, replay the games of records.sgr
    python benchmarks/records.py --full      # another solver proves them too; find other games
    python benchmarks/records.py --search    # find games, and print them instead of the table

The exit code is 1 if a bound is not proved or a game does not hold its record.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from legal_games import LegalGames
from pysat.solvers import Solver
from tile_numbers import TileNumbers
from unary import Sum, at_most

from steppe_solver import GameRecord, InputError, format_record, parse_records
from steppe_solver.position import Color, Position, Rules
from steppe_solver.tiling.clauses import Clauses

GAMES = Path(__file__).parents[1] / "puzzles" / "records.sgr"
PROVERS = ("glucose4", "cadical153")
FINDER = "cadical153"


@dataclass(frozen=True)
class Goal:
    """Something of a game to be made as large as can be, or (``least``) as small.

    ``measure`` is a formula's expression for it, ``of`` reads it off a game that was played.
    """

    name: str
    measure: Callable[[TileNumbers], Sum]
    of: Callable[[GameRecord], int]
    least: bool = False

    def reaches(self, clauses: Clauses, numbers: TileNumbers, value: int) -> None:
        """Demand of the games meant by the numbers that they reach the value or better it."""
        measure, wanted = self.measure(numbers), Sum(value)
        at_most(clauses, *((measure, wanted) if self.least else (wanted, measure)))

    def beyond(self, value: int) -> int:
        """The next better value."""
        return value - 1 if self.least else value + 1


def _points(color: Color, least: bool = False) -> Goal:
    name = f"{'fewest' if least else 'most'} points, {color.name.capitalize()}"
    return Goal(name, lambda n: n.points(color), lambda g: g.final.score[color.index], least)


def _margin(color: Color) -> Goal:
    sign = 1 if color is Color.RED else -1
    return Goal(
        f"largest margin, {color.name.capitalize()}",
        lambda n: n.points(color) - n.points(color.opponent),
        lambda g: sign * g.final.margin,
    )


def _total(least: bool) -> Goal:
    return Goal(
        f"{'fewest' if least else 'most'} points, both together",
        lambda n: n.points(Color.RED) + n.points(Color.BLUE),
        lambda g: sum(g.final.score),
        least,
    )


def _length(least: bool) -> Goal:
    name = f"{'shortest' if least else 'longest'} game, moves"
    return Goal(name, lambda n: n.plies(), lambda g: len(g.moves), least)


GOALS = (
    _points(Color.RED),
    _points(Color.BLUE),
    _points(Color.RED, least=True),
    _points(Color.BLUE, least=True),
    _margin(Color.RED),
    _margin(Color.BLUE),
    _total(least=False),
    _total(least=True),
    _length(least=False),
    _length(least=True),
)

RECORDS = dict(
    zip((goal.name for goal in GOALS), (183, 183, 16, 14, 158, 158, 338, 36, 52, 35), strict=True)
)
"""What is claimed of the standard game."""


def oracle(clauses: Clauses, solver: str = FINDER) -> Solver:
    """A solver that has been told the clauses; use it as a context, which frees it."""
    return Solver(solver, bootstrap_with=clauses.plain())


def is_refuted(rules: Rules, goal: Goal, value: int, solver: str = PROVERS[0]) -> bool:
    """Do numbers of tiles alone show that no legal game reaches this value?"""
    clauses = Clauses()
    goal.reaches(clauses, TileNumbers(rules, clauses), value)
    with oracle(clauses, solver) as sat:
        return not sat.solve()


def game_with(rules: Rules, goal: Goal, value: int) -> GameRecord | None:
    """A legal game that reaches this value; None if there is none."""
    games = LegalGames(rules)
    goal.reaches(games.clauses, games.numbers, value)
    with oracle(games.clauses) as sat:
        if not sat.solve():
            return None
        moves = games.game(sat.get_model())
    bare = GameRecord((), Position.start(rules), moves)
    headers = ("Event", goal.name), ("Result", "{}-{}".format(*bare.final.score))
    return GameRecord(headers, bare.start, moves)


def fault_of(game: GameRecord | None, rules: Rules, goal: Goal, value: int) -> str | None:
    """Why the game does not hold the record; None if it does."""
    if game is None:
        return "no game"
    if game.start != Position.start(rules) or not game.final.is_over:
        return "the game does not run from the start to the end"
    if goal.of(game) != value:
        return f"the game has {goal.of(game)}"
    return None


def stored_games(text: str) -> dict[str, GameRecord]:
    """The games of a file by their names; raises InputError for one that cannot be replayed."""
    games = {}
    for game in parse_records(text):
        if not isinstance(game, GameRecord):
            raise game
        games[game.name or ""] = game
    return games


def table(games: Mapping[str, GameRecord], provers: Sequence[str]) -> int:
    """Print a line a record; how many of them do not hold."""
    rules, wrong = Rules(), 0
    print("| record | value | game | moves | proof, s |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for goal in GOALS:
        value, game = RECORDS[goal.name], games.get(goal.name)
        start = time.process_time()
        faults = [
            f"{solver} does not refute {goal.beyond(value)}"
            for solver in provers
            if not is_refuted(rules, goal, goal.beyond(value), solver)
        ]
        seconds = time.process_time() - start
        fault = fault_of(game, rules, goal, value)
        faults += [fault] if fault else []
        score = "{}-{}".format(*game.final.score) if game else ""
        moves = len(game.moves) if game else ""
        print(f"| {goal.name} | {value} | {score} | {moves} | {seconds:.1f} |", flush=True)
        for complaint in faults:
            print(f"WRONG: {goal.name}: {complaint}", flush=True)
        wrong += bool(faults)
    return wrong


def main() -> None:
    """Print the table, or the games that the search finds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--full", action="store_true", help="two solvers, and games found anew")
    what.add_argument("--search", action="store_true", help="find games and print them only")
    options = parser.parse_args()
    if options.full or options.search:
        found = {goal.name: game_with(Rules(), goal, RECORDS[goal.name]) for goal in GOALS}
        games = {name: game for name, game in found.items() if game}
    else:
        try:
            games = stored_games(GAMES.read_text(encoding="utf-8"))
        except InputError as error:
            sys.exit(f"WRONG: {GAMES.name}: {error}")
    if options.search:
        print("\n".join(map(format_record, games.values())), end="")
    elif table(games, PROVERS if options.full else PROVERS[:1]):
        sys.exit(1)


if __name__ == "__main__":
    main()
