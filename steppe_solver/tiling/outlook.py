"""What the region graph says of a level in a few facts, for an answer in words."""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.position import PLAYERS, Color
from steppe_solver.tiling.question import Layout
from steppe_solver.tiling.regions import (
    Region,
    cells,
    most_fives,
    most_points,
    most_tens,
    region_graph,
    regions,
)


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    """What one player can still build on the level, whatever the turns."""

    color: Color
    alone: Region
    """Cells that only this player can still cover."""
    regions: tuple[Region, ...]
    """Parts of the level that no tile of this player can join."""
    fives: int
    """The most fives that the player can lay if nobody lays anything else; exact."""
    most_tens: int
    """A bound: never fewer than the tens that the player can lay."""
    most_points: int
    """A bound: never fewer than the points that the player can make on the level."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who can still build where on the level that is being filled."""

    level: int
    players: tuple[PlayerOutlook, PlayerOutlook]
    contested: Region
    """Cells that either player can still cover."""
    lost: Region
    """Open cells that nobody can ever cover: holes to be."""
    regions: tuple[Region, ...]
    """Parts of the level that no tile of anybody can join: they meet only in the reserves."""


def outlook(layout: Layout) -> Outlook:
    """The facts about a layout's level.

    >>> from steppe_solver.position import Position
    >>> len(outlook(Layout.of(Position.start())).contested)
    24
    """
    graph = region_graph(layout)
    red, blue = (
        PlayerOutlook(
            color=color,
            alone=cells(graph, color),
            regions=regions(graph, color),
            fives=most_fives(graph, color),
            most_tens=most_tens(graph, color),
            most_points=most_points(graph, color),
        )
        for color in PLAYERS
    )
    return Outlook(
        level=layout.level,
        players=(red, blue),
        contested=cells(graph, *PLAYERS),
        lost=cells(graph),
        regions=regions(graph),
    )
