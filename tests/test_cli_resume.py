"""`steppe solve --resume FILE`: a search that is stopped, or killed, goes on to the same answer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import BAD, EASY, HANGS, HARD, LARGE, objects, run, run_apart, spn_file, start
from known import rows

from steppe_solver.notation import parse_spn
from steppe_solver.solver import solve

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals and files")

LONG = next(row for row in rows("frontier") if row["id"] == "f282")
"""Takes a second, and is saved before that."""
MIDDLING = next(row for row in rows("frontier") if row["id"] == "f291")
LATE = next(row for row in rows("values") if row["id"] == "v187")
"""Takes a few nodes."""

SOON = ["--nodes", "2000"]


def header(file: Path) -> dict[str, Any]:
    """What a file says of the search, in words."""
    found: dict[str, Any] = json.loads(file.read_bytes().split(b"\n", 2)[1])
    return found


def answer(*arguments: object) -> dict[str, Any]:
    """The one answer of `steppe solve`, as JSON."""
    (found,) = objects(run("solve", *arguments, "--format", "json").stdout)
    return found


def litter(directory: Path) -> set[str]:
    """The names in the directory but those of the input and of the saved search."""
    return {path.name for path in directory.iterdir()} - {"some.spn", "kept"}


def test_stops_end_in_the_same_answer(tmp_path: Path) -> None:
    """Stopped again and again, the same command ends with the answer of one run; nodes and seconds
    are those of all runs, and `resume` says what the earlier ones took."""
    file, kept = spn_file(tmp_path, MIDDLING["spn"]), tmp_path / "kept"
    whole = answer(file)
    assert "resume" not in whole
    earlier = {"file": str(kept), "nodes": 0, "seconds": 0.0}
    runs = 0
    while True:
        found = answer(file, "--resume", kept, "--nodes", whole["nodes"] // 3)
        assert found["resume"] == earlier
        assert found["nodes"] > earlier["nodes"]
        assert found["lower"] <= MIDDLING["value"] <= found["upper"]
        assert (header(kept)["lower"], header(kept)["upper"]) == (found["lower"], found["upper"])
        earlier = {"file": str(kept), "nodes": found["nodes"], "seconds": found["seconds"]}
        runs += 1
        if found["status"] == "exact":
            break
    assert runs > 2
    assert found["value"] == whole["value"] == MIDDLING["value"]
    assert litter(tmp_path) == set()


def test_an_answer_that_was_found_is_given_at_once(tmp_path: Path) -> None:
    """Once the file holds the answer, a run searches no more nodes and answers the same (but that
    the line may be another one, as good)."""
    file, kept = spn_file(tmp_path, MIDDLING["spn"]), tmp_path / "kept"
    first, again = (answer(file, "--resume", kept, "--all-moves") for _ in range(2))
    assert again["resume"]["nodes"] == first["nodes"]
    for field in ("status", "value", "moves", "nodes"):
        assert again[field] == first[field]
    assert answer(file, "--resume", kept, "--nodes", 0)["value"] == MIDDLING["value"]


def test_another_question_goes_on_from_the_same_file(tmp_path: Path) -> None:
    """What is proved of a position serves every question: outcome, then margin, then moves."""
    file, kept = spn_file(tmp_path, MIDDLING["spn"]), tmp_path / "kept"
    plain = answer(file, "--all-moves")
    assert answer(file, "--resume", kept, "--objective", "outcome")["value"] == 1
    margin = answer(file, "--resume", kept)
    assert (margin["value"], margin["resume"]["nodes"] > 0) == (MIDDLING["value"], True)
    assert answer(file, "--resume", kept, "--all-moves")["moves"] == plain["moves"]


def test_moves_keep_their_bounds(tmp_path: Path) -> None:
    """With `--all-moves`, bounds of moves never widen from run to run, and end in the values."""
    file, kept = spn_file(tmp_path, MIDDLING["spn"]), tmp_path / "kept"
    values = answer(file, "--all-moves")["moves"]
    before: dict[str, Any] = {}
    for nodes in (1_000, 100_000, 200_000, 2**40):
        moves = answer(file, "--resume", kept, "--all-moves", "--nodes", nodes)["moves"]
        for move, found in moves.items():
            lower, upper = found if isinstance(found, list) else (found, found)
            least, most = before.get(move, (lower, upper))
            assert least <= lower <= values[move] <= upper <= most
            before[move] = lower, upper
    assert moves == values


def when_saved(kept: Path, nodes: int) -> Callable[[subprocess.Popen[bytes]], None]:
    """Waits until the file tells of so many nodes."""

    def wait(process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + HANGS
        while not (kept.exists() and header(kept)["nodes"] >= nodes):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)

    return wait


def ended_by(
    number: int, directory: Path, *arguments: str, when: Callable[[subprocess.Popen[bytes]], None]
) -> tuple[int, bytes]:
    """The exit code and the output of a run to which a signal is sent after ``when``."""
    with start("solve", *arguments, cwd=directory, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        when(process)
        process.send_signal(number)
        output = process.stdout.read()
        return process.wait(timeout=HANGS), output


@posix_only
def test_a_killed_search_goes_on(tmp_path: Path) -> None:
    """After a kill -9 in the middle, the same command ends with the same answer as a whole run, and
    takes fewer nodes than one."""
    spn_file(tmp_path, LONG["spn"])
    kept = tmp_path / "kept"
    whole = solve(parse_spn(LONG["spn"])).nodes
    arguments = ("some.spn", "--resume", "kept", "--format", "json")
    code, output = ended_by(signal.SIGKILL, tmp_path, *arguments, when=when_saved(kept, 1))
    assert (code, output) == (-signal.SIGKILL, b"")
    saved = header(kept)["nodes"]
    result = run_apart("solve", *arguments, cwd=tmp_path)
    (found,) = objects(result.stdout)
    assert found["value"] == LONG["value"]
    assert found["resume"]["nodes"] == saved
    assert found["nodes"] - saved < whole
    assert (result.returncode, litter(tmp_path)) == (0, set())


@posix_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_search_keeps_what_is_proved(tmp_path: Path, number: int) -> None:
    """Ctrl-C, or a request to end, gives the bounds so far with code 130, and the file has them."""
    spn_file(tmp_path, HARD)
    kept = tmp_path / "kept"
    code, output = ended_by(
        number,
        tmp_path,
        *("some.spn", "--resume", "kept", "--format", "json"),
        when=when_saved(kept, 1),
    )
    (found,) = objects(output)
    assert code == 130
    assert found["status"] == "bounded"
    for field in ("nodes", "lower", "upper"):
        assert header(kept)[field] == found[field]
    assert litter(tmp_path) == set()


@posix_only
def test_a_request_to_end_gives_what_is_proved(tmp_path: Path) -> None:
    """SIGTERM is taken like Ctrl-C without a file, too: bounds, no later input, code 130."""
    spn_file(tmp_path, EASY, HARD, EASY)

    def at_work(process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        assert objects(process.stdout.readline())[0]["value"] == 15
        time.sleep(0.2)

    arguments = ("some.spn", "--format", "json")
    code, output = ended_by(signal.SIGTERM, tmp_path, *arguments, when=at_work)
    (found,) = objects(output)
    assert (code, found["status"]) == (130, "bounded")


@posix_only
def test_one_run_at_a_time_has_a_file(tmp_path: Path) -> None:
    """While a run is at work on a file, a second one is refused, and disturbs nothing."""
    file, kept = spn_file(tmp_path, HARD), tmp_path / "kept"

    def second(process: subprocess.Popen[bytes]) -> None:
        when_saved(kept, 1)(process)
        result = run("solve", file, "--resume", kept)
        assert result.exit_code == 2
        assert f"another run is at work on {kept}" in result.stderr

    code, output = ended_by(
        signal.SIGINT, tmp_path, "some.spn", "--resume", "kept", "--format", "json", when=second
    )
    assert (code, len(objects(output))) == (130, 1)
    assert run("solve", file, "--resume", kept, *SOON).exit_code == 3


@posix_only
def test_a_lock_that_a_killed_run_left_means_nothing(tmp_path: Path) -> None:
    """A lock file without a run that holds it is taken over, and is gone in the end."""
    file, kept = spn_file(tmp_path, HARD), tmp_path / "kept"
    (tmp_path / "kept.lock").touch()
    (tmp_path / ".kept.part").write_bytes(b"half a fi")
    assert run("solve", file, "--resume", kept, *SOON).exit_code == 3
    assert litter(tmp_path) == set()


def test_a_file_that_only_looks_like_a_lock_is_left_alone(tmp_path: Path) -> None:
    """What has the name of the lock, but is somebody's file, is refused and stays."""
    file = spn_file(tmp_path, EASY, name="kept.lock")
    result = run("solve", file, "--resume", tmp_path / "kept")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "kept.lock is in the way" in result.stderr
    assert file.read_text(encoding="utf-8") == f"{EASY}\n"


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda content: b"", "it is empty"),
        (lambda content: content[:-1], "it is cut short"),
        (lambda content: content[:7], "it is cut short"),
        (lambda content: content[:-40] + b"?" + content[-39:], "it is damaged"),
        (lambda content: content + b"\n", "it is damaged"),
        (lambda content: b"# notes\n", "it is no saved search"),
        (lambda content: os.urandom(2000), "it is no saved search"),
    ],
)
def test_what_cannot_be_gone_on_with_is_left_as_it_is(
    tmp_path: Path, damage: Callable[[bytes], bytes], reason: str
) -> None:
    """A damaged or foreign file is a usage error that says what is wrong; it is not touched."""
    file, kept = spn_file(tmp_path, HARD), tmp_path / "kept"
    assert run("solve", file, "--resume", kept, *SOON).exit_code == 3
    content = damage(kept.read_bytes())
    kept.write_bytes(content)
    result = run("solve", file, "--resume", kept, *SOON)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"cannot go on from {kept}: {reason}" in result.stderr
    assert kept.read_bytes() == content
    assert litter(tmp_path) == set()


