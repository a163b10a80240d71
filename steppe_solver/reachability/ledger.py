"""What one player may have laid up to each level, the other player left aside.

An *account* is what the player's coloured tiles were up to some level: fives, tens, and the bonus,
which is what they score beyond as many ones as they have cells,

    bonus = sum over levels l of l * (3 * fives_l + 7 * tens_l).

The table of a level holds every account from which the levels above can still be laid so that all
the tiles, and all the points, come out as the position says; it is made from the last level down.
"""

from __future__ import annotations

from typing import NamedTuple

from steppe_solver.notation.coverings import Pair, TooLongError, level_pairs
from steppe_solver.position import Color, Position
from steppe_solver.reachability.floors import FIVES, ONES, TENS, Floor
from steppe_solver.reachability.watch import Watch

MOST_SUMS = 2_000_000
"""Work limit a ledger: so many accounts are combined with so many pairs."""


class Account(NamedTuple):
    """Fives, tens and their bonus up to some level."""

    fives: int
    tens: int
    bonus: int


class Step(NamedTuple):
    """What a player may lay on a level: the pair, how many coloured tiles, the account after it.

    ``hand`` are the kinds of coloured tile that are left then.
    """

    pair: Pair
    tiles: int
    account: Account
    hand: int


class Ledger:
    """The accounts of one player; with ``tiles`` or ``score`` False, that condition is left out.

    Raises TooLongError where there are too many, and StoppedError.
    """

    def __init__(
        self,
        position: Position,
        floors: tuple[Floor, ...],
        color: Color,
        watch: Watch,
        *,
        tiles: bool,
        score: bool,
    ) -> None:
        full, held, side = position.rules.reserve, position.reserve(color), color.index
        used = (full.fives - held.fives, full.tens - held.tens)
        most = used if tiles else (full.fives, full.tens)
        self._full = full
        self._watch = watch
        self._weight = 1 if score else 0
        self._cells = [floor.cells[side].bit_count() for floor in floors]
        self._pairs = []
        for floor in floors:
            watch.ask()
            self._pairs.append(level_pairs(position, floor.number, color, most))
        self._steps: dict[tuple[int, Account], list[Step]] = {}

        plain = sum(floor.number * cells for floor, cells in zip(floors, self._cells, strict=True))
        bonus = position.score[side] - plain if score else 0
        totals = [used] if tiles else self._all_totals()
        self._open = [dict.fromkeys(totals, 1 << bonus) if bonus >= 0 else {}]
        work = 0
        for number in range(len(floors), 0, -1):
            below: dict[Pair, int] = {}
            work += len(self._pairs[number - 1]) * len(self._open[0])
            if work > MOST_SUMS:
                raise TooLongError
            for (fives, tens), bonuses in self._open[0].items():
                for pair in self._pairs[number - 1]:
                    watch.step()
                    rest = (fives - pair[0], tens - pair[1])
                    left = bonuses >> self._bonus(number, pair)
                    if min(rest) >= 0 and left:
                        below[rest] = below.get(rest, 0) | left
            self._open.insert(0, below)

    def steps(self, number: int, account: Account) -> list[Step]:
        """Every way to lay the level after this account that the levels above do not rule out."""
        self._watch.step()
        known = self._steps.get((number, account))
        if known is None:
            known = self._steps[number, account] = self._make_steps(number, account)
        return known

    def tiles_on(self, number: int) -> range:
        """From the fewest to the most coloured tiles on the level, in all ways to lay them.

        Empty where there is no way, which no consistent position has. Raises StoppedError and
        TooLongError.
        """
        accounts = {Account(0, 0, 0)}
        for below in range(1, number):
            accounts = {step.account for old in accounts for step in self.steps(below, old)}
        counts = [step.tiles for account in accounts for step in self.steps(number, account)]
        return range(min(counts), max(counts) + 1) if counts else range(0)

    def _make_steps(self, number: int, account: Account) -> list[Step]:
        cells, laid = self._cells[number - 1], sum(self._cells[:number])
        found = []
        for pair in self._pairs[number - 1]:
            after = Account(
                account.fives + pair[0],
                account.tens + pair[1],
                account.bonus + self._bonus(number, pair),
            )
            if self._open[number].get(after[:2], 0) >> after.bonus & 1:
                ones = self._full.ones - (laid - 2 * after.fives - 3 * after.tens)
                hand = ONES * (ones > 0)
                hand |= FIVES * (after.fives < self._full.fives)
                hand |= TENS * (after.tens < self._full.tens)
                found.append(Step(pair, cells - pair[0] - 2 * pair[1], after, hand))
        return found

    def _bonus(self, number: int, pair: Pair) -> int:
        return self._weight * number * (3 * pair[0] + 7 * pair[1])

    def _all_totals(self) -> list[Pair]:
        """Every number of fives and tens that some full reserve of ones completes."""
        cells = sum(self._cells)
        return [
            (fives, tens)
            for fives in range(self._full.fives + 1)
            for tens in range(self._full.tens + 1)
            if 0 <= cells - 2 * fives - 3 * tens <= self._full.ones
        ]
