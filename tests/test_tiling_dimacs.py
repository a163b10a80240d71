"""The formula for other programs: its text, and proofs that a checker of the tests' own accepts."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
import rup
from infeasible import MADE_UP, infeasible
from layings import TooManyLayingsError, all_layings, random_question

from steppe_solver.notation import format_move
from steppe_solver.position import Edition, Position, Rules
from steppe_solver.tiling import dimacs
from steppe_solver.tiling.dimacs import refutation, to_dimacs
from steppe_solver.tiling.encoding import Encoding, encode
from steppe_solver.tiling.question import Layout, Question
from steppe_solver.tiling.sat import StoppedError

CASES = infeasible()

TWO = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
"""All clauses of two variables: no model."""

CHAIN = "c any text\np cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-3 -1 0\n"
"""Unit propagation alone refutes it."""


@pytest.mark.parametrize("relaxable", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_proofs_are_accepted(name: str, relaxable: bool) -> None:
    """The text of every infeasible question is refuted by its proof, read by another program.

    In a relaxable encoding, with all its switches on.
    """
    encoding = encode(CASES[name], relaxable=relaxable)
    for switch in encoding.switches.values():
        encoding.formula.add(switch)
    proof = refutation(encoding)
    assert proof is not None
    rup.check(to_dimacs(encoding), proof)


@pytest.mark.parametrize(
    "seeds", [range(200), pytest.param(range(200, 3000), marks=pytest.mark.slow)]
)
def test_feasible_questions_have_no_proof(seeds: range) -> None:
    """There is a proof exactly where brute force finds no laying, and then it is accepted."""
    answers = {True: 0, False: 0}
    for seed in seeds:
        question = random_question(Random(seed), cells=6, levels=2)
        with suppress(TooManyLayingsError):
            feasible = bool(all_layings(question, 300))
            answers[feasible] += 1
            encoding = encode(question)
            proof = refutation(encoding)
            assert (proof is None) == feasible, question
            if proof:
                rup.check(to_dimacs(encoding), proof)
    assert min(answers.values()) > len(seeds) / 5


def test_corrupted_proofs_are_refused() -> None:
    """A lemma that does not follow is refused wherever it is put; so is a proof cut short.

    Such a lemma says of a placement of some laying that it is never laid.
    """
    refused = 0
    for seed in range(60):
        question = random_question(Random(seed), cells=5, levels=2)
        with suppress(TooManyLayingsError):
            layings = all_layings(question, 300)
            encoding = encode(question)
            text = to_dimacs(encoding)
            for number, placement in enumerate(encoding.placements, 1):
                if any(placement in laid for laid in layings):
                    with pytest.raises(rup.RefusedError, match="line 1: does not follow"):
                        rup.check(text, f"-{number} 0\n0\n")
                    refused += 1
    assert refused > 100
    for name, question in CASES.items():
        encoding = encode(question)
        text, proof = to_dimacs(encoding), refutation(encoding)
        assert proof is not None
        with pytest.raises(rup.RefusedError, match="empty clause"):
            rup.check(text, "".join(line for line in proof.splitlines(True) if line != "0\n"))
        assert proof.endswith("0\n"), name


def hard() -> list[Encoding]:
    """Encodings of infeasible questions that unit propagation alone does not refute."""
    found = []
    for question in CASES.values():
        encoding = encode(question)
        try:
            rup.check(to_dimacs(encoding), "0\n")
        except rup.RefusedError:
            found.append(encoding)
    return found


def test_a_proof_needs_its_lemmas() -> None:
    """For formulas that unit propagation does not refute, the empty clause alone is refused.

    So is the proof of one such formula for most others, and a proof without its first lemmas.
    """
    encodings = hard()
    assert len(encodings) >= 5
    proofs = [refutation(encoding) for encoding in encodings]
    refused = accepted = 0
    for encoding in encodings:
        text = to_dimacs(encoding)
        for other, proof in zip(encodings, proofs, strict=True):
            assert proof is not None
            try:
                rup.check(text, proof)
            except rup.RefusedError:
                assert other is not encoding
                refused += 1
            else:
                accepted += 1
    assert refused > accepted


def test_a_proof_is_for_its_own_formula() -> None:
    """Without the clauses that it needs, the formula is no longer refuted: no proof is accepted.

    From each formula clauses are left out until it has a model (the first clauses, until the
    solver finds one): the proof of the whole formula is then refused.
    """
    refused = 0
    for question in CASES.values():
        encoding = encode(question)
        proof = refutation(encoding)
        clauses = encoding.formula.plain()
        encoding.argument = None  # from here on the solver is to find the proofs
        encoding.formula.groups = []
        encoding.formula.clauses = clauses
        while refutation(encoding) is not None:
            encoding.formula.clauses = encoding.formula.clauses[len(clauses) // 4 + 1 :]
        assert proof is not None
        with pytest.raises(rup.RefusedError):
            rup.check(to_dimacs(encoding), proof)
        refused += 1
    assert refused >= 60


def test_the_legend_names_every_placement() -> None:
    """A comment for each placement, with its number, level, owner and move; header and clauses."""
    for seed in range(40):
        question = random_question(Random(seed), levels=2)
        encoding = encode(question)
        lines = to_dimacs(encoding, ["one", "two"]).splitlines()
        assert lines[:2] == ["c one", "c two"]
        for number, (level, owner, move) in enumerate(encoding.placements, 1):
            name = Edition.TSR.name_of(owner)
            assert lines[number + 1] == f"c {number} = level {level}, {name} {format_move(move)}"
        top, clauses = rup.read_formula("\n".join(lines))
        assert top == encoding.formula.top >= len(encoding.placements)
        assert clauses == encoding.formula.plain()
        comments = sum(line.startswith("c") for line in lines)
        assert comments == len(encoding.placements) + 2 + (top > len(encoding.placements))


def test_the_legend_follows_the_edition() -> None:
    """In the other edition the first player is White."""
    text = to_dimacs(encode(Question(Layout.of(Position.start(Rules(edition=Edition.DMR))))))
    assert "c 1 = level 1, White 10a1-a3\n" in text
    assert "Red" not in text


def test_a_refutation_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where ``stop`` is true a hard question raises StoppedError, not a proof and not None."""
    monkeypatch.setattr(dimacs, "_SLICE", 1)
    encoding = encode(MADE_UP["a cell too few in 3 x 4"])
    encoding.argument = None  # which needs no search
    with pytest.raises(StoppedError):
        refutation(encoding, lambda: True)
    looks = []

    def stop() -> bool:
        looks.append(True)
        return False

    assert refutation(encoding, stop) is not None
    assert looks


