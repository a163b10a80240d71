"""`steppe check`: what is right with an input, what is wrong, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command import BAD, EASY, HARD, objects, run, spn_file
from known import rows
from puzzle_notes import PUZZLES, notes

from steppe_solver.notation import format_spn, parse_move, parse_record, parse_spn
from steppe_solver.position import PLAYERS, Color, Position, Tile

FIELDS = ["input", "spn", "well_formed", "consistent", "reachable", "faults", "game", "covering"]
OWNERS = {"red": Color.RED, "blue": Color.BLUE, "neutral": Color.NEUTRAL}
UNREACHABLE = [row for row in rows("unreachable") if row["small"]]

UNSTARTED = "...../...../..N../...../..... B 15,5,3,3 15,5,3,3 0-0"
"""The start with the second player to move: consistent, and no game comes there."""
BAD_POSITIONS = [row for row in rows("bad_inputs") if row["kind"] == "spn"]


def checked(*arguments: object) -> list[dict[str, Any]]:
    """The answers in JSON, each with the documented fields and no others."""
    answers = objects(run("check", *arguments, "--format", "json").stdout)
    assert all(list(answer) == FIELDS for answer in answers)
    return answers


def test_a_sound_position_is_well_formed_and_consistent(tmp_path: Path) -> None:
    """Of a sound position all that is asked is true, there are no faults, and the code is 0."""
    file = spn_file(tmp_path, EASY, HARD)
    for number, (spn, answer) in enumerate(zip([EASY, HARD], checked(file), strict=True), 1):
        assert answer.pop("covering") is not None
        assert answer == {
            "input": f"{file}:{number}",
            "spn": spn,
            "well_formed": True,
            "consistent": True,
            "reachable": None,
            "faults": [],
            "game": None,
        }
    assert run("check", file).exit_code == 0


@pytest.mark.parametrize("row", BAD_POSITIONS, ids=lambda row: row["id"])
def test_bad_syntax_is_told_from_inconsistency(tmp_path: Path, row: dict[str, str]) -> None:
    """What cannot be read is not well-formed; what nobody could have played is not consistent."""
    file = spn_file(tmp_path, EASY, row["input"])
    good, bad = checked(file)
    assert good["consistent"] is True
    assert bad["covering"] is None
    assert bad["input"] == f"{file}:2"
    assert bad["faults"]
    if row["sort"] == "syntax":
        assert (bad["well_formed"], bad["consistent"], bad["spn"]) == (False, None, None)
    else:
        assert (bad["well_formed"], bad["consistent"]) == (True, False)
        assert bad["spn"] == row["input"]
    assert run("check", file).exit_code == 1


def test_all_faults_of_all_lines_are_told_at_once(tmp_path: Path) -> None:
    """One run names every fault of every line with its place."""
    places = [
        fault["at"]
        for answer in checked(spn_file(tmp_path, BAD, EASY, BAD))
        for fault in answer["faults"]
    ]
    assert places == ["1:15", "1:33", "3:15", "3:33"]


def test_of_a_record_the_whole_game_is_checked(tmp_path: Path) -> None:
    """An illegal move in the middle of a game makes it bad, with the place of the move."""
    file = tmp_path / "games.sgr"
    file.write_text('[Event "x"]\n\n1. 1a1 1b1 *\n\n[Event "y"]\n\n1. 1a1 1b1 1c1 1a1 1d1 *\n')
    good, bad = checked(file)
    assert (good["well_formed"], good["consistent"], good["faults"]) == (True, True, [])
    assert [(fault["field"], fault["at"]) for fault in bad["faults"]] == [("move", "7:16")]
    assert run("check", file).exit_code == 1


def test_a_wrong_result_is_found(tmp_path: Path) -> None:
    """A record whose result does not follow from its moves is bad."""
    row = rows("games")[0]
    first, second = row["score"]
    for result, code in ((f"{first}-{second}", 0), (f"{first + 1}-{second}", 1)):
        file = tmp_path / "game.sgr"
        file.write_text(f'[Event "x"]\n\n{" ".join(row["moves"])} {result}\n')
        assert run("check", file).exit_code == code


def test_a_missing_file_is_answered_in_the_same_form(tmp_path: Path) -> None:
    """A file that cannot be read is an input like another: not well-formed, with a `file` fault."""
    (answer,) = checked(tmp_path / "gone.spn")
    assert answer["input"] == f"{tmp_path / 'gone.spn'}:1"
    assert answer["spn"] is None
    assert answer["well_formed"] is False
    assert run("check", tmp_path / "gone.spn").exit_code == 1


def test_text_tells_right_from_wrong_with_the_place(tmp_path: Path) -> None:
    """The text approves of good inputs and lists what is wrong with the others, where."""
    file = spn_file(tmp_path, f"{EASY} ; fine", BAD)
    text = run("check", file).stdout
    assert f"good   {file}:1  fine" in text
    assert "well-formed and consistent" in text
    assert f"WRONG  {file}:2" in text
    assert "line 2, column 15, board: " in text
    assert "line 2, column 33, reserve: " in text


def test_quiet_text_is_a_line_a_finding(tmp_path: Path) -> None:
    """With `--quiet` good inputs have one line, and bad ones one for each fault."""
    file = spn_file(tmp_path, EASY, BAD)
    lines = run("check", file, "--quiet").stdout.splitlines()
    assert lines[0] == f"{file}:1: good"
    assert [line.split(" at ")[0] for line in lines[1:]] == [f"{file}:2: WRONG"] * 2


def covered(position: Position, covering: dict[str, dict[str, list[str]]]) -> None:
    """Asserts that the tiles lie where the position has their owners' cells, and add up."""
    rules = position.rules
    assert list(covering) == [str(n) for n in range(1, position.level + 1)]
    used = {(color, tile): 0 for color in Color for tile in Tile}
    score = dict.fromkeys(Color, 0)
    for number, owners in covering.items():
        assert list(owners) == list(OWNERS)
        laid: dict[int, Color] = {}
        for name, moves in owners.items():
            color = OWNERS[name]
            for text in moves:
                tile, cells = parse_move(text, position)
                assert (tile is Tile.NEUTRAL) == (color is Color.NEUTRAL)
                used[color, tile] += 1
                score[color] += tile.face * int(number)
                for place, cell in enumerate(cells):
                    index = rules.index(cell)
                    assert index not in laid
                    laid[index] = color
                    if number == "1":
                        continue
                    below = position.levels[int(number) - 2][index]
                    assert below is not None
                    middle = tile is Tile.TEN and place == 1
                    assert tile is Tile.NEUTRAL or middle or below in (color, Color.NEUTRAL)
        for index, owner in enumerate(position.levels[int(number) - 1]):
            started = number == "1" and rules.cell(index) in rules.start
            assert laid.get(index) is (None if started else owner)
    for color in PLAYERS:
        for tile in (Tile.ONE, Tile.FIVE, Tile.TEN):
            assert used[color, tile] == rules.reserve.count(tile) - position.reserve(color).count(
                tile
            )
    neutrals = 2 * rules.reserve.neutrals - sum(position.reserve(c).neutrals for c in PLAYERS)
    assert used[Color.NEUTRAL, Tile.NEUTRAL] == neutrals
    assert tuple(score[color] for color in PLAYERS) == position.score


