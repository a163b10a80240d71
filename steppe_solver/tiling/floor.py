"""What bars tiles from a level before a tile of the laying is there, as named conditions."""

from __future__ import annotations

from steppe_solver.position import PLAYERS, Color
from steppe_solver.tiling.conditions import Condition, Hole, Support, Taken
from steppe_solver.tiling.placements import Room, mask_of
from steppe_solver.tiling.question import Layout


class Floor:
    """A level as a laying finds it: which cells are closed, and by what.

    ``closed`` keeps every tile off the cell, ``barred`` keeps a player's tiles from standing on it
    with an end; both by the index of the cell. ``room`` is what follows for placements. Above the
    level being filled only what is certain is told: the tiles below it are not known.
    """

    def __init__(self, layout: Layout, level: int) -> None:
        cell, base = layout.rules.cell, layout.level
        lying = layout.levels[-1]
        supports = [layout.support(index) for index in range(len(lying))]
        self.closed: dict[int, Condition] = {
            i: Hole(cell(i), base - 1) for i, below in enumerate(supports) if below is None
        }
        self.barred: dict[Color, dict[int, Condition]] = {color: {} for color in PLAYERS}
        if level == base:
            self.closed |= {i: Taken(cell(i), who, base) for i, who in enumerate(lying) if who}
            for i, who in enumerate(supports):
                if who in PLAYERS:
                    self.barred[who.opponent][i] = Support(cell(i), who, base - 1)
        elif level == base + 1:
            for i, who in enumerate(lying):
                if who in PLAYERS:
                    self.barred[who.opponent][i] = Taken(cell(i), who, base)
        open_ = mask_of(i for i in range(len(lying)) if i not in self.closed)
        firm = [open_ & ~mask_of(self.barred[color]) for color in PLAYERS]
        self.room = Room(level, open_, (firm[0], firm[1]))
