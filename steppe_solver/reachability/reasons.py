"""Why no game ends in a position: conditions that cannot hold together, none of them idle.

The set is found by leaving out one condition after the other: where there is still no course, it
stays out. What is left cannot hold together. And each of it is needed: when it was tried, leaving
it out gave a course, and by then no more conditions were out than in the end, so that this course
meets all the others that are left. It serves as the example in the sentence about the condition.
"""

from __future__ import annotations

from steppe_solver.notation.coverings import TooLongError
from steppe_solver.notation.faults import counted
from steppe_solver.position import PLAYERS, Color, Reserve, Tile
from steppe_solver.reachability.conditions import Condition, Dropped, conditions_of
from steppe_solver.reachability.floors import Floor
from steppe_solver.reachability.search import Case, Course, Stretch, find_course
from steppe_solver.reachability.verdict import Reason
from steppe_solver.stopping import StoppedError

MOST_STEPS = 500_000
"""Work limit of one attempt to leave out a condition: about a second."""


def conflict(case: Case) -> tuple[tuple[Reason, ...], bool]:
    """Conditions that cannot hold together, in words, and whether none of them is idle.

    There must be no course that meets all. Where the time is up, or a board is too large, what
    could not be tried counts as needed.
    """
    dropped: Dropped = frozenset()
    needed: list[tuple[Condition, Course | None]] = []
    sure, stopped = True, False
    for condition in conditions_of(case.floors, ended=case.position.is_over):
        course = None
        try:
            if not stopped:
                case.watch.allow(MOST_STEPS)
                course = find_course(case, dropped | {condition})
                if course is None:
                    dropped |= {condition}
                    continue
        except StoppedError:
            stopped = True
        except TooLongError:
            pass
        sure = sure and course is not None
        needed.append((condition, course))
    if not needed:
        text = "No tiles at all can lie as the position shows, whatever the turns and the reserves."
        return (Reason("cells", None, None, text),), True
    words = _Words(case, dropped)
    reasons = [words.reason(*found) for found in reversed(needed)]
    return tuple(sorted(reasons, key=_reading_order)), sure


def _reading_order(reason: Reason) -> tuple[int, int]:
    """Facts first, then the rules level by level, then the turn."""
    facts = ("tiles", "neutrals", "score")
    part = 0 if reason.kind in facts else 2 if reason.kind == "turn" else 1
    return part, reason.level or 0


