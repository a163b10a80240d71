"""`steppe solitaire rate`: ratings of deals, and shares with a file that survives anything."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from command import HANGS, objects, run, start
from terminal import Terminal

from steppe_solver.solitaire import (
    Game,
    State,
    deal_from_seed,
    format_deal,
    parse_move,
    parse_variant,
)
from steppe_solver.solitaire.layouts import LAYOUTS
from steppe_solver.solitaire.rating import rate
from steppe_solver.solitaire.share import wilson
from steppe_solver.solitaire.solver import Solver

PLAIN = "c0d3L-inf"
SMALL = ("--variant", PLAIN, "--nodes", 20_000)


def rated(*arguments: object, code: int = 0) -> list[dict[str, Any]]:
    """The JSON answers of a run that ends with this code."""
    result = run("solitaire", "rate", *arguments, "--format", "json")
    assert result.exit_code == code, result.output
    return objects(result.stdout)


def test_a_seed_is_rated_as_python_rates_it() -> None:
    """The answer holds the rating and all that it is made of."""
    (answer,) = rated("--seed", 1, *SMALL)
    state = State.start(deal_from_seed(1), parse_variant(PLAIN))
    rating = rate(state, Solver(64), nodes=20_000)
    assert rating.line is not None
    assert answer == {
        "deal_id": "seed-1",
        "variant": PLAIN,
        "verdict": "winnable",
        "rating": rating.value,
        "first_moves": {str(move): str(found) for move, found in rating.first_moves.items()},
        "losing_first_moves": rating.losing_first_moves,
        "line": list(map(str, rating.line)),
        "positions": rating.path.positions,
        "narrow": rating.path.narrow,
        "keeping": rating.path.keeping,
        "casual_games": rating.casual.games,
        "casual_wins": rating.casual.won,
        "dead_ends": rating.casual.dead_ends,
        "nodes": rating.nodes,
    }


def test_seeds_are_rated_in_order_on_any_number_of_processes() -> None:
    """A range gives an answer a seed, the same with two processes as with one."""
    answers = rated("--seed", "1-3", *SMALL)
    assert [answer["deal_id"] for answer in answers] == [f"seed-{seed}" for seed in range(1, 4)]
    assert rated("--seed", "1-3", *SMALL, "--jobs", 2) == answers
    lost = answers[-1]
    assert lost["verdict"] == "unwinnable"
    assert (lost["rating"], lost["line"], lost["keeping"]) == (None, None, None)
    assert set(lost["first_moves"].values()) == {"unwinnable"}


def test_a_layout_is_rated_in_its_variant_or_another() -> None:
    """``--layout`` brings its variant along; what the user says goes before it."""
    layout = LAYOUTS["minefield"]
    (answer,) = rated("--layout", "Minefield")
    assert (answer["deal_id"], answer["variant"]) == (f"seed-{layout.seed}", str(layout.variant))
    assert answer["losing_first_moves"] > 0
    answer, seed = rated("--layout", "frozen-lake", "--variant", PLAIN, "--seed", 3)
    assert (answer["variant"], answer["verdict"]) == (PLAIN, "unwinnable")
    assert list(answer["first_moves"]) == ["D"]
    assert (seed["variant"], seed["deal_id"]) == (PLAIN, "seed-3")


def test_a_file_is_rated_from_where_the_game_stands(tmp_path: Path) -> None:
    """Moves that were played are played; a bad deal is refused with its place, not the rest."""
    game = Game(deal_from_seed(3), parse_variant(PLAIN)).play(parse_move("D"))
    path = tmp_path / "some.jsonl"
    path.write_text(f"{format_deal(game)}\nnonsense\n{format_deal(deal_from_seed(2))}\n")
    first, bad, last = rated(path, code=1)
    assert first["variant"] == PLAIN
    assert list(first["first_moves"]) == list(map(str, game.state.legal_moves()))
    assert bad["input"] == f"{path}:2"
    assert bad["faults"][0]["field"] == "file"
    assert (last["deal_id"], last["variant"]) == ("seed-2", "c4d1L-inf")
    result = run("solitaire", "rate", path, tmp_path / "none.json", "--variant", PLAIN, "-q")
    assert result.exit_code == 1
    assert "none.json" in result.stderr
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["seed-3", "seed-2"]


def test_text_for_people() -> None:
    """The verdict, the rating and its parts are told in words; in short, deal and rating."""
    result = run("solitaire", "rate", "--seed", "2-3", *SMALL)
    won, lost = result.stdout.split("seed-3")
    assert lost == "  c0d3L-inf  unwinnable\n  first moves: 4 of 4 lose\n"
    for part in ("winnable  rating ", "first moves: 0 of ", "a winning line of ", "12 games won"):
        assert part in won
    result = run("solitaire", "rate", "--seed", "2-3", *SMALL, "--quiet")
    first, second = result.stdout.splitlines()
    assert first.removeprefix("seed-2 ").isdigit()
    assert second == "seed-3 unwinnable"


def test_unknown_is_code_3() -> None:
    """Where the nodes do not suffice the verdict is unknown, and the exit code tells."""
    (answer,) = rated("--seed", 1, "--variant", PLAIN, "--nodes", 1, code=3)
    assert (answer["verdict"], answer["rating"]) == ("unknown", None)
    assert run("solitaire", "rate", "--seed", 1, "--variant", PLAIN, "--nodes", 1).exit_code == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a deal"),
        (("--seed", "5-1"), "goes down"),
        (("--seed", "-1"), "is neither a seed"),
        (("--seed", "1-2-3"), "is neither a seed"),
        (("--layout", "nowhere"), "there is no layout 'nowhere'"),
        (("--seed", 1, "--store", "x"), "--store is for --share"),
        (("--seed", 1, "--variant", PLAIN, "--variant", "c4d1L-inf"), "one game at a time"),
        (("--share", "--layout", "one-peg"), "--share takes its deals"),
        (("--share", "--seed", 1, "--seed", 3), "--share takes its deals"),
        (("--share", "x.json"), "--share takes its deals"),
        (("--share", "--seed", "0-x"), "is neither a seed"),
        (("--share", "--variant", PLAIN, "--variant", "c5"), "is no variant"),
        (("--share", "--variant", PLAIN, "--draw", 1), "--variant already says"),
        (("--share", "--store", ""), "--store takes the name of a file"),
    ],
)
def test_wrong_usage(arguments: tuple[object, ...], message: str) -> None:
    """What does not go together is refused in words before anything is done."""
    result = run("solitaire", "rate", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr.replace("\n", " ")


def test_a_share_counts_and_brackets() -> None:
    """The counts are those of the deals, and the interval is Wilson's, unknowns on both sides."""
    (answer,) = rated("--share", "--seed", "1-60", *SMALL, code=3)
    won, lost, unknown = (answer[name] for name in ("winnable", "unwinnable", "unknown"))
    assert won + lost + unknown == answer["seeds"] == 60
    assert min(won, lost, unknown) > 0
    assert answer == {
        "variant": PLAIN,
        "first_seed": 1,
        "seeds": 60,
        "winnable": won,
        "unwinnable": lost,
        "unknown": unknown,
        "share": None,
        "least": won / 60,
        "most": 1 - lost / 60,
        "low": wilson(won, 60)[0],
        "high": wilson(won + unknown, 60)[1],
        "confidence": 0.95,
        "limit": 20_000,
    }


