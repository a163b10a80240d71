"""A unit of work: a few candidates of one method, and the puzzles among them.

What a unit gives depends on what is wanted, the seed, its number and its bases alone: not on time,
nor on the process it is worked on, nor on what was done before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random

from steppe_solver.generator.improve import CHEAP_MERITS, climb, fewer_duals
from steppe_solver.generator.one_ten_left import laid_in_turn, with_tens_left
from steppe_solver.generator.perturb import neighbour
from steppe_solver.generator.self_play import PlayedGame, play_game
from steppe_solver.generator.sieve import Sieve
from steppe_solver.generator.wanted import IMPROVED, ONE_TEN_LEFT, PERTURBED, SELF_PLAY, Wanted
from steppe_solver.goals import Goal
from steppe_solver.position import PLAYERS, Move, Position, Rules
from steppe_solver.puzzle.examine import Finding
from steppe_solver.puzzle.model import Puzzle, Source
from steppe_solver.stopping import Stop, never

_GAMES = 4
"""Games of self-play in a unit."""

_BASES = 3
"""Positions of a game that are perturbed or improved."""

_NEIGHBOURS = 40
"""Neighbours of a base that are looked at."""

_FARTHEST = 3
"""Steps from a base to a neighbour, at most."""

_FILLINGS = 3
"""Levels that are filled by SAT in a unit."""

_ORDERS = 6
"""Orders in which the tiles of such a filling are laid."""

_STRIDE = 3
"""Every third position of a game is asked whether it can be filled so."""

_LEAST_TO_FILL = 4
"""Open cells of a level that is to be filled: with fewer there is nothing to choose."""


@dataclass(frozen=True, slots=True)
class Base:
    """A position to begin with, where it comes from, and the goal of the puzzle it holds."""

    position: Position
    goal: Goal | None
    parent: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What is to be done: its number, the method, and known puzzles to begin with, if any."""

    number: int
    method: str
    bases: tuple[Base, ...] = ()


@dataclass(frozen=True, slots=True)
class Harvest:
    """What came of a unit: the puzzles in the order found, and how many tasks were tried."""

    puzzles: tuple[Puzzle, ...]
    tried: int


def seeded(*words: object) -> Random:
    """Chance that depends on these words alone: a stable hash seeds it."""
    text = ":".join(map(str, words))
    return Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]))


def work(wanted: Wanted, seed: int, version: str, unit: Unit, stop: Stop = never) -> Harvest:
    """The puzzles of a unit. Raises StoppedError: a unit is given whole or not at all."""
    worker = _Worker(wanted, seed, version, unit, stop)
    return Harvest(tuple(worker.puzzles()), worker.tried)


