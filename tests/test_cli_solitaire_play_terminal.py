"""`steppe solitaire play` in a terminal, and with pipes of any kind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from command import HANGS
from solitaire_play import apart, deal_file, script

from steppe_solver.solitaire import deal_from_seed, format_deal

if os.name != "nt":
    from terminal import CTRL_C, CTRL_D, Terminal


def test_bytes_and_lines_of_any_kind_are_survived() -> None:
    """Bytes that are no UTF-8, blank lines and a line of a million characters do no harm."""
    done = subprocess.run(
        apart("play", "--seed", 7),
        input=b"\xff\xfe\r\n\r\n   \r\n" + b"D " * 2**19 + b"\r\nD\r\nquit\r\n",
        capture_output=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0
    assert b"That line is too long, and is not looked at." in done.stdout
    assert b"stock 23" in done.stdout
    assert b"stock 22" not in done.stdout
    assert len(done.stdout) < 10_000
    assert done.stderr == b""


def test_a_closed_pipe_ends_without_a_traceback() -> None:
    """A reader that has seen enough ends the game quietly."""
    with subprocess.Popen(
        apart("play", "--seed", 7),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"board\n" * 10)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=HANGS) == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
class TestAtTheTerminal:
    """The same with somebody sitting before it."""

    def test_a_game_is_played_in_colour(self, tmp_path: Path) -> None:
        """Typed moves are echoed once, the board is coloured, and Ctrl-D ends with 0."""
        with Terminal(cwd=tmp_path, script=script("play", "--seed", 7)) as terminal:
            assert "\x1b[" in terminal.wait_for("move 1, 0 up> ")
            terminal.type("d\n")
            assert terminal.wait_for("move 2, 0 up> ").startswith("d\n  ")
            terminal.type(CTRL_D)
            ending, code = terminal.end()
        assert ending.lstrip("\n").startswith("Not won: 0 of 52 cards up;")
        assert code == 0

    def test_no_color_is_respected(self, tmp_path: Path) -> None:
        """With NO_COLOR set nothing but text reaches the terminal."""
        with Terminal(cwd=tmp_path, script=script("play", "--seed", 7), NO_COLOR="1") as terminal:
            terminal.wait_for("move 1, 0 up> ")
            terminal.type("quit\n")
            terminal.end()
        assert "\x1b" not in terminal.shown

    def test_ctrl_c_ends_with_the_score(self, tmp_path: Path) -> None:
        """Pressed in the middle of a line it ends with 130, the scores and no traceback."""
        for mode, last in (("classic", "Not won:"), ("duel", "Not finished:")):
            words = script("play", "--seed", 7, "--mode", mode)
            with Terminal(cwd=tmp_path, script=words) as terminal:
                terminal.wait_for("> ")
                terminal.type(f"T1{CTRL_C}")
                ending, code = terminal.end()
            assert last in ending
            assert "Traceback" not in terminal.shown
            assert code == 130

    def test_a_deal_from_standard_input_leaves_the_terminal_to_the_moves(
        self, tmp_path: Path
    ) -> None:
        """With `-` the deal comes through the pipe and the moves from the terminal."""
        file = deal_file(tmp_path, format_deal(deal_from_seed(9)))
        words = f"cat {file} | {script('play', '-')}"
        with Terminal(cwd=tmp_path, script=words) as terminal:
            assert "Deal seed-9:" in terminal.wait_for("move 1, 0 up> ")
            terminal.type("d\n")
            terminal.wait_for("move 2, 0 up> ")
            terminal.type("quit\n")
            _, code = terminal.end()
        assert code == 0


def test_without_a_terminal_a_deal_cannot_come_from_standard_input() -> None:
    """Where there is nothing to type moves on, `-` is bad usage and says why."""
    done = subprocess.run(
        apart("play", "-"),
        input=format_deal(deal_from_seed(9)).encode(),
        capture_output=True,
        start_new_session=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 2
    assert b"moves need a terminal" in done.stderr
