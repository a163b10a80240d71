"""Legal games as a formula: which tiles lie where on each level, whose they are, which are late.

The words and conditions are those of `tile_numbers`, which says why every legal game has players X
and Y on each level and so many late tiles. Here the shapes are added: no two tiles share a cell,
each has the support it needs, X can place nothing on the cells of late tiles and open cells, and Y
nothing on open cells, with what they hold at the end of the level.

Conversely every model is a legal game. On each level X and Y lay the tiles that are not late in
turn, from O, in any order: what is to be laid fits at any time, so nobody is skipped. By (1) X then
has the turn. It can place nothing on what is uncovered, and so Y lays the late tiles alone; then
neither can place, and Y is the next O. (A level on which nothing is laid has x = y = 0, and (1)
makes Y the player who is not O, though O stays. It is all holes: nothing is ever laid above it.)

The order of tiles within a level changes neither the points nor the length of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tile_numbers import Kind, TileNumbers
from unary import Number, count

from steppe_solver.position import PLAYERS, Color, Move, Position, Rules, Tile, slots
from steppe_solver.tiling.clauses import Clauses

Placed = tuple[int, Color, Move]
"""A level, the player who lays the tile, the move."""


class LegalGames:
    """The formula: ``clauses``, the ``numbers`` of tiles in it, and variables of placements."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.clauses = Clauses()
        self.laid: dict[Placed, int] = {}
        self.late: dict[Placed, int] = {}
        self._slots = slots(rules.width, rules.height)
        self._own: dict[tuple[int, Color, int], int] = {}
        self._filled: dict[tuple[int, int], int] = {}
        self._uncovered: dict[tuple[int, Color, int], int] = {}
        for level in range(1, rules.levels + 1):
            self._variables(level)
            self._cells(level)
            self._support(level)
        laid, late = self._numbers(self.laid), self._numbers(self.late)
        self.numbers = TileNumbers(rules, self.clauses, laid, late)
        self._nothing_fits()

    def game(self, model: Iterable[int]) -> tuple[Move, ...]:
        """The moves of a game that a model stands for, given as literals: positive where true.

        Raises IllegalMoveError or IndexError if there is none, which would be a mistake here.
        """
        true = set(model)
        position, moves = Position.start(self.rules), []
        waiting: dict[tuple[int, Color], list[Move]] = {}
        for placed in sorted(self.laid, key=lambda placed: self.late[placed] in true):
            if self.laid[placed] in true:
                level, color, move = placed
                waiting.setdefault((level, color), []).append(move)
        while position.mover is not None:
            move = waiting[position.level, position.mover].pop(0)
            moves.append(move)
            position = position.play(move)
        if any(waiting.values()):
            raise IndexError("the game ended before all tiles were laid")
        return tuple(moves)

    def _variables(self, level: int) -> None:
        for cell in range(self.rules.width * self.rules.height):
            self._filled[level, cell] = self.clauses.variable()
            for color in PLAYERS:
                self._own[level, color, cell] = self.clauses.variable()
                self._uncovered[level, color, cell] = self.clauses.variable()
        for color in PLAYERS:
            for move in self._slots:
                self.laid[level, color, move] = self.clauses.variable()
                self.late[level, color, move] = self.clauses.variable()

    def _cells(self, level: int) -> None:
        """At most one tile a cell; whether it is filled, who owns it, who last saw it uncovered.

        ``_uncovered`` of a player is true at least for the cells with a tile under them that were
        uncovered when that player dropped out.
        """
        start = {self.rules.index(cell) for cell in self.rules.start} if level == 1 else set()
        for cell in range(self.rules.width * self.rules.height):
            filled = self._filled[level, cell]
            over_a_hole = [-self._filled[level - 1, cell]] if level > 1 else []
            covering = []
            for color in PLAYERS:
                moves = [move for move, covers in self._slots.items() if cell in covers]
                self._is_any(
                    self._own[level, color, cell],
                    [self.laid[level, color, m] for m in moves if m.tile is not Tile.NEUTRAL],
                )
                covering += [self.laid[level, color, move] for move in moves]
                uncovered = self._uncovered[level, color, cell]
                self.clauses.add(uncovered, filled, *over_a_hole)
                for move in moves:
                    self.clauses.add(uncovered, -self.late[level, color.opponent, move])
            if cell in start:
                self.clauses.add(filled)
                for laid in covering:
                    self.clauses.add(-laid)
            else:
                self._is_any(filled, covering)
                self.clauses.groups.append(covering)

    def _is_any(self, whole: int, parts: Sequence[int]) -> None:
        """The literal is true just if one of the others is."""
        self.clauses.add(-whole, *parts)
        for part in parts:
            self.clauses.add(whole, -part)

    def _support(self, level: int) -> None:
        """Every tile lies over tiles, its ends not over the opponent's; late tiles are laid."""
        for color in PLAYERS:
            for move, covers in self._slots.items():
                laid = self.laid[level, color, move]
                self.clauses.add(-self.late[level, color, move], laid)
                if level > 1:
                    for cell in covers:
                        self.clauses.add(-laid, self._filled[level - 1, cell])
                    for theirs in self._against(level, color, move):
                        self.clauses.add(-laid, -theirs)

    def _against(self, level: int, color: Color, move: Move) -> list[int]:
        """Literals of which each, if true, keeps the player's tile from lying there."""
        covers = self._slots[move]
        if level == 1 or move.tile is Tile.NEUTRAL:
            return []
        return [self._own[level - 1, color.opponent, cell] for cell in {covers[0], covers[-1]}]

    def _numbers(self, variables: Mapping[Placed, int]) -> dict[Kind, Number]:
        """How many of the placements of a kind are chosen: never more than the reserve."""
        numbers: dict[Kind, Number] = {}
        for level in range(1, self.rules.levels + 1):
            for color in PLAYERS:
                for tile in Tile:
                    held = self.rules.reserve.count(tile)
                    of_kind = [variables[level, color, m] for m in self._slots if m.tile is tile]
                    number = count(self.clauses, of_kind, held + 1)
                    for excess in number[held:]:
                        self.clauses.add(-excess)
                    missing = held - len(number)  # a board too small for the reserve
                    never = [self.clauses.variable() for _ in range(missing)]
                    for variable in never:
                        self.clauses.add(-variable)
                    numbers[level, color, tile] = [*number[:held], *never]
        return numbers

    def _nothing_fits(self) -> None:
        """No tile that a player holds at the end of a level fits on what it saw uncovered.

        For Y, who has no opponent's late tiles, that is what is open in the end.
        """
        for level, color, move in self.laid:
            covered = [-self._uncovered[level, color, cell] for cell in self._slots[move]]
            against = self._against(level, color, move)
            self.clauses.add(self.numbers.out[level, color, move.tile], *covered, *against)
