"""What a position shows of each level, as bits: who has which cells, and what still fits.

A *hand* is here the kinds of tile a player holds, as bits: ``ONES | TENS`` is at least one one, at
least one ten and nothing else. For whether a player can place, the numbers do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from steppe_solver.notation.coverings import Packer
from steppe_solver.position import Color, Position, Tile

ONES, FIVES, TENS, NEUTRALS = 1, 2, 4, 8
KIND = {Tile.ONE: ONES, Tile.FIVE: FIVES, Tile.TEN: TENS, Tile.NEUTRAL: NEUTRALS}


@dataclass(frozen=True, slots=True)
class Floor:
    """One level of the position; sets of cells are masks, pairs stand Red, Blue.

    ``cells`` are each colour's, ``neutral`` those on which a player laid a neutral tile (the
    starting cells are left out), ``open`` the empty cells that have a tile under them. ``firm`` are
    the cells of the level, of any owner, whose support is the player's own or neutral. ``fits`` are
    the kinds of tile that each could lay on the open cells, as a hand. ``complete`` tells that the
    level was left behind, or that the game has ended.
    """

    number: int
    width: int
    cells: tuple[int, int]
    neutral: int
    open: int
    firm: tuple[int, int]
    complete: bool
    fits: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def has_tiles(self) -> bool:
        """Did a player lay anything here?"""
        return bool(self.cells[0] | self.cells[1] | self.neutral)

    def slots(self, side: int, hand: int, among: int) -> list[int]:
        """The cells of every tile the player could lay on these cells with such a hand."""
        packer = Packer(among, self.firm[side], self.width)
        found = [
            tile
            for options in packer.options.values()
            for tile, _, kind in options
            if KIND[kind] & hand
        ]
        if hand & NEUTRALS:
            found += [1 << index for index in range(among.bit_length()) if among >> index & 1]
        return found


def floors_of(position: Position) -> tuple[Floor, ...]:
    """Every level of the position, from level 1."""
    return tuple(_floor(position, number) for number in range(1, len(position.levels) + 1))


def _floor(position: Position, number: int) -> Floor:
    rules, level = position.rules, position.levels[number - 1]
    below = position.levels[number - 2] if number > 1 else (Color.NEUTRAL,) * len(level)

    def mask(holds: Iterable[bool]) -> int:
        return sum(1 << index for index, it_does in enumerate(holds) if it_does)

    start = mask(number == 1 and rules.cell(i) in rules.start for i in range(len(level)))
    floor = Floor(
        number=number,
        width=rules.width,
        cells=(mask(o is Color.RED for o in level), mask(o is Color.BLUE for o in level)),
        neutral=mask(owner is Color.NEUTRAL for owner in level) & ~start,
        open=mask(o is None and u is not None for o, u in zip(level, below, strict=True)),
        firm=(
            mask(under in (Color.RED, Color.NEUTRAL) for under in below),
            mask(under in (Color.BLUE, Color.NEUTRAL) for under in below),
        ),
        complete=number < len(position.levels) or position.mover is None,
    )
    for side in (0, 1):
        for kind in KIND.values():
            if floor.slots(side, kind, floor.open):
                floor.fits[side] |= kind
    return floor
