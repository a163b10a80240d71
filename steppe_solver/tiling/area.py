"""Too few tiles to fill what must be full: seen by counting cells, at which SAT solvers are poor.

That the tiles are too few follows from a formula's other clauses, but only by a long way round. The
`AreaArgument` adds the short one. Each cell of the full levels says which length of tile covers it,
and for each length a counter runs over the cells, all in the same order: r(k, i, j) is implied
where j of the first i cells are covered by length k, and r(k, last, most of k + 1) is ruled out.

For every i and all numbers a of the lengths that add up to i - 1, one of them is exceeded in the
first i cells: the clause of all r(k, i, a(k) + 1). It follows by unit propagation from those of
i - 1 in which one a(k) is smaller by one: if no number is exceeded at i, these say that cell i has
no length. Where i is one more than all tiles cover, the clause contradicts the bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from steppe_solver.position import PLAYERS, Tile
from steppe_solver.tiling.clauses import Clauses
from steppe_solver.tiling.conditions import Condition, Full, Idle, NeutralStock, Stock
from steppe_solver.tiling.floor import Floor
from steppe_solver.tiling.question import Question

_LENGTHS = (1, 2, 3)


def shortage(question: Question) -> tuple[Condition, ...]:
    """Conditions that cannot hold together because the tiles cover too few cells; () otherwise.

    Whatever else is dropped, the open cells of the full levels are to be covered by these tiles. It
    is enough that the highest of them is full: nothing floats, so the levels below are full too.
    """
    levels = [level for level in question.numbers if question.is_full(level)]
    cells = sum(Floor(question.layout, level).room.open.bit_count() for level in levels)
    if sum(_most_cells(question).values()) >= cells:
        return ()
    stocks = [
        Stock(color, tile, question.reserve(color).count(tile))
        for color in question.players
        for tile in (Tile.TEN, Tile.FIVE, Tile.ONE)
    ]
    neutral = NeutralStock(sum(question.reserve(color).neutrals for color in PLAYERS))
    idle = [Idle(color) for color in PLAYERS if color not in question.players]
    return (Full(levels[-1]), *stocks, neutral, *idle)


def _most_cells(question: Question) -> dict[int, int]:
    """How many cells the tiles of each length cover at most."""
    return {
        length: length
        * sum(
            question.reserve(color).count(tile)
            for color in question.players
            for tile in Tile
            if tile.length == length
        )
        for length in _LENGTHS
    }


class AreaArgument:
    """The argument for a question with a `shortage`, as clauses and as steps of a proof.

    ``coverings`` holds for every cell to be covered the variables that cover it, by length. The
    clauses are added to the formula, which must say that some variable covers each cell.
    """

    def __init__(
        self,
        formula: Clauses,
        question: Question,
        coverings: Sequence[Mapping[int, Sequence[int]]],
    ) -> None:
        self._most = _most_cells(question)
        # The argument needs no more cells than the tiles cover, and one.
        coverings = coverings[: sum(self._most.values()) + 1]
        self._labels = [{k: formula.variable() for k in _LENGTHS} for _ in coverings]
        self._counters = [
            {k: [formula.variable() for _ in range(self._most[k] + 1)] for k in _LENGTHS}
            for _ in coverings
        ]
        for labels, covering in zip(self._labels, coverings, strict=True):
            for k in _LENGTHS:
                for variable in covering.get(k, ()):
                    formula.add(-variable, labels[k])
        for k in _LENGTHS:
            before: list[int] = []
            for labels, counters in zip(self._labels, self._counters, strict=True):
                formula.add(-labels[k], counters[k][0])
                for j, counter in enumerate(before):
                    formula.add(-counter, counters[k][j])
                    if j + 1 < len(before):
                        formula.add(-labels[k], -counter, counters[k][j + 1])
                before = counters[k]
            formula.add(-before[-1])

    def lemmas(self) -> Iterator[list[int]]:
        """The steps of the proof, each of which follows by unit propagation; the last is empty."""
        for i, (labels, counters) in enumerate(zip(self._labels, self._counters, strict=True)):
            yield list(labels.values())
            ranges = [range(self._most[k] + 1) for k in _LENGTHS]
            for numbers in product(*ranges):
                if sum(numbers) == i:
                    yield [counters[k][a] for k, a in zip(_LENGTHS, numbers, strict=True)]
        yield []
