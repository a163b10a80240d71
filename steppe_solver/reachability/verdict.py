"""What is said of a position: reached or not, with the game or with the reasons."""

from __future__ import annotations

from dataclasses import dataclass

from steppe_solver.notation.record import GameRecord
from steppe_solver.position import Color


@dataclass(frozen=True, slots=True)
class Reason:
    """One of the conditions that cannot hold together.

    ``kind`` is ``opener``, ``skip``, ``complete``, ``turn``, ``tiles``, ``score`` or ``neutrals``
    (`conditions` explains each), or ``cells`` for a position that is not even consistent; ``level``
    and ``color`` say of which level and which player, where that applies. ``text`` is a sentence
    with the numbers, in the words of the position's edition.
    """

    kind: str
    level: int | None
    color: Color | None
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a legal game ends in the position.

    ``reachable`` is None where that is not known. ``game`` is such a game, from
    ``Position.start(position.rules)``, where there is one. ``reasons``, where there is none, are
    conditions that cannot hold together; ``minimal`` tells that any of them left out, the others
    can: it is False only where the time was up before that was known.
    """

    reachable: bool | None
    game: GameRecord | None = None
    reasons: tuple[Reason, ...] = ()
    minimal: bool = True