def test_a_file_of_another_position_is_left_as_it_is(tmp_path: Path) -> None:
    """A search of another position is not gone on with; the file is said to be of that one."""
    kept = tmp_path / "kept"
    run("solve", spn_file(tmp_path, HARD), "--resume", kept, *SOON)
    content = kept.read_bytes()
    result = run("solve", spn_file(tmp_path, MIDDLING["spn"]), "--resume", kept)
    assert result.exit_code == 2
    assert f"it is of another position: {HARD}" in result.stderr
    assert kept.read_bytes() == content


def test_a_file_is_for_one_position(tmp_path: Path) -> None:
    """Several inputs, good or bad, are a usage error before anything is solved."""
    kept = tmp_path / "kept"
    for lines in ([EASY, EASY], [EASY, BAD]):
        result = run("solve", spn_file(tmp_path, *lines), "--resume", kept)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "--resume is for one position" in result.stderr
    assert litter(tmp_path) == set()
    assert not kept.exists()


@pytest.mark.parametrize("line", [BAD, LARGE])
def test_a_bad_input_leaves_no_file(tmp_path: Path, line: str) -> None:
    """An input that cannot be solved is refused as ever, and nothing is written."""
    kept = tmp_path / "kept"
    assert run("solve", spn_file(tmp_path, line), "--resume", kept).exit_code == 1
    assert not kept.exists()
    assert litter(tmp_path) == set()