class _Words:
    """The sentences of one position; players are named as its edition does."""

    def __init__(self, case: Case, dropped: Dropped) -> None:
        self._case = case
        self._dropped = dropped
        self._position = case.position
        self._rules = case.position.rules
        self._names = [self._rules.edition.name_of(color) for color in PLAYERS]

    def reason(self, condition: Condition, course: Course | None) -> Reason:
        """The condition with what it demands here, and what might be without it."""
        kind, level, color = condition
        on = level or self._position.level
        if color is None:
            write = {
                "opener": self._opener,
                "skip": self._skip,
                "turn": self._turn,
                "neutrals": self._neutrals,
            }[kind]
            said, otherwise = write(on, course)
        else:
            write_of = {"complete": self._complete, "tiles": self._tiles, "score": self._score}
            said, otherwise = write_of[kind](on, color, course)
        text = f"{said}; otherwise {otherwise}." if otherwise else f"{said}."
        return Reason(kind, level, color, text)

    def _opener(self, level: int, course: Course | None) -> tuple[str, str]:
        if level == 1:
            said = f"{self._names[0]} comes first on level 1"
        else:
            said = f"Who placed last on level {level - 1} comes first on level {level}"
        if course is None:
            return said, ""
        begins = self._names[course[level - 1].opener]
        if level == 1:
            return said, f"{begins} might"
        last = self._names[course[level - 2].last]
        return said, f"{last} might have placed last on level {level - 1}, and {begins} come first"

    def _skip(self, level: int, course: Course | None) -> tuple[str, str]:
        floor = self._case.floors[level - 1]
        said = f"Nobody who can place is skipped on level {level}"
        if floor.has_tiles:
            said += self._made(floor)
        if course is None:
            return said, ""
        stretch = course[level - 1]
        if not floor.has_tiles:
            return said, f"{self._names[1 - stretch.opener]} might be to move first there"
        laid = f"{self._shares(stretch)} there"
        if stretch.late and stretch.hands[stretch.waiting]:
            color = PLAYERS[stretch.waiting]
            laid += f", {self._names[color.index]} being skipped with"
            laid += f" {_tiles_in(self._held(course[:level], color))} in hand"
        elif floor.complete:
            laid += f", {self._names[stretch.last]} placing last"
        else:
            laid += f", {self._stated_mover()} being to move"
        return said, laid

    def _shares(self, stretch: Stretch) -> str:
        red, blue = self._names
        tiles = counted(stretch.tiles[0], "tile")
        return f"{red} might have laid {tiles} and {blue} {stretch.tiles[1]}"

    def _made(self, floor: Floor) -> str:
        """How many tiles the cells of the level can be, where that can be told in time."""
        try:
            self._case.watch.allow(MOST_STEPS)
            red, blue = (
                self._case.ledger(color, self._dropped).tiles_on(floor.number) for color in PLAYERS
            )
        except (StoppedError, TooLongError):
            return ""
        if not (red and blue):
            return ""
        made = f", where {self._names[0]}'s cells make {_span(red)} and {self._names[1]}'s "
        made += _span(blue)
        if floor.neutral:
            count = floor.neutral.bit_count()
            made += f", beside {counted(count, 'neutral tile')}"
        return made

    def _stated_mover(self) -> str:
        assert self._position.mover is not None
        return self._names[self._position.mover.index]

    def _turn(self, level: int, course: Course | None) -> tuple[str, str]:
        said = f"It is {self._stated_mover()}'s turn on level {level}"
        if course is None:
            return said, ""
        mover = course[-1].mover(self._case.floors[-1])
        turn = (
            f"{self._names[mover.index]} might be to move" if mover else "nobody might be able to"
        )
        if any(course[-1].tiles):
            turn += " after {} of {} and {} of {} there".format(
                counted(course[-1].tiles[0], "tile"),
                self._names[0],
                course[-1].tiles[1],
                self._names[1],
            )
        return said, turn

    def _complete(self, level: int, color: Color, course: Course | None) -> tuple[str, str]:
        floor, name = self._case.floors[level - 1], self._names[color.index]
        cells = [self._rules.cell(i) for i in range(floor.open.bit_length()) if floor.open >> i & 1]
        names = ", ".join(map(str, sorted(cells)))
        said = f"{name} must have been unable to place when level {level} ended with {names} open"
        if course is None:
            return said, ""
        return said, f"{name} might have held {_tiles_in(self._held(course[:level], color))} then"

    def _tiles(self, level: int, color: Color, course: Course | None) -> tuple[str, str]:
        said = f"{self._names[color.index]} has laid {self._laid(self._position.reserve(color))}"
        if course is None:
            return said, ""
        return said, f"it might be {self._laid(self._held(course, color))}"

    def _laid(self, held: Reserve) -> str:
        """The coloured tiles that are gone from a reserve in which these are left."""
        gone = [full - left for full, left in zip(self._rules.reserve, held, strict=True)]
        return _tiles_in(Reserve(gone[0], gone[1], gone[2], 0))

    def _score(self, level: int, color: Color, course: Course | None) -> tuple[str, str]:
        side = color.index
        said = f"{self._names[side]} has {counted(self._position.score[side], 'point')}"
        if course is None:
            return said, ""
        points = 0
        for stretch, floor in zip(course, self._case.floors, strict=True):
            fives, tens = stretch.pairs[side]
            points += floor.number * (floor.cells[side].bit_count() + 3 * fives + 7 * tens)
        return said, f"it might be {points}"

    def _neutrals(self, level: int, course: Course | None) -> tuple[str, str]:
        red, blue = self._case.neutrals_gone
        said = (
            f"{self._names[0]} has laid {counted(red, 'neutral tile')} and {self._names[1]} {blue}"
        )
        if course is None:
            return said, ""
        red, blue = (sum(stretch.neutrals[side] for stretch in course) for side in (0, 1))
        return said, f"it might be {red} and {blue}"

    def _held(self, course: Course, color: Color) -> Reserve:
        """What the player holds after these levels."""
        side, full = color.index, self._rules.reserve
        fives = sum(stretch.pairs[side][0] for stretch in course)
        tens = sum(stretch.pairs[side][1] for stretch in course)
        floors = self._case.floors[: len(course)]
        cells = sum(floor.cells[side].bit_count() for floor in floors)
        neutrals = sum(stretch.neutrals[side] for stretch in course)
        return Reserve(
            full.ones - (cells - 2 * fives - 3 * tens),
            full.fives - fives,
            full.tens - tens,
            full.neutrals - neutrals,
        )


def _tiles_in(reserve: Reserve) -> str:
    """``"3 ones and 1 ten"``; ``"nothing"`` for an empty reserve."""
    held = [
        counted(count, tile.name.lower() + (" tile" if tile is Tile.NEUTRAL else ""))
        for tile, count in zip(Tile, reserve, strict=True)
        if count
    ]
    return " and ".join(filter(None, [", ".join(held[:-1]), *held[-1:]])) or "nothing"


def _span(numbers: range) -> str:
    """``"3 tiles"``, ``"3 to 5 tiles"``."""
    if len(numbers) == 1:
        return counted(numbers[0], "tile")
    return f"{numbers[0]} to {numbers[-1]} tiles"
