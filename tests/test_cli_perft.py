"""`steppe perft`: counts of move sequences, native and in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import EASY, HARD, LARGE, objects, run, spn_file
from known import rows

from steppe_solver.notation import parse_spn
from steppe_solver.position import perft

KNOWN = [row for row in rows("perft") if row["nodes"] < 1_000_000]


@pytest.mark.parametrize("depth", sorted({row["depth"] for row in KNOWN}))
def test_counts_are_the_known_ones(tmp_path: Path, depth: int) -> None:
    """The object has three fields; the counts are those of two independent programs."""
    known = [row for row in KNOWN if row["depth"] == depth]
    file = spn_file(tmp_path, *(row["spn"] for row in known))
    result = run("perft", file, "--depth", depth, "--format", "json")
    assert objects(result.stdout) == [
        {"spn": row["spn"], "depth": depth, "nodes": row["nodes"]} for row in known
    ]
    assert result.exit_code == 0


def test_boards_too_large_for_the_native_rules_are_counted_too(tmp_path: Path) -> None:
    """A board of six columns is counted in Python, and is no bad input."""
    result = run("perft", spn_file(tmp_path, LARGE), "--depth", 2, "--format", "json")
    (answer,) = objects(result.stdout)
    assert answer["nodes"] == perft(parse_spn(LARGE), 2) > 0
    assert result.exit_code == 0


def test_a_count_in_pieces_is_the_same(tmp_path: Path) -> None:
    """Deep counts are made in pieces; the sum is what the rules in Python count in one."""
    spn = next(row["spn"] for row in rows("values") if row["id"] == "v001")
    result = run("perft", spn_file(tmp_path, spn), "--depth", 6, "--format", "json")
    (answer,) = objects(result.stdout)
    assert answer["nodes"] == perft(parse_spn(spn), 6) > 0


def test_depth_zero_and_depths_beyond_the_end(tmp_path: Path) -> None:
    """There is one sequence of no moves, and none that is longer than the game."""
    file = spn_file(tmp_path, EASY)
    for depth, nodes in ((0, 1), (1, 3), (2, 0), (1000, 0)):
        (answer,) = objects(run("perft", file, "--depth", depth, "--format", "json").stdout)
        assert answer["nodes"] == nodes


def test_text_says_what_was_counted(tmp_path: Path) -> None:
    """The text is a sentence; with `--quiet` it is the number."""
    file = spn_file(tmp_path, HARD)
    assert "10,308 sequences of 2 moves" in run("perft", file, "--depth", 2).stdout
    assert run("perft", file, "--depth", 2, "--quiet").stdout == "10308\n"
