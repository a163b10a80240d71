"""How many tiles of each kind a legal game lays on each level: necessary conditions.

**Turns.** Whether a tile fits on a level depends on the tiles that lie there, not on their order,
and who cannot place any more on a level never can again on it: cells only fill, reserves only
shrink. Call O the player with whom the turn stands when a level opens: who laid the last tile
below, Red on level 1. Turns alternate from O until a player, X, has the turn and cannot place; the
other, Y, then goes on alone. What Y lays from then on is called *late*. If the level ends before
that, X is the player who has the turn then, and no tile is late. Either way Y laid the last tile of
the level, if any was laid. Let x and y be the numbers of tiles that the two lay on the level. When
X had the turn and could not place, X had laid all its x tiles, and Y as many, or one more if Y is
O. So the number of late tiles is

    (1)   y - x - [Y is O].

At that moment exactly the cells of the late tiles, and those open in the end, were uncovered. X
could place nothing there with what it held, which is what it holds at the end of the level.

**Cells.** For a level let A(c) be the number of cells of player c, N of neutral cells, F of all
that are filled, and A'(c), N', F' the same for the level below (below level 1 all is neutral).

    (2)   F <= F': nothing lies over a hole.
    (3)   Ones, both cells of fives and both ends of tens of c lie over cells of c or neutral ones:
          ones + 2 fives + 2 tens of c <= A'(c) + N'.
    (4)   If F < F', some open cell has a tile under it. Then, at the end of the level, nobody holds
          a neutral tile. A player who holds a one has that cell's support against it, so that not
          both players hold ones.
    (5)   If c holds a neutral tile at the end of the level, its opponent d laid no late tile.
    (6)   If c holds a one at the end of the level, all open cells with a tile under them, and all
          cells of late tiles of d, lie over d: F' - F + cells of late tiles of d <= A'(d).
    (7)   If c holds a one at the end of the level, all cells over c are covered, and not by late
          tiles of d: by tiles of c, neutral tiles or middles of tens of d. So A'(c) <= A(c) + N +
          tens of d - late neutral tiles and late tens of d.
    (8)   The tiles laid up to level n cover at most the cells of n levels, but for those that are
          neutral at the start; exactly so many if F = F' on all of these levels.

Numbers that meet all this need not belong to a game. What they cannot reach no game can.
"""

from __future__ import annotations

from collections.abc import Mapping

from unary import Number, Sum, add, at_most, free_number

from steppe_solver.position import PLAYERS, Color, Position, Rules, Tile
from steppe_solver.tiling.clauses import Clauses

COLOURED = (Tile.ONE, Tile.FIVE, Tile.TEN)

Kind = tuple[int, Color, Tile]
"""A level, a player, a tile."""


