"""README tells the truth: its commands run, and print what it shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steppe_solver import Position, format_spn, parse_records
from steppe_solver.render import to_svg

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of README in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def sessions() -> list[tuple[str, str]]:
    """Every command that README types after a ``$``, and the output shown below it."""
    found: list[tuple[str, str]] = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def without_times(text: str) -> str:
    """The text with all seconds made equal."""
    return re.sub(r"\d+\.\d+ s\b", "0.000 s", text)


@pytest.mark.parametrize(("command", "shown"), sessions())
@pytest.mark.skipif(os.name == "nt", reason="README's commands are for a POSIX shell")
def test_a_command_prints_what_readme_shows(command: str, shown: str, tmp_path: Path) -> None:
    """Each command ends well (or as a failed check does), and prints what is shown under it."""
    shutil.copytree(ROOT / "puzzles", tmp_path / "puzzles")
    (tmp_path / "start.spn").write_text(f"{format_spn(Position.start())}\n")
    (tmp_path / "steppe").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m steppe_solver "$@"\n')
    (tmp_path / "steppe").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=tmp_path,
        env=os.environ | {"PATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    code = 4 if "not reachable" in shown else 1 if "WRONG" in shown else 0
    assert run.returncode == code, run.stderr
    assert run.stdout or ">" in command
    printed, expected = without_times(run.stdout), without_times(shown)
    if "...\n" in expected:
        assert printed.startswith(expected.partition("...\n")[0])
    elif expected:
        assert printed == expected


def test_the_python_example_runs(tmp_path: Path) -> None:
    """The Python block of README runs as it stands."""
    (example,) = blocks("python")
    run = subprocess.run(
        [sys.executable, "-c", example],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT.parent,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("55 5b1-c1")
    assert run.stdout.endswith("3 ['10c1-c3']\n")


def test_the_picture_is_what_the_program_draws() -> None:
    """The picture at the top is the named position of a shipped game, drawn by this version."""
    records = list(parse_records((ROOT / "puzzles" / "sources.sgr").read_text(encoding="utf-8")))
    (record,) = [record for record in records if ("Event", "Self-play 10763") in record.headers]
    drawn = to_svg(record.positions()[44], record, name="Over the wall")
    assert drawn == (ROOT / "puzzles" / "over-the-wall.svg").read_text(encoding="utf-8")
