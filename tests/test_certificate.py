"""Certificates of many positions: written, checked, and right."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import reference
from certificates import refusal, setting_of, small_positions, with_header, words_of
from command import EASY
from known import rows
from puzzle_notes import notes

from steppe_solver import Limit, check_certificate, parse_spn, solve, write_certificate
from steppe_solver.certificate import HEADER, RefusedError, certify, check, load, save
from steppe_solver.certificate.bounds import Bounds
from steppe_solver.errors import UnsupportedError
from steppe_solver.notation import format_spn
from steppe_solver.position import Position
from steppe_solver.solver import Objective, Solution
from steppe_solver.stopping import StoppedError

EXACT = [row for row in rows("values") if row["oracle_nodes"] and row["oracle_nodes"] < 20_000][::6]
OUTCOMES = [row for row in rows("frontier") if row["series"] in ("l2-8", "l3-25")][::9]


def confirmed(solution: Solution) -> int | None:
    """The value that the certificate of the solution proves, after everything else is compared."""
    found = check(certify(solution, memory=64).files)
    assert found.spn == format_spn(solution.position)
    assert found.objective == solution.objective
    assert (found.lower, found.upper) == (solution.lower, solution.upper)
    return found.value


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def test_small_boards_against_the_slow_oracle() -> None:
    """On random variants the certificate proves the value that the slow oracle finds."""
    proved = 0
    for position in small_positions(31, 120, 6):
        try:
            value = reference.value(format_spn(position), 3000)
        except reference.TooLargeError:
            continue
        assert confirmed(solve(position, memory=16)) == value
        assert confirmed(solve(position, objective="outcome", memory=16)) == sign(value)
        proved += 1
    assert proved > 60


@pytest.mark.parametrize("row", EXACT, ids=lambda row: row["id"])
def test_known_values(row: dict[str, str]) -> None:
    """A position with a known value gets a certificate of exactly that."""
    assert confirmed(solve(parse_spn(row["spn"]), memory=64)) == row["value"]


@pytest.mark.parametrize("row", OUTCOMES, ids=lambda row: row["id"])
def test_known_outcomes(row: dict[str, str | int]) -> None:
    """So does an outcome."""
    solution = solve(parse_spn(str(row["spn"])), objective="outcome", memory=64)
    assert confirmed(solution) == sign(int(row["value"]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", [row for row in rows("frontier") if row["series"] == "l2-12"], ids=lambda row: row["id"]
)
def test_hard_positions(row: dict[str, str | int]) -> None:
    """Exact values with twelve cells of level 2 empty."""
    assert confirmed(solve(parse_spn(str(row["spn"])))) == row["value"]


@pytest.mark.slow
def test_shipped_positions() -> None:
    """Every shipped position that is not marked as long has a certificate of its value."""
    for note in notes():
        if not note.is_long:
            assert f"({confirmed(solve(note.position))})" in note.value


@pytest.mark.parametrize("objective", ["margin", "outcome"])
def test_bounds_are_proved_as_bounds(objective: Objective) -> None:
    """Where a limit struck, the certificate proves the two bounds, and no value."""
    start = parse_spn(".../.../... R 3,1,1,1 3,1,1,1 0-0 levels=2 reserves=3,1,1,1")
    solution = solve(start, Limit(nodes=20), objective=objective, memory=16)
    assert solution.status == "bounded"
    assert confirmed(solution) is None


def test_looser_bounds_are_proved_as_bounds() -> None:
    """Bounds that are true but not the tightest are proved as they are, and no value."""
    solution = solve(parse_spn(str(OUTCOMES[0]["spn"])), memory=64)
    looser = replace(solution, lower=solution.lower - 2, upper=solution.upper + 3)
    assert confirmed(looser) is None


def test_ended_games_of_any_size() -> None:
    """A game that has ended has a certificate of its margin, on boards too large to search too."""
    large = "RRRRRR - 0,0,0,0 6,0,0,0 6-0 levels=1 reserves=6,0,0,0".replace("R", "B", 0)
    for spn in (rows("games")[0]["final_spn"], large):
        position = parse_spn(spn)
        assert confirmed(solve(position)) == position.margin


def test_boards_too_large_to_search() -> None:
    """A board of six columns is refused as unsupported."""
    position = parse_spn("....../...... R 15,5,3,3 15,5,3,3 0-0")
    claimed = Solution(position, "margin", "bounded", -900, 900, None, None, 0, 0.0)
    with pytest.raises(UnsupportedError):
        certify(claimed)


def test_the_same_again() -> None:
    """The same solution gives the same certificate, byte for byte."""
    solution = solve(parse_spn(str(OUTCOMES[0]["spn"])), memory=64)
    assert certify(solution, memory=64).files == certify(solution, memory=64).files


def test_wrong_claims_cannot_be_written() -> None:
    """Of a value that is not there no certificate can be made."""
    solution = solve(parse_spn(EXACT[0]["spn"]), memory=64)
    for wrong in (
        replace(solution, lower=solution.lower + 1),
        replace(solution, upper=solution.upper - 1),
    ):
        with pytest.raises(AssertionError, match="no move keeps"):
            certify(wrong, memory=64)


def test_wrong_claims_are_refused() -> None:
    """A claim of one point more or less, its digests put right, is refused by the proofs."""
    for row in EXACT[:10]:
        files = certify(solve(parse_spn(row["spn"]), memory=64), memory=64).files
        header = json.loads(files[HEADER])
        for change in (-1, 1):
            claimed = header["value"] + change
            first, second = header["proofs"]
            proofs = [first | {"margin": claimed}, second | {"margin": -claimed}]
            forged = {"value": claimed, "lower": claimed, "upper": claimed, "proofs": proofs}
            assert ".proof: position " in refusal(with_header(files, header | forged))


def test_nothing_is_searched_below_a_leaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker looks at each position of the proof once, and bounds no other."""
    asked = 0
    plain = Bounds.lower

    def counted(*arguments: object) -> int:
        nonlocal asked
        asked += 1
        return plain(*arguments)  # type: ignore[arg-type]

    files = certify(solve(parse_spn(str(OUTCOMES[0]["spn"])), memory=64), memory=64).files
    monkeypatch.setattr(Bounds, "lower", counted)
    assert 0 < asked + 1 <= 1 + check(files).positions
    assert asked <= sum(words.count(0) for _, words in words_of(files))


