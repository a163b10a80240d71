"""The shipped suites hold what they say: sound positions in a fixed order, with right values."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
import reference
from known import rows
from variants import near_end, random_rules

from steppe_solver import Limit, format_spn
from steppe_solver.bench import suite as suites
from steppe_solver.position import Edition, Position, Rules
from steppe_solver.solver import Solver

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks" / "peers"))
checks: Any = importlib.import_module("suites")  # a script, not a package
textbook: Any = importlib.import_module("textbook")
brute_force: Any = importlib.import_module("brute_force")
programs: Any = importlib.import_module("native_programs")

NAMES = suites.names()
CASES = {f"{name}: {case.name}": case for name in NAMES for case in suites.shipped(name).cases}
CHEAP = 2_000
QUICK = (
    *("boards: 3x3x1 a", "boards: 3x3x2 a", "boards: 3x3x2 b", "boards: 3x3x3 a"),
    *("boards: 4x3x1 a", "boards: 5x3x1 a", "boards: 4x4x1 a", "ablation: 3x3x2 a"),
    *("small: 3x3x2 a", "small: l2-8 a", "steppe-40: l3-late a", "steppe-40: l3-late b"),
)
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")
MODES = (("plain",), ("plain", "--symmetry"), ("alpha-beta",), ("alpha-beta", "--symmetry"))


@pytest.fixture(scope="module")
def brute(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of brute force, compiled without a warning."""
    if brute_force.compiler() is None:
        pytest.skip("a C++ compiler is not installed")
    program: Path = brute_force.compile_into(tmp_path_factory.mktemp("brute"), *WARNINGS)
    return program


@pytest.mark.parametrize("name", NAMES)
def test_suites_are_sound(name: str) -> None:
    """Fields, notation, legality, names, order, editions are right; no position is there twice."""
    assert checks.faults(name, checks.lines(name)) == []


def test_every_file_is_named() -> None:
    """The folder holds a file for every suite of the list, and none besides."""
    found = {Path(str(file)).name for file in checks.FOLDER.iterdir()}
    assert found == {"suites.toml"} | {f"{name}.jsonl" for name in NAMES}


def test_sizes() -> None:
    """Suites have the sizes that their descriptions give in words, and steppe-40 has forty."""
    words = {14: "Fourteen", 35: "Thirty-five", 40: "Forty", 52: "Fifty-two"}
    for name in NAMES:
        suite = suites.shipped(name)
        assert suite.about.startswith(words[len(suite.cases)] + " ")


def row(line: str, **changes: object) -> str:
    """The line with other fields."""
    return json.dumps({**json.loads(line), **changes})


def test_faults_are_seen() -> None:
    """The check of soundness is no empty one: it sees every fault planted here."""
    good = checks.lines("steppe-40")
    first, last = good[0], good[-1]
    spn = json.loads(first)["spn"]
    for bad, expected in (
        (good[:-1], "39 positions, not 40"),
        ([*good[:-1], "{"], "not JSON"),
        ([*good[:-1], row(last, value=1.5)], "the fields are not"),
        ([*good[:-1], row(last, more=1)], "the fields are not"),
        ([row(first, spn=spn.replace(" ", "  ")), *good[1:]], "not written in the usual way"),
        ([row(first, spn=spn.replace("N", "B", 1)), *good[1:]], "line 1"),
        ([row(first, series="l3-25"), *good[1:]], "none of l3-25"),
        ([*good[:-2], row(last, name="l2-20 c"), good[-2]], "the names are not"),
        ([last, *good[:-1]], "from small to large"),
        ([*good[:-1], row(good[-2], name="l2-20 b")], "again"),
        ([row(line, spn=checks.plain(json.loads(line)["spn"])) for line in good], "only 0"),
    ):
        assert any(expected in fault for fault in checks.faults("steppe-40", bad)), expected


