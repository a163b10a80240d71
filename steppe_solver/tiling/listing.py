"""Every laying of a question, one by one, in constant memory."""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.position import Level, Permutation
from steppe_solver.stopping import Stop, StoppedError, never
from steppe_solver.tiling.amounts import KINDS, Spent, limits, spend
from steppe_solver.tiling.field import field
from steppe_solver.tiling.level_listing import LevelListing, Listed
from steppe_solver.tiling.placements import Room, current_room, room_above
from steppe_solver.tiling.question import Laying, Question, owners_after
from steppe_solver.tiling.symmetries import keeps_unchanged, position_symmetries

_MOST_BARREN = 100_000
"""Lower levels known to bear nothing that is asked; the table is emptied when it is full."""


def layings(
    question: Question, stop: Stop = never, *, up_to_symmetry: bool = False
) -> Iterator[Laying]:
    """Every laying that the question means, none twice, in an order that is always the same.

    With ``up_to_symmetry`` one of each class: of a laying and its images by the symmetries of the
    position, the least that meets the demands. Memory does not grow with the number of layings.
    Raises StoppedError when ``stop`` strikes before the last one was found.
    """
    room = current_room(question.layout)
    if not up_to_symmetry:
        yield from _Stack(question, stop, invariant=True).plain(room, Spent())
        return
    group = position_symmetries(question.layout)[1:]
    rules, keeps = question.layout.rules, question.keeps
    invariant = all(keeps_unchanged(rules, keeps, symmetry) for symmetry in group)
    for listed in _Stack(question, stop, invariant=invariant).compared(room, Spent(), group):
        if not any(_image_is_kept(question, listed.laying, less) for less in listed.less):
            yield listed.laying


class _Stack:
    """The layings of the levels of a question, one level upon the other.

    Layings are compared level by level: symmetries that make a level's laying greater cannot matter
    any more, those that leave it as it is are minded on the next level.
    """

    def __init__(self, question: Question, stop: Stop, *, invariant: bool) -> None:
        self._question, self._stop, self._invariant = question, stop, invariant
        self._barren: set[tuple[int, Level, Spent]] = set()

    def plain(self, room: Room, spent: Spent) -> Iterator[Laying]:
        """Every laying of this level and those above, after so many tiles have been spent."""
        listing = on_level(self._question, room, spent, self._stop)
        if listing is None:
            return
        if room.number == self._question.numbers[-1]:
            yield from listing.plain()
            return
        for lower in listing.plain():
            if self._stop():
                raise StoppedError
            owners, after = resulting(self._question, room.number, lower, spent)
            key = (room.number, owners, after)
            if key in self._barren:
                continue
            barren = True
            for upper in self.plain(room_above(room.number + 1, owners), after):
                barren = False
                yield lower + upper
            if barren:
                if len(self._barren) >= _MOST_BARREN:
                    self._barren.clear()
                self._barren.add(key)

    def compared(
        self, room: Room, spent: Spent, group: tuple[Permutation, ...]
    ) -> Iterator[Listed]:
        """The same layings, compared with their images; see `LevelListing.compared`."""
        if not group:
            for laid in self.plain(room, spent):
                yield Listed(laid, (), ())
            return
        listing = on_level(self._question, room, spent, self._stop)
        if listing is None:
            return
        listed = listing.compared(group, invariant=self._invariant)
        if room.number == self._question.numbers[-1]:
            yield from listed
            return
        for lower, equal, less in listed:
            if self._stop():
                raise StoppedError
            owners, after = resulting(self._question, room.number, lower, spent)
            if (room.number, owners, after) not in self._barren:
                for upper in self.compared(room_above(room.number + 1, owners), after, equal):
                    yield Listed(lower + upper.laying, upper.equal, less + upper.less)


def on_level(question: Question, room: Room, spent: Spent, stop: Stop) -> LevelListing | None:
    """The layings of one level of the question, after what the lower levels have spent.

    None where there are none, as the demands on this level alone show.
    """
    ground, allowed = field(question, room), limits(question, room.number, spent)
    if ground is None or allowed is None:
        return None
    return LevelListing(question.layout.rules, room.number, ground, allowed, stop)


def resulting(question: Question, number: int, laid: Laying, spent: Spent) -> tuple[Level, Spent]:
    """The owners of the level once this is laid there, and what has been spent by then."""
    owners = dict(owners_after(question, laid))[number]
    tiles = [(placement.owner, placement.move.tile) for placement in laid]
    counts = tuple(map(tiles.count, KINDS))
    return owners, spend(question, number, spent, counts, len(tiles) - sum(counts))


def _image_is_kept(question: Question, laid: Laying, symmetry: Permutation) -> bool:
    """Does the laying, moved by the symmetry, meet the demands on cells?"""
    owners = dict(owners_after(question, laid))
    index = question.layout.rules.index
    return all(
        owners[number][symmetry.index(index(keep.cell))] is keep.color
        for keep in question.keeps
        for number in (question.numbers if keep.level is None else (keep.level,))
    )
