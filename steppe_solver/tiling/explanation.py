"""A conflict in the words of a player: what cannot be, and the facts that stand against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from steppe_solver.position import Cell, Color, Edition
from steppe_solver.tiling.conditions import (
    Condition,
    Demand,
    Full,
    Hole,
    Kept,
    Needed,
    Stock,
    Support,
    Taken,
    counted,
)


def explain(conditions: Sequence[Condition], edition: Edition) -> str:
    """A sentence on conditions that cannot hold together.

    >>> from steppe_solver.position import Tile
    >>> from steppe_solver.tiling.question import Need
    >>> ten = Needed(Need(Color.RED, Tile.TEN, 1))
    >>> explain([ten, Hole(Cell(2, 1), 1), Support(Cell(4, 2), Color.BLUE, 1)], Edition.TSR)
    'Red cannot lay a ten: c2 is a hole of level 1, and Blue holds e3 of level 1'
    """
    demands = [c for c in conditions if isinstance(c, Demand)]
    facts = [*_facts_of_cells(conditions, edition), *_other_facts(conditions, edition)]
    if len(demands) == 1:
        head = _denied(demands[0], edition)
    else:
        wishes = _joined([demand.words(edition) for demand in demands])
        head = f"it cannot be that {wishes}" if demands else "it cannot be"
    if len(demands) == 1 and not facts:
        return f"{head}: the board has no room"
    return f"{head}: {_joined(facts)}" if facts else head


def _denied(demand: Demand, edition: Edition) -> str:
    if isinstance(demand, Full):
        return f"level {demand.level} cannot be filled"
    if isinstance(demand, Kept):
        owner = edition.name_of(demand.color) + ("" if demand.color is Color.NEUTRAL else "'s")
        return f"{demand.cell} of level {demand.level} cannot end up {owner}"
    need = demand.need
    where = "" if need.level is None else f" on level {need.level}"
    tiles = counted(need.count, need.tile)
    if need.exactly:
        tiles = f"exactly {tiles}"
    elif need.count == 1:
        tiles = "a " + tiles.removeprefix("1 ")
    return f"{edition.name_of(need.color)} cannot lay {tiles}{where}"


def _facts_of_cells(conditions: Iterable[Condition], edition: Edition) -> Iterator[str]:
    """The holes, the tiles below and those that lie there already, each kind together."""
    groups: dict[tuple[type, int, Color | None], list[Cell]] = {}
    for condition in conditions:
        if isinstance(condition, Hole):
            groups.setdefault((Hole, condition.level, None), []).append(condition.cell)
        elif isinstance(condition, Support | Taken):
            key = type(condition), condition.level, condition.owner
            groups.setdefault(key, []).append(condition.cell)
    for (kind, level, owner), cells in groups.items():
        names = _joined([str(cell) for cell in sorted(cells)], comma=False)
        several = len(cells) > 1
        if owner is None:
            yield f"{names} {'are holes' if several else 'is a hole'} of level {level}"
        elif kind is Support:
            yield f"{edition.name_of(owner)} holds {names} of level {level}"
        elif owner is Color.NEUTRAL:
            tiles = "neutral tiles lie" if several else "a neutral tile lies"
            yield f"{tiles} on {names} of level {level}"
        else:
            yield f"{edition.name_of(owner)} lies on {names} of level {level}"


def _other_facts(conditions: Iterable[Condition], edition: Edition) -> list[str]:
    told = (Full, Kept, Needed, Hole, Support, Taken)
    stocks: dict[Color, list[str]] = {}
    for condition in conditions:
        if isinstance(condition, Stock):
            tiles = counted(condition.count, condition.tile)
            stocks.setdefault(condition.color, []).append(tiles)
    facts = [
        f"{edition.name_of(color)} has {_joined(tiles, comma=False)} in hand"
        for color, tiles in stocks.items()
    ]
    others = (c for c in conditions if not isinstance(c, (*told, Stock)))
    return facts + [condition.words(edition) for condition in others]


def _joined(parts: Sequence[str], *, comma: bool = True) -> str:
    """``a``, ``a, and b`` or ``a, b, and c``; short ones, without the comma, ``a and b``."""
    if len(parts) < 2:
        return "".join(parts)
    if not comma:
        return f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"
