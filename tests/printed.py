"""Puzzles to print in tests, and readers of what has been printed."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from steppe_solver.goals import Goal
from steppe_solver.notation import parse_move
from steppe_solver.position import Color, Position, Reserve, Rules
from steppe_solver.puzzle.file import parse_puzzle
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Try

FILE = Path(__file__).parent / "data" / "book.stp.json"


def samples() -> list[Puzzle]:
    """The puzzles of the data file, and one of kind ``help``: every kind, both editions."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    return [*map(parse_puzzle, lines), helped()]


def helped() -> Puzzle:
    """A puzzle in which both sides help Red to a ten on level 2, with four tiles.

    Only printed: whether it is sound does not matter here.
    """
    position = Position.start(Rules(3, 1, 2, Reserve(3, 1, 1, 1), frozenset()))
    line = tuple(parse_move(text, position) for text in ("1a1", "1b1", "1c1", "10a1-c1"))
    node = Node(line[-1:], 1, ())
    for result, move in ((2, line[2]), (3, line[1]), (4, line[0])):
        node = Node((move,), result, (node,))
    fails = tuple(move for move in position.legal_moves() if move != line[0])
    return replace(
        parse_puzzle(FILE.read_text(encoding="ascii").splitlines()[0]),
        kind=Kind.HELP,
        position=position,
        goal=Goal(Color.RED, 1, 2),
        n=4,
        key=line[:1],
        tries=(Try(fails, None),),
        solution=node,
        line=line,
        duals=0,
        name="Together",
    )


HOSTILE = (
    "",
    '#pagebreak() #panic(1) #include "/etc/passwd" $x$ *a* _b_ `c` @d <e> [ ] { } ] \\',
    "</style></h3><script>alert(1)</script> &amp; {{ book }} {% if %} \" '",
    "W" * 300,
    "many words " * 40,
    "美しい十 " * 20,
    "שלום עולם مرحبا بالعالم",
    "👨‍👩‍👧 😀 e\u0301\u0301\u0301\u0301",
    "control \x00\x1b[31m\u202e\ud800\ufffe\u2028 characters",
)
"""Names that could break a page or its markup."""


def named() -> list[Puzzle]:
    """A puzzle for every hostile name."""
    found = samples()
    return [replace(found[place % len(found)], name=name) for place, name in enumerate(HOSTILE)]


class Page(HTMLParser):
    """What an HTML page holds: its elements, and the text of every one with an id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._open: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element, and open it unless it never has a content."""
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self._open.append((tag, dict(attrs).get("id")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the element, which must be the innermost."""
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        """Add the text to every open element that has an id."""
        if self._open and self._open[-1][0] in ("style", "desc"):
            return
        for _, name in self._open:
            if name is not None:
                self.texts[name] = self.texts.get(name, "") + data
