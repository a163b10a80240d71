"""Deals laid out as text that a person can type::

    deal the one from Sunday
    variant: c4d1L-inf
    JD
    TS QS
    QC TC 3H
    TH 6S JH 2D
    3S 4C 8D AD 7C
    KC KD 9D KS 8H AC
    7H 5D 9H QD KH 9C JS
    stock: 8C 4S 6H 2H 5H 6D AS 2C 4D 2S 7D 7S
    stock: AH QH 3D 5C 3C 6C 8S 4H 5S TD JC 9S
    moves: T6F D D

A line of cards is a column, deepest card first. The lines ``deal`` (also without a name),
``variant:`` and ``moves:`` may be left out; ``stock:`` and ``moves:`` go on in further lines of
that kind. ``#`` at the start of a line or after white space begins a comment, but not in a ``deal``
line, where the name is the rest of the line. Upper and lower case are the same to cards and moves,
and 10 is T.

A deal begins with its ``deal`` line. Without one it begins with a ``variant:`` line or a column
behind the stock of the deal before, or with a column after a blank line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from steppe_solver.errors import ParseError
from steppe_solver.notation.faults import quoted
from steppe_solver.notation.lines import Line
from steppe_solver.solitaire.cards import Cards
from steppe_solver.solitaire.deal import Deal, name_complaint
from steppe_solver.solitaire.game import Game
from steppe_solver.solitaire.written import Row, Word, Written

_DEAL = re.compile(r"[ \t]*deal(?:[ \t]+(.*?)|)[ \t]*", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|[ \t])#.*")
_KEYWORD = re.compile(r"[ \t]*([^ \t:]*)[ \t]*:")
_WORD = re.compile(r"[^ \t]+")
_WORDS_A_LINE = 12


def written_deals(lines: Iterator[Line]) -> Iterator[Written]:
    """Every deal of the lines, each as soon as it is read."""
    deal: Written | None = None
    after_blank = False
    for line in lines:
        if not line.text.strip() and line.fault is None:
            after_blank = True
            continue
        if line.fault is None and not _COMMENT.sub("", line.text).strip():
            continue
        part = _Part(line)
        if deal is None or part.begins(deal, after_blank):
            if deal is not None:
                yield deal
            deal = Written(part.start)
        part.add_to(deal)
        after_blank = False
    if deal is not None:
        yield deal


class _Part:
    """A line that says something: which part of a deal it gives."""

    def __init__(self, line: Line) -> None:
        self._line = line
        header = _DEAL.fullmatch(line.text)
        self._name = (header[1] or "") if header else ""
        text = _COMMENT.sub("", line.text)
        keyword = None if header else _KEYWORD.match(text)
        self._kind = "deal" if header else keyword[1].lower() if keyword else "column"
        begin = keyword.end() if keyword else 0
        found = _WORD.finditer(text, begin)
        self._words = [Word(word[0], (line.number, word.start() + 1)) for word in found]
        self.start = (line.number, len(line.text) - len(line.text.lstrip()) + 1)
        """The place of the first character that is not white space."""

    def begins(self, deal: Written, after_blank: bool) -> bool:
        """Does a new deal begin with this line, behind what has been read of this one?"""
        if self._line.fault is not None:
            return False
        if self._kind == "deal":
            return True
        if self._kind == "column":
            return deal.stock is not None or (after_blank and bool(deal.columns))
        return self._kind == "variant" and deal.stock is not None

    def add_to(self, deal: Written) -> None:
        """Note what the line says of the deal."""
        if self._line.fault is not None:
            deal.faults.extend(ParseError([self._line.fault]))
            deal.spoilt = True
        elif self._kind == "deal":
            complaint = name_complaint(self._name) if self._name else None
            if complaint:
                deal.faults.add("file", self.start, complaint)
            else:
                deal.name = self._name or None
        elif self._kind == "column":
            deal.columns.append(Row(self.start, _cards(self._words)))
        elif self._kind == "stock":
            deal.stock = deal.stock or Row(self.start, [])
            deal.stock.words.extend(_cards(self._words))
        elif self._kind == "moves":
            deal.moves.extend(Word(_as_move(text), at) for text, at in self._words)
        elif self._kind == "variant":
            self._add_variant(deal)
        else:
            message = (
                f"{quoted(self._kind)} is not known before a colon: a line is deal NAME, variant:,"
                " stock:, moves: or the cards of a column"
            )
            deal.faults.add("file", self.start, message)
            deal.spoilt = True

    def _add_variant(self, deal: Written) -> None:
        if deal.variant is not None:
            deal.faults.add("variant", self.start, "the variant is given twice")
        elif len(self._words) != 1:
            deal.faults.add("variant", self.start, "one variant stands here, such as c4d1L-inf")
        else:
            deal.variant = self._words[0]


def _cards(words: list[Word]) -> list[Word]:
    return [Word(text.upper().replace("10", "T"), at) for text, at in words]


def _as_move(text: str) -> str:
    return text.upper().replace("X", "x")


def format_layout(deal: Deal | Game) -> str:
    """The deal, or the game with its variant and moves, laid out as text."""
    game = deal if isinstance(deal, Game) else None
    deal = game.deal if game else deal
    assert isinstance(deal, Deal)
    lines = [] if deal.deal_id is None else [f"deal {deal.deal_id}"]
    if game:
        lines.append(f"variant: {game.variant}")
    lines.extend(_row(cards) for cards in deal.tableau)
    lines.extend(_wrapped("stock", list(map(str, deal.stock))))
    if game:
        lines.extend(_wrapped("moves", list(map(str, game.moves))))
    return "\n".join(lines) + "\n"


def _row(cards: Cards) -> str:
    return " ".join(map(str, cards))


def _wrapped(keyword: str, words: list[str]) -> Iterator[str]:
    for first in range(0, len(words), _WORDS_A_LINE):
        yield f"{keyword}: {' '.join(words[first : first + _WORDS_A_LINE])}"
