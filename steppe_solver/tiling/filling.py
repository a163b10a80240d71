"""Polynomials in one integer, and with them the number of ways to fill elements with single tiles.

The coefficients stand side by side: that of

    x1^e1 x2^e2 ...      at bit      bits * (e1 * stride1 + e2 * stride2 + ...).

To multiply by a power of a variable is a shift, once the terms that it would carry over the highest
exponent are masked out. ``bits`` must be so many that no coefficient reaches ``2 ** bits``.

Elements left over by large tiles are of few types: a type is what may fill it, and how many tiles
that takes. The number of ways to fill u1, u2, ... elements of the types, told apart by the tiles
used, is the product of powers of the types' polynomials such as ``1 + red^s + neutral^s``. Its
coefficients add up to at most the product of all types' values at 1, which gives ``bits``. The
numbers that the limits allow are masked out and added up. A kind without a limit that can bind is
not told apart: it adds to the constant of the polynomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steppe_solver.tiling.amounts import KINDS, Limits

_MOST_BITS = 1 << 31
"""So much of fillings is kept, at most: 256 MiB."""

SINGLES = 3
"""Kinds of single tiles: Red's ones, Blue's ones, neutral tiles."""

_ONES = [place for place, (_, tile) in enumerate(KINDS) if tile.length == 1]


class Digits:
    """Where in an integer the coefficients of a polynomial stand.

    ``caps`` are the highest exponents.
    """

    def __init__(self, caps: Sequence[int], bits: int) -> None:
        self.caps = tuple(caps)
        self.bits = bits
        self.strides = [1]
        for cap in caps:
            self.strides.append(self.strides[-1] * (cap + 1))

    def mask(self, allowed: Sequence[Sequence[int]]) -> int:
        """The bits of the terms whose exponents are all allowed (given in ascending order)."""
        mask, one = (1 << self.bits) - 1, self.bits
        for stride, exponents in zip(self.strides, allowed, strict=False):
            mask = sum(mask << exponent * stride * one for exponent in exponents)
        return mask

    def product(self, variable: int, power: int) -> tuple[int, int]:
        """The mask and the shift that multiply by a power of a variable."""
        allowed = [range(cap + 1) for cap in self.caps]
        allowed[variable] = range(max(0, self.caps[variable] + 1 - power))
        return self.mask(allowed), power * self.strides[variable] * self.bits

    def by_weight(self, allowed: Sequence[range], weights: Sequence[int]) -> dict[int, int]:
        """The bits of the terms with allowed exponents, under the weighted sum of the exponents."""
        masks = {0: (1 << self.bits) - 1}
        for stride, exponents, weight in zip(self.strides, allowed, weights, strict=False):
            wider: dict[int, int] = {}
            for sum_, mask in masks.items():
                for exponent in exponents:
                    now = sum_ + exponent * weight
                    wider[now] = wider.get(now, 0) | mask << exponent * stride * self.bits
            masks = wider
        return masks

    def total(self, polynomial: int) -> int:
        """The sum of the coefficients, which must be less than ``2 ** bits - 1``.

        A digit to the base 2^bits is worth itself modulo 2^bits - 1.
        """
        return polynomial % ((1 << self.bits) - 1)


class Element(NamedTuple):
    """What may fill an element: a set of kinds of single tiles (bits), how many, or nothing."""

    fills: int
    may_stay_empty: bool
    size: int


class Type(NamedTuple):
    """What fills an element, as a polynomial: a constant, and a power of each of some kinds."""

    constant: int
    kinds: tuple[int, ...]
    size: int


class Filling:
    """The ways to fill elements left over, of each type so many."""

    def __init__(self, elements: Sequence[Element], limits: Limits) -> None:
        allowed = [range(limits.low[place], limits.high[place] + 1) for place in _ONES]
        self._allowed: list[Sequence[int]] = [*allowed, limits.neutrals]
        self._most = [max(numbers, default=0) for numbers in self._allowed]
        room = [sum(e.size for e in elements if self._takes(e, kind)) for kind in range(SINGLES)]
        self._told = [
            kind for kind in range(SINGLES) if len(self._upto(kind, room[kind])) <= room[kind]
        ]
        self.types = [self._type(element) for element in elements]
        self.counted = list(dict.fromkeys(type_ for type_ in self.types if type_.kinds))
        total = 1
        for type_ in self.types:
            total *= type_.constant + len(type_.kinds) if type_.kinds else 1
        caps = [max(self._upto(kind, room[kind]), default=0) for kind in self._told]
        self._digits = Digits(caps, total.bit_length() + 1)
        self._factors = {
            (type_, kind): self._digits.product(self._told.index(kind), type_.size)
            for type_ in self.counted
            for kind in type_.kinds
        }
        self._right = self._digits.mask([self._upto(kind, room[kind]) for kind in self._told])
        self._known = {(0,) * len(self.counted): 1}
        self._ways: dict[tuple[int, ...], int] = {}

    def _takes(self, element: Element, kind: int) -> bool:
        return element.fills >> kind & 1 == 1 and element.size <= self._most[kind]

    def _upto(self, kind: int, most: int) -> list[int]:
        return [number for number in self._allowed[kind] if number <= most]

    def _type(self, element: Element) -> Type:
        kinds = [kind for kind in range(SINGLES) if self._takes(element, kind)]
        told = tuple(kind for kind in kinds if kind in self._told)
        constant = int(element.may_stay_empty) + len(kinds) - len(told)
        return Type(constant, told, element.size if told else 1)

    def polynomial(self, left: tuple[int, ...]) -> int:
        """The ways to fill so many elements of the counted types, told apart by tiles used.

        Once it is 0, it is 0 for more elements too: only products of it follow.
        """
        known = self._known.get(left)
        if known is not None:
            return known
        place = next(place for place, number in enumerate(left) if number)
        type_ = self.counted[place]
        fewer = self.polynomial((*left[:place], left[place] - 1, *left[place + 1 :]))
        found = fewer * type_.constant
        for kind in type_.kinds:
            mask, shift = self._factors[type_, kind]
            found += (fewer & mask) << shift
        if len(self._known) * self._digits.bits * self._digits.strides[-1] > _MOST_BITS:
            self._known = {(0,) * len(self.counted): 1}  # loses time only
        self._known[left] = found
        return found

    def ways(self, left: tuple[int, ...]) -> int:
        """The ways to fill so many elements of the counted types within the limits."""
        known = self._ways.get(left)
        if known is None:
            known = self._ways[left] = self._digits.total(self.polynomial(left) & self._right)
        return known