def test_a_covering_shows_how_the_tiles_may_lie() -> None:
    """Of every shipped position and game, the covering fits cells, supports, tiles and score."""
    answers = checked(*sorted(PUZZLES.glob("*.sp*")), *sorted(PUZZLES.glob("*.sgr")))
    assert len(answers) > len(notes())
    for answer in answers:
        covered(parse_spn(answer["spn"]), answer["covering"])


def test_the_text_shows_the_covering(tmp_path: Path) -> None:
    """In text the tiles of every level are told owner by owner, by the names of the edition."""
    file = spn_file(tmp_path, "W../.N. B 1,0,0,0 2,0,0,0 1-0 levels=1 reserves=2,0,0,0 dmr")
    assert "\n       level 1 may be made of: White 1a2\n" in run("check", file).stdout


def test_shipped_positions_are_reachable() -> None:
    """Each has a game that replays to it by the rules, and the code is 0."""
    files = sorted(PUZZLES.glob("*.spn"))
    answers = checked(*files, "--reachable")
    for answer, note in zip(answers, notes(), strict=True):
        assert answer["reachable"] is True
        assert parse_record(answer["game"]).final == note.position
        assert answer["faults"] == []
    result = run("check", *files, "--reachable", "--quiet")
    assert result.exit_code == 0
    assert all(line.endswith(": good, reachable") for line in result.stdout.splitlines())


