"""`steppe puzzle book`: puzzles as a book, PDF, HTML or SVG pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

import click

from steppe_solver.book.layout import MOST_PER_PAGE, PAPERS, STANDARD, Layout
from steppe_solver.cli.options import common_options, files_argument, whole
from steppe_solver.cli.output import Answers
from steppe_solver.cli.output_files import check_outputs, numbered, write_file
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.puzzle.inputs import read_puzzle_inputs
from steppe_solver.cli.words import counted
from steppe_solver.errors import Fault, InputError
from steppe_solver.position import Edition
from steppe_solver.puzzle.model import Puzzle
from steppe_solver.puzzle.playable import find_obstacle

_SUFFIXES = (".pdf", ".html", ".svg")


@click.command("book", short_help="Print puzzles: PDF, HTML, or SVG pages.")
@files_argument
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="OUT",
    help="The book: OUT.pdf, OUT.html, or OUT.svg, whose pages go to OUT-1.svg, OUT-2.svg and "
    "so on.",
)
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS), case_sensitive=False),
    default=STANDARD.paper,
    show_default=True,
    help="The size of the paper, upright.",
)
@click.option(
    "--per-page",
    type=whole(1, MOST_PER_PAGE),
    default=STANDARD.per_page,
    show_default=True,
    metavar="N",
    help=f"Puzzles on a page, 1 to {MOST_PER_PAGE}.",
)
@click.option(
    "--title", default=STANDARD.title, show_default=True, metavar="TEXT", help="The title."
)
@click.option(
    "--edition",
    type=click.Choice([edition.value for edition in Edition]),
    help="The names of players and tiles; without it, every puzzle has those of its own edition.",
)
@click.option(
    "--sort",
    "order",
    type=click.Choice(["file", "rating"]),
    default="file",
    show_default=True,
    help="The order: that of the files, or the easiest first.",
)
@click.option("--count", type=whole(1), metavar="N", help="Only the first N puzzles in that order.")
@common_options
def command(
    files: tuple[str, ...],
    output: str,
    paper: str,
    per_page: int,
    title: str,
    edition: str | None,
    order: str,
    count: int | None,
    style: str,
    quiet: bool,
) -> int:
    """Print the puzzles of FILE: diagrams with their tasks, solutions at the end.

    The diagrams need no colour. A page in front says how to read them. What a file says is printed
    as it is, if its moves are legal; 'steppe puzzle check' proves it.
    """
    suffix = os.path.splitext(output)[1].lower()
    if suffix not in _SUFFIXES:
        raise click.UsageError(f"-o takes a name that ends in .pdf, .html or .svg, not {output!r}")
    check_outputs(files, {"-o": output})
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    puzzles = list(_printable(files, answers))
    if edition is not None:
        puzzles = [_in_edition(puzzle, Edition(edition)) for puzzle in puzzles]
    if order == "rating":
        puzzles.sort(key=lambda puzzle: puzzle.rating)
    puzzles = puzzles[:count]
    if not puzzles:  # why, has been said of every input
        return answers.tally.code
    try:
        progress.say(f"setting {counted(len(puzzles), 'puzzle')}")
        contents = _set(puzzles, Layout(paper, per_page, title), suffix)
        names = [numbered(output, n) if suffix == ".svg" else output for n, _ in contents]
        check_outputs(files, {f"page {n} of -o": name for n, name in enumerate(names, 1)})
        for name, (_, content) in zip(names, contents, strict=True):
            write_file(name, content)
    finally:
        progress.close()
    if answers.as_json:
        answers.give({"puzzles": len(puzzles), "files": names})
    elif not quiet:
        first_and_last = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        answers.give(f"{counted(len(puzzles), 'puzzle')}: {first_and_last}")
    return answers.tally.code


def _printable(files: Iterable[str], answers: Answers) -> Iterator[Puzzle]:
    """The puzzles of the files that can be printed; the others are reported."""
    for source in read_puzzle_inputs(files):
        puzzle = source.entry.puzzle
        if puzzle is None:
            answers.refuse(source.as_input)
            continue
        obstacle = find_obstacle(puzzle)
        if obstacle is None:
            yield puzzle
        else:
            fault = Fault("file", f"{source.entry.line}:1", f"not to be printed: {obstacle}")
            answers.refuse(source.as_input, InputError([fault]))


def _in_edition(puzzle: Puzzle, edition: Edition) -> Puzzle:
    position = puzzle.position
    rules = replace(position.rules, edition=edition)
    return replace(puzzle, position=replace(position, rules=rules))


def _set(puzzles: list[Puzzle], layout: Layout, suffix: str) -> list[tuple[int, bytes]]:
    """The contents of the files to write, numbered from 1."""
    from steppe_solver.book.typeset import to_pages, to_pdf
    from steppe_solver.book.web import to_html

    if suffix == ".html":
        return [(1, to_html(puzzles, layout).encode())]
    if suffix == ".pdf":
        return [(1, to_pdf(puzzles, layout))]
    return list(enumerate(to_pages(puzzles, layout), 1))
