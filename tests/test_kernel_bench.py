"""Kernel figures: the programs run and check their answers, and a wrong answer ends the command."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from known import rows

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "benchmarks"))  # scripts, not a package
programs: Any = importlib.import_module("native_programs")
callgrind: Any = importlib.import_module("callgrind")
kernel: Any = importlib.import_module("kernel")

PERFTS, SEARCHES = kernel.load(kernel.POSITIONS)
COMPILER = next((name for name in ("c++", "g++", "clang++") if shutil.which(name)), None)
VALGRIND = pytest.mark.skipif(not programs.tool("valgrind"), reason="valgrind is not installed")
FIND = programs.tool
SMALL = ("--rounds", "2", "--probes", "3200", "--tables", "1")

pytestmark = pytest.mark.skipif(
    not (COMPILER and programs.tool("cmake") and (programs.tool("ninja") or programs.tool("make"))),
    reason="cmake, ninja or make, or a C++ compiler is not installed",
)

PROFILE = """\
# callgrind format
fl=(1) /somewhere/table.hpp
fn=(1) steppe::search_node<steppe::Search>
10 5
fi=(2) /usr/include/c++/12/bits/stl_algo.h
+3 7
cfi=(3) packing.cpp
cfn=(2) steppe::Packer::matching(unsigned int) const
calls=4 33
+1 1000
fe=(1)
* 2

fl=(3)
fn=(2)
-3 40
33 60
totals: 114
"""
"""A profile of two functions; the 1000 are what a call cost, which stands with the callee."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory to build in, where all runs of this file find what is built already."""
    return tmp_path_factory.mktemp("kernel")


def without_valgrind(name: str) -> Any:
    """Where a program is, on a machine without valgrind."""
    return None if name == "valgrind" else FIND(name)


def positions(directory: Path, **changes: object) -> Path:
    """The smallest position for perft and the easiest to solve, with changes to what is known."""
    lines = [json.loads(line) for line in kernel.POSITIONS.read_text("utf-8").splitlines()]
    chosen = [next(line for line in lines if field in line) for field in ("depth", "value")]
    changed = [line | {k: v for k, v in changes.items() if k in line} for line in chosen]
    file = directory / "some.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in changed), encoding="utf-8")
    return file


def figures(printed: str, first: str) -> list[list[str]]:
    """The cells of every line of the tables whose first cell is this."""
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in printed.splitlines()]
    return [line for line in cells if line and line[0] == first]


def test_positions_are_known() -> None:
    """What is said of the positions stands in the data with known answers."""
    counts = {(row["spn"], row["depth"], row["nodes"]) for row in rows("perft")}
    values = {(row["spn"], row["value"]) for row in rows("frontier")}
    lines = [json.loads(line) for line in kernel.POSITIONS.read_text("utf-8").splitlines()]
    assert len(PERFTS) >= 3
    assert len(SEARCHES) >= 3
    for line in lines:
        if "depth" in line:
            assert (line["spn"], line["depth"], line["sequences"]) in counts
        else:
            assert (line["spn"], line["value"]) in values