def test_stopping() -> None:
    """Writing ends with StoppedError once it is told to; checking with what its watch raises."""
    solution = solve(parse_spn(str(OUTCOMES[0]["spn"])), memory=64)
    with pytest.raises(StoppedError):
        certify(replace(solution), memory=64, stop=lambda: True)


def test_directories(tmp_path: Path) -> None:
    """A certificate written to a directory is read back from there, in place of an older one."""
    exact = write_certificate(parse_spn(EASY), tmp_path / "new" / "one", memory=16)
    assert check_certificate(tmp_path / "new" / "one").value == exact.value == 15
    write_certificate(parse_spn(EASY), tmp_path / "new" / "one", objective="outcome", memory=16)
    assert check_certificate(tmp_path / "new" / "one").value == 1
    names = sorted(path.name for path in (tmp_path / "new" / "one").iterdir())
    assert names == [HEADER, "first.proof"]


def test_half_a_certificate_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever file the writing is cut short before, what is left is refused or the old one."""
    old = certify(solve(parse_spn(EASY), memory=16), memory=16).files
    new = certify(solve(parse_spn(str(OUTCOMES[0]["spn"])), memory=64), memory=64).files
    save(old, tmp_path)
    for written in range(len(new)):
        left = written

        def cut_short(*names: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            Path(str(names[0])).rename(str(names[1]))

        with monkeypatch.context() as patched:
            patched.setattr("os.replace", cut_short)
            with pytest.raises(KeyboardInterrupt):
                save(new, tmp_path)
        assert refusal(load(tmp_path)).startswith(HEADER)
    save(new, tmp_path)
    assert refusal(load(tmp_path)) == ""


def test_no_certificate_at_all(tmp_path: Path) -> None:
    """An empty directory holds none; a directory that is not there cannot be read."""
    with pytest.raises(RefusedError, match="no such file"):
        check_certificate(tmp_path)
    with pytest.raises(FileNotFoundError):
        check_certificate(tmp_path / "nowhere")


def test_the_position_is_read_as_the_package_reads_it() -> None:
    """Every position on record is the same to the checker: its margin, and who is to move."""
    for row in rows("values"):
        position = parse_spn(row["spn"])
        setting = setting_of(position)
        assert setting.margin == position.margin
        assert setting.state.mover == (-1 if position.mover is None else position.mover.index)


def test_positions_are_made_anew() -> None:
    """Small positions for these tests are varied: ended and going on, on all levels."""
    positions: list[Position] = list(small_positions(31, 120, 6))
    assert {position.is_over for position in positions} == {True, False}
    assert len({position.level for position in positions}) >= 3
