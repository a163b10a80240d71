"""Solvers side by side: they agree, a wrong answer ends the run, tables say what was measured."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import reference
from known import rows
from variants import near_end, random_rules

from steppe_solver import format_spn, parse_spn, solve
from steppe_solver.position import PLAYERS, Position

PEERS = Path(__file__).parents[1] / "benchmarks" / "peers"
sys.path.append(str(PEERS))  # scripts, not a package
measured: Any = importlib.import_module("measured")
textbook: Any = importlib.import_module("textbook")
solvers: Any = importlib.import_module("solvers")

SUITE = list(solvers.cases(PEERS / "positions.spn"))
SPIEL = importlib.util.find_spec("pyspiel") is not None
QUICK = ("row of three", "two by two", "level 3, 5 empty")


def unlimited() -> Any:
    """A clock that never ends a solver."""
    return measured.Clock(float("inf"))


@pytest.mark.parametrize("case", SUITE, ids=lambda case: case.name)
def test_values_of_the_suite(case: Any) -> None:
    """The value written beside every position is the one that the package proves."""
    assert solve(case.position, memory=64).value == case.value


def test_suite_has_small_boards_and_late_levels() -> None:
    """Names are all different, and both small boards and the standard one are there."""
    assert len({case.name for case in SUITE}) == len(SUITE) >= 20
    standard = [case.position.rules.width * case.position.rules.height == 25 for case in SUITE]
    assert 8 <= sum(standard) <= len(SUITE) - 8


@pytest.mark.parametrize("seed", range(150))
def test_textbook(seed: int) -> None:
    """The textbook solver agrees with the oracle on ends of random games of random rules."""
    rng = Random(seed)
    position = near_end(rng, random_rules(rng, cells=9, levels=3), rng.randint(3, 12))
    try:
        value = reference.value(format_spn(position), 2_000)
    except reference.TooLargeError:
        pytest.skip("too large for the oracle")
    assert textbook.value(position, lambda: None) == value

    if not position.is_over:  # bounds of narrow windows stay right in the table
        side = 1 if position.mover is PLAYERS[0] else -1
        to_go, table = side * (value - position.margin), {}
        for alpha in (to_go + 5, to_go + 1, to_go - 2, to_go - 6):
            bound = textbook.search(position, alpha, alpha + 1, table, lambda: None)
            assert to_go <= bound <= alpha if to_go <= alpha else to_go >= bound > alpha
        whole = (-textbook.INFINITE, textbook.INFINITE)
        assert textbook.search(position, *whole, table, lambda: None) == to_go


def test_textbook_on_known_values() -> None:
    """The textbook solver finds known values: small boards from the first move, ends of level 3."""
    known = [(case.position, case.value) for case in SUITE[:8]]
    late = [row for row in rows("values") if row["category"] == "l3_5_8"]
    known += [(parse_spn(row["spn"]), row["value"]) for row in late]
    assert len(known) >= 20
    for position, value in known:
        assert textbook.value(position, lambda: None) == value


@pytest.mark.parametrize("name", solvers.PEERS)
@pytest.mark.parametrize("case", [c for c in SUITE if c.name in QUICK], ids=lambda case: case.name)
def test_peers_agree(name: str, case: Any) -> None:
    """Every peer finds the value of the smallest positions and counts what it visits."""
    if name.startswith("OpenSpiel") and not SPIEL:
        pytest.skip("OpenSpiel (open_spiel) is not installed")
    clock = unlimited()
    assert solvers.PEERS[name](case.position, clock) == case.value
    assert clock.nodes > 10


def test_counting_leaves_the_game_as_it_was() -> None:
    """After a search that the clock ended, OpenSpiel's states are no longer counted."""
    pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) is not installed")
    openspiel: Any = importlib.import_module("steppe_solver.openspiel")
    bare = openspiel.SteppeState._apply_action
    (case,) = (case for case in SUITE if case.name == "three by three, long")
    for name in ("OpenSpiel alpha-beta", "OpenSpiel minimax"):
        clock = measured.Clock(0)
        with pytest.raises(measured.LimitError):
            solvers.PEERS[name](case.position, clock)
        assert clock.nodes == 64
        assert openspiel.SteppeState._apply_action is bare


