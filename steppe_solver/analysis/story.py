"""What an analysis says of the game as a whole, in sentences without a full stop."""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.analysis.game import Analysis
from steppe_solver.analysis.performance import Performance, performances
from steppe_solver.analysis.words import winner


def decision(analysis: Analysis) -> Iterator[str]:
    """How far back the values are exact, and when the result stood and could no longer change."""
    if not analysis.plies:
        return
    if analysis.interrupted:
        yield "interrupted"
    if analysis.exact_from is None:
        yield "no value is known exactly"
    else:
        yield f"exact from move {analysis.exact_from} on"
    result = winner(analysis.final.signs.lower, analysis.record.start.rules.edition)
    decided = analysis.decided_at
    if decided is not None and decided > 1:
        yield f"decided at move {decided}: {result}; move {decided - 1} was the last to change that"
    elif decided is not None:
        yield f"decided before the first move: {result}"
    elif analysis.decided_by is not None:
        yield f"decided at move {analysis.decided_by} or sooner: {result}"
    elif analysis.plies[-1].costs_result and analysis.final.signs.exact is not None:
        yield f"decided by the last move: {result}"
    if analysis.open_until == 0:
        yield "at no move could the result have changed"
    elif analysis.open_until is not None:
        yield f"last moment at which the result could still change: move {analysis.open_until}"


def accounts(analysis: Analysis) -> Iterator[str]:
    """What each player gave away, and how often the best move was found."""
    edition = analysis.record.start.rules.edition
    for side in performances(analysis):
        yield _account(side, edition.name_of(side.color))


def _account(side: Performance, name: str) -> str:
    if not side.known:
        return f"{name}: nothing known exactly of {_counted(side.moves, 'move')}"
    share = f" ({100 * side.best // side.choices}%)" if side.choices else ""
    return (
        f"{name} gave away {_counted(side.lost, 'point')} in {_counted(side.known, 'move')};"
        f" best in {side.best} of {side.choices} with a choice{share}"
    )


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
