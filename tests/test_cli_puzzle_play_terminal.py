"""`steppe puzzle play` in a terminal, and with pipes that end where they should not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import HANGS, start
from playable_puzzles import FILE, puzzle
from test_cli_puzzle_play import file_of, solvers_moves

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
if os.name != "nt":
    from terminal import CTRL_C, CTRL_D, Terminal

STRICT = puzzle("strict ten")
KEY = str(STRICT.key[0])
TRY = str(STRICT.tries[0].moves[0])
PROMPT = "move 1 of 6> "
"""A prompt in full: arrows stand in diagrams as well."""


def test_a_puzzle_is_solved_at_the_terminal(tmp_path: Path) -> None:
    """Typed moves are echoed once, refuted and answered; the score comes at the end."""
    with Terminal("puzzle", "play", file_of(tmp_path, STRICT), cwd=tmp_path) as terminal:
        assert "Puzzle 1 of 1: strict ten" in terminal.wait_for("move 1 of 6> ")
        terminal.type(f"{TRY}\n")
        refuted = terminal.wait_for("move 1 of 6> ")
        assert refuted.startswith(f"{TRY}\n{TRY} fails: Red replies 1c1")
        first, *rest = solvers_moves(STRICT)
        terminal.type(f"{first}\n")
        answered = terminal.wait_for("move 2 of 6> ")
        right = f"{first} is right. Red is skipped: Blue moves again."
        assert answered.startswith(f"{first}\n{right}")
        assert "\x1b[" in answered, "the diagram is coloured"
        for number, move in enumerate(rest[:-1], 3):
            terminal.type(f"{move}\n")
            terminal.wait_for(f"move {number} of 6> ")
        terminal.type(f"{rest[-1]}\n")
        ending, code = terminal.end()
    assert "Solved: three tens lie. 7 points." in ending
    assert ending.endswith("Score: 7 of 10 points, 1 of 1 puzzle solved.\n")
    assert code == 0


def test_no_color_is_respected(tmp_path: Path) -> None:
    """With NO_COLOR set nothing but text reaches the terminal."""
    with Terminal(
        "puzzle", "play", file_of(tmp_path, STRICT), cwd=tmp_path, NO_COLOR="1"
    ) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("board\n")
        terminal.wait_for(PROMPT)
        terminal.type("quit\n")
        _, code = terminal.end()
    assert code == 0
    assert "\x1b" not in terminal.shown


def test_the_next_puzzle_waits_for_the_player(tmp_path: Path) -> None:
    """After a puzzle its last words stay until Enter, and one may end there."""
    with Terminal("puzzle", "play", FILE, cwd=tmp_path) as terminal:
        terminal.wait_for("move 1")
        terminal.type("solution\n")
        assert "The key: Ne2." in terminal.wait_for("Enter for the next puzzle, quit to end here> ")
        terminal.type("\n")
        assert "Puzzle 2 of" in terminal.wait_for("move 1 of 6> ")
        terminal.type("skip\n")
        terminal.wait_for("quit to end here> ")
        terminal.type("quit\n")
        ending, code = terminal.end()
    assert ending == "quit\nScore: 0 of 20 points, 0 of 2 puzzles solved.\n"
    assert code == 0


def test_ctrl_c_at_the_prompt_ends_with_the_score(tmp_path: Path) -> None:
    """Pressed in the middle of a puzzle it ends with 130, the score so far and no traceback."""
    with Terminal(
        "puzzle", "play", file_of(tmp_path, puzzle("win"), STRICT), cwd=tmp_path
    ) as terminal:
        terminal.wait_for("move 1")
        terminal.type("skip\n")
        terminal.wait_for("quit to end here> ")
        terminal.type("\n")
        terminal.wait_for("move 1 of 6> ")
        terminal.type(f"{KEY}\n")
        terminal.wait_for("move 2 of 6> ")
        terminal.type(f"1a{CTRL_C}")
        ending, code = terminal.end()
    assert ending.endswith("\nScore: 0 of 10 points, 0 of 1 puzzle solved.\n")
    assert "Traceback" not in terminal.shown
    assert code == 130


def test_ctrl_d_ends_politely(tmp_path: Path) -> None:
    """The end of input at a prompt ends with 0 and the score, on a line of its own."""
    with Terminal("puzzle", "play", file_of(tmp_path, STRICT), cwd=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type(CTRL_D)
        ending, code = terminal.end()
    assert ending.lstrip("\n") == "Score: 0 of 0 points, 0 of 0 puzzles solved.\n"
    assert ending.startswith("\n")
    assert code == 0


def test_anything_can_be_typed(tmp_path: Path) -> None:
    """Letters of any script, broken UTF-8 and a line as long as a terminal takes are survived."""
    with Terminal("puzzle", "play", file_of(tmp_path, STRICT), cwd=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        for text in ("\N{CYRILLIC SMALL LETTER A}1", b"\xff\xc3", "\N{GRINNING FACE}", "1" * 3000):
            terminal.type(text)
            terminal.type("\n")
            assert "help lists the commands" in " ".join(terminal.wait_for(PROMPT).split())
        terminal.type(f"{KEY}\nquit\n")
        ending, code = terminal.end()
    assert f"{KEY} is right." in ending
    assert code == 0


def test_puzzles_from_standard_input_leave_the_terminal_to_the_moves(tmp_path: Path) -> None:
    """With `-` the puzzles come through the pipe and the moves from the terminal."""
    script = f"cat {FILE} | {sys.executable} -m steppe_solver puzzle play - --from 2"
    with Terminal(cwd=tmp_path, script=script) as terminal:
        terminal.wait_for("move 1 of 6> ")
        terminal.type(f"{KEY}\n")
        assert f"{KEY} is right." in terminal.wait_for("move 2 of 6> ")
        terminal.type("quit\n")
        _, code = terminal.end()
    assert code == 0


def test_without_a_terminal_puzzles_cannot_come_from_standard_input(tmp_path: Path) -> None:
    """Where there is nothing to type moves on, `-` is bad usage and says why."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "steppe_solver", "puzzle", "play", "-"],
        input=FILE.read_bytes(),
        capture_output=True,
        cwd=tmp_path,
        start_new_session=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 2
    assert b"moves need a terminal" in done.stderr


def test_a_closed_pipe_ends_without_a_traceback(tmp_path: Path) -> None:
    """A reader that has seen enough ends the game quietly."""
    with start(
        "puzzle",
        "play",
        FILE,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
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


def test_a_closed_standard_input_is_the_end_of_input(tmp_path: Path) -> None:
    """Started without standard input it shows the first puzzle, and ends politely."""
    script = f"exec {sys.executable} -m steppe_solver puzzle play {FILE} <&-"
    done = subprocess.run(
        ["sh", "-c", script], capture_output=True, cwd=tmp_path, timeout=HANGS, check=False
    )
    assert done.returncode == 0
    assert done.stdout.endswith(b"Score: 0 of 0 points, 0 of 0 puzzles solved.\n")
    assert done.stderr == b""
