"""Files that `steppe tilings` writes: formula, proof, graph and picture; whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
import rup
from command import BAD, EASY, HARD, objects, run, spn_file, start

from steppe_solver.notation import parse_move, parse_spn
from steppe_solver.position import Color, Tile
from steppe_solver.render import to_svg
from steppe_solver.tiling import Placement

OPTIONS = ("--cnf", "--proof", "--graph", "--svg")

TEN = ("--need", "red:10=1")
"""What Red cannot do in the position EASY, and can in HARD."""


def names(directory: Path) -> set[str]:
    """What stands in the directory, drafts included."""
    return {path.name for path in directory.iterdir()}


def test_an_infeasible_question_has_a_formula_and_a_proof(tmp_path: Path) -> None:
    """An outside checker accepts the proof for the formula, and refuses it cut short."""
    file, cnf, proof = spn_file(tmp_path, EASY), tmp_path / "out.cnf", tmp_path / "out.drup"
    result = run("tilings", file, *TEN, "--cnf", cnf, "--proof", proof, "--format", "json")
    assert result.exit_code == 0
    (answer,) = objects(result.stdout)
    assert answer["feasible"] is False
    assert answer["files"] == [str(cnf), str(proof)]
    rup.check(cnf.read_text(), proof.read_text())
    with pytest.raises(rup.RefusedError):
        rup.check(cnf.read_text(), "")


def test_a_feasible_question_has_a_formula_and_no_proof(tmp_path: Path) -> None:
    """Where there is a laying, its variables satisfy the formula, and no proof is written."""
    file, cnf = spn_file(tmp_path, HARD), tmp_path / "out.cnf"
    result = run(
        "tilings", file, *TEN, "--cnf", cnf, "--proof", tmp_path / "no.drup", "--format", "json"
    )
    (answer,) = objects(result.stdout)
    assert answer["feasible"] is True
    assert answer["files"] == [str(cnf)]
    assert names(tmp_path) == {"some.spn", "out.cnf"}
    variables = {}
    for line in cnf.read_text().splitlines():
        if line.startswith("c ") and " = level 1, " in line:
            variable, meaning = line[2:].split(" = level 1, ")
            owner, move = meaning.split(" ")
            variables[(owner, move)] = int(variable)
    owners = {"red": "Red", "blue": "Blue", "neutral": "neutral"}
    laid = {
        variables[(owners[name], move)]
        for name, moves in answer["tiling"]["1"].items()
        for move in moves
    }
    _, clauses = rup.read_formula(cnf.read_text())
    legend = set(variables.values())
    for clause in clauses:
        if all(abs(literal) in legend for literal in clause):
            assert any((abs(literal) in laid) == (literal > 0) for literal in clause)


def test_the_graph_is_graphml_or_dot_by_its_name(tmp_path: Path) -> None:
    """`--graph` writes XML where OUT ends in .graphml, and DOT elsewhere."""
    file = spn_file(tmp_path, EASY)
    for name in ("out.graphml", "OUT.GRAPHML", "out.xml"):
        assert run("tilings", file, "--graph", tmp_path / name).exit_code == 0
        root = ElementTree.parse(tmp_path / name).getroot()
        assert root.tag.endswith("graphml")
    assert run("tilings", file, "--graph", tmp_path / "out.dot").exit_code == 0
    assert "graph" in (tmp_path / "out.dot").read_text().splitlines()[0]


def test_the_picture_shows_the_laying_of_the_answer(tmp_path: Path) -> None:
    """`--svg` writes the picture of just the laying that the answer tells, with its name."""
    svg = tmp_path / "out.svg"
    file = spn_file(tmp_path, f"{HARD} ; Two tens")
    result = run("tilings", file, "--need", "red:10=2", "--svg", svg, "--format", "json")
    (answer,) = objects(result.stdout)
    position = parse_spn(HARD)
    colors = {"red": Color.RED, "blue": Color.BLUE, "neutral": Color.NEUTRAL}
    laid = tuple(
        Placement(1, colors[name], parse_move(move, position))
        for name, moves in answer["tiling"]["1"].items()
        for move in moves
    )
    assert sum(p.move.tile is Tile.TEN and p.owner is Color.RED for p in laid) >= 2
    assert svg.read_text(encoding="utf-8") == to_svg(position, tiles=laid, name="Two tens")


def test_several_inputs_are_numbered(tmp_path: Path) -> None:
    """Of several inputs the third's files bear its number, even where the second is bad."""
    file = spn_file(tmp_path, EASY, BAD, HARD)
    outputs = [argument for option in OPTIONS for argument in (option, tmp_path / f"out{option}.x")]
    result = run("tilings", file, *TEN, *outputs, "--format", "json")
    assert result.exit_code == 1
    first, bad, last = objects(result.stdout)
    assert "faults" in bad
    infeasible = ["out--cnf-1.x", "out--proof-1.x", "out--graph-1.x"]
    feasible = ["out--cnf-3.x", "out--graph-3.x", "out--svg-3.x"]
    assert first["files"] == [str(tmp_path / name) for name in infeasible]
    assert last["files"] == [str(tmp_path / name) for name in feasible]
    assert names(tmp_path) == {"some.spn", *infeasible, *feasible}
    text = run("tilings", file, *TEN, *outputs).stdout
    assert all(f"written: {tmp_path / name}" in text for name in infeasible)


