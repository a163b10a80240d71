"""Positions as text: SPN, one line a position.

What is *written* is not yet *lawful*: the line is first read for what it says (`spn_words`,
`spn_board`), with ParseError for what cannot be read; then `consistency` is asked whether any
sequence of placements could have left it, with PositionError if none could.
"""

from __future__ import annotations

from dataclasses import replace

from steppe_solver.errors import ParseError, PositionError
from steppe_solver.notation.consistency import Inconsistency, find_inconsistencies
from steppe_solver.notation.faults import At, FaultList, along, quoted
from steppe_solver.notation.spn_board import Board, format_levels, read_board
from steppe_solver.notation.spn_words import (
    Word,
    Words,
    read_reserve,
    read_score,
    read_words,
    split_words,
)
from steppe_solver.position import (
    PLAYERS,
    Cell,
    Color,
    Edition,
    Level,
    Position,
    Reserve,
    Rules,
    Tile,
)

_STANDARD = Rules()


def parse_spn(text: str, *, at: At = (1, 1)) -> Position:
    """The position that the line describes.

    Runs of spaces and tabs separate the words, and one line end may follow them. ``at`` is the
    place of the text's first character in its file. Raises ParseError where the line cannot be read
    and PositionError where no sequence of placements could have left what it says, each with all
    its faults. A number may have up to nine digits.

    >>> parse_spn("..N. R 2,1,0,1 2,1,0,1 0-0 reserves=2,1,0,1").rules.start
    frozenset({Cell(column=2, row=0)})
    """
    faults = FaultList()
    words, trailing = split_words(text.removesuffix("\n").removesuffix("\r"), at, faults)
    said = read_words(trailing, faults)
    board = None
    if "board" in words:
        board = read_board(words["board"], said.edition, said.levels, faults)
    mover = _read_mover(words["mover"], said.edition, faults) if "mover" in words else None
    held = [
        read_reserve(words[slot], "reserve", faults)
        for slot in ("first reserve", "second reserve")
        if slot in words
    ]
    score = read_score(words["score"], faults) if "score" in words else None
    if board and said.start:
        _check_start_cells(said, board, faults)
    reserves = [reserve for reserve in held if reserve is not None]
    if faults or board is None or score is None:
        raise ParseError(faults.listed())

    position = _put_together(said, board, mover, (reserves[0], reserves[1]), score)
    for found in find_inconsistencies(position):
        faults.add(*_field_and_place(found, words, board, said), found.message)
    if faults:
        raise PositionError(faults.listed())
    return position


def format_spn(position: Position) -> str:
    """The position as one line, as `parse_spn` reads it back.

    >>> format_spn(Position.start())
    '...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0'
    """
    rules = position.rules
    words = [
        format_levels(position.levels, rules),
        rules.edition.letter_of(position.mover) if position.mover else "-",
        *(_counts(reserve) for reserve in position.reserves),
        "-".join(map(str, position.score)),
    ]
    if rules.levels != _STANDARD.levels:
        words.append(f"levels={rules.levels}")
    if rules.reserve != _STANDARD.reserve:
        words.append(f"reserves={_counts(rules.reserve)}")
    if rules.start != _usual_start(rules, position.levels, position.reserves):
        words.append(f"start={','.join(map(str, sorted(rules.start))) or '-'}")
    if rules.edition is Edition.DMR:
        words.append("dmr")
    return " ".join(words)


def _counts(reserve: Reserve) -> str:
    return ",".join(map(str, reserve))


def _read_mover(word: Word, edition: Edition, faults: FaultList) -> Color | None:
    """The player named; None for ``-``, and with a fault noted for anything else."""
    letters = {edition.letter_of(color): color for color in PLAYERS}
    if word.text == "-" or word.text in letters:
        return letters.get(word.text)
    usual = " or ".join(letters)
    hint = ", upper case" if word.text.upper() in letters else ""
    if word.text in ("R", "W"):
        hint = " with the word dmr" if edition is Edition.DMR else " without the word dmr"
    message = f"{quoted(word.text)} is no mover: write {usual}{hint}, or - when the game has ended"
    faults.add("mover", word.at, message)
    return None


def _check_start_cells(said: Words, board: Board, faults: FaultList) -> None:
    corner = Cell(board.width - 1, board.height - 1)
    for cell, at in (said.start or {}).items():
        if cell.column > corner.column or cell.row > corner.row:
            message = f"{cell} is off the board, which runs from a1 to {corner}"
            faults.add("word", at, message)


def _put_together(
    said: Words,
    board: Board,
    mover: Color | None,
    reserves: tuple[Reserve, Reserve],
    score: tuple[int, int],
) -> Position:
    """What the line says as a position, lawful or not; an ended game gets its left-out levels."""
    levels = board.levels
    if mover is None:
        empty: Level = (None,) * (board.width * board.height)
        levels += (empty,) * (said.levels - len(levels))
    rules = Rules(
        width=board.width,
        height=board.height,
        levels=said.levels,
        reserve=said.reserve,
        start=frozenset(said.start or ()),
        edition=said.edition,
    )
    if said.start is None:
        rules = replace(rules, start=_usual_start(rules, levels, reserves))
    return Position(rules, levels, mover, reserves, score)


def _usual_start(
    rules: Rules, levels: tuple[Level, ...], reserves: tuple[Reserve, Reserve]
) -> frozenset[Cell]:
    """The starting neutral cells where the line does not name them.

    On a 5 x 5 board c3. Elsewhere as many neutral cells of level 1 as the neutral tiles gone from
    the reserves do not account for; where there are more to choose from, the first by column and
    row.
    """
    if (rules.width, rules.height) == (_STANDARD.width, _STANDARD.height):
        return _STANDARD.start
    neutral = [rules.cell(i) for i, owner in enumerate(levels[0]) if owner is Color.NEUTRAL]
    gone = sum(max(0, rules.reserve.neutrals - held.neutrals) for held in reserves)
    unexplained = sum(level.count(Color.NEUTRAL) for level in levels) - gone
    return frozenset(sorted(neutral)[: max(0, unexplained)])


def _field_and_place(
    found: Inconsistency, words: dict[str, Word], board: Board, said: Words
) -> tuple[str, At]:
    """The field of the line that shows the inconsistency, and where in the line."""
    if found.start and said.start is not None:
        return "word", said.start[found.cell]
    if found.field == "board":
        return "board", board.at(found.level, found.cell)
    if found.field == "reserve":
        word = words[("first reserve", "second reserve")[found.side]]
        counts = word.text.split(",")[: list(Tile).index(found.tile) if found.tile else 0]
        return "reserve", along(word.at, sum(len(count) + 1 for count in counts))
    if found.field == "score":
        points = words["score"].text.split("-")[: found.side]
        return "score", along(words["score"].at, sum(len(number) + 1 for number in points))
    return found.field, words["mover"].at
