"""The demands of `steppe tilings` as a user types them: levels, tiles needed, cells to keep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import click

from steppe_solver.position import Cell, Color, Tile

if TYPE_CHECKING:  # that package takes long to load, and other commands do without it
    from steppe_solver.tiling import Keep, Need

SIDES = {"red": Color.RED, "blue": Color.BLUE, "total": None}
"""Whose points are meant by the words of the command line."""

_PLAYERS = {"red": Color.RED, "blue": Color.BLUE}
_OWNERS = {**_PLAYERS, "neutral": Color.NEUTRAL}
_TILES = {tile.symbol: tile for tile in Tile} | {"W": Tile.NEUTRAL}

_LEVEL = r"(?:(?P<level>[1-9])/)?"
_NEED = re.compile(_LEVEL + r"(?P<player>\w+):(?P<tiles>.+)", re.ASCII)
_TILE = re.compile(r"(?P<tile>\w+)=(?P<count>\d{1,4})", re.ASCII)
_KEEP = re.compile(_LEVEL + r"(?P<cells>[A-Za-z0-9,]+)=(?P<owner>\w+)", re.ASCII)
_CELL = re.compile(r"[a-hA-H][1-8]", re.ASCII)


class Levels(NamedTuple):
    """The first and the last level asked."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def levels(text: str) -> Levels:
    """The levels of ``2`` or ``2-3``; bad usage for anything else."""
    match = re.fullmatch(r"([1-9])(?:-([1-9]))?", text, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a level, such as 2, or levels, such as 2-3.")
    first = int(match[1])
    last = int(match[2] or first)
    if last < first:
        raise click.BadParameter(f"{text!r} runs downwards: write the lower level first.")
    return Levels(first, last)


def needs(text: str, *, exactly: bool) -> tuple[Need, ...]:
    """The demands of ``red:10=2,5=1`` or ``2/red:10=2``; bad usage for anything else."""
    from steppe_solver.tiling import Need

    match = _NEED.fullmatch(text)
    color = _PLAYERS.get(match["player"].lower()) if match else None
    if match is None or color is None:
        raise click.BadParameter(
            f"{text!r} is not a player and tiles, such as red:10=2,5=1 or, for one level of "
            "several, 2/red:10=2."
        )
    level = int(match["level"]) if match["level"] else None
    found = []
    for part in match["tiles"].split(","):
        tile = _TILE.fullmatch(part)
        if tile is None or tile["tile"].upper() not in _TILES:
            raise click.BadParameter(
                f"{part!r} in {text!r} is not a kind of tile and a number, such as 10=2; "
                "the kinds are 1, 5, 10 and N."
            )
        kind = _TILES[tile["tile"].upper()]
        found.append(Need(color, kind, int(tile["count"]), exactly=exactly, level=level))
    return tuple(found)


def keeps(text: str) -> tuple[Keep, ...]:
    """The demands of ``a1,b1=red`` or ``2/a1=blue``; bad usage for anything else."""
    from steppe_solver.tiling import Keep

    match = _KEEP.fullmatch(text)
    owner = _OWNERS.get(match["owner"].lower()) if match else None
    names = match["cells"].split(",") if match else []
    if match is None or owner is None or not all(map(_CELL.fullmatch, names)):
        raise click.BadParameter(
            f"{text!r} is not cells and an owner (red, blue or neutral), such as a1,b1=red or, "
            "for one level of several, 2/a1=red."
        )
    level = int(match["level"]) if match["level"] else None
    cells = [Cell(ord(name[0].lower()) - ord("a"), int(name[1]) - 1) for name in names]
    return tuple(Keep(cell, owner, level) for cell in cells)