def test_an_ended_game_leaves_no_file(tmp_path: Path) -> None:
    """A finished game is answered, and there is nothing to keep."""
    kept = tmp_path / "kept"
    ended = rows("games")[0]["final_spn"]
    result = run("solve", spn_file(tmp_path, ended), "--resume", kept)
    assert (result.exit_code, kept.exists()) == (0, False)
    assert "kept" not in result.stdout.replace(str(tmp_path), "")


def test_names_that_cannot_be_are_usage_errors(tmp_path: Path) -> None:
    """The input, a directory, a device, standard output or a missing directory are refused."""
    file = spn_file(tmp_path, EASY)
    names = [file, tmp_path, "-", "", tmp_path / "missing" / "kept"]
    if os.path.exists("/dev/null"):
        names.append(Path("/dev/null"))
    for name in names:
        result = run("solve", file, "--resume", name)
        assert (result.exit_code, result.stdout) == (2, "")
    assert file.read_text(encoding="utf-8") == f"{EASY}\n"


@posix_only
def test_a_link_leads_to_the_file(tmp_path: Path) -> None:
    """Through a symbolic link the file that it points to is renewed; the link stays."""
    (tmp_path / "elsewhere").mkdir()
    kept = tmp_path / "kept"
    kept.symlink_to(tmp_path / "elsewhere" / "real")
    file = spn_file(tmp_path, HARD)
    for runs in (1, 2):
        assert answer(file, "--resume", kept, *SOON)["nodes"] == 2000 * runs
    assert kept.is_symlink()
    assert litter(tmp_path / "elsewhere") == {"real"}


def test_a_write_that_fails_is_told_and_spoils_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the file cannot be written, a warning comes at once, the answer still comes, the file
    is the one before, and the code is 1."""
    file, kept = spn_file(tmp_path, HARD), tmp_path / "kept"
    assert run("solve", file, "--resume", kept, *SOON).exit_code == 3
    content = kept.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("solve", file, "--resume", kept, *SOON, "--format", "json")
    assert result.exit_code == 1
    assert objects(result.stdout)[0]["nodes"] == 4000
    warning, error = result.stderr.splitlines()
    assert warning == (f"Warning: cannot write {kept}: No space left on device; the search goes on")
    assert error == f"Error: cannot write {kept}: No space left on device"
    assert kept.read_bytes() == content
    assert litter(tmp_path) == set()


def test_a_certificate_is_written_after_the_last_run(tmp_path: Path) -> None:
    """With `--certificate`, every run writes the proof of its answer, the last of the value."""
    file, kept, place = spn_file(tmp_path, LATE["spn"]), tmp_path / "kept", tmp_path / "proof"
    options = [file, "--resume", kept, "--certificate", place]
    for limits in (["--nodes", "2"], []):
        found = answer(*options, *limits)
        assert found["status"] == ("bounded" if limits else "exact")
        (checked,) = objects(run("check", "--certificate", place, "--format", "json").stdout)
        assert checked["accepted"]
        assert (checked["lower"], checked["upper"]) == (found["lower"], found["upper"])
    assert found["value"] == LATE["value"]


def test_text_says_what_is_kept(tmp_path: Path) -> None:
    """People read where the search is kept, how to go on, and what earlier runs took."""
    file, kept = spn_file(tmp_path, MIDDLING["spn"]), tmp_path / "kept"
    first = run("solve", file, "--resume", kept, *SOON).stdout
    assert f"  kept in {kept}; the same command goes on from there\n" in first
    last = run("solve", file, "--resume", kept).stdout
    assert f"  kept in {kept}; of earlier runs: 2,000 nodes, " in last
    assert "goes on" not in last
