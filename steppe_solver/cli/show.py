"""`steppe show`: every position as a picture, in the terminal or in files.

The renderers are imported where they are used: all commands load this module, this one draws.
"""

from __future__ import annotations

import shutil

import click

from steppe_solver.cli.inputs import Input, read_inputs
from steppe_solver.cli.options import common_options, files_argument
from steppe_solver.cli.output import Answers, is_ascii_only, takes_colour
from steppe_solver.cli.output_files import check_outputs, numbered, with_numbers, write_file
from steppe_solver.cli.words import mover_letter, title
from steppe_solver.notation import format_spn
from steppe_solver.position import Position


@click.command("show", short_help="The board with its levels, reserves and score.")
@files_argument
@click.option("--svg", "svg_path", metavar="OUT", help="Write an SVG picture to OUT.")
@click.option("--png", "png_path", metavar="OUT", help="Write a PNG picture to OUT.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour in the terminal; auto respects NO_COLOR.",
)
@common_options
def command(
    files: tuple[str, ...],
    svg_path: str | None,
    png_path: str | None,
    color: str,
    style: str,
    quiet: bool,
) -> int:
    """Show every position: its levels, whose tiles lie where, reserves and score.

    With --svg or --png the pictures go to files instead of the terminal. One input is written to
    OUT as it is named; of several, the first goes to OUT-1, the second to OUT-2 and so on (out.svg
    becomes out-1.svg; the number of a bad input is left out). From a game record the pictures show
    the outline of every tile.
    """
    check_outputs(files, {"--svg": svg_path, "--png": png_path})
    answers = Answers(style, quiet)
    inputs = read_inputs(files)
    wants_files = svg_path is not None or png_path is not None
    for number, source in with_numbers(inputs) if wants_files else ((None, one) for one in inputs):
        position = source.entry.position
        if position is None:
            answers.refuse(source)
            continue
        written = []
        if wants_files:
            from steppe_solver.render import to_png, to_svg

            svg = to_svg(position, source.entry.record, name=source.entry.name)
            if svg_path is not None:
                written.append(write_file(numbered(svg_path, number), svg.encode()))
            if png_path is not None:
                written.append(write_file(numbered(png_path, number), to_png(svg)))
        if answers.as_json:
            answers.give(_as_json(source, position, written))
        elif not written:
            answers.give(_as_text(source, position, color, short=quiet))
        elif not quiet:
            answers.give("\n".join(f"{title(source)}: {path}" for path in written))
    return answers.tally.code


def _as_json(source: Input, position: Position, written: list[str]) -> dict[str, object]:
    return {
        "spn": format_spn(position),
        "name": source.entry.name,
        "mover": mover_letter(position),
        "level": position.level,
        "reserves": [reserve._asdict() for reserve in position.reserves],
        "score": list(position.score),
        "files": written,
    }


def _as_text(source: Input, position: Position, color: str, *, short: bool) -> str:
    from steppe_solver.render import to_text

    picture = to_text(
        position,
        source.entry.record,
        color=takes_colour(color),
        ascii_only=is_ascii_only("\N{BOX DRAWINGS LIGHT HORIZONTAL}"),
        width=shutil.get_terminal_size((80, 24)).columns,
        name=source.entry.name if short else title(source),
    )
    return f"{picture}\n"
