"""Letters drawn as strokes, for pictures that must not depend on the fonts of a machine.

A glyph is the path of a round pen on a grid where the em is 100 units, the baseline is y = 0 and y
grows downwards as in SVG: capitals reach -72, small letters -52, descenders 20. The widths are
close to those of Helvetica, so that text measured here also fits when a browser sets it.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

EM = 100
PEN, BOLD_PEN = 8, 12
_BOLD_SPACING = 3


class Glyph(NamedTuple):
    """How far the pen moves on, and what it draws."""

    width: float
    path: str


def glyphs(text: str, *, bold: bool = False) -> tuple[Glyph, ...] | None:
    """The glyphs of the text in reading order, or None if a character has none here.

    Bold text has the same shapes, set wider to make room for its pen.
    """
    found = []
    for char in unicodedata.normalize("NFC", text):
        base, *marks = [char] if char in _GLYPHS else list(unicodedata.normalize("NFD", char))
        if base not in _GLYPHS or not all(mark in _ABOVE or mark in _BELOW for mark in marks):
            return None
        glyph = _composed(base, marks)
        found.append(glyph._replace(width=glyph.width + _BOLD_SPACING) if bold else glyph)
    return tuple(found)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide the text is at this font size; a character without a glyph counts as one em."""
    known = [glyphs(char, bold=bold) for char in unicodedata.normalize("NFC", text)]
    units = sum(EM if found is None else sum(g.width for g in found) for found in known)
    return units * size / EM


