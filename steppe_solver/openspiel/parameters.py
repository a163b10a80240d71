"""Parameters of the OpenSpiel game and the rules that they stand for; what a player can score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steppe_solver.position import MAX_SIDE, Cell, Edition, Reserve, Rules, Tile

_CELLS = {
    str(Cell(column, row)): Cell(column, row)
    for column in range(MAX_SIDE)
    for row in range(MAX_SIDE)
}


def parameters(rules: Rules | None = None, utility: str = "margin") -> dict[str, int | str]:
    """The parameters that make OpenSpiel load the game with these rules (default: standard)."""
    rules = rules or Rules()
    return {
        "width": rules.width,
        "height": rules.height,
        "levels": rules.levels,
        **rules.reserve._asdict(),
        "start": "+".join(map(str, sorted(rules.start))) or "none",
        "edition": rules.edition.value,
        "utility": utility,
    }


def rules_of(given: Mapping[str, Any]) -> Rules:
    """The rules that the parameters describe. Raises ValueError, which says what is wrong."""
    names = [] if given["start"] == "none" else given["start"].split("+")
    strangers = [name for name in names if name not in _CELLS]
    if strangers:
        raise ValueError(f"start: {strangers[0]!r} is no cell; write c3, a1+e5, or none")
    editions = [edition.value for edition in Edition]
    if given["edition"] not in editions:
        raise ValueError(f"edition: {given['edition']!r} is not one of {', '.join(editions)}")
    return Rules(
        width=given["width"],
        height=given["height"],
        levels=given["levels"],
        reserve=Reserve(*(given[kind] for kind in Reserve._fields)),
        start=frozenset(_CELLS[name] for name in names),
        edition=Edition(given["edition"]),
    )


def most_points(rules: Rules) -> int:
    """No player ever has more points than this; the most that a margin can be.

    Proof: let tiles be cut into cells, each worth its part of the face (a ten's cell 10/3), and
    forget the opponent and whose cell lies on whose. Some value is then put on some cells of each
    level and counts as often as the level's number says. The sum is largest with the most valuable
    cells on the highest level (rearrangement inequality), which is what is summed here.
    """
    room = dict.fromkeys(range(1, rules.levels + 1), rules.width * rules.height)
    sixths = 0  # a ten's cell is worth 20 sixths, a five's 15, a one's 6: no rounding
    by_worth = sorted(Tile, key=lambda tile: tile.face / tile.length, reverse=True)
    for tile in by_worth:
        cells = rules.reserve.count(tile) * tile.length
        for level in range(rules.levels, 0, -1):
            laid = min(cells, room[level])
            room[level] -= laid
            cells -= laid
            sixths += laid * level * (6 * tile.face // tile.length)
    return sixths // 6
