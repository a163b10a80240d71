"""Ctrl-C: the search answers with what is proved; nowhere is there a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import BAD, DOMINOES, EASY, HARD, objects, run, spn_file, start

from steppe_solver.solver import Progress, Solution, Solver

posix_only = pytest.mark.skipif(
    os.name == "nt", reason="Windows cannot send Ctrl-C to one other process"
)


class InterruptedSolver(Solver):
    """A solver during whose every search the user presses Ctrl-C, once it is under way."""

    def solve(self, *arguments: Any, on_progress: Any = None, **options: Any) -> Solution:
        """What is proved until then."""

        def press(state: Progress) -> bool | None:
            signal.raise_signal(signal.SIGINT)
            answer: bool | None = on_progress(state)
            return answer

        return super().solve(*arguments, on_progress=press, **options)


def test_the_answer_so_far_is_printed_and_the_rest_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C during a search gives its proved bounds; later inputs are left; the code is 130."""
    monkeypatch.setattr("steppe_solver.cli.solve.Solver", InterruptedSolver)
    before = signal.getsignal(signal.SIGINT)
    result = run("solve", spn_file(tmp_path, EASY, BAD, HARD, EASY), "--format", "json")
    easy, bad, hard = objects(result.stdout)
    assert easy["value"] == 15
    assert "faults" in bad
    assert (hard["status"], hard["value"]) == ("bounded", None)
    assert hard["lower"] < hard["upper"]
    assert result.exit_code == 130
    assert signal.getsignal(signal.SIGINT) is before


def test_text_says_that_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text tells an interrupted search from one that a limit stopped."""
    monkeypatch.setattr("steppe_solver.cli.solve.Solver", InterruptedSolver)
    result = run("solve", spn_file(tmp_path, HARD))
    assert "interrupted\n  proved so far: between" in result.stdout


def interrupted(
    directory: Path, *arguments: str, when: Callable[[subprocess.Popen[bytes]], None]
) -> tuple[int, bytes, bytes]:
    """The exit code and the outputs of a command to which SIGINT is sent after ``when``."""
    with start(
        *arguments,
        cwd=directory,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A test run in the background may ignore SIGINT, and its children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        when(process)
        process.send_signal(signal.SIGINT)
        output, errors = process.stdout.read(), process.stderr.read()
        return process.wait(), output, errors


@posix_only
@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_signal_from_outside_ends_a_search_with_an_answer(tmp_path: Path, threads: str) -> None:
    """SIGINT to a running `steppe solve` makes it print the bounds and end with 130."""
    spn_file(tmp_path, HARD, EASY)
    # The search is under way a second after the start on any machine that runs these tests.
    arguments = ["solve", "some.spn", "--format", "json", "--threads", threads]
    code, output, errors = interrupted(tmp_path, *arguments, when=lambda _: time.sleep(1))
    (answer,) = objects(output)
    assert answer["status"] == "bounded"
    assert errors == b""
    assert code == 130


@posix_only
@pytest.mark.parametrize("command", [["solve"], ["perft", "--depth", "2"], ["check"], ["tilings"]])
def test_a_command_that_waits_for_input_ends_at_once(tmp_path: Path, command: list[str]) -> None:
    """SIGINT while standard input is awaited ends the command; what was answered is out."""

    def one_answer(process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{EASY}\n".encode())
        process.stdin.flush()
        assert objects(process.stdout.readline())[0]["spn"] == EASY

    code, output, errors = interrupted(tmp_path, *command, "-", "--format", "json", when=one_answer)
    assert (code, output) == (130, b"")
    assert b"Traceback" not in errors


@posix_only
def test_a_long_count_can_be_interrupted(tmp_path: Path) -> None:
    """SIGINT ends a perft that would take for ever."""
    spn_file(tmp_path, HARD)
    code, output, errors = interrupted(
        tmp_path, "perft", "some.spn", "--depth", "12", when=lambda _: time.sleep(1)
    )
    assert (code, output) == (130, b"")
    assert b"Traceback" not in errors


def after_a_line(process: subprocess.Popen[bytes]) -> None:
    """Waits for the first line, and a little longer."""
    assert process.stdout is not None
    assert process.stdout.readline()
    time.sleep(0.2)


@posix_only
def test_a_list_of_layings_can_be_interrupted(tmp_path: Path) -> None:
    """SIGINT ends a list that would take for ever; its lines are whole, and the code is 130."""
    spn_file(tmp_path, HARD)
    for options in ([], ["--levels", "1-3"], ["--up-to-symmetry"]):
        arguments = ["tilings", "some.spn", "--list", "--format", "json", *options]
        code, output, errors = interrupted(tmp_path, *arguments, when=after_a_line)
        assert output.endswith(b"\n")
        assert all(list(line) == ["spn", "name", "tiling"] for line in objects(output))
        assert (code, errors) == (130, b"")


@posix_only
@pytest.mark.parametrize("options", [["--count"], ["--count", "--max", "red"]])
def test_an_interrupted_count_gives_what_is_known(tmp_path: Path, options: list[str]) -> None:
    """SIGINT during a count answers with null for it, and with what was found before."""
    spn_file(tmp_path, HARD, EASY)
    arguments = ["tilings", "some.spn", "--levels", "1-3", "--format", "json", *options]
    code, output, errors = interrupted(tmp_path, *arguments, when=lambda _: time.sleep(2))
    (answer,) = objects(output)
    assert answer["count"] is None
    assert answer["feasible"] is True
    if "--max" in options:
        assert answer["max"]["points"] == 183
    assert (code, errors) == (130, b"")


@posix_only
@pytest.mark.parametrize("options", [["--full"], ["--max", "total"], []])
def test_an_interrupted_search_for_a_laying_gives_what_is_known(
    tmp_path: Path, options: list[str]
) -> None:
    """SIGINT while a SAT solver works ends it: null or bounds, and no word of the solver's."""
    spn_file(tmp_path, *[DOMINOES] * 200)
    arguments = ["tilings", "some.spn", *options, "--format", "json"]
    code, output, errors = interrupted(tmp_path, *arguments, when=lambda _: time.sleep(2))
    answer = objects(output)[-1]
    assert answer["feasible"] in ((None, False) if options == ["--full"] else (True,))
    assert (code, errors) == (130, b"")


@posix_only
def test_an_interrupted_check_is_unknown(tmp_path: Path) -> None:
    """SIGINT during `check --reachable` ends it after the answer in hand, with code 130."""
    spn_file(tmp_path, *[EASY] * 5000)
    arguments = ["check", "some.spn", "--reachable", "--format", "json"]
    code, output, errors = interrupted(tmp_path, *arguments, when=after_a_line)
    answers = objects(output)
    assert 0 < len(answers) < 4999
    assert all(answer["reachable"] in (True, None) for answer in answers)
    assert code == 130
    assert b"Traceback" not in errors
