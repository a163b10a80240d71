"""What is asked of the puzzles to be found: kind, numbers, and how strict they must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from steppe_solver.position import Color, Edition
from steppe_solver.puzzle.examine import Finding
from steppe_solver.puzzle.model import TENS_KINDS, Kind, Puzzle

SELF_PLAY = "self-play"
PERTURBED = "perturbed"
ONE_TEN_LEFT = "one-ten-left"
IMPROVED = "improved"
METHODS = (SELF_PLAY, PERTURBED, ONE_TEN_LEFT, IMPROVED)
"""How positions are found; see the modules of this package."""

Range = tuple[int, int]
"""The least and the greatest that will do."""

MOST_MOVES = 20
"""No puzzle that can be found in a lifetime is longer."""

_COUNTED = frozenset({Kind.TEN, Kind.SAVE, Kind.PACK, Kind.HELP})
_WITH_GAP = frozenset({Kind.BEST, Kind.PACK})
_SCOPE = {Kind.TEN: "own moves", Kind.SAVE: "moves", Kind.PACK: "tiles", Kind.HELP: "tiles"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The puzzles that are asked for; what is None does not matter.

    ``n`` counts as in `Puzzle`; without it puzzles of one move only are left out. ``tens`` and
    ``level`` are those of the goal; in kinds without one, ``level`` is the one that is being
    filled. ``duals``: at most so many. ``gap``: at least so many points between the key and the
    best try. ``to_move``: the solver's side. ``per_parent``: at most so many puzzles from one game.
    ``methods``: by which to look; empty for all that suit the kind.

    Raises ValueError, in a sentence without a full stop, for what no puzzle can be.
    """

    kind: Kind
    n: Range | None = None
    tens: int | None = None
    level: int | None = None
    edition: Edition = Edition.TSR
    rating: Range | None = None
    strict: bool = False
    duals: int | None = None
    gap: int | None = None
    to_move: Color | None = None
    per_parent: int = 3
    methods: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        kind = self.kind
        about_tens = kind in TENS_KINDS
        self._refuse_unless(about_tens or self.tens is None, "is not about tens")
        self._refuse_unless(kind is Kind.TEN or not self.strict, "is not called strict or quick")
        self._refuse_unless(kind in _COUNTED or self.n is None, "has no n")
        self._refuse_unless(kind in _WITH_GAP or self.gap is None, "has no gap in points")
        if self.tens is not None and not 1 <= self.tens <= 3:
            raise ValueError("a player has three tens: 1, 2 or 3 can be wanted")
        self._check_level(about_tens)
        self._check_ranges()
        if self.duals is not None and self.duals < 0:
            raise ValueError("there are no fewer than 0 duals")
        if self.gap is not None and self.gap < 1:
            raise ValueError("a gap is at least 1 point")
        if self.to_move is Color.NEUTRAL:
            raise ValueError("only a player can be to move")
        if self.per_parent < 1:
            raise ValueError("at least one puzzle must be allowed from a game")
        self._check_methods(about_tens)

    def _refuse_unless(self, condition: bool, what: str) -> None:
        if not condition:
            raise ValueError(f"a puzzle of kind {self.kind.value} {what}")

    def _check_level(self, about_tens: bool) -> None:
        if self.level is None:
            return
        if not 1 <= self.level <= 3:
            raise ValueError("the levels are 1, 2 and 3")
        self._refuse_unless(
            self.kind is not Kind.PACK or self.level == 3, "is about level 3, the last"
        )
        if about_tens and self.level == 1 and self.n is None:
            raise ValueError(
                "tens on level 1 take as many moves as there are tens: ask for them with an n"
            )
        self._refuse_unless(
            about_tens or self.level > 1, "cannot be found on level 1: too much is still to come"
        )

    def _check_ranges(self) -> None:
        if self.n is not None:
            least, most = self.n
            if not 1 <= least <= most <= MOST_MOVES:
                raise ValueError(f"n is 1 to {MOST_MOVES}, the lower number first")
            if self.tens is not None and most < self.tens:
                raise ValueError(f"{self.tens} tens cannot be laid with {most} {_SCOPE[self.kind]}")
        if self.rating is not None and not 1 <= self.rating[0] <= self.rating[1] <= 100:
            raise ValueError("ratings are 1 to 100, the lower one first")

    def _check_methods(self, about_tens: bool) -> None:
        for method in self.methods:
            if method not in METHODS:
                raise ValueError(f"there is no method {method!r}")
        if [method for method, times in Counter(self.methods).items() if times > 1]:
            raise ValueError("a method is named once")
        self._refuse_unless(
            about_tens or ONE_TEN_LEFT not in self.methods,
            f"cannot be found by {ONE_TEN_LEFT}, which is about tens",
        )

    @property
    def methods_used(self) -> tuple[str, ...]:
        """The methods to look by: those named, else all that suit the kind."""
        if self.methods:
            return self.methods
        about_tens = self.kind in TENS_KINDS
        return tuple(m for m in METHODS if about_tens or m != ONE_TEN_LEFT)

    def allows_n(self, n: int | None) -> bool:
        """Is the number what was asked for? Without a wish, all but one move."""
        if n is None:
            return True
        least, most = self.n or (2, MOST_MOVES)
        return least <= n <= most

    def allows_finding(self, finding: Finding) -> bool:
        """May this become such a puzzle, as far as the results of the first moves tell?"""
        position, goal = finding.situation.position, finding.situation.goal
        tens, level = (None, position.level) if goal is None else (goal.tens, goal.level)
        return (
            self.allows_n(finding.n)
            and self.tens in (None, tens)
            and self.level in (None, level)
            and (not self.strict or finding.strict)
            and (self.gap is None or finding.gap >= self.gap)
            and (self.to_move is None or position.mover is self.to_move)
        )

    def allows(self, puzzle: Puzzle) -> bool:
        """Is the finished puzzle one that was asked for, as its proof tells?"""
        return (self.duals is None or puzzle.duals <= self.duals) and (
            self.rating is None or self.rating[0] <= puzzle.rating <= self.rating[1]
        )


def parents_at_cap(wanted: Wanted, known: Iterable[Puzzle]) -> frozenset[str]:
    """The games that have given as many of the known puzzles as one may."""
    counted = Counter(puzzle.source.parent for puzzle in known)
    return frozenset(name for name, times in counted.items() if times >= wanted.per_parent)
