"""Values of the atlas: found by one search, confirmed by another, or bounds that both have proved.

Every search here is exact; they differ in what they rely on. Whatever two of them say of the same
game must fit together: where it does not, `DisagreementError` ends everything.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import brute_force
from atlas_family import Variant

from steppe_solver import Limit, format_spn
from steppe_solver.position import Position
from steppe_solver.solver import Solver, Technique

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import reference

MEMORY = 1024
"""MiB for the tables of a search; one runs at a time."""

BY_RULES = "rules"
ORACLE = "oracle"
BRUTE_FORCE = "brute force"
UNORDERED, BARE = "unordered", "bare"

SEARCHES: dict[str, tuple[Technique, ...]] = {
    UNORDERED: (Technique.ORDERING,),
    BARE: (Technique.ORDERING, Technique.PACKING, Technique.GUARANTEE, Technique.LONE_CELLS),
}
"""The package's search in two configurations, and what each leaves out: to find, and to confirm.

From the first move of a small board the order in which moves are generated is the better one.
"""

ORACLE_NODES, ORACLE_POSITIONS = 150, 3_000
"""The oracle is asked where the search took no more nodes; it gives up beyond so many positions."""

BRUTE_FORCE_NODES = 100_000
"""The brute force is asked where the search took no more nodes."""

BRUTE_FORCE_HAND = 15, 7, 7, 3
"""The most tiles of each kind that the brute force takes."""

PATIENCE = 8
"""What confirms a value may take so many times what was given to find it."""

SLACK = 30
"""Seconds by the clock that the brute force has in any case, however busy the machine is."""


class DisagreementError(Exception):
    """Two searches contradict each other: one of them is wrong."""


@dataclass(frozen=True)
class Finding:
    """What is proved of a game: ``lower`` and ``upper`` bound its value, first player's margin.

    ``found`` and ``confirmed`` name the searches that came to the value, each by itself, and are
    empty where none did; ``nodes`` are those of ``found``, 0 without. ``seconds`` of processor time
    was what a search for the value was given.
    """

    lower: int
    upper: int
    found: str = ""
    confirmed: str = ""
    nodes: int = 0
    seconds: float = 0

    @property
    def is_exact(self) -> bool:
        """Is the value known?"""
        return self.lower == self.upper

    @property
    def winner(self) -> str:
        """Who wins; ``open`` where the bounds do not say."""
        if self.lower > 0:
            return "first"
        if self.upper < 0:
            return "second"
        return "draw" if self.lower == self.upper == 0 else "open"

    def and_also(self, other: Finding, who: str) -> Finding:
        """Both together. Raises DisagreementError where they contradict each other."""
        lower, upper = max(self.lower, other.lower), min(self.upper, other.upper)
        if lower > upper:
            raise DisagreementError(
                f"{who}: {self.found or 'bounds'} {self.lower} to {self.upper},"
                f" {other.found or 'bounds'} {other.lower} to {other.upper}"
            )
        if self.is_exact and other.is_exact:
            return Finding(
                lower, upper, self.found, other.found, self.nodes, max(self.seconds, other.seconds)
            )
        best = self if self.is_exact or not other.is_exact else other
        seconds = max(self.seconds, other.seconds)
        return Finding(lower, upper, best.found, best.confirmed, best.nodes, seconds)


def searched(position: Position, name: str, seconds: float) -> Finding:
    """What a configuration of the search proves in so much processor time; 0: without searching."""
    until = time.process_time() + seconds
    solution = Solver(MEMORY, without=SEARCHES[name]).solve(
        position,
        None if seconds else Limit(nodes=0),
        on_progress=lambda _: time.process_time() >= until,
    )
    bounds = solution.lower, solution.upper
    if solution.value is None:
        return Finding(*bounds, seconds=seconds)
    return Finding(*bounds, name, nodes=solution.nodes, seconds=seconds)


class Confirmer:
    """The searches that share no code with the package: a slow oracle, and brute force.

    ``program`` is the brute force, compiled; without it the package's own searches confirm more.
    """

    def __init__(self, program: Path | None) -> None:
        self._program = program

    def independent(self, position: Position, nodes: int, seconds: float) -> Finding | None:
        """The value, where a search of so many nodes makes one likely to be found in time."""
        spn = format_spn(position)
        if nodes <= ORACLE_NODES:
            try:
                value = reference.value(spn, ORACLE_POSITIONS)
            except reference.TooLargeError:
                pass
            else:
                return Finding(value, value, ORACLE)
        if self._program is None or nodes > BRUTE_FORCE_NODES or not _fits(position):
            return None
        words = "--symmetry", "--memory", str(MEMORY)
        try:
            (found,) = brute_force.values(
                self._program, [spn], *words, seconds=SLACK + PATIENCE * seconds
            )
        except TimeoutError:
            return None
        return None if found is None else Finding(found, found, BRUTE_FORCE)


def _fits(position: Position) -> bool:
    """Does the brute force take such hands?"""
    return all(
        held <= most
        for hand in position.reserves
        for held, most in zip(hand, BRUTE_FORCE_HAND, strict=True)
    )


def settled(
    variant: Variant, seconds: float, confirmer: Confirmer, known: Finding | None = None
) -> Finding:
    """What is proved of the game when a search for its value may take so many seconds.

    Processor time; 0 is without a search. ``known`` was proved before. Raises DisagreementError.
    """
    position, who = variant.start, str(variant)
    if position.is_over:
        value = Finding(position.margin, position.margin, BY_RULES)
        oracle = reference.value(format_spn(position))
        return value.and_also(Finding(oracle, oracle, ORACLE), who)
    finding = known
    if finding is None or not finding.is_exact:
        new = searched(position, UNORDERED, seconds)
        finding = finding.and_also(new, who) if finding else new
        if finding.is_exact and not finding.found:  # where the bounds of two such searches meet
            finding = replace(finding, found=UNORDERED)
    if finding.is_exact and not finding.confirmed:
        other = confirmer.independent(position, finding.nodes, seconds)
        finding = finding.and_also(other or searched(position, BARE, PATIENCE * seconds), who)
    return replace(finding, seconds=seconds)
