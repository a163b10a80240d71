"""The encoding: read without a solver where it can be, then its models against brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest
from infeasible import layout
from layings import Laid, TooManyLayingsError, all_layings, random_question
from variants import random_game, random_rules

from steppe_solver.position import PLAYERS, Color, Reserve, Tile
from steppe_solver.tiling.clauses import Clauses
from steppe_solver.tiling.encoding import Encoding, encode
from steppe_solver.tiling.question import Layout, Placement, Question, laying
from steppe_solver.tiling.sat import Oracle, StoppedError


def extends(clauses: Sequence[Sequence[int]], chosen: frozenset[int]) -> bool:
    """Can these true literals be completed to a model? By trying, without a solver."""
    if any(-literal in chosen for literal in chosen):
        return False
    left = []
    for clause in clauses:
        if chosen.isdisjoint(clause):
            rest = [literal for literal in clause if -literal not in chosen]
            if not rest:
                return False
            left.append(rest)
    if not left:
        return True
    units = {clause[0] for clause in left if len(clause) == 1}
    if units:
        return extends(left, chosen | units)
    return any(extends(left, chosen | {literal}) for literal in left[0])


def assignment(encoding: Encoding, laid: Laid) -> frozenset[int]:
    """The literals that say of every placement whether it is in the laying."""
    numbered = enumerate(encoding.placements, 1)
    return frozenset(v if placement in laid else -v for v, placement in numbered)


def small_questions(
    count: int, cells: int, levels: int, most: int
) -> Iterator[tuple[Question, set[Laid]]]:
    """Questions by chance with all their layings by brute force, for which little is tried."""
    for seed in range(count):
        question = random_question(Random(seed), cells=cells, levels=levels)
        try:
            layings = all_layings(question, most)
        except TooManyLayingsError:
            continue
        yield question, layings


def models(oracle: Oracle, encoding: Encoding) -> Iterator[Laid]:
    """Every laying that some model stands for: all ways to set the placements are followed up."""
    count = len(encoding.placements)

    def follow(assumed: list[int]) -> Iterator[Laid]:
        if not oracle.satisfiable(assumed):
            return
        if len(assumed) == count:
            yield frozenset(encoding.decode(assumed))
            return
        for sign in (1, -1):
            yield from follow([*assumed, sign * (len(assumed) + 1)])

    return follow([])


def test_every_legal_placement_has_one_variable() -> None:
    """The placements are those that the rules give both players, each once, in a laying's order."""
    seen = 0
    for seed in range(60):
        for position in random_game(Random(seed), random_rules(Random(seed), cells=25, side=5)):
            encoding = encode(Question(Layout.of(position)))
            legal = {
                Placement(
                    position.level, Color.NEUTRAL if move.tile is Tile.NEUTRAL else color, move
                )
                for color in PLAYERS
                for move in position.placements(color)
            }
            assert set(encoding.placements) == legal
            assert len(encoding.placements) == len(legal)
            assert tuple(encoding.placements) == laying(encoding.placements)
            seen += len(legal)
    assert seen > 1000


def test_one_player_alone_has_only_their_placements() -> None:
    """Where one player lays, the variables are the placements that the rules give that player."""
    for seed in range(20):
        for position in random_game(Random(seed), random_rules(Random(seed), cells=16)):
            for color in PLAYERS:
                encoding = encode(Question(Layout.of(position), players=(color,)))
                moves = {placement.move for placement in encoding.placements}
                assert moves == set(position.placements(color))


