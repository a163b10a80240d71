"""The FILE arguments of every command: what cannot be read is bad input and spoils no other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import BAD, EASY, objects, run, run_apart, spn_file, start

from steppe_solver.notation import parse_spn

COMMANDS = [["solve"], ["show"], ["moves"], ["perft", "--depth", "1"], ["check"]]
OTHERS = [command for command in COMMANDS if command != ["check"]]


def ids(command: list[str]) -> str:
    """The name of the command."""
    return command[0]


@pytest.mark.parametrize("command", OTHERS, ids=ids)
@pytest.mark.parametrize("content", [None, b"", b"\n\n# only a comment\n"])
def test_a_file_without_positions_is_bad_input(
    tmp_path: Path, command: list[str], content: bytes | None
) -> None:
    """A missing, an empty and a barren file have a `file` fault at 1:1; the next file is read."""
    bad, good = tmp_path / "bad.spn", spn_file(tmp_path, EASY, name="good.spn")
    if content is not None:
        bad.write_bytes(content)
    result = run(*command, bad, good, "--format", "json")
    first, second = objects(result.stdout)
    assert list(first) == ["input", "error", "faults"]
    assert first["input"] == f"{bad}:1"
    assert [(fault["field"], fault["at"]) for fault in first["faults"]] == [("file", "1:1")]
    assert first["faults"][0]["message"] in first["error"]
    assert second["spn"] == EASY
    assert result.exit_code == 1


@pytest.mark.parametrize("command", OTHERS, ids=ids)
def test_a_directory_is_bad_input(tmp_path: Path, command: list[str]) -> None:
    """A directory is refused as such, in words."""
    (answer,) = objects(run(*command, tmp_path, "--format", "json").stdout)
    assert answer["input"] == f"{tmp_path}:1"
    assert [fault["field"] for fault in answer["faults"]] == ["file"]
    assert "directory" in answer["error"]


@pytest.mark.parametrize("command", OTHERS, ids=ids)
def test_a_line_of_ten_megabytes_is_bad_input(tmp_path: Path, command: list[str]) -> None:
    """Such a line has a `file` fault at its number, and the lines around it are answered."""
    file = spn_file(tmp_path, EASY, "R" * 10_000_000, EASY)
    before, long, after = objects(run(*command, file, "--format", "json").stdout)
    assert before["spn"] == after["spn"] == EASY
    assert long["input"] == f"{file}:2"
    assert [(fault["field"], fault["at"]) for fault in long["faults"]] == [("file", "2:1")]


@pytest.mark.parametrize("command", OTHERS, ids=ids)
def test_in_text_bad_input_goes_to_standard_error(tmp_path: Path, command: list[str]) -> None:
    """In text format every fault has a line on standard error, with file, line and column."""
    spn_file(tmp_path, EASY, BAD)
    result = run_apart(*command, "some.spn", "gone.spn", cwd=tmp_path)
    lines = result.stderr.decode().splitlines()
    assert [line.split(" ")[0] for line in lines] == [
        "some.spn:2:15:",
        "some.spn:2:33:",
        "gone.spn:1:1:",
    ]
    assert b"gone" not in result.stdout
    assert result.stdout
    assert result.returncode == 1


@pytest.mark.parametrize("command", COMMANDS, ids=ids)
def test_a_dash_is_standard_input(command: list[str]) -> None:
    """`-` reads standard input, which bad inputs name so."""
    result = run(*command, "-", "--format", "json", stdin=f"{EASY}\n{BAD}\n")
    good, bad = objects(result.stdout)
    assert good["spn"] == EASY
    assert bad["input"] == "-:2"
    assert result.exit_code == 1


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows cannot close a stream")
def test_standard_input_that_is_closed_is_bad_input(tmp_path: Path) -> None:
    """Started without a standard input, `-` has a `file` fault, and nothing breaks."""
    command = 'exec "$0" -m steppe_solver moves - --format json <&-'
    result = subprocess.run(
        ["sh", "-c", command, sys.executable], cwd=tmp_path, capture_output=True, check=False
    )
    assert result.stderr == b""
    (answer,) = objects(result.stdout)
    assert [fault["field"] for fault in answer["faults"]] == ["file"]
    assert result.returncode == 1


@pytest.mark.parametrize("command", COMMANDS, ids=ids)
def test_answers_come_as_lines_arrive(tmp_path: Path, command: list[str]) -> None:
    """A program that writes a position and waits for its answer before the next gets both."""
    with start(*command, "-", "--format", "json", cwd=tmp_path, stdin=-1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(f"{EASY}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["spn"] == EASY
        process.stdin.close()
        assert process.wait() == 0


def test_json_and_records_are_told_apart_by_content(tmp_path: Path) -> None:
    """Without a telling suffix, JSON lines and game records are known by what is in them."""
    lines = tmp_path / "lines"
    lines.write_text(f'{{"spn": "{EASY}", "name": "first"}}\n')
    record = tmp_path / "record"
    record.write_text('[Event "A short game"]\n\n1. 1a1 5b1-c1 *\n')
    first, second = objects(run("solve", lines, record, "--nodes", "1", "--format", "json").stdout)
    assert (first["spn"], first["name"]) == (EASY, "first")
    position = parse_spn(second["spn"])
    assert position.score == (1, 5)


def test_a_bad_game_does_not_spoil_the_others(tmp_path: Path) -> None:
    """Of three games in a file with an illegal move in the second, two are answered."""
    file = tmp_path / "games.sgr"
    game = '[Event "{}"]\n\n1. 1a1 {} *\n\n'
    file.write_text(game.format("x", "1b1") + game.format("y", "1a1") + game.format("z", "1c1"))
    first, bad, last = objects(run("moves", file, "--format", "json").stdout)
    assert first["mover"] == last["mover"] == "R"
    assert {fault["field"] for fault in bad["faults"]} == {"move"}


def test_a_name_cannot_reach_the_terminal_as_a_command(tmp_path: Path) -> None:
    """Control characters in a name are not printed in text."""
    file = spn_file(tmp_path, f"{EASY} ; \x1b[2Jgone")
    for command in COMMANDS:
        assert "\x1b" not in run(*command, file).stdout
