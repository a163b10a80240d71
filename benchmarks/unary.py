"""Numbers in unary as literals of a formula: counting, adding, comparing sums of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from steppe_solver.tiling.clauses import Clauses

Number = Sequence[int]
"""A number: so many of its literals are true, the first ones."""


@dataclass(frozen=True)
class Sum:
    """A constant and multiples of numbers, added up."""

    constant: int = 0
    terms: tuple[tuple[int, Number], ...] = ()

    @staticmethod
    def of(number: Number, factor: int = 1) -> Sum:
        """A multiple of one number."""
        return Sum(0, ((factor, number),))

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.constant + other.constant, self.terms + other.terms)

    def __neg__(self) -> Sum:
        return Sum(-self.constant, tuple((-factor, number) for factor, number in self.terms))

    def __sub__(self, other: Sum) -> Sum:
        return self + -other


def free_number(clauses: Clauses, most: int) -> Number:
    """A number from 0 to ``most`` that nothing binds yet."""
    number = [clauses.variable() for _ in range(most)]
    for low, high in pairwise(number):
        clauses.add(-high, low)
    return number


def count(clauses: Clauses, literals: Sequence[int], most: int) -> Number:
    """How many of the literals are true, or ``most`` if more are: a totalizer."""
    if len(literals) <= 1:
        return literals[:most]
    middle = len(literals) // 2
    first, second = (count(clauses, part, most) for part in (literals[:middle], literals[middle:]))
    return add(clauses, first, second, most)


def add(clauses: Clauses, first: Number, second: Number, most: int) -> Number:
    """The sum of two numbers, or ``most`` if it is more.

    Both directions are written: at most i and at most k make at most i + k, and at least i and at
    least k make at least i + k.
    """
    if not first or not second:
        return (first or second)[:most]
    total = free_number(clauses, min(most, len(first) + len(second)))
    for i in range(len(first) + 1):
        for k in range(len(second) + 1):
            if i + k < len(total):
                clauses.add(-total[i + k], *first[i : i + 1], *second[k : k + 1])
            if i + k:
                least = [-literal for literal in (*first[:i][-1:], *second[:k][-1:])]
                clauses.add(*least, total[min(i + k, len(total)) - 1])
    return total


def at_most(clauses: Clauses, low: Sum, high: Sum, unless: Sequence[int] = ()) -> None:
    """``low`` is not more than ``high``, or one of the literals in ``unless`` is true.

    Brought to one side, a negative multiple of a number of n literals becomes the positive multiple
    of what that number lacks to n. Then the terms are added one by one. For every value v that the
    sum so far can have, a variable is true if the sum is at least v; beyond the bound there is one
    value for all, which must not be reached.
    """
    difference = low - high
    bound, positive = -difference.constant, []
    for factor, number in difference.terms:
        if factor < 0:
            bound -= factor * len(number)
            number = [-literal for literal in reversed(number)]
        if factor and number:
            positive.append((abs(factor), number))
    if bound < 0:
        clauses.add(*unless)
        return
    reached: dict[int, list[int]] = {0: []}  # value: the literal that says it is reached, if any
    for factor, number in sorted(positive, key=lambda term: -term[0]):
        sums = {value + factor * k for value in reached for k in range(len(number) + 1)}
        values = sorted(value for value in sums if 0 < value <= bound)
        after = {value: [clauses.variable()] for value in values}
        for value, literal in reached.items():
            for k in range(len(number) + 1):
                reasons = [-reason for reason in (*literal, *number[:k][-1:])]
                if value + factor * k:
                    clauses.add(*reasons, *after.get(value + factor * k, unless))
        for less, more in pairwise(values):
            clauses.add(-after[more][0], *after[less])
        reached = {0: [], **after}
