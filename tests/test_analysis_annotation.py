"""Annotated game records: they are read back, say what was found, and keep what was said before."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest
from known import rows
from plain_analysis import small_games

from steppe_solver.analysis import Analysis, Ply, analyse, annotated, mark, value_in_words
from steppe_solver.notation import GameRecord, format_move, parse_record
from steppe_solver.solver import Limit, Solver


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all games of this file."""
    return Solver(memory=64)


@pytest.fixture(scope="module")
def analyses(solver: Solver) -> list[Analysis]:
    """Small games analysed in full, others with hardly any search."""
    rng = Random(1)
    games = [record for record, _ in small_games(3, 25, reach=400)]
    found = [analyse(record, solver=solver) for record in games]
    found += [analyse(record, Limit(nodes=1), solver=solver) for record in games]
    for row in islice(rows("games"), 6):
        record = parse_record(f'[Edition "{row["edition"]}"]\n\n{" ".join(row["moves"])}')
        found.append(analyse(record, Limit(nodes=rng.choice((0, 300)))))
    return found


def remarks(text: str) -> dict[int, str]:
    """The comments written by the analysis, on one line each, by their places."""
    comments = parse_record(text).comments
    return {
        comment.place: " ".join(comment.text.split())[len("{steppe: ") : -1]
        for comment in comments
        if comment.text.startswith("{steppe: ")
    }


def test_the_game_is_the_same(analyses: list[Analysis]) -> None:
    """Start, moves and headers are read back; lines fit a terminal."""
    for analysis in analyses:
        text = annotated(analysis)
        again, record = parse_record(text), analysis.record
        assert (again.start, again.moves) == (record.start, record.moves)
        assert again.headers[: len(record.headers)] == record.headers
        assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("["))


def test_an_annotated_game_is_analysed_and_annotated_alike(
    analyses: list[Analysis], solver: Solver
) -> None:
    """Earlier remarks make way for the same ones."""
    for analysis in analyses[:10]:
        text = annotated(analysis)
        again = analyse(parse_record(text), solver=solver)
        assert again.plies == analysis.plies
        assert annotated(again) == text


def test_remarks_stand_behind_the_moves_that_gave_points_away(analyses: list[Analysis]) -> None:
    """And behind no others; each has mark, points, both values, and the whole better line."""
    exact = at_least = 0
    for analysis in analyses:
        told = remarks(annotated(analysis))
        if not analysis.plies:
            assert told == {}
            continue
        assert told[0].startswith(("Exact from", "No value is known"))
        faulty = [ply for ply in analysis.plies if ply.loss.lower > 0]
        assert list(told)[1:] == [ply.number for ply in faulty]
        for ply in faulty:
            assert told[ply.number] == expected(ply)
            exact += ply.loss.exact is not None
            at_least += ply.loss.exact is None
    assert exact >= 20
    assert at_least >= 1


def expected(ply: Ply) -> str:
    """The remark on a move that gave points away."""
    edition = ply.position.rules.edition
    least = "" if ply.loss.exact is not None else "at least "
    text = (
        f"{mark(ply)} gives away {least}{ply.loss.lower}: {value_in_words(ply.after, edition)}"
        f" instead of {value_in_words(ply.before, edition)}."
    )
    return text + (f" Better {' '.join(map(format_move, ply.better))}" if ply.better else "")


def test_the_summary_says_when_it_was_decided(analyses: list[Analysis]) -> None:
    """With the first ply where that is proved, else with one that it is not later than."""
    sooner = 0
    for analysis in analyses:
        summary = remarks(annotated(analysis)).get(0, "")
        told = re.search(r"Decided at move (\d+)( or sooner)?:", summary)
        assert (told is None) == (analysis.decided_by is None or analysis.decided_at == 1)
        assert ("Decided before the first move" in summary) == (analysis.decided_at == 1)
        if told is not None:
            assert int(told[1]) == analysis.decided_by
            assert (told[2] is None) == (analysis.decided_at is not None)
            sooner += told[2] is not None
    assert sooner >= 1


def test_other_comments_are_kept(solver: Solver) -> None:
    """What others have said of the game stays in its place, before what is said here."""
    start = "N.. R 15,5,3,3 15,5,3,3 0-0 levels=1"
    game = f'# mine\n[SPN "{start}"]\n\n{{so}} 1b1 {{ha}} {{steppe: old}} 1c1 # end\n1-1\n'
    record: GameRecord = parse_record(game)
    text = annotated(analyse(record, solver=solver))
    assert text == (
        f'# mine\n[SPN "{start}"]\n\n{{so}}\n'
        "{steppe: Exact from move 1 on. Decided at move 2: a draw; move 1 was the last to\n"
        "change that. Last moment at which the result could still change: move 2. Red\n"
        "gave away 5 points in 1 move; best in 0 of 1 with a choice (0%). Blue gave away\n"
        "0 points in 1 move; best in 1 of 1 with a choice (100%).}\n"
        "1. 1b1\n{ha}\n"
        "{steppe: ?? gives away 5: draw instead of Red by 5. Better 5b1-c1}\n"
        "1... 1c1\n# end\n1-1\n"
    )
