"""The soak of `steppe solve --resume`: it passes, and it would not if anything were wrong."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from known import rows

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # scripts, not a package
soak: Any = importlib.import_module("soak")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

ROW = next(row for row in rows("frontier") if row["id"] == "f276")


def soaked(*options: object) -> subprocess.CompletedProcess[str]:
    """The script, run to its end in a process of its own."""
    command = [sys.executable, str(BENCHMARKS / "soak.py"), *map(str, options)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def frontier(directory: Path, value: int) -> Path:
    """A file of positions with one of them, and a value."""
    file = directory / "frontier.jsonl"
    file.write_text(json.dumps(ROW | {"value": value}) + "\n", encoding="utf-8")
    return file


def test_a_short_soak(tmp_path: Path) -> None:
    """Some rounds with random positions and stops pass."""
    file = frontier(tmp_path, ROW["value"])
    done = soaked("--rounds", 2, "--seed", 3, "--frontier", file)
    last = done.stdout.splitlines()[-1]
    assert (done.returncode, done.stderr) == (0, "")
    assert last.startswith("2 rounds, ")
    assert "all values the same" in last


@pytest.mark.slow
def test_a_longer_soak() -> None:
    """Minutes of it pass, with stops of every kind."""
    last = soaked("--minutes", 5, "--seed", 1000).stdout.splitlines()[-1]
    for kind in ("ctrl-c", "end", "kill", "nodes", "seconds"):
        assert f" by {kind}" in last


def test_what_is_wrong_ends_it(tmp_path: Path) -> None:
    """A value that is not the known one is an error, and so is memory beyond what is allowed."""
    wrong = frontier(tmp_path, ROW["value"] + 1)
    done = soaked("--rounds", 4, "--seed", 3, "--frontier", wrong)
    assert done.returncode == 1
    assert "not the known value" in done.stderr
    done = soaked("--rounds", 1, "--allowance", -50)
    assert done.returncode == 1
    assert "MiB were taken, and 14 are allowed" in done.stderr


@pytest.mark.parametrize(
    ("lower", "upper", "moves"),
    [
        (6, 9, {"1a1": 5}),
        (0, 4, {"1a1": 5}),
        (2, 9, {"1a1": 5}),
        (4, 6, {"1a1": [6, 7]}),
        (4, 6, {"1a1": [1, 7]}),
    ],
)
def test_bounds_that_are_wrong_are_found(lower: int, upper: int, moves: dict[str, Any]) -> None:
    """Bounds of a position of value 5, or of a move, that miss it or are wider than before."""
    whole = {"value": 5, "moves": {"1a1": 5}}
    widest = {"": (3, 7), "1a1": (4, 7)}
    good = {"lower": 4, "upper": 6, "moves": {"1a1": [5, 7]}}
    soak._check_bounds(good, whole, dict(widest))
    with pytest.raises(soak.WrongError):
        soak._check_bounds({"lower": lower, "upper": upper, "moves": moves}, whole, widest)
