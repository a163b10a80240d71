"""An answer as `steppe solitaire solve` prints it: an object for scripts, or text for players."""

from __future__ import annotations

from typing import Any

from steppe_solver.cli.solitaire.inputs import DealInput
from steppe_solver.cli.words import counted, wrapped
from steppe_solver.solitaire import Game, Move, format_move
from steppe_solver.solitaire.goals import Answer, Bounds
from steppe_solver.solitaire.solver import Verdict


def as_json(source: DealInput, answer: Answer) -> dict[str, Any]:
    """The fields of the answer, in the order in which they are documented."""
    game = _game(source)
    fields: dict[str, Any] = {
        "deal_id": source.entry.deal_id,
        "variant": str(game.variant),
        "goal": str(answer.goal),
        "verdict": str(answer.verdict),
        "value": answer.value,
        "lower": answer.lower,
        "upper": answer.upper,
        "line": None if answer.line is None else list(map(format_move, answer.line)),
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }
    if answer.moves is not None:
        fields["moves"] = {
            format_move(move): _judged_as_json(judged) for move, judged in answer.moves.items()
        }
    return fields


def as_text(source: DealInput, answer: Answer, short: bool) -> str:
    """The answer in words; ``short`` leaves it at the verdict and the value."""
    finding = _finding(answer)
    table = _table_of_moves(answer)
    if short:
        return "\n".join([f"{source.title}: {finding}", *table])
    game = _game(source)
    played = f", {counted(len(game.moves), 'move')} played" if game.moves else ""
    lines = [f"{source.title}  {game.variant}{played}", f"  {finding}"]
    if answer.line:
        lines.append(f"  {_about_line(game, answer)}:")
        lines += wrapped("    ", map(format_move, answer.line))
    if table:
        lines += ["  every move:", *table]
    lines += [f"  {counted(answer.nodes, 'node')}, {answer.seconds:.3f} s", ""]
    return "\n".join(lines)


def _game(source: DealInput) -> Game:
    assert source.entry.game is not None
    return source.entry.game


def _judged_as_json(judged: Verdict | Bounds) -> str | int | list[int]:
    if isinstance(judged, Verdict):
        return str(judged)
    lower, upper = judged
    return lower if lower == upper else [lower, upper]


def _finding(answer: Answer) -> str:
    """The verdict, and what the value means."""
    verdict = str(answer.verdict)
    if answer.interrupted:
        verdict += ", interrupted"
    elif answer.verdict is Verdict.UNKNOWN:
        verdict += ", as the limit struck"
    if answer.lower is None and answer.upper is None:
        return verdict
    return f"{verdict}; {_meaning(answer)}"


def _meaning(answer: Answer) -> str:
    kind, within = answer.goal.kind, answer.goal.within
    names = {
        "score": "best completion score",
        "buffers": "fewest buffers",
        "recycles": "fewest recycles",
        "moves": "moves of the shortest win",
        "foundation": f"most cards up within {counted(within or 0, 'move')}",
    }
    return f"{names[kind]}: {_between(answer.lower, answer.upper)}"


def _between(lower: int | None, upper: int | None) -> str:
    if lower == upper:
        return str(lower)
    return f"{lower} or more, if any" if upper is None else f"{lower} to {upper}"


def _about_line(game: Game, answer: Answer) -> str:
    """What the line brings."""
    assert answer.line is not None
    ledger = game.play(*answer.line).ledger
    end = "a win" if ledger.won else f"{counted(ledger.cards_up, 'card')} up"
    buffers = "" if ledger.buffered else ", no card ever in a buffer"
    recycles = counted(ledger.recycles, "recycle")
    score = f", score {ledger.completion()}" if answer.goal.kind == "score" else ""
    return f"{counted(len(answer.line), 'move')} to {end}, {recycles}{buffers}{score}"


def _table_of_moves(answer: Answer) -> list[str]:
    """A line for every move, the best first."""

    def rank(item: tuple[Move, Verdict | Bounds]) -> tuple[int, int]:
        _, judged = item
        if isinstance(judged, Verdict):
            return list(Verdict).index(judged) % 3, 0
        lower, upper = judged
        return -lower, -upper

    def said(judged: Verdict | Bounds) -> str:
        return str(judged) if isinstance(judged, Verdict) else _between(*judged)

    moves = sorted((answer.moves or {}).items(), key=rank)
    return [f"    {format_move(move):<8}  {said(judged)}" for move, judged in moves]
