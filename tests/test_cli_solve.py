"""`steppe solve`: its JSON and its text, and what a limit or a bad input does to them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from command import BAD, EASY, HARD, LARGE, objects, run, spn_file
from known import rows

from steppe_solver.notation import format_spn, parse_move, parse_spn
from steppe_solver.position import Color, Position

SMALL = [row for row in rows("values") if row["empty_cells_on_level"] <= 5 and row["n_legal"]]
ENDED = rows("games")[0]["final_spn"]
DRAWN = next(row["spn"] for row in SMALL if row["value"] == 0)
DMR = next(row for row in SMALL if row["spn"].endswith(" dmr") and row["value"] > 0)

FIELDS = [
    *("spn", "name", "objective", "status", "value", "lower", "upper"),
    *("best", "line", "nodes", "seconds"),
]


def played(spn: str, line: list[str]) -> Position:
    """The position after the moves of the line."""
    position = parse_spn(spn)
    for move in line:
        position = position.play(parse_move(move, position))
    return position


def test_json_has_the_documented_fields_and_a_line_that_ends_at_the_value(tmp_path: Path) -> None:
    """Every field is there; the line, played out, ends the game with the margin that is claimed."""
    result = run("solve", spn_file(tmp_path, *(row["spn"] for row in SMALL)), "--format", "json")
    answers = objects(result.stdout)
    assert result.exit_code == 0
    assert [answer["value"] for answer in answers] == [row["value"] for row in SMALL]
    for row, answer in zip(SMALL, answers, strict=True):
        assert list(answer) == FIELDS
        assert (answer["spn"], answer["name"], answer["objective"]) == (row["spn"], None, "margin")
        assert answer["status"] == "exact"
        assert answer["value"] == answer["lower"] == answer["upper"]
        assert answer["best"] == answer["line"][0]
        end = played(row["spn"], answer["line"])
        assert end.is_over
        assert end.margin == answer["value"]
        assert isinstance(answer["nodes"], int)
        assert isinstance(answer["seconds"], float)


def test_all_moves_gives_every_move_its_value_best_first(tmp_path: Path) -> None:
    """Every legal move has a value, best first for the mover; those at the value are the best."""
    file = spn_file(tmp_path, *(row["spn"] for row in SMALL))
    answers = objects(run("solve", file, "--format", "json", "--all-moves").stdout)
    for row, answer in zip(SMALL, answers, strict=True):
        moves = answer["moves"]
        assert len(moves) == row["n_legal"]
        best = sorted(move for move, value in moves.items() if value == row["value"])
        assert best == sorted(row["best_moves"])
        sign = 1 if parse_spn(row["spn"]).mover is Color.RED else -1
        assert all(sign * left >= sign * right for left, right in pairwise(moves.values()))


def test_outcome_is_the_sign_of_the_margin(tmp_path: Path) -> None:
    """With the objective `outcome` a value is 1, 0 or -1, as known."""
    file = spn_file(tmp_path, *(row["spn"] for row in SMALL))
    answers = objects(run("solve", file, "--format", "json", "--objective", "outcome").stdout)
    assert [answer["value"] for answer in answers] == [row["outcome"] for row in SMALL]
    assert {answer["objective"] for answer in answers} == {"outcome"}


def test_a_limit_gives_bounds_and_exit_code_3(tmp_path: Path) -> None:
    """Where a limit strikes there are two proved bounds and no value; later inputs are solved."""
    file = spn_file(tmp_path, HARD, EASY)
    for limit in (["--nodes", "1000"], ["--limit", "0.1"], ["--limit", "0"], ["--nodes", "0"]):
        result = run("solve", file, "--format", "json", *limit)
        hard, easy = objects(result.stdout)
        assert (hard["status"], hard["value"]) == ("bounded", None)
        assert hard["lower"] < hard["upper"]
        assert hard["line"] is None or hard["best"] == hard["line"][0]
        assert easy["lower"] <= 15 <= easy["upper"]
        assert result.exit_code == 3


def test_moves_that_are_not_exact_are_pairs_of_bounds(tmp_path: Path) -> None:
    """With `--all-moves` under a limit, a move's value is a number or [lower, upper]."""
    file = spn_file(tmp_path, HARD)
    result = run("solve", file, "--format", "json", "--all-moves", "--nodes", "1000")
    (answer,) = objects(result.stdout)
    assert len(answer["moves"]) == 108
    assert all(low < high for low, high in answer["moves"].values())
    assert result.exit_code == 3


