"""Every way to fill the cells that large tiles leave over, one by one.

Cells are of few classes, by what may fill them. First it is settled how many cells of each class
take which filling: the numbers are found without dead ends, since for every choice it is known
whether the rest can follow. Then all choices of the cells themselves are right.

A filling is written as one integer: the cells of Red's ones, of Blue's ones shifted by the number
of cells of the board, and of neutral tiles shifted by twice that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any

from steppe_solver.tiling.amounts import KINDS, Limits

Split = tuple[int, ...]
"""How many cells of a class take each filling: Red's ones, Blue's ones, neutral tiles."""

_ONES = [place for place, (_, tile) in enumerate(KINDS) if tile.length == 1]
_KEPT = 64
"""Splits of the same numbers are kept where there are no more than these."""
_MOST_SPLITS = 2_000
_MOST_KNOWN = 100_000
"""Entries of the tables, which are emptied when they are full; that loses time only."""


class Fillings:
    """The fillings within the limits.

    ``fills`` has the set of fillings of every cell, ``open_`` the cells that can be left over,
    ``must`` those of them that may not stay empty.
    """

    def __init__(self, fills: Sequence[int], open_: int, must: int, limits: Limits) -> None:
        self._size = len(fills)
        classes: dict[tuple[int, bool], int] = {}
        for place in bits(open_):
            class_ = (fills[place], bool(must >> place & 1))
            classes[class_] = classes.get(class_, 0) | 1 << place
        self.classes = tuple(classes.values())
        self._rules = tuple(classes)
        self._low = [limits.low[place] for place in _ONES] + [min(limits.neutrals)]
        self._high = [limits.high[place] for place in _ONES] + [max(limits.neutrals)]
        self._neutrals = frozenset(limits.neutrals)
        self._possible: dict[tuple[int, ...], bool] = {}
        self._only: dict[tuple[int, ...], list[tuple[int, int]] | None] = {}
        self._splits: dict[tuple[int, ...], list[tuple[Split, ...]] | None] = {}

    def numbers(self, cells: int) -> tuple[int, ...]:
        """How many of the cells are of each class."""
        return tuple([(cells & class_).bit_count() for class_ in self.classes])

    def can_fill(self, numbers: tuple[int, ...]) -> bool:
        """Can so many cells of the classes be filled within the limits?"""
        return self._can_follow(numbers, 0, (0, 0, 0))

    def fillings(self, cells: int) -> Iterable[int]:
        """Every way to fill the cells within the limits, none twice."""
        numbers = self.numbers(cells)
        if numbers not in self._only:
            _make_room(self._only, _MOST_KNOWN)
            self._only[numbers] = self._only_way(numbers)
        only = self._only[numbers]
        if only is None:
            return self._fillings(cells, numbers)
        filling = 0
        for class_, shift in only:
            filling |= (cells & class_) << shift
        return (filling,)

    def _only_way(self, numbers: tuple[int, ...]) -> list[tuple[int, int]] | None:
        """What each class is filled with (its cells, a shift), where there is but one way."""
        splits = list(islice(self._all_splits(numbers), 2))
        if len(splits) != 1 or any(sum(map(bool, split)) > 1 for split in splits[0]):
            return None
        if any(0 < sum(split) < number for split, number in zip(splits[0], numbers, strict=True)):
            return None
        return [
            (class_, split.index(number) * self._size)
            for class_, split, number in zip(self.classes, splits[0], numbers, strict=True)
            if number and sum(split)
        ]

    def _fillings(self, cells: int, numbers: tuple[int, ...]) -> Iterator[int]:
        parts = [[1 << i for i in bits(cells & class_)] for class_ in self.classes]
        for splits in self._all_splits(numbers):
            steps = [
                (place, shift * self._size, number)
                for place, split in enumerate(splits)
                for shift, number in enumerate(split)
                if number
            ]
            yield from _chosen(steps, 0, parts, 0)

    def _all_splits(self, numbers: tuple[int, ...]) -> Iterator[tuple[Split, ...]]:
        """Every split of all classes within the limits."""
        if numbers not in self._splits:
            _make_room(self._splits, _MOST_SPLITS)
            first = list(islice(self._following(numbers, 0, (0, 0, 0)), _KEPT + 1))
            self._splits[numbers] = first if len(first) <= _KEPT else None
        kept = self._splits[numbers]
        return self._following(numbers, 0, (0, 0, 0)) if kept is None else iter(kept)

    def _following(
        self, numbers: tuple[int, ...], place: int, used: Split
    ) -> Iterator[tuple[Split, ...]]:
        """The splits of the classes from this place on, after so many tiles used."""
        if place == len(numbers):
            if self._right(used):
                yield ()
            return
        for split in self._options(place, numbers[place], used):
            now = _added(used, split)
            if self._can_follow(numbers, place + 1, now):
                for rest in self._following(numbers, place + 1, now):
                    yield (split, *rest)

    def _can_follow(self, numbers: tuple[int, ...], place: int, used: Split) -> bool:
        """Is there any split of the classes from this place on?"""
        if place == len(numbers):
            return self._right(used)
        key = (*numbers[place:], *used)
        known = self._possible.get(key)
        if known is None:
            known = any(
                self._can_follow(numbers, place + 1, _added(used, split))
                for split in self._options(place, numbers[place], used)
            )
            _make_room(self._possible, _MOST_KNOWN)
            self._possible[key] = known
        return known

    def _right(self, used: Split) -> bool:
        return used[2] in self._neutrals and all(
            map(int.__le__, self._low, used)  # the highest numbers are seen to by `_options`
        )

    def _options(self, place: int, number: int, used: Split) -> Iterator[Split]:
        """The splits of so many cells of a class that the tiles left allow, most tiles first."""
        fills, must = self._rules[place]
        most = [
            min(number, high - had) if fills >> kind & 1 else 0
            for kind, (high, had) in enumerate(zip(self._high, used, strict=True))
        ]
        for red in range(most[0], -1, -1):
            for blue in range(min(most[1], number - red), -1, -1):
                rest = number - red - blue
                if must:
                    if rest <= most[2]:
                        yield red, blue, rest
                else:
                    for neutral in range(min(most[2], rest), -1, -1):
                        yield red, blue, neutral


def _chosen(
    steps: Sequence[tuple[int, int, int]], at: int, parts: list[list[int]], filling: int
) -> Iterator[int]:
    """Every choice of cells for the steps: so many cells of a part get a filling (its shift)."""
    if at == len(steps):
        yield filling
        return
    place, shift, number = steps[at]
    part = parts[place]
    if at == len(steps) - 1:
        for cells in combinations(part, number):
            yield filling | sum(cells) << shift
        return
    for cells in combinations(part, number):
        if number == len(part):
            rest: list[int] = []
        else:
            taken = set(cells)
            rest = [cell for cell in part if cell not in taken]
        yield from _chosen(
            steps,
            at + 1,
            [*parts[:place], rest, *parts[place + 1 :]],
            filling | sum(cells) << shift,
        )


def bits(mask: int) -> list[int]:
    """The places of the bits that are set, lowest first."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _added(used: Split, split: Split) -> Split:
    return used[0] + split[0], used[1] + split[1], used[2] + split[2]


def _make_room(table: dict[tuple[int, ...], Any], most: int) -> None:
    if len(table) >= most:
        table.clear()
