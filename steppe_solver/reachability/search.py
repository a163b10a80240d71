"""The search for a course of the game that meets the conditions, level by level.

**Only numbers matter.** The cells of a level are disjoint and its supports lie on the level below,
so whether a tile can lie there does not depend on the order. And once a player cannot place on a
level, that stays so (`waiting`). Hence a level runs like this: the players alternate, beginning
with who should begin, until one of them, X, is to move and cannot; from then on only Y lays, until
Y cannot either (or, on the current level, until now). A player who should begin but cannot is such
an X, who has laid nothing. Let x and y be their numbers of tiles, neutral ones included. If X
should begin, Y lays x tiles in turn, else x + 1; the other tiles of Y are late:

    late = y - x        if X should begin,
    late = y - x - 1    if Y should begin.

With the names exchanged the two numbers add up to -1, so the numbers of tiles alone tell who X is:
the one for whom late >= 0. While they alternate each lays tiles that do fit, so nobody is skipped
before; that X cannot place when the late tiles begin is `waiting`'s question (asked only if there
are any: with none the level was simply left, or goes on). The last to place was Y, if anybody was.
In turn: X now, if able, else Y.

**The course** of a level is who should begin, the pair (fives, tens) of each player, and how many
of the level's neutral tiles Red laid; the ones and Blue's neutral tiles follow. All of them are
tried, depth first, so that no course found is a proof that there is none. What a level needs to
know of those below is who placed last there, the accounts, and how many neutral tiles were Red's;
where these failed before, they fail again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from steppe_solver.notation.coverings import Pair, TooLongError
from steppe_solver.position import PLAYERS, Color, Position
from steppe_solver.reachability.conditions import Condition, Dropped
from steppe_solver.reachability.floors import NEUTRALS, Floor, floors_of
from steppe_solver.reachability.ledger import Account, Ledger
from steppe_solver.reachability.waiting import WaitingTable
from steppe_solver.reachability.watch import Watch

MOST_STATES = 1_000_000
"""Work limit of one search: so many states are remembered."""


class Stretch(NamedTuple):
    """The course of one level: pairs stand Red, Blue; players are 0 and 1.

    ``opener`` should begin; ``waiting`` is X, ``late`` the late tiles of the other; ``hands`` are
    the kinds of tile each holds at the end; ``last`` placed last, or below if the level is empty.
    """

    number: int
    opener: int
    pairs: tuple[Pair, Pair]
    neutrals: tuple[int, int]
    tiles: tuple[int, int]
    waiting: int
    late: int
    hands: tuple[int, int]
    last: int

    def mover(self, floor: Floor) -> Color | None:
        """Who is to move after it, on this level; None where neither can place."""
        for side in (self.waiting, 1 - self.waiting):
            if self.hands[side] & floor.fits[side]:
                return PLAYERS[side]
        return None


Course = list[Stretch]


class _State(NamedTuple):
    """What the levels above need to know: how many levels lie below, and how they came out.

    ``opener`` should begin above; ``reds`` are the neutral tiles that Red laid below.
    """

    below: int
    opener: int
    red: Account
    blue: Account
    reds: int


class Case:
    """A position, and what all searches of it share."""

    def __init__(self, position: Position, watch: Watch) -> None:
        self.position = position
        self.watch = watch
        self.floors = floors_of(position)
        self._tables: dict[tuple[int, int, int], WaitingTable] = {}
        self._ledgers: dict[tuple[Color, bool, bool], Ledger] = {}

    def table(self, number: int, side: int, hand: int) -> WaitingTable:
        """Which tiles of the player can be late on the level, the other holding the hand."""
        key = (number, side, hand)
        if key not in self._tables:
            self._tables[key] = WaitingTable(self.floors[number - 1], side, hand, self.watch)
        return self._tables[key]

    def ledger(self, color: Color, dropped: Dropped) -> Ledger:
        """The player's ledger under the conditions that are left."""
        tiles = Condition("tiles", None, color) not in dropped
        score = Condition("score", None, color) not in dropped
        key = (color, tiles, score)
        if key not in self._ledgers:
            self._ledgers[key] = Ledger(
                self.position, self.floors, color, self.watch, tiles=tiles, score=score
            )
        return self._ledgers[key]

    @cached_property
    def neutrals_gone(self) -> tuple[int, int]:
        """Neutral tiles gone from each reserve."""
        full = self.position.rules.reserve.neutrals
        red, blue = (full - held.neutrals for held in self.position.reserves)
        return red, blue


def find_course(case: Case, dropped: Dropped = frozenset()) -> Course | None:
    """A course that meets all conditions but those dropped; None where there is none.

    Raises TooLongError where a work limit was struck and no course came up without what it hides,
    and StoppedError.
    """
    search = _Search(case, dropped)
    course = search.run()
    if course is None and search.unsure:
        raise TooLongError
    return course


