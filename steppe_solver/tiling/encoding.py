"""A question as a formula: a variable for every placement, and back from a model to a laying.

Below, p is the variable of a placement:

- *Cells.* At most one placement covers a cell; on a full level, one does.
- *Support.* On the level being filled a placement is legal or not by what lies below. Between
  levels that are both asked, an auxiliary variable says of a cell and a player that the player
  owns the cell: p implies it for the cells it covers, and p on the level above rules it out for the
  opponent in the cells where it needs own or neutral support. One direction is enough: the level
  below is full, so a cell that is not the opponent's is the player's own or neutral.
- *Reserves* and *needs* count the placements of a kind; cells to *keep* are clauses.

A relaxable encoding has a switch for every condition of the question. Nothing is left out
beforehand: what a condition forbids is forbidden where its switch is on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from steppe_solver.position import PLAYERS, Color, Tile
from steppe_solver.stopping import Stop, StoppedError, never
from steppe_solver.tiling.area import AreaArgument, shortage
from steppe_solver.tiling.clauses import Clauses
from steppe_solver.tiling.conditions import (
    Condition,
    Full,
    Idle,
    Kept,
    Needed,
    NeutralStock,
    Stock,
    Taken,
    kept_cells,
)
from steppe_solver.tiling.floor import Floor
from steppe_solver.tiling.placements import Fit, all_fits, level_placements
from steppe_solver.tiling.question import Laying, Need, Placement, Question, laying

COLOURED = (Tile.TEN, Tile.FIVE, Tile.ONE)
"""The tiles that score, the dearest first."""

Kind = tuple[int, Color, Tile]
"""Tiles that are counted together: level, player, tile."""


@dataclass
class Encoding:
    """A question as a formula.

    Variables 1, 2, ... stand for ``placements`` in their order, the higher ones are auxiliary.
    ``tiles`` lists the variables that count the tiles of a kind; ``switches`` has a variable for
    every condition, in a relaxable encoding.
    """

    question: Question
    formula: Clauses = field(default_factory=Clauses)
    placements: list[Placement] = field(default_factory=list)
    tiles: dict[Kind, list[int]] = field(default_factory=dict)
    switches: dict[Condition, int] = field(default_factory=dict)
    argument: AreaArgument | None = None
    """Why there is no model, where the tiles are too few; not in a relaxable encoding."""

    def decode(self, model: Iterable[int]) -> Laying:
        """The laying that a model stands for, given as literals: positive where true."""
        count = len(self.placements)
        return laying(self.placements[v - 1] for v in model if 0 < v <= count)

    def count_of(self, level: int | None, color: Color, tile: Tile) -> list[int]:
        """The variables that count an owner's tiles of a kind, on one level or (None) on all."""
        levels = self.question.numbers if level is None else (level,)
        return [v for number in levels for v in self.tiles.get((number, color, tile), ())]


def encode(question: Question, *, relaxable: bool = False, stop: Stop = never) -> Encoding:
    """The formula whose models are the layings that the question means.

    Relaxable: those that meet the conditions whose switches are assumed. Raises StoppedError.
    """
    encoder = _Encoder(question, relaxable, stop)
    encoder.build()
    return encoder.encoding


@dataclass
class _Storey:
    """A level of the encoding: its placements, and by index the variables that cover each cell."""

    floor: Floor
    laid: list[tuple[int, Fit]]
    covering: list[list[int]]


