"""Every laying of one level, one by one.

The large tiles are laid in the order of their first cells (column by column), so that every set of
them is met once; each set is a node of the tree of the search. What a set leaves over is filled in
every way. A search that has come to nothing too often looks up what can be completed (`prospects`)
and enters no dead end any more.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from steppe_solver.position import Permutation, Rules
from steppe_solver.stopping import Stop, StoppedError
from steppe_solver.tiling.amounts import KINDS, Limits
from steppe_solver.tiling.columns import LARGE, Large, columns
from steppe_solver.tiling.field import Field
from steppe_solver.tiling.fillings import Fillings
from steppe_solver.tiling.images import Watch, image
from steppe_solver.tiling.prospects import Prospects
from steppe_solver.tiling.question import Laying

_PATIENCE = 300
"""So many dead ends, and a table of prospects is worth while."""


class Listed(NamedTuple):
    """A laying of a level, and the symmetries that leave it as it is, or make it less.

    Of the symmetries that the listing was asked to mind, those not named here make it greater.
    """

    laying: Laying
    equal: tuple[Permutation, ...]
    less: tuple[Permutation, ...]


_Groups = tuple[Laying, ...]
_Packing = tuple[_Groups, int, Watch | None]
"""Large tiles by group, in order, the open cells that they leave over, and how they compare."""


class LevelListing:
    """The layings of a field within the limits, in an order that is always the same.

    Cells are numbered column by column here: tiles of a kind then stand in the order of a laying
    when they are laid in the order of their first cells. Raises StoppedError while iterated over.
    """

    def __init__(self, rules: Rules, number: int, field: Field, limits: Limits, stop: Stop) -> None:
        self._rules, self._stop, self._looked = rules, stop, 0
        self._columns = columns(rules.width, rules.height, number)
        self._every = (1 << self._columns.size) - 1
        self._open = self._columns.mask(field.open)
        fills = tuple([field.fills[index] for index in self._columns.order])
        must = self._columns.mask(field.must)
        self._singles = Fillings(fills, self._open, must, limits)
        at_most = limits._replace(
            low=(0,) * len(KINDS), neutrals=tuple(range(limits.neutrals[-1] + 1))
        )
        told_apart = limits != at_most
        self._at_most = Fillings(fills, self._open, must, at_most) if told_apart else self._singles
        self._may_be_short = not self._fillable(self._open)
        self._always = not (self._may_be_short or told_apart)
        self._low = [limits.low[kind] for kind in LARGE]
        self._high = [limits.high[kind] for kind in LARGE]
        # In the order of their first cells: a `Large` begins with the cells before it.
        self._large = sorted([self._columns.large[fit.rank] for fit in field.large])
        self._dead_ends = 0
        self._prospects: Prospects | None = None
        self._limits = limits

    def plain(self) -> Iterator[Laying]:
        """Every laying."""
        looked, laying, fillings = 0, self._laying, self._singles.fillings
        for groups, left, _ in self._packings(((),) * len(LARGE), self._open, self._large, None):
            for filling in fillings(left):
                looked += 1
                if not looked & 0xFF and self._stop():
                    raise StoppedError
                yield laying(groups, filling)

    def compared(self, group: Sequence[Permutation], *, invariant: bool) -> Iterator[Listed]:
        """Every laying, compared with its images by the symmetries.

        Where the demands are ``invariant``, those that some symmetry makes less are left out: all
        images are layings too, and only the least of them is wanted. Large tiles are compared
        first (`images`); for symmetries that leave them as they are, how the rest is filled.
        """
        rules, size = self._rules, self._columns.size
        images = [image(rules.width, rules.height, symmetry) for symmetry in group]
        watch = Watch.start(
            self._open, self._columns.large.values(), size, images, invariant=invariant
        )
        for groups, left, laid in self._packings(
            ((),) * len(LARGE), self._open, self._large, watch
        ):
            ended = laid and laid.ended()
            if ended is None:
                continue
            for filling in self._singles.fillings(left):
                self._looked += 1
                if not self._looked & 0xFF and self._stop():
                    raise StoppedError
                moved = [(image.symmetry, image.filling(filling)) for image in ended.minded]
                equal = tuple([symmetry for symmetry, its in moved if its == filling])
                less = tuple([symmetry for symmetry, its in moved if its < filling])
                if not (less and invariant):
                    yield Listed(self._laying(groups, filling), equal, ended.less + less)

    def _packings(
        self, groups: _Groups, left: int, later: Sequence[Large], watch: Watch | None
    ) -> Generator[_Packing, None, bool]:
        """Every set of large tiles that begins with these, and can be filled; was there any?

        With a watch, sets are left out of which it knows that they are not wanted.
        """
        self._looked += 1
        if not self._looked & 0xFF and self._stop():
            raise StoppedError
        alive = False
        if self._always or (
            self._enough(groups) and self._singles.can_fill(self._singles.numbers(left))
        ):
            alive = True
            yield groups, left, watch
        for place, large in enumerate(later):
            # What lies before this tile's first cell stays over: no later tile begins before it.
            if self._may_be_short and not self._fillable(left & large.before):
                break
            mask, group = large.mask, large.group
            if len(groups[group]) == self._high[group]:
                continue
            now = (*groups[:group], (*groups[group], large.placement), *groups[group + 1 :])
            rest = left & ~mask
            if self._prospects and not self._can_be_completed(self._prospects, large, now, rest):
                continue
            watch_now = None
            if watch is not None and (watch_now := watch.laid(large)) is None:
                alive = True  # not wanted, but no dead end
                continue
            following = [other for other in later[place + 1 :] if not other.mask & mask]
            if (yield from self._packings(now, rest, following, watch_now)):
                alive = True
            else:
                self._dead_ends += 1
                if self._dead_ends == _PATIENCE:
                    self._prospects = Prospects(
                        self._open, self._large, self._singles, self._limits, self._stop
                    )
        return alive

    def _enough(self, groups: _Groups) -> bool:
        return all(len(laid) >= least for laid, least in zip(groups, self._low, strict=True))

    def _fillable(self, cells: int) -> bool:
        """Are there tiles enough for these cells, as a part of those left over?"""
        return self._at_most.can_fill(self._at_most.numbers(cells))

    def _can_be_completed(
        self, prospects: Prospects, last: Large, groups: _Groups, left: int
    ) -> bool:
        """Can these large tiles, the last one given, be completed to a laying?

        The cells before its first are decided: no later tile begins before it.
        """
        passed = self._singles.numbers(left & last.before)
        return prospects.any(left & ~last.before, passed, [len(laid) for laid in groups])

    def _laying(self, groups: _Groups, filling: int) -> Laying:
        red_tens, red_fives, blue_tens, blue_fives = groups
        reds, blues, neutrals = self._columns.singles
        if filling <= self._every:
            return red_tens + red_fives + reds.on(filling) + blue_tens + blue_fives
        size, every = self._columns.size, self._every
        return (
            red_tens
            + red_fives
            + reds.on(filling & every)
            + blue_tens
            + blue_fives
            + blues.on(filling >> size & every)
            + neutrals.on(filling >> 2 * size)
        )
