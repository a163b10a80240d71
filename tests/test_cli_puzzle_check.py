"""`steppe puzzle check`: sound, cooked, not known or bad input, by any number of processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from command import HANGS, objects, run, run_apart, start
from composed import CASES, composed

from steppe_solver.goals import Goal
from steppe_solver.notation import parse_spn
from steppe_solver.position import Color, Position
from steppe_solver.puzzle import Puzzle
from steppe_solver.puzzle.file import format_puzzle
from steppe_solver.puzzle.rating import rate
from steppe_solver.puzzle.sameness import identity
from steppe_solver.puzzle.themes import find_themes

posix_only = pytest.mark.skipif(
    os.name == "nt", reason="Windows cannot send Ctrl-C to one other process"
)


def cooked() -> Puzzle:
    """A puzzle in which two words are wrong."""
    puzzle = composed("quick")
    return replace(puzzle, n=4, duals=0, name="cooked")


def endless() -> Puzzle:
    """A puzzle that nobody can prove or refute soon: at the start of the game."""
    puzzle = replace(composed("quick"), position=Position.start(), goal=Goal(Color.RED, 3, 3))
    name = identity(puzzle.kind, puzzle.position, puzzle.goal)
    return replace(puzzle, id=name, rating=rate(puzzle), themes=find_themes(puzzle))


def puzzle_file(directory: Path, *puzzles: Puzzle | str, name: str = "some.stp.json") -> Path:
    """A file with these puzzles and lines."""
    path = directory / name
    lines = (p if isinstance(p, str) else format_puzzle(p) for p in puzzles)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def everything(directory: Path) -> Path:
    """A file with sound, cooked, bad, and repeated puzzles."""
    return puzzle_file(
        directory,
        *map(composed, CASES),
        cooked(),
        '{"id": 7}',
        composed("save"),
        "",
        replace(composed("pack"), rating=composed("pack").rating % 100 + 1, id="0" * 16),
    )


def test_sound_puzzles_are_answered_in_order(tmp_path: Path) -> None:
    """Puzzles of every kind: one JSON object a line, in order, and code 0."""
    result = run(
        "puzzle", "check", puzzle_file(tmp_path, *map(composed, CASES)), "--format", "json"
    )
    answers = objects(result.stdout)
    assert [answer["kind"] for answer in answers] == [case.kind for case in CASES.values()]
    for answer, name in zip(answers, CASES, strict=True):
        puzzle = composed(name)
        assert list(answer) == [
            *("id", "kind", "n", "sound", "key", "faults"),
            *("complete", "input", "name"),
        ]
        assert (answer["id"], answer["n"], answer["sound"]) == (puzzle.id, puzzle.n, True)
        assert answer["key"] == str(puzzle.key[0])
        assert answer["faults"] == []
    assert result.exit_code == 0


def test_cooked_puzzles_say_why(tmp_path: Path) -> None:
    """All flaws are named with their places, and the code is 4."""
    path = puzzle_file(tmp_path, composed("win"), cooked())
    result = run("puzzle", "check", path, "--format", "json")
    sound, bad = objects(result.stdout)
    assert sound["sound"] is True
    assert bad["sound"] is False
    assert [(fault["flaw"], fault["at"]) for fault in bad["faults"]] == [
        ("shorter solution", "n"),
        ("dual in the main line", "duals"),
    ]
    assert all(fault["message"] for fault in bad["faults"])
    assert (bad["input"], bad["name"]) == (f"{path}:2", "cooked")
    assert result.exit_code == 4


def test_what_the_file_says_besides_is_checked(tmp_path: Path) -> None:
    """The strictness of a file is no part of a puzzle, but it must be true."""
    data = json.loads(format_puzzle(composed("quick"))) | {"strict": True}
    result = run("puzzle", "check", puzzle_file(tmp_path, json.dumps(data)), "--format", "json")
    assert [fault["flaw"] for fault in objects(result.stdout)[0]["faults"]] == ["wrong strictness"]


def test_the_same_puzzle_twice_is_a_flaw(tmp_path: Path) -> None:
    """Within a run, over several files even, the later one is a duplicate; the first is not."""
    one = puzzle_file(tmp_path, composed("save"), composed("win"))
    two = puzzle_file(tmp_path, composed("win"), name="two.stp.json")
    result = run("puzzle", "check", one, two, one, "--format", "json")
    flaws = [[fault["flaw"] for fault in answer["faults"]] for answer in objects(result.stdout)]
    assert flaws == [[], [], ["duplicate"], ["duplicate"], ["duplicate"]]
    assert objects(result.stdout)[2]["faults"][0]["message"].endswith(f"{one}:2")
    assert result.exit_code == 4


def test_text_is_short_for_what_is_sound(tmp_path: Path) -> None:
    """A line for each puzzle, one for each flaw, and a count at the end."""
    path = everything(tmp_path)
    result = run("puzzle", "check", path)
    lines = result.stdout.splitlines()
    assert lines[0] == f"sound      {path}:1  ten 3, key 5b4-b5"
    sound = len(CASES)
    assert lines[sound].startswith(f"COOKED     {path}:{sound + 1}  cooked  ten 4, key")
    assert lines[sound + 1].strip().startswith("shorter solution (n): not 4; ")
    assert lines[-1] == f"{sound + 3} puzzles: {sound} sound, 3 COOKED"
    assert f"{path}:{sound + 2}:1: file: " in result.stderr
    assert result.exit_code == 1


def test_quiet_is_a_line_for_each_flaw(tmp_path: Path) -> None:
    """What `grep` can make use of."""
    path = everything(tmp_path)
    lines = run("puzzle", "check", path, "--quiet").stdout.splitlines()
    assert lines[0] == f"{path}:1: sound"
    sound = len(CASES)
    here = f"{path}:{sound + 1}: COOKED"
    assert lines[sound].startswith(f"{here} shorter solution (n): ")
    assert lines[sound + 1].startswith(f"{here} dual in the main line (duals): ")
    assert lines[sound + 2] == f"{here} duplicate (id): the same puzzle as {path}:1"
    assert len(lines) == sound + 3 + 1 + 3


def test_bad_lines_are_bad_input(tmp_path: Path) -> None:
    """They come in their places, with all their faults; the others are answered all the same."""
    path = puzzle_file(tmp_path, "nonsense", composed("win"), "{}", composed("best"))
    result = run("puzzle", "check", path, "--format", "json")
    first, second, third, fourth = objects(result.stdout)
    assert first["input"] == f"{path}:1"
    assert first["faults"][0]["field"] == "file"
    assert third["faults"][0]["at"] == "3:1"
    assert second["sound"] is fourth["sound"] is True
    assert result.exit_code == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_files_that_cannot_be_read_are_bad_input(tmp_path: Path, jobs: int) -> None:
    """A missing file, a directory and a file without puzzles do not keep the others from it."""
    good = puzzle_file(tmp_path, composed("win"))
    empty = puzzle_file(tmp_path, name="empty.stp.json")
    files = [tmp_path / "missing", tmp_path, empty, good]
    result = run("puzzle", "check", *files, "--format", "json", "--jobs", jobs)
    *bad, answer = objects(result.stdout)
    assert [fault["field"] for line in bad for fault in line["faults"]] == ["file"] * 3
    assert answer["sound"] is True
    assert result.exit_code == 1


def test_boards_that_no_search_takes_are_bad_input(tmp_path: Path) -> None:
    """A puzzle on a larger board can be read, but not checked: neither sound nor cooked."""
    board = "/".join(["......"] * 5)
    position = parse_spn(f"{board} R 15,5,3,3 15,5,3,3 0-0")
    large = replace(composed("win"), position=position)
    path = puzzle_file(tmp_path, large)
    for jobs in (1, 2):
        result = run("puzzle", "check", path, "--format", "json", "--jobs", jobs)
        (answer,) = objects(result.stdout)
        assert answer["faults"][0]["field"] == "board"
        assert result.exit_code == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_limit_leaves_it_unknown(tmp_path: Path, jobs: int) -> None:
    """What cannot be proved in time is neither sound nor cooked: null, and code 3."""
    path = puzzle_file(tmp_path, endless(), composed("win"))
    options = ["--format", "json", "--jobs", str(jobs)]
    answers = objects(run("puzzle", "check", path, "--limit", 0, *options).stdout)
    assert [answer["sound"] for answer in answers] == [None, None]
    result = run("puzzle", "check", path, "--limit", 2, *options)
    first, second = objects(result.stdout)
    assert (first["sound"], first["faults"]) == (None, [])
    assert second["sound"] is True
    assert result.exit_code == 3
    assert "not known" in run("puzzle", "check", path, "--limit", 0).stdout


def test_answers_do_not_depend_on_the_jobs(tmp_path: Path) -> None:
    """One process or three: the same answers, byte for byte, good and bad."""
    path = everything(tmp_path)
    alone, shared = (run("puzzle", "check", path, path, "--jobs", jobs) for jobs in (1, 3))
    assert alone.stdout == shared.stdout
    assert alone.stderr == shared.stderr
    assert alone.exit_code == shared.exit_code == 1


def test_memory_changes_no_answer(tmp_path: Path) -> None:
    """The smallest tables will do."""
    path = everything(tmp_path)
    small, usual = (run("puzzle", "check", path, "--memory", size) for size in (1, 512))
    assert small.stdout == usual.stdout


@pytest.mark.parametrize(
    "options",
    [["--jobs", "0"], ["--limit", "-1"], ["--memory", "0"], ["--jobs", "x"], ["--format", "xml"]],
)
def test_wrong_usage_is_refused(tmp_path: Path, options: list[str]) -> None:
    """Options that mean nothing end with code 2 before anything is read."""
    result = run("puzzle", "check", puzzle_file(tmp_path, composed("win")), *options)
    assert (result.exit_code, result.stdout) == (2, "")


def test_standard_input_is_taken(tmp_path: Path) -> None:
    """``-`` stands for it, and is named so."""
    line = format_puzzle(composed("win"))
    result = run("puzzle", "check", "-", "--format", "json", stdin=line)
    assert objects(result.stdout)[0]["input"] == "-:1"
    assert result.exit_code == 0


def test_names_pass_through_a_narrow_encoding(tmp_path: Path) -> None:
    """With ASCII output nothing fails; control characters of a name do not reach the terminal."""
    path = puzzle_file(tmp_path, replace(composed("win"), name="N\u00e4he \x1b[1m"))
    result = run_apart("puzzle", "check", path, cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert result.stdout.isascii()
    assert b"\x1b" not in result.stdout
    assert (result.stderr, result.returncode) == (b"", 0)


def many(directory: Path, number: int) -> Path:
    """A file in which the same few puzzles come again and again."""
    return puzzle_file(directory, *[*map(composed, CASES)] * (number // len(CASES)))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_may_close_the_pipe_early(tmp_path: Path, jobs: str) -> None:
    """A reader that goes away after a line ends the command without a word and with code 0."""
    many(tmp_path, 2000)
    with start(
        *("puzzle", "check", "some.stp.json", "--jobs", jobs), cwd=tmp_path, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"sound")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(HANGS) == 0


def interrupted(
    directory: Path, *arguments: str, when: Callable[[subprocess.Popen[bytes]], None]
) -> tuple[int, bytes, bytes]:
    """Exit code and outputs of a check whose terminal sends Ctrl-C to all its processes."""
    with start(
        *("puzzle", "check", *arguments),
        cwd=directory,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A test run in the background may ignore SIGINT, and its children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        when(process)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.stdout.read(), process.stderr.read()
        return process.wait(HANGS), output, errors


def after_a_line(process: subprocess.Popen[bytes]) -> None:
    """Waits for the first line, and a little longer."""
    assert process.stdout is not None
    assert objects(process.stdout.readline())[0]["sound"] is True
    time.sleep(0.3)


@posix_only
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_answered(tmp_path: Path, jobs: str) -> None:
    """Whole lines, not a word more, and code 130; a proof without end is given up."""
    many(tmp_path, 4000)
    puzzle_file(tmp_path, composed("win"), endless(), name="endless.stp.json")
    for name, least in (("some.stp.json", 1), ("endless.stp.json", 0)):
        code, output, errors = interrupted(
            tmp_path, name, "--jobs", jobs, "--format", "json", when=after_a_line
        )
        assert least <= len(objects(output)) < 4000 - 1
        assert output == b"" or output.endswith(b"\n")
        assert (code, errors) == (130, b"")


@posix_only
def test_a_command_that_waits_for_input_ends_at_once(tmp_path: Path) -> None:
    """What was answered is out before the next puzzle comes; then Ctrl-C ends the waiting."""

    def one_answer(process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        process.stdin.write(f"{format_puzzle(composed('win'))}\n".encode())
        process.stdin.flush()
        after_a_line(process)

    code, output, errors = interrupted(tmp_path, "-", "--format", "json", when=one_answer)
    assert (code, output, errors) == (130, b"", b"")
