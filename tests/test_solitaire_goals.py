"""Goals of Steps Solitaire: against a brute force on small decks, and against known answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from known import rows
from small_solitaire import brute_force, is_buffered, small_games, with_fewer_buffers
from solitaire_games import laid_out

from steppe_solver.errors import ParseError
from steppe_solver.solitaire import (
    STANDARD,
    Game,
    Pile,
    State,
    Variant,
    deal_from_seed,
    parse_move,
    parse_variant,
)
from steppe_solver.solitaire.goals import Answer, Goal, Kind, parse_goal, pursue
from steppe_solver.solitaire.restricted import most_held
from steppe_solver.solitaire.score import score_of
from steppe_solver.solitaire.solver import Limit, Solver, Verdict, replayed
from steppe_solver.solitaire.stops import most_hopeless

SOLVER = Solver(16)

MANY = pytest.param(3000, marks=pytest.mark.slow)

for_small_games = pytest.mark.parametrize("count", [120, MANY])


def asked(state: State, kind: Kind, within: int | None = None) -> Answer:
    """The answer with no limit."""
    return pursue(state, Goal(kind, within), SOLVER)


def without(found: int | None) -> Verdict:
    """The verdict of a game with this fewest of something."""
    return Verdict.UNWINNABLE if found is None else Verdict.WINNABLE


@for_small_games
def test_small_games_are_often_lost(count: int) -> None:
    """Of the small games with each number of buffers at least every fifth is lost."""
    for buffers in range(5):
        lost = [
            found.recycles is None
            for state, found in small_games(count)
            if state.variant.buffers == buffers
        ]
        assert len(lost) > count // 10, buffers
        assert sum(lost) > len(lost) // 5, buffers


@for_small_games
def test_win_agrees_with_brute_force(count: int) -> None:
    """Every small game, under every option, is won or lost as going everywhere says."""
    for state, found in small_games(count):
        answer = asked(state, "win")
        assert answer.verdict is without(found.recycles), state
        assert answer.line is None or replayed(state, answer.line).is_won
        assert answer.is_complete


@for_small_games
def test_fewest_recycles_agree_with_brute_force(count: int) -> None:
    """The fewest recycles are exact, and the line makes no more."""
    for state, found in small_games(count):
        answer = asked(state, "recycles")
        assert (answer.verdict, answer.value) == (without(found.recycles), found.recycles), state
        if answer.line is not None:
            end = replayed(state, answer.line)
            assert (end.is_won, end.recycles) == (True, answer.value)


@for_small_games
def test_fewest_buffers_agree_with_brute_force(count: int) -> None:
    """The fewest buffer slots are exact, and the line holds no more cards at a time."""
    for state, found in small_games(count):
        answer = asked(state, "buffers")
        if found.recycles is None:
            assert (answer.verdict, answer.lower, answer.upper) == ("unwinnable", None, None), state
            continue
        assert answer.value is not None, state
        held = sum(card is not None for card in state.buffers)
        for count in range(held, answer.value + 1):
            fewer = brute_force(with_fewer_buffers(state, count), buffered=False, most=10**6)
            assert fewer is not None
            assert (fewer.recycles is not None) == (count == answer.value), (state, count)
        assert answer.line is not None
        assert replayed(state, answer.line).is_won
        assert most_held(state, answer.line) <= answer.value


@for_small_games
def test_best_scores_agree_with_brute_force(count: int) -> None:
    """The best score is exact whether a game is won, stopped or lost, and the line brings it."""
    lost = 0
    for state, found in small_games(count):
        buffered = is_buffered(state)
        answer = asked(state, "score")
        assert answer.verdict is without(found.recycles), state
        assert answer.value == found.score, state
        assert answer.line is not None
        assert score_of(state, buffered, answer.line) == answer.value
        lost += found.recycles is None
    assert lost > count // 5


@for_small_games
def test_shortest_wins_agree_with_brute_force(count: int) -> None:
    """The fewest moves of a win are exact, and the line is one of that length."""
    for state, found in small_games(count):
        answer = asked(state, "moves")
        assert (answer.verdict, answer.value) == (without(found.moves), found.moves), state
        if answer.line is not None:
            assert replayed(state, answer.line).is_won
            assert len(answer.line) == found.moves


@for_small_games
def test_most_cards_up_agree_with_brute_force(count: int) -> None:
    """The most cards up within K moves are exact, and the line brings them up."""
    for state, found in small_games(count):
        for within in {0, 1, 3, len(found.up_within) // 2}:
            answer = asked(state, "foundation", within)
            assert answer.lower is not None
            assert answer.upper is not None
            most = found.up_within[min(within, len(found.up_within) - 1)]
            assert (answer.lower, answer.upper) == (most, most), (state, within)
            assert answer.line is not None
            assert len(answer.line) <= within
            assert sum(replayed(state, answer.line).foundations) == answer.lower


@for_small_games
def test_all_moves_agree_with_brute_force(count: int) -> None:
    """Each move is judged by what going everywhere finds after it: the verdict, and the score."""
    for state, _ in small_games(count)[::4]:
        judged = pursue(state, Goal("win"), SOLVER, all_moves=True).moves
        scored = pursue(state, Goal("score"), SOLVER, all_moves=True).moves
        assert judged is not None
        assert scored is not None
        assert tuple(judged) == tuple(scored) == state.legal_moves()
        for move in state.legal_moves():
            entered = is_buffered(state) or move.target.pile is Pile.BUFFER
            found = brute_force(state.play(move), buffered=entered, most=10**6)
            assert found is not None
            assert judged[move] is without(found.recycles), (state, move)
            assert scored[move] == (found.score, found.score), (state, move)


@pytest.mark.parametrize("seed", [1, 3, 5, 11, 14, 17])
def test_best_stops_of_whole_decks_agree_with_brute_force(seed: int) -> None:
    """Of a lost game with all cards the best score is exact, and within the bounds of few nodes."""
    state = State.start(deal_from_seed(seed), Variant(0, 3, recycles=0))
    found = brute_force(state, buffered=False, most=5000)
    assert found is not None
    assert found.recycles is None
    assert asked(state, "score").value == found.score
    for nodes in (1, 100, 10_000):
        answer = pursue(state, Goal("score"), SOLVER, Limit(nodes=nodes))
        assert answer.lower is not None
        assert answer.upper is not None
        assert answer.lower <= found.score <= answer.upper


@for_small_games
def test_no_hopeless_state_has_more_cards_up_than_its_bound(count: int) -> None:
    """Of all small states that cannot be won without a further recycle, none has more up."""
    hopeless = 0
    for state, _ in small_games(count):
        last = replace(state, variant=replace(state.variant, recycles=state.recycles))
        if asked(last, "win").verdict is Verdict.UNWINNABLE:
            hopeless += 1
            assert sum(state.foundations) <= most_hopeless(state)
    assert hopeless > 10


@pytest.mark.parametrize(
    "row", rows("solitaire/best_scores"), ids=lambda row: f"{row['deal_id']}-{row['variant']}"
)
def test_best_scores_agree_with_those_known(row: dict[str, str | int | bool]) -> None:
    """Within few nodes the bounds meet those known, and where the bounds close they agree."""
    deal = deal_from_seed(int(str(row["deal_id"])[1:]))
    state = State.start(deal, parse_variant(str(row["variant"])))
    answer = pursue(state, Goal("score"), SOLVER, Limit(nodes=20_000))
    assert answer.lower is not None
    assert answer.upper is not None
    assert answer.lower <= int(row["best_at_most"])
    assert answer.upper >= int(row["best_at_least"])


def test_a_card_that_was_in_a_buffer_counts_for_the_score() -> None:
    """With nothing left to do but go up, 100 points hang on whether a card was in a buffer."""
    state = laid_out("", "KS", up=(12, 13, 13, 13))
    assert pursue(state, Goal("score"), SOLVER).value == 620
    assert pursue(state, Goal("score"), SOLVER, buffered=True).value == 520
    held = laid_out("", buffers="KS", up=(12, 13, 13, 13))
    assert pursue(held, Goal("score"), SOLVER).value == 520


def test_a_won_game_has_nothing_left_to_do() -> None:
    """Where all cards are up the line is empty, no move is left and nothing more is needed."""
    state = laid_out("", up=(13, 13, 13, 13), variant="c2d1L-inf", recycles=3)
    for goal, value in (("buffers", 0), ("recycles", 3), ("moves", 0), ("score", 560)):
        answer = pursue(state, parse_goal(goal), SOLVER, all_moves=True)
        assert (answer.verdict, answer.value, answer.line) == ("winnable", value, ()), goal
        assert answer.moves == {}


def test_lines_use_the_buffers_that_are_free() -> None:
    """A line found with fewer slots names those of the game: here the first is taken."""
    state = laid_out("QH | 2S", "KH", variant="c3d1L-inf", up=(0, 11, 13, 13), buffers="KS")
    moved = replace(state, buffers=(None, state.buffers[0], None))
    assert moved.buffers[1] is not None
    answer = asked(moved, "buffers")
    assert answer.line is not None
    assert replayed(moved, answer.line).is_won


def test_limits_hold_for_the_whole_question() -> None:
    """All questions that a goal takes together search no more nodes than the limit says."""
    state = State.start(deal_from_seed(60), Variant(4, 3))
    for goal in map(parse_goal, ("win", "score", "buffers", "recycles", "moves", "foundation:40")):
        for most in (0, 1, 100, 20_000):
            answer = pursue(state, goal, SOLVER, Limit(nodes=most), all_moves=True)
            assert answer.nodes <= most, goal


def test_a_limit_leaves_proved_bounds() -> None:
    """Without nodes nothing is known but what needs no search, and that is said."""
    state = State.start(deal_from_seed(1), STANDARD)
    known = {
        "win": (None, None),
        "score": (0, 620),
        "buffers": (0, None),
        "recycles": (0, None),
        "moves": (76, None),
        "foundation:9": (0, 9),
    }
    for goal, bounds in known.items():
        answer = pursue(state, parse_goal(goal), SOLVER, Limit(nodes=0))
        assert (answer.verdict, answer.lower, answer.upper) == ("unknown", *bounds), goal
        assert not answer.is_complete


def test_the_same_question_has_the_same_answer() -> None:
    """Lines, bounds and node counts do not depend on what was asked before."""
    states = [State.start(deal_from_seed(seed), Variant(4, 3)) for seed in (5, 60)]
    for goal in map(parse_goal, ("score", "moves", "buffers")):
        limit = Limit(nodes=15_000)
        first = [pursue(state, goal, Solver(16), limit, all_moves=True) for state in states]
        shared = Solver(16)
        again = [pursue(state, goal, shared, limit, all_moves=True) for state in states[::-1]]
        for one, other in zip(first, again[::-1], strict=True):
            assert replace(one, seconds=0.0) == replace(other, seconds=0.0)


def test_stopping_ends_every_goal() -> None:
    """When the caller says so at once, hard questions end, and the answer says it."""
    state = State.start(deal_from_seed(160), Variant(0, 3))
    for goal in map(parse_goal, ("win", "score", "recycles", "moves")):
        answer = pursue(state, goal, SOLVER, all_moves=True, stop=lambda: True)
        assert answer.interrupted, goal
        assert not answer.is_complete


def test_a_half_played_game_keeps_its_recycles() -> None:
    """Recycles already made count, and score as they do at the end."""
    game = Game(deal_from_seed(1), Variant(4, 3))
    draws = [parse_move(word) for word in ("D",) * 8 + ("R",)]
    answer = pursue(game.play(*draws).state, Goal("recycles"), SOLVER)
    assert (answer.value, answer.lower) == (1, 1)


@pytest.mark.parametrize("text", ["", "Win", "foundation", "foundation:", "win:3", "score:1", "x"])
def test_what_is_no_goal_is_refused(text: str) -> None:
    """The message names all that may be asked."""
    with pytest.raises(ParseError, match=r"goal: write win, score.* or foundation:K") as caught:
        parse_goal(text)
    assert [fault.field for fault in caught.value.faults] == ["goal"]


@pytest.mark.parametrize("text", ["win", "score", "buffers", "recycles", "moves", "foundation:0"])
def test_goals_are_written_as_they_are_read(text: str) -> None:
    """A goal's name reads back as the same."""
    assert str(parse_goal(text)) == text


@pytest.mark.parametrize(
    ("kind", "within"), [("winning", None), ("win", 3), ("foundation", None), ("foundation", -1)]
)
def test_goals_that_make_no_sense_are_refused(kind: Kind, within: int | None) -> None:
    """A number of moves goes with one goal only, and is not negative."""
    with pytest.raises(ValueError, match=r"goal|negative"):
        Goal(kind, within)