def test_a_share_in_several_variants() -> None:
    """There is an answer for each variant, in the order asked for, and none for one asked twice."""
    arguments = ("--share", "--seed", "7-26", "--variant", "c4d1L-inf")
    twice = ("--variant", "c4d3L-inf", "--variant", "c4d1L-inf")
    answers = rated(*arguments, *twice)
    assert [answer["variant"] for answer in answers] == ["c4d1L-inf", "c4d3L-inf"]
    for answer in answers:
        assert (answer["first_seed"], answer["seeds"], answer["share"]) == (7, 20, 1.0)


def test_a_share_in_words() -> None:
    """People are told the counts and the interval in per cent."""
    result = run("solitaire", "rate", "--share", "--seed", "1-20")
    low, high = (f"{100 * end:.3f}" for end in wilson(20, 20))
    assert result.stdout == (
        "c4d1L-inf: 20 deals: 20 winnable, 0 unwinnable, 0 unknown\n"
        f"  100.000 % can be won; of all deals, with 95% confidence, {low} to {high} %\n"
    )
    result = run("solitaire", "rate", "--share", "--seed", "1-20", "--quiet")
    assert result.stdout == f"c4d1L-inf 20 {low} {high}\n"
    result = run("solitaire", "rate", "--share", "--seed", "1-60", *SMALL)
    assert " to " in result.stdout.splitlines()[1].split("can be won")[0]