class _Worker:
    """Works one unit."""

    def __init__(self, wanted: Wanted, seed: int, version: str, unit: Unit, stop: Stop) -> None:
        self._sieve = Sieve(wanted, stop)
        # What varied positions begin with, and pass through, may miss what is wanted in the end.
        self._loose = Sieve(replace(wanted, n=None, strict=False, gap=None), stop)
        self._wanted = wanted
        self._seed = seed
        self._version = version
        self._unit = unit
        self._stop = stop
        self._rng = seeded(seed, unit.number)

    @property
    def tried(self) -> int:
        """How many tasks have been looked at."""
        return self._sieve.tried + self._loose.tried

    def puzzles(self) -> Iterator[Puzzle]:
        """The puzzles, of every game at most as many as are wanted of one."""
        methods = {
            SELF_PLAY: self._self_play,
            PERTURBED: self._perturbed,
            ONE_TEN_LEFT: self._one_ten_left,
            IMPROVED: self._improved,
        }
        return methods[self._unit.method]()

    def _self_play(self) -> Iterator[Puzzle]:
        for _ in range(_GAMES):
            game = self._game()
            found = chain.from_iterable(map(self._sieve.findings, self._shuffled(game.positions)))
            yield from self._written(found, game.name)

    def _perturbed(self) -> Iterator[Puzzle]:
        by_parent: dict[str, list[Base]] = {}
        for base in self._unit.bases or self._bases(self._loose):
            by_parent.setdefault(base.parent, []).append(base)
        for parent, bases in by_parent.items():
            found = chain.from_iterable(map(self._around, bases))
            yield from self._written(found, parent)

    def _around(self, base: Base) -> Iterator[Finding]:
        """What reachable positions a few steps from the base hold."""
        for _ in range(_NEIGHBOURS):
            position: Position | None = base.position
            for _ in range(self._rng.randint(1, _FARTHEST)):
                position = position and neighbour(position, self._rng)
            if position is None:
                continue
            for finding in self._sieve.findings(position):
                if self._sieve.is_reachable(position):
                    yield finding

    def _improved(self) -> Iterator[Puzzle]:
        loose = self._loose
        merits = CHEAP_MERITS if self._wanted.duals is None else (*CHEAP_MERITS, fewer_duals)
        for base in self._unit.bases or self._bases(loose):
            finding = loose.finding(base.position, base.goal)
            if finding is None:
                continue
            better = climb(finding, self._rng.choice(merits), loose, self._rng)
            if better and self._wanted.allows_finding(better):
                yield from self._written([better], base.parent)

    def _one_ten_left(self) -> Iterator[Puzzle]:
        for _ in range(_FILLINGS):
            game = self._game()
            yield from self._written(self._with_tens_left(game), game.name)

    def _with_tens_left(self, game: PlayedGame) -> Iterator[Finding]:
        """What levels hold that are filled so that just the wanted tens are left above them."""
        rng, attacker = self._rng, self._rng.choice(PLAYERS)
        levels = (1, 2) if self._wanted.level is None else (self._wanted.level - 1,)
        level = rng.choice(levels)
        tens = self._wanted.tens or rng.choice((1, 1, 2, 3))
        # The later in the game, the more the players have had their way; the earlier, the more
        # there is left to fill as it is wanted. So: the latest position from which it can be done.
        for position in reversed(game.positions[::_STRIDE]):
            if (
                position.level == level
                and position.open_cells >= _LEAST_TO_FILL
                and position.reserve(attacker).tens >= tens
            ):
                laid = with_tens_left(position, attacker, tens, rng, self._stop)
                if laid is not None:
                    for _ in range(_ORDERS):
                        for candidate in laid_in_turn(position, laid, rng):
                            yield from self._sieve.findings(candidate)
                    return

    def _game(self) -> PlayedGame:
        return play_game(Rules(edition=self._wanted.edition), self._rng)

    def _bases(self, loose: Sieve) -> list[Base]:
        """A few positions of one game that hold a puzzle, if not the wanted one."""
        for _ in range(_GAMES):
            game = self._game()
            found = chain.from_iterable(map(loose.findings, self._shuffled(game.positions)))
            situations = [finding.situation for finding in islice(found, _BASES)]
            if situations:
                return [Base(s.position, s.goal, game.name) for s in situations]
        return []

    def _shuffled(self, positions: tuple[Position, ...]) -> list[Position]:
        return self._rng.sample(positions, len(positions))

    def _written(self, findings: Iterable[Finding], parent: str) -> Iterator[Puzzle]:
        """The findings that are wanted, written up: as many as one game may give, each its own.

        Of findings with a common key, as moments of one game and goals of one moment often have,
        only the first is taken.
        """
        source = Source(self._unit.method, parent, self._seed, self._version)
        keys: set[Move] = set()
        given = attempts = 0
        for finding in findings:
            if not keys.isdisjoint(finding.key):
                continue
            attempts += 1
            puzzle = self._sieve.puzzle(finding, source)
            if puzzle is not None:
                yield puzzle
                keys.update(finding.key)
                given += 1
            if given == self._wanted.per_parent or attempts == 3 * self._wanted.per_parent:
                return
