"""Values, bounds and positions in the words of a player: who is ahead is always named."""

from __future__ import annotations

import shutil
from collections.abc import Iterable

from steppe_solver.cli.inputs import Input
from steppe_solver.position import PLAYERS, Color, Edition, Position


def winner(value: int, edition: Edition, *, with_points: bool) -> str:
    """What a value means, such as ``Blue wins by 40``; the sign never shows."""
    if value == 0:
        return "draw"
    name = edition.name_of(Color.RED if value > 0 else Color.BLUE)
    return f"{name} wins by {abs(value)}" if with_points else f"{name} wins"


def range_of_values(lower: int, upper: int, edition: Edition, *, with_points: bool) -> str:
    """What two proved bounds mean, such as ``between Blue by 3 and Red by 12``."""
    if lower == upper:
        return winner(lower, edition, with_points=with_points)
    if not with_points and (lower, upper) == (-1, 1):
        return "any result is still possible"
    if not with_points:
        names = [winner(value, edition, with_points=False) for value in range(lower, upper + 1)]
        return " or ".join(names)
    if lower > 0:
        return f"{edition.name_of(Color.RED)} wins by {lower} to {upper}"
    if upper < 0:
        return f"{edition.name_of(Color.BLUE)} wins by {-upper} to {-lower}"
    ends = [winner(end, edition, with_points=True).replace(" wins", "") for end in (lower, upper)]
    return f"between {ends[0]} and {ends[1]}"


def margin_between(lower: int, upper: int, edition: Edition) -> str:
    """The two bounds as numbers, such as ``Red's margin -3 to +12``."""
    return f"{edition.name_of(Color.RED)}'s margin {lower:+d} to {upper:+d}"


def score(position: Position) -> str:
    """Both players' points, such as ``Red 82 : Blue 43``."""
    return " : ".join(
        f"{position.rules.edition.name_of(color)} {position.score[color.index]}"
        for color in PLAYERS
    )


def mover_letter(position: Position) -> str:
    """The mover as in position notation: a letter, or ``-`` when the game has ended."""
    return "-" if position.mover is None else position.rules.edition.letter_of(position.mover)


def counted(number: int, thing: str) -> str:
    """The number with its noun, such as ``1 move`` or ``1,200 moves``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def situation(position: Position) -> str:
    """A line on where the game stands: mover, level, open cells, score."""
    if position.mover is None:
        return f"the game has ended, {score(position)}"
    name = position.rules.edition.name_of(position.mover)
    level = f"level {position.level} of {position.rules.levels}"
    cells = counted(position.open_cells, "open cell")
    return f"{name} to move on {level}, {cells}; score {score(position)}"


def title(source: Input) -> str:
    """How an input is named in text: its place and, where it has one, its name.

    Control characters, which could disturb a terminal, are blanked out.
    """
    name = "".join(char if char.isprintable() else " " for char in source.entry.name or "")
    return f"{source.label}  {name}" if name else source.label


def line_width() -> int:
    """How wide a line of text may be: the terminal, but no more than is good to read."""
    return min(shutil.get_terminal_size((80, 24)).columns, 100) - 1


def wrapped(first: str, items: Iterable[str]) -> list[str]:
    """Lines that hold ``first`` and the items, separated by commas; no item is broken."""
    width = line_width()
    lines, between = [first], ""
    for item in items:
        if between and len(lines[-1]) + len(between) + len(item) > width:
            lines[-1] += ","
            lines.append(" " * len(first) + item)
        else:
            lines[-1] += between + item
        between = ", "
    return lines
