"""The words of a position line: which is which, which is missing, and what the last ones say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import dropwhile
from typing import NamedTuple

from steppe_solver.notation.faults import At, FaultList, along, counted, quoted, read_number
from steppe_solver.notation.moves import read_cell
from steppe_solver.position import MAX_LEVELS, MAX_SIDE, Cell, Edition, Reserve, Rules, Tile

_STANDARD = Rules()
_WORD = re.compile(r"[^ \t]+")
_SCORE = re.compile(r"[0-9]+[-:][0-9]+")
_CELL = re.compile(r"[a-z][0-9]+")
_SLOTS = ("mover", "first reserve", "second reserve", "score")
_MEANING = {
    "mover": ("mover", "the mover is missing (R or B; W or B with dmr; - when the game has ended)"),
    "first reserve": ("reserve", "the first player's reserve is missing, such as 15,5,3,3"),
    "second reserve": ("reserve", "the second player's reserve is missing, such as 15,5,3,3"),
    "score": ("score", "the score is missing, such as 0-0"),
}


class Word(NamedTuple):
    """A word of the line and the place of its first character."""

    text: str
    at: At


@dataclass
class Words:
    """What the trailing words say; what is not said, or could not be read, is as usual."""

    levels: int = _STANDARD.levels
    reserve: Reserve = _STANDARD.reserve
    start: Mapping[Cell, At] | None = None
    edition: Edition = Edition.TSR


def split_words(text: str, at: At, faults: FaultList) -> tuple[dict[str, Word], list[Word]]:
    """The words of a line by what they are (``board``, ``mover``, …), and the trailing ones.

    A word that is missing is noted as a fault; the words after it are still told apart by their
    looks.
    """
    found = [Word(match[0], along(at, match.start())) for match in _WORD.finditer(text)]
    if not found:
        faults.add("board", at, "there is no position here, only an empty line")
        return {}, []
    words = {"board": found.pop(0)}
    if found and _looks(found[0].text) == "board":
        faults.add("board", found[0].at, "the levels are written without white space in them")
        del words["board"]
        found = list(dropwhile(lambda word: _looks(word.text) == "board", found))
    end = along(at, len(text.rstrip(" \t")))
    for place, slot in enumerate(_SLOTS):
        kind = slot.split()[-1]
        looks = _looks(found[0].text) if found else None
        later = [other.split()[-1] for other in _SLOTS[place + 1 :]] + ["word"]
        if found and (looks == kind or looks not in later):
            words[slot] = found.pop(0)
        else:
            name, message = _MEANING[slot]
            faults.add(name, found[0].at if found else end, message)
    return words, found


def _looks(word: str) -> str | None:
    if "=" in word or word == "dmr":
        return "word"
    if "," in word:
        return "reserve"
    if "/" in word or "|" in word:
        return "board"
    if _SCORE.fullmatch(word):
        return "score"
    if len(word) == 1 and not word.isdigit():
        return "mover"
    return None


def read_words(words: list[Word], faults: FaultList) -> Words:
    """What the trailing words say."""
    said = Words()
    seen: set[str] = set()
    for word in words:
        key, equals, value = word.text.partition("=")
        name = key + equals
        if name not in ("levels=", "reserves=", "start=", "dmr"):
            faults.add("word", word.at, _unknown(word.text))
            continue
        if name in seen:
            faults.add("word", word.at, f"{name} is written twice")
            continue
        seen.add(name)
        _read_word(said, key, Word(value, along(word.at, len(name))), faults)
    return said


def _unknown(word: str) -> str:
    if word == "tsr":
        return "tsr is not written: it is the edition where dmr is not"
    if word.lower().startswith(("levels=", "reserves=", "start=")) or word.lower() == "dmr":
        return f"{quoted(word)}: such a word is written in lower case"
    return f"{quoted(word)} is no word of a position (levels=, reserves=, start=, dmr)"


def _read_word(said: Words, key: str, value: Word, faults: FaultList) -> None:
    if key == "dmr":
        said.edition = Edition.DMR
    elif key == "levels":
        levels = read_number(value.text, "word", value.at, faults)
        if levels is not None and not 1 <= levels <= MAX_LEVELS:
            faults.add("word", value.at, f"a game has 1 to {MAX_LEVELS} levels, not {levels}")
            levels = None
        said.levels = levels or MAX_LEVELS  # unreadable: no level written is then one too many
    elif key == "reserves":
        said.reserve = read_reserve(value, "word", faults) or said.reserve
    else:
        said.start = _read_start(value, faults)


def _read_start(value: Word, faults: FaultList) -> Mapping[Cell, At]:
    """The starting neutral cells; whether the board has them is seen when its size is known."""
    cells: dict[Cell, At] = {}
    if value.text == "-":
        return cells
    offset = 0
    anywhere = Rules(width=MAX_SIDE, height=MAX_SIDE, start=frozenset())
    for name in value.text.split(","):
        at = along(value.at, offset)
        offset += len(name) + 1
        if not _CELL.fullmatch(name):
            message = f"{quoted(name)} is not a cell: write start=a1,b2 (lower case) or start=-"
            faults.add("word", at, message)
            continue
        cell = read_cell(name, anywhere, "word", at, faults)
        if cell in cells:
            faults.add("word", at, f"{cell} is named twice")
        elif cell is not None:
            cells[cell] = at
    return cells


def read_reserve(word: Word, field: str, faults: FaultList) -> Reserve | None:
    """The four counts of a reserve; None, with its faults noted, if it is none."""
    counts = word.text.split(",")
    offset, numbers = 0, []
    if len(counts) != len(Tile):
        written = counted(len(counts), "count") if "," in word.text else quoted(word.text)
        message = f"a reserve is four counts, ones,fives,tens,neutrals: this is {written}"
        faults.add(field, word.at, message)
        if "," not in word.text:
            return None
    for count in counts:
        numbers.append(read_number(count, field, along(word.at, offset), faults))
        offset += len(count) + 1
    known = [number for number in numbers if number is not None]
    return Reserve(*known) if len(known) == len(counts) == len(Tile) else None


def read_score(word: Word, faults: FaultList) -> tuple[int, int] | None:
    """The points of the two players; None, with its faults noted, if it is no score."""
    first, dash, second = word.text.partition("-")
    if not (first and second) or "-" in second:
        message = f"{quoted(word.text)} is not a score: write first player's-second player's, 0-0"
        faults.add("score", word.at, message)
        return None
    points = read_number(first, "score", word.at, faults)
    others = read_number(second, "score", along(word.at, len(first + dash)), faults)
    return None if points is None or others is None else (points, others)
