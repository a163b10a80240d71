"""Why there is no laying: cores against all sets of tiles, against brute force, and stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice
from math import comb
from random import Random

import pytest
from dropped import broken_sets, can_hold, smallest_core
from infeasible import MADE_UP, infeasible, is_small
from layings import TooManyLayingsError, all_layings, candidates, meets, random_question

from steppe_solver.position import PLAYERS, Cell, Color, Edition, Reserve, Tile
from steppe_solver.tiling.conditions import (
    Condition,
    Full,
    Hole,
    Idle,
    Kept,
    Needed,
    NeutralStock,
    Stock,
    Support,
    Taken,
)
from steppe_solver.tiling.encoding import encode
from steppe_solver.tiling.question import Keep, Layout, Need, Question
from steppe_solver.tiling.reasons import Conflict, conflict, holds
from steppe_solver.tiling.sat import Oracle, StoppedError

CASES = infeasible()


def all_conditions(question: Question) -> list[Condition]:
    """Every condition that the question has."""
    return list(encode(question, relaxable=True).switches)


def core_of(question: Question) -> tuple[Condition, ...]:
    """The conditions of the conflict, which must be called minimal."""
    found = conflict(question)
    assert found is not None
    assert found.minimal
    return found.conditions


def test_the_cases_are_varied() -> None:
    """There are at least 60 questions, without a laying, and their cores name every kind."""
    named = Counter(type(c) for question in CASES.values() for c in core_of(question))
    assert len(CASES) >= 60
    kinds = {Full, Hole, Idle, Kept, Needed, NeutralStock, Stock, Support, Taken}
    assert set(named) == kinds
    assert min(named.values()) >= 3


@pytest.mark.parametrize("name", CASES)
def test_cores_are_minimal(name: str) -> None:
    """The conditions cannot hold together, any one of them dropped the others can."""
    core = core_of(CASES[name])
    assert len(set(core)) == len(core) > 0
    assert not holds(CASES[name], core)
    for dropped in core:
        assert holds(CASES[name], [other for other in core if other != dropped])


@pytest.mark.parametrize("name", CASES)
def test_no_smaller_set_fails(name: str) -> None:
    """No smaller set of conditions fails to hold: all are tried, where they are few."""
    question, size = CASES[name], len(core_of(CASES[name])) - 1
    conditions = all_conditions(question)
    if comb(len(conditions), size) > 4000:
        pytest.skip("too many sets")
    encoding = encode(question, relaxable=True)
    with Oracle(encoding.formula) as oracle:
        for some in combinations(conditions, size):
            assert oracle.satisfiable([encoding.switches[c] for c in some]), some


def test_cores_are_what_sets_of_tiles_say() -> None:
    """Any conditions hold together exactly if some set of tiles breaks none; cores are smallest.

    Without a formula: every set of tiles is looked at for what it breaks.
    """
    seen = 0
    for name, question in CASES.items():
        if is_small(question):
            _compare(question, Random(name))
            seen += 1
    assert seen > 25


@pytest.mark.slow
def test_cores_are_what_more_sets_of_tiles_say() -> None:
    """The same on hundreds of questions by chance, the feasible ones too."""
    for seed in range(240):
        levels = seed % 3 + 1
        question = random_question(Random(seed), cells=(4, 3, 2)[seed % 3], levels=levels)
        _compare(question, Random(seed))


def _compare(question: Question, rng: Random) -> None:
    broken = broken_sets(question)
    conditions = all_conditions(question)
    for _ in range(8):
        some = [c for c in conditions if rng.random() < rng.choice((0.3, 0.6, 0.9))]
        assert holds(question, some) == can_hold(some, broken), (question, some)
    found = conflict(question)
    assert (found is None) == can_hold(conditions, broken), question
    if found:
        assert not can_hold(found.conditions, broken), question
        assert len(found.conditions) == smallest_core(broken), question


def without_others(question: Question, kept: Collection[Condition]) -> Question | None:
    """A question that asks just these conditions of it; None where no question does."""
    layout = question.layout
    cells = range(len(layout.levels[-1]))
    dropped = set(all_conditions(question)) - set(kept)
    full = any(isinstance(c, Full) for c in kept)
    odd = (NeutralStock, Idle) + ((Hole, Taken) if full else ())
    if question.levels > 1 and any(isinstance(c, Hole | Taken | Full | Kept) for c in dropped):
        return None
    if any(
        isinstance(c, odd) or (isinstance(c, Stock) and c.tile is Tile.NEUTRAL) for c in dropped
    ):
        return None
    floors = {c.cell for c in dropped if isinstance(c, Hole | Support)}
    freed = {c.cell for c in dropped if isinstance(c, Taken)}
    levels = list(layout.levels)
    cell = layout.rules.cell
    levels[-1] = tuple(None if cell(i) in freed else levels[-1][i] for i in cells)
    if layout.level > 1:
        levels[-2] = tuple(Color.NEUTRAL if cell(i) in floors else levels[-2][i] for i in cells)
    reserves = []
    for color in PLAYERS:
        counts = [
            99 if Stock(color, tile, held) in dropped else held
            for tile, held in zip(Tile, layout.reserves[color.index], strict=True)
        ]
        reserves.append(Reserve(*counts))
    return replace(
        question,
        layout=Layout(layout.rules, tuple(levels), (reserves[0], reserves[1])),
        full=question.full and (full or question.levels > 1),
        needs=tuple(need for need in question.needs if Needed(need) in kept),
        keeps=tuple(Keep(c.cell, c.color, c.level) for c in kept if isinstance(c, Kept))
        if question.levels == 1
        else question.keeps,
    )


def is_feasible(question: Question, most: int = 3000) -> bool | None:
    """Has it a laying, by brute force? None where that takes too long."""
    for looked, laid in enumerate(candidates(question)):
        if meets(question, laid):
            return True
        if looked > most:
            return None
    return False


def test_easier_questions_have_layings() -> None:
    """A question of the core's conditions alone has no laying; with one of them dropped it has.

    By brute force on changed layouts, hands and demands, wherever there is such a question: the
    core cannot be told from all conditions where another is not to be dropped so simply.
    """
    refused = laid = 0
    for name, question in CASES.items():
        if question.levels * len(question.layout.levels[-1]) > 6:
            continue
        core = core_of(question)
        hard = set(all_conditions(question)) - set(core)
        fixed = {
            c for c in hard if without_others(question, {*all_conditions(question)} - {c}) is None
        }
        asked = without_others(question, {*core, *fixed})
        if asked is None:
            continue
        answer = is_feasible(asked)
        assert answer in (False, None), name
        refused += answer is False
        if fixed:
            continue
        for dropped in core:
            easier = without_others(question, set(core) - {dropped})
            if easier is not None:
                answer = is_feasible(easier)
                assert answer in (True, None), (name, dropped)
                laid += answer is True
    assert refused > 40
    assert laid > 20


def test_a_question_with_a_laying_has_no_conflict() -> None:
    """There is a conflict exactly where brute force finds no laying."""
    answers = Counter[bool]()
    for seed in range(150):
        question = random_question(Random(seed), cells=4, levels=2)
        with suppress(TooManyLayingsError):
            feasible = bool(all_layings(question, 300))
            assert (conflict(question) is None) == feasible, question
            answers[feasible] += 1
    assert min(answers[True], answers[False]) > 30


def test_reasons_of_made_up_questions() -> None:
    """Where the reason is plain to see, just that is named."""
    a_ten = Needed(Need(Color.RED, Tile.TEN, 1))
    blue_ten = Needed(Need(Color.BLUE, Tile.TEN, 1))
    a_neutral = Needed(Need(Color.BLUE, Tile.NEUTRAL, 1))
    a1, b1, c1 = (Cell(column, 0) for column in range(3))
    expected: dict[str, set[Condition]] = {
        "a hole under the ten": {a_ten, Hole(b1, 1)},
        "an opponent under the end": {a_ten, Support(c1, Color.BLUE, 1)},
        "a tile in the way": {blue_ten, Taken(b1, Color.NEUTRAL, 1)},
        "no ten in hand": {a_ten, Stock(Color.RED, Tile.TEN, 0)},
        "a board too small": {a_ten},
        "who does not lay needs neutrals": {a_neutral, Idle(Color.BLUE)},
        "kept by two": {Kept(a1, Color.RED, 1), Kept(a1, Color.BLUE, 1)},
        "kept over a hole": {Kept(a1, Color.NEUTRAL, 2), Hole(a1, 1)},
        "kept but taken": {Kept(a1, Color.BLUE, 2), Taken(a1, Color.RED, 2)},
        "a hole goes all the way up": {Kept(a1, Color.RED, 4), Hole(a1, 1)},
        "over the tile that lies there": {Kept(a1, Color.RED, 2), Taken(a1, Color.BLUE, 1)},
    }
    assert {name: set(core_of(MADE_UP[name])) for name in expected} == expected


def test_words_follow_the_edition() -> None:
    """Every condition of every core is said in words; the first player is White in one edition."""
    for question in CASES.values():
        for condition in core_of(question):
            tsr, dmr = (condition.words(edition) for edition in Edition)
            assert tsr.replace("Red", "White") == dmr
            assert ("Red" in tsr) == (Color.RED in _colors(condition))


def _colors(condition: Condition) -> set[Color]:
    """The owners that a condition speaks of."""
    if isinstance(condition, Needed):
        return {condition.need.color}
    names = ("color", "owner")
    return {getattr(condition, name) for name in names if hasattr(condition, name)}


def stop_after(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the solver answers so many questions, then it is stopped."""
    satisfiable = Oracle.satisfiable
    left = calls

    def impatient(oracle: Oracle, assumptions: Sequence[int] = ()) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoppedError
        return satisfiable(oracle, assumptions)

    monkeypatch.setattr(Oracle, "satisfiable", impatient)


def test_stopped_before_the_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stops before it is known that there is no laying gets StoppedError."""
    stop_after(0, monkeypatch)
    with pytest.raises(StoppedError):
        conflict(MADE_UP["tens on 5 x 5"])


def test_stopped_cores_fail_and_are_not_called_minimal_falsely() -> None:
    """Stopped after any number of answers, the conditions fail to hold; minimal means minimal."""
    flags = Counter[bool]()
    for name, question in islice(CASES.items(), 0, None, 2):
        for calls in range(1, 12):
            with pytest.MonkeyPatch.context() as patch:
                stop_after(calls, patch)
                found = conflict(question)
            assert isinstance(found, Conflict)
            assert not holds(question, found.conditions), name
            if found.minimal:
                for dropped in found.conditions:
                    assert holds(question, [c for c in found.conditions if c != dropped]), name
            flags[found.minimal] += 1
    assert min(flags[True], flags[False]) > 20


def test_conflicts_are_deterministic() -> None:
    """The same question gives the same conditions in the same order."""
    for question in CASES.values():
        assert conflict(question) == conflict(question)
