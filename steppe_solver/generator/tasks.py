"""Which tasks a position may hold, by a glance: the cheap conditions that come before any search.

They leave out what hardly ever is a puzzle or takes long to search; they are wishes, not proofs.
"""

from __future__ import annotations

from collections.abc import Iterator

from steppe_solver.bridge import Limit
from steppe_solver.generator.wanted import Wanted
from steppe_solver.goals import Goal
from steppe_solver.position import PLAYERS, Position
from steppe_solver.puzzle.examine import is_alone
from steppe_solver.puzzle.model import TENS_KINDS, Kind

_LONG = 6
"""From this n on, more open cells are looked at, and more nodes spent on a position."""

_OPEN_BELOW = (2, 8)
"""Open cells on the level before that of the tens: fewer leave nothing to do, more take longer."""

_OPEN_BELOW_LONG = (4, 11)

_OPEN_ON = (4, 18)
"""Open cells on the level of the tens itself."""

_OPEN_TO_THE_END = {2: (1, 3), 3: (4, 14)}
"""Open cells by level where the rest of the game is played out: ``win`` and ``best``."""

_OPEN_TOGETHER = (2, 6)
"""Open cells before the level of the tens for ``help``: shared play has many branches."""


def node_limit(wanted: Wanted) -> Limit:
    """How many nodes a single question may take, before the position is left alone.

    Nodes, never seconds: so the same positions are left alone on every machine.
    """
    if wanted.kind not in TENS_KINDS:
        return Limit(nodes=400_000)
    return Limit(nodes=200_000 if _is_long(wanted) else 20_000)


def tasks(position: Position, wanted: Wanted) -> Iterator[Goal | None]:
    """The goals to try in the position: None, once, for a kind without one."""
    if position.is_over or (wanted.to_move and position.mover is not wanted.to_move):
        return
    room = position.open_cells
    if wanted.kind in TENS_KINDS:
        yield from _goals(position, room, wanted)
    elif wanted.kind is Kind.PACK:
        if is_alone(position):
            yield None
    elif wanted.level in (None, position.level):
        least, most = _OPEN_TO_THE_END.get(position.level, (1, 0))
        # Without a wish for it the second level is left out: it takes a hundred times as long.
        if least <= room <= most and (wanted.level or position.level == 3):
            yield None


def _goals(position: Position, room: int, wanted: Wanted) -> Iterator[Goal]:
    assert position.mover is not None
    kind = wanted.kind
    attackers = {
        Kind.TEN: (position.mover,),
        Kind.SAVE: (position.mover.opponent,),
        Kind.HELP: PLAYERS,
    }[kind]
    for level in (position.level, position.level + 1):
        if level > position.rules.levels or wanted.level not in (None, level):
            continue
        if level == 1 and wanted.level is None:
            continue  # on the ground everything bears tens: only where it is asked for
        on_it = level == position.level
        least, most = _open_range(wanted, on_it)
        if not least <= room <= most:
            continue
        for attacker in attackers:
            for tens in range(1, 1 + min(3, position.reserve(attacker).tens)):
                if wanted.tens not in (None, tens):
                    continue
                # On the level itself tens that can be forced are laid one after another: it takes
                # as many moves as there are tens, and a single one is no puzzle. As these are found
                # by the dozen, they are looked at only where such an n is asked for.
                if on_it and (wanted.n is None or not wanted.allows_n(tens)):
                    continue
                yield Goal(attacker, tens, level)


def _open_range(wanted: Wanted, on_it: bool) -> tuple[int, int]:
    if on_it:
        return _OPEN_ON if wanted.kind is not Kind.HELP else (1, 0)
    if wanted.kind is Kind.HELP:
        return _OPEN_TOGETHER
    return _OPEN_BELOW_LONG if _is_long(wanted) else _OPEN_BELOW


def _is_long(wanted: Wanted) -> bool:
    return wanted.n is not None and wanted.n[0] >= _LONG
