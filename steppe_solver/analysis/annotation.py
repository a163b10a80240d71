"""An analysis written into the game record, as comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from steppe_solver.analysis.game import Analysis, Ply
from steppe_solver.analysis.marks import mark
from steppe_solver.analysis.performance import performances
from steppe_solver.analysis.words import value_in_words, winner
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
    said = [Comment(0, _wrapped(_summary(analysis)))]
    for ply in analysis.plies:
        remarks = list(_remarks(analysis, ply))
        if remarks:
            said.append(Comment(ply.number, _wrapped(remarks)))
    return format_record(analysis.record, [*own, *said])


def _wrapped(sentences: Iterable[str]) -> str:
    text = f"{OPENING}{' '.join(sentences)}}}"
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _summary(analysis: Analysis) -> Iterator[str]:
    edition = analysis.record.start.rules.edition
    if analysis.exact_from is None:
        yield "no value is known exactly."
    else:
        yield f"exact from move {analysis.exact_from} on, bounds before."
        for side in performances(analysis):
            yield (
                f"{edition.name_of(side.color)} gave away {side.lost} in {side.known} moves, of"
                f" {side.choices} with a choice {side.best} were best."
            )
    if analysis.decided_by is not None:
        sooner = "" if analysis.decided_at else ", or sooner"
        result = winner(analysis.final.signs.lower, edition)
        yield f"Decided at move {analysis.decided_by}{sooner}: {result}."


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