def test_kinds_of_positions() -> None:
    """steppe-40 has both editions, all movers, both signs, draws, and level 2 up to 20 cells."""
    cases = suites.shipped("steppe-40").cases
    assert {case.position.level for case in cases} == {2, 3}
    assert sum(case.position.level == 3 for case in cases) == 10
    assert {(case.value > 0) - (case.value < 0) for case in cases} == {-1, 0, 1}
    movers = [(case.position.rules.edition, case.position.mover) for case in cases]
    assert len(set(movers)) == 4
    assert min(sum(one is edition for one, _ in movers) for edition in Edition) >= 12
    neutral = [sum(reserve.neutrals for reserve in case.position.reserves) for case in cases]
    assert 0 in neutral
    assert max(neutral) >= 5
    assert max(case.position.open_cells for case in cases if case.position.level == 2) == 20


def test_cheap_values() -> None:
    """Few nodes prove the value of a quarter of all positions, and refute none of the others."""
    solved = 0
    for label, case in CASES.items():
        solution = Solver(8).solve(case.position, Limit(nodes=CHEAP))
        assert solution.lower <= case.value <= solution.upper, label
        solved += solution.value is not None
    assert solved >= len(CASES) // 4


@pytest.mark.slow
@pytest.mark.parametrize("name", ["small", "ablation", "boards"])
def test_values(name: str) -> None:
    """The search proves every value of the quicker suites."""
    for case in suites.shipped(name).cases:
        assert Solver(256).solve(case.position).value == case.value, case.name


def test_values_by_the_reference() -> None:
    """The slow program of the tests, without any of the package's code, finds a value too."""
    case = CASES["steppe-40: l3-late a"]
    assert reference.value(format_spn(case.position), 20_000) == case.value


def test_values_by_the_textbook() -> None:
    """Plain alpha-beta with a dictionary, and none of the search's techniques, finds values too."""
    for label in ("boards: 3x3x1 a", "ablation: 3x3x2 a", "steppe-40: l3-late a"):
        case = CASES[label]
        assert textbook.value(case.position, lambda: None) == case.value, label


def small_games(rng: Random, most: int) -> Iterator[tuple[Position, int]]:
    """Positions of random games on small boards, with the values that the reference finds.

    Only those whose value it finds among so many positions.
    """
    while True:
        rules = random_rules(rng, cells=12, side=5, levels=3)
        if fits_the_key(rules):
            position = near_end(rng, rules, rng.choice((1, 2, 4, 6, 99)))
            try:
                yield position, reference.value(format_spn(position), most)
            except reference.TooLargeError:
                continue


def fits_the_key(rules: Rules) -> bool:
    """Whether no hand is too large for the brute force."""
    held = rules.reserve
    return held.ones <= 15 and held.fives <= 7 and held.tens <= 7 and held.neutrals <= 3


def test_brute_force_agrees_with_the_reference(brute: Path) -> None:
    """In all modes it finds the reference's values: all editions, levels, movers, holes, skips."""
    sample = list(islice(small_games(Random(5), 500), 300))
    spns = [format_spn(position) for position, _ in sample]
    for words in MODES:
        assert brute_force.values(brute, spns, *words, "--memory", "1") == [
            value for _, value in sample
        ], words
    kinds = Counter[object]()
    for position, value in sample:
        rules = position.rules
        kinds.update(
            {
                rules.edition,
                position.mover,
                ("levels", rules.levels),
                ("level", position.level),
                ("over a hole", position.open_cells < position.levels[-1].count(None)),
                ("square", rules.width == rules.height > 1),
                ("value", (value > 0) - (value < 0)),
            }
        )
    assert len(kinds) == 2 + 3 + 3 + 3 + 2 + 2 + 3
    assert min(kinds.values()) >= 15, kinds


def test_brute_force_confirms_values(brute: Path) -> None:
    """A little memory, with images as one or not, confirms the quickest values of the suites."""
    for words in (("--memory", "8"), ("--memory", "1", "--symmetry")):
        found = brute_force.values(
            brute, [format_spn(CASES[label].position) for label in QUICK], *words
        )
        assert found == [CASES[label].value for label in QUICK], words