class _Encoder:
    """Builds an encoding, level by level."""

    def __init__(self, question: Question, relaxable: bool, stop: Stop) -> None:
        self.question = question
        self.stop = stop
        self.relaxable = relaxable
        self.encoding = Encoding(question)
        self.formula = self.encoding.formula
        self.players = PLAYERS if relaxable else question.players

    def build(self) -> None:
        """Everything; the placements first, so that theirs are the lowest variables."""
        storeys = [self._placements(level) for level in self.question.numbers]
        for storey in storeys:
            self._look_up()
            self._cells(storey)
            if self.relaxable:
                self._conditions_of_the_floor(storey)
        for below, above in pairwise(storeys):
            self._look_up()
            self._support(below, above)
        self._reserves()
        if any(need.tile is Tile.NEUTRAL for need in self.question.needs):
            self._neutral_hands()
        for need in dict.fromkeys(self.question.needs):
            self._need(need)
        for kept in kept_cells(self.question):
            self._keep(kept, storeys[kept.level - self.question.numbers[0]])
        if not self.relaxable and shortage(self.question):
            self._area(storeys)

    def _look_up(self) -> None:
        """Give up where asked to; one or two levels are written in no time, and are finished."""
        if self.question.levels > 2 and self.stop():
            raise StoppedError

    def _under(self, condition: Condition) -> list[int]:
        """What a clause gains to speak only under the condition (nothing if that is always on)."""
        if not self.relaxable:
            return []
        switches = self.encoding.switches
        if condition not in switches:
            switches[condition] = self.formula.variable()
        return [-switches[condition]]

    def _placements(self, level: int) -> _Storey:
        self._look_up()
        rules = self.question.layout.rules
        floor = Floor(self.question.layout, level)
        if self.relaxable:
            fits = all_fits(rules.width, rules.height, level)
        else:
            fits = level_placements(self.question, floor.room)
        storey = _Storey(floor, [], [[] for _ in range(rules.width * rules.height)])
        for fit in fits:
            variable = self.formula.variable()
            self.encoding.placements.append(fit.placement)
            _, owner, move = fit.placement
            self.encoding.tiles.setdefault((level, owner, move.tile), []).append(variable)
            storey.laid.append((variable, fit))
            for cell in fit.covers:
                storey.covering[cell].append(variable)
        return storey

    def _cells(self, storey: _Storey) -> None:
        """At most one tile a cell, and one if the level is full."""
        level = storey.floor.room.number
        for cell, covering in enumerate(storey.covering):
            if len(covering) > 1:
                self.formula.groups.append(covering)
            if self.question.is_full(level) and cell not in storey.floor.closed:
                self.formula.add(*covering, *self._under(Full(level)))

    def _conditions_of_the_floor(self, storey: _Storey) -> None:
        for variable, fit in storey.laid:
            owner = fit.placement.owner
            barred = storey.floor.barred.get(owner, {})
            reasons = [
                storey.floor.closed[cell] for cell in fit.covers if cell in storey.floor.closed
            ]
            reasons += [barred[cell] for cell in fit.ends if cell in barred]
            if owner in PLAYERS and owner not in self.question.players:
                reasons.append(Idle(owner))
            for condition in reasons:
                self.formula.add(-variable, *self._under(condition))

    def _support(self, below: _Storey, above: _Storey) -> None:
        owned: dict[tuple[Color, int], int] = {}
        for variable, fit in below.laid:
            owner = fit.placement.owner
            if owner is not Color.NEUTRAL:
                for cell in fit.covers:
                    if (owner, cell) not in owned:
                        owned[owner, cell] = self.formula.variable()
                    self.formula.add(-variable, owned[owner, cell])
        for variable, fit in above.laid:
            for cell in fit.ends:
                theirs = fit.placement.owner.opponent, cell
                if theirs in owned:
                    self.formula.add(-variable, -owned[theirs])
            if self.relaxable:  # the level below need not be full now: still nothing floats
                for cell in fit.covers:
                    if not isinstance(below.floor.closed.get(cell), Taken):
                        self.formula.add(-variable, *below.covering[cell])

    def _reserves(self) -> None:
        for color in self.players:
            for tile in COLOURED:
                bound = self.question.layout.reserves[color.index].count(tile)
                self._limit(self.encoding.count_of(None, color, tile), Stock(color, tile, bound))
        bound = sum(self.question.reserve(color).neutrals for color in PLAYERS)
        tiles = self.encoding.count_of(None, Color.NEUTRAL, Tile.NEUTRAL)
        self._limit(tiles, NeutralStock(bound))

    def _limit(self, tiles: list[int], stock: Stock | NeutralStock) -> None:
        if len(tiles) > stock.count:
            self.formula.add_at_most(tiles, stock.count, self._under(stock))

    def _neutral_hands(self) -> None:
        """Whose hand every neutral tile comes from: variables of their own, for needs of them."""
        for level in self.question.numbers:
            for variable in self.encoding.count_of(level, Color.NEUTRAL, Tile.NEUTRAL):
                hands = [self.formula.variable() for _ in self.players]
                self.formula.add(-variable, *hands)
                self.formula.groups.append(hands)
                for color, hand in zip(self.players, hands, strict=True):
                    self.formula.add(-hand, variable)
                    if color not in self.question.players:
                        self.formula.add(-hand, *self._under(Idle(color)))
                    self.encoding.tiles.setdefault((level, color, Tile.NEUTRAL), []).append(hand)
        for color in self.players:
            bound = self.question.layout.reserves[color.index].neutrals
            tiles = self.encoding.count_of(None, color, Tile.NEUTRAL)
            self._limit(tiles, Stock(color, Tile.NEUTRAL, bound))

    def _need(self, need: Need) -> None:
        tiles = self.encoding.count_of(need.level, need.color, need.tile)
        under = self._under(Needed(need))
        if need.exactly:
            self.formula.add_at_most(tiles, need.count, under)
        if need.count > len(tiles):
            self.formula.add(*under)
        elif need.count:
            self.formula.add(self.formula.counter(tiles, need.count)[-1], *under)

    def _keep(self, kept: Kept, storey: _Storey) -> None:
        layout = self.question.layout
        index = layout.rules.index(kept.cell)
        if kept.level == layout.level and layout.levels[-1][index] is kept.color:
            return
        placements = self.encoding.placements
        makers = [v for v in storey.covering[index] if placements[v - 1].owner is kept.color]
        self.formula.add(*makers, *self._under(kept))

    def _area(self, storeys: list[_Storey]) -> None:
        """That the tiles are too few to fill the full levels, so that a solver can see it."""
        placements = self.encoding.placements
        coverings = []
        for storey in storeys:
            if self.question.is_full(storey.floor.room.number):
                for cell, covering in enumerate(storey.covering):
                    if cell not in storey.floor.closed:
                        lengths: dict[int, list[int]] = {}
                        for variable in covering:
                            length = placements[variable - 1].move.tile.length
                            lengths.setdefault(length, []).append(variable)
                        coverings.append(lengths)
        self.encoding.argument = AreaArgument(self.formula, self.question, coverings)
