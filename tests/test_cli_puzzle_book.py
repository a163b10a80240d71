"""`steppe puzzle book`: files of puzzles become a book."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import BAD, objects, run
from printed import FILE, HOSTILE, Page

from steppe_solver.puzzle.file import format_puzzle, parse_puzzle

LINES = FILE.read_text(encoding="ascii").splitlines()


def puzzle_file(directory: Path, *lines: str, name: str = "some.stp.json") -> Path:
    """A puzzle file with these lines."""
    path = directory / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    return path


def figures(path: Path) -> list[str]:
    """The text under and above every diagram of an HTML book."""
    texts = Page(path.read_text(encoding="utf-8")).texts
    return [text for name, text in texts.items() if name.startswith("puzzle-")]


def test_a_pdf_is_written(tmp_path: Path) -> None:
    """`-o book.pdf` writes a PDF, says how many puzzles are in it, and leaves nothing else."""
    file, book = puzzle_file(tmp_path, *LINES), tmp_path / "book.pdf"
    result = run("puzzle", "book", file, "-o", book)
    assert result.exit_code == 0
    assert result.stdout == f"{len(LINES)} puzzles: {book}\n"
    assert book.read_bytes().startswith(b"%PDF-")
    assert {path.name for path in tmp_path.iterdir()} == {file.name, book.name}


def test_svg_pages_are_numbered(tmp_path: Path) -> None:
    """`-o book.svg` writes a file for every page, book-1.svg first, and JSON lists them."""
    file = puzzle_file(tmp_path, *LINES)
    result = run("puzzle", "book", file, "-o", tmp_path / "book.svg", "--format", "json")
    (answer,) = objects(result.stdout)
    pages = sorted(tmp_path.glob("book-*.svg"))
    assert answer == {"puzzles": len(LINES), "files": answer["files"]}
    assert sorted(answer["files"]) == list(map(str, pages))
    assert answer["files"][0].endswith("book-1.svg")
    assert len(pages) >= 4
    for page in pages:
        assert ElementTree.parse(page).getroot().tag.endswith("svg")
    assert not (tmp_path / "book.svg").exists()


def test_the_options_are_heard(tmp_path: Path) -> None:
    """Title, edition, order, number of puzzles, paper and puzzles per page show in the book."""
    file, book = puzzle_file(tmp_path, *LINES), tmp_path / "book.html"
    run(
        "puzzle", "book", file, "-o", book, "-q", "--title", "Tens & more", "--edition", "dmr",
        "--sort", "rating", "--count", 5, "--paper", "letter", "--per-page", 4,
    )  # fmt: skip
    text = book.read_text(encoding="utf-8")
    assert "<h1>Tens &amp; more</h1>" in text
    assert "Red to move" not in text
    assert "size: 215.9mm 279.4mm" in text
    assert text.count('class="page"') == 2
    found = figures(book)
    assert len(found) == 5
    ratings = sorted(parse_puzzle(line).rating for line in LINES)[:5]
    assert [int(text.split("rating ")[1].split()[0]) for text in found] == ratings


def test_without_options_the_order_is_that_of_the_files(tmp_path: Path) -> None:
    """Several files follow each other, and each puzzle keeps the names of its edition."""
    first = puzzle_file(tmp_path, LINES[1], name="a.json")
    second = puzzle_file(tmp_path, LINES[0], name="b.json")
    book = tmp_path / "book.html"
    run("puzzle", "book", first, second, "-o", book, "-q")
    one, two = figures(book)
    assert "Red to move" in one
    assert "First steps" in one
    assert "White to move" in two or "Blue to move" in two


def test_bad_puzzles_are_reported_and_the_others_printed(tmp_path: Path) -> None:
    """A line that cannot be read, or a move that cannot be played, costs only that puzzle."""
    puzzle = parse_puzzle(LINES[1])
    cannot = LINES[1].replace(f'"key": "{puzzle.key[0]}"', '"key": "1e5"')
    assert cannot != LINES[1]
    file, book = puzzle_file(tmp_path, LINES[0], "{", cannot, LINES[2]), tmp_path / "book.html"
    result = run("puzzle", "book", file, "-o", book)
    assert result.exit_code == 1
    assert result.stdout == f"2 puzzles: {book}\n"
    assert f"{file}:2:" in result.stderr
    assert f"{file}:3:1: file: not to be printed" in result.stderr
    assert len(figures(book)) == 2
    faults = objects(run("puzzle", "book", file, "-o", book, "--format", "json").stdout)
    assert [answer["input"] for answer in faults[:-1]] == [f"{file}:2", f"{file}:3"]


def test_an_empty_book_is_not_written(tmp_path: Path) -> None:
    """Where no puzzle is sound, an older book stays as it was, and the code is 1."""
    book = tmp_path / "book.pdf"
    book.write_text("old")
    for file in (puzzle_file(tmp_path, BAD), puzzle_file(tmp_path), tmp_path / "gone.json"):
        result = run("puzzle", "book", file, "-o", book)
        assert result.exit_code == 1
        assert str(file) in result.stderr
    assert book.read_text() == "old"


def test_standard_input_is_read(tmp_path: Path) -> None:
    """`-` is a file of puzzles too."""
    book = tmp_path / "book.html"
    result = run("puzzle", "book", "-", "-o", book, stdin=f"{LINES[3]}\n")
    assert result.exit_code == 0
    assert len(figures(book)) == 1


@pytest.mark.parametrize("suffix", ["pdf", "html", "svg"])
def test_any_name_can_be_printed(tmp_path: Path, suffix: str) -> None:
    """Names from a file, half characters but for, are set whatever they hold."""
    names = [name for name in HOSTILE if "\ud800" not in name]
    puzzle = parse_puzzle(LINES[4])
    lines = [LINES[4].replace('"name": null', f'"name": {_quoted(name)}') for name in names]
    assert len(set(lines)) == len(names)
    assert format_puzzle(puzzle) == LINES[4]
    result = run("puzzle", "book", puzzle_file(tmp_path, *lines), "-o", tmp_path / f"b.{suffix}")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{len(names)} puzzles: ")


def test_wrong_usage_is_code_2_before_anything_is_written(tmp_path: Path) -> None:
    """Unknown formats and sizes, no OUT, and an OUT that is an input or nowhere are refused."""
    file = puzzle_file(tmp_path, LINES[0], name="book.html")
    for arguments in (
        (),
        ("-o", tmp_path / "book.doc"),
        ("-o", tmp_path / "book"),
        ("-o", file),
        ("-o", tmp_path / "gone" / "book.html"),
        ("-o", tmp_path / "b.pdf", "--paper", "a9"),
        ("-o", tmp_path / "b.pdf", "--per-page", 13),
        ("-o", tmp_path / "b.pdf", "--per-page", 0),
        ("-o", tmp_path / "b.pdf", "--count", 0),
    ):
        assert run("puzzle", "book", file, *arguments).exit_code == 2
    assert {path.name for path in tmp_path.iterdir()} == {"book.html"}
    assert file.read_text(encoding="ascii") == f"{LINES[0]}\n"


def test_a_page_never_overwrites_an_input(tmp_path: Path) -> None:
    """An input that has the name of a page is kept, and no page is written."""
    file = puzzle_file(tmp_path, LINES[0], name="book-2.svg")
    result = run("puzzle", "book", file, "-o", tmp_path / "book.svg")
    assert result.exit_code == 2
    assert "would overwrite" in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"book-2.svg"}


def _quoted(name: str) -> str:
    return json.dumps(name)
