"""`steppe solitaire solve`: answers in order, fields, exit codes, threads and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from command import HANGS, objects, run, run_apart, start

from steppe_solver.solitaire import Game, Variant, deal_from_seed, format_deal, parse_move
from steppe_solver.solitaire.goals import Answer, pursue
from steppe_solver.solitaire.layouts import LAYOUTS
from steppe_solver.solitaire.solver import Solver, Win

posix_only = pytest.mark.skipif(
    os.name == "nt", reason="Windows cannot send Ctrl-C to one other process"
)

FIELDS = ["deal_id", "variant", "goal", "verdict", "value", "lower", "upper", "line"]
FIELDS += ["nodes", "seconds"]
HARD = ("--seed", 160, "--variant", "c0d3L-inf")
"""Lost, which no search sees soon."""


def solve(*arguments: object, stdin: str = "") -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the JSON answers."""
    result = run("solitaire", "solve", *arguments, "--format", "json", stdin=stdin)
    return result.exit_code, objects(result.stdout)


def timeless(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers without what may differ from run to run."""
    return [{key: value for key, value in answer.items() if key != "seconds"} for answer in answers]


def deal_file(directory: Path, *lines: str) -> Path:
    """A file of deals with these lines."""
    path = directory / "deals.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_a_seed_is_solved() -> None:
    """The documented fields come in their order, and the line wins."""
    code, (answer,) = solve("--seed", 7)
    assert code == 0
    assert list(answer) == FIELDS
    assert (answer["deal_id"], answer["variant"], answer["goal"]) == ("seed-7", "c4d1L-inf", "win")
    assert (answer["verdict"], answer["value"]) == ("winnable", None)
    game = Game(deal_from_seed(7)).play(*map(parse_move, answer["line"]))
    assert game.state.is_won


@pytest.mark.parametrize("goal", ["score", "buffers", "recycles", "moves", "foundation:12"])
def test_every_goal_is_answered(goal: str) -> None:
    """Each goal gives bounds that hold its value, and 3 where they do not meet."""
    code, (answer,) = solve("--seed", 5, "--goal", goal, "--nodes", 30_000)
    assert answer["goal"] == goal
    assert answer["lower"] <= answer["upper"]
    assert (answer["value"] is None) == (answer["lower"] < answer["upper"]) == (code == 3)
    assert answer["verdict"] == "winnable"


def test_options_make_the_variant() -> None:
    """Single options and the short name mean the same game; unwinnable is an answer: 0."""
    code, (single,) = solve("--seed", 3, "--buffers", 0, "--draw", 3, "--recycles", 1)
    assert (code, single["verdict"], single["line"]) == (0, "unwinnable", None)
    assert timeless([single]) == timeless(solve("--seed", 3, "--variant", "c0d3L-r1")[1])


def test_all_moves_are_judged() -> None:
    """Every legal move has its verdict, or for the goal score its points or two bounds."""
    game = Game(deal_from_seed(1))
    _, (answer,) = solve("--seed", 1, "--all-moves")
    assert list(answer["moves"]) == [str(move) for move in game.state.legal_moves()]
    assert set(answer["moves"].values()) == {"winnable"}
    _, (answer,) = solve("--seed", 1, "--all-moves", "--goal", "score", "--nodes", 20_000)
    assert list(answer["moves"]) == [str(move) for move in game.state.legal_moves()]
    for found in answer["moves"].values():
        low, high = found if isinstance(found, list) else (found, found)
        assert 0 <= low <= high <= 620
        assert isinstance(found, int) or low < high


def test_many_deals_are_answered_in_order(tmp_path: Path) -> None:
    """Seeds come first, then the files, half-played games too; bad deals stand in their place."""
    half = Game(deal_from_seed(2), Variant(4, 3)).play(*map(parse_move, ["T7F", "D"]))
    path = deal_file(tmp_path, format_deal(half), '{"tableau": 3}', format_deal(deal_from_seed(4)))
    for threads in (1, 3):
        code, answers = solve("--seed", "8-9", "--seed", 1, path, path, "--threads", threads)
        assert code == 1
        names = [answer.get("deal_id", "bad") for answer in answers]
        assert names == ["seed-8", "seed-9", "seed-1", *["seed-2", "bad", "seed-4"] * 2]
        bad = answers[4]
        assert bad["input"] == f"{path}:2"
        assert {fault["field"] for fault in bad["faults"]} == {"tableau", "file"}
        assert (answers[3]["variant"], answers[5]["variant"]) == ("c4d3L-inf", "c4d1L-inf")


def test_a_variant_on_the_command_line_overrules_the_file(tmp_path: Path) -> None:
    """The file's variant holds unless another is asked for."""
    path = deal_file(tmp_path, format_deal(Game(deal_from_seed(2), Variant(4, 3))))
    assert solve(path)[1][0]["variant"] == "c4d3L-inf"
    assert solve(path, "--draw", 1)[1][0]["variant"] == "c4d1L-inf"


def test_layouts_are_solved_in_their_variant() -> None:
    """A layout comes first, in its own variant unless another is asked for."""
    assert solve("--seed", 1, "--layout", "one-peg")[1][0]["variant"] == "c1d3L-r0"
    other = ("--layout", "one-peg", "--variant", "c0d3L-r0")
    assert [answer["verdict"] for answer in solve(*other)[1]] == ["unwinnable"]


def test_deals_come_from_standard_input() -> None:
    """``-`` is standard input, in the text layout too."""
    code, answers = solve("-", stdin=format_deal(deal_from_seed(6), "text"))
    assert (code, [answer["deal_id"] for answer in answers]) == (0, ["seed-6"])


def test_a_file_that_is_not_there_is_bad_input() -> None:
    """A missing file is bad input of field file, not bad usage, and others are still solved."""
    code, (answer, bad) = solve("--seed", 1, "nowhere.jsonl")
    assert (code, answer["verdict"]) == (1, "winnable")
    assert (bad["input"], bad["faults"][0]["field"]) == ("nowhere.jsonl:1", "file")


def test_the_count_of_threads_changes_nothing() -> None:
    """Verdicts, lines and nodes are the same for one thread and for several."""
    one = solve("--seed", "1-12", "--goal", "buffers", "--nodes", 3000)
    several = solve("--seed", "1-12", "--goal", "buffers", "--nodes", 3000, "--threads", 3)
    assert one[0] == several[0]
    assert timeless(one[1]) == timeless(several[1])


def test_a_limit_gives_unknown_and_three() -> None:
    """Where a limit strikes the verdict is unknown, with no line, and the exit code 3."""
    for limit in (("--nodes", 1000), ("--limit", 0.1)):
        code, (answer,) = solve(*HARD, *limit)
        assert (code, answer["verdict"], answer["line"]) == (3, "unknown", None)


def test_text_says_it_in_words() -> None:
    """People get the verdict, the value and what the line brings, in short with --quiet."""
    result = run("solitaire", "solve", "--seed", 1, "--goal", "recycles")
    assert result.stdout.startswith("seed-1  c4d1L-inf\n  winnable; fewest recycles: 0\n")
    assert "moves to a win, 0 recycles" in result.stdout
    assert max(map(len, result.stdout.splitlines())) < 80
    quiet = run("solitaire", "solve", "--seed", "1-2", "--goal", "recycles", "--quiet")
    assert quiet.stdout.splitlines() == [
        "seed-1: winnable; fewest recycles: 0",
        "seed-2: winnable; fewest recycles: 0",
    ]
    unknown = run("solitaire", "solve", *HARD, "--nodes", 9, "--quiet")
    assert unknown.stdout == "seed-160: unknown, as the limit struck\n"


def test_text_reports_bad_deals_on_standard_error(tmp_path: Path) -> None:
    """In text bad inputs go to standard error, with the place."""
    path = deal_file(tmp_path, "{}")
    result = run("solitaire", "solve", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{path}:1:1: file: " in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--seed", -1),
        ("--seed", "5-3"),
        ("--seed", "x"),
        ("--seed", 1, "--goal", "luck"),
        ("--seed", 1, "--goal", "foundation"),
        ("--seed", 1, "--variant", "c5d1L-inf"),
        ("--seed", 1, "--variant", "c4d1L-inf", "--draw", 3),
        ("--seed", 1, "--threads", 0),
        ("--seed", 1, "--memory", 2**40),
    ],
)
def test_wrong_usage_is_two(arguments: tuple[object, ...]) -> None:
    """No deal, values out of range, and more memory than there is, are bad usage."""
    assert run("solitaire", "solve", *arguments).exit_code == 2