def test_brute_force_refutes_values(
    brute: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A suite with a wrong value does not pass."""
    case = CASES["boards: 3x3x1 a"]
    wrong = suites.Suite("wrong", (replace(case, value=case.value + 1), case))
    monkeypatch.setattr(suites, "shipped", lambda name: wrong)
    assert not checks.independent("wrong", brute, 1, 60)
    said = capsys.readouterr().out.splitlines()
    assert said == ["  1 confirmed: 3x3x1 a", "  1 REFUTED: 3x3x1 a (1, not 2)"]


def test_brute_force_knows_its_limits(brute: Path) -> None:
    """It gives no value where its memory is full, and none where its time is up."""
    spn = format_spn(CASES["boards: 5x5x1 b"].position)
    other = format_spn(CASES["boards: 3x3x1 a"].position)
    assert brute_force.values(brute, [spn, other], "--memory", "1") == [None, 1]
    with pytest.raises(TimeoutError):
        brute_force.values(brute, [spn], "--memory", "1024", seconds=0.05)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("...... R 1,0,0,0 0,0,0,0 0-0 levels=1 start=-", None),
        ("/".join(["......"] * 5) + " R 1,0,0,0 1,0,0,0 0-0 start=-", "too large: the board"),
        (".../... R 1,0,0,0 1,0,0,0 0-0 levels=8", "too large: the board or the levels"),
        (".../... R 16,0,0,0 1,0,0,0 0-0", "too large: 16"),
        (".../... R 1,8,0,0 1,0,0,0 0-0", "too large: 8"),
        (".../... R 1,0,0,0 1,0,8,0 0-0", "too large: 8"),
        (".../... R 1,0,0,0 1,0,0,4 0-0", "too large: 4"),
        (".../... R 1,0,0,-1 1,0,0,0 0-0", "too large"),
        (".../.. R 1,0,0,0 1,0,0,0 0-0", "no position"),
        (".../..W R 1,0,0,0 1,0,0,0 0-0", "no position"),
        (".../... W 1,0,0,0 1,0,0,0 0-0", "no position"),
        (".../... R 1,0,0 1,0,0,0 0-0", "no position"),
        (".../... R 1,0,0,0 1,0,0,0 0-0 more", "no position"),
        (".../...|.../... R 1,0,0,0 1,0,0,0 0-0 levels=1", "no position"),
        (".../... R 0,0,0,0 1,0,0,0 0-0", "no position"),
        (".../... - 0,0,0,0 1,0,0,0 0-0", "no position"),
        ("nonsense", "no position"),
    ],
)
def test_brute_force_refuses(brute: Path, line: str, said: str | None) -> None:
    """What its key cannot hold, or what is no position, gets a message instead of a value."""
    if said is None:
        assert brute_force.values(brute, [line]) == [1]
        return
    with pytest.raises(programs.ProgramError, match=said):
        brute_force.values(brute, [line])


@pytest.mark.parametrize("words", [("minimax",), ("--memory",), ("--memory", "0")])
def test_brute_force_refuses_arguments(brute: Path, words: tuple[str, ...]) -> None:
    """A word that is no option of its own is refused."""
    with pytest.raises(programs.ProgramError, match=r"brute_force: .*(option|number)"):
        brute_force.values(brute, [], *words)


def test_no_compiler_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a compiler the command says what is missing, and ends with code 2."""
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(SystemExit) as end:
        checks.main(["small", "--independent"])
    assert end.value.code == 2
    assert "a C++ compiler is missing" in capsys.readouterr().err


@pytest.mark.slow
def test_brute_force_confirms_all(brute: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With more memory it confirms every value of the suite for ablations."""
    assert checks.independent("ablation", brute, 512, 600)
    assert "  14 confirmed: " in capsys.readouterr().out


def test_values_are_the_known_ones() -> None:
    """Positions of the data with known answers have the values they have there; so all forty."""
    known = {checks.plain(row["spn"]): row["value"] for row in rows("values") + rows("frontier")}
    met = {
        label: known[same]
        for label, case in CASES.items()
        if (same := checks.plain(format_spn(case.position))) in known
    }
    assert met == {label: CASES[label].value for label in met}
    assert {f"steppe-40: {case.name}" for case in suites.shipped("steppe-40").cases} <= met.keys()
    assert {
        label for label, case in CASES.items() if label.startswith("level-2: l2-1")
    } <= met.keys()
