"""The themes of a puzzle, in players' words: what its solution shows.

They are told from the position, the key, the tries with their refutations and the main line alone;
nothing is searched. In this order, each of them true of the solution that is printed:

quiet key
    The key is a one or a neutral tile although a five or a ten could be laid, and it takes away no
    place where the opponent could lay one of its tens next.
neutral tempo
    In the main line the solver lays a neutral tile where it has no one for it (the cell stands on
    the opponent's, or no ones are left), while the opponent can still place: a turn that it would
    not have had there. It pays: on this level the opponent is then skipped, or the solver lays the
    last tile and moves first on the next.
block
    A tile that leaves too few places side by side for the tens of the goal: in ``save`` the key; in
    ``ten`` a reply of the opponent's that answers at least half of the tries so. In the kinds about
    points: the key takes the last place where the opponent could lay a ten. Not told of ``help``.
unblock
    In the main line the solver covers a cell that stands on the opponent's with a neutral tile or
    the middle of a ten, and on the next level lays a five or the end of a ten upon it.
sacrifice of a five
    A five could be laid instead of the key; the key is less, and after it there is no place for a
    five of the solver's on this level any more.
bridge over an enemy middle
    In the main line the solver lays a ten whose middle stands on the opponent's.
skip trap
    In the main line the solver takes the opponent's last place on a level, and then goes on there
    alone.
last tile of the level
    In the main line the solver lays the last tile of a level and so moves first on the next.

In ``help`` the attacker's tiles are meant wherever it says "solver" of the main line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from steppe_solver.position import Color, Move, Position, Tile
from steppe_solver.puzzle.glance import Glance, can_be_blocked, is_hopeless
from steppe_solver.puzzle.model import Kind, Puzzle
from steppe_solver.puzzle.task import Situation


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the main line and the positions before and after it."""

    before: Position
    move: Move
    after: Position

    @property
    def opponent_is_skipped(self) -> bool:
        """Does the mover go on, on the same level?"""
        return self.after.level == self.before.level and self.after.mover is self.before.mover

    @property
    def begins_next_level(self) -> bool:
        """Is it the last tile of its level, so that the mover begins the next one?"""
        return self.after.level > self.before.level and self.after.mover is self.before.mover

    def stands_on(self, owner: Color) -> tuple[int, ...]:
        """The cells of the tile, by index, that stand on the owner's."""
        covered = map(self.before.rules.index, self.move.cells)
        return tuple(index for index in covered if self.before.support(index) is owner)


def find_themes(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes that the puzzle shows, in the order above; see there for what each one means.

    Raises IllegalMoveError where the main line or a try cannot be played.
    """
    steps = _steps(puzzle)
    return tuple(name for name, shows in _THEMES.items() if shows(puzzle, steps))


def _steps(puzzle: Puzzle) -> tuple[Step, ...]:
    """The solver's moves of the main line; in ``help`` the attacker's."""
    helped = puzzle.kind is Kind.HELP and puzzle.goal is not None
    side = puzzle.goal.attacker if helped and puzzle.goal else puzzle.solver
    position, steps = puzzle.position, []
    for move in puzzle.line:
        after = position.play(move)
        if position.mover is side:
            steps.append(Step(position, move, after))
        position = after
    return tuple(steps)


def _quiet_key(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    if any(move.tile.length > 1 for move in puzzle.key):
        return False
    if not any(move.tile.length > 1 for other in puzzle.tries for move in other.moves):
        return False
    return not _tens_taken(puzzle)


def _tens_taken(puzzle: Puzzle) -> int:
    """How many places for a ten on the current level the key takes from the opponent."""
    opponent = puzzle.solver.opponent
    if not puzzle.position.reserve(opponent).tens:
        return 0
    key = set(puzzle.key[0].cells)
    places = Glance(puzzle.position).fitting(opponent, Tile.TEN)
    return sum(not key.isdisjoint(place.move.cells) for place in places)


def _neutral_tempo(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    for index, step in enumerate(steps):
        mover = step.before.mover
        assert mover is not None
        spare = step.move.tile is Tile.NEUTRAL and (
            step.stands_on(mover.opponent) or not step.before.reserve(mover).ones
        )
        level = step.before.level
        contested = step.before.can_place(mover.opponent)
        if (
            spare
            and contested
            and any(
                later.begins_next_level or later.opponent_is_skipped
                for later in steps[index:]
                if later.before.level == level
            )
        ):
            return True
    return False


def _block(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    start = Situation.of(puzzle)
    if puzzle.goal is None:
        places = Glance(puzzle.position).fitting(puzzle.solver.opponent, Tile.TEN)
        return 0 < len(places) == _tens_taken(puzzle)
    if puzzle.kind is Kind.SAVE:
        return is_hopeless(start.play(puzzle.key[0]))
    if puzzle.kind is Kind.HELP:
        return False
    tried = [start.play(move) for other in puzzle.tries for move in other.moves]
    blocked = sum(can_be_blocked(situation) and not is_hopeless(situation) for situation in tried)
    return len(tried) <= 2 * blocked


def _unblock(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    won: set[tuple[int, int]] = set()
    for step in steps:
        mover, tile, level = step.before.mover, step.move.tile, step.before.level
        assert mover is not None
        covered = [step.before.rules.index(cell) for cell in step.move.cells]
        ends = {Tile.TEN: (covered[0], covered[-1]), Tile.FIVE: tuple(covered)}.get(tile, ())
        if any((level, index) in won for index in ends):
            return True
        if tile in (Tile.NEUTRAL, Tile.TEN):
            won |= {(level + 1, index) for index in step.stands_on(mover.opponent)}
    return False


def _sacrifice_of_a_five(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    position, side = puzzle.position, puzzle.solver
    fives = any(move.tile is Tile.FIVE for other in puzzle.tries for move in other.moves)
    if not fives or any(move.tile.length > 1 for move in puzzle.key):
        return False
    after = position.play(puzzle.key[0])
    return after.level > position.level or not Glance(after).fitting(side, Tile.FIVE)


def _bridge(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    return any(
        step.move.tile is Tile.TEN
        and step.before.mover is not None
        and step.stands_on(step.before.mover.opponent)
        for step in steps
    )


def _skip_trap(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    return any(
        step.opponent_is_skipped
        and step.before.mover is not None
        and step.before.can_place(step.before.mover.opponent)
        for step in steps
    )


def _last_tile(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    return any(step.begins_next_level for step in steps)


_THEMES: dict[str, Callable[[Puzzle, Sequence[Step]], bool]] = {
    "quiet key": _quiet_key,
    "neutral tempo": _neutral_tempo,
    "block": _block,
    "unblock": _unblock,
    "sacrifice of a five": _sacrifice_of_a_five,
    "bridge over an enemy middle": _bridge,
    "skip trap": _skip_trap,
    "last tile of the level": _last_tile,
}
