"""`steppe analyse`: what it prints and writes, which inputs it takes, and how it ends."""

from __future__ import annotations

import re
import signal
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from command import BAD, EASY, LARGE, objects, run, run_apart, spn_file
from known import rows

from steppe_solver.cli.output import Answers
from steppe_solver.notation import format_spn, parse_move, parse_record, parse_records, parse_spn
from steppe_solver.solver import Solution, Solver

START = "N../... R 2,1,1,1 2,1,1,1 0-0 levels=2 reserves=2,1,1,1"
GAME = f"""[Event "Small"]
[SPN "{START}"]

1. 1a1 5b1-b2 {{why not?}} 2. Nc1 1c2 3. 1b1 5a1-a2 *
"""
"""A game broken off on level 2; the small board is solved at once."""

VALUE = {"type": "integer"}
COUNT = {"type": "integer", "minimum": 0}
MOVE = {"type": "string", "pattern": "^(10|[15N])[a-e][1-5](-[a-e][1-5])?$"}
MAYBE: dict[str, Any] = {"ply": {"type": ["integer", "null"], "minimum": 1}}
PLY = {
    "type": "object",
    "required": ["ply", "mover", "move", "spn", "lower", "upper", "loss", "best"],
    "additionalProperties": False,
    "properties": {
        "ply": {"type": "integer", "minimum": 1},
        "mover": {"enum": ["R", "B", "W"]},
        "move": MOVE,
        "spn": {"type": "string"},
        "lower": VALUE,
        "upper": VALUE,
        "loss": {"type": ["integer", "null"], "minimum": 0},
        "loss_lower": COUNT,
        "loss_upper": COUNT,
        "best": {"anyOf": [MOVE, {"type": "null"}]},
        "line": {"anyOf": [{"type": "array", "items": MOVE, "minItems": 1}, {"type": "null"}]},
        "forced": {"type": "boolean"},
        "mark": {"enum": ["", "?!", "?", "??"]},
    },
}
PLAYER = {
    "type": "object",
    "required": ["player", "moves", "known", "choices", "best", "lost"],
    "properties": {"player": {"enum": ["R", "B", "W"]}, "lost": COUNT, "best": COUNT},
}
SCHEMA = {
    "type": "object",
    "required": ["input", "game", "name", "plies", "end", "decided_at", "decided_by"],
    "properties": {
        "game": {"type": "string"},
        "plies": {"type": "array", "items": PLY},
        "end": {"type": "object", "required": ["spn", "lower", "upper"]},
        "decided_at": MAYBE["ply"],
        "decided_by": MAYBE["ply"],
        "exact_from": MAYBE["ply"],
        "open_until": {"type": ["integer", "null"], "minimum": 0},
        "players": {"type": "array", "items": PLAYER, "minItems": 2, "maxItems": 2},
    },
}


def game_file(directory: Path, text: str = GAME, name: str = "some.sgr") -> Path:
    """A game file with this text."""
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return path


def standard_game(number: int = 0, plies: int | None = None) -> str:
    """A game of self-play with the standard material, whole or broken off."""
    row = rows("games")[number]
    return f'[Edition "{row["edition"]}"]\n\n{" ".join(row["moves"][:plies])}\n'


def confirm(answer: dict[str, Any]) -> None:
    """Assert that the parts of an answer have the form that is fixed, and agree with each other."""
    jsonschema.validate(answer, SCHEMA)
    record = parse_record(answer["game"])
    positions = list(map(format_spn, record.positions()))
    assert [ply["ply"] for ply in answer["plies"]] == list(range(1, len(positions)))
    assert [ply["spn"] for ply in answer["plies"]] == positions[:-1]
    assert [ply["move"] for ply in answer["plies"]] == list(map(str, record.moves))
    assert answer["end"]["spn"] == positions[-1]
    for ply, after in pairwise([*answer["plies"], answer["end"]]):
        sign = 1 if ply["mover"] in "RW" else -1
        exact = ply["lower"] == ply["upper"] and after["lower"] == after["upper"]
        if exact:
            assert ply["loss"] == sign * (ply["lower"] - after["lower"])
            assert ply["best"] is not None
        assert (ply["loss"] is None) == (ply["loss_lower"] < ply["loss_upper"])
        assert ply["line"] is None or ply["best"] == ply["line"][0]


