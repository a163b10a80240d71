"""The soak of `steppe solve --resume`: it passes, and it would not if anything were wrong."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from known import rows

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))  # scripts, not a package
soak: Any = importlib.import_module("soak")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

ROW = next(row for row in rows("frontier") if row["id"] == "f276")


def soaking(directory: Path, memory: int = 64) -> Any:
    """A soak that has done nothing yet."""
    options = argparse.Namespace(memory=memory, threads=1)
    return soak.Soak(options, directory, soak.Totals())


def soaked(monkeypatch: pytest.MonkeyPatch, *options: str) -> None:
    """Runs the script to its end."""
    monkeypatch.setattr(sys, "argv", ["soak.py", *options])
    soak.main()


def test_a_short_soak(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Some rounds with random positions and stops pass."""
    soaked(monkeypatch, "--rounds", "2", "--seed", "3", "--hardest", "100000")
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("2 rounds, ")
    assert "all values the same" in last


@pytest.mark.slow
def test_a_longer_soak(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Minutes of it pass, with stops of every kind."""
    soaked(monkeypatch, "--minutes", "5", "--seed", "1000")
    last = capsys.readouterr().out.splitlines()[-1]
    for kind in ("ctrl-c", "end", "kill", "nodes", "seconds"):
        assert f" by {kind}" in last


def test_a_round_stops_and_goes_on(tmp_path: Path) -> None:
    """A round of a position that takes a while has stops, and counts them."""
    soaking_here = soaking(tmp_path)
    soaking_here.round(ROW["spn"], ROW["value"], Random(2))
    totals = soaking_here._totals
    assert totals.rounds == 1
    assert totals.stops.total() > 0
    assert totals.nodes_stopped > totals.nodes_whole // 2


def test_a_wrong_value_ends_it(tmp_path: Path) -> None:
    """A value that is not the known one is an error, and so is memory beyond what is allowed."""
    with pytest.raises(soak.WrongError, match="not the known value"):
        soaking(tmp_path).round(ROW["spn"], ROW["value"] + 1, Random(4))
    with pytest.raises(soak.WrongError, match="MiB were taken"):
        soaking(tmp_path, memory=-95)._run(["--memory", "64"])


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
