"""Reachability: a game for every position that play can reach, reasons for every other."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from known import rows
from relaxed import Name, game_exists
from turnless import consistent, played, turnless
from variants import POLICIES, random_game, random_rules

from steppe_solver.notation import (
    format_record,
    format_spn,
    parse_move,
    parse_record,
    parse_spn,
)
from steppe_solver.position import Cell, Color, Edition, Position, Reserve, Rules
from steppe_solver.reachability import Verdict, reachable, reasons, search, waiting
from steppe_solver.reachability.conditions import Condition, conditions_of
from steppe_solver.reachability.game import game_of
from steppe_solver.reachability.search import Case, find_course
from steppe_solver.reachability.watch import Watch

UNREACHABLE = [pytest.param(row, id=row["id"]) for row in rows("unreachable")]
SMALL = [case for case in UNREACHABLE if case.values[0]["small"]]  # type: ignore[index]


def board(
    width: int, height: int, levels: int, reserve: tuple[int, ...], *start: tuple[int, int]
) -> Rules:
    """Rules in a line: sides, levels, full reserve, starting cells."""
    cells = frozenset(Cell(*cell) for cell in start)
    return Rules(width, height, levels, Reserve(*reserve), cells)


RULES = {
    "plain": board(2, 2, 2, (2, 2, 0, 0)),
    "skips and holes": board(3, 1, 3, (3, 1, 1, 0)),
    "one of each": board(3, 2, 2, (1, 1, 1, 0)),
    "no ones": board(3, 2, 2, (0, 2, 1, 0)),
    "no ones, a neutral tile": board(3, 2, 2, (0, 1, 1, 1), (1, 0)),
    "starting cell in a corner": board(2, 2, 3, (2, 1, 0, 0), (0, 0)),
    "neutral tiles, holes": board(3, 1, 2, (0, 1, 1, 2)),
    "two starting cells": board(3, 2, 2, (2, 0, 1, 0), (0, 0), (2, 1)),
    "neutral tiles only": board(2, 2, 2, (0, 0, 0, 3)),
    "large tiles only": board(4, 2, 2, (0, 2, 1, 0), (0, 0), (3, 1)),
    "nothing left to fill": board(1, 1, 3, (1, 0, 0, 1), (0, 0)),
    "no tiles": board(2, 2, 2, (0, 0, 0, 0), (1, 1)),
}
SLOW_RULES = {
    "all kinds": board(3, 2, 1, (2, 1, 1, 1)),
    "three by three": board(3, 3, 1, (1, 1, 1, 1), (1, 1)),
    "three by three, no ones": board(3, 3, 2, (0, 1, 2, 0)),
    "two levels, a neutral tile": board(2, 2, 2, (2, 1, 0, 1)),
    "a row, three levels": board(4, 1, 3, (1, 2, 0, 1), (0, 0), (1, 0)),
    "four by two": board(4, 2, 2, (1, 1, 1, 0), (0, 1)),
}


def confirm_game(position: Position) -> None:
    """Assert that the position is found reachable and its game, as text, replays to it."""
    verdict = reachable(position)
    assert verdict.reachable is True, format_spn(position)
    assert verdict.reasons == ()
    assert verdict.game is not None
    assert verdict.game.start == Position.start(position.rules)
    assert parse_record(format_record(verdict.game)).final == position


def names(verdict: Verdict) -> set[Name]:
    """The conditions that its reasons name."""
    return {(reason.kind, reason.level, reason.color) for reason in verdict.reasons}


def all_names(position: Position) -> set[Name]:
    """Every condition there is for the position."""
    case = Case(position, Watch(lambda: False))
    return {(*name,) for name in conditions_of(case.floors, ended=position.is_over)}


def positions_of(row: dict[str, Any]) -> list[Position]:
    """The start of a game of the data files, and the position after every move."""
    positions = [parse_spn(row["start"])]
    for move in row["moves"]:
        positions.append(positions[-1].play(parse_move(move, positions[-1])))
    return positions


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows("games")])
def test_positions_of_known_games_are_reachable(row: dict[str, Any]) -> None:
    """A sample of the positions of every known game, its end among them, comes with a game."""
    for position in positions_of(row)[::-11]:
        confirm_game(position)


@pytest.mark.slow
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows("games")])
def test_all_positions_of_known_games_are_reachable(row: dict[str, Any]) -> None:
    """Every position of every known game comes with a game."""
    for position in positions_of(row):
        confirm_game(position)


@pytest.mark.parametrize("seed", range(6))
def test_positions_of_games_on_any_board_are_reachable(seed: int) -> None:
    """Boards up to 8 x 8 and nine levels, odd reserves and starts: what was played is reachable."""
    rng = Random(seed)
    for _ in range(6):
        rules = random_rules(rng, cells=64, side=8, levels=9)
        game = random_game(rng, rules, rng.choice(tuple(POLICIES.values())))
        for position in {game[-1], rng.choice(game)}:
            confirm_game(position)


def confirm_rules(rules: Rules, *, every: int) -> None:
    """Assert that the verdict is right for every consistent position of the rules.

    The reasons are asked for in one case of ``every``.
    """
    right = played(rules, 50_000)
    candidates = consistent(rules, 50_000)
    assert right <= candidates
    for place, position in enumerate(sorted(candidates, key=format_spn)):
        if position in right:
            confirm_game(position)
        elif place % every:
            case = Case(position, Watch(lambda: False))
            assert find_course(case) is None, format_spn(position)
        else:
            assert reachable(position).reachable is False, format_spn(position)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_verdicts_equal_a_full_enumeration(rules: Rules) -> None:
    """Of all consistent positions of a small board, just those that games come to are reachable."""
    confirm_rules(rules, every=10)


@pytest.mark.slow
@pytest.mark.parametrize("rules", SLOW_RULES.values(), ids=SLOW_RULES)
def test_verdicts_equal_a_full_enumeration_on_larger_boards(rules: Rules) -> None:
    """The same for boards with tens of thousands of consistent positions."""
    confirm_rules(rules, every=10)


def test_the_small_boards_know_skips_and_holes() -> None:
    """Among the games enumerated there are skips above level 1 and holes below other levels."""
    skips = holes = 0
    for rules in RULES.values():
        for position in played(rules, 50_000):
            after = [position.play(move) for move in position.legal_moves()]
            skips += sum(p.mover is position.mover and p.level == position.level > 1 for p in after)
            holes += any(None in level for level in position.levels[:-1])
    assert skips > 50
    assert holes > 100


@pytest.mark.parametrize("row", UNREACHABLE)
def test_made_up_positions_are_refused_with_the_right_reasons(row: dict[str, Any]) -> None:
    """Each is consistent, refused, and for the conditions that the file names."""
    verdict = reachable(parse_spn(row["spn"]))
    assert verdict.reachable is False
    assert verdict.game is None
    assert verdict.minimal
    found = []
    for kind, level, color in names(verdict):
        found.append(" ".join(str(word) for word in (kind, level, color and color.value) if word))
    assert sorted(found) == row["kinds"]


@pytest.mark.parametrize("row", SMALL)
def test_the_reasons_are_those_of_a_plain_enumeration(row: dict[str, Any]) -> None:
    """Trying every order of play: the reasons cannot hold together, and any one less can."""
    position = parse_spn(row["spn"])
    confirm_reasons(position, reachable(position))


def confirm_reasons(position: Position, verdict: Verdict) -> None:
    """Assert, by `game_exists`, that the reasons conflict and that each is needed."""
    needed = names(verdict)
    others = all_names(position) - needed
    assert needed
    assert not game_exists(position, others), format_spn(position)
    for name in needed:
        assert game_exists(position, others | {name}), (format_spn(position), name)


def test_reasons_of_random_small_positions_are_minimal_conflicts() -> None:
    """For small boards of every kind, the reasons stand the same test by plain enumeration."""
    rng, checked = Random(3), 0
    while checked < 150:
        rules = random_rules(rng, cells=4, side=4, levels=3)
        position = turnless(rng, rules)
        verdict = reachable(position)
        if verdict.reachable:
            assert game_exists(position)
        elif max(rules.reserve) < 5:
            confirm_reasons(position, verdict)
            checked += 1


def test_the_made_up_positions_are_of_many_kinds() -> None:
    """At least 36 lines, small boards among them, with at least six distinct sets of kinds."""
    lines = rows("unreachable")
    kinds = {frozenset(kind.split()[0] for kind in row["kinds"]) for row in lines}
    assert len(lines) >= 36
    assert len(kinds) >= 6
    assert {kind for group in kinds for kind in group} == {
        *("opener", "skip", "complete", "turn", "tiles", "score", "neutrals")
    }
    assert len(SMALL) >= 12


def confirm_random(seed: int, count: int) -> None:
    """Assert that random consistent positions of the standard game all get a proved verdict."""
    rng, answers = Random(seed), {True: 0, False: 0}
    for _ in range(count):
        position = turnless(rng)
        assert parse_spn(format_spn(position)) == position
        verdict = reachable(position)
        assert verdict.reachable is not None
        answers[verdict.reachable] += 1
        if verdict.reachable:
            confirm_game(position)
        else:
            assert verdict.minimal
            confirm_minimal(position, verdict)
    assert min(answers.values()) > 0


def confirm_minimal(position: Position, verdict: Verdict) -> None:
    """Assert that there is no course with the reasons alone, and one with any of them left out."""
    case = Case(position, Watch(lambda: False))
    others = {Condition(*name) for name in all_names(position) - names(verdict)}
    assert find_course(case, frozenset(others)) is None
    for name in names(verdict):
        assert find_course(case, frozenset(others | {Condition(*name)})) is not None


def test_random_standard_positions_get_a_verdict() -> None:
    """Of random consistent positions of the standard game none stays unknown."""
    confirm_random(seed=11, count=60)


@pytest.mark.slow
def test_five_hundred_random_standard_positions_get_a_verdict() -> None:
    """The same for five hundred."""
    confirm_random(seed=12, count=500)


def test_the_start_is_reached_by_no_moves() -> None:
    """The position before the first move has the empty game, whoever begins."""
    for position in (Position.start(), Position.start(board(3, 1, 2, (0, 0, 1, 0), (0, 0)))):
        game = reachable(position).game
        assert game is not None
        assert game.moves == ()


def stop_after(calls: int) -> Callable[[], bool]:
    """A wish to stop that comes after so many questions."""
    left = [calls]

    def stop() -> bool:
        left[0] -= 1
        return left[0] < 0

    return stop


LATE_NO = (
    "BBBNR/BRRRR/RRNNR/RRNBB/RBNBB|NBBBR/BRRRR/RRBBR/NRBBB/RBBBB|...../...../...../...../....."
    " R 11,1,0,0 4,1,2,0 77-64"
)
"""Unreachable for many reasons, which take a while to find."""


def test_who_is_stopped_does_not_know() -> None:
    """Stopped at once the verdict is None, later it is right: no, minimal only at the very end."""
    position = parse_spn(LATE_NO)
    verdicts = [reachable(position, stop_after(calls)) for calls in range(200)]
    states = [(verdict.reachable, verdict.minimal) for verdict in verdicts]
    assert list(dict.fromkeys(states)) == [(None, True), (False, False), (False, True)]
    assert all(verdict.reasons for verdict in verdicts if verdict.reachable is False)
    assert verdicts[-1] == reachable(position)
    cut = next(verdict for verdict in verdicts if not verdict.minimal)
    assert names(cut) >= names(verdicts[-1])


def test_beyond_the_work_limits_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where coverings take too long, or the tables of late tiles, the verdict is None."""
    full = board(8, 8, 2, (70, 1, 1, 0))
    dense = (*((Color.RED,) * 63), None)
    reserves = (Reserve(7, 1, 1, 0), full.reserve)
    assert reachable(Position(full, (dense,), Color.BLUE, reserves, (63, 0))) == Verdict(None)

    late = parse_spn("BRR|BRR|... R 1,0,1,0 1,1,1,0 9-3 reserves=3,1,1,0")
    assert reachable(late).reachable is True
    monkeypatch.setattr(waiting, "MOST_STATES", 0)
    assert reachable(late) == Verdict(None)
    monkeypatch.setattr(search, "MOST_STATES", 0)
    assert reachable(parse_spn(LATE_NO)) == Verdict(None)


