"""`steppe show`: pictures in the terminal and in files."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import BAD, EASY, HARD, LARGE, objects, run, spn_file

from steppe_solver.notation import parse_record, parse_spn
from steppe_solver.render import to_png, to_svg

GAME = '[Event "A short game"]\n\n1. 5a1-b1 10c1-e1 *\n'


def test_every_position_is_drawn_with_its_name(tmp_path: Path) -> None:
    """The terminal shows all positions in order: place and name, levels, reserves, score."""
    file = spn_file(tmp_path, f"{EASY} ; The last tile", HARD, LARGE)
    result = run("show", file)
    assert result.exit_code == 0
    first, rest = result.stdout.split(f"{file}:2")
    second, third = rest.split(f"{file}:3")
    assert f"{file}:1  The last tile" in first
    for word in ("Level 1", "Level 2", "Level 3", "Red", "Blue", "127", "112"):
        assert word in first
    assert "Level 2 " not in second
    assert " f" in third


def test_quiet_leaves_out_the_place(tmp_path: Path) -> None:
    """With `--quiet` there is the picture alone."""
    file = spn_file(tmp_path, EASY)
    assert str(file) not in run("show", file, "--quiet").stdout


def test_json_tells_what_the_picture_shows(tmp_path: Path) -> None:
    """In JSON the position is given by its fields."""
    (answer,) = objects(run("show", spn_file(tmp_path, EASY), "--format", "json").stdout)
    assert answer["spn"] == EASY
    assert answer["mover"] == "B"
    assert answer["level"] == 3
    assert answer["score"] == [127, 112]
    assert answer["reserves"][1] == {"ones": 0, "fives": 0, "tens": 0, "neutrals": 1}
    assert answer["files"] == []


def test_one_position_is_written_to_the_file_as_named(tmp_path: Path) -> None:
    """`--svg OUT --png OUT` writes both files, says so, and leaves nothing else behind."""
    file = spn_file(tmp_path, EASY)
    svg, png = tmp_path / "out.svg", tmp_path / "out.png"
    result = run("show", file, "--svg", svg, "--png", png)
    assert result.exit_code == 0
    assert str(svg) in result.stdout
    assert str(png) in result.stdout
    picture = to_svg(parse_spn(EASY))
    assert svg.read_text(encoding="utf-8") == picture
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert png.read_bytes() == to_png(picture)
    assert {path.name for path in tmp_path.iterdir()} == {"some.spn", "out.svg", "out.png"}


def test_several_positions_are_numbered_by_input(tmp_path: Path) -> None:
    """Of several inputs the third goes to out-3.svg, even where the second is bad."""
    file = spn_file(tmp_path, EASY, BAD, HARD)
    result = run("show", file, "--svg", tmp_path / "out.svg", "--format", "json")
    assert result.exit_code == 1
    assert {path.name for path in tmp_path.iterdir()} == {"some.spn", "out-1.svg", "out-3.svg"}
    first, bad, last = objects(result.stdout)
    assert first["files"] == [str(tmp_path / "out-1.svg")]
    assert "faults" in bad
    assert last["files"] == [str(tmp_path / "out-3.svg")]
    assert (tmp_path / "out-3.svg").read_text(encoding="utf-8") == to_svg(parse_spn(HARD))


def test_a_record_s_picture_shows_its_tiles(tmp_path: Path) -> None:
    """From a game record the picture outlines the tiles, which a position alone does not know."""
    (tmp_path / "game.sgr").write_text(GAME)
    svg = tmp_path / "out.svg"
    run("show", tmp_path / "game.sgr", "--svg", svg)
    record = parse_record(GAME)
    assert svg.read_text(encoding="utf-8") == to_svg(record.final, record)


def test_an_old_picture_is_replaced(tmp_path: Path) -> None:
    """An existing file is replaced whole; a link to it stays a link."""
    file, svg = spn_file(tmp_path, EASY), tmp_path / "out.svg"
    svg.write_text("x" * 1_000_000)
    run("show", file, "--svg", svg, "--quiet")
    assert svg.read_text(encoding="utf-8") == to_svg(parse_spn(EASY))


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Where OUT is a symbolic link, the file it points to is written."""
    link, target = tmp_path / "link.svg", tmp_path / "target.svg"
    link.symlink_to(target)
    run("show", spn_file(tmp_path, EASY), "--svg", link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == to_svg(parse_spn(EASY))


def test_a_picture_that_cannot_be_written_is_wrong_usage(tmp_path: Path) -> None:
    """A missing directory ends the command with code 2 and the reason, and leaves no draft."""
    result = run("show", spn_file(tmp_path, EASY), "--svg", tmp_path / "gone" / "out.svg")
    assert result.exit_code == 2
    assert "cannot write" in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"some.spn"}


def test_a_picture_never_overwrites_an_input_or_another_picture(tmp_path: Path) -> None:
    """An OUT that is also a FILE, by any path, or the other OUT, is refused before any writing."""
    file = tmp_path / "some.spn"
    file.write_text(EASY)
    same = tmp_path / "nowhere" / ".." / "some.spn"
    (tmp_path / "nowhere").mkdir()
    twice = tmp_path / "twice.out"
    for arguments in (("--svg", same), ("--png", file), ("--svg", twice, "--png", twice)):
        done = run("show", *arguments, file)
        assert done.exit_code == 2
        assert "would overwrite" in done.output
    assert file.read_text() == EASY
    assert not twice.exists()
