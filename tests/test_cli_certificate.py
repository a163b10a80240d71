"""`steppe solve --certificate DIR` and `steppe check --certificate DIR`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from command import BAD, EASY, HANGS, LARGE, objects, run, spn_file, start
from known import rows

from steppe_solver.notation import format_spn

FIELDS = [
    *("certificate", "accepted", "spn", "objective", "status", "value", "lower", "upper"),
    *("positions", "bytes", "seconds", "reason"),
]
LONG = next(row["spn"] for row in rows("frontier") if row["series"] == "l2-20")


def written(tmp_path: Path, *options: str) -> Path:
    """The directory of a certificate of EASY."""
    place = tmp_path / "proof"
    result = run("solve", spn_file(tmp_path, EASY), "--certificate", place, *options)
    assert result.exit_code == 0
    return place


def test_what_was_written_is_confirmed(tmp_path: Path) -> None:
    """`check` confirms what `solve` wrote: the same position, value and size; the code is 0."""
    place = tmp_path / "proof"
    answers = run(
        "solve", spn_file(tmp_path, EASY), "--certificate", place, "--format", "json"
    ).stdout
    (solved,) = objects(answers)
    result = run("check", "--certificate", place, "--format", "json")
    (checked,) = objects(result.stdout)
    assert result.exit_code == 0
    assert list(checked) == FIELDS
    assert (checked["certificate"], checked["accepted"], checked["reason"]) == (
        str(place),
        True,
        None,
    )
    for field in ("spn", "objective", "status", "value", "lower", "upper"):
        assert checked[field] == solved[field]
    said = solved["certificate"]
    assert list(said) == ["directory", "positions", "bytes", "seconds"]
    assert said["directory"] == str(place)
    assert said["positions"] == checked["positions"] > 0
    assert said["bytes"] == checked["bytes"] == sum(p.stat().st_size for p in place.iterdir())


def test_as_text(tmp_path: Path) -> None:
    """In text the size is told where it is written, and the proved value where it is checked."""
    place = tmp_path / "proof"
    solved = run("solve", spn_file(tmp_path, EASY), "--certificate", place).stdout
    assert f"certificate in {place}: 2 positions, " in solved
    checked = run("check", "--certificate", place).stdout
    assert checked.startswith(f"proved   {place}: Red wins by 15\n")
    assert "2 positions, " in checked
    assert (
        run("check", "--certificate", place, "-q").stdout == f"proved   {place}: Red wins by 15\n"
    )


def test_outcomes_are_told_without_points(tmp_path: Path) -> None:
    """The certificate of an outcome proves who wins, and says no more."""
    place = written(tmp_path, "--objective", "outcome")
    assert run("check", "--certificate", place, "-q").stdout == f"proved   {place}: Red wins\n"


def test_a_refused_certificate_ends_with_4(tmp_path: Path) -> None:
    """An altered certificate is refused with the place; the others are still checked."""
    place, good = written(tmp_path), tmp_path / "good"
    run("solve", spn_file(tmp_path, EASY), "--certificate", good)
    (place / "second.proof").write_bytes(b"x")
    result = run("check", "--certificate", place, "--certificate", good, "--format", "json")
    refused, accepted = objects(result.stdout)
    assert result.exit_code == 4
    assert refused["accepted"] is False
    assert refused["reason"].startswith("second.proof: position 1")
    assert refused["value"] is None
    assert accepted["accepted"] is True
    text = run("check", "--certificate", place)
    assert text.exit_code == 4
    assert text.stdout.startswith(f"REFUSED  {place}: second.proof: ")


def test_several_answers_have_a_directory_each(tmp_path: Path) -> None:
    """Of several inputs each good one gets DIR/NUMBER, and `check` finds them all in order.

    An older certificate that was in DIR itself is gone.
    """
    place = written(tmp_path)
    file = spn_file(tmp_path, EASY, BAD, *(row["spn"] for row in rows("frontier")[:9]))
    result = run("solve", file, "--certificate", place, "--format", "json")
    solved = [answer for answer in objects(result.stdout) if "error" not in answer]
    assert result.exit_code == 1
    found = [int(name) for name in os.listdir(place) if name.isdecimal()]
    assert sorted(found) == [1, *range(3, 12)]
    checked = objects(run("check", "--certificate", place, "--format", "json").stdout)
    assert [answer["spn"] for answer in checked] == [answer["spn"] for answer in solved]
    assert [answer["value"] for answer in checked] == [answer["value"] for answer in solved]
    assert [Path(answer["certificate"]).name for answer in checked][:2] == ["1", "3"]


def test_directories_that_hold_no_certificate(tmp_path: Path) -> None:
    """A directory that is not there is bad input; one without a certificate is refused."""
    missing = run("check", "--certificate", tmp_path / "nowhere", "--format", "json")
    (answer,) = objects(missing.stdout)
    assert missing.exit_code == 1
    assert [fault["field"] for fault in answer["faults"]] == ["file"]
    assert run("check", "--certificate", tmp_path).exit_code == 4


def test_wrong_usage(tmp_path: Path) -> None:
    """Positions and certificates are not checked in one run, nor is nothing; DIR is no file."""
    file = spn_file(tmp_path, EASY)
    for arguments in (
        [],
        [file, "--certificate", tmp_path],
        ["--certificate", tmp_path, "--reachable"],
    ):
        assert run("check", *arguments).exit_code == 2
    assert run("solve", file, "--certificate", file).exit_code == 2
    assert run("solve", file, "--certificate", file / "below").exit_code == 2


def test_boards_that_are_too_large(tmp_path: Path) -> None:
    """A board too large to solve is bad input, with or without a certificate."""
    result = run("solve", spn_file(tmp_path, LARGE), "--certificate", tmp_path / "proof")
    assert result.exit_code == 1
    assert not list((tmp_path / "proof").iterdir())


def test_bounds_get_a_certificate_too(tmp_path: Path) -> None:
    """Where a limit strikes, the certificate proves the bounds of the answer."""
    place = tmp_path / "proof"
    start_of_game = ".../.../... R 3,1,1,1 3,1,1,1 0-0 levels=2 reserves=3,1,1,1"
    file = spn_file(tmp_path, start_of_game)
    result = run("solve", file, "--nodes", 20, "--certificate", place, "--format", "json")
    (solved,) = objects(result.stdout)
    (checked,) = objects(run("check", "--certificate", place, "--format", "json").stdout)
    assert result.exit_code == 3
    assert checked["status"] == solved["status"] == "bounded"
    assert (checked["lower"], checked["upper"]) == (solved["lower"], solved["upper"])


def test_checking_within_a_limit(tmp_path: Path) -> None:
    """A check that a limit ends is neither good nor bad, and the code is 3."""
    place = tmp_path / "proof"
    position = next(row["spn"] for row in rows("frontier") if row["id"] == "f211")
    run("solve", spn_file(tmp_path, position), "--certificate", place)
    result = run("check", "--certificate", place, "--limit", 0, "--format", "json")
    (answer,) = objects(result.stdout)
    assert result.exit_code == 3
    assert answer["accepted"] is None
    assert (
        "not checked within the limit" in run("check", "--certificate", place, "--limit", 0).stdout
    )


def test_ctrl_c_while_it_is_written_leaves_none(tmp_path: Path) -> None:
    """Interrupted, `solve` still gives the answer, with no certificate, and ends with 130."""
    place = tmp_path / "proof"
    arguments = ["solve", spn_file(tmp_path, LONG), "--objective", "outcome", "--format", "json"]
    process = start(*arguments, "--certificate", place, stderr=subprocess.PIPE)
    deadline = time.monotonic() + HANGS
    while not place.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    answers, errors = process.communicate(timeout=HANGS)
    assert process.returncode == 130, errors
    (answer,) = objects(answers)
    assert answer["spn"] == LONG
    assert answer["certificate"] is None
    assert not list(place.iterdir())


def test_the_checker_alone_needs_no_native_core(tmp_path: Path) -> None:
    """In a Python without the native core the modules of the checker confirm a certificate."""
    place = written(tmp_path)
    package = tmp_path / "alone" / "steppe_solver" / "certificate"
    package.mkdir(parents=True)
    source = Path(sys.modules[format_spn.__module__].__file__ or "").parents[1] / "certificate"
    for name in ("board", "bounds", "checking", "claims", "likeness", "proof", "setting"):
        (package / f"{name}.py").write_bytes((source / f"{name}.py").read_bytes())
    program = (
        "import sys; from pathlib import Path;"
        "from steppe_solver.certificate.checking import check;"
        "files = {path.name: path.read_bytes() for path in Path(sys.argv[1]).iterdir()};"
        "print(check(files).value)"
    )
    result = subprocess.run(
        [sys.executable, "-S", "-c", program, str(place)],
        cwd=package.parents[1],
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=True,
    )
    assert result.stdout == "15\n"
