"""The game that a course stands for: its tiles one after the other, replayed by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.notation.coverings import Packer, move_of
from steppe_solver.notation.record import GameRecord
from steppe_solver.position import Move, Position, Rules, Tile
from steppe_solver.reachability.floors import Floor
from steppe_solver.reachability.search import Case, Course, Stretch


def game_of(case: Case, course: Course) -> GameRecord:
    """The game, once it has been played by the rules and ended in the position.

    Raises AssertionError if it does not, which would be a fault of the search: a game is never
    handed on unproved. Raises TooLongError and StoppedError.
    """
    rules = case.position.rules
    moves = tuple(
        move
        for floor, stretch in zip(case.floors, course, strict=True)
        for move in _moves(case, floor, stretch)
    )
    game = GameRecord((), Position.start(rules), moves)
    if game.final != case.position:
        raise AssertionError("the game found does not end in the position")
    return game


def _moves(case: Case, floor: Floor, stretch: Stretch) -> Iterator[Move]:
    """The tiles of a level in an order in which they can have been laid.

    The players alternate until the waiting one is to move and has laid everything; whatever the
    other still has, the late tiles last, follows.
    """
    rules, waiting = case.position.rules, stretch.waiting
    queues: list[list[Move]] = [[], []]
    queues[1 - waiting], free = _lasting(case, floor, stretch)
    packer = Packer(floor.cells[waiting], floor.firm[waiting], floor.width)
    queues[waiting] = [move_of(rules, *tile) for tile in packer.laying(stretch.pairs[waiting])]
    queues[waiting] += _neutrals(rules, free)
    turn = stretch.opener
    while queues[turn]:
        yield queues[turn].pop(0)
        turn = 1 - turn
    yield from queues[1 - waiting]


def _lasting(case: Case, floor: Floor, stretch: Stretch) -> tuple[list[Move], int]:
    """The tiles of the player who does not drop out, late ones last; the other's neutral cells."""
    side, rules = 1 - stretch.waiting, case.position.rules
    pair, count = stretch.pairs[side], stretch.neutrals[side]
    if not stretch.late:
        packer = Packer(floor.cells[side], floor.firm[side], floor.width)
        moves = [move_of(rules, *tile) for tile in packer.laying(pair)]
        own = _lowest(floor.neutral, count)
        return moves + _neutrals(rules, own), floor.neutral & ~own

    table = case.table(floor.number, side, stretch.hands[stretch.waiting])
    laid = table.laying(pair, count, stretch.late)
    late = [(tile, kind) for tile, kind, is_late in laid if is_late]
    late_neutral = sum(tile for tile, kind in late if kind is Tile.NEUTRAL)
    rest = floor.neutral & ~late_neutral
    own = _lowest(rest, count - late_neutral.bit_count())
    in_time = [
        move_of(rules, tile, kind)
        for tile, kind, is_late in laid
        if not is_late and (kind is not Tile.NEUTRAL or tile & own)
    ]
    return in_time + [move_of(rules, *tile) for tile in late], rest & ~own


def _lowest(cells: int, count: int) -> int:
    """So many of the cells, the lowest first."""
    chosen = 0
    for _ in range(count):
        low = cells & -cells
        chosen, cells = chosen | low, cells ^ low
    return chosen


def _neutrals(rules: Rules, cells: int) -> list[Move]:
    return [
        move_of(rules, 1 << index, Tile.NEUTRAL)
        for index in range(cells.bit_length())
        if cells >> index & 1
    ]