def test_the_checker_accepts_what_follows() -> None:
    """Lemmas that follow, deletions of clauses that are there, and propagation alone, are good."""
    rup.check(TWO, "1 0\n0\n")
    rup.check(TWO, "1 0\nd 2 1 0\n0\n")
    rup.check(CHAIN, "0\n")
    rup.check("p cnf 1 1\n0\n", "0\n")
    rup.check("p cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\n", "1 3 0\nd 1 3 0\n1 0\n0\n")


@pytest.mark.parametrize(
    ("formula", "proof", "why"),
    [
        (TWO, "0\n", "line 1: does not follow"),
        (TWO, "", "does not come to the empty clause"),
        (TWO, "1 0\n", "does not come to the empty clause"),
        (TWO, "1 0\n0\n0\n", "after the empty clause"),
        (TWO, "1\n0\n", "not a clause"),
        (TWO, "\n0\n", "not a clause"),
        (TWO, "1  0\n0\n", "not a clause"),
        (TWO, "x 0\n0\n", "not a clause"),
        (TWO, "--1 0\n0\n", "not a clause"),
        (TWO, "c 1 0\n0\n", "not a clause"),
        (TWO, "1 0 2 0\n0\n", "no such variable"),
        (TWO, "3 0\n0\n", "no such variable"),
        (TWO, "d 1 0\n1 0\n0\n", "deletes a clause that is not there"),
        (TWO, "d 1 2 0\nd 2 1 0\n1 0\n0\n", "line 2: deletes a clause that is not there"),
        (TWO, "d 1 2 0\n1 0\n0\n", "line 2: does not follow"),
        (TWO.replace("-1 -2 0\n", "-1 -2 0\n1 0\n"), "0\n", "as many clauses"),
        (TWO.replace("p cnf 2 4", "p cnf 1 4"), "1 0\n0\n", "no such variable"),
        (TWO.replace("p cnf", "p dnf"), "1 0\n0\n", "expected a header"),
        (TWO.replace("1 -2 0", "1 -2"), "1 0\n0\n", "not a clause"),
        ("p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n", "1 0\n2 0\n0\n", "line 3: does not follow"),
        ("", "0\n", "as many clauses"),
    ],
)
def test_the_checker_refuses_the_rest(formula: str, proof: str, why: str) -> None:
    """Lemmas that do not follow, also for want of a deleted clause, and texts that are no proof."""
    with pytest.raises(rup.RefusedError, match=why):
        rup.check(formula, proof)


def test_the_checker_agrees_with_plain_propagation() -> None:
    """On random clauses a lemma follows for the checker exactly if naive propagation refutes it.

    In sequence, lemmas that follow being added and clauses deleted, as in a proof.
    """
    accepted = refused = 0
    for seed in range(400):
        rng = Random(seed)
        variables = rng.randint(1, 6)

        def clause(longest: int, rng: Random = rng, variables: int = variables) -> list[int]:
            return [
                rng.choice((1, -1)) * rng.randint(1, variables)
                for _ in range(rng.randint(1, longest))
            ]

        clauses = [clause(3) for _ in range(rng.randint(2, 12))]
        text = f"p cnf {variables} {len(clauses)}\n" + "".join(map(_line, clauses))
        proof = ""
        for _ in range(8):
            lemma = clause(2)
            follows = _refutes(clauses, lemma)
            with pytest.raises(rup.RefusedError) as refusal:
                rup.check(text, proof + _line(lemma))
            assert ("does not follow" in str(refusal.value)) != follows
            accepted += follows
            refused += not follows
            if follows:
                clauses.append(lemma)
                proof += _line(lemma)
    assert min(accepted, refused) > 500


def _line(clause: list[int]) -> str:
    return " ".join(map(str, [*clause, 0])) + "\n"


def _refutes(clauses: list[list[int]], lemma: list[int]) -> bool:
    true = {-literal for literal in lemma}
    while True:
        rests = [
            {literal for literal in clause if -literal not in true}
            for clause in clauses
            if true.isdisjoint(clause)
        ]
        if any(-literal in true for literal in true) or not all(rests):
            return True
        units = {literal for rest in rests if len(rest) == 1 for literal in rest}
        if not units:
            return False
        true |= units
