"""`steppe bench`: its table, its files, and its exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from command import HANGS, HARD, objects, run, run_apart, start
from known import rows

from steppe_solver import parse_spn
from steppe_solver.bench import suite as suites
from steppe_solver.bench.files import parse_report
from steppe_solver.solver import Solver, Technique

KNOWN = [row for row in rows("frontier") if row["series"] == "l3-25"][:3]


def suite_file(directory: Path, *more: dict[str, Any], name: str = "own.jsonl") -> Path:
    """A suite of three easy positions, and more."""
    easy = [{"name": row["id"], "spn": row["spn"], "value": row["value"]} for row in KNOWN]
    path = directory / name
    path.write_text("".join(json.dumps(row) + "\n" for row in [*easy, *more]), encoding="utf-8")
    return path


def wrong() -> dict[str, Any]:
    """A position with a value that is not its own."""
    return {"name": "spoilt", "spn": KNOWN[0]["spn"], "value": KNOWN[0]["value"] + 2}


def test_the_table(tmp_path: Path) -> None:
    """Every position has its line, with value and nodes, below the machine and above the sums."""
    result = run("bench", "--suite", suite_file(tmp_path))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "own: 3 positions"
    assert "1 thread, 1,024 MiB of tables" in lines[2]
    total = 0
    for row in KNOWN:
        (line,) = (line for line in lines if line.startswith(row["id"]))
        solution = Solver(1024).solve(parse_spn(row["spn"]))
        total += solution.nodes
        assert line.split()[1:4] == ["25", f"{row['value']:+d}", f"{solution.nodes:,}"]
    (sums,) = (line for line in lines if line.startswith("all "))
    assert sums.split()[1] == f"{total:,}"
    assert any(line.startswith(f"3 of 3 values right. {total:,} nodes in ") for line in lines)


def test_series(tmp_path: Path) -> None:
    """Positions of a kind have a line together."""
    file = tmp_path / "own.jsonl"
    alike = [{"name": row["id"], "series": "level 3", **row} for row in KNOWN]
    file.write_text("".join(json.dumps({**row, "series": "level 3"}) + "\n" for row in alike))
    (line,) = (
        line
        for line in run("bench", "--suite", file).stdout.splitlines()
        if line.startswith("level 3 ")
    )
    nodes = sorted(Solver(1024).solve(parse_spn(row["spn"])).nodes for row in KNOWN)
    assert line.split()[2:5] == ["3", f"{nodes[1]:,}", f"{nodes[2]:,}"]


def test_quiet_is_one_line(tmp_path: Path) -> None:
    """The verdict alone is left."""
    result = run("bench", "--suite", suite_file(tmp_path), "-q")
    assert re.fullmatch(r"3 of 3 values right\. [\d,]+ nodes in \S+ \S+\.\n", result.stdout)


def test_json_lines(tmp_path: Path) -> None:
    """A line for each position."""
    result = run("bench", "--suite", suite_file(tmp_path), "--format", "json", "--repeat", "2")
    answers = objects(result.stdout)
    assert [answer["name"] for answer in answers] == [row["id"] for row in KNOWN]
    assert all(len(answer["seconds"]) == 2 and answer["right"] for answer in answers)


def test_reports_are_written(tmp_path: Path) -> None:
    """The report for scripts can be read back; the one for people stands alone, with ablation."""
    report, page = tmp_path / "new.json", tmp_path / "new.html"
    file = suite_file(tmp_path)
    result = run("bench", "--suite", file, "--json", report, "--html", page, "--memory", "64")
    assert result.exit_code == 0
    found = parse_report(report.read_text(encoding="utf-8"))
    assert found.complete
    assert (found.options.suite, found.options.memory) == ("own", 64)
    assert found.ablation is not None
    assert [row.technique for row in found.ablation.rows] == [part.value for part in Technique]
    text = page.read_text(encoding="utf-8")
    assert "<svg" in text
    assert "<script" not in text
    for name in [*(row["id"] for row in KNOWN), *(part.value for part in Technique)]:
        assert name in text


def test_a_wrong_value_fails(tmp_path: Path) -> None:
    """It is named, the others are measured, and the exit code is 4."""
    result = run("bench", "--suite", suite_file(tmp_path, wrong(), {**wrong(), "name": "other"}))
    assert result.exit_code == 4
    assert "3 of 5 values right" in result.stdout
    assert f"spoilt: {KNOWN[0]['value']} is not the known value" in result.stdout


def test_a_limit_struck(tmp_path: Path) -> None:
    """A position that is not solved in time is said to be so, and the exit code is 3."""
    hard = {"name": "hard", "spn": HARD, "value": 0}
    result = run("bench", "--suite", suite_file(tmp_path, hard), "--limit", "0.2")
    assert result.exit_code == 3
    assert "3 of 4 values right" in result.stdout
    assert "\nhard: not solved: it is between -" in result.stdout
    assert "WRONG" not in result.stdout


def test_comparison(tmp_path: Path) -> None:
    """The same search has the same nodes; another is told by its nodes and by what is left out."""
    old = tmp_path / "old.json"
    file = suite_file(tmp_path)
    run("bench", "--suite", file, "--json", old)
    same = run("bench", "--suite", file, "--compare", old)
    assert "nodes are the same on all 3 positions" in same.stdout
    other = run("bench", "--suite", file, "--compare", old, "--without", "packing")
    assert other.exit_code == 0
    assert "WITHOUT packing" in other.stdout
    assert "  changed" in other.stdout
    assert re.search(r"nodes changed on \d of 3 positions", other.stdout)
    assert "options: without was none, is packing" in other.stdout


def test_ablation_table(tmp_path: Path) -> None:
    """Each technique has a line, with factors."""
    result = run("bench", "--suite", suite_file(tmp_path), "--ablation")
    table = result.stdout.partition("Left out, one at a time, on ablation")[2]
    for technique in Technique:
        assert re.search(rf"^{technique.value} +[\d,]+ .* [\d.]+ x +[\d.]+ x$", table, re.MULTILINE)


def test_the_list() -> None:
    """Every shipped suite is listed, by name, size and purpose."""
    lines = run("bench", "--list").stdout
    for name in suites.names():
        size = len(suites.shipped(name).cases)
        assert re.search(rf"^{name} +{size}  \w", lines, re.MULTILINE)
    listed = objects(run("bench", "--list", "--format", "json").stdout)
    assert [row["name"] for row in listed] == list(suites.names())


def test_bad_files_are_refused(tmp_path: Path) -> None:
    """All faults of a suite and of an old report are told, with their places."""
    file = tmp_path / "bad.jsonl"
    file.write_text('{"name": "a", "value": 1}\n{"name": "b", "spn": "x"}\n')
    old = tmp_path / "old.json"
    old.write_text("[]")
    result = run("bench", "--suite", file, "--compare", old)
    assert result.exit_code == 1
    assert f'{file}:1:1: file: this position has no "spn"' in result.stderr
    assert f'{file}:2:1: file: this position has no "value"' in result.stderr
    assert f"{old}:1:1: file: no report of this benchmark" in result.stderr


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """Missing inputs are bad input; a place that cannot be written is found before the work."""
    missing = tmp_path / "none.jsonl"
    result = run("bench", "--suite", missing)
    assert result.exit_code == 1
    assert "cannot be read: no such file" in result.stderr
    for arguments, message in (
        (["--suite", "steppe-41"], "there is no suite 'steppe-41': take one of steppe-40, "),
        (["--json", tmp_path / "no" / "x.json"], "--json: there is no directory"),
        (["--html", tmp_path], "--html takes the name of a file"),
        (["--suite", suite_file(tmp_path), "--json", suite_file(tmp_path)], "would overwrite"),
    ):
        result = run("bench", *arguments)
        assert result.exit_code == 2
        assert message in result.stderr


def test_threads_of_the_search(tmp_path: Path) -> None:
    """With two threads the values are right all the same, and the report says that there were."""
    report = tmp_path / "new.json"
    result = run("bench", "--suite", suite_file(tmp_path), "--threads", "2", "--json", report)
    assert result.exit_code == 0
    assert "2 threads" in result.stdout
    assert json.loads(report.read_text())["options"]["threads"] == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends the run with what has been measured, in all files too."""
    hard = {"name": "hard", "spn": HARD, "value": 0}
    report = tmp_path / "new.json"
    file = suite_file(tmp_path, hard)
    process = start("bench", "--suite", file, "--json", report, cwd=tmp_path)
    try:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(KNOWN[2]["id"].encode()):
            assert process.poll() is None
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=HANGS)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"3 of 3 values right" in rest
    assert b"Broken off" in rest
    found = parse_report(report.read_text())
    assert not found.complete
    assert [row.name for row in found.positions] == [row["id"] for row in KNOWN]