def test_moves_and_table(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both tables have a line for every pair of loops, whose ratio fits the rates beside it."""
    monkeypatch.setattr(kernel, "tool", without_valgrind)
    kernel.main(["--only", "moves", "table", "--build", str(built), *SMALL])
    shown = capsys.readouterr()
    assert "valgrind is missing (apt install valgrind)" in shown.err
    for case in PERFTS:
        made, counted = figures(shown.out, case.name)
        assert made[-2:] == counted[-2:] == ["-", "-"]
    lines = [line for case in PERFTS for line in figures(shown.out, case.name)]
    assert len(figures(shown.out, "1")) == 3
    for line in lines + figures(shown.out, "1"):
        ours, bare, ratio = (float(cell.replace(",", "")) for cell in line[2:5])
        low, high = map(float, line[5].split(" to "))
        assert low <= ratio <= high
        # Of two rounds, the ratio of the medians lies between the two ratios, or near.
        assert ratio / 3 < bare / ours < ratio * 3


@pytest.mark.parametrize("change", [1, -1])
def test_wrong_number_of_sequences(change: int, built: Path, tmp_path: Path) -> None:
    """A number of move sequences that differs by one ends the command and is named."""
    known = PERFTS[0].sequences
    file = positions(tmp_path, sequences=known + change)
    with pytest.raises(SystemExit, match=rf"WRONG: sequences: {known} is not {known + change}$"):
        kernel.main([str(file), "--only", "moves", "--build", str(built), *SMALL])


@pytest.mark.parametrize(
    ("code", "fault", "message"),
    [
        ("set(key, Data(proved,", "set(key, Data({proved.lower - 1, proved.upper},",
         "lower bound: "),
        ("if (data.generation() != ", "if (&slot == &there.slots[4] || data.generation() != ",
         "entries found again: "),
        ("++hits;", "hits += 1 + (use_.probes == 1'000'000);", "hits: "),
    ],
    ids=["wrong bound", "lost entry", "wrong count"],
)  # fmt: skip
def test_faults_of_the_table(code: str, fault: str, message: str, tmp_path: Path) -> None:
    """A table that finds a wrong bound, loses an entry or miscounts hits ends the program."""
    native = ROOT / "steppe_solver" / "native"
    source = (native / "table.hpp").read_text(encoding="utf-8")
    assert source.count(code) == 1
    (tmp_path / "table.hpp").write_text(source.replace(code, fault), encoding="utf-8")
    places = [f"-I{place}" for place in (tmp_path, native)]
    program = tmp_path / "probes"
    command = [COMPILER, "-std=c++20", "-O1", *places, str(programs.SOURCE / "probes.cpp")]
    subprocess.run([*command, "-o", str(program)], check=True)
    with pytest.raises(programs.ProgramError, match=rf"WRONG: {message}"):
        programs.run([str(program), "9", "1", "320000"], tmp_path)


@VALGRIND
def test_instructions_of_moves(built: Path) -> None:
    """Counted twice, a loop has the same instructions; making a move takes more than a copy."""
    programs.build(built / "shipped", ["perft"])
    loops = ("made", "copied", "counted", "stepped")
    first, again = (
        callgrind.count(PERFTS[0].program(0), loops, built / "shipped") for _ in range(2)
    )
    assert first == again
    made, copied, counted, stepped = (costs.total() for costs in first)
    assert made > copied > PERFTS[0].sequences
    assert counted > stepped > PERFTS[0].sequences


@pytest.mark.slow
@VALGRIND
def test_nodes(built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counted twice, in two commands, searches have the same nodes and the same instructions."""
    shown = []
    for _ in range(2):
        kernel.main(["--only", "nodes", "--build", str(built), *SMALL])
        shown.append(capsys.readouterr().out)
    for case in SEARCHES:
        first, again = (figures(out, case.name)[0] for out in shown)
        assert first[:3] == again[:3]
        assert first[4] == again[4] != "-"
        assert first[1] == str(case.value)
    names = [*dict.fromkeys(name for name, _ in callgrind.PARTS), callgrind.REST]
    shares = [map(float, figures(shown[0], name)[0][1:]) for name in names]
    for column in zip(*shares, strict=True):
        assert sum(column) == pytest.approx(100, abs=0.05 * len(names))
        assert column[-1] < 5  # so that a part that has a new name is noticed

    file = positions(tmp_path, value=SEARCHES[0].value + 1)
    with pytest.raises(SystemExit, match="WRONG: lower bound: "):
        kernel.main([str(file), "--only", "nodes", "--build", str(built), *SMALL])


@pytest.mark.slow
def test_flags(built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the machine's own instructions the answers are the same, and ratios are printed."""
    kernel.main([str(positions(tmp_path)), "--only", "flags", "--build", str(built)])
    printed = capsys.readouterr().out
    lines = figures(printed, PERFTS[0].name) + figures(printed, SEARCHES[0].name)
    assert [line[1] for line in lines] == ["made", "counted", "solved"]
    assert all(0.2 < float(line[2]) < 5 for line in lines)


def test_profile() -> None:
    """Costs stand with file and function, those of calls only with what is called."""
    node, packer = "steppe::search_node<steppe::Search>", "steppe::Packer::matching(unsigned int)"
    found = callgrind.costs(PROFILE.splitlines())
    assert found == {
        ("table.hpp", node): 7,
        ("stl_algo.h", node): 7,
        ("packing.cpp", f"{packer} const"): 100,
    }
    with pytest.raises(programs.ProgramError, match="parts sum to 114, not to 115"):
        callgrind.costs(PROFILE.replace("totals: 114", "totals: 115").splitlines())


def test_parts() -> None:
    """Every instruction is in one part; what no part matches is in the rest."""
    found = callgrind.costs(PROFILE.splitlines()) + Counter({("malloc.c", "malloc"): 3})
    parts = callgrind.by_part(found)
    assert sum(parts.values()) == 117
    assert parts["table"] == 7
    assert parts["sorting moves"] == 7
    assert parts["packings"] == 100
    assert parts[callgrind.REST] == 3


def test_ratio() -> None:
    """Ratios are of one round, for as much work: noise that strikes both does not count."""
    ours = programs.Loop(100, (2.0, 4.0, 40.0))
    bare = programs.Loop(50, (0.5, 1.0, 10.0))
    assert kernel.compared(ours, bare) == ("2.00", "2.00 to 2.00")


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("cmake", "pip install cmake ninja"),
        ("make", "pip install ninja"),
        ("c++", "install g\\+\\+"),
    ],
)
def test_what_is_missing(
    missing: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without CMake, something that builds or a compiler, the command says what to install."""
    monkeypatch.delenv("CXX", raising=False)
    gone = {"cmake": ["cmake"], "make": ["make", "ninja"], "c++": []}[missing]
    monkeypatch.setattr(programs, "tool", lambda name: None if name in gone else f"/bin/{name}")
    monkeypatch.setattr(programs.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=f"missing: .*{message}"):
        kernel.main(["--build", str(tmp_path)])


@pytest.mark.parametrize("wrong", [("--rounds", "1"), ("--tables", "3"), ("--tables", "0")])
def test_bad_options(wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """One round has no quartiles, and tables that are no power of two lose entries: refused."""
    with pytest.raises(SystemExit, match="2"):
        kernel.main(list(wrong))
    assert wrong[0] in capsys.readouterr().err