class InterruptedSolver(Solver):
    """A solver during whose every long search the user presses Ctrl-C."""

    def win(self, state: Any, limit: Any = None, stop: Any = None) -> Win:
        """What is known by then."""

        def press() -> bool:
            signal.raise_signal(signal.SIGINT)
            return bool(stop())

        return super().win(state, limit, press)


def test_ctrl_c_gives_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in a search gives that answer, interrupted; the rest is left; the code is 130."""
    monkeypatch.setattr("steppe_solver.cli.solitaire.solve.Solver", InterruptedSolver)
    before = signal.getsignal(signal.SIGINT)
    code, answers = solve("--seed", 1, *HARD, "--seed", 2, "--goal", "win")
    assert (code, [answer["verdict"] for answer in answers]) == (130, ["winnable", "unknown"])
    assert signal.getsignal(signal.SIGINT) is before
    text = run("solitaire", "solve", *HARD, "--quiet").stdout
    assert text == "seed-160: unknown, interrupted\n"


@posix_only
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_run(threads: int, tmp_path: Path) -> None:
    """A run on its own that is sent SIGINT ends with 130, whole lines and no traceback."""
    process = start(
        *("solitaire", "solve", "--seed", 1, *HARD, "--seed", 194, "--seed", "2-90"),
        *("--format", "json", "--threads", threads),
        cwd=tmp_path,
        stderr=-1,
    )
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert errors == b""
    answers = [first, *objects(rest)]
    names = ["seed-1", "seed-160", "seed-194"]
    assert [answer["deal_id"] for answer in answers][: 1 + threads] == names[: 1 + threads]
    assert answers[1]["verdict"] == "unknown"


@posix_only
@pytest.mark.parametrize("threads", [1, 3])
def test_answers_do_not_wait_for_the_next_deal(threads: int, tmp_path: Path) -> None:
    """While standard input stays open, what was read is answered; Ctrl-C then ends with 130."""
    process = start(
        *("solitaire", "solve", "-", "--format", "json", "--threads", threads),
        cwd=tmp_path,
        stdin=-1,
        stderr=-1,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for seed in (1, 2):
        process.stdin.write(f"{format_deal(deal_from_seed(seed))}\n".encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["deal_id"] == f"seed-{seed}"
    process.send_signal(signal.SIGINT)
    assert process.wait(HANGS) == 130
    rest, errors = process.communicate()
    assert (rest, errors.strip()) == (b"", b"")


@posix_only
def test_ctrl_c_while_deals_are_awaited_loses_no_answer(tmp_path: Path) -> None:
    """Deals begun when Ctrl-C comes are answered in order, though standard input is still open."""
    easy, hard = (
        Game(deal_from_seed(seed), Variant(buffers, 3)) for seed, buffers in ((1, 4), (160, 0))
    )
    process = start(
        *("solitaire", "solve", "-", "--format", "json", "--threads", 3),
        cwd=tmp_path,
        stdin=-1,
        stderr=-1,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for game in (easy, hard, easy):
        process.stdin.write(f"{format_deal(game)}\n".encode())
    process.stdin.flush()
    first = json.loads(process.stdout.readline())
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(HANGS) == 130
    rest, errors = process.communicate()
    assert errors == b""
    verdicts = [answer["verdict"] for answer in [first, *objects(rest)]]
    assert verdicts == ["winnable", "unknown", "winnable"]


def test_answers_are_out_before_the_next_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one thread each answer is written before the next deal is looked at."""
    written: list[str] = []

    def watched(*arguments: Any, **options: Any) -> Answer:
        written.append("solve")
        return pursue(*arguments, **options)

    monkeypatch.setattr("steppe_solver.cli.solitaire.solve.pursue", watched)
    monkeypatch.setattr(
        "steppe_solver.cli.output.Answers.give", lambda self, answer: written.append("give")
    )
    run("solitaire", "solve", "--seed", "1-3", "--format", "json")
    assert written == ["solve", "give"] * 3


