"""The benchmarks of the search for wins: what they print was measured, and wrong answers end them.

Solvitaire itself is not needed: `stub_solvitaire.py` stands in for it.
"""

from __future__ import annotations

import dataclasses
import importlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import stub_solvitaire

from steppe_solver.solitaire import State, deal_from_seed, parse_variant
from steppe_solver.solitaire.moves import DRAW, RECYCLE
from steppe_solver.solitaire.solver import Solver, Verdict, replayed

TESTS = Path(__file__).parent
BENCHMARKS = TESTS.parent / "benchmarks"
sys.path += [str(BENCHMARKS), str(BENCHMARKS / "peers")]  # scripts, not a package
search: Any = importlib.import_module("solitaire_search")
own: Any = importlib.import_module("solitaire")
files: Any = importlib.import_module("solvitaire_files")
beside: Any = importlib.import_module("solvitaire")

PRINTED = """\
Deal:
--- Foundations ---------
[]\t[]\t[]\tAD
===================================
Solution Type: unsolvable
States Searched: 158295
Unique States Searched: 71088
Backtracks: 158294
Dominance Moves: 19778
Final Search Depth: 0
Time Taken (milliseconds): 755
"""
SOLVED = "\n" + PRINTED.partition("===\n")[2].replace("unsolvable", "solved")


def cells(line: str) -> list[str]:
    """What stands in a row of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def start(variant: str, seed: int) -> State:
    """The game of a seed before its first move."""
    return State.start(deal_from_seed(seed), parse_variant(variant))


def stub(directory: Path, kind: str | None = None) -> str:
    """A program in Solvitaire's place, which says ``kind`` of every deal, if that is not None."""
    program = directory / "solvitaire"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.append({str(TESTS)!r})\n"
        f"import stub_solvitaire\nstub_solvitaire.main({kind!r})\n"
    )
    program.chmod(0o755)
    return str(program)


def test_search() -> None:
    """A win comes with its length, nodes and time; a lost deal is lost."""
    searcher = search.Searcher(16)
    won = searcher.search(start("c4d1L-inf", 1), 60)
    again = Solver(16).win(start("c4d1L-inf", 1))
    assert again.line is not None
    assert (won.verdict, won.states, won.length) == ("winnable", again.nodes, len(again.line))
    assert won.seconds > 0
    assert searcher.search(start("c0d3L-inf", 3), 60).verdict is Verdict.UNWINNABLE


def test_limit_of_ours() -> None:
    """A search that does not end is stopped at its limit of processor time, and is unknown."""

    class Endless:
        def win(self, game: object, nodes: None, seconds: None, stop: Callable[[], bool]) -> Any:
            while not stop():
                pass
            return None, [], 7, 0.0, True

    searcher = search.Searcher(16)
    searcher._native = Endless()
    found = searcher.search(start("c0d3L-inf", 1), 0.05)
    assert (found.verdict, found.states, found.length) == (Verdict.UNKNOWN, 7, None)
    assert found.seconds >= 0.05


def test_quantiles() -> None:
    """The median and the 99th percentile are numbers of the list, the last one its largest."""
    numbers = list(range(200, 0, -1))
    assert [search.quantile(numbers, share) for share in (0.5, 0.99, 1)] == [100, 198, 200]
    assert search.quantile([7], 0.5) == 7


@pytest.mark.parametrize(("text", "seeds"), [("4", [4]), ("2-5", [2, 3, 4, 5])])
def test_seeds(text: str, seeds: list[int]) -> None:
    """Seeds are asked for one by one or from the first to the last."""
    assert list(search.seed_range(text)) == seeds
    with pytest.raises(ValueError, match="no seeds"):
        search.seed_range("5-4")


