"""The text of game records cut into tokens, and the tokens gathered into games.

Nothing is refused here: what cannot be read becomes a token with its fault, and the scan goes on,
so that one bad game does not spoil the others.

A game ends where a header line follows its moves, and after its result. What follows a result on
the same line still belongs to that game (and is a fault there); on a later line a new game begins,
with or without headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from steppe_solver.notation.faults import At, along

_HEADER = re.compile(
    r'\[[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]+"((?:[^"\\\r\n]|\\[^\r\n])*)"[ \t]*\]', re.ASCII
)
_HEADER_LINE = re.compile(r"^[ \t]*" + _HEADER.pattern + r"[ \t\r]*$", re.ASCII | re.MULTILINE)
_WORD = re.compile(r"[^ \t\r\n{#]+")
_NUMBER = re.compile(r"[0-9]+\.+")
_RESULT = re.compile(r"\*|[0-9]+-[0-9]+")
_ESCAPE = re.compile(r'\\(["\\])')


class Token(NamedTuple):
    """A piece of a record. A ``header`` has key and value, a ``broken`` piece its complaint."""

    kind: Literal["header", "move", "result", "comment", "broken"]
    text: str
    at: At
    key: str = ""
    field: Literal["header", "move"] = "move"

    @property
    def opens(self) -> bool:
        """Does it belong to the headers of a game?"""
        return self.kind == "header" or (self.kind == "broken" and self.field == "header")


class Comment(NamedTuple):
    """A comment of a game, and how many moves stand before it: -1 before the headers.

    ``text`` is as written, with its braces, or with the ``#`` before it and without the line end.
    """

    place: int
    text: str


@dataclass
class Written:
    """The tokens of one game; ``late`` is what follows its result."""

    line: int
    last_line: int
    headers: list[Token] = field(default_factory=list)
    words: list[Token] = field(default_factory=list)
    result: Token | None = None
    late: list[Token] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    follows_unheaded: bool = False
    """Without headers, and on the heels of another game's result."""


def escape(value: str) -> str:
    """A header value as it stands between quotes: a backslash before quotes and backslashes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def split_games(text: str, line: int) -> Iterator[Written]:
    """The games of a text whose first line has this number, in order.

    A comment belongs to the game that is under way; behind a result, on a later line, to the next.
    """
    game: Written | None = None
    waiting: list[Comment] = []
    for token in scan(text, line):
        here = token.at[0]
        if token.kind == "comment":
            if game is None or (game.result is not None and here > game.last_line):
                waiting.append(Comment(-1, token.text))
            else:
                game.comments.append(Comment(len(game.words), token.text))
            continue
        if game is not None and (
            (token.opens and (game.words or game.result))
            or (game.result is not None and here > game.last_line)
        ):
            yield game
            game = Written(here, here, follows_unheaded=not token.opens)
        elif game is None:
            game = Written(here, here)
        game.last_line = here
        game.comments += waiting
        waiting.clear()
        if token.opens:
            game.headers.append(token)
        elif game.result is not None:
            game.late.append(token)
        elif token.kind == "result":
            game.result = token
        else:
            game.words.append(token)
    if game is not None:
        game.comments += [Comment(len(game.words), comment.text) for comment in waiting]
        yield game


def scan(text: str, line: int) -> Iterator[Token]:
    """The tokens of a text whose first line has this number."""
    position, line_start, fresh = 0, 0, True  # fresh: only headers so far on this line
    while position < len(text):
        character, at = text[position], (line, position - line_start + 1)
        end = position + 1
        if character == "\n":
            line, line_start, fresh = line + 1, end, True
        elif character == "#":
            end = _line_end(text, position)
            yield Token("comment", text[position:end].rstrip("\r"), at)
        elif character == "{":
            end, closed = _comment_end(text, position)
            if not closed:
                yield Token("broken", "this comment is never closed: a } is missing", at)
            else:
                yield Token("comment", text[position:end], at)
            breaks = text.count("\n", position, end)
            if breaks:
                line, line_start = line + breaks, text.rindex("\n", position, end) + 1
            fresh = fresh or breaks > 0
        elif character == "[" and fresh:
            match = _HEADER.match(text, position)
            if match is not None:
                end = match.end()
                value_at = along(at, match.start(2) - position)
                yield Token("header", _ESCAPE.sub(r"\1", match[2]), value_at, match[1], "header")
            else:
                end = _line_end(text, position)
                complaint = _header_complaint(text[position:end].rstrip())
                yield Token("broken", complaint, at, field="header")
        elif character not in " \t\r":
            fresh = False
            word = _WORD.match(text, position)
            assert word is not None
            end = word.end()
            yield from _word(word[0], at)
        position = end


def is_comment(text: str) -> bool:
    """Is this one whole comment and nothing else?"""
    return [(token.kind, token.text) for token in scan(text, 1)] == [("comment", text)]


def _word(word: str, at: At) -> Iterator[Token]:
    """The move or result in a word, its number (``1.``) taken off; nothing for a bare number."""
    number = _NUMBER.match(word)
    start = number.end() if number else 0
    rest = word[start:]
    if rest:
        kind: Literal["move", "result"] = "result" if _RESULT.fullmatch(rest) else "move"
        yield Token(kind, rest, along(at, start))


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _comment_end(text: str, position: int) -> tuple[int, bool]:
    """Where the scan goes on behind a comment, and whether the comment was closed.

    An unclosed one would swallow the games behind it. So it ends before the next header line when
    no ``}`` comes at all, or when another ``{`` lies between that header line and the ``}``.
    """
    end = text.find("}", position)
    header = _HEADER_LINE.search(text, position, len(text) if end < 0 else end)
    if end >= 0 and (header is None or text.find("{", header.end(), end) < 0):
        return end + 1, True
    return header.start() if header else len(text), False


def _header_complaint(line: str) -> str:
    if line.count('"') - line.count('\\"') == 1:
        return 'this header has no closing quote: write [Key "value"]'
    if not line.endswith("]"):
        return 'this header has no closing bracket: write [Key "value"]'
    return 'this is no header: write [Key "value"], a quote or backslash in it as \\" or \\\\'
