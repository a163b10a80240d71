"""Where output goes: closed pipes, narrow encodings, colour, and progress on a terminal only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from command import BAD, DOMINOES, EASY, HARD, objects, run_apart, spn_file, start
from known import rows

COMMANDS = [
    ["solve"],
    ["show"],
    ["moves"],
    ["perft", "--depth", "1"],
    ["check"],
    ["check", "--reachable"],
    ["analyse"],
    ["tilings"],
    ["tilings", "--list"],
]

needs_pty = pytest.mark.skipif(
    os.name == "nt", reason="Windows has no pseudo-terminals of this kind"
)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("style", ["text", "json"])
def test_a_reader_may_close_the_pipe_early(tmp_path: Path, command: list[str], style: str) -> None:
    """A reader that goes away after a line ends the command without a word and with code 0."""
    spn_file(tmp_path, *[EASY] * 2000)
    with start(
        *command, "some.spn", "--format", style, cwd=tmp_path, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full device")
def test_a_full_disk_is_reported_in_a_line(tmp_path: Path) -> None:
    """Answers that cannot be written end the command with a message, not with a traceback."""
    spn_file(tmp_path, EASY)
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [sys.executable, "-P", "-m", "steppe_solver", "moves", "some.spn"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            check=False,
        )
    assert process.returncode == 1
    assert process.stderr.startswith(b"Error: cannot write the answers")
    assert b"Traceback" not in process.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_narrow_encoding_holds_every_answer(tmp_path: Path, command: list[str]) -> None:
    """With ASCII output nothing fails: names are escaped, boards are drawn in ASCII."""
    spn_file(tmp_path, f"{EASY} ; N\u00e4he \u68cb", name="n\u00e4he.spn")
    for style in ("text", "json"):
        result = run_apart(
            *command, "n\u00e4he.spn", "--format", style, cwd=tmp_path, PYTHONIOENCODING="ascii"
        )
        assert result.stdout.isascii()
        assert result.stdout
        assert result.stderr == b""
        assert result.returncode == 0


def test_a_bad_input_in_a_narrow_encoding_is_reported(tmp_path: Path) -> None:
    """Faults quote the input; what the encoding lacks is escaped."""
    (tmp_path / "bad.spn").write_text(BAD.replace("X", "\u68cb"), encoding="utf-8")
    result = run_apart("solve", "bad.spn", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert b"bad.spn:1:" in result.stderr
    assert b"Traceback" not in result.stderr
    assert result.returncode == 1


def test_colour_is_for_terminals_unless_asked_for(tmp_path: Path) -> None:
    """`show` colours nothing in a pipe; `--color always` does, even under NO_COLOR."""
    spn_file(tmp_path, EASY)

    def shown(*options: str, no_color: str = "") -> bytes:
        return run_apart("show", "some.spn", *options, cwd=tmp_path, NO_COLOR=no_color).stdout

    assert b"\x1b[" not in shown()
    assert b"\x1b[" not in shown("--color", "never")
    assert b"\x1b[" in shown("--color", "always")
    assert b"\x1b[" in shown("--color", "always", no_color="1")


@needs_pty
def test_colour_on_a_terminal_respects_no_color(tmp_path: Path) -> None:
    """On a terminal `show` is in colour, and NO_COLOR turns that off."""
    spn_file(tmp_path, EASY)
    assert b"\x1b[" in on_a_terminal(tmp_path, "show", "some.spn", TERM="xterm", NO_COLOR="")
    assert b"\x1b[" not in on_a_terminal(tmp_path, "show", "some.spn", TERM="xterm", NO_COLOR="1")


def test_no_progress_without_a_terminal(tmp_path: Path) -> None:
    """Where standard error is a pipe, a long search writes nothing there."""
    spn_file(tmp_path, HARD)
    result = run_apart("solve", "some.spn", "--limit", "1", cwd=tmp_path)
    assert result.stderr == b""
    assert result.returncode == 3


@needs_pty
def test_progress_shows_on_a_terminal_and_leaves_the_answers_alone(tmp_path: Path) -> None:
    """A long search tells on the terminal what it has proved; standard output holds JSON only."""
    spn_file(tmp_path, HARD, EASY)
    arguments = ["solve", "some.spn", "--limit", "2", "--format", "json"]
    screen, output = with_stderr_on_a_terminal(tmp_path, *arguments)
    assert "some.spn:1" in screen
    assert "Red's margin" in screen
    assert "nodes" in screen
    assert "/s" in screen
    hard, easy = objects(output)
    assert (hard["status"], easy["value"]) == ("bounded", 15)


@needs_pty
def test_progress_says_who_wins_and_closes_in(tmp_path: Path) -> None:
    """Once it is proved who wins, the terminal says so, with bounds that never widen again."""
    row = next(row for row in rows("frontier") if row["id"] == "f330")
    spn_file(tmp_path, row["spn"])
    arguments = ["solve", "some.spn", "--limit", "3", "--format", "json"]
    screen, output = with_stderr_on_a_terminal(tmp_path, *arguments)
    shown = [(int(a), int(b)) for a, b in re.findall(r"Red wins by (\d+) to (\d+)  ", screen)]
    (answer,) = objects(output)
    shown.append((answer["lower"], answer["upper"]))
    assert len(shown) > 5
    for (least, most), (lower, upper) in pairwise(shown):
        assert least <= lower <= row["value"] <= upper <= most


@needs_pty
@pytest.mark.parametrize("option", ["--quiet", "--limit=0"])
def test_no_progress_when_quiet_or_quick(tmp_path: Path, option: str) -> None:
    """`--quiet`, and answers that come at once, leave the terminal clean."""
    spn_file(tmp_path, HARD)
    screen, _ = with_stderr_on_a_terminal(
        tmp_path, "solve", "some.spn", "--limit", "1", option, "--format", "json"
    )
    assert screen == ""


@needs_pty
def test_a_long_question_about_tilings_shows_that_it_goes_on(tmp_path: Path) -> None:
    """`tilings` says on the terminal which input it is at, unless quiet; the answer is apart."""
    spn_file(tmp_path, DOMINOES)
    arguments = ["tilings", "some.spn", "--full", "--limit", "1.5", "--format", "json"]
    screen, output = with_stderr_on_a_terminal(tmp_path, *arguments)
    assert "searching  some.spn:1" in screen
    assert objects(output)[0]["spn"] == DOMINOES.replace(
        "reserves=0,31,0,0 levels=1", "levels=1 reserves=0,31,0,0"
    )
    assert with_stderr_on_a_terminal(tmp_path, *arguments, "--quiet")[0] == ""


def test_commands_do_not_load_what_they_do_not_need(tmp_path: Path) -> None:
    """Help and a solve start without the libraries that take long to load."""
    spn_file(tmp_path, EASY)
    heavy = {"rich", "networkx", "pysat", "resvg_py", "numpy", "importlib.metadata"}
    for arguments in (["--help"], ["solve", "some.spn"], ["check", "some.spn", "--format", "json"]):
        script = (
            "import sys\nfrom steppe_solver.cli import main\n"
            f"main({arguments}, standalone_mode=False)\n"
            f"sys.exit(sorted({heavy} & set(sys.modules)) or None)\n"
        )
        process = subprocess.run(
            [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=False
        )
        assert (process.returncode, process.stderr) == (0, b"")


def on_a_terminal(directory: Path, *arguments: str, **environment: str) -> bytes:
    """What the command writes when both its outputs are a terminal."""
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "steppe_solver", *arguments],
        stdout=theirs,
        stderr=theirs,
        cwd=directory,
        env=os.environ | environment,
    ):
        os.close(theirs)
        return drained(ours)


def with_stderr_on_a_terminal(directory: Path, *arguments: str) -> tuple[str, bytes]:
    """What the command writes on a terminal as standard error, and on a pipe as standard output."""
    import pty

    ours, theirs = pty.openpty()
    with start(*arguments, cwd=directory, stderr=theirs) as process:
        os.close(theirs)
        screen = drained(ours).decode()
        assert process.stdout is not None
        return screen, process.stdout.read()


def drained(terminal: int) -> bytes:
    """Everything that is written on the terminal until its other side closes."""
    found = b""
    try:
        while more := os.read(terminal, 65536):
            found += more
    except OSError:  # how Linux says that the other side has closed
        pass
    os.close(terminal)
    return found
