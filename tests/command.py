"""Ways to run the command line in tests: in this process, or as a user starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from steppe_solver.cli import main

EASY = (
    "BRRRB/RBBBB/RBNBB/RBRRR/BBBRN|NRRRB/NBBBB/RNBBB/RBRRR/BBBRR|RRRRB/RBBB./RBBB./RNRRR/.BBRR"
    " B 2,0,0,0 0,0,0,1 127-112"
)
"""Blue has a neutral tile left, and wherever it goes, Red wins by 15."""

HARD = "...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0"
"""The start of the standard game: no search ends soon here."""

LARGE = "....../...... R 15,5,3,3 15,5,3,3 0-0"
"""Six columns: the native search does not take it, everything else does."""

DOMINOES = (
    "N......./......../......../......../......../......../......../.......N"
    " R 0,31,0,0 0,31,0,0 0-0 reserves=0,31,0,0 levels=1"
)
"""Fives only, and two corners of one colour of a chessboard gone: no solver sees at once that it
cannot be filled."""

BAD = "...../...../..X../...../..... R 15,5,3 15,5,3,3 0-0"
"""Two faults: an unknown letter, and a reserve of three counts."""

HANGS = 120
"""Seconds after which a run is taken to hang; no test claims anything about speed."""


def run(*arguments: object, stdin: str | bytes = b"") -> Result:
    """A run inside this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)


def run_apart(
    *arguments: object, cwd: Path, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """A run in a process of its own, in ``cwd``, where no checkout hides the installed package."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "steppe_solver", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=os.environ | environment,
        timeout=HANGS,
        check=False,
    )


def start(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
    """A process of its own that goes on while the test does; no checkout hides the package."""
    command = [sys.executable, "-P", "-m", "steppe_solver", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, **options)


def objects(output: str | bytes) -> list[dict[str, Any]]:
    """The JSON answers, one a line."""
    return [json.loads(line) for line in output.splitlines()]


def spn_file(directory: Path, *lines: str, name: str = "some.spn") -> Path:
    """A position file with these lines."""
    path = directory / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
