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
from command import BAD, EASY, HARD, objects, run, spn_file, start

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
def test_a_signal_from_outside_ends_a_search_with_an_answer(tmp_path: Path) -> None:
    """SIGINT to a running `steppe solve` makes it print the bounds and end with 130."""
    spn_file(tmp_path, HARD, EASY)
    # The search is under way a second after the start on any machine that runs these tests.
    code, output, errors = interrupted(
        tmp_path, "solve", "some.spn", "--format", "json", when=lambda _: time.sleep(1)
    )
    (answer,) = objects(output)
    assert answer["status"] == "bounded"
    assert errors == b""
    assert code == 130


@posix_only
@pytest.mark.parametrize("command", [["solve"], ["perft", "--depth", "2"], ["check"]])
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