def test_a_run_goes_on_from_its_store(tmp_path: Path) -> None:
    """More deals later add to the file, and give what one long run gives."""
    store = tmp_path / "sample.jsonl"
    arguments = ("--share", *SMALL, "--store", store)
    short = rated(*arguments, "--seed", "1-20", code=3)
    kept = store.read_bytes()
    assert kept.count(b"\n") == 21
    assert rated(*arguments, "--seed", "1-20", code=3) == short
    assert store.read_bytes() == kept
    long = rated(*arguments, "--seed", "1-40", code=3)
    assert store.read_bytes().startswith(kept)
    assert store.read_bytes().count(b"\n") == 41
    assert long == rated("--share", *SMALL, "--seed", "1-40", code=3)


def test_more_nodes_ask_the_unknown_again(tmp_path: Path) -> None:
    """With a higher limit only deals that were unknown are judged again; a lower one asks none."""
    store = tmp_path / "sample.jsonl"
    arguments = ("--share", "--variant", PLAIN, "--seed", "1-40", "--store", store)
    (before,) = rated(*arguments, "--nodes", 2000, code=3)
    (after,) = rated(*arguments, "--nodes", 20_000, code=3)
    assert store.read_bytes().count(b"\n") == 1 + 40 + before["unknown"]
    assert after["unknown"] < before["unknown"]
    kept = store.read_bytes()
    (again,) = rated(*arguments, "--nodes", 2000, code=3)
    assert again["unknown"] == after["unknown"]
    assert store.read_bytes() == kept


@pytest.mark.parametrize("lost", [1, 30, 120])
def test_a_torn_line_is_taken_away(tmp_path: Path, lost: int) -> None:
    """A file whose end was never written is gone on with as if it had been shorter."""
    store = tmp_path / "sample.jsonl"
    arguments = ("--share", *SMALL, "--seed", "1-30", "--store", store)
    answers = rated(*arguments, code=3)
    whole = store.read_bytes()
    store.write_bytes(whole[:-lost])
    assert rated(*arguments, code=3) == answers
    assert store.read_bytes() == whole


@pytest.mark.parametrize("length", [0, 10])
def test_a_torn_first_line_is_begun_anew(tmp_path: Path, length: int) -> None:
    """A run that was killed as it began has left nothing that hinders the next."""
    store = tmp_path / "sample.jsonl"
    arguments = ("--share", "--seed", "1-3", "--store", store)
    rated(*arguments)
    whole = store.read_bytes()
    store.write_bytes(whole[:length])
    rated(*arguments)
    assert store.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"my diary", "is no sample of deals"),
        (b"my diary\n", "this is no sample of deals"),
        (b'{"sample": "steppe solitaire", "version": 9, "variants": []}\n', "version 1 is needed"),
    ],
)
def test_a_file_of_another_kind_stays_as_it_is(
    tmp_path: Path, content: bytes, message: str
) -> None:
    """What is no sample of this version is refused and not touched."""
    store = tmp_path / "diary"
    store.write_bytes(content)
    result = run("solitaire", "rate", "--share", "--seed", "1-3", "--store", store)
    assert result.exit_code == 2
    assert message in result.stderr.replace("\n", " ")
    assert store.read_bytes() == content


def test_a_store_of_another_variant_is_refused(tmp_path: Path) -> None:
    """The variants have to be the same ones, in any order."""
    store, other = tmp_path / "sample.jsonl", ("--variant", "c4d3L-inf")
    rated("--share", "--seed", "1-3", "--variant", "c4d1L-inf", *other, "--store", store)
    kept = store.read_bytes()
    rated("--share", "--seed", "1-3", *other, "--variant", "c4d1L-inf", "--store", store)
    assert store.read_bytes() == kept
    result = run("solitaire", "rate", "--share", "--seed", "1-3", "--store", store)
    assert result.exit_code == 2
    assert "of other variants" in result.stderr
    assert store.read_bytes() == kept


def test_a_store_that_cannot_be_written_is_wrong_usage(tmp_path: Path) -> None:
    """A directory, a device without end, or a file in no directory is refused with the reason."""
    devices = [] if os.name == "nt" else [Path("/dev/zero")]
    for path in (tmp_path, tmp_path / "none" / "sample.jsonl", *devices):
        result = run("solitaire", "rate", "--share", "--seed", "1-3", "--store", path)
        assert result.exit_code == 2
        assert "cannot use" in result.stderr


