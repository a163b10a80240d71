"""Clauses under construction: propositional logic and counting, before any solver sees it.

A literal is a variable's number, or minus it, as in the DIMACS format.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pysat.card import CardEnc, EncType

AT_MOST = EncType.seqcounter


class Clauses:
    """A formula that grows: clauses, and groups of which at most one may be true.

    Groups are kept as they are: a solver that counts takes them so, for others `plain` writes them
    out. ``top`` is the highest variable in use.
    """

    def __init__(self) -> None:
        self.top = 0
        self.clauses: list[list[int]] = []
        self.groups: list[list[int]] = []

    def variable(self) -> int:
        """A fresh variable."""
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """At least one of the literals is true."""
        self.clauses.append(list(literals))

    def add_at_most(self, literals: Sequence[int], bound: int, under: Sequence[int] = ()) -> None:
        """At most so many of the literals are true, or one of those in ``under`` is.

        Written as sequential counters; `benchmarks/encodings.py` measures other encodings.
        """
        if len(literals) <= bound:
            return
        if bound == 0:
            self.clauses += [[-literal, *under] for literal in literals]
            return
        encoded = CardEnc.atmost(
            lits=list(literals), bound=bound, top_id=self.top, encoding=AT_MOST
        )
        self.top = max(self.top, encoded.nv)
        self.clauses += [[*clause, *under] for clause in encoded.clauses]

    def counter(self, literals: Sequence[int], most: int) -> list[int]:
        """Variables o[0], o[1], ... up to ``most``: o[k] is true only if more than k literals are.

        A totalizer of which only this direction is written. It adds up two parts with outputs a and
        b: where the parts have no more than i and k, the sum has no more than i + k. So o[i + k]
        implies a[i] or b[k], one that does not exist (the part cannot have more) being left out.
        """
        if len(literals) <= 1:
            return list(literals[:most])
        middle = len(literals) // 2
        first = self.counter(literals[:middle], most)
        second = self.counter(literals[middle:], most)
        outputs = [self.variable() for _ in range(min(most, len(first) + len(second)))]
        for i in range(len(first) + 1):
            for k in range(min(len(second) + 1, len(outputs) - i)):
                self.clauses.append([-outputs[i + k], *first[i : i + 1], *second[k : k + 1]])
        self.clauses += [[-high, low] for low, high in pairwise(outputs)]
        return outputs

    def plain(self) -> list[list[int]]:
        """The formula in clauses alone: a group becomes a clause for every pair of its members."""
        pairs = [
            [-one, -other]
            for group in self.groups
            for place, one in enumerate(group)
            for other in group[place + 1 :]
        ]
        return self.clauses + pairs
