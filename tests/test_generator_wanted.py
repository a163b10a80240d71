"""What can be asked of the generator, and what it refuses to look for."""

from __future__ import annotations

from typing import Any

import pytest

from steppe_solver.generator import METHODS, Wanted
from steppe_solver.generator.tasks import tasks
from steppe_solver.goals import Goal
from steppe_solver.notation import parse_spn
from steppe_solver.position import Color
from steppe_solver.puzzle import Kind

LATE = parse_spn(
    "RRRBR/BRRRR/BBNRR/BRBBB/BBBBB|RR..R/N.N../.N.RR/BRBBB/BBBBB R 0,4,3,1 0,3,2,2 29-50"
)
"""Late on level 2: Red holds three tens, Blue two."""

CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    ({"kind": Kind.WIN, "tens": 2}, "about tens"),
    ({"kind": Kind.BEST, "n": (2, 3)}, "has no n"),
    ({"kind": Kind.SAVE, "strict": True}, "strict"),
    ({"kind": Kind.TEN, "gap": 5}, "no gap"),
    ({"kind": Kind.TEN, "tens": 4}, "three tens"),
    ({"kind": Kind.TEN, "tens": 3, "n": (1, 2)}, "cannot be laid"),
    ({"kind": Kind.TEN, "n": (4, 3)}, "lower number first"),
    ({"kind": Kind.TEN, "n": (21, 22)}, "n is 1 to 20"),
    ({"kind": Kind.TEN, "level": 4}, "levels are"),
    ({"kind": Kind.PACK, "level": 2}, "the last"),
    ({"kind": Kind.WIN, "level": 1}, "level 1"),
    ({"kind": Kind.TEN, "rating": (0, 50)}, "ratings are"),
    ({"kind": Kind.TEN, "rating": (60, 50)}, "lower one first"),
    ({"kind": Kind.TEN, "duals": -1}, "0 duals"),
    ({"kind": Kind.BEST, "gap": 0}, "1 point"),
    ({"kind": Kind.TEN, "per_parent": 0}, "at least one"),
    ({"kind": Kind.TEN, "to_move": Color.NEUTRAL}, "only a player"),
    ({"kind": Kind.WIN, "methods": ("one-ten-left",)}, "about tens"),
    ({"kind": Kind.TEN, "methods": ("guessing",)}, "no method"),
    ({"kind": Kind.TEN, "methods": ("perturbed", "perturbed")}, "named once"),
]


@pytest.mark.parametrize(("order", "reason"), CONTRADICTIONS)
def test_what_no_puzzle_can_be_is_refused(order: dict[str, Any], reason: str) -> None:
    """An order that contradicts itself or the rules is a ValueError that says why."""
    with pytest.raises(ValueError, match=reason):
        Wanted(**order)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_can_be_ordered_plainly(kind: Kind) -> None:
    """Without wishes every kind is looked for by all methods that suit it: SAT for tens alone."""
    expected = (
        METHODS if kind in (Kind.TEN, Kind.SAVE, Kind.HELP) else ("self-play", *METHODS[1::2])
    )
    assert sorted(Wanted(kind).methods_used) == sorted(set(expected))


def test_the_goals_tried_are_those_asked_for() -> None:
    """Goals have the attacker, the tens and the level that the order allows, and no more tens than
    the attacker holds."""
    red = [Goal(Color.RED, tens, 3) for tens in (1, 2, 3)]
    blue = [Goal(Color.BLUE, tens, 3) for tens in (1, 2)]
    assert list(tasks(LATE, Wanted(Kind.TEN))) == red
    assert list(tasks(LATE, Wanted(Kind.SAVE))) == blue
    assert list(tasks(LATE, Wanted(Kind.TEN, tens=2))) == red[1:2]
    assert list(tasks(LATE, Wanted(Kind.TEN, level=2))) == []
    assert list(tasks(LATE, Wanted(Kind.TEN, to_move=Color.BLUE))) == []
    on_it = [Goal(Color.RED, tens, 2) for tens in (2, 3)]
    assert list(tasks(LATE, Wanted(Kind.TEN, level=2, n=(2, 5)))) == on_it