class TileNumbers:
    """Numbers of tiles, bound by the conditions above.

    ``laid`` counts the tiles of a kind, ``late`` those of them that are late. ``last[level]`` is
    true if Blue was Y, who laid the last tile of the level. ``out`` is true only where the player
    holds no such tile at the end of the level, ``closed`` only where F = F'. ``used`` counts the
    tiles of a kind on this and all lower levels.

    Raises ValueError for rules under which nobody can place on level 1: their games, if there are
    any, begin above it, and who laid the last tile below means nothing.
    """

    def __init__(
        self,
        rules: Rules,
        clauses: Clauses,
        laid: Mapping[Kind, Number] | None = None,
        late: Mapping[Kind, Number] | None = None,
    ) -> None:
        start = Position.start(rules)
        if start.level > 1 or start.is_over:
            raise ValueError("nobody can place on level 1")
        self.area = rules.width * rules.height
        self.rules = rules
        self.clauses = clauses
        self.levels = range(1, rules.levels + 1)
        self.laid = laid or self._free()
        self.late = late or self._free()
        self.last = {level: clauses.variable() for level in self.levels}
        self.closed = {level: clauses.variable() for level in self.levels}
        self.out: dict[Kind, int] = {}
        self.used: dict[Kind, Number] = {}
        for level in self.levels:
            self._hands(level)
            self._turns(level)
            self._holes(level)
            for color in PLAYERS:
                self._cells_of(level, color)

    def points(self, color: Color) -> Sum:
        """The player's points."""
        numbers = [(level, tile) for level in self.levels for tile in COLOURED]
        return Sum(
            0,
            tuple((level * tile.face, self.laid[level, color, tile]) for level, tile in numbers),
        )

    def plies(self) -> Sum:
        """The number of moves."""
        top = self.levels[-1]
        return sum((Sum.of(self.used[top, c, t]) for c in PLAYERS for t in Tile), Sum())

    def is_last(self, level: int, color: Color) -> int:
        """A literal that is true if the player was Y; on level 0, if Y is to be O on level 1."""
        if level == 0:
            literal = self.clauses.variable()
            self.clauses.add(literal if color is Color.RED else -literal)
            return literal
        return self.last[level] if color is Color.BLUE else -self.last[level]

    def _free(self) -> dict[Kind, Number]:
        return {
            (level, color, tile): free_number(self.clauses, self.rules.reserve.count(tile))
            for level in self.levels
            for color in PLAYERS
            for tile in Tile
        }

    def _hands(self, level: int) -> None:
        """Nobody lays more than the reserve, and late tiles are among those laid."""
        for color in PLAYERS:
            for tile in Tile:
                held, kind = self.rules.reserve.count(tile), (level, color, tile)
                before = self.used.get((level - 1, color, tile), ())
                used = add(self.clauses, before, self.laid[kind], held + 1)
                for excess in used[held:]:
                    self.clauses.add(-excess)
                self.used[kind] = used[:held]
                self.out[kind] = self.clauses.variable()
                if held:
                    self.clauses.add(-self.out[kind], *used[held - 1 : held])
                for late, laid in zip(self.late[kind], self.laid[kind], strict=True):
                    self.clauses.add(-late, laid)

    def _turns(self, level: int) -> None:
        """Equation (1) for Y; X has no late tiles."""
        most = self.area + 1
        laid: dict[Color, Number] = {}
        late: dict[Color, Number] = {}
        for numbers, totals in (self.laid, laid), (self.late, late):
            for color in PLAYERS:
                totals[color] = ()
                for tile in Tile:
                    totals[color] = add(
                        self.clauses, totals[color], numbers[level, color, tile], most
                    )
        for color in PLAYERS:
            is_last, opens = self.is_last(level, color), self.is_last(level - 1, color)
            for literal in late[color]:
                self.clauses.add(-literal, is_last)
            parts = add(self.clauses, laid[color.opponent], [opens], most)
            parts = add(self.clauses, parts, late[color], most)
            for one, other in (laid[color], parts), (parts, laid[color]):
                for k, literal in enumerate(one):
                    self.clauses.add(-is_last, -literal, *other[k : k + 1])

    def _cells(self, level: int, color: Color) -> Sum:
        """A(color)."""
        return sum(
            (Sum.of(self.laid[level, color, tile], tile.length) for tile in COLOURED if level),
            Sum(),
        )

    def _neutral(self, level: int) -> Sum:
        """N."""
        start = (self.area, len(self.rules.start))[level] if level < 2 else 0
        return sum(
            (Sum.of(self.laid[level, color, Tile.NEUTRAL]) for color in PLAYERS if level),
            Sum(start),
        )

    def _filled(self, level: int) -> Sum:
        """F."""
        return sum((self._cells(level, color) for color in PLAYERS), self._neutral(level))

    def _holes(self, level: int) -> None:
        """Conditions (2), (4) and (8)."""
        closed = self.closed[level]
        filled, below = self._filled(level), self._filled(level - 1)
        at_most(self.clauses, filled, below)
        at_most(self.clauses, below, filled, [-closed])
        for color in PLAYERS:
            self.clauses.add(closed, self.out[level, color, Tile.NEUTRAL])
        self.clauses.add(closed, *(self.out[level, color, Tile.ONE] for color in PLAYERS))
        room = Sum(level * self.area - len(self.rules.start))
        covered = sum(
            (Sum.of(self.used[level, c, t], t.length) for c in PLAYERS for t in Tile), Sum()
        )
        at_most(self.clauses, covered, room)
        holes = [-self.closed[lower] for lower in range(1, level + 1)]
        at_most(self.clauses, room, covered, holes)

    def _cells_of(self, level: int, color: Color) -> None:
        """Conditions (3), (5), (6) and (7) for a player c, whose opponent is d."""
        other = color.opponent
        own_below, neutral_below = self._cells(level - 1, color), self._neutral(level - 1)
        ends = [Sum.of(self.laid[level, color, tile], min(tile.length, 2)) for tile in COLOURED]
        at_most(self.clauses, sum(ends, Sum()), own_below + neutral_below)

        late = {tile: self.late[level, other, tile] for tile in Tile}
        for number in late.values():
            for literal in number:
                self.clauses.add(-literal, self.out[level, color, Tile.NEUTRAL])

        no_one = [self.out[level, color, Tile.ONE]]
        open_over_tiles = self._filled(level - 1) - self._filled(level)
        late_cells = sum((Sum.of(late[tile], tile.length) for tile in Tile), Sum())
        at_most(self.clauses, open_over_tiles + late_cells, self._cells(level - 1, other), no_one)
        cover = self._cells(level, color) + self._neutral(level)
        cover += Sum.of(self.laid[level, other, Tile.TEN])
        cover -= Sum.of(late[Tile.NEUTRAL]) + Sum.of(late[Tile.TEN])
        at_most(self.clauses, own_below, cover, no_one)