def wrapped(text: str, size: float, most: float, *, bold: bool = False) -> list[str]:
    """The text in lines of whole words, none wider than ``most`` unless a word is."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold=bold) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _composed(base: str, marks: list[str]) -> Glyph:
    """The letter with its marks."""
    if base == "i" and any(mark in _ABOVE for mark in marks):
        base = "\N{LATIN SMALL LETTER DOTLESS I}"
    advance, path = _GLYPHS[base].split(" ", 1)
    middle, top = float(advance) / 2, -72 if base.isupper() else -52
    for mark in marks:
        start, stroke = (top, _ABOVE[mark]) if mark in _ABOVE else (0, _BELOW[mark])
        path += f"M{middle:g} {start}{stroke}"
    return Glyph(float(advance), path)


# Each glyph: its width, a space, its path.
_GLYPHS = {
    " ": "28 ",
    "0": "56 M28-72c-13 0-20 13-20 36s7 36 20 36 20-13 20-36-7-36-20-36z",
    "1": "56 M13-57L32-72V0",
    "2": "56 M9-53c0-12 8-19 19-19s19 7 19 18c0 9-5 15-13 23L9 0H48",
    "3": (
        "56 M9-58c3-9 10-14 19-14 11 0 18 7 18 17s-8 17-18 17h-5M28-38c12 0 20 7 20 19S40"
        " 0 28 0C18 0 10-5 7-15"
    ),
    "4": "56 M38 0V-72L6-21H51",
    "5": "56 M45-72H15L11-38c4-5 10-8 17-8 12 0 20 9 20 23S40 0 28 0C18 0 10-5 7-14",
    "6": (
        "56 M45-61c-3-7-8-11-16-11C15-72 8-58 8-35 8-12 15 0 28 0c12 0 20-9 20-23S40-45"
        " 29-45c-12 0-21 9-21 21"
    ),
    "7": "56 M8-72H48C34-50 26-26 23 0",
    "8": (
        "56 M28-39c-10 0-17-7-17-17s7-16 17-16 17 6 17 16-7 17-17 17zC16-39 8-31 8-20S16"
        " 0 28 0s20-9 20-20-8-19-20-19z"
    ),
    "9": (
        "56 M11-11C14-4 19 0 27 0c14 0 21-14 21-37 0-23-7-35-20-35C16-72 8-63 8-49s8 22"
        " 19 22c12 0 21-9 21-21"
    ),
    "A": "68 M6 0L34-72L62 0M15-24H53",
    "B": "67 M11-38H38c9 0 16-7 16-17s-7-17-16-17H11V0H40c11 0 18-8 18-19s-7-19-18-19",
    "C": "72 M64-54C60-65 51-72 38-72 19-72 8-58 8-36S19 0 38 0C51 0 60-7 64-19",
    "D": "72 M11-72V0H32C52 0 64-13 64-36S52-72 32-72z",
    "E": "65 M57-72H11V0H58M11-38H52",
    "F": "60 M54-72H11V0M11-37H48",
    "G": "76 M66-55C62-66 52-72 40-72 20-72 8-58 8-36S20 0 40 0C55 0 67-10 67-27V-34H42",
    "H": "72 M11-72V0M61-72V0M11-38H61",
    "I": "28 M14-72V0",
    "J": "50 M39-72V-22C39-8 33 0 22 0S6-8 6-20",
    "K": "66 M11-72V0M59-72L11-26M27-41L61 0",
    "L": "56 M11-72V0H51",
    "M": "83 M11 0V-72L41-10L72-72V0",
    "N": "72 M11 0V-72L61 0V-72",
    "O": "78 M39-72C20-72 8-58 8-36S20 0 39 0 70-14 70-36 58-72 39-72z",
    "P": "64 M11 0V-72H38C50-72 58-64 58-52S50-32 38-32H11",
    "Q": "78 M39-72C20-72 8-58 8-36S20 0 39 0 70-14 70-36 58-72 39-72zM46-17L68 5",
    "R": "70 M11 0V-72H40C51-72 59-64 59-53S51-34 40-34H11M40-34C54-34 58-27 58-16 58-9 59-4 62 0",
    "S": (
        "66 M56-54C55-66 46-72 33-72 20-72 12-65 12-55 12-32 59-44 59-19 59-7 49 0 34 0"
        " 18 0 9-7 8-20"
    ),
    "T": "60 M4-72H56M30-72V0",
    "U": "72 M11-72V-27C11-9 20 0 36 0S61-9 61-27V-72",
    "V": "66 M5-72L33 0L61-72",
    "W": "94 M5-72L26 0L47-68L68 0L89-72",
    "X": "66 M7-72L59 0M59-72L7 0",
    "Y": "66 M5-72L33-33L61-72M33-33V0",
    "Z": "60 M7-72H54L6 0H55",
    "a": (
        "55 M9-38C10-47 17-52 27-52 38-52 44-47 44-38V-10C44-4 46 0 51 0M44-31C34-27 7-32"
        " 7-13 7-5 13 0 23 0 35 0 44-8 44-19"
    ),
    "b": "56 M10-72V0M10-26C10-42 18-52 29-52S49-42 49-26 41 0 29 0 10-10 10-26z",
    "c": "50 M45-36C43-46 36-52 27-52 15-52 7-42 7-26S15 0 27 0C36 0 43-6 45-17",
    "d": "56 M46-72V0M46-26C46-42 38-52 27-52S7-42 7-26 15 0 27 0 46-10 46-26z",
    "e": "55 M7-28H48C48-43 40-52 28-52S7-42 7-26 15 0 29 0C38 0 45-5 47-14",
    "f": "30 M28-71C18-74 13-69 13-59V0M3-52H26",
    "g": (
        "56 M46-52V-2C46 13 39 20 27 20 17 20 10 16 9 8M46-27C46-42 38-52 27-52S7-42 7-27"
        " 15-2 27-2 46-12 46-27z"
    ),
    "h": "56 M10-72V0M10-32C11-44 18-52 29-52 40-52 46-45 46-34V0",
    "i": "23 M11.5-52V0M10-70a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    "j": "24 M13-52V7C13 17 9 21 0 19M11.5-70a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    "k": "51 M10-72V0M44-52L10-19M22-30L46 0",
    "l": "23 M11.5-72V0",
    "m": (
        "83 M10-52V0M10-33C11-44 17-52 27-52 36-52 42-46 42-35V0M42-33C43-44 49-52 58-52"
        " 68-52 73-46 73-35V0"
    ),
    "n": "56 M10-52V0M10-32C11-44 18-52 29-52 40-52 46-45 46-34V0",
    "o": "56 M28-52C15-52 7-42 7-26S15 0 28 0 49-10 49-26 41-52 28-52z",
    "p": "56 M10-52V20M10-26C10-42 18-52 29-52S49-42 49-26 41 0 29 0 10-10 10-26z",
    "q": "56 M46-52V20M46-26C46-42 38-52 27-52S7-42 7-26 15 0 27 0 46-10 46-26z",
    "r": "35 M10-52V0M10-31C11-44 18-52 31-51",
    "s": (
        "50 M42-39C41-47 35-52 25-52 16-52 10-47 10-39 10-22 44-32 44-14 44-5 36 0 25 0"
        " 14 0 7-5 6-15"
    ),
    "t": "30 M13-66V-13C13-3 17 1 27-1M3-52H26",
    "u": "56 M10-52V-18C10-7 16 0 26 0 38 0 45-8 46-20M46-52V0",
    "v": "50 M5-52L25 0L45-52",
    "w": "74 M5-52L21 0L37-49L53 0L69-52",
    "x": "50 M6-52L44 0M44-52L6 0",
    "y": "50 M5-52L25-1M45-52L24 6C20 17 16 21 6 19",
    "z": "50 M7-52H43L6 0H44",
    ".": "28 M12.5-1a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    ",": "28 M15-1C16 5 14 10 10 13",
    ":": (
        "28 M12.5-48a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M12.5-1a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0"
    ),
    ";": "28 M12.5-48a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M15-1C16 5 14 10 10 13",
    "!": "28 M14-72V-22M12.5-1a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    "?": (
        "54 M8-55C8-66 16-72 27-72S46-65 46-55C46-40 27-38 27-20M25.5-1a1.5 1.5 0 1 0 3 0"
        "a1.5 1.5 0 1 0-3 0"
    ),
    "'": "20 M10-72V-52",
    '"': "36 M11-72V-52M25-72V-52",
    "`": "33 M9-72L20-60",
    "-": "33 M5-26H28",
    "_": "56 M0 12H56",
    "+": "58 M29-52V-4M5-28H53",
    "=": "58 M5-38H53M5-18H53",
    "*": "40 M20-72V-42M7-64L33-50M33-64L7-50",
    "/": "30 M2 2L28-74",
    "\\": "30 M2-74L28 2",
    "|": "26 M13-76V18",
    "(": "33 M27-76C6-46 6-14 27 18",
    ")": "33 M6-76C27-46 27-14 6 18",
    "[": "30 M24-76H10V18H24",
    "]": "30 M6-76H20V18H6",
    "{": "34 M28-76C8-76 25-29 7-29 25-29 8 18 28 18",
    "}": "34 M6-76C26-76 9-29 27-29 9-29 26 18 6 18",
    "<": "58 M52-50L7-28L52-6",
    ">": "58 M6-50L51-28L6-6",
    "#": "56 M22-70L13-2M43-70L34-2M6-48H52M4-24H50",
    "%": (
        "88 M22-72C13-72 8-65 8-54S13-36 22-36 36-43 36-54 31-72 22-72zM66-36C57-36 52-29"
        " 52-18S57 0 66 0 80-7 80-18 75-36 66-36zM64-72L24 0"
    ),
    "&": "68 M63 0L22-47C13-59 18-72 31-72 45-72 49-58 38-49L20-37C2-25 7 0 27 0 43 0 54-13 56-34",
    "@": (
        "100 M67-45V-28C67-14 86-14 90-30 96-56 76-72 52-72 26-72 9-54 9-30S26 14 52 14C"
        "62 14 70 12 78 8M67-31C67-43 60-50 50-50S34-42 34-30 40-11 50-11 67-19 67-31z"
    ),
    "$": (
        "58 M49-52C48-60 40-65 29-65 17-65 10-59 10-51 10-30 51-41 51-18 51-8 42-2 29-2"
        " 16-2 8-8 7-19M29-75V8"
    ),
    "^": "48 M8-44L24-72L40-44",
    "~": "58 M6-22C12-36 22-32 29-27S46-19 52-33",
    "\N{MULTIPLICATION SIGN}": "58 M11-46L47-10M47-46L11-10",
    "\N{MIDDLE DOT}": "28 M12.5-28a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    "\N{MINUS SIGN}": "58 M5-28H53",
    "\N{EN DASH}": "56 M4-26H52",
    "\N{EM DASH}": "100 M4-26H96",
    "\N{LEFT SINGLE QUOTATION MARK}": "22 M14-72C9-69 7-64 8-58",
    "\N{RIGHT SINGLE QUOTATION MARK}": "22 M13-72C14-66 12-61 8-58",
    "\N{LEFT DOUBLE QUOTATION MARK}": "36 M14-72C9-69 7-64 8-58M28-72C23-69 21-64 22-58",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "36 M13-72C14-66 12-61 8-58M27-72C28-66 26-61 22-58",
    "\N{LATIN SMALL LETTER SHARP S}": (
        "58 M10 0V-54C10-66 17-72 27-72 43-72 47-54 33-45 30-43 31-38 35-36 49-29 54-24"
        " 54-15 54-4 44 0 34 0"
    ),
    "\N{LATIN SMALL LETTER O WITH STROKE}": (
        "56 M28-52C15-52 7-42 7-26S15 0 28 0 49-10 49-26 41-52 28-52zM8 3L48-55"
    ),
    "\N{LATIN CAPITAL LETTER O WITH STROKE}": (
        "78 M39-72C20-72 8-58 8-36S20 0 39 0 70-14 70-36 58-72 39-72zM14 3L64-75"
    ),
    "\N{LATIN SMALL LETTER L WITH STROKE}": "25 M12.5-72V0M3-31L22-43",
    "\N{LATIN CAPITAL LETTER L WITH STROKE}": "57 M12-72V0H52M3-29L30-46",
    "\N{LATIN SMALL LETTER DOTLESS I}": "23 M11.5-52V0",
}

# Marks on the letter before them, drawn from the middle of its top, or below from its baseline.
_ABOVE = {
    "\N{COMBINING GRAVE ACCENT}": "m-8-19l10 9",
    "\N{COMBINING ACUTE ACCENT}": "m8-19l-10 9",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "m-11-10l11-10l11 10",
    "\N{COMBINING CARON}": "m-11-20l11 10l11-10",
    "\N{COMBINING TILDE}": "m-13-12c5-10 9-7 13-4s8 5 13-4",
    "\N{COMBINING DIAERESIS}": (
        "m-10.5-16a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0m18 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0"
    ),
    "\N{COMBINING RING ABOVE}": "m0-9c-10 0-10-14 0-14s10 14 0 14z",
    "\N{COMBINING MACRON}": "m-11-13h22",
    "\N{COMBINING BREVE}": "m-10-19c2 12 18 12 20 0",
    "\N{COMBINING DOT ABOVE}": "m-1.5-16a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "m2-19l-8 9m22-9l-8 9",
}
_BELOW = {
    "\N{COMBINING CEDILLA}": "m1 0c8 6 5 18-8 15",
    "\N{COMBINING OGONEK}": "m8 0c-12 10-6 20 6 16",
}