def test_a_record_is_its_own_witness() -> None:
    """A game from the start needs no search: the game of the answer is the record itself."""
    answers = checked(PUZZLES / "games.sgr", "--reachable", "--limit", "0")
    assert answers
    for answer in answers:
        assert answer["reachable"] is True
        assert format_spn(parse_record(answer["game"]).final) == answer["spn"]
    text = run("check", PUZZLES / "games.sgr", "--reachable").stdout
    assert text.count("reachable: by this game") == len(answers)


def test_a_record_from_a_position_that_no_game_reaches(tmp_path: Path) -> None:
    """A record that starts elsewhere proves nothing by itself: it is asked of its end."""
    file = tmp_path / "game.sgr"
    file.write_text(f'[SPN "{UNSTARTED}"]\n\n1a1 *\n')
    (answer,) = checked(file, "--reachable")
    assert answer["well_formed"] is True
    assert answer["reachable"] is False
    assert answer["game"] is None
    assert run("check", file, "--reachable").exit_code == 4
    assert run("check", file).exit_code == 0


@pytest.mark.parametrize("row", UNREACHABLE, ids=lambda row: row["id"])
def test_unreachable_comes_out_false_with_reasons(tmp_path: Path, row: dict[str, Any]) -> None:
    """What no game reaches is false, with code 4, the reasons as faults, and in text."""
    file = spn_file(tmp_path, EASY, row["spn"])
    good, bad = checked(file, "--reachable")
    assert good["reachable"] is True
    assert (bad["well_formed"], bad["consistent"], bad["reachable"]) == (True, True, False)
    assert bad["game"] is None
    assert len(bad["faults"]) == len(row["kinds"])
    for fault in bad["faults"]:
        assert fault["field"] in ("board", "mover", "reserve", "score")
        assert fault["at"] == "2:1"
    covered(parse_spn(bad["spn"]), bad["covering"])
    result = run("check", file, "--reachable")
    assert result.exit_code == 4
    assert f"WRONG  {file}:2" in result.stdout
    words = " ".join(result.stdout.split())
    assert all(fault["message"] in words for fault in bad["faults"])
    last = run("check", file, "--reachable", "--quiet").stdout.splitlines()[-1]
    assert last.startswith(f"{file}:2: UNREACHABLE: ")


def test_it_is_not_asked_unless_asked_for(tmp_path: Path) -> None:
    """Without `--reachable` an unreachable position is good, and the answer is null."""
    file = spn_file(tmp_path, UNSTARTED)
    (answer,) = checked(file)
    assert (answer["reachable"], answer["faults"]) == (None, [])
    assert run("check", file).exit_code == 0


def test_unknown_is_null_and_has_a_code_of_its_own(tmp_path: Path) -> None:
    """Within no time nothing is known: null, code 3; text says so; a bad input outweighs it."""
    file = spn_file(tmp_path, EASY)
    (answer,) = checked(file, "--reachable", "--limit", "0")
    assert (answer["reachable"], answer["faults"], answer["game"]) == (None, [], None)
    result = run("check", file, "--reachable", "--limit", "0")
    assert result.exit_code == 3
    assert "not known so far whether a game ends there" in result.stdout
    quiet = run("check", file, "--reachable", "--limit", "0", "--quiet").stdout
    assert quiet == f"{file}:1: good, but not known to be reachable\n"
    bad = spn_file(tmp_path, EASY, BAD, name="bad.spn")
    assert run("check", bad, "--reachable", "--limit", "0").exit_code == 1


def test_false_outweighs_unknown_and_bad_outweighs_false(tmp_path: Path) -> None:
    """Of several outcomes in one run the code tells the gravest."""
    file = spn_file(tmp_path, UNSTARTED, EASY, BAD)
    assert run("check", file, "--reachable").exit_code == 1
    assert run("check", spn_file(tmp_path, UNSTARTED, EASY), "--reachable").exit_code == 4
