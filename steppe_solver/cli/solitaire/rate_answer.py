"""A deal's rating as JSON, as text for people, and in one line."""

from __future__ import annotations

from typing import Any

from steppe_solver.cli.words import counted
from steppe_solver.solitaire import Game
from steppe_solver.solitaire.rating import Rating
from steppe_solver.solitaire.solver import Verdict


def as_json(game: Game, rating: Rating) -> dict[str, Any]:
    """The rating as it stands in JSON answers."""
    path, casual = rating.path, rating.casual
    return {
        "deal_id": game.deal.deal_id,
        "variant": str(game.variant),
        "verdict": rating.verdict.value,
        "rating": rating.value,
        "first_moves": {str(move): verdict.value for move, verdict in rating.first_moves.items()},
        "losing_first_moves": rating.losing_first_moves,
        "line": None if rating.line is None else list(map(str, rating.line)),
        "positions": path.positions,
        "narrow": path.narrow,
        "keeping": path.keeping if path.positions else None,
        "casual_games": casual.games,
        "casual_wins": casual.won,
        "dead_ends": casual.dead_ends,
        "nodes": rating.nodes,
    }


def as_line(game: Game, rating: Rating) -> str:
    """The deal and its rating, or its verdict where it has none."""
    return f"{_name(game)} {rating.value or rating.verdict.value}"


def as_text(game: Game, rating: Rating) -> str:
    """The rating and what it is made of."""
    head = f"{_name(game)}  {game.variant}  {rating.verdict.value}"
    if rating.value is not None:
        head += f"  rating {rating.value}"
    verdicts = list(rating.first_moves.values())
    unknown = verdicts.count(Verdict.UNKNOWN)
    first = f"  first moves: {rating.losing_first_moves} of {len(verdicts)} lose"
    parts = [head, first + (f", {unknown} unknown" if unknown else "")]
    if rating.line is not None:
        path, casual = rating.path, rating.casual
        parts.append(
            f"  a winning line of {counted(len(rating.line), 'move')}: {path.keeping:.0%} of the"
            f" moves along it keep the win; one alone does in {path.narrow} of"
            f" {counted(path.positions, 'position')} looked at"
        )
        parts.append(
            f"  a casual player: {casual.won} of {counted(casual.games, 'game')} won,"
            f" {casual.dead_ends} ended in a dead end"
        )
    return "\n".join(parts)


def _name(game: Game) -> str:
    return game.deal.deal_id or "deal"