@pytest.mark.parametrize("name", ["textbook", "reference"])
def test_the_clock_ends_a_search(name: str) -> None:
    """A solver that strikes the limit is reported as not solved, with what it took until then."""
    (case,) = (case for case in SUITE if case.name == "three by three, long")
    taken = measured.run(solvers.PEERS[name], case, 0)
    assert not taken.solved
    assert taken.nodes == 64


def test_best_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is quick is measured three times, and the least time counts; what is slow, once."""
    calls: list[int] = []

    def solve_in(*seconds: float) -> Any:
        moments = itertools.accumulate(itertools.chain.from_iterable((0.0, s) for s in seconds))
        monkeypatch.setattr(measured.time, "process_time", lambda: next(moments))
        calls.clear()
        return measured.run(lambda position, clock: calls.append(1) or 55, SUITE[0], 9)

    assert solve_in(0.05, 0.02, 0.03).seconds == pytest.approx(0.02)
    assert len(calls) == 3
    assert solve_in(0.5, 0.02).seconds == pytest.approx(0.5)
    assert len(calls) == 1


def test_tables() -> None:
    """Ratios, nodes and struck limits stand in the tables as they were measured."""
    case = measured.Case("name", Position.start(), 7)
    own = measured.Run(0.002, 10, True)
    runs = {"a": measured.Run(0.006, 40, True), "b": measured.Run(1.0, 5_000, False)}
    assert measured.line(case, own, runs.values()) == (
        "| name | 24 | 7 | 2.00 (10) | 3.0 (40) | over 500 (5,000) |"
    )
    assert measured.heads(runs)[0].count("|") == measured.heads(runs)[1].count("|") == 7
    faster = measured.Run(0.024, 60, True)
    lines = measured.summary([own, own], {"a": [runs["a"], faster], "b": [runs["b"], runs["b"]]})
    assert lines[2] == "| a | 2 of 2 | 3.0 | 6.0 | 12 | 5.0 | - |"
    assert lines[3] == "| b | 0 of 2 | - | - | - | - | over 500 |"


def small_suite(path: Path, value: int) -> str:
    """A file with one position, and this as its value."""
    file = path / "small.spn"
    text = f"N.. R 15,5,3,3 15,5,3,3 0-0 ; row # value {value}\n"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a line for the position and one for every peer."""
    solvers.main([small_suite(tmp_path, 55), "--peers", "textbook", "reference"])
    out = capsys.readouterr().out
    assert "| row | 2 | 55 |" in out
    assert "| textbook | 1 of 1 |" in out
    assert "| reference | 1 of 1 |" in out


def test_wrong_value_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A value that differs, of ours or of a peer, ends the command with code 1 and names it."""
    with pytest.raises(SystemExit, match=r"^WRONG: ours: row: 55 is not 54$"):
        solvers.main([small_suite(tmp_path, 54), "--peers", "textbook"])
    monkeypatch.setitem(solvers.PEERS, "textbook", lambda position, clock: 56)
    with pytest.raises(SystemExit, match=r"^WRONG: textbook: row: 56 is not 55$"):
        solvers.main([small_suite(tmp_path, 55), "--peers", "textbook"])


def test_without_openspiel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where OpenSpiel is missing, its peers are left out, and what to install is said."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    solvers.main([small_suite(tmp_path, 55)])
    shown = capsys.readouterr()
    assert "OpenSpiel is not installed" in shown.err
    assert "| textbook | 1 of 1 |" in shown.out
    assert "OpenSpiel" not in shown.out
    for name in [name for name in sys.modules if name.startswith("steppe_solver.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r'pip install "steppe-solver\[openspiel\]"'):
        importlib.import_module("steppe_solver.openspiel")


@pytest.mark.parametrize("line", ["N.. R 15,5,3,3 15,5,3,3 0-0 # value 55", "N.. R ; x # value 1"])
def test_bad_suites(line: str, tmp_path: Path) -> None:
    """A line without a name, or that is no position, is not taken for a case."""
    file = tmp_path / "bad.spn"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match="not a position with a name and a value"):
        list(solvers.cases(file))
