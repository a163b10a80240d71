"""How many layings there are, or how many classes of layings that symmetries carry into each other.

On one level they are counted without being listed (`transfer`). Of several levels the lower ones
are full, and their layings are listed; the last level is counted upon each, but only once for equal
owners and tiles left.

**Classes.** The layings that meet demands which no symmetry changes are carried into each other by
the group G of symmetries. By the lemma of Cauchy, Frobenius and Burnside there are as many classes
as there are layings unchanged by a symmetry, on the average over G. A laying is unchanged by g if
with each tile it has the images by g, g^2, ...: these must be equal to it or disjoint from it. So a
laying unchanged by g packs orbits of tiles on orbits of cells, each orbit of n tiles using n tiles,
which `transfer` counts as well: the cells of an orbit take the same fillings, since g changes
neither the level nor the demands.

Where symmetries change the demands on cells, K, a class counts if a laying of it meets K, that is,
if its layings meet one of the images gK. Those layings are carried into each other by G again. The
unchanged ones are counted by inclusion and exclusion over the different images (8 at most): to meet
some of them all is to meet their union, and a laying unchanged by h that meets some demands meets
all images of them by h, h^2, ...; so they can be added, and h does not change the demands.

Over several levels, take from each class of lower layings one, and let H be the symmetries that
leave it as it is, tile by tile. Two layings upon it are in one class just if some g in G carries
one into the other; it carries the lower part into itself, so g is in H. So the classes of H are to
be counted on the last level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from steppe_solver.position import Level, Permutation, Rules
from steppe_solver.stopping import Stop, StoppedError, never
from steppe_solver.tiling.amounts import KINDS, Limits, Spent, limits
from steppe_solver.tiling.field import Field, field
from steppe_solver.tiling.filling import Element
from steppe_solver.tiling.listing import layings, on_level, resulting
from steppe_solver.tiling.placements import Room, current_room, room_above
from steppe_solver.tiling.question import Keep, Question
from steppe_solver.tiling.symmetries import (
    keeps_unchanged,
    moved_keeps,
    orbits,
    position_symmetries,
    rank_orbits,
)
from steppe_solver.tiling.transfer import Piece, Transfer

_MOST_KNOWN = 100_000
"""Counts of upper levels that are kept; the table is emptied when it is full."""


def count(question: Question, stop: Stop = never, *, up_to_symmetry: bool = False) -> int | None:
    """The number of layings that the question means; None where it is not known.

    That is where ``stop`` struck, and on large boards with large reserves where a table would take
    more than 512 MiB (`transfer.MOST_BITS`).
    With ``up_to_symmetry`` the number of their classes under the symmetries of the position. A
    class counts if one of its layings meets the demands.
    """
    symmetries = position_symmetries(question.layout)
    group = symmetries if up_to_symmetry else symmetries[:1]
    rules, keeps = question.layout.rules, question.keeps
    try:
        if all(keeps_unchanged(rules, keeps, symmetry) for symmetry in group):
            return _Counter(question, stop).classes(current_room(question.layout), Spent(), group)
        if question.levels == 1:
            return _classes_met(question, group, stop)
        return sum(1 for _ in layings(question, stop, up_to_symmetry=True))
    except StoppedError:
        return None


def _classes_met(question: Question, group: tuple[Permutation, ...], stop: Stop) -> int:
    """The classes of which some laying meets the demands on cells, which symmetries change."""
    rules = question.layout.rules
    images = list(dict.fromkeys(moved_keeps(rules, question.keeps, g) for g in group))
    known: dict[tuple[Permutation, frozenset[Keep]], int] = {}
    total = 0
    for symmetry in group:
        for number in range(1, len(images) + 1):
            for chosen in combinations(images, number):
                keeps = _closed(rules, frozenset().union(*chosen), symmetry)
                if (symmetry, keeps) not in known:
                    counter = _Counter(replace(question, keeps=tuple(keeps)), stop)
                    known[symmetry, keeps] = counter.unchanged(symmetry)
                total += (-1) ** (number + 1) * known[symmetry, keeps]
    return total // len(group)


def _closed(rules: Rules, keeps: frozenset[Keep], symmetry: Permutation) -> frozenset[Keep]:
    """The demands and all their images by the symmetry, time and again."""
    while (wider := keeps | moved_keeps(rules, keeps, symmetry)) != keeps:
        keeps = wider
    return keeps


class _Counter:
    """Counts the layings of the levels of a question. Raises StoppedError."""

    def __init__(self, question: Question, stop: Stop) -> None:
        self._question, self._stop = question, stop
        self._known: dict[tuple[int, Level, Spent, tuple[Permutation, ...]], int] = {}

    def classes(self, room: Room, spent: Spent, group: tuple[Permutation, ...]) -> int:
        """The classes under the group of the layings of this level and those above.

        The group, the identity first, leaves the lower levels and the demands as they are.
        """
        question = self._question
        if room.number == question.numbers[-1]:
            return self._last(room, spent, group)
        listing = on_level(question, room, spent, self._stop)
        if listing is None:
            return 0
        total = 0
        listed = listing.compared(group[1:], invariant=True)
        for lower, equal, _ in listed:
            if self._stop():
                raise StoppedError
            owners, after = resulting(question, room.number, lower, spent)
            key = (room.number, owners, after, equal)
            known = self._known.get(key)
            if known is None:
                above = room_above(room.number + 1, owners)
                known = self.classes(above, after, (group[0], *equal))
                if len(self._known) >= _MOST_KNOWN:
                    self._known.clear()
                self._known[key] = known
            total += known
        return total

    def _last(self, room: Room, spent: Spent, group: tuple[Permutation, ...]) -> int:
        """The classes of the layings of the last level."""
        ground = field(self._question, room)
        allowed = limits(self._question, room.number, spent)
        if ground is None or allowed is None:
            return 0
        return sum(self._unchanged(ground, allowed, symmetry) for symmetry in group) // len(group)

    def unchanged(self, symmetry: Permutation) -> int:
        """The layings of the one level asked that the symmetry leaves as they are.

        It must leave the demands as they are, too.
        """
        return self._last(current_room(self._question.layout), Spent(), (symmetry,))

    def _unchanged(self, ground: Field, allowed: Limits, symmetry: Permutation) -> int:
        """The number of layings of the level that the symmetry leaves as they are."""
        cells = [orbit for orbit in self._in_order(symmetry) if ground.open >> orbit[0] & 1]
        place = {index: place for place, orbit in enumerate(cells) for index in orbit}
        elements = [
            Element(ground.fills[orbit[0]], not ground.must >> orbit[0] & 1, len(orbit))
            for orbit in cells
        ]
        found = Transfer(elements, list(self._pieces(ground, symmetry, place)), allowed).count(
            self._stop
        )
        if found is None:
            raise StoppedError
        return found

    def _in_order(self, symmetry: Permutation) -> list[tuple[int, ...]]:
        """The orbits of cells, in the order of their first cells, along the shorter side."""
        rules = self._question.layout.rules
        found = orbits(symmetry)
        if rules.width <= rules.height:
            return found
        return sorted(found, key=lambda orbit: min(map(rules.cell, orbit)))

    def _pieces(
        self, ground: Field, symmetry: Permutation, place: dict[int, int]
    ) -> Iterator[Piece]:
        """The orbits of large tiles that do not overlap, each once, on orbits of cells."""
        rules = self._question.layout.rules
        by_rank = {fit.rank: fit for fit in ground.large}
        for ranks in rank_orbits(rules.width, rules.height, symmetry):
            if ranks[0] not in by_rank:
                continue
            fits = [by_rank[rank] for rank in ranks]
            covers = [index for fit in fits for index in fit.covers]
            if len(set(covers)) < len(covers):
                continue
            mask = 0
            for index in covers:
                mask |= 1 << place[index]
            owner, move = fits[0].placement.owner, fits[0].placement.move
            yield Piece(mask, KINDS.index((owner, move.tile)), len(fits))