def test_decode_reads_the_placements_of_a_model() -> None:
    """Positive literals of placements are the laying, all others are passed over."""
    for seed in range(50):
        encoding = encode(random_question(Random(seed), levels=2))
        count = len(encoding.placements)
        chosen = Random(seed).sample(range(1, count + 1), count // 2)
        literals = [v if v in chosen else -v for v in range(1, encoding.formula.top + 1)]
        more = [*range(count + 1, encoding.formula.top + 5)]
        expected = {encoding.placements[v - 1] for v in chosen}
        for order in (literals, literals[::-1], literals + more):
            assert encoding.decode(order) == laying(expected)


def test_count_of_lists_the_tiles_of_a_kind() -> None:
    """On each level, and on all, the variables that count a player's tiles are those tiles."""
    for seed in range(50):
        encoding = encode(random_question(Random(seed), levels=3))
        for level in (None, *encoding.question.numbers):
            for color, tile in product(PLAYERS, (Tile.ONE, Tile.FIVE, Tile.TEN)):
                counted = [
                    encoding.placements[v - 1] for v in encoding.count_of(level, color, tile)
                ]
                assert counted == [
                    p
                    for p in encoding.placements
                    if (p.owner, p.move.tile) == (color, tile) and level in (None, p.level)
                ]


def test_the_layings_are_what_satisfies_the_formula() -> None:
    """Of all sets of at most 7 placements, those that extend to a model are the brute force's.

    No solver takes part: the formula in plain clauses is tried out.
    """
    seen = refused = 0
    for question, layings in small_questions(300, cells=4, levels=3, most=100):
        encoding = encode(question)
        if len(encoding.placements) > 7:
            continue
        clauses = encoding.formula.plain()
        for size in range(len(encoding.placements) + 1):
            for some in combinations(encoding.placements, size):
                laid = frozenset(some)
                assert extends(clauses, assignment(encoding, laid)) == (laid in layings), question
                seen += laid in layings
                refused += laid not in layings
    assert seen > 150
    assert refused > 1000


def test_every_laying_extends_to_a_model() -> None:
    """In larger questions, too, layings by brute force satisfy the formula, without a solver."""
    seen = 0
    for question, layings in small_questions(150, cells=6, levels=2, most=200):
        encoding = encode(question)
        clauses = encoding.formula.plain()
        for laid in sorted(layings, key=lambda laid: repr(laying(laid)))[:6]:
            assert laid <= set(encoding.placements)
            assert extends(clauses, assignment(encoding, laid)), question
            seen += 1
    assert seen > 150


def test_models_are_the_layings() -> None:
    """All models that the solver finds, seen as layings, are those of the brute force.

    Two hundred questions with supports, holes, tiles already there, players who lay nothing, needs
    (also of neutral tiles, also exact), cells to keep and one to three levels.
    """
    asked = found = 0
    for question, layings in small_questions(420, cells=5, levels=3, most=200):
        if len(layings) > 100:
            continue
        encoding = encode(question)
        with Oracle(encoding.formula) as oracle:
            listed = list(models(oracle, encoding))
        assert set(listed) == layings, question
        assert len(listed) == len(layings)
        asked += 1
        found += len(layings)
    assert asked > 200
    assert found > 2000


@pytest.mark.parametrize(
    "seeds", [range(1000, 1250), pytest.param(range(1250, 4000), marks=pytest.mark.slow)]
)
def test_feasibility_is_the_brute_forces(seeds: range) -> None:
    """There is a model exactly where there is a laying, and the model is one; relaxable likewise.

    With all switches assumed, the relaxable encoding asks the same question.
    """
    answers = {True: 0, False: 0}
    for seed in seeds:
        question = random_question(Random(seed), cells=6, levels=3)
        try:
            layings = all_layings(question, 250)
        except TooManyLayingsError:
            continue
        answers[bool(layings)] += 1
        for relaxable in (False, True):
            encoding = encode(question, relaxable=relaxable)
            with Oracle(encoding.formula) as oracle:
                feasible = oracle.satisfiable(list(encoding.switches.values()))
                assert feasible == bool(layings), question
                if feasible:
                    assert frozenset(encoding.decode(oracle.model())) in layings
    assert min(answers.values()) > len(seeds) / 4


def test_what_lies_there_bars_one_level_only() -> None:
    """Over Blue's tile Red cannot stand, but on the level above that Red can, over a neutral."""
    reserves = Reserve(1, 0, 0, 1), Reserve(0, 0, 0, 0)
    question = Question(layout("", "B", *reserves, above=2), 3)
    encoding = encode(question)
    with Oracle(encoding.formula) as oracle:
        assert set(models(oracle, encoding)) == all_layings(question)
        wanted = [v for v in range(1, len(encoding.placements) + 1) if red_on_top(encoding, v)]
        assert oracle.satisfiable(wanted)
        assert wanted


def red_on_top(encoding: Encoding, variable: int) -> bool:
    """Is this Red's one on level 3?"""
    placement = encoding.placements[variable - 1]
    return placement.level == 3 and placement.owner is Color.RED


def test_a_relaxable_encoding_leaves_nothing_out() -> None:
    """With no switch assumed there is always a laying: what conditions forbid is then allowed."""
    for seed in range(100):
        encoding = encode(random_question(Random(seed), levels=2), relaxable=True)
        assert extends(encoding.formula.plain(), assignment(encoding, frozenset()))
        assert len(encoding.placements) == sum(
            len(encode(_bare(encoding.question, level)).placements)
            for level in encoding.question.numbers
        )


def _bare(question: Question, level: int) -> Question:
    """The level alone, on neutral support, with a tile of each kind in each hand."""
    size = len(question.layout.levels[-1])
    below = ((Color.NEUTRAL,) * size,) * (level - 1)
    reserve = Reserve(1, 1, 1, 1)
    return Question(Layout(question.layout.rules, (*below, (None,) * size), (reserve, reserve)))


@pytest.mark.parametrize("size", range(7))
@pytest.mark.parametrize("bound", range(8))
def test_at_most(size: int, bound: int) -> None:
    """Every truth value of n literals extends to a model exactly if at most k of them are true.

    Or, with a way out, if that is true; so for k from 0 beyond n, and for negative literals.
    """
    for negative, under in product((False, True), repeat=2):
        formula = Clauses()
        literals = [-formula.variable() if negative else formula.variable() for _ in range(size)]
        out = [formula.variable()] if under else []
        formula.add_at_most(literals, bound, out)
        for truth in product((False, True), repeat=size + len(out)):
            chosen = [v if true else -v for v, true in zip([*literals, *out], truth, strict=True)]
            expected = sum(truth[:size]) <= bound or any(truth[size:])
            assert extends(formula.plain(), frozenset(chosen)) == expected
        used = {abs(literal) for clause in formula.clauses for literal in clause}
        assert max(used, default=0) <= formula.top


@pytest.mark.parametrize("size", range(8))
@pytest.mark.parametrize("most", range(9))
def test_counter(size: int, most: int) -> None:
    """Output k can be true, alone or with the others below, exactly if more than k literals are."""
    formula = Clauses()
    literals = [formula.variable() for _ in range(size)]
    outputs = formula.counter(literals, most)
    assert len(outputs) == min(size, most)
    for truth in product((False, True), repeat=size):
        inputs = frozenset(v if true else -v for v, true in zip(literals, truth, strict=True))
        assert extends(formula.plain(), inputs)
        for k in range(len(outputs)):
            expected = sum(truth) > k
            assert extends(formula.plain(), inputs | {outputs[k]}) == expected
            assert extends(formula.plain(), inputs.union(outputs[: k + 1])) == expected


def test_plain_writes_groups_as_clauses() -> None:
    """Clauses and groups hold together exactly where the plain clauses do, for all truth values."""
    for seed in range(30):
        rng = Random(seed)
        formula = Clauses()
        variables = [formula.variable() for _ in range(6)]
        for _ in range(rng.randint(0, 3)):
            formula.add(*(rng.choice((1, -1)) * v for v in rng.sample(variables, 3)))
        for _ in range(rng.randint(0, 3)):
            formula.groups.append(rng.sample(variables, rng.randint(0, 5)))
        plain = formula.plain()
        for truth in product((False, True), repeat=6):
            true = {v if holds else -v for v, holds in zip(variables, truth, strict=True)}
            expected = all(true.intersection(clause) for clause in formula.clauses) and all(
                len(true.intersection(group)) <= 1 for group in formula.groups
            )
            assert all(true.intersection(clause) for clause in plain) == expected


def test_encoding_is_deterministic() -> None:
    """The same question gives the same formula, literal by literal."""
    for seed in range(30):
        question = random_question(Random(seed), levels=3)
        for relaxable in (False, True):
            one, other = (encode(question, relaxable=relaxable).formula for _ in range(2))
            assert (one.clauses, one.groups, one.top) == (other.clauses, other.groups, other.top)


def pigeons(count: int) -> Clauses:
    """One pigeon more than holes: no model, and a solver takes long to see it."""
    formula = Clauses()
    at = [[formula.variable() for _ in range(count)] for _ in range(count + 1)]
    for row in at:
        formula.add(*row)
    formula.groups += [[row[hole] for row in at] for hole in range(count)]
    return formula


def test_an_oracle_can_be_stopped() -> None:
    """Where ``stop`` is true the oracle gives up on a hard formula, and is then still of use."""
    polled = []

    def stop() -> bool:
        polled.append(True)
        return len(polled) == 3

    formula = pigeons(9)
    formula.groups, formula.clauses = [], formula.plain()
    with Oracle(formula, stop) as oracle:
        with pytest.raises(StoppedError):
            oracle.satisfiable()
        assert len(polled) == 3
        assert not oracle.satisfiable([-v for v in range(1, 10)])