def test_an_ended_game_has_status_ended(tmp_path: Path) -> None:
    """A finished game is answered with its margin, no best move and an empty line."""
    result = run("solve", spn_file(tmp_path, ENDED), "--format", "json", "--all-moves")
    (answer,) = objects(result.stdout)
    assert answer["status"] == "ended"
    assert answer["value"] == answer["lower"] == answer["upper"] == rows("games")[0]["margin"]
    assert (answer["best"], answer["line"], answer["moves"]) == (None, [], {})
    assert result.exit_code == 0


def test_names_pass_through_as_ascii_json(tmp_path: Path) -> None:
    """JSON is plain ASCII whatever a name is written in, and the name comes back whole."""
    name = "N\u00e4he \u2713 \u68cb"
    output = run("solve", spn_file(tmp_path, f"{EASY} ; {name}"), "--format", "json").stdout
    assert output.isascii()
    assert objects(output)[0]["name"] == name


def test_a_bad_line_is_answered_in_its_place(tmp_path: Path) -> None:
    """A bad input gives all its faults with their places, between the answers around it."""
    file = spn_file(tmp_path, EASY, "# a comment", f"  {BAD} ; spoilt", EASY)
    result = run("solve", file, "--format", "json")
    first, bad, last = objects(result.stdout)
    assert first["value"] == last["value"] == 15
    assert list(bad) == ["input", "error", "faults"]
    assert bad["input"] == f"{file}:3"
    assert [(fault["field"], fault["at"]) for fault in bad["faults"]] == [
        ("board", "3:17"),
        ("reserve", "3:35"),
    ]
    assert all(fault["message"] in bad["error"] for fault in bad["faults"])
    assert result.exit_code == 1


def test_a_large_board_is_bad_input_of_field_board(tmp_path: Path) -> None:
    """Sides over 5 are refused with the reason, and the other inputs are still solved."""
    file = spn_file(tmp_path, LARGE, EASY)
    result = run("solve", file, "--format", "json")
    large, easy = objects(result.stdout)
    assert large["input"] == f"{file}:1"
    assert [fault["field"] for fault in large["faults"]] == ["board"]
    assert "5" in large["error"]
    assert easy["value"] == 15
    assert result.exit_code == 1


def test_bad_input_outweighs_a_limit(tmp_path: Path) -> None:
    """Exit code 1 wins over 3."""
    assert run("solve", spn_file(tmp_path, HARD, BAD), "--nodes", "10").exit_code == 1


def test_a_thousand_positions_are_answered_in_order(tmp_path: Path) -> None:
    """Answers come in input order, whatever the table holds from earlier positions."""
    quick = [row for row in SMALL if row["oracle_nodes"] < 1000]
    chosen = [quick[number % len(quick)] for number in range(1000)]
    file = spn_file(tmp_path, *(f"{row['spn']} ; {n}" for n, row in enumerate(chosen)))
    answers = objects(run("solve", file, "--format", "json").stdout)
    assert [answer["name"] for answer in answers] == [str(number) for number in range(1000)]
    assert [answer["value"] for answer in answers] == [row["value"] for row in chosen]


def test_an_answer_does_not_depend_on_earlier_ones(tmp_path: Path) -> None:
    """Alone, or after others: the same output but for the seconds."""

    def answers(*spns: str) -> list[dict[str, object]]:
        file = spn_file(tmp_path, *spns)
        found = objects(run("solve", file, "--format", "json", "--all-moves").stdout)
        return [{**answer, "seconds": None} for answer in found]

    spns = [row["spn"] for row in SMALL[:10]]
    assert answers(*spns) == [answer for spn in spns for answer in answers(spn)]


