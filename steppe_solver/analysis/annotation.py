"""An analysis written into the game record, as comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from steppe_solver.analysis.game import Analysis, Ply
from steppe_solver.analysis.marks import mark
from steppe_solver.analysis.story import accounts, decision
from steppe_solver.analysis.words import value_in_words
from steppe_solver.notation import Comment, format_move, format_record

OPENING = "{steppe: "
"""How the comments written here begin; older ones that do are replaced."""

_WIDTH = 80


def annotated(analysis: Analysis) -> str:
    """The game as text that `parse_record` reads back, with what is proved of it in comments.

    A summary stands before the first move; behind every move that gave points away how many, and a
    better line where one is known. The record's own comments are kept, earlier ones of this kind
    are not.
    """
    own = [comment for comment in analysis.record.comments if not comment.text.startswith(OPENING)]
    said = [Comment(0, _wrapped(_summary(analysis)))] if analysis.plies else []
    for ply in analysis.plies:
        remarks = list(_remarks(analysis, ply))
        if remarks:
            said.append(Comment(ply.number, _wrapped(remarks)))
    return format_record(analysis.record, [*own, *said])


def _wrapped(sentences: Iterable[str]) -> str:
    text = f"{OPENING}{' '.join(sentences)}}}"
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _summary(analysis: Analysis) -> Iterator[str]:
    for sentence in (*decision(analysis), *accounts(analysis)):
        yield f"{sentence[0].upper()}{sentence[1:]}."


def _remarks(analysis: Analysis, ply: Ply) -> Iterator[str]:
    """What there is to say of a move that is proved to have given points away."""
    if not ply.loss.lower:
        return
    edition = analysis.record.start.rules.edition
    least = "" if ply.loss.exact is not None else "at least "
    yield f"{mark(ply)} gives away {least}{ply.loss.lower}:"
    before, after = (value_in_words(value, edition) for value in (ply.before, ply.after))
    yield f"{after} instead of {before}."
    if ply.better:
        yield f"Better {' '.join(map(format_move, ply.better))}"