@dataclass(frozen=True, slots=True)
class _Kept:
    """Which conditions on one level are to be met."""

    opener: bool
    skip: bool
    complete: tuple[bool, bool]


class _Search:
    def __init__(self, case: Case, dropped: Dropped) -> None:
        self.unsure = False
        self._case = case
        self._watch = case.watch
        self._red, self._blue = (case.ledger(color, dropped) for color in PLAYERS)
        self._failed: set[_State] = set()
        self._kept = [
            _Kept(
                opener=Condition("opener", floor.number) not in dropped,
                skip=Condition("skip", floor.number) not in dropped,
                complete=(
                    Condition("complete", floor.number, Color.RED) not in dropped,
                    Condition("complete", floor.number, Color.BLUE) not in dropped,
                ),
            )
            for floor in case.floors
        ]
        self._mover = case.position.mover
        self._turn = Condition("turn") not in dropped
        self._neutrals_above = [
            sum(floor.neutral.bit_count() for floor in case.floors[number:])
            for number in range(len(case.floors) + 1)
        ]
        """Neutral tiles on the levels above."""
        gone, full = case.neutrals_gone, case.position.rules.reserve.neutrals
        self._neutrals = range(gone[0], gone[0] + 1)
        if Condition("neutrals") in dropped:
            self._neutrals = range(max(0, sum(gone) - full), min(full, sum(gone)) + 1)
        """How many of all neutral tiles may be Red's."""

    def run(self) -> Course | None:
        """The first course there is."""
        nothing = Account(0, 0, 0)
        return self._above(_State(0, 0, nothing, nothing, 0))

    def _above(self, state: _State) -> Course | None:
        """A course of the levels above, who placed last below being the state's ``opener``."""
        if state.below == len(self._case.floors):
            return []
        if self._kept[state.below].opener:
            return self._from(state)
        return self._from(state) or self._from(state._replace(opener=1 - state.opener))

    def _from(self, state: _State) -> Course | None:
        if state in self._failed:
            return None
        for stretch, after in self._stretches(state):
            above = self._above(after)
            if above is not None:
                return [stretch, *above]
        if len(self._failed) >= MOST_STATES:
            raise TooLongError
        self._failed.add(state)
        return None

    def _stretches(self, state: _State) -> Iterator[tuple[Stretch, _State]]:
        """Every course of the next level that meets its conditions, and the state after it."""
        number = state.below + 1
        floor, kept = self._case.floors[state.below], self._kept[state.below]
        full, free = self._case.position.rules.reserve.neutrals, floor.neutral.bit_count()
        laid = sum(self._case.neutrals_gone) - self._neutrals_above[number]
        barred = [
            floor.fits[side] if floor.complete and kept.complete[side] else 0 for side in (0, 1)
        ]
        for reds in range(state.reds, state.reds + free + 1):
            if not self._neutrals[0] - self._neutrals_above[number] <= reds <= self._neutrals[-1]:
                continue
            neutrals = (reds - state.reds, state.reds + free - reds)
            held = (NEUTRALS * (reds < full), NEUTRALS * (laid - reds < full))
            blue_steps = [
                (step, step.hand | held[1])
                for step in self._blue.steps(number, state.blue)
                if not (step.hand | held[1]) & barred[1]
            ]
            for red_step in self._red.steps(number, state.red):
                hand = red_step.hand | held[0]
                if hand & barred[0]:
                    continue
                red_tiles = red_step.tiles + neutrals[0]
                for blue_step, blue_hand in blue_steps:
                    self._watch.step()
                    tiles = (red_tiles, blue_step.tiles + neutrals[1])
                    late = tiles[1 - state.opener] - tiles[state.opener]
                    waiting = state.opener if late >= 0 else 1 - state.opener
                    stretch = Stretch(
                        number,
                        state.opener,
                        (red_step.pair, blue_step.pair),
                        neutrals,
                        tiles,
                        waiting,
                        late if late >= 0 else -1 - late,
                        (hand, blue_hand),
                        1 - waiting if any(tiles) else state.opener,
                    )
                    after = _State(number, stretch.last, red_step.account, blue_step.account, reds)
                    if not kept.skip:
                        yield stretch, after
                        if tiles[waiting]:
                            yield stretch._replace(last=waiting), after._replace(opener=waiting)
                    elif self._holds(floor, stretch):
                        yield stretch, after

    def _holds(self, floor: Floor, stretch: Stretch) -> bool:
        """Does the course of the level meet ``skip`` and, on the current one, ``turn``?"""
        if not floor.complete and self._turn and stretch.mover(floor) is not self._mover:
            return False
        hand = stretch.hands[stretch.waiting]
        if not (stretch.late and hand):
            return True
        if hand & NEUTRALS:
            return False
        side = 1 - stretch.waiting
        try:
            table = self._case.table(floor.number, side, hand)
            return table.allows(stretch.pairs[side], stretch.neutrals[side], stretch.late)
        except TooLongError:
            self.unsure = True
            return False