def test_text_names_the_winner_the_best_move_and_the_line(tmp_path: Path) -> None:
    """A player reads who wins by how much, the final score, and every move of the line."""
    text = run("solve", spn_file(tmp_path, f"{EASY} ; The last tile")).stdout
    assert "some.spn:1  The last tile" in text
    assert "Blue to move on level 3 of 3, 3 open cells; score Red 127 : Blue 112" in text
    assert "Red wins by 15 with perfect play, Red 127 : Blue 112" in text
    assert "level 3: Blue Na1" in text


def test_text_shows_levels_and_skips(tmp_path: Path) -> None:
    """In the line, moves stand under their level with their mover, and a skip is pointed out."""
    row = next(row for row in rows("values") if row["id"] == "v001")
    text = run("solve", spn_file(tmp_path, row["spn"])).stdout
    assert "Blue wins by 40" in text
    assert "level 2: Blue Nb3" in text
    assert "level 3: " in text
    assert "skipped" in text


def test_text_wraps_the_line_between_moves(tmp_path: Path) -> None:
    """Below its title no answer is wider than a terminal of 80 columns, and no move is broken."""
    file = spn_file(tmp_path, *(row["spn"] for row in SMALL))
    lines = [line for line in run("solve", file).stdout.splitlines() if line.startswith(" ")]
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith("-") for line in lines)


def test_text_calls_players_as_their_edition_does(tmp_path: Path) -> None:
    """In the dmr edition the first player is White."""
    text = run("solve", spn_file(tmp_path, DMR["spn"]), "--all-moves").stdout
    assert f"White wins by {DMR['value']}" in text
    assert "Red" not in text


def test_text_says_draw(tmp_path: Path) -> None:
    """An equal result is called a draw, for both objectives."""
    file = spn_file(tmp_path, DRAWN)
    assert "draw with perfect play" in run("solve", file).stdout
    assert "draw with perfect play" in run("solve", file, "--objective", "outcome").stdout


def test_text_of_an_outcome_claims_no_points(tmp_path: Path) -> None:
    """With the objective `outcome`, text says who wins, not by how much."""
    text = run("solve", spn_file(tmp_path, EASY), "--objective", "outcome").stdout
    assert "Red wins with perfect play\n" in text
    assert "wins by" not in text


def test_text_of_bounds_names_both_ends_and_calls_them_proved(tmp_path: Path) -> None:
    """A bounded answer cannot be mistaken for a value, and says whose margin the numbers are."""
    file = spn_file(tmp_path, HARD)
    text = run("solve", file, "--nodes", "1000").stdout
    assert "not solved within the limit\n  proved so far: between Blue by" in text
    assert "and Red by" in text
    assert "(Red's margin -" in text
    outcome = run("solve", file, "--nodes", "1000", "--objective", "outcome").stdout
    assert "proved so far: any result is still possible" in outcome


def test_text_lists_every_move_best_first(tmp_path: Path) -> None:
    """With `--all-moves` there is a table, the best move for the mover at its head."""
    row = next(row for row in rows("values") if row["id"] == "v001")
    text = run("solve", spn_file(tmp_path, row["spn"]), "--all-moves").stdout
    table = text.split("every move, best for Blue first:\n")[1]
    lines = table.splitlines()[: row["n_legal"]]
    assert lines[0].split() == ["Nb3", "Blue", "wins", "by", "40"]
    assert all("wins by" in line or "draw" in line for line in lines)


@pytest.mark.parametrize("spn", [EASY, ENDED, DRAWN])
def test_quiet_text_is_a_line_a_position(tmp_path: Path, spn: str) -> None:
    """With `--quiet` each position has one line: its place and the verdict."""
    file = spn_file(tmp_path, spn, spn)
    lines = run("solve", file, "--quiet").stdout.splitlines()
    assert [line.startswith(f"{file}:{n}: ") for n, line in enumerate(lines, 1)] == [True, True]


def test_the_position_is_given_back_in_canonical_form(tmp_path: Path) -> None:
    """`spn` is the canonical line, however the input was spaced."""
    file = spn_file(tmp_path, EASY.replace(" ", " \t "))
    (answer,) = objects(run("solve", file, "--format", "json").stdout)
    assert answer["spn"] == EASY == format_spn(parse_spn(EASY))
