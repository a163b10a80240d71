"""The search for wins through its door: known verdicts, limits, lines that replay."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
from known import rows
from solitaire_games import known_deals, laid_out, played

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import STANDARD, Game, State, Variant, deal_from_seed, parse_move
from steppe_solver.solitaire import parse_variant as variant
from steppe_solver.solitaire.shortest import search_shortest
from steppe_solver.solitaire.solver import Limit, Solver, Verdict, replayed

SOLVER = Solver(64)
DEALS = known_deals()
HARD = State.start(deal_from_seed(160), Variant(0, 3))
"""Without buffers, and lost: no search sees that soon."""


@pytest.mark.parametrize(
    "row", rows("solitaire/verdicts"), ids=lambda row: f"{row['deal_id']}-{row['variant']}"
)
def test_known_verdicts(row: dict[str, Any]) -> None:
    """Every verdict is the known one; where nodes run out first it is "unknown", which is rare."""
    win = SOLVER.win(
        State.start(DEALS[row["deal_id"]], variant(row["variant"])), Limit(nodes=60_000)
    )
    if win.verdict is not Verdict.UNKNOWN:
        assert win.verdict == row["verdict"]
    else:
        assert row["variant"].startswith(("c0", "c1"))


@pytest.mark.parametrize("row", rows("solitaire/positions"), ids=lambda row: row["position_id"])
def test_known_half_played_games(row: dict[str, Any]) -> None:
    """Games that others found hard to judge in the middle get the known verdict."""
    moves = map(parse_move, row["moves"])
    game = Game(DEALS[row["deal_id"]], variant(row["variant"])).play(*moves)
    win = SOLVER.win(game.state)
    assert win.verdict == row["verdict"]
    assert (win.line is not None) == (row["verdict"] == "winnable")


def test_lines_win_by_the_rules() -> None:
    """A line leads to the last card, move by move, in any variant."""
    for seed in range(1, 12):
        for options in ("c4d1L-inf", "c4d3L-r1", "c2d1U-r2", "c1d3U-inf", "c0d1U-inf"):
            state = State.start(deal_from_seed(seed), variant(options))
            win = SOLVER.win(state, Limit(nodes=50_000))
            if win.line is not None:
                end = played(state, " ".join(map(str, win.line)))
                assert end.is_won
                assert end.variant.recycles is None or end.recycles <= end.variant.recycles


def test_a_line_that_breaks_the_rules_is_not_replayed() -> None:
    """What judges the lines refuses a move that cannot be played."""
    state = State.start(deal_from_seed(1), STANDARD)
    with pytest.raises(IllegalMoveError):
        replayed(state, [parse_move("R")])


def test_a_won_game_is_winnable_by_no_moves() -> None:
    """With all cards up there is an empty line, and no node to search."""
    win = SOLVER.win(laid_out("", up=(13, 13, 13, 13)))
    assert (win.verdict, win.line) == (Verdict.WINNABLE, ())


def test_a_node_limit_is_kept_and_said() -> None:
    """A hard game stops exactly at the limit, unknown, without a line."""
    for most in (0, 1, 1000, 12_345):
        win = SOLVER.win(HARD, Limit(nodes=most))
        assert (win.verdict, win.line, win.nodes) == (Verdict.UNKNOWN, None, most)
        assert not win.interrupted


def test_the_most_cards_up_are_found_within_limits() -> None:
    """More than the most there can be is refused by proof; a limit or the caller leaves it open."""
    state = State.start(deal_from_seed(17), Variant(0, 3, recycles=0))
    most = SOLVER.cards_up(state, 0)
    assert most.is_most
    assert most.line is not None
    count = sum(replayed(state, most.line).foundations)
    beaten = SOLVER.cards_up(state, count)
    assert (beaten.is_most, beaten.line) == (True, None)
    for nodes in (0, 1, 1000):
        short = SOLVER.cards_up(HARD, 40, Limit(nodes=nodes))
        assert (short.is_most, short.line, short.nodes) == (False, None, nodes)
    stopped = SOLVER.cards_up(HARD, 40, stop=lambda: True)
    assert (stopped.is_most, stopped.interrupted) == (False, True)


def test_a_time_limit_ends_a_hard_search() -> None:
    """With seconds for a limit a search ends that would go on for long."""
    win = SOLVER.win(HARD, Limit(seconds=0.2))
    assert win.verdict is Verdict.UNKNOWN
    assert win.seconds >= 0.2


def test_the_caller_can_stop_it() -> None:
    """The first True ends the search, and the answer says that it was no limit."""
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 2

    win = SOLVER.win(HARD, stop=stop)
    assert (win.verdict, win.interrupted, len(asked)) == (Verdict.UNKNOWN, True, 2)


def test_answers_do_not_depend_on_what_came_before() -> None:
    """The same game has the same line and count in a fresh solver and in a used one."""
    state = State.start(deal_from_seed(9), Variant(1, 3))
    fresh = Solver(8).win(state, Limit(nodes=40_000))
    used = Solver(8)
    used.win(HARD, Limit(nodes=40_000))
    assert replace(used.win(state, Limit(nodes=40_000)), seconds=0) == replace(fresh, seconds=0)


def test_threads_that_share_a_solver_wait_for_each_other() -> None:
    """Called from several threads at once a solver answers each as if it were alone."""
    states = [State.start(deal_from_seed(seed), Variant(0, 1)) for seed in range(1, 7)]
    alone = [SOLVER.win(state, Limit(nodes=5000)).line for state in states]
    found: dict[int, object] = {}

    def ask(number: int) -> None:
        found[number] = SOLVER.win(states[number], Limit(nodes=5000)).line

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(states))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(len(states))] == alone


def test_without_memory_there_is_no_solver() -> None:
    """Less than 1 MiB is refused, and more than there is raises MemoryError."""
    with pytest.raises(ValueError, match="1 MiB"):
        Solver(0)
    with pytest.raises(ValueError, match="1 MiB"):
        search_shortest(HARD, memory=0)
    with pytest.raises(MemoryError):
        Solver(2**40)


def test_shortest_wins_have_proved_bounds() -> None:
    """No line is shorter than a lower bound; more nodes narrow the bounds, enough close them."""
    state = State.start(deal_from_seed(3), Variant(4, 3))
    line = SOLVER.win(state).line
    assert line is not None
    late = replayed(state, line[: len(line) // 2])
    bounds = []
    for nodes in (1, 1000, 100_000):
        best = search_shortest(late, Limit(nodes=nodes), memory=64)
        assert best.nodes <= nodes
        bounds.append((-best.lower, 10**6 if best.line is None else len(best.line)))
    assert bounds == sorted(bounds, reverse=True)
    lower, length = bounds[-1]
    assert -lower == length <= len(line) - len(line) // 2
