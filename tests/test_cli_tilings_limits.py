"""`steppe tilings` under a limit: what is not known is said to be, and nothing false is."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import FIELDS, asked, laid, with_tiles
from command import DOMINOES, HARD, objects, run, run_apart, spn_file

from steppe_solver.notation import parse_spn


def test_no_time_is_no_false_answer(tmp_path: Path) -> None:
    """With `--limit 0` whatever is not known is null or a bound, never wrong; the code tells.

    The truth is that the board cannot be filled, and that 30 fives fit: 150 points.
    """
    file = spn_file(tmp_path, DOMINOES)
    (unknown,) = asked(file, "--full", "--limit", "0", code=3)
    assert (unknown["feasible"], unknown["tiling"], unknown["reasons"]) == (None, None, [])
    text = run("tilings", file, "--full", "--limit", "0", "--quiet")
    assert text.exit_code == 3
    assert text.stdout == f"{file}:1: not known so far whether it can be laid\n"
    (survey,) = asked(file, "--limit", "0", code=3)
    assert (survey["feasible"], survey["fillable"], survey["unfilled"]) == (True, None, [])
    assert "not known so far whether level 1 can be filled" in (
        run("tilings", file, "--limit", "0", "--quiet").stdout
    )
    (most,) = asked(file, "--max", "total", "--limit", "0", code=3)
    bounds = most["max"]
    assert bounds["proved"] is False
    assert (bounds["points"] or 0) <= 150 <= bounds["upper"]
    assert "at most" in run("tilings", file, "--max", "total", "--limit", "0", "--quiet").stdout


def test_no_time_to_count(tmp_path: Path) -> None:
    """A count that a limit stops is null, and text says that it is not known."""
    file = spn_file(tmp_path, HARD)
    (answer,) = asked(file, "--levels", "1-3", "--count", "--limit", "0", code=3)
    assert answer["count"] is None
    assert answer["feasible"] is not False
    text = run("tilings", file, "--count", "--limit", "0", "--quiet")
    assert text.stdout.endswith("not known so far how many layings there are\n")
    assert text.exit_code == 3


@pytest.mark.parametrize(
    "options",
    [["--max", "total"], ["--max", "red"], [], ["--full"], ["--list"], ["--count"]],
    ids=lambda options: " ".join(options) or "no question",
)
@pytest.mark.parametrize(
    "levels", [*(pytest.param(n, marks=pytest.mark.slow) for n in ("1", "1-3")), "1-9"]
)
def test_a_limit_holds_in_the_largest_game(tmp_path: Path, levels: str, options: list[str]) -> None:
    """On 8 x 8 cells and nine levels every question ends soon after its limit, with an answer."""
    board = "/".join(["........"] * 8)
    reserve = "99,30,20,9"
    spn = f"{board} R {reserve} {reserve} 0-0 reserves={reserve} start=- levels=9"
    spn_file(tmp_path, spn)
    arguments = ["tilings", "some.spn", "--levels", levels, *options, "--limit", "0"]
    result = run_apart(*arguments, "--format", "json", cwd=tmp_path)
    assert result.returncode in (0, 3)
    assert result.stderr == b""
    assert all(answer["spn"].startswith(board) for answer in objects(result.stdout))
    if options == ["--count"]:
        assert (result.returncode, objects(result.stdout)[0]["count"]) == (3, None)


def test_a_limit_cuts_a_list_and_keeps_what_was_found(tmp_path: Path) -> None:
    """A list that a limit stops has only whole lines, all of them layings, and code 3."""
    file = spn_file(tmp_path, HARD)
    lines = asked(file, "--list", "--limit", "0.3", code=3)
    for line in lines[:50]:
        with_tiles(parse_spn(HARD), laid(parse_spn(HARD), line["tiling"]))
    lines = asked(file, "--levels", "1-3", "--list", "--count", "--limit", "0.3", code=3)
    assert list(lines[-1]) == FIELDS
    assert lines[-1]["count"] is None
