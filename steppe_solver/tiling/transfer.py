"""The number of ways to pack pieces onto a row of elements and to fill the elements left over.

This counts the layings of one level (an element is a cell, a piece a five or a ten), and those that
a symmetry leaves unchanged (an element is an orbit of cells, a piece an orbit of tiles). A piece
covers some elements and uses tiles of one kind. An element that no piece covers is filled with
single tiles of one of its kinds, as many as its size, or stays empty where it may. Of each kind
there are limits.

**Packing.** Elements are decided in their order; a piece is laid when its first element comes. A
state is the set of later elements that are covered, with the number of elements left over so far of
each type. Whether and how the rest can be packed depends on the state and on the pieces used, so
that packings in the same state can be added up, told apart by the pieces used: a polynomial with
one variable a kind of piece (`filling`). Its coefficients need so many bits: let T be the number of
all packings without limits, counted beforehand in the same way. Of the packings of the first
elements no two become equal when all later elements are left over, so there are never more than T.
(Leftover elements weigh in T as they do below, but 1 at least, so that this holds with weights.)

**Filling.** At the end the ways to fill what is left over, of each type so many, are multiplied in.
Types that no limit touches are not counted: each of their elements multiplies by a constant.

If the pieces used tell how many cells are left over, the number of elements of one type follows
from the others and is left out of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steppe_solver.stopping import Stop
from steppe_solver.tiling.amounts import KINDS, Limits
from steppe_solver.tiling.filling import Digits, Element, Filling

MOST_BITS = 1 << 32
"""Work limit: the polynomials of all states after an element may take 512 MiB. A 5 x 5 board
with the standard reserves takes a tenth of that at the very most."""

_LARGE = [place for place, (_, tile) in enumerate(KINDS) if tile.length > 1]


class Piece(NamedTuple):
    """The elements that a piece covers, as bits, the place of its kind in `KINDS`, tiles used."""

    mask: int
    kind: int
    tiles: int


class Transfer:
    """Pieces, elements and limits, made ready to be counted."""

    def __init__(
        self, elements: Sequence[Element], pieces: Sequence[Piece], limits: Limits
    ) -> None:
        self._limits = limits
        self._filling = Filling(elements, limits)
        self._count = len(elements)
        self._area = sum(element.size for element in elements)
        self._pieces: list[dict[int, list[Piece]]] = [{} for _ in elements]
        for piece in pieces:
            if piece.tiles <= limits.high[piece.kind]:
                first = piece.mask & -piece.mask
                options = self._pieces[first.bit_length() - 1]
                options.setdefault(piece.mask ^ first, []).append(piece)
        laid = {piece.kind for options in self._pieces for ps in options.values() for piece in ps}
        room = {kind: self._area // KINDS[kind][1].length for kind in _LARGE}
        self._told = [
            kind
            for kind in _LARGE
            if limits.low[kind] > 0 or (kind in laid and limits.high[kind] < room[kind])
        ]
        self._caps = [min(limits.high[kind], room[kind]) for kind in self._told]
        self._possible = all(limits.low[kind] <= room[kind] for kind in _LARGE)
        self._derived = self._type_derived(laid)

    def _type_derived(self, laid: set[int]) -> int | None:
        """The counted type whose number follows from the others; None where it cannot be told.

        It can where all pieces are told apart and each element left over is of a counted type.
        """
        filling = self._filling
        untold = any(not type_.kinds and type_.constant for type_ in filling.types)
        if untold or not laid <= set(self._told) or not filling.counted:
            return None
        numbers = [filling.types.count(type_) for type_ in filling.counted]
        return numbers.index(max(numbers))

    def count(self, stop: Stop) -> int | None:
        """The number of ways; None where ``stop`` struck, or memory would not do (`MOST_BITS`)."""
        if not self._possible:
            return 0
        most = self._run(stop, Digits((), 0), bound=True)
        if most is None:
            return None
        digits = Digits(self._caps, most[0].bit_length() + 1)
        ends = self._run(stop, digits, bound=False)
        return None if ends is None else self._summed(ends, digits, stop)

    def _run(self, stop: Stop, digits: Digits, *, bound: bool) -> dict[int, int] | None:
        """The polynomials of the final states; None where ``stop`` or the limit of memory struck.

        A state is a key: covered elements as bits, then the numbers left over of each type. With
        ``bound`` nothing is told apart, and what is left over weighs 1 at least.
        """
        filling, count = self._filling, self._count
        factors = {
            (kind, tiles): digits.product(self._told.index(kind), tiles)
            for options in self._pieces
            for pieces in options.values()
            for _, kind, tiles in pieces
            if kind in self._told and not bound
        }
        whole = (-1, 0)
        # On large boards with large reserves, one state takes as long as thousands elsewhere.
        size = digits.bits * digits.strides[-1] + 1
        interval = max(1, min(64, (1 << 23) // size))
        states, looked, alive = {0: 1}, 0, {0: True}
        for index, options in enumerate(self._pieces):
            bit, type_ = 1 << index, filling.types[index]
            step, weight = 0, type_.constant
            if bound:
                weight = max(1, weight)
            elif type_.kinds:
                place, weight = filling.counted.index(type_), 1
                step = 0 if place == self._derived else 1 << count + _WIDTH * place
            moves = [
                (mask, [factors.get((kind, tiles), whole) for _, kind, tiles in pieces])
                for mask, pieces in options.items()
            ]
            following: dict[int, int] = {}
            for key, value in states.items():
                looked += 1
                if not looked % interval and (len(following) * size > MOST_BITS or stop()):
                    return None
                if key & bit:
                    covered = key ^ bit
                    following[covered] = following.get(covered, 0) + value
                    continue
                left = key + step
                if weight and (not step or self._fillable(left >> count, alive)):
                    following[left] = following.get(left, 0) + value * weight
                for mask, products in moves:
                    if not key & mask:
                        laid = 0
                        for keep, shift in products:
                            laid += (value & keep) << shift
                        if laid:
                            following[key | mask] = following.get(key | mask, 0) + laid
            states = following
        return states

    def _left(self, numbers: int) -> tuple[int, ...]:
        """The numbers of elements left over, out of a key; 0 for the derived type."""
        digit = (1 << _WIDTH) - 1
        return tuple(
            numbers >> _WIDTH * place & digit for place in range(len(self._filling.counted))
        )

    def _fillable(self, numbers: int, alive: dict[int, bool]) -> bool:
        """Can so many elements be filled at all?"""
        known = alive.get(numbers)
        if known is None:
            known = alive[numbers] = self._filling.polynomial(self._left(numbers)) != 0
        return known

    def _summed(self, ends: dict[int, int], digits: Digits, stop: Stop) -> int | None:
        """Every final state's packings, times the ways to fill what they leave over."""
        lows = [self._limits.low[kind] for kind in self._told]
        ranges = [range(least, cap + 1) for least, cap in zip(lows, self._caps, strict=True)]
        derived = self._derived is not None
        areas = [KINDS[kind][1].length if derived else 0 for kind in self._told]
        masks = digits.by_weight(ranges, areas)
        total = 0
        for key, value in ends.items():
            if stop():
                return None
            left = self._left(key >> self._count)
            for area, mask in masks.items():
                number = digits.total(value & mask)
                if number:
                    total += number * self._filling.ways(self._with_derived(left, area))
        return total

    def _with_derived(self, left: tuple[int, ...], area: int) -> tuple[int, ...]:
        """The numbers left over, with that of the derived type when pieces cover so much."""
        place = self._derived
        if place is None:
            return left
        sizes = [type_.size for type_ in self._filling.counted]
        rest = self._area - area - sum(map(int.__mul__, left, sizes))
        return (*left[:place], rest // sizes[place], *left[place + 1 :])


_WIDTH = 7
"""Bits for a number of elements left over: a board has 64 cells at most."""
