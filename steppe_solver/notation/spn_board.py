"""The first word of a position line: the levels, and where in the line every cell is written."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from steppe_solver.notation.faults import At, FaultList, along, counted, quoted
from steppe_solver.notation.spn_words import Word
from steppe_solver.position import MAX_SIDE, Cell, Color, Edition, Level, Rules


class Board(NamedTuple):
    """The levels as written, the sides of the board, and where every row begins in the line."""

    width: int
    height: int
    levels: tuple[Level, ...]
    rows: tuple[tuple[At, ...], ...]

    def at(self, level: int, cell: Cell) -> At:
        """Where the letter of a cell stands; ``level`` counts from 1."""
        return along(self.rows[level - 1][cell.row], cell.column)


def read_board(word: Word, edition: Edition, most: int, faults: FaultList) -> Board | None:
    """The levels; None, with every fault noted, where they are not well-formed.

    ``most`` is how many levels the game has.
    """
    before = len(faults)
    levels = _split(word, "|", most)
    if len(levels) > most:
        surplus = levels.pop()
        message = f"{word.text.count('|') + 1} levels are written, the game has {most}"
        faults.add("board", surplus.at, message)
    grid = [_rows(level, number, faults) for number, level in enumerate(levels, 1)]
    width, height = _sides(grid)
    if width > MAX_SIDE:
        message = f"the board is {width} cells wide: at most {MAX_SIDE} are possible"
        faults.add("board", word.at, message)
    if height > MAX_SIDE:
        faults.add("board", word.at, f"a level has {height} rows: at most {MAX_SIDE} are possible")
    if width <= MAX_SIDE and height <= MAX_SIDE:
        _check_shape(grid, width, height, faults)
    cells = _read_letters(grid, edition, faults)
    if len(faults) > before:
        return None
    return Board(
        width=width,
        height=height,
        levels=tuple(tuple(owner for row in level for owner in row) for level in cells),
        rows=tuple(tuple(row.at for row in level) for level in grid),
    )


def format_levels(levels: tuple[Level, ...], rules: Rules) -> str:
    """The levels as they are written: rows from the top, ``|`` between levels."""
    letters: dict[Color | None, str] = {c: rules.edition.letter_of(c) for c in Color}
    letters[None] = "."
    starts = range(0, rules.width * rules.height, rules.width)
    return "|".join(
        "/".join(
            "".join(letters[owner] for owner in level[start : start + rules.width])
            for start in reversed(starts)
        )
        for level in levels
    )


def _split(word: Word, separator: str, most: int = -1) -> list[Word]:
    """The parts of a word; what follows so many of them is one part more."""
    parts, offset = [], 0
    for text in word.text.split(separator, most):
        parts.append(Word(text, along(word.at, offset)))
        offset += len(text) + 1
    return parts


def _rows(level: Word, number: int, faults: FaultList) -> list[Word]:
    """The rows of a level, from row 1 upwards; none, with a fault noted, for an empty level."""
    if not level.text:
        faults.add("board", level.at, f"level {number} is not there: its rows are missing")
        return []
    return _split(level, "/")[::-1]


def _sides(grid: list[list[Word]]) -> tuple[int, int]:
    """The usual width of a row and the usual number of rows; the first written where they tie."""
    widths = Counter(len(row.text) for level in grid for row in reversed(level) if row.text)
    heights = Counter(len(level) for level in grid if level)
    return _usual(widths), _usual(heights)


def _usual(sizes: Counter[int]) -> int:
    return sizes.most_common(1)[0][0] if sizes else 0


def _check_shape(grid: list[list[Word]], width: int, height: int, faults: FaultList) -> None:
    for number, level in enumerate(grid, 1):
        of_level = f" of level {number}" if len(grid) > 1 else ""
        if level and len(level) != height:
            usual = next(n for n, other in enumerate(grid, 1) if len(other) == height)
            rows = counted(len(level), "row")
            message = f"level {number} has {rows}, level {usual} has {height}"
            faults.add("board", level[-1].at, message)
        for row_number, row in enumerate(level[:MAX_SIDE], 1):
            if not row.text:
                faults.add("board", row.at, f"row {row_number}{of_level} has no cells")
            elif len(row.text) != width:
                cells = counted(len(row.text), "cell")
                message = f"row {row_number}{of_level} has {cells}, the others {width}"
                faults.add("board", row.at, message)


def _read_letters(
    grid: list[list[Word]], edition: Edition, faults: FaultList
) -> list[list[list[Color | None]]]:
    """The owners that the letters mean; what lies beyond the largest board is not looked at."""
    owners: dict[str, Color | None] = {edition.letter_of(color): color for color in Color}
    owners["."] = None
    levels = []
    for level in grid:
        rows = []
        for row in level[:MAX_SIDE]:
            for column, letter in enumerate(row.text[:MAX_SIDE]):
                if letter not in owners:
                    faults.add("board", along(row.at, column), _unknown(letter, edition))
            rows.append([owners.get(letter) for letter in row.text[:MAX_SIDE]])
        levels.append(rows)
    return levels


def _unknown(letter: str, edition: Edition) -> str:
    if letter == "W" and edition is Edition.TSR:
        return "W is White of the dmr edition: write R, or the word dmr behind the score"
    if letter == "R" and edition is Edition.DMR:
        return "R is Red of the tsr edition: with the word dmr the first player is W"
    letters = ", ".join(edition.letter_of(color) for color in Color)
    case = " (upper case)" if letter.upper() in letters and letter.isalpha() else ""
    return f"{quoted(letter)} is not a cell: cells are {letters} and .{case}"
