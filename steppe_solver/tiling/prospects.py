"""Whether large tiles laid so far can be completed to a laying: for searches that get stuck.

Cells are decided in order: each open cell is left over or is the first of a large tile. What can
still follow depends on the cells that are undecided, on how many of each class have been left over,
and on the large tiles used. The table has, for each state of the first two, the set of all numbers
of large tiles with which the rest can be completed: a set of bits, one for each combination of
numbers (`Digits`). With S(state) for that set, and s for a state's next undecided cell,

    S(state) = S(s left over)  or, for each tile that fits from s on,  S(its cells gone) less one,

since a tile used now must be among those used in the end; "less one" is a shift, and combinations
that had the highest number already are masked out. In the end, with all decided, the set has the
combinations within the limits for which what is left over can be filled.

Since the tiles used tell how many cells are left over, the number for one class follows from the
others and is not part of the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from steppe_solver.stopping import Stop, StoppedError
from steppe_solver.tiling.amounts import KINDS, Limits
from steppe_solver.tiling.columns import LARGE, Large
from steppe_solver.tiling.filling import Digits
from steppe_solver.tiling.fillings import Fillings, bits

_LENGTHS = [KINDS[kind][1].length for kind in LARGE]
_WIDTH = 7
"""Bits for a number of cells left over: a board has 64 at most."""
_MOST_KNOWN = 500_000
"""Entries of the table, which is emptied when it is full; that loses time only."""


class Prospects:
    """What can be completed on a level, as far as it has been asked. Raises StoppedError."""

    def __init__(
        self,
        open_: int,
        large: Sequence[Large],
        fillings: Fillings,
        limits: Limits,
        stop: Stop,
    ) -> None:
        self._stop, self._looked = stop, 0
        self._fillings = fillings
        self._size = open_.bit_length()
        self._area = open_.bit_count()
        caps = [
            min(limits.high[kind], self._area // length)
            for kind, length in zip(LARGE, _LENGTHS, strict=True)
        ]
        self._digits = Digits(caps, 1)
        ranges = [range(limits.low[kind], cap + 1) for kind, cap in zip(LARGE, caps, strict=True)]
        self._by_area = self._digits.by_weight(ranges, _LENGTHS)
        sizes = [class_.bit_count() for class_ in fillings.classes]
        self._derived = sizes.index(max(sizes))
        self._steps = [
            0 if place == self._derived else 1 << self._size + _WIDTH * place
            for place in range(len(sizes))
        ]
        self._step_of = {
            1 << cell: step
            for class_, step in zip(fillings.classes, self._steps, strict=True)
            for cell in bits(class_)
        }
        self._from: dict[int, list[tuple[int, int, int]]] = {cell: [] for cell in self._step_of}
        for _, mask, group, _, _ in large:
            if caps[group]:
                keep, shift = self._digits.product(group, 1)
                self._from[mask & -mask].append((mask, keep, shift))
        self._known: dict[int, int] = {}

    def any(self, undecided: int, left: Sequence[int], used: Sequence[int]) -> bool:
        """Can it be completed, with these cells undecided, so many left over, so many tiles used?

        ``left`` counts the cells of each class of the fillings, ``used`` the tiles as `LARGE` does.
        """
        key = undecided + sum(map(int.__mul__, left, self._steps))
        place = sum(map(int.__mul__, used, self._digits.strides))
        return self._sets(key) >> place & 1 == 1

    def _sets(self, key: int) -> int:
        """The combinations of large tiles with which this state can be completed."""
        known = self._known.get(key)
        if known is not None:
            return known
        self._looked += 1
        if not self._looked & 0xFF and self._stop():
            raise StoppedError
        undecided = key & (1 << self._size) - 1
        if undecided:
            first = undecided & -undecided
            found = self._sets((key ^ first) + self._step_of[first])
            for mask, keep, shift in self._from[first]:
                if mask & undecided == mask:
                    found |= self._sets(key ^ mask) >> shift & keep
        else:
            found = self._complete(key >> self._size)
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[key] = found
        return found

    def _complete(self, numbers: int) -> int:
        """The combinations that are right when so many cells were left over, all being decided."""
        left = [numbers >> _WIDTH * place & (1 << _WIDTH) - 1 for place in range(len(self._steps))]
        rest = self._area - sum(left)
        found = 0
        for area, combinations in self._by_area.items():
            left[self._derived] = rest - area
            if rest >= area and self._fillings.can_fill(tuple(left)):
                found |= combinations
        return found