def test_reasons_that_take_too_long_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no work allowed for leaving conditions out the no stands, with all of them, in words."""
    monkeypatch.setattr(reasons, "MOST_STEPS", -1)
    position = parse_spn(LATE_NO)
    verdict = reachable(position)
    assert (verdict.reachable, verdict.minimal) == (False, False)
    assert names(verdict) <= all_names(position)
    assert names(verdict) >= {("skip", 2, None), ("turn", None, None), ("opener", 3, None)}
    assert any("otherwise" not in reason.text for reason in verdict.reasons)


def test_a_game_that_does_not_fit_is_never_handed_on() -> None:
    """The course of one position does not pass for a game to another."""
    line = "R..../...../..N../...../..... B 14,5,3,3 15,5,3,3 1-0"
    case = Case(parse_spn(line), Watch(lambda: False))
    course = find_course(case)
    assert course is not None
    other = Case(parse_spn(line.replace("R..../.....", "...../R....")), Watch(lambda: False))
    assert game_of(other, course).final == other.position
    blue = line.replace("B 14,5,3,3 15,5,3,3 1-0", "R 14,5,3,3 15,5,3,3 1-0")
    with pytest.raises(AssertionError):
        game_of(Case(parse_spn(blue), Watch(lambda: False)), course)


SENTENCES = {
    "turn-4": (
        "Red comes first on level 1; otherwise Blue might.",
        "Nobody who can place is skipped on level 1, where Red's cells make 6 to 7 tiles and Blue's"
        " 7 to 11 tiles; otherwise Red might have laid 7 tiles and Blue 11 there, Red being skipped"
        " with 8 ones, 5 fives, 3 tens and 3 neutral tiles in hand.",
        "It is Blue's turn on level 1; otherwise Red might be to move after 7 tiles of Red and 7 of"
        " Blue there.",
    ),
    "hole-1": (
        "Red must have been unable to place when level 1 ended with a1 open; otherwise Red might"
        " have held 1 one and 2 tens then.",
    ),
    "score-3": ("Red has 118 points; otherwise it might be 115.",),
    "neutrals-6": ("Red has laid 1 neutral tile and Blue 0; otherwise it might be 0 and 1.",),
    "tiles-4": ("Red has laid 3 ones; otherwise it might be 1 one and 1 five.",),
    "opener-6": (
        "Who placed last on level 1 comes first on level 2; otherwise White might have placed last"
        " on level 1, and Blue come first.",
    ),
}


@pytest.mark.parametrize("row", [case for case in UNREACHABLE if case.id in SENTENCES])
def test_the_sentences_have_the_numbers(row: dict[str, Any]) -> None:
    """Each kind of reason says what it demands here and what might be otherwise."""
    texts = [reason.text for reason in reachable(parse_spn(row["spn"])).reasons]
    assert set(SENTENCES[row["id"]]) <= set(texts)


def test_an_inconsistent_position_is_no_crash() -> None:
    """Made by hand past the checks: cells that no tile can cover, and points that none can give."""
    rules = board(2, 1, 2, (2, 0, 0, 0))
    held = (Reserve(0, 0, 0, 0), Reserve(1, 0, 0, 0))
    levels = ((Color.RED, Color.BLUE), (None, Color.RED))
    (reason,) = reachable(Position(rules, levels, Color.BLUE, held, (3, 1))).reasons
    assert reason.kind == "cells"
    assert "No tiles at all" in reason.text
    points = Position(rules, ((Color.RED, None),), Color.BLUE, (held[1], rules.reserve), (9, 0))
    assert names(reachable(points)) == {("score", None, Color.RED)}


def test_players_are_named_as_in_the_edition() -> None:
    """In the dmr edition the first player is White in every sentence."""
    position = parse_spn("W..../...../..N../...../..... W 14,5,3,3 15,5,3,3 1-0 dmr")
    assert position.rules.edition is Edition.DMR
    text = " ".join(reason.text for reason in reachable(position).reasons)
    assert "White" in text
    assert "Red" not in text
