"""Record totals: the games hold them, and the method that proves them agrees with enumeration."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from variants import random_game, random_rules, self_play

from steppe_solver import GameRecord
from steppe_solver.position import PLAYERS, Cell, Color, Move, Position, Reserve, Rules, Tile
from steppe_solver.tiling.clauses import Clauses

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))  # scripts, not a package
unary: Any = importlib.import_module("unary")
tile_numbers: Any = importlib.import_module("tile_numbers")
legal_games: Any = importlib.import_module("legal_games")
records: Any = importlib.import_module("records")

Outcome = tuple[int, int, int]
"""Points of both players and the number of moves."""

LONG_PROOFS = ("most points, both together", "shortest game, moves")

SMALL = (
    (2, 2, 2, Reserve(3, 1, 0, 1), ()),
    (3, 2, 2, Reserve(1, 2, 1, 0), ()),
    (3, 2, 2, Reserve(2, 1, 1, 0), ("b1",)),
    (4, 1, 2, Reserve(2, 2, 1, 1), ()),
    (5, 1, 3, Reserve(2, 1, 1, 0), ()),
    (3, 1, 3, Reserve(2, 1, 1, 1), ("b1",)),
    (2, 2, 3, Reserve(2, 2, 0, 1), ("a1",)),
    (3, 3, 2, Reserve(1, 1, 2, 0), ("b2",)),
    (3, 3, 2, Reserve(1, 2, 2, 0), ("a1", "b2")),
)
"""Width, height, levels, reserve and start of games that can be played out in every way."""


def small_rules(width: int, height: int, levels: int, reserve: Reserve, start: Any) -> Rules:
    """The rules of such a game."""
    cells = frozenset(Cell(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in start)
    return Rules(width, height, levels, reserve, cells)


def outcomes(position: Position, known: dict[Any, frozenset[Outcome]]) -> frozenset[Outcome]:
    """What every legal game from here adds: all are played, equal positions only once."""
    if position.is_over:
        return frozenset({(0, 0, 0)})
    key = position.levels[-2:], position.level, position.mover, position.reserves
    if key not in known:
        found = set()
        for move in position.legal_moves():
            then = position.play(move)
            red, blue = (new - old for new, old in zip(then.score, position.score, strict=True))
            found |= {(red + r, blue + b, 1 + n) for r, b, n in outcomes(then, known)}
        known[key] = frozenset(found)
    return known[key]


def outcome_of(start: Position, moves: tuple[Move, ...]) -> Outcome:
    """The outcome of a game, which must be legal and complete."""
    final = GameRecord((), start, moves).final
    assert final.is_over
    return (*final.score, len(moves))


def modelled(rules: Rules) -> Iterator[Outcome]:
    """The outcomes of the models of `LegalGames`, each once, by replay."""
    games = legal_games.LegalGames(rules)
    clauses, numbers = games.clauses, games.numbers
    sums = [numbers.points(Color.RED), numbers.points(Color.BLUE), numbers.plies()]
    totals = [
        unary.count(clauses, [x for factor, n in s.terms for x in n for _ in range(factor)], 999)
        for s in sums
    ]
    with records.oracle(clauses) as oracle:
        while oracle.solve():
            found = outcome_of(Position.start(rules), games.game(oracle.get_model()))
            yield found
            block = []
            for value, total in zip(found, totals, strict=True):
                block += [-literal for literal in total[:value][-1:]] + list(total[value:][:1])
            oracle.add_clause(block)


@pytest.mark.parametrize("goal", records.GOALS, ids=lambda goal: goal.name)
def test_a_stored_game_holds_each_record(goal: Any) -> None:
    """The game of that name runs from the start to the end and has the total claimed."""
    games = records.stored_games(records.GAMES.read_text(encoding="utf-8"))
    assert len(games) == len(records.GOALS)
    value = records.RECORDS[goal.name]
    assert records.fault_of(games[goal.name], Rules(), goal, value) is None
    assert records.fault_of(games[goal.name], Rules(), goal, goal.beyond(value)) is not None


@pytest.mark.parametrize(
    "goal",
    [
        pytest.param(goal, id=goal.name, marks=[pytest.mark.slow] * (goal.name in LONG_PROOFS))
        for goal in records.GOALS
    ],
)
def test_no_game_goes_beyond(goal: Any) -> None:
    """The next better value is refuted."""
    assert records.is_refuted(Rules(), goal, goal.beyond(records.RECORDS[goal.name]))


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_the_formula_has_just_the_outcomes_of_all_games(case: Any) -> None:
    """Every model is a legal game, and every outcome of a legal game has a model."""
    rules = small_rules(*case)
    assert set(modelled(rules)) == outcomes(Position.start(rules), {})


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_small_records_are_those_of_all_games(case: Any) -> None:
    """The best value of all games has a game, the next better one none; numbers refute neither."""
    rules = small_rules(*case)
    everything = outcomes(Position.start(rules), {})
    measures = [
        *(lambda o: o[0], lambda o: o[1]) * 2,
        *(lambda o: o[0] - o[1], lambda o: o[1] - o[0]),
        *(lambda o: o[0] + o[1],) * 2,
        *(lambda o: o[2],) * 2,
    ]
    for goal, measure in zip(records.GOALS, measures, strict=True):
        best = (min if goal.least else max)(map(measure, everything))
        game = records.game_with(rules, goal, best)
        assert records.fault_of(game, rules, goal, best) is None
        assert records.game_with(rules, goal, goal.beyond(best)) is None
        assert not records.is_refuted(rules, goal, best)


@pytest.mark.slow
def test_random_small_rules() -> None:
    """The same outcomes on boards of at most six cells with reserves of every shape."""
    rng, compared = Random(5), 0
    while compared < 100:
        rules = random_rules(rng, cells=6, side=6, levels=3)
        start = Position.start(rules)
        if start.level > 1 or start.is_over or sum(rules.reserve) > 6:
            continue
        assert set(modelled(rules)) == outcomes(start, {}), rules
        compared += 1


Step = tuple[int, Color, Move, bool]
"""A level, who moved, the move, and whether that tile is late."""


def steps_of(game: list[Position]) -> list[Step]:
    """The moves of a game, late from the first forced skip of a level on."""
    steps: list[Step] = []
    turn: Color | None = Color.RED
    for before, after in pairwise(game):
        mover, level = before.mover, before.level
        assert mover is not None
        move = next(move for move in before.legal_moves() if before.play(move) == after)
        skipped = mover is not turn
        steps.append((level, mover, move, skipped or any(s[0] == level and s[3] for s in steps)))
        turn = mover.opponent if after.level == level else mover
    return steps


def assumed_numbers(numbers: Any, steps: list[Step]) -> list[int]:
    """Literals which say that so many tiles of each kind were laid, and late."""
    literals = []
    for level, color, tile in numbers.laid:
        lates = [
            late for at, who, move, late in steps if (at, who, move.tile) == (level, color, tile)
        ]
        for number, value in (numbers.laid, len(lates)), (numbers.late, sum(lates)):
            literals += [x if k < value else -x for k, x in enumerate(number[level, color, tile])]
    return literals


def test_games_played_meet_the_numbers() -> None:
    """No condition on the numbers of tiles cuts off a standard game, random or stored."""
    clauses, rng = Clauses(), Random(1)
    numbers = tile_numbers.TileNumbers(Rules(), clauses)
    stored = records.stored_games(records.GAMES.read_text(encoding="utf-8")).values()
    played = [list(self_play(rng)) for _ in range(30)] + [list(g.positions()) for g in stored]
    late = 0
    with records.oracle(clauses) as oracle:
        for steps in map(steps_of, played):
            assert oracle.solve(assumptions=assumed_numbers(numbers, steps))
            late += any(step[3] for step in steps)
    assert late > 10


def test_games_played_are_models() -> None:
    """Nor does the formula with shapes cut off any: these tiles, late from the first skip on."""
    games = legal_games.LegalGames(Rules())
    rng = Random(2)
    with records.oracle(games.clauses) as oracle:
        for _ in range(10):
            steps = steps_of(list(self_play(rng)))
            laid = {step[:3] for step in steps}
            late = {step[:3] for step in steps if step[3]}
            literals = [x if placed in laid else -x for placed, x in games.laid.items()]
            literals += [x if placed in late else -x for placed, x in games.late.items()]
            assert oracle.solve(assumptions=literals)


def test_games_of_other_rules_meet_the_numbers() -> None:
    """The same on boards and with reserves of every shape, where holes and skips abound."""
    rng, holes, late = Random(3), 0, 0
    for _ in range(120):
        rules = random_rules(rng, cells=12)
        start = Position.start(rules)
        if start.level > 1 or start.is_over:
            with pytest.raises(ValueError, match="nobody can place on level 1"):
                tile_numbers.TileNumbers(rules, Clauses())
            continue
        game = random_game(rng, rules)
        steps, clauses = steps_of(game), Clauses()
        literals = assumed_numbers(tile_numbers.TileNumbers(rules, clauses), steps)
        with records.oracle(clauses) as oracle:
            assert oracle.solve(assumptions=literals), game[-1]
        holes += None in game[-1].levels[0]
        late += any(step[3] for step in steps)
    assert holes > 5
    assert late > 10


@pytest.mark.parametrize("unless", [False, True])
def test_sums_are_compared_exactly(unless: bool) -> None:
    """For every choice of the numbers, ``at_most`` holds just where the sums say so."""
    rng = Random(4)
    for _ in range(60):
        clauses = Clauses()
        numbers = [unary.free_number(clauses, rng.randint(0, 3)) for _ in range(4)]
        factors = [rng.randint(-3, 3) for _ in numbers]
        bound, escape = rng.randint(-9, 9), clauses.variable()
        low = sum(map(unary.Sum.of, numbers[:2], factors[:2]), unary.Sum(rng.randint(-2, 2)))
        high = sum(map(unary.Sum.of, numbers[2:], factors[2:]), unary.Sum(bound))
        unary.at_most(clauses, low, high, [escape] if unless else [])
        with records.oracle(clauses) as oracle:
            for values in product(*(range(len(number) + 1) for number in numbers)):
                chosen = [factor * value for factor, value in zip(factors, values, strict=True)]
                holds = low.constant + sum(chosen[:2]) <= bound + sum(chosen[2:])
                literals = [
                    x if k < value else -x
                    for number, value in zip(numbers, values, strict=True)
                    for k, x in enumerate(number)
                ]
                assert oracle.solve(assumptions=[*literals, -escape]) == holds
                assert oracle.solve(assumptions=[*literals, escape]) == (holds or unless)


def laid_on(steps: list[Step], level: int) -> Counter[tuple[Color, Tile]]:
    """How many tiles of each kind the players lay on a level."""
    return Counter((who, move.tile) for at, who, move, _ in steps if at == level)


def test_the_comments_on_the_games_are_true() -> None:
    """What records.sgr says of each game, beside its total, can be read off the moves."""
    games = records.stored_games(records.GAMES.read_text(encoding="utf-8"))
    steps = {name: steps_of(list(game.positions())) for name, game in games.items()}
    for color in PLAYERS:
        name = color.name.capitalize()
        most = [laid_on(steps[f"most points, {name}"], level) for level in (1, 2, 3)]
        assert (most[2][color, Tile.TEN], most[2][color, Tile.FIVE]) == (3, 4)
        assert most[0][color, Tile.ONE] + most[1][color, Tile.ONE] == 15

        fewest = steps[f"fewest points, {name}"]
        assert games[f"fewest points, {name}"].final.reserve(color)[1:3] == (5, 3)
        movers = [who for level, who, _, _ in fewest if level == 2]
        assert movers[-11:] == [color.opponent] * 11

        margin = f"largest margin, {name}"
        assert games[margin].final.reserve(color.opponent) == (0, 5, 3, 0)
        assert {who for level, who, _, _ in steps[margin] if level == 3} == {color}

    total = [laid_on(steps["most points, both together"], level) for level in (1, 3)]
    assert not any(tile in (Tile.FIVE, Tile.TEN) for _, tile in total[0])
    assert sum(total[1][color, Tile.TEN] for color in PLAYERS) == 6

    fewest = games["fewest points, both together"]
    assert fewest.final.margin == 0
    assert {move.tile for move in fewest.moves} == {Tile.ONE, Tile.NEUTRAL}
    assert not any(fewest.final.levels[2])

    assert set(games["longest game, moves"].final.reserves) == {(0, 0, 0, 0)}

    shortest = [step for step in steps["shortest game, moves"] if step[0] == 2]
    assert {(who, move.tile) for _, who, move, _ in shortest[-15:]} == {(Color.RED, Tile.ONE)}
    assert games["shortest game, moves"].final.reserve(Color.BLUE).ones == 15