def wait_for_lines(store: Path, count: int) -> None:
    """Wait until the file has so many lines."""
    deadline = time.monotonic() + HANGS
    while not store.exists() or store.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a POSIX signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, jobs: int) -> None:
    """A run that is broken off answers with the deals done, and they are all in its file."""
    store = tmp_path / "sample.jsonl"
    arguments = ("--share", *SMALL, "--seed", "1-10000000", "--store", store, "--jobs", jobs)
    process = start("solitaire", "rate", *arguments, "--format", "json", cwd=tmp_path)
    wait_for_lines(store, 20)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    (answer,) = objects(output)
    lines = objects(store.read_bytes())[1:]
    assert answer["seeds"] == len(lines) >= 19
    assert [line["seed"] for line in lines] == list(range(1, len(lines) + 1))
    assert answer["winnable"] == sum(line["verdict"] == "winnable" for line in lines)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_killed_run_can_be_gone_on_with(tmp_path: Path) -> None:
    """After kill -9 the file is a beginning of that of an undisturbed run, and so is its end."""
    store = tmp_path / "sample.jsonl"
    arguments = ("--share", *SMALL, "--seed", "1-60", "--store", store)
    process = start("solitaire", "rate", *arguments, cwd=tmp_path)
    wait_for_lines(store, 10)
    process.kill()
    process.communicate(timeout=HANGS)
    torn = store.read_bytes()
    rated(*arguments, code=3)
    other = tmp_path / "undisturbed.jsonl"
    rated("--share", *SMALL, "--seed", "1-60", "--store", other, code=3)
    assert other.read_bytes() == store.read_bytes()
    assert other.read_bytes().startswith(torn)


def test_two_runs_do_not_share_a_store(tmp_path: Path) -> None:
    """While a run is at work on a file a second one is refused, and leaves the file alone."""
    store = tmp_path / "sample.jsonl"
    process = start(
        *("solitaire", "rate", "--share", *SMALL, "--seed", "1-1000000", "--store", store),
        cwd=tmp_path,
    )
    try:
        wait_for_lines(store, 3)
        result = run("solitaire", "rate", "--share", *SMALL, "--seed", "1-3", "--store", store)
    finally:
        process.kill()
        process.communicate(timeout=HANGS)
    assert result.exit_code == 2
    assert "another run is at work on" in result.stderr.replace("\n", " ")
    seeds = [json.loads(line)["seed"] for line in store.read_bytes().splitlines(True)[1:-1]]
    assert seeds == list(range(1, len(seeds) + 1))


@pytest.mark.skipif(os.name == "nt", reason="there is no limit on the size of files")
def test_a_full_disk_is_said_and_what_was_kept_goes_on(tmp_path: Path) -> None:
    """Where a line can no longer be written the run ends with the reason; the file is gone on
    with once there is room, as if nothing had been."""
    import resource

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    store = tmp_path / "sample.jsonl"
    arguments = ("--share", *SMALL, "--seed", "1-40", "--store", store)
    process = start(
        *("solitaire", "rate", *arguments), cwd=tmp_path, stderr=-1, preexec_fn=little_room
    )
    _, errors = process.communicate(timeout=HANGS)
    assert process.returncode == 1
    assert b"cannot write" in errors
    assert b"Traceback" not in errors
    assert len(store.read_bytes()) <= 1000
    answers = rated(*arguments, code=3)
    assert answers == rated("--share", *SMALL, "--seed", "1-40", code=3)
    assert store.read_bytes().count(b"\n") == 41


def test_a_store_line_is_json(tmp_path: Path) -> None:
    """Anybody can read the file: a line says of what it is a sample, the others are deals."""
    store = tmp_path / "sample.jsonl"
    rated("--share", "--seed", "1-2", "--store", store)
    head, first, second = map(json.loads, store.read_text().splitlines())
    assert head == {"sample": "steppe solitaire", "version": 1, "variants": ["c4d1L-inf"]}
    for seed, line in enumerate((first, second), 1):
        assert line == {
            "variant": "c4d1L-inf",
            "seed": seed,
            "verdict": "winnable",
            "limit": 2_000_000,
        }


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    """Before a terminal a bar shows the deals done; Ctrl-C ends the run with the answer."""
    arguments = ("solitaire", "rate", "--share", *SMALL, "--seed", "1-1000000")
    with Terminal(*arguments, cwd=tmp_path) as terminal:
        assert "[" in terminal.wait_for("of 1,000,000 deals")
        terminal.type("\x03")
        shown, code = terminal.end()
    assert "winnable" in shown
    assert code == 130


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a POSIX signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_the_rating_of_deals(tmp_path: Path, jobs: int) -> None:
    """Ratings that were given stay; the exit code says that the rest is missing."""
    arguments = ("--seed", "1-100000", "--jobs", jobs, "--format", "json")
    process = start("solitaire", "rate", *arguments, cwd=tmp_path)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    names = [answer["deal_id"] for answer in objects(first + rest)]
    assert names == [f"seed-{seed}" for seed in range(1, len(names) + 1)]