def test_a_reader_that_leaves_early_ends_it_quietly(tmp_path: Path) -> None:
    """A pipe that closes after one answer ends a run of many without a traceback."""
    process = start(
        *("solitaire", "solve", "--seed", "1-100000", "--format", "json", "--threads", 2),
        cwd=tmp_path,
        stderr=-1,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(HANGS) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_help_names_all_goals(tmp_path: Path) -> None:
    """The help tells of every goal and option."""
    text = run_apart("solitaire", "solve", "--help", cwd=tmp_path).stdout.decode()
    for word in ("score", "buffers", "recycles", "foundation:K", "--threads", "--all-moves"):
        assert word in text


def test_only_rate_takes_several_variants() -> None:
    """A second ``--variant`` is bad usage where one game is asked about, the same one twice not."""
    twice = ("--variant", "c4d1L-inf", "--variant", "c4d1L-inf")
    assert run("solitaire", "solve", "--seed", 1, *twice, "-q").exit_code == 0
    for command in ("deal", "solve", "rate", "play"):
        result = run("solitaire", command, "--seed", 1, *twice, "--variant", "c0d1L-inf")
        assert result.exit_code == 2
        assert "one game at a time" in result.stderr


@pytest.mark.parametrize("goal", ["buffers", "recycles", "moves", "foundation:5"])
def test_all_moves_have_verdicts_for_every_goal(goal: str) -> None:
    """With any goal but the score each legal move is said to keep the win, lose it, or neither."""
    arguments = ("--layout", "needles-eye", "--goal", goal, "--nodes", 5000, "--all-moves")
    _, (answer,) = solve(*arguments)
    layout = LAYOUTS["needles-eye"]
    legal = Game(layout.deal, layout.variant).state.legal_moves()
    assert list(answer["moves"]) == list(map(str, legal))
    assert set(answer["moves"].values()) <= {"winnable", "unwinnable", "unknown"}
    assert "unwinnable" in answer["moves"].values()


def test_all_faults_of_a_typed_deal_are_told_and_others_answered(tmp_path: Path) -> None:
    """Every fault of a text layout comes with its place, and the deal after it is solved."""
    lines = format_deal(deal_from_seed(1), "text").splitlines()
    lines[1] = "QX"
    lines.append("moves: T6Q D")
    path = tmp_path / "typed.txt"
    path.write_text("\n".join([*lines, format_deal(deal_from_seed(2), "text")]))
    code, (bad, good) = solve(path)
    assert (code, good["deal_id"], good["verdict"]) == (1, "seed-2", "winnable")
    places = [(fault["field"], fault["at"]) for fault in bad["faults"]]
    assert places == [("tableau", "2:1"), ("move", f"{len(lines)}:8")]