def test_json_has_the_fields_that_are_fixed(tmp_path: Path) -> None:
    """An object a game, its fields in the documented order; every ply with bounds and loss."""
    (answer,) = objects(run("analyse", game_file(tmp_path), "--format", "json").stdout)
    confirm(answer)
    assert list(answer)[:4] == ["input", "game", "name", "plies"]
    assert answer["name"] == "Small"
    assert list(answer["plies"][0])[:6] == ["ply", "mover", "move", "spn", "lower", "upper"]
    assert all(ply["loss"] is not None for ply in answer["plies"])


def test_a_solved_game_ends_with_0_and_one_with_bounds_with_3(tmp_path: Path) -> None:
    """The code tells whether a limit struck; the same for text."""
    small, large = game_file(tmp_path), game_file(tmp_path, standard_game(), "large.sgr")
    assert run("analyse", small).exit_code == 0
    assert run("analyse", small, "--nodes", "0").exit_code == 3
    result = run("analyse", large, small, "--nodes", "50", "--format", "json")
    assert result.exit_code == 3
    for answer in objects(result.stdout):
        confirm(answer)
    assert run("analyse", large, "--limit", "0").exit_code == 3


@pytest.mark.parametrize("number", [0, 4])
def test_bounds_lie_around_what_more_search_finds(tmp_path: Path, number: int) -> None:
    """In both editions; what a short search says is exact or decided stays so in a longer one."""
    game = game_file(tmp_path, standard_game(number))
    short, long = (
        objects(run("analyse", game, "--nodes", nodes, "--format", "json").stdout)[0]
        for nodes in (20, 2_000)
    )
    for answer in (short, long):
        confirm(answer)
    assert short["plies"][0]["mover"] == ("W" if number == 4 else "R")
    assert long["exact_from"] < short["exact_from"]
    assert long["decided_by"] <= (short["decided_by"] or 99)
    for one, other in zip(short["plies"], long["plies"], strict=True):
        assert one["lower"] <= other["lower"] <= other["upper"] <= one["upper"]
        assert one["loss"] in (None, other["loss"])


def test_the_same_run_gives_the_same_output(tmp_path: Path) -> None:
    """Without a limit in seconds all but the time repeats, whatever was analysed before."""
    game = game_file(tmp_path, standard_game())
    other = game_file(tmp_path, standard_game(1), "other.sgr")

    def answers(*files: Path) -> list[dict[str, Any]]:
        found = objects(run("analyse", *files, "--nodes", "100", "--format", "json").stdout)
        return [answer | {"seconds": None} for answer in found]

    assert answers(game) == answers(other, game)[1:]


def test_text_has_a_table_that_fits_80_columns(tmp_path: Path) -> None:
    """A row for every move; marks and better lines where points were given away; both players."""
    game = game_file(tmp_path)
    (answer,) = objects(run("analyse", game, "--format", "json").stdout)
    text = run("analyse", game).stdout.replace(f"{tmp_path}/", "")
    assert all(len(line) <= 80 for line in text.splitlines())
    shown = re.findall(r"^ +(\d+)  (Red|Blue) +(\S+) ", text, flags=re.MULTILINE)
    assert [(int(ply), name[0], move) for ply, name, move in shown] == [
        (ply["ply"], ply["mover"], ply["move"]) for ply in answer["plies"]
    ]
    for ply in answer["plies"]:
        (row,) = re.findall(rf"^ +{ply['ply']}  (?:Red|Blue).*", text, flags=re.MULTILINE)
        assert ("?" in row) == bool(ply["loss"])
        if ply["loss"]:
            assert re.search(rf" {ply['loss']} +\?.* {ply['best']}$", row)
            assert f"better at move {ply['ply']}: {ply['best']}" in text
    assert "Red gave away" in text
    assert "Blue gave away" in text
    assert f"decided at move {answer['decided_at']}" in text
    wide = run("analyse", game_file(tmp_path, standard_game(4)), "--nodes", "9").stdout
    assert all(len(line) <= 80 for line in wide.replace(f"{tmp_path}/", "").splitlines())


