"""The symmetries of a position: the turns and mirrors of the board that leave it as it is.

Eight on a square board, four on a rectangle, at most; colours are never swapped. A symmetry is
written as a permutation of the cells: cell ``i`` goes to ``permutation[i]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from steppe_solver.position import Level, Move, Permutation, Rules, board_symmetries
from steppe_solver.tiling.placements import all_fits
from steppe_solver.tiling.question import Keep, Layout, Placement


def position_symmetries(layout: Layout) -> tuple[Permutation, ...]:
    """The symmetries that leave the owners of every level as they are, the identity first.

    They form a group: with two symmetries, the one after the other does so too.
    """
    return tuple(
        permutation
        for permutation in board_symmetries(layout.rules.width, layout.rules.height)
        if all(_unchanged(level, permutation) for level in layout.levels)
    )


def _unchanged(level: Level, permutation: Permutation) -> bool:
    return all(level[image] is owner for image, owner in zip(permutation, level, strict=True))


def moved_keeps(rules: Rules, keeps: Iterable[Keep], permutation: Permutation) -> frozenset[Keep]:
    """The demands on cells, moved by the symmetry."""
    return frozenset(
        replace(keep, cell=rules.cell(permutation[rules.index(keep.cell)])) for keep in keeps
    )


def keeps_unchanged(rules: Rules, keeps: Iterable[Keep], permutation: Permutation) -> bool:
    """Are the demands on cells, moved by the symmetry, the same demands?"""
    return moved_keeps(rules, keeps, permutation) == frozenset(keeps)


@lru_cache(maxsize=256)
def rank_images(width: int, height: int, permutation: Permutation) -> tuple[int, ...]:
    """The rank of every placement's image by the symmetry, by the rank of the placement."""
    rules = Rules(width, height, start=frozenset())
    fits = all_fits(width, height, 1)
    ranks = {fit.placement: fit.rank for fit in fits}
    images = []
    for fit in fits:
        cells = sorted(rules.cell(permutation[index]) for index in fit.covers)
        move = Move(fit.placement.move.tile, tuple(cells))
        images.append(ranks[Placement(1, fit.placement.owner, move)])
    return tuple(images)


@lru_cache(maxsize=256)
def rank_orbits(width: int, height: int, permutation: Permutation) -> tuple[tuple[int, ...], ...]:
    """The placements, by rank, that the symmetry carries into each other, time and again."""
    return tuple(orbits(rank_images(width, height, permutation)))


def orbits(permutation: Permutation) -> list[tuple[int, ...]]:
    """What the permutation carries into each other, time and again; in order of the least."""
    found, seen = [], set()
    for start in range(len(permutation)):
        if start not in seen:
            orbit = [start]
            while (image := permutation[orbit[-1]]) != start:
                orbit.append(image)
            seen.update(orbit)
            found.append(tuple(orbit))
    return found
