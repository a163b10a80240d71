"""`steppe solitaire play` against the clock, in a sprint and in a duel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from solitaire_play import GAME, MOVES, SEED, UPS, Line, answers, play, play_with, prose

from steppe_solver.cli.solitaire.play_wishes import Wishes
from steppe_solver.solitaire import Move, parse_move
from steppe_solver.solitaire.duel import Duel
from steppe_solver.solitaire.duel_player import choose


def clock(*times: float) -> Callable[[], float]:
    """A clock that shows these times one after another, then the last for ever."""

    def looks() -> Iterator[float]:
        yield from times
        while True:
            yield times[-1]

    shown = looks()
    return lambda: next(shown)


def test_a_sprint_ends_with_its_time() -> None:
    """A move that is entered in time counts, one that is entered later does not."""
    first = " ".join(MOVES[: UPS[0] + 1])
    watch = clock(1000, 1000, 1020, 1020, 1301)
    result = play_with(Wishes(seed=SEED, mode="sprint"), [first, MOVES[UPS[0] + 1]], None, watch)
    words = prose(result)
    assert "Sprint, Deal seed-" in words
    assert "5:00 left, move 1, 0 up> " in words
    assert f"4:40 left, move {UPS[0] + 2}, 1 up>" in words
    assert "That came too late. Time is up. You: 1 card up." in words
    assert "Not won: 1 of 52 cards up;" in words


def test_a_sprint_against_the_solver() -> None:
    """The solver makes a move of its line every so many seconds, and the sooner one wins ties."""
    pace = 10.0
    wishes = Wishes(
        seed=SEED, mode="sprint", against="solver", same_deal=True, pace=pace, minutes=30.0
    )
    first = " ".join(MOVES[: UPS[0] + 1])
    when = pace * (UPS[0] + 1)
    sooner = clock(0, 0, when - 1, when - 1, when + 1, when + 1, when + 2, 1800)
    result = play_with(wishes, [first, ""], Line(True, MOVES), sooner)
    words = prose(result)
    assert "against the solver on the same deal, who moves every 10 s." in words
    assert "the solver 0 up, move" in words
    assert "the solver 1 up, move" in words
    later = clock(0, 0, when + 1, when + 1, when + 1, 1800)
    words = prose(play_with(wishes, [first], Line(True, MOVES[: UPS[0] + 1]), later))
    assert "The solver 1, you 1. The solver wins: as many cards, but sooner." in words
    words = prose(play_with(wishes, [first], Line(True, MOVES[: UPS[0] + 1]), sooner))
    assert "You 1, the solver 1. You win: as many cards, but sooner." in words


def test_up_to_four_race() -> None:
    """With --players more opponents race, on the deals of the next seeds or all on the same."""
    wishes = Wishes(seed=7, mode="sprint", against="solver", players=4, pace=2.0)
    words = prose(play_with(wishes, ["quit"], None, clock(0)))
    named = [f"the plain player {number} on deal seed-{7 + number}" for number in (1, 2, 3)]
    assert f"against {' and '.join(named)}, each of whom moves every 2 s." in words
    assert re.search(r"The plain player \d \d+, the plain player \d \d+,.* you 0\.", words)
    same = Wishes(seed=SEED, mode="sprint", against="solver", players=3, same_deal=True)
    words = prose(play_with(same, ["quit"], Line(True, MOVES), clock(0)))
    assert "the solver 1 on the same deal and the solver 2 on the same deal" in words
    assert play("--mode", "sprint", "--against", "solver", "--players", 5).exit_code == 2
    assert play("--mode", "sprint", "--players", 2).exit_code == 2


def test_the_solver_plays_on_when_the_player_stops() -> None:
    """Who quits keeps what is up; the solver has the rest of the time."""
    wishes = Wishes(seed=SEED, mode="sprint", against="solver", same_deal=True, pace=1.0)
    words = prose(play_with(wishes, ["quit"], Line(True, MOVES), clock(0)))
    assert f"The solver put up all cards after {len(MOVES) // 60}:{len(MOVES) % 60:02}" in words
    assert "The solver 52, you 0. The solver wins the race." in words


def test_without_a_line_a_plain_player_races() -> None:
    """Where no solver is at hand, or it finds no win, a player by simple rules takes its place,
    on the deal of the next seed."""
    wishes = Wishes(seed=7, mode="sprint", against="solver", pace=2.0)
    for adviser in (None, Line(False)):
        words = prose(play_with(wishes, ["quit"], adviser, clock(0)))
        assert "against the plain player on deal seed-8, who moves every 2 s." in words
        assert re.search(r"The plain player \d+, you 0. The plain player wins the race.", words)


def test_a_win_in_a_time_trial_is_paid_for_the_time() -> None:
    """`--minutes` in a classic game adds +2 for every full 10 seconds left at the last card."""
    wishes = Wishes(seed=SEED, minutes=10.0)
    result = play_with(wishes, [" ".join(MOVES)], None, clock(50, 60, 155, 700))
    ledger = GAME.play(*map(parse_move, MOVES)).ledger
    words = prose(result)
    assert "8:15 was left on the clock." in words
    assert f"Completion score {ledger.completion() + 2 * 49} " in words
    late = play_with(wishes, ["D"], None, clock(50, 60, 800, 800, 801))
    assert "0:00 left, move 2" in late.stdout


def test_a_duel_is_played_in_turn() -> None:
    """The computer answers every move with its choice; points go to who made them."""
    result = play("--mode", "duel", "--seed", 5, typed=["D", "moves", "undo", "undo", "quit"])
    assert result.exit_code == 0
    duel = Duel.start(5).play(parse_move("D"))
    reply = choose(duel)
    assert reply is not None
    assert f"You: D.\nThe computer: {reply}" in result.stdout
    after = duel.play(reply)
    assert f"you {after.scores[0]} : {after.scores[1]}> moves" in result.stdout
    listed = answers(result.stdout)[1].split()[1:]
    assert [word.split("(")[0] for word in listed] == [
        *map(str, after.legal_moves()),
        *(["pass"] if after.may_pass else []),
    ]
    assert "There is no turn to take back." in result.stdout
    assert "Not finished: you 0, the computer 0, 0 of 104 cards up." in prose(result)


def test_duels_have_hints_and_refuse_what_is_not_allowed() -> None:
    """A hint can be played; passing while a move scores, and illegal moves, say why not."""
    first = play("--mode", "duel", "--seed", 7, typed=["hint", "pass", "T1T2 D", "help", "xx"])
    words = prose(first)
    hint = re.search(r"Hint: (\S+) \(\+3\)\.", words)
    assert hint
    assert "That cannot be played: pass: a move scores" in words
    assert re.search(r"T1T2: .* 0 of 2 moves were made\.", words)
    assert "You may pass only where no move scores." in words
    second = play("--mode", "duel", "--seed", 7, typed=[hint[1], "score"])
    assert f"You: {hint[1]} (+3)." in second.stdout
    assert re.search(r"You 3, the computer -?\d+\.", second.stdout)


def test_the_computer_may_begin() -> None:
    """With `--second` the first move is the computer's."""
    result = play("--mode", "duel", "--seed", 5, "--second", "--draw", 3, typed=["undo"])
    reply = choose(Duel.start(5, 3))
    assert "draw 3, at most 2 recycles; the computer begins." in prose(result)
    assert f"The computer: {reply}" in result.stdout
    assert "There is no turn to take back." in result.stdout


def test_a_duel_ends_with_its_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel played to two passes names who won, with the scores of the rules."""

    def greedy(duel: Duel) -> Move | None:
        moves = duel.legal_moves()
        return None if duel.may_pass else max(moves, key=duel.points)

    monkeypatch.setattr("steppe_solver.cli.solitaire.play_run.choose", greedy)
    for seed in (14, 11, 12):  # won by either, and drawn
        duel, typed = Duel.start(seed), []
        while not duel.is_over:
            move = greedy(duel)
            if duel.mover == 0:
                typed.append("pass" if move is None else str(move))
            duel = duel.pass_turn() if move is None else duel.play(move)
        result = play("--mode", "duel", "--seed", seed, typed=typed)
        who = {0: "You win", 1: "The computer wins", None: "A draw"}[duel.leader]
        scores = f"you {duel.scores[0]}, the computer {duel.scores[1]}"
        assert f"{who}: {scores}, {duel.cards_up} of 104 cards up." in prose(result)
        assert result.exit_code == 0