def test_quiet_is_a_line_a_game(tmp_path: Path) -> None:
    """It holds when the game was decided and what each player gave away."""
    lines = run("analyse", "-q", game_file(tmp_path, f"{GAME}\n{GAME}")).stdout.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert "decided" in line
        assert line.count("gave away") == 2


@pytest.mark.parametrize("style", ["text", "json"])
def test_an_annotated_file_is_written_and_read_again(tmp_path: Path, style: str) -> None:
    """All games of all files, with comments old and new; annotating it again changes nothing."""
    first = game_file(tmp_path, f"{GAME}\n{GAME}")
    second = game_file(tmp_path, standard_game(0, 48), "second.sgr")
    out, again = tmp_path / "out.sgr", tmp_path / "again.sgr"
    options = ["--nodes", "30", "--format", style]
    result = run("analyse", first, second, "--annotate", out, *options)
    assert ("annotated: " in result.stdout) == (style == "text")
    text = out.read_text(encoding="utf-8")
    assert text.count("{why not?}") == 2
    assert text.count("{steppe: ") >= 5
    games = list(parse_records(text))
    assert games[:2] == list(parse_records(first.read_text(encoding="utf-8")))
    assert len(games) == 3
    assert run("analyse", out, "--annotate", again, *options).exit_code == result.exit_code
    assert again.read_text(encoding="utf-8") == text
    assert run("check", out).exit_code == 0


def test_an_input_is_not_overwritten(tmp_path: Path) -> None:
    """Wrong usage, and the file stays as it is; nor is anything written for bad games alone."""
    game = game_file(tmp_path)
    result = run("analyse", game, "--annotate", game)
    assert result.exit_code == 2
    assert game.read_text(encoding="utf-8") == GAME
    bad = game_file(tmp_path, "1a1 1a1 *", "bad.sgr")
    assert run("analyse", bad, "--nodes", "0", "--annotate", tmp_path / "x.sgr").exit_code == 1
    assert not (tmp_path / "x.sgr").exists()
    assert run("analyse", game, "--annotate", tmp_path / "no" / "x.sgr").exit_code == 2


ILLEGAL = GAME.replace("2. Nc1", "2. Na1")
WRONG_RESULT = GAME.replace("*", "99-98")


@pytest.mark.parametrize(
    ("text", "fault", "plies"),
    [
        (ILLEGAL, ("move", "4:29", "move 3 cannot be played: Na1: a1: taken"), 2),
        (GAME.replace("1c2", "1x9"), ("move", "4:34", "x9 is off the board"), 3),
        (WRONG_RESULT, ("score", "4:51", "the result is given as 99-98"), 6),
        (GAME.replace('"Small"', '"Small'), ("header", "1:1", "no closing quote"), None),
    ],
)
def test_of_a_bad_game_the_beginning_is_analysed(
    tmp_path: Path, text: str, fault: tuple[str, str, str], plies: int | None
) -> None:
    """The fault is named with its place, the moves before it are answered, other games as well."""
    file = game_file(tmp_path, f"{text}\n{GAME}")
    result = run("analyse", file, "--format", "json")
    bad, good = objects(result.stdout)
    assert result.exit_code == 1
    assert list(bad)[:3] == ["input", "error", "faults"]
    found = [(one["field"], one["at"]) for one in bad["faults"]]
    assert found == [fault[:2]]
    assert fault[2] in bad["error"]
    whole = objects(run("analyse", "-", "--format", "json", stdin=GAME).stdout)[0]
    assert good["plies"] == whole["plies"]
    if plies is None:
        assert "plies" not in bad
    else:
        confirm(bad)
        assert len(bad["plies"]) == plies
        assert [ply["spn"] for ply in bad["plies"]] == [
            ply["spn"] for ply in whole["plies"][:plies]
        ]
    text_result = run("analyse", file)
    assert f"{file}:{fault[1]}: {fault[0]}: " in text_result.stderr
    assert text_result.stdout.count("perfect play") == (1 if plies is None else 2)
    assert text_result.exit_code == 1