@pytest.mark.parametrize(
    ("variants", "seeds", "lost"), [(["c4d1L-inf", "c4d3L-inf"], 60, 0), (["c0d3L-inf"], 8, 1)]
)
def test_own_figures(
    variants: list[str], seeds: int, lost: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row a variant: every deal is counted once, and the nodes are those of the search."""
    own.main(["--variant", *variants, "--seeds", f"1-{seeds}"])
    names, _, *lines = map(cells, capsys.readouterr().out.splitlines())
    assert [line[0] for line in lines] == variants
    solver = Solver(16)
    for line in lines:
        assert len(names) == len(line)
        row = dict(reversed(list(zip(names, line, strict=True))))  # of two "99 %" the first
        won = seeds - lost
        assert line[1:5] == [f"{number}" for number in (seeds, won, lost, 0)]
        nodes = sum(solver.win(start(line[0], seed)).nodes for seed in range(1, seeds + 1))
        assert row["all"] == f"{nodes:,}"
        assert int(row["known"]) >= (3 if lost == 0 else 0)


def test_own_wrong_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict that differs from the known one ends the command, with the deal's name."""
    known = {("c4d1L-inf", 2): Verdict.UNWINNABLE}
    monkeypatch.setattr(own, "known_verdicts", lambda: known)
    with pytest.raises(SystemExit, match=r"^WRONG: c4d1L-inf, seed 2: winnable is known as "):
        own.main(["--variant", "c4d1L-inf", "--seeds", "1-3"])


def test_line_that_does_not_win() -> None:
    """A line that stops before the win is none."""
    state = start("c4d1L-inf", 1)
    line = Solver(16).win(state).line
    assert line is not None
    search.check_win(state, line)
    with pytest.raises(search.WrongError, match="does not win"):
        search.check_win(state, line[:-1])


def test_printed() -> None:
    """The verdict and the figures are read where they stand; without them it is unreadable."""
    read = files.read(PRINTED)
    assert (read.verdict, read.states, read.visits) == (Verdict.UNWINNABLE, 71_088, 158_295)
    assert read.milliseconds == 755
    assert not read.boards
    for other in ("timed-out", "terminated", "memory-limit-reached"):
        assert files.read(PRINTED.replace("unsolvable", other)).verdict is Verdict.UNKNOWN
    with pytest.raises(files.UnreadableError, match="no verdict"):
        files.read(PRINTED.partition("Time")[0])
    with pytest.raises(files.UnreadableError, match="not a board"):
        files.read(PRINTED.replace("unsolvable", "solved"))


def test_board() -> None:
    """A board is read by hand: tops, cells, and columns with gaps and cards face down."""
    text = (
        "--- Foundations ---------\n[]\t10H\t[]\tAD\n--- Cells ---------------\n[]\t3H\n"
        "--- Tableau Piles -------\n[]\t##\tKS\t[]\t[]\t[]\t4C\n\t5D\tQH\n\t\tJS\n"
        "--- Stock | Waste -------\n8C\t[]\n===================================\n"
    )
    (board,) = files.read(text + SOLVED).boards
    assert board.up == ("[]", "10H", "[]", "AD")
    assert board.cells == ("[]", "3H")
    assert board.columns == ((), ("##", "5D"), ("KS", "QH", "JS"), (), (), (), ("4C",))


@pytest.mark.parametrize("variant", ["c4d1L-inf", "c2d3L-inf", "c0d3U-inf", "c0d1U-inf"])
def test_moves_from_boards(variant: str) -> None:
    """From the boards of any game its moves are found again, turns of the stock not too many."""
    rng = Random(variant)
    kinds = set()
    for seed in range(6):
        first = state = start(variant, seed)
        line = []
        for _ in range(150):
            plays = [m for m in state.legal_moves() if m not in (DRAW, RECYCLE)] * 2
            plays += [m for m in state.legal_moves() if m in (DRAW, RECYCLE)]
            line.append(rng.choice(plays))
            state = state.play(line[-1])
        boards = [stub_solvitaire.board(first)]
        state, steps = first, list(stub_solvitaire.stops(tuple(line)))
        for moves in steps:
            state = replayed(state, moves)
            boards.append(stub_solvitaire.board(state))
        found = files.moves_of(first, files.read("\n".join(boards) + SOLVED).boards)
        end = replayed(first, found)
        assert end.waste + end.stock == state.waste + state.stock  # turned otherwise, perhaps
        for part in ("columns", "buffers", "foundations"):
            assert getattr(end, part) == getattr(state, part)
        assert len(found) <= sum(map(len, steps))
        kinds |= {(move.source.pile, move.target.pile) for move in found}
    assert len(kinds) >= (8 if variant[1] != "0" else 6)


def test_boards_that_do_not_follow() -> None:
    """Boards more than a step apart, and a card that the stock does not have, are no game."""
    first = start("c4d1L-inf", 1)
    read = [files.read(stub_solvitaire.board(first) + SOLVED).boards[0] for _ in range(2)]
    with pytest.raises(files.UnreadableError, match="not one step apart"):
        files.moves_of(first, read)
    taken = dataclasses.replace(read[1], cells=("JD", "[]", "[]", "[]"))
    with pytest.raises(files.UnreadableError, match="JD does not come from the stock"):
        files.moves_of(first, [read[0], taken])


def test_beside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both solvers have a row; the stub, which is the package, wins in as many moves as it."""
    beside.main([stub(tmp_path), "--variant", "c0d3L-inf", "--seeds", "1-3", "--limit", "60"])
    _, _, names, _, ours, theirs, _, summary = capsys.readouterr().out.splitlines()
    assert len(cells(names)) == len(cells(ours)) == len(cells(theirs))
    assert cells(ours)[:4] == ["ours", "2", "1", "0"]
    assert cells(theirs)[:4] == ["Solvitaire", "2", "1", "0"]
    assert cells(theirs)[7:9] == ["50", "150"]
    assert summary.startswith(
        "Decided by ours alone: 0, by Solvitaire alone: 0. On the 3 that both"
    )


def test_no_proof_with_buffers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With buffers "unsolvable" counts as unknown; our shortest wins are within their bounds."""
    command = [stub(tmp_path, "unsolvable"), "--variant", "c4d1L-inf", "--seeds", "1-2"]
    beside.main([*command, "--shortest", "0.2", "--memory", "64"])
    *_, ours, theirs, _, summary, shortest = capsys.readouterr().out.splitlines()
    assert cells(ours)[:4] == ["ours", "2", "0", "0"]
    assert cells(theirs)[:4] == ["Solvitaire", "0", "0", "2"]
    assert cells(theirs)[-1] == "-"
    assert summary == "Decided by ours alone: 2, by Solvitaire alone: 0."
    bounds = re.search(r"median (\d+) moves, proved bounds (\d+) to (\d+)", shortest)
    assert bounds is not None
    assert 64 <= int(bounds[2]) <= int(bounds[3]) == int(bounds[1]) <= int(cells(ours)[-1])


def test_contradictions(tmp_path: Path) -> None:
    """Verdicts that exclude each other end the command with code 1 and the deal's name."""
    message = "^WRONG: c0d3L-inf, seed 1: ours winnable, Solvitaire unwinnable"
    with pytest.raises(SystemExit, match=message):
        beside.main([stub(tmp_path, "unsolvable"), "--seeds", "1-3", "--limit", "60"])


def test_limit_of_the_other(tmp_path: Path) -> None:
    """A program that goes on for ever is told to stop once it has had its processor time."""
    program = tmp_path / "endless"
    program.write_text("#!/bin/sh\ntrap 'echo told; exit' INT\nwhile :; do :; done\n")
    program.chmod(0o755)
    text, seconds = beside.run([str(program)], 0.3, tmp_path / "printed")
    assert text == "told\n"
    assert seconds >= 0.3
    program.write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(files.UnreadableError, match="ended with code 3"):
        beside.run([str(program)], 9, tmp_path / "printed")


def test_none_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who interrupts the comparison does not leave the other program running."""
    program = tmp_path / "endless"
    program.write_text("#!/bin/sh\nwhile :; do :; done\n")
    program.chmod(0o755)
    begun: list[int] = []

    def interrupt(clock: int) -> float:
        begun.append(~(clock >> 3))
        raise KeyboardInterrupt

    monkeypatch.setattr(beside.time, "clock_gettime", interrupt)
    with pytest.raises(KeyboardInterrupt):
        beside.run([str(program)], 9, tmp_path / "printed")
    (pid,) = begun
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_sums_of_what_both_decided() -> None:
    """Only deals that both decided are in the ratio; those of one alone are counted."""
    found = search.Found
    won, lost, unknown = Verdict.WINNABLE, Verdict.UNWINNABLE, Verdict.UNKNOWN
    pairs = [
        (found(won, 0.001, 10), found(won, 0.02, 40, 60)),
        (found(lost, 0.003, 30), found(lost, 0.06, 60, 90)),
        (found(won, 0.5, 99), found(unknown, 10.0, 5_000, 9_000)),
        (found(unknown, 10.0, 99), found(unknown, 10.0, 5_000, 9_000)),
    ]
    assert beside.summary(pairs) == (
        "Decided by ours alone: 1, by Solvitaire alone: 0. On the 2 that both decided: 0.004 s and"
        " 0.080 s, 20.0 times ours; 40 and 100 states, 2.5 times ours."
    )
    assert beside.summary(pairs[2:]) == "Decided by ours alone: 1, by Solvitaire alone: 0."


@pytest.mark.parametrize("variant", ["c4d1L-r2", "c4d1U-inf"])
def test_unknown_rules(variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Variants whose rules Solvitaire does not know are refused."""
    with pytest.raises(SystemExit):
        beside.main([stub(tmp_path), "--variant", variant])
    assert f"{variant}: Solvitaire" in capsys.readouterr().err


def test_no_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a built program the command says where to read how to build it."""
    with pytest.raises(SystemExit):
        beside.main([str(tmp_path / "none")])
    assert "how to build it" in capsys.readouterr().err