def test_narrow_encoding(tmp_path: Path) -> None:
    """Where the terminal has only ASCII, so has the table."""
    result = run_apart(
        "bench", "--suite", suite_file(tmp_path), cwd=tmp_path, PYTHONIOENCODING="ascii"
    )
    assert result.returncode == 0
    assert b"\\" not in result.stdout
    assert result.stdout.isascii()


@pytest.mark.skipif(os.name == "nt", reason="the shell is a POSIX one")
def test_files_are_written_though_nobody_reads_the_table(tmp_path: Path) -> None:
    """A reader that leaves early takes nothing from the report."""
    report = tmp_path / "new.json"
    process = start("bench", "--suite", suite_file(tmp_path), "--json", report, cwd=tmp_path)
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(timeout=HANGS) == 0
    found = parse_report(report.read_text())
    assert found.complete
    assert len(found.positions) == 3


def test_json_lines_of_what_else_was_asked(tmp_path: Path) -> None:
    """Ablation and comparison have a line each, after those of the positions."""
    old = tmp_path / "old.json"
    file = suite_file(tmp_path)
    run("bench", "--suite", file, "--json", old, "-q")
    arguments = ["--suite", file, "--compare", old, "--ablation", "--format", "json"]
    *rows, ablation, comparison = objects(run("bench", *arguments).stdout)
    assert [row["status"] for row in rows] == ["right"] * 3
    assert len(ablation["ablation"]["rows"]) == len(Technique)
    assert comparison["comparison"]["positions"] == 3
    assert comparison["comparison"]["nodes_changed"] == 0


def test_reports_that_contradict_each_other(tmp_path: Path) -> None:
    """Two values of one position are told loudly, and fail."""
    old = tmp_path / "old.json"
    file = suite_file(tmp_path)
    run("bench", "--suite", file, "--json", old, "-q")
    data = json.loads(old.read_text())
    data["positions"][1]["value"] += 2
    old.write_text(json.dumps(data))
    result = run("bench", "--suite", file, "--compare", old, "-q")
    assert result.exit_code == 4
    assert f"THE VALUES DIFFER, one of the two reports is wrong: {KNOWN[1]['id']}" in result.stdout


def test_no_such_memory(tmp_path: Path) -> None:
    """More memory than there is is found before the work, as for the other commands."""
    result = run("bench", "--suite", suite_file(tmp_path), "--memory", 2**40)
    assert result.exit_code == 2
    assert "MiB to be had for --memory" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="the shell is a POSIX one")
def test_a_closed_pipe(tmp_path: Path) -> None:
    """A reader that leaves early ends the run without a traceback."""
    process = start("bench", "--suite", suite_file(tmp_path), cwd=tmp_path, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    _, errors = process.communicate(timeout=HANGS)
    assert errors == b""