@pytest.mark.parametrize("option", OPTIONS)
def test_no_input_and_no_other_output_is_overwritten(tmp_path: Path, option: str) -> None:
    """An OUT that is also a FILE, by any path, or another OUT, is refused before any writing."""
    file = spn_file(tmp_path, EASY)
    (tmp_path / "nowhere").mkdir()
    twice = tmp_path / "twice.out"
    other = OPTIONS[OPTIONS.index(option) - 1]
    for arguments in (
        (option, file),
        (option, tmp_path / "nowhere" / ".." / "some.spn"),
        (option, twice, other, twice),
    ):
        done = run("tilings", *arguments, file)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert "would overwrite" in done.stderr
    for name in ("", "-", tmp_path):
        done = run("tilings", option, name, file)
        assert done.exit_code == 2
        assert f"{option} takes the name of a file to write" in done.stderr
    assert file.read_text() == f"{EASY}\n"
    assert names(tmp_path) == {"some.spn", "nowhere"}


@pytest.mark.parametrize("option", ["--cnf", "--graph", "--proof"])
def test_a_file_that_cannot_be_written_is_wrong_usage(tmp_path: Path, option: str) -> None:
    """A missing directory ends the command with code 2 and the reason, and leaves no draft."""
    file = spn_file(tmp_path, EASY)
    result = run("tilings", file, *TEN, option, tmp_path / "gone" / "out.x")
    assert result.exit_code == 2
    assert "cannot write" in result.stderr
    assert names(tmp_path) == {"some.spn"}


def test_an_old_file_is_replaced_whole(tmp_path: Path) -> None:
    """What stood in OUT before is gone, and there is no draft beside it."""
    file, cnf = spn_file(tmp_path, EASY), tmp_path / "out.cnf"
    cnf.write_text("x" * 10_000_000)
    run("tilings", file, *TEN, "--cnf", cnf)
    rup.read_formula(cnf.read_text())
    assert names(tmp_path) == {"some.spn", "out.cnf"}


def test_the_formula_says_what_was_asked(tmp_path: Path) -> None:
    """The comments of the formula name the position, the levels and the demands, in ASCII."""
    cnf = tmp_path / "out.cnf"
    demands = ["--need", "1/red:10=2", "--keep", "2/a1=neutral", "--players", "red"]
    file = spn_file(tmp_path, f"{HARD} ; N\u00e4me")
    run("tilings", file, "--levels", "1-2", *demands, "--cnf", cnf)
    assert cnf.read_bytes().isascii()
    comments = [line for line in cnf.read_text().splitlines() if line.startswith("c")]
    assert comments[:5] == [
        f"c layings on {HARD}",
        "c levels 1 to 2",
        "c Blue lays nothing",
        "c Red lays at least 2 tens on level 1",
        "c a1 of level 2 ends up neutral",
    ]


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_run_leaves_whole_files_or_none(tmp_path: Path) -> None:
    """Killed at any moment, a run that writes many formulas leaves no half of one under its name.

    Each file is compared with what an undisturbed run writes.
    """
    spn_file(tmp_path, *[HARD] * 40)
    whole = tmp_path / "whole"
    whole.mkdir()
    arguments = ["tilings", "some.spn", "--levels", "1-2", "--need", "red:10=1", "--quiet"]
    run("tilings", tmp_path / "some.spn", *arguments[2:], "--cnf", whole / "x.cnf")
    for answers in (1, 4):
        with start(*arguments, "--cnf", f"out{answers}.cnf", cwd=tmp_path) as process:
            assert process.stdout is not None
            for _ in range(answers):
                assert process.stdout.readline()
            process.kill()
        written = list(tmp_path.glob(f"out{answers}-*.cnf"))
        assert len(written) >= answers
        for path in written:
            number = path.stem.split("-")[1]
            assert path.read_bytes() == (whole / f"x-{number}.cnf").read_bytes()


def test_two_runs_may_write_the_same_files(tmp_path: Path) -> None:
    """Two runs at once with the same OUT do not disturb each other: the files are whole."""
    spn_file(tmp_path, *[EASY] * 20)
    arguments = ["tilings", "some.spn", *TEN, "--cnf", "out.cnf", "--proof", "out.drup"]
    with (
        start(*arguments, cwd=tmp_path) as first,
        start(*arguments, cwd=tmp_path) as second,
    ):
        first.communicate()
        second.communicate()
    assert (first.returncode, second.returncode) == (0, 0)
    for number in range(1, 21):
        formula = (tmp_path / f"out-{number}.cnf").read_text()
        rup.check(formula, (tmp_path / f"out-{number}.drup").read_text())
    assert len(names(tmp_path)) == 41
