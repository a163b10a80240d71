"""`steppe moves`: the legal moves of every position."""

from __future__ import annotations

from pathlib import Path

from command import EASY, HARD, LARGE, objects, run, spn_file
from known import rows

from steppe_solver.notation import parse_spn

ENDED = rows("games")[0]["final_spn"]
DMR = "...../...../..N../...../..... W 15,5,3,3 15,5,3,3 0-0 dmr"


def test_json_lists_the_moves_sorted_as_strings(tmp_path: Path) -> None:
    """The object has three fields; the moves are those of the rules, in the order of their text."""
    file = spn_file(tmp_path, EASY, HARD, LARGE, DMR)
    result = run("moves", file, "--format", "json")
    for spn, answer in zip([EASY, HARD, LARGE, DMR], objects(result.stdout), strict=True):
        assert list(answer) == ["spn", "mover", "moves"]
        assert answer["spn"] == spn
        assert answer["mover"] == spn.split()[1]
        assert answer["moves"] == sorted(map(str, parse_spn(spn).legal_moves()))
    assert result.exit_code == 0


def test_an_ended_game_has_no_moves(tmp_path: Path) -> None:
    """A finished game is answered with no moves and no mover."""
    file = spn_file(tmp_path, ENDED)
    (answer,) = objects(run("moves", file, "--format", "json").stdout)
    assert (answer["mover"], answer["moves"]) == ("-", [])
    assert "the game has ended" in run("moves", file).stdout
    assert run("moves", file, "--quiet").stdout == ""


def test_text_has_a_move_a_line(tmp_path: Path) -> None:
    """The text says whose moves they are and how many; with `--quiet` it is the moves alone."""
    file = spn_file(tmp_path, EASY)
    lines = run("moves", file).stdout.splitlines()
    assert lines[0] == f"{file}:1"
    assert "Blue to move" in lines[1]
    assert "3 legal moves" in lines[1]
    assert [line.strip() for line in lines[2:5]] == ["Na1", "Ne3", "Ne4"]
    assert run("moves", file, "--quiet").stdout.splitlines() == ["Na1", "Ne3", "Ne4"]
