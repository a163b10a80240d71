"""`steppe puzzle new`: its options, its files, limits and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from command import objects, run, start

from steppe_solver.puzzle.file import parse_puzzle

QUICK = ("puzzle", "new", "--kind", "pack")
"""The kind that is found the quickest."""


def test_a_file_is_written(tmp_path: Path) -> None:
    """With -o the puzzles are written to a file that reads back, and the text says how many."""
    out = tmp_path / "some.stp.json"
    result = run(*QUICK, "--count", 3, "-o", out)
    assert result.exit_code == 0
    assert result.stdout == f"3 puzzles written to {out}\n"
    puzzles = [parse_puzzle(line) for line in out.read_text().splitlines()]
    assert [puzzle.kind for puzzle in puzzles] == ["pack"] * 3
    assert {puzzle.source.seed for puzzle in puzzles} == {1}


def test_the_same_order_gives_the_same_bytes(tmp_path: Path) -> None:
    """Seed and options fix the file, for one process and for two; another seed another file."""
    written = []
    for name, *more in (("one",), ("two", "--jobs", "2"), ("other", "--seed", "2")):
        out = tmp_path / name
        assert run(*QUICK, "--count", 4, *more, "-o", out).exit_code == 0
        written.append(out.read_bytes())
    assert written[0] == written[1] != written[2]


def test_json_is_the_lines_of_the_file(tmp_path: Path) -> None:
    """JSON on standard output is what -o writes."""
    out = tmp_path / "some.stp.json"
    assert run(*QUICK, "--count", 2, "-o", out, "--format", "json").stdout == ""
    shown = run(*QUICK, "--count", 2, "--format", "json").stdout
    assert shown == out.read_text()
    assert [puzzle["kind"] for puzzle in objects(shown)] == ["pack", "pack"]


def test_text_shows_task_board_and_key() -> None:
    """Text has the task in words, the picture, the position, the facts and the key."""
    puzzle = objects(run(*QUICK, "--count", 1, "--format", "json").stdout)[0]
    text = run(*QUICK, "--count", 1).stdout
    for part in ("to move: lay", "Level 3 of 3", puzzle["spn"], puzzle["id"], "Key: "):
        assert part in text
    assert run(*QUICK, "--count", 1, "--quiet").stdout.startswith(f"{puzzle['spn']} ; ")


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    """A file that is there is overwritten with --force alone."""
    out = tmp_path / "some.stp.json"
    out.write_text("precious")
    refused = run(*QUICK, "--count", 1, "-o", out)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert out.read_text() == "precious"
    assert run(*QUICK, "--count", 1, "-o", out, "--force").exit_code == 0
    parse_puzzle(out.read_text())


def test_known_puzzles_are_left_out(tmp_path: Path) -> None:
    """With --from, what a run gave is not found by the same run again; bad lines are reported."""
    out = tmp_path / "some.stp.json"
    run(*QUICK, "--count", 3, "-o", out)
    known = {puzzle["id"] for puzzle in objects(out.read_text())}
    with out.open("a") as more:
        more.write("nonsense\n")
    result = run(*QUICK, "--count", 3, "--from", out, "--format", "json")
    given = objects(result.stdout)
    assert result.exit_code == 1
    assert given[0]["input"].endswith(":4")
    assert not known & {puzzle["id"] for puzzle in given[1:]}
    assert len(given) == 4


def test_a_limit_gives_what_was_found(tmp_path: Path) -> None:
    """Where the seconds are over first, the code is 3, and without any puzzle there is no file."""
    out = tmp_path / "none.stp.json"
    long = ("--kind", "ten", "--tens", "1", "--n", "19-20")
    result = run("puzzle", "new", *long, "--limit", "0.1", "-o", out)
    assert result.exit_code == 3
    assert result.stdout == "0 of 10 puzzles found\n"
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--kind", "win", "--tens", "2"), "not about tens"),
        (("--kind", "win", "--n", "3"), "has no n"),
        (("--n", "5-3"), "lower number first"),
        (("--n", "many"), "neither a number nor a range"),
        (("--n", "0"), "n is 1 to 20"),
        (("--kind", "save", "--strict"), "strict"),
        (("--rating", "70-"), "neither a rating nor a range"),
        (("--count", "0"), "1 or more"),
        (("--jobs", "0"), "1 or more"),
        (("--kind", "win", "--method", "one-ten-left"), "about tens"),
        (("--force",), "--force is for --output"),
        (("-o", "-"), "name of a file"),
        (("-o", "no/such/directory/some.stp.json"), "cannot write"),
        (("surplus",), "unexpected extra argument"),
    ],
)
def test_bad_usage_is_refused(options: tuple[str, ...], reason: str) -> None:
    """Options that contradict each other or make no sense are bad usage; the message says why."""
    result = run("puzzle", "new", "--limit", "5", *options)
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.split())


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot send Ctrl-C to one other process")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_found(tmp_path: Path, jobs: int) -> None:
    """Ctrl-C ends the run with 130, whole lines on standard output, and no traceback."""
    with start(
        *("puzzle", "new", "--kind", "best", "--count", 100000, "--jobs", jobs, "--format", "json"),
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        # A test run in the background may ignore SIGINT, and its children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, errors = process.stdout.read(), process.stderr.read()
        code = process.wait()
    assert code == 130
    assert errors == b""
    for line in (first + rest).decode().splitlines():
        parse_puzzle(line)
