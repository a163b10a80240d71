"""An analysed game as `steppe analyse` prints it: an object for scripts, or text for players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe_solver.cli.inputs import Input
from steppe_solver.cli.words import counted, mover_letter, situation, title, wrapped
from steppe_solver.notation import format_move, format_spn
from steppe_solver.position import Move

if TYPE_CHECKING:
    from steppe_solver.analysis import Analysis, Ply

PREVIEW = 8
"""So many moves of a better line are shown in text."""


def as_json(source: Input, analysis: Analysis) -> dict[str, Any]:
    """The fields of the answer, in the order in which they are documented."""
    from steppe_solver.analysis import annotated, performances

    end = analysis.record.final
    edition = end.rules.edition
    return {
        "input": source.label,
        "game": annotated(analysis),
        "name": source.entry.name,
        "plies": [_ply_as_json(ply) for ply in analysis.plies],
        "end": {
            "spn": format_spn(end),
            "lower": analysis.final.lower,
            "upper": analysis.final.upper,
        },
        "decided_at": analysis.decided_at,
        "decided_by": analysis.decided_by,
        "open_until": analysis.open_until,
        "exact_from": analysis.exact_from,
        "players": [
            {
                "player": edition.letter_of(side.color),
                "moves": side.moves,
                "known": side.known,
                "choices": side.choices,
                "best": side.best,
                "lost": side.lost,
            }
            for side in performances(analysis)
        ],
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }


def _ply_as_json(ply: Ply) -> dict[str, Any]:
    from steppe_solver.analysis import mark

    return {
        "ply": ply.number,
        "mover": mover_letter(ply.position),
        "move": format_move(ply.move),
        "spn": format_spn(ply.position),
        "lower": ply.before.lower,
        "upper": ply.before.upper,
        "loss": ply.loss.exact,
        "loss_lower": ply.loss.lower,
        "loss_upper": ply.loss.upper,
        "best": _named(ply.best),
        "line": None if ply.better is None else [format_move(move) for move in ply.better],
        "forced": ply.forced,
        "mark": mark(ply),
    }


def _named(move: Move | None) -> str | None:
    return None if move is None else format_move(move)


def as_text(source: Input, analysis: Analysis, *, short: bool) -> str:
    """The answer in words; ``short`` leaves it at the sum of it, in a line."""
    from steppe_solver.analysis import accounts, decision

    moves = counted(len(analysis.plies), "move") if analysis.plies else "no moves to analyse"
    if short:
        return f"{source.label}: {'; '.join([moves, *decision(analysis), *accounts(analysis)])}"
    lines = [title(source), f"  {situation(analysis.record.final)}; {moves}"]
    if analysis.plies:
        lines += [f"  {sentence}" for sentence in decision(analysis)]
        lines += _table(analysis)
        lines += _better_lines(analysis)
        lines += [f"  {sentence}" for sentence in accounts(analysis)]
        lines.append(f"  {analysis.nodes:,} nodes, {analysis.seconds:.3f} s")
    return "\n".join([*lines, ""])


_ROW = "  {:>4}  {:<17}{:<27}{:<12}{}"


def _table(analysis: Analysis) -> Iterator[str]:
    """A line a move, under the level it is played on."""
    from steppe_solver.analysis import LEGEND, mark, points, value_in_words

    edition = analysis.record.start.rules.edition
    level = None
    yield _ROW.format("move", "", "perfect play", "gives away", "best")
    for ply in analysis.plies:
        if ply.position.level != level:
            level = ply.position.level
            yield f"  level {level}"
        mover = f"{edition.name_of(ply.mover):<6}{format_move(ply.move)}"
        value = value_in_words(ply.before, edition)
        loss = "" if ply.loss.exact == 0 else f"{points(ply.loss):<6}{mark(ply)}"
        best = "only move" if ply.forced else _named(ply.best) if ply.loss.lower else ""
        yield _ROW.format(ply.number, mover, value, loss, best or "").rstrip()
    if any(map(mark, analysis.plies)):
        yield f"  {LEGEND}"


def _better_lines(analysis: Analysis) -> Iterator[str]:
    """The beginnings of better lines, where points were given away."""
    for ply in analysis.plies:
        if ply.better:
            line = [format_move(move) for move in ply.better]
            shown = line if len(line) <= PREVIEW + 1 else [*line[:PREVIEW], "..."]
            yield from wrapped(f"  better at move {ply.number}: ", shown)