def test_positions_are_games_without_moves(tmp_path: Path) -> None:
    """They are taken, and there is nothing to say; bad ones are refused as everywhere."""
    result = run("analyse", spn_file(tmp_path, EASY, BAD), "--format", "json")
    easy, bad = objects(result.stdout)
    confirm(easy)
    assert easy["plies"] == []
    assert (easy["decided_at"], easy["decided_by"]) == (None, None)
    assert parse_record(easy["game"]).start == parse_spn(EASY)
    assert len(bad["faults"]) == 2
    assert result.exit_code == 1
    assert "no moves to analyse" in run("analyse", spn_file(tmp_path, EASY)).stdout


def test_boards_that_are_too_large_are_refused(tmp_path: Path) -> None:
    """As bad input of field `board`, and the next game is answered."""
    large = f'[SPN "{LARGE}"]\n\n1a1 1b1 *\n'
    result = run("analyse", game_file(tmp_path, f"{large}\n{GAME}"), "--format", "json")
    refused, good = objects(result.stdout)
    assert [fault["field"] for fault in refused["faults"]] == ["board"]
    assert "5 x 5" in refused["error"]
    confirm(good)
    assert result.exit_code == 1


def test_standard_input_is_read(tmp_path: Path) -> None:
    """`-` takes a game as a file does."""
    (from_file,) = objects(run("analyse", game_file(tmp_path), "--format", "json").stdout)
    (typed,) = objects(run("analyse", "-", "--format", "json", stdin=GAME).stdout)
    assert typed["input"] == "-:1"
    assert typed["plies"] == from_file["plies"]


class InterruptedSolver(Solver):
    """A solver during whose every search the user presses Ctrl-C, once it is hard at work."""

    def solve(self, *arguments: Any, on_progress: Any = None, **options: Any) -> Solution:
        """What is proved until then."""

        def press(state: Any) -> bool | None:
            if state.nodes > 0:
                signal.raise_signal(signal.SIGINT)
            answer: bool | None = on_progress(state)
            return answer

        return super().solve(*arguments, on_progress=press, **options)


def test_ctrl_c_gives_what_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the game is exact, the rest has bounds; later games are left; the code is 130."""
    monkeypatch.setattr("steppe_solver.cli.analyse.Solver", InterruptedSolver)
    game, out = game_file(tmp_path, standard_game()), tmp_path / "out.sgr"
    options = ["--nodes", 10**9, "--annotate", out]
    result = run("analyse", game, game, *options, "--format", "json")
    (answer,) = objects(result.stdout)
    confirm(answer)
    assert answer["exact_from"] is not None
    assert answer["plies"][0]["loss"] is None
    assert result.exit_code == 130
    assert len(list(parse_records(out.read_text(encoding="utf-8")))) == 1
    assert "interrupted" in run("analyse", game, *options).stdout


def test_a_terminal_is_not_needed(tmp_path: Path) -> None:
    """In a pipe there is neither colour nor progress, and with ASCII output nothing fails."""
    game_file(tmp_path, GAME.replace("Small", "N\u00e4he"))
    result = run_apart("analyse", "some.sgr", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()
    assert b"\x1b" not in result.stdout


def test_moves_can_be_read_off_the_answers(tmp_path: Path) -> None:
    """Best moves are legal where they are said to be best."""
    (answer,) = objects(run("analyse", game_file(tmp_path), "--format", "json").stdout)
    for ply in answer["plies"]:
        position = parse_spn(ply["spn"])
        assert parse_move(ply["best"], position) in position.legal_moves()


def test_answers_may_hold_more_than_the_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """What can be said of a bad input stands behind its fault, in the same object."""
    from steppe_solver.cli.inputs import read_inputs

    (source,) = read_inputs(["no such file"])
    answers = Answers("json", quiet=False)
    answers.refuse(source, also={"plies": []})
    (answer,) = objects(capsys.readouterr().out)
    assert list(answer) == ["input", "error", "faults", "plies"]
    assert answers.tally.code == 1
