"""`steppe check`: what is right with an input, what is wrong, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command import BAD, EASY, HARD, objects, run, spn_file
from known import rows

FIELDS = ["input", "spn", "well_formed", "consistent", "reachable", "faults", "game"]
BAD_POSITIONS = [row for row in rows("bad_inputs") if row["kind"] == "spn"]


def checked(*arguments: object) -> list[dict[str, Any]]:
    """The answers in JSON, each with the documented fields and no others."""
    answers = objects(run("check", *arguments, "--format", "json").stdout)
    assert all(list(answer) == FIELDS for answer in answers)
    return answers


def test_a_sound_position_is_well_formed_and_consistent(tmp_path: Path) -> None:
    """Of a sound position all that is asked is true, there are no faults, and the code is 0."""
    file = spn_file(tmp_path, EASY, HARD)
    for number, (spn, answer) in enumerate(zip([EASY, HARD], checked(file), strict=True), 1):
        assert answer == {
            "input": f"{file}:{number}",
            "spn": spn,
            "well_formed": True,
            "consistent": True,
            "reachable": None,
            "faults": [],
            "game": None,
        }
    assert run("check", file).exit_code == 0


@pytest.mark.parametrize("row", BAD_POSITIONS, ids=lambda row: row["id"])
def test_bad_syntax_is_told_from_inconsistency(tmp_path: Path, row: dict[str, str]) -> None:
    """What cannot be read is not well-formed; what nobody could have played is not consistent."""
    file = spn_file(tmp_path, EASY, row["input"])
    good, bad = checked(file)
    assert good["consistent"] is True
    assert bad["input"] == f"{file}:2"
    assert bad["faults"]
    if row["sort"] == "syntax":
        assert (bad["well_formed"], bad["consistent"], bad["spn"]) == (False, None, None)
    else:
        assert (bad["well_formed"], bad["consistent"]) == (True, False)
        assert bad["spn"] == row["input"]
    assert run("check", file).exit_code == 1


def test_all_faults_of_all_lines_are_told_at_once(tmp_path: Path) -> None:
    """One run names every fault of every line with its place."""
    places = [
        fault["at"]
        for answer in checked(spn_file(tmp_path, BAD, EASY, BAD))
        for fault in answer["faults"]
    ]
    assert places == ["1:15", "1:33", "3:15", "3:33"]


def test_of_a_record_the_whole_game_is_checked(tmp_path: Path) -> None:
    """An illegal move in the middle of a game makes it bad, with the place of the move."""
    file = tmp_path / "games.sgr"
    file.write_text('[Event "x"]\n\n1. 1a1 1b1 *\n\n[Event "y"]\n\n1. 1a1 1b1 1c1 1a1 1d1 *\n')
    good, bad = checked(file)
    assert (good["well_formed"], good["consistent"], good["faults"]) == (True, True, [])
    assert [(fault["field"], fault["at"]) for fault in bad["faults"]] == [("move", "7:16")]
    assert run("check", file).exit_code == 1


def test_a_wrong_result_is_found(tmp_path: Path) -> None:
    """A record whose result does not follow from its moves is bad."""
    row = rows("games")[0]
    first, second = row["score"]
    for result, code in ((f"{first}-{second}", 0), (f"{first + 1}-{second}", 1)):
        file = tmp_path / "game.sgr"
        file.write_text(f'[Event "x"]\n\n{" ".join(row["moves"])} {result}\n')
        assert run("check", file).exit_code == code


def test_a_missing_file_is_answered_in_the_same_form(tmp_path: Path) -> None:
    """A file that cannot be read is an input like another: not well-formed, with a `file` fault."""
    (answer,) = checked(tmp_path / "gone.spn")
    assert answer["input"] == f"{tmp_path / 'gone.spn'}:1"
    assert answer["spn"] is None
    assert answer["well_formed"] is False
    assert run("check", tmp_path / "gone.spn").exit_code == 1


def test_text_tells_right_from_wrong_with_the_place(tmp_path: Path) -> None:
    """The text approves of good inputs and lists what is wrong with the others, where."""
    file = spn_file(tmp_path, f"{EASY} ; fine", BAD)
    text = run("check", file).stdout
    assert f"good   {file}:1  fine" in text
    assert "well-formed and consistent" in text
    assert f"WRONG  {file}:2" in text
    assert "line 2, column 15, board: " in text
    assert "line 2, column 33, reserve: " in text


def test_quiet_text_is_a_line_a_finding(tmp_path: Path) -> None:
    """With `--quiet` good inputs have one line, and bad ones one for each fault."""
    file = spn_file(tmp_path, EASY, BAD)
    lines = run("check", file, "--quiet").stdout.splitlines()
    assert lines[0] == f"{file}:1: good"
    assert [line.split(" at ")[0] for line in lines[1:]] == [f"{file}:2: WRONG"] * 2
