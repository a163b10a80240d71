"""The goal search: against plain recursion, against play, and against itself."""

from __future__ import annotations

import doctest
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from itertools import islice, pairwise
from random import Random

import plain_goal
import pytest
import reference
from variants import POLICIES, level2_positions, random_game, self_play

from steppe_solver import goals
from steppe_solver.bridge import Limit
from steppe_solver.errors import UnsupportedError
from steppe_solver.goals import NEVER, Forced, Goal, GoalProgress, GoalSolver, force
from steppe_solver.notation import format_move, format_spn
from steppe_solver.position import Cell, Color, Move, Position, Reserve, Rules

SHAPES = ((3, 1), (5, 1), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3), (5, 3), (4, 4), (5, 5))

HARD = Position.start()
"""Whether three tens can be forced on level 3 from here takes very long to find out."""


@pytest.fixture(scope="module")
def solver() -> GoalSolver:
    """One solver for all positions of this file."""
    return GoalSolver(memory=64)


def rules_with_tens(rng: Random) -> Rules:
    """Rules for a small board with tens in hand, few ones and fives, up to three levels."""
    width, height = rng.choice(SHAPES)
    board = [Cell(column, row) for row in range(height) for column in range(width)]
    room = width * height
    reserve = Reserve(
        rng.choice((0, 1, 2, 3, room // 2)),
        rng.choice((0, 0, 1, 1 + room // 5)),
        rng.randint(1, 5),
        rng.choice((0, 0, 0, 1, 1, 2)),
    )
    start = frozenset(rng.sample(board, rng.choice((0, 1, 1, rng.randint(0, room // 2)))))
    return Rules(width, height, rng.choice((1, 2, 2, 3)), reserve, start)


def small_questions(seed: int, limit: int) -> Iterator[tuple[Position, Goal, dict[str, float]]]:
    """Goals in positions of small games, as early as plain recursion can tell, and its answer.

    Most goals that chance makes cannot be forced by any move: of these, every fifth is given.
    """
    rng = Random(seed)
    while True:
        game = random_game(rng, rules_with_tens(rng), rng.choice(tuple(POLICIES.values())))[:-1]
        attacker = rng.choice((Color.RED, Color.BLUE))
        tens, ahead = rng.choice((1, 2, 2, 3)), rng.choice((0, 1, 1, 2))
        game = [
            position
            for position in game
            if position.reserve(attacker).tens >= tens
            and 3 * tens <= position.rules.width * position.rules.height
        ]
        ply = 0
        while ply < len(game):
            position = game[ply]
            level = min(position.level + ahead, position.rules.levels)
            try:
                costs = plain_goal.costs_of_moves(
                    format_spn(position), attacker.index, tens, level, limit
                )
            except reference.TooLargeError:
                ply += (len(game) - ply + 2) // 3
                continue
            if min(costs.values()) < NEVER or rng.random() < 0.2:
                yield position, Goal(attacker, tens, level), costs
            break


def confirmed(forced: Forced) -> Forced:
    """The same answer, once its parts agree with each other and with the rules in Python."""
    assert 0 <= forced.lower <= forced.upper
    if forced.moves is not None:
        assert set(forced.moves) == set(forced.position.legal_moves())
        assert all(0 <= lower <= upper for lower, upper in forced.moves.values())
        if forced.moves:
            best = min if forced.attacking else max
            assert forced.lower >= best(lower for lower, _ in forced.moves.values())
            assert forced.upper <= best(upper for _, upper in forced.moves.values())
    assert not forced.keeping & forced.stopping
    return forced


def check(forced: Forced, costs: dict[str, float]) -> None:
    """Compare the answer and the sets of moves with what plain recursion found."""
    confirmed(forced)
    text = format_spn(forced.position), forced.goal
    least = min(costs.values()) if forced.attacking else max(costs.values())
    assert forced.complete, text
    assert forced.lower == forced.upper == least, text
    assert forced.moves is not None
    for move, (lower, upper) in forced.moves.items():
        cost = costs[format_move(move)]
        assert lower == upper == cost, (*text, move)
        assert (move in forced.keeping) == (cost < NEVER), (*text, move)
        assert (move in forced.stopping) == (cost == NEVER), (*text, move)
        assert (move in forced.quick) == (cost == least < NEVER), (*text, move)


def check_small(solver: GoalSolver, seed: int, number: int, limit: int) -> Counter[object]:
    """Check so many small questions; returns how often each kind of them came up."""
    seen: Counter[object] = Counter()
    for position, goal, costs in islice(small_questions(seed, limit), number):
        forced = solver.force(position, goal)
        check(forced, costs)
        seen.update(
            [
                goal.attacker,
                ("to move", forced.attacking, forced.never),
                ("tens", goal.tens, forced.never),
                ("ahead", goal.level - position.level, forced.never),
                ("strict", forced.attacking and len(forced.keeping) == 1 < len(costs)),
                ("stopped by few", 0 < len(forced.stopping) < len(costs)),
                ("later than quick", forced.keeping != forced.quick),
            ]
        )
    return seen


KINDS: tuple[object, ...] = (
    *(("tens", tens, never) for tens in (1, 2) for never in (False, True)),
    *(("ahead", ahead, never) for ahead in (0, 1) for never in (False, True)),
    *(("to move", attacking, never) for attacking in (False, True) for never in (False, True)),
    ("strict", True),
    ("stopped by few", True),
    ("later than quick", True),
    Color.RED,
    Color.BLUE,
)
"""What small questions must show often to be worth something."""


def test_small_boards(solver: GoalSolver) -> None:
    """On 200 small boards, many from the first move on, the least number of moves and what every
    move makes of it agree with plain recursion: both attackers, to move or not, one to three tens,
    on the current level and on later ones.
    """
    seen = check_small(solver, seed=1, number=200, limit=200)
    assert all(seen[kind] >= 12 for kind in KINDS), seen
    assert seen["tens", 3, False] + seen["ahead", 2, False] >= 3, seen


@pytest.mark.slow
def test_many_small_boards(solver: GoalSolver) -> None:
    """They agree on a thousand more, among them some that take recursion thousands of positions."""
    seen = check_small(solver, seed=2, number=1_000, limit=3_000)
    assert all(seen[kind] >= 60 for kind in KINDS), seen
    assert seen["ahead", 2, False] >= 10, seen
    assert seen["tens", 3, False] >= 5, seen


def late_questions(seed: int) -> Iterator[tuple[Position, Goal]]:
    """Goals on level 3 of the standard game, late on it, with tens left in hand."""
    rng = Random(seed)
    while True:
        for position in list(self_play(rng))[-12:-3]:
            for attacker in (Color.RED, Color.BLUE):
                tens = position.reserve(attacker).tens
                if position.level == 3 and tens:
                    yield position, Goal(attacker, rng.randint(1, tens), 3)


def test_ends_of_the_standard_game(solver: GoalSolver) -> None:
    """They agree on the last plies of games of self-play with the standard material."""
    compared = 0
    for position, goal in islice(late_questions(seed=3), 180):
        try:
            costs = plain_goal.costs_of_moves(
                format_spn(position), goal.attacker.index, goal.tens, goal.level, limit=300
            )
        except reference.TooLargeError:
            continue
        check(solver.force(position, goal), costs)
        compared += 1
    assert compared >= 40


def standard_questions(seed: int, number: int, empty: int) -> Iterator[tuple[Position, Goal]]:
    """Goals on level 3 in positions late on level 2 of the standard game, for either player."""
    rng = Random(seed)
    for position in islice(level2_positions(seed, empty), number):
        attacker = rng.choice((Color.RED, Color.BLUE))
        yield position, Goal(attacker, rng.randint(1, 3), 3)


def tens_laid(goal: Goal, position: Position, move: Move) -> int:
    """How many of the tens of the goal the move lays: one or none."""
    counts = position.mover is goal.attacker and position.level == goal.level
    return int(counts and move.tile.symbol == "10")


def successor(
    solver: GoalSolver, position: Position, goal: Goal, move: Move, *, all_moves: bool
) -> tuple[Position, Goal | None, Forced | None]:
    """The position after the move, what is still wanted there, and the answer; None if reached."""
    left = goal.tens - tens_laid(goal, position, move)
    after = position.play(move)
    if left == 0:
        return after, None, None
    wanted = replace(goal, tens=left)
    return after, wanted, confirmed(solver.force(after, wanted, all_moves=all_moves))


def test_one_step_further(solver: GoalSolver) -> None:
    """On level 2 of the standard game each answer is what the answers after all moves make it."""
    for position, goal in standard_questions(seed=4, number=40, empty=5):
        forced = confirmed(solver.force(position, goal))
        costs = {}
        for move in position.legal_moves():
            *_, after = successor(solver, position, goal, move, all_moves=False)
            costs[format_move(move)] = forced.attacking + (after.lower if after else 0)
        check(forced, costs)


def test_attackers_who_keep_to_the_answer_succeed(solver: GoalSolver) -> None:
    """Attackers who play any quick move lay their tens in n moves, whatever defenders choose."""
    rng = Random(5)
    played = 0
    for position, goal in standard_questions(seed=5, number=60, empty=6):
        forced = confirmed(solver.force(position, goal))
        moves_left = forced.n
        wanted: Goal | None = goal
        while wanted and moves_left is not None:
            choice = forced.quick if forced.attacking else position.legal_moves()
            move = rng.choice(sorted(choice, key=format_move))
            moves_left -= forced.attacking
            position, wanted, after = successor(solver, position, wanted, move, all_moves=True)
            if after is not None:
                assert after.upper <= moves_left
                forced = after
            played += 1
        assert moves_left is None or moves_left >= 0
    assert played > 100


def test_defenders_who_keep_to_the_answer_succeed(solver: GoalSolver) -> None:
    """Where the goal is never forced, defenders who play any stopping move keep it so."""
    rng = Random(6)
    defended = 0
    for position, goal in standard_questions(seed=6, number=60, empty=4):
        forced = confirmed(solver.force(position, goal))
        if not forced.never:
            continue
        while not position.is_over and position.level <= goal.level:
            choice = position.legal_moves() if forced.attacking else forced.stopping
            move = rng.choice(sorted(choice, key=format_move))
            position, wanted, after = successor(solver, position, goal, move, all_moves=True)
            assert wanted is not None
            assert after is not None
            goal, forced = wanted, after
            assert forced.never
        defended += 1
    assert defended >= 8


def test_more_moves_and_fewer_tens_never_hurt(solver: GoalSolver) -> None:
    """What suffices for a goal suffices for fewer tens with a move to spare; and asked for so many
    moves only, the answer is yes from n on and no before.
    """
    for position, goal in standard_questions(seed=7, number=40, empty=6):
        answers = [
            confirmed(solver.force(position, replace(goal, tens=tens))) for tens in (1, 2, 3)
        ]
        for fewer, more in pairwise(answers):
            assert fewer.upper <= more.upper - 1
            assert fewer.keeping >= more.keeping
        for answer in answers:
            for most in (0, 1, 2, 3, 4, 5, 8):
                asked = confirmed(solver.force(position, answer.goal, most_moves=most))
                assert asked.complete
                assert (asked.upper <= most) == (answer.upper <= most)
                assert (asked.lower > most) == (answer.lower > most)
                assert asked.moves is not None
                assert answer.moves is not None
                for move, (lower, upper) in asked.moves.items():
                    cost = answer.moves[move][0]
                    assert upper == cost if cost <= most else lower > most
                assert asked.keeping <= answer.keeping


def test_bounds_under_a_limit(solver: GoalSolver) -> None:
    """Under every node limit the bounds hold the answer, of the position and of every move, and
    more nodes never widen them.
    """
    cut_short = 0
    for position, goal in standard_questions(seed=8, number=25, empty=7):
        exact = confirmed(solver.force(position, goal))
        assert exact.moves is not None
        before = None
        for nodes in (0, 1, 3, 10, 30, 100, 300, 1_000):
            answer = confirmed(solver.force(position, goal, Limit(nodes=nodes)))
            assert answer.nodes <= nodes
            assert answer.lower <= exact.upper
            assert exact.lower <= answer.upper
            assert answer.keeping <= exact.keeping
            assert answer.stopping <= exact.stopping
            if before:
                assert before.lower <= answer.lower <= answer.upper <= before.upper
            before = answer
            cut_short += not answer.complete
    assert cut_short >= 25


def test_the_caller_stops_it(solver: GoalSolver) -> None:
    """A watcher that says so ends the search; it is told of bounds, and other threads run on."""
    seen: list[GoalProgress] = []
    goal = Goal(Color.RED, 3, 3)
    turns = [0]
    running = threading.Event()

    def count() -> None:
        while not running.is_set():
            turns[0] += 1
            time.sleep(0)

    def watch(progress: GoalProgress) -> bool:
        seen.append(progress)
        return len(seen) == 3

    other = threading.Thread(target=count)
    other.start()
    try:
        answer = confirmed(solver.force(HARD, goal, on_progress=watch))
    finally:
        running.set()
        other.join()
    assert (answer.interrupted, answer.complete, len(seen)) == (True, False, 3)
    assert all(state.lower <= state.upper == NEVER for state in seen)
    assert seen[0].nodes < seen[-1].nodes <= answer.nodes
    assert turns[0] > 10


def test_an_error_in_the_watcher_ends_the_search(solver: GoalSolver) -> None:
    """What a watcher raises, such as KeyboardInterrupt, comes out of the call."""

    def watch(progress: GoalProgress) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.force(HARD, Goal(Color.RED, 3, 3), on_progress=watch)
    assert solver.force(HARD, Goal(Color.RED, 3, 3), Limit(nodes=5)).nodes <= 5


def test_answers_that_need_no_search() -> None:
    """After the level or the game nothing is forced, and every legal move stops it."""
    game = list(self_play(Random(1)))
    over = force(game[-1], Goal(Color.RED, 1, 3))
    assert (over.never, over.complete, over.moves, over.n) == (True, True, {}, None)
    later = next(position for position in game if position.level == 2)
    past = force(later, Goal(Color.BLUE, 1, 1), memory=1)
    assert past.never
    assert past.stopping == frozenset(later.legal_moves())


def test_more_tens_than_can_be(solver: GoalSolver) -> None:
    """Ten thousand tens are never forced, and asking for them is no error."""
    position = replace(Position.start(), reserves=(Reserve(1, 1, 20_000, 0),) * 2)
    assert solver.force(position, Goal(Color.RED, 10_000, 1)).never


def test_the_same_question_has_the_same_answer(solver: GoalSolver) -> None:
    """Asked again in between and of another solver, under a limit too, the answer is the same."""
    questions = list(standard_questions(seed=9, number=8, empty=6))
    for limit in (None, Limit(nodes=50)):
        first = [solver.force(*question, limit) for question in questions]
        again = [solver.force(*question, limit) for question in reversed(questions)]
        fresh = [GoalSolver(64).force(*question, limit) for question in questions]
        for one, *others in zip(first, reversed(again), fresh, strict=True):
            for other in others:
                assert replace(one, seconds=0.0) == replace(other, seconds=0.0)


def test_the_example_in_the_docstring_holds() -> None:
    """What `force` shows in its docstring is what it answers."""
    result = doctest.testmod(goals)
    assert result.attempted >= 5
    assert result.failed == 0


def test_what_is_refused(solver: GoalSolver) -> None:
    """Goals without a player, tens or a level, levels beyond the game and large boards are errors;
    an answer cannot be changed.
    """
    for wrong in ((Color.NEUTRAL, 1, 1), (Color.RED, 0, 1), (Color.RED, 1, 0)):
        with pytest.raises(ValueError, match=r"player|ten|level"):
            Goal(*wrong)
    goal = Goal(Color.RED, 1, 3)
    with pytest.raises(ValueError, match="no level 4"):
        solver.force(Position.start(), Goal(Color.RED, 1, 4))
    with pytest.raises(ValueError, match="negative"):
        solver.force(Position.start(), goal, most_moves=-1)
    with pytest.raises(ValueError, match="1 MiB"):
        GoalSolver(memory=0)
    with pytest.raises(UnsupportedError, match="6 x 2"):
        solver.force(Position.start(Rules(6, 2, start=frozenset())), goal)
    answer = solver.force(Position.start(), goal, Limit(nodes=0))
    assert answer.moves is not None
    with pytest.raises(FrozenInstanceError):
        answer.lower = 0  # type: ignore[misc]
    with pytest.raises(TypeError):
        answer.moves[Position.start().legal_moves()[0]] = (0, 0)  # type: ignore[index]
