"""How many of a player's tiles on a level can have been laid after the opponent dropped out.

Once a player cannot place on a level, that stays so: cells only fill and reserves only shrink. From
then on the other lays alone. Those tiles are called *late* here. When the opponent X dropped out,
the cells of Y's late tiles were still uncovered, and so were the cells that are open even now; on
them X could place nothing of what X held. X lays nothing more on the level, so that X held just
what X holds at its end. Conversely, where X can place nothing on the open cells and the cells of
some of Y's tiles, those tiles can be the late ones. Hence:

    a set of Y's tiles can be late exactly if no tile of X's hand fits into open | their cells.

Fewer late tiles leave less uncovered: a set that can be late can do so without any of its tiles.

- X holds a neutral tile: X can place on any uncovered cell that has a tile under it, and late tiles
  lie on such cells. No tile can be late.
- X holds a one (and no neutral): no firm cell of X may be uncovered; then no five or ten of X fits
  either, since their ends are firm.
- X holds fives or tens only: no such tile may fit.
- X holds nothing: all can be late.

The table lists, for all coverings of Y's cells at once, every (fives, tens, late tiles, late
neutral tiles) there is, as a set of bits. It is made as the pairs of `coverings` are: the lowest
cell not yet seen to is the first cell of some tile, which is laid in time or late. Where the hand
of X needs it, the late cells met so far are part of the state, as far as they share a slot of X
with a cell not yet seen to: a slot spans at most two rows more than its first, so that cells more
than two rows below the lowest such cell do not matter any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.notation.coverings import Packer, Pair, TooLongError
from steppe_solver.position import Tile
from steppe_solver.reachability.floors import NEUTRALS, ONES, Floor
from steppe_solver.reachability.watch import Watch

MOST_STATES = 200_000
"""Work limit a table."""


class WaitingTable:
    """Which numbers of tiles of ``side`` can be late, when the other dropped out with ``hand``.

    The methods raise TooLongError beyond the work limit and StoppedError.
    """

    def __init__(self, floor: Floor, side: int, hand: int, watch: Watch) -> None:
        own, free = floor.cells[side], floor.neutral
        self._all = own | free
        self._watch = watch
        self._rows = 2 * floor.width
        self._open = floor.open
        packer = Packer(own, floor.firm[side], floor.width)
        self._fives = own.bit_count() // 2 + 1
        self._tens = own.bit_count() // 3 + 1
        self._late = self._fives * self._tens
        self._late_neutral = self._late * (self._all.bit_count() + 1)
        shifts = {Tile.ONE: 0, Tile.FIVE: 1, Tile.TEN: self._fives}
        self._options = {
            low: [(tile, shifts[kind], self._late, kind) for tile, _, kind in options]
            for low, options in packer.options.items()
        }
        for index in range(free.bit_length()):
            if free >> index & 1:
                late = self._late + self._late_neutral
                self._options[1 << index] = [(1 << index, 0, late, Tile.NEUTRAL)]

        usable = hand & (ONES | NEUTRALS) or hand
        slots = floor.slots(1 - side, usable, self._all | self._open)
        self._possible = not any(slot & ~self._open == 0 for slot in slots)
        self._slots_on: dict[int, list[int]] = {}
        self._shared = 0
        for slot in slots:
            left = slot
            while left:
                self._slots_on.setdefault(left & -left, []).append(slot)
                left &= left - 1
            if slot & (slot - 1):
                self._shared |= slot
        self._known: dict[tuple[int, int], int] = {(0, 0): 1}

    def allows(self, pair: Pair, neutrals: int, late: int) -> bool:
        """Can so many be late, where the player laid the pair and so many neutral tiles?"""
        return self._place(pair, neutrals, late) is not None

    def laying(self, pair: Pair, neutrals: int, late: int) -> list[tuple[int, Tile, bool]]:
        """Tiles, as masks, that cover the cells so, and whether each is late; `allows` it must.

        All neutral cells are in it; those laid late are the player's, at most ``neutrals``.
        """
        left, seen, wanted = self._all, 0, self._place(pair, neutrals, late)
        assert wanted is not None
        laid = []
        while left:
            for tile, kind, is_late, shift, rest, near in self._branches(left, seen):
                if wanted >= shift and self._sets(rest, near) >> (wanted - shift) & 1:
                    laid.append((tile, kind, is_late))
                    left, seen, wanted = rest, near, wanted - shift
                    break
        return laid

    def _place(self, pair: Pair, neutrals: int, late: int) -> int | None:
        """The bit of some covering that will do."""
        within = pair[0] < self._fives and pair[1] < self._tens and late <= self._all.bit_count()
        if not (self._possible and within):
            return None
        found = self._sets(self._all, 0)
        place = late * self._late + pair[1] * self._fives + pair[0]
        for late_neutrals in range(min(neutrals, late) + 1):
            if found >> (place + late_neutrals * self._late_neutral) & 1:
                return place + late_neutrals * self._late_neutral
        return None

    def _sets(self, left: int, seen: int) -> int:
        """All there is for these cells left, these late cells having been met."""
        known = self._known.get((left, seen))
        if known is not None:
            return known
        if len(self._known) > MOST_STATES:
            raise TooLongError
        self._watch.step()
        found = 0
        for _, _, _, shift, rest, near in self._branches(left, seen):
            found |= self._sets(rest, near) << shift
        self._known[left, seen] = found
        return found

    def _branches(self, left: int, seen: int) -> Iterator[tuple[int, Tile, bool, int, int, int]]:
        """Ways to see to the lowest cell: tile, kind, late?, shift of bits, the state after it."""
        for tile, shift, late_shift, kind in self._options[left & -left]:
            if tile & left != tile:
                continue
            rest = left ^ tile
            horizon = self._shared & -((rest & -rest) >> self._rows or 1) if rest else 0
            yield tile, kind, False, shift, rest, seen & horizon
            if self._can_be_late(tile, seen):
                yield tile, kind, True, shift + late_shift, rest, (seen | tile) & horizon

    def _can_be_late(self, tile: int, seen: int) -> bool:
        """Does no slot of the opponent lie in what is uncovered with this tile?"""
        uncovered, left = self._open | seen | tile, tile
        while left:
            for slot in self._slots_on.get(left & -left, ()):
                if slot & ~uncovered == 0:
                    return False
            left &= left - 1
        return True
