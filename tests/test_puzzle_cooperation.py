"""How soon both sides together lay tens: against plain recursion, against play, against force."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import plain_cooperation
import pytest
import reference
from test_goals import rules_with_tens
from variants import POLICIES, random_game, self_play

from steppe_solver.errors import UnsupportedError
from steppe_solver.goals import Goal, GoalSolver
from steppe_solver.notation import format_move, format_spn, parse_spn
from steppe_solver.position import PLAYERS, Color, Move, Position, Reserve, Rules, Tile
from steppe_solver.puzzle.cooperation import soonest
from steppe_solver.stopping import StoppedError

HARD = Position.start(), Goal(Color.RED, 3, 3)
"""How soon three tens can lie on level 3 from the first move on takes very long to find out."""


def texts(position: Position, goal: Goal) -> dict[str, float]:
    """The answers, with moves as text and infinity for never."""
    found = soonest(position, goal)
    assert set(found) == set(position.legal_moves())
    return {
        format_move(move): math.inf if tiles is None else tiles for move, tiles in found.items()
    }


Question = tuple[Position, Goal, dict[str, float]]
"""A position, a goal and what every move needs by plain recursion."""


def small_games(rng: Random) -> Iterator[list[Position]]:
    """Games on small boards, with tens in hand."""
    while True:
        yield random_game(rng, rules_with_tens(rng), rng.choice(tuple(POLICIES.values())))


def endings(rng: Random) -> Iterator[list[Position]]:
    """The last plies of standard games of self-play."""
    while True:
        yield list(self_play(rng))[-9:]


def answered(games: Iterator[list[Position]], rng: Random, limit: int) -> Iterator[Question]:
    """Questions as early in each game as plain recursion can tell the answers, and in some of the
    positions that it met on the way.
    """
    for game in games:
        attacker, ahead = rng.choice(PLAYERS), rng.choice((0, 1, 1, 2))
        tens = max(1, min(rng.choice((1, 2, 2, 3)), game[0].reserve(attacker).tens))
        game = [position for position in game[:-1] if position.reserve(attacker).tens >= tens]
        ply = 0
        while ply < len(game):
            position = game[ply]
            level = min(position.level + ahead, position.rules.levels)
            known: plain_cooperation.Known = {}
            start = reference.read(format_spn(position))
            task = attacker.index, tens, level
            try:
                plain_cooperation.tiles(start, *task, known, limit)
            except reference.TooLargeError:
                ply += (len(game) - ply + 2) // 3
                continue
            # A dictionary keeps the order in which the positions were met. Most of them are lost,
            # or the next tile is the last.
            longer = [met for met, number in known.items() if 1 < number < math.inf]
            chosen = [(start, tens)]
            for some, number in ((longer, 20), (list(known), 6)):
                chosen += rng.sample(some, min(len(some), number))
            for one, left in chosen:
                answers = plain_cooperation.tiles_by_move(
                    one, attacker.index, left, level, known, limit
                )
                if min(answers.values()) < math.inf or rng.random() < 0.2:
                    yield parse_spn(reference.write(one)), Goal(attacker, left, level), answers
            break


def check(questions: Iterator[Question], number: int) -> Counter[object]:
    """Check so many questions; returns how often each kind of them came up."""
    seen: Counter[object] = Counter()
    for position, goal, answers in islice(questions, number):
        assert texts(position, goal) == answers, (format_spn(position), goal)
        least = min(answers.values())
        never = least == math.inf
        best = [move for move, tiles in answers.items() if tiles == least < math.inf]
        seen.update(
            [
                goal.attacker,
                ("to move", position.mover is goal.attacker, never),
                ("tens", goal.tens, never),
                ("ahead", goal.level - position.level, never),
                ("tiles", least),
                ("only move", len(best) == 1 < len(answers)),
                ("lost by some", not never and math.inf in answers.values()),
            ]
        )
    return seen


KINDS: tuple[object, ...] = (
    *(("tens", tens, never) for tens in (1, 2) for never in (False, True)),
    *(("ahead", ahead, never) for ahead in (0, 1) for never in (False, True)),
    *(("to move", attacking, never) for attacking in (False, True) for never in (False, True)),
    *(("tiles", tiles) for tiles in (1, 2, 3, 4, 5)),
    ("only move", True),
    ("lost by some", True),
    Color.RED,
    Color.BLUE,
)
"""What small questions must show often to be worth something."""


def test_small_boards() -> None:
    """In 2,000 positions on small boards the tiles that every move needs agree with plain
    recursion: both attackers, to move or not, one to three tens, on this level and on later ones.
    """
    rng = Random(1)
    seen = check(answered(small_games(rng), rng, limit=100), 2_000)
    assert all(seen[kind] >= 20 for kind in KINDS), seen


@pytest.mark.slow
def test_many_small_boards() -> None:
    """They agree in 20,000 more, from games that take recursion a thousand positions."""
    rng = Random(2)
    seen = check(answered(small_games(rng), rng, limit=1_000), 20_000)
    assert all(seen[kind] >= 400 for kind in KINDS), seen
    assert min(seen["ahead", 2, False], seen["tens", 3, False], seen["tiles", 7]) >= 10, seen


def test_ends_of_the_standard_game() -> None:
    """They agree in 200 positions of the last plies of the standard game."""
    rng = Random(3)
    seen = check(answered(endings(rng), rng, limit=120), 200)
    assert all(seen["to move", attacking, False] >= 30 for attacking in (False, True)), seen
    assert min(seen["only move", True], seen["lost by some", True], seen["tiles", 2]) >= 15, seen


def standard_questions(
    seed: int, number: int, most: int, least: int = 3
) -> Iterator[tuple[Position, Goal]]:
    """Goals on the next level in positions late on level 1 or 2 of the standard game."""
    rng = Random(seed)
    while number:
        game = [
            position
            for position in self_play(rng)
            if position.level < 3 and least <= position.levels[-1].count(None) <= most
        ]
        if game:
            position = rng.choice(game)
            yield position, Goal(rng.choice(PLAYERS), rng.randint(1, 3), position.level + 1)
            number -= 1


def test_all_lines_of_three_tiles() -> None:
    """Late on level 1 or 2 of the standard game, the moves that lead to the tens of the next level
    within three tiles are those that playing all such lines finds, with the same numbers.
    """
    seen: Counter[float] = Counter()
    for position, goal in standard_questions(seed=4, number=80, most=2, least=1):
        goal = replace(goal, tens=1 if goal.tens < 3 else 2)
        game = reference.read(format_spn(position))
        try:
            short = plain_cooperation.within(
                game, goal.attacker.index, goal.tens, goal.level, most=3, limit=8_000
            )
        except reference.TooLargeError:
            continue
        answers = {
            move: tiles if tiles <= 3 else math.inf for move, tiles in texts(position, goal).items()
        }
        assert answers == short, (format_spn(position), goal)
        seen[min(short.values())] += 1
    assert min(seen[2], seen[3], seen[math.inf]) >= 8, seen


def test_one_step_further() -> None:
    """Late on level 1 or 2 of the standard game, what a move needs is one tile and what the best
    reply to it needs; where there is an answer, a line of best moves does it in just so many.
    """
    lines: Counter[bool] = Counter()
    for position, goal in standard_questions(seed=5, number=60, most=8):
        wanted: Goal | None = goal
        answers = soonest(position, goal)
        reached = False
        while wanted is not None and not position.is_over and position.level <= goal.level:
            for move, tiles in answers.items():
                after, left = step(position, wanted, move)
                assert tiles == (1 if left is None else plus_one(soonest(after, left))), move
            possible = {move: tiles for move, tiles in answers.items() if tiles is not None}
            if not possible:
                break
            best = min(possible, key=lambda move: (possible[move], format_move(move)))
            number = possible[best]
            position, wanted = step(position, wanted, best)
            answers = soonest(position, wanted) if wanted else {}
            reached = wanted is None
            assert reached == (number == 1)
        lines[reached] += 1
    assert lines[True] >= 20, lines


def step(position: Position, goal: Goal, move: Move) -> tuple[Position, Goal | None]:
    """The position after the move, and what is still wanted: None once the tens lie."""
    counts = (
        move.tile is Tile.TEN and position.mover is goal.attacker and position.level == goal.level
    )
    if not counts:
        return position.play(move), goal
    return position.play(move), replace(goal, tens=goal.tens - 1) if goal.tens > 1 else None


def plus_one(answers: dict[Move, int | None]) -> int | None:
    """What a move needs after which these are the answers."""
    return min((1 + tiles for tiles in answers.values() if tiles is not None), default=None)


def test_what_can_be_forced_can_be_reached() -> None:
    """Where the attacker can force the tens, both sides together reach them too; where even both
    together cannot, the attacker cannot force them.
    """
    solver = GoalSolver(memory=64)
    seen: Counter[tuple[bool, bool]] = Counter()
    for position, goal in standard_questions(seed=6, number=100, most=6):
        forced = solver.force(position, goal)
        for move, tiles in soonest(position, goal).items():
            seen[tiles is not None, move in forced.keeping] += 1
    assert seen[False, True] == 0
    assert min(seen[True, True], seen[True, False], seen[False, False]) >= 100, seen


def test_questions_without_a_search() -> None:
    """After the level nothing is reached by any move, and an ended game has no moves."""
    game = list(self_play(Random(1)))
    assert soonest(game[-1], Goal(Color.RED, 1, 3)) == {}
    later = next(position for position in game if position.level == 2)
    assert soonest(later, Goal(Color.BLUE, 1, 1)) == dict.fromkeys(later.legal_moves())
    many = replace(Position.start(), reserves=(Reserve(1, 1, 20_000, 0),) * 2)
    assert set(soonest(many, Goal(Color.RED, 10_000, 1)).values()) == {None}


def test_the_same_question_has_the_same_answer() -> None:
    """What was asked before plays no part: in any order, the answers are the same."""
    questions = list(standard_questions(seed=7, number=30, most=7))
    first = [soonest(*question) for question in questions]
    again = [soonest(*question) for question in reversed(questions)]
    assert first == again[::-1]


def test_the_caller_stops_it() -> None:
    """A search is given up as soon as ``stop`` says so, also at once; it can be asked anew."""
    calls = []

    def stop() -> bool:
        calls.append(True)
        return len(calls) == 3

    with pytest.raises(StoppedError):
        soonest(*HARD, stop)
    assert len(calls) == 3
    easy = next(standard_questions(seed=8, number=1, most=5))
    with pytest.raises(StoppedError):
        soonest(*easy, lambda: True)
    assert soonest(*easy, lambda: False) == soonest(*easy)


def test_an_error_in_stop_ends_the_search() -> None:
    """What ``stop`` raises, such as KeyboardInterrupt, comes out of the call."""
    calls = []

    def stop() -> bool:
        calls.append(True)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        soonest(*HARD, stop)


def test_what_is_refused() -> None:
    """Levels beyond the game and boards that the core does not take are errors."""
    with pytest.raises(ValueError, match="no level 4"):
        soonest(Position.start(), Goal(Color.RED, 1, 4))
    with pytest.raises(UnsupportedError, match="6 x 2"):
        soonest(Position.start(Rules(6, 2, start=frozenset())), Goal(Color.RED, 1, 3))
