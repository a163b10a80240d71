"""`steppe puzzle play`, scripted: moves and commands come through a pipe."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result as Run
from command import run, run_apart
from playable_puzzles import FILE, PUZZLES, puzzle

from steppe_solver.cli.puzzle.play_points import FULL, HINTS, WRONG
from steppe_solver.notation import parse_move, parse_spn
from steppe_solver.position import Move, Position
from steppe_solver.puzzle import Judge, Kind, Node, Puzzle
from steppe_solver.puzzle.file import format_puzzle
from steppe_solver.puzzle.game import Game
from steppe_solver.puzzle.task import Situation
from steppe_solver.stopping import StoppedError

STRICT = puzzle("strict ten")
KEY = str(STRICT.key[0])
(TRY, *OTHER_TRIES) = map(str, STRICT.tries[0].moves)


def file_of(directory: Path, *lines: Puzzle | str) -> Path:
    """A puzzle file with these puzzles, or lines that are none."""
    path = directory / "some.stp.json"
    texts = (line if isinstance(line, str) else format_puzzle(line) for line in lines)
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def play(file: Path, typed: Iterable[object], *options: object) -> Run:
    """A run in which these lines are typed."""
    text = "".join(f"{line}\n" for line in typed)
    result = run("puzzle", "play", file, *options, stdin=text)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def solvers_moves(one: Puzzle) -> list[Move]:
    """The moves of the main line that the player has to find."""
    situation, found = Situation.of(one), []
    for move in one.line:
        if situation.solver_to_move:
            found.append(move)
        situation = situation.play(move)
    return found


def prose(result: Run) -> str:
    """All that was shown, with lines joined: where they are broken does not matter."""
    return " ".join(result.stdout.split())


@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_the_main_line_solves_every_puzzle(name: str, tmp_path: Path) -> None:
    """Who enters the main line's moves solves the puzzle for all of its points."""
    one = puzzle(name)
    result = play(file_of(tmp_path, one), solvers_moves(one)[:10])
    assert result.exit_code == 0
    assert "Solved:" in result.stdout
    assert "Score: 10 of 10 points, 1 of 1 puzzle solved." in result.stdout
    assert "fails" not in result.stdout


def test_a_scripted_run_reads_like_a_session(tmp_path: Path) -> None:
    """What comes through a pipe is written after its prompt, the same every time."""
    file = file_of(tmp_path, STRICT)
    first, second = (play(file, [TRY, "hint", KEY]).stdout for _ in range(2))
    assert first == second
    assert f"move 1 of 6> {TRY}\n{TRY} fails" in first
    assert "move 1 of 6> hint\nThe move lays a neutral tile." in first


def test_a_puzzle_begins_with_diagram_and_task(tmp_path: Path) -> None:
    """Number, name, picture and task come first; nothing of the solution is among them."""
    result = play(file_of(tmp_path, STRICT), [])
    words = prose(result)
    assert words.startswith("Puzzle 1 of 1: strict ten Level 2 of 3, Blue to move")
    assert "lay three tens on level 3 within six of your moves, whatever Red does." in words
    assert "Blue, move 1 of 6>" in words
    assert KEY not in words
    assert "ating" not in words


def test_wrong_tries_are_answered_with_their_refutation(tmp_path: Path) -> None:
    """A wrong move is not played: the reply and what it proves are told, and it costs points."""
    result = play(file_of(tmp_path, STRICT), [TRY, TRY, OTHER_TRIES[0], KEY, "quit"])
    words = prose(result)
    refuted = f"{TRY} fails: Red replies 1c1, and three tens can no longer be forced."
    assert f"{refuted} (-{WRONG} points, {FULL - WRONG} of {FULL} left)" in words
    assert words.count(refuted) == 2
    assert words.count(f"-{WRONG} points") == 2, "the same move again costs nothing"
    assert f"{FULL - 2 * WRONG} of {FULL} left" in words
    assert f"{KEY} is right. Red replies" not in words, (
        "the key is followed by a move of Blue's own"
    )
    assert f"{KEY} is right. Red is skipped: Blue moves again." in words
    assert result.exit_code == 0


def test_worse_moves_later_on_are_refuted_as_well(tmp_path: Path) -> None:
    """After the key a move that takes longer is compared with the best, and may be replaced."""
    one = puzzle("save")
    first, second, *_ = solvers_moves(one)
    game = Situation.of(one).play(first).play(one.line[1])
    worse = next(move for move, result in Judge(8).results(game).items() if result is not None)
    words = prose(play(file_of(tmp_path, one), [first, worse, second, "quit"]))
    assert f"{first} is right. Blue replies {one.line[1]}." in words
    assert f"{worse} fails: Blue replies" in words
    assert f"{second} is right." in words


def test_duals_are_accepted(tmp_path: Path) -> None:
    """A later move that is as good as the main line's is right, and said to be one of several."""
    one = puzzle("quick ten")
    situation = Situation.of(one)
    typed = []
    for move in one.line:
        if situation.solver_to_move:
            results = Judge(8).results(situation)
            best = [other for other in results if results[other] == results[move]]
            typed.append(best[-1] if best[-1] != move else best[0])
            if typed[-1] != move:
                break
        situation = situation.play(move)
    words = prose(play(file_of(tmp_path, one), [*typed, "quit"]))
    assert f"{typed[-1]} is right. It is not the only move that is." in words


def test_both_sides_are_played_in_help(tmp_path: Path) -> None:
    """In `help` the player makes every move, and the prompt says whose it is."""
    one = puzzle("help")
    words = prose(play(file_of(tmp_path, one), one.line))
    assert f"Red, tile 1 of 2> {one.line[0]} {one.line[0]} is right. Level 1" in words
    assert f"Blue, tile 2 of 2> {one.line[1]} {one.line[1]} is right." in words
    assert "Solved: the ten lies." in words


def test_hints_come_in_steps_and_cost_points(tmp_path: Path) -> None:
    """First the kind of tile, then column or row, then the move, which takes all that is left."""
    result = play(file_of(tmp_path, STRICT), ["hint"] * 4)
    words = prose(result)
    steps = ["lays a neutral tile.", f"in column {KEY[1]}.", f"is {KEY}.", f"is {KEY}."]
    places = []
    for step in steps:
        places.append(words.index(step, places[-1] + 1 if places else 0))
    left = FULL - HINTS[0]
    assert f"(-{HINTS[0]} points, {left} of {FULL} left)" in words
    assert f"(-{HINTS[1]} points, {left - HINTS[1]} of {FULL} left)" in words
    assert f"0 of {FULL} left)" in words
    assert words.count("left)") == 3, "what has been given away is told again for nothing"


def test_hints_name_the_line_a_tile_lies_along(tmp_path: Path) -> None:
    """The second hint is the column of an upright tile and the row of one that lies across."""
    upright, across = puzzle("ten after a skip"), puzzle("quick ten")
    assert str(upright.key[0]) == "10e2-e4"
    assert "It lies in column e." in play(file_of(tmp_path, upright), ["hint"] * 2).stdout
    assert str(solvers_moves(across)[1]) == "10c3-e3"
    typed = [across.key[0], "hint", "hint"]
    assert "It lies in row 3." in play(file_of(tmp_path, across), typed).stdout


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1z9", "off the board"),
        ("5a1", "both its ends"),
        ("hello", "not a move"),
        ("1a1 1b1", "white space has no place in a move"),
        ("10c2-c4", "cannot be played"),
        ("\N{CYRILLIC SMALL LETTER A}1", "has no place in a move"),
        ("\N{GRINNING FACE}", "has no place in a move"),
        ("\x00\x1b[2J", "has no place in a move"),
    ],
)
def test_what_is_no_move_says_why_and_costs_nothing(
    typed: str, message: str, tmp_path: Path
) -> None:
    """Unreadable and illegal moves are explained; the puzzle keeps all its points."""
    result = play(file_of(tmp_path, STRICT), [typed, *solvers_moves(STRICT)])
    assert message in prose(result).lower()
    assert "Score: 10 of 10 points" in result.stdout
    assert "\x1b" not in result.stdout


def test_bytes_and_lines_of_any_kind_are_survived(tmp_path: Path) -> None:
    """Bytes that are no UTF-8, a line of a million characters and blank lines do no harm."""
    typed = [b"\xff\xfe\x80", b"", b"   ", b"1" * 2**20, b"\xc3", KEY.encode(), b"quit"]
    result = run("puzzle", "play", file_of(tmp_path, STRICT), stdin=b"\r\n".join(typed))
    assert result.exit_code == 0
    assert f"{KEY} is right." in result.stdout
    assert len(result.stdout) < 20_000
    assert "-3 points" not in result.stdout


def test_moves_are_read_in_every_form_of_the_notation(tmp_path: Path) -> None:
    """Ends the other way round, upper-case columns and W for a neutral tile are all taken."""
    one = puzzle("ten after a skip")
    assert "10e2-e4 is right." in play(file_of(tmp_path, one), ["10E4-e2"]).stdout
    assert f"{KEY} is right." in play(file_of(tmp_path, STRICT), ["W" + KEY[1:]]).stdout


def test_moves_lists_the_legal_moves(tmp_path: Path) -> None:
    """`moves` shows every legal move, and nothing else, for no points."""
    result = play(file_of(tmp_path, STRICT), ["moves", "quit"])
    listed = result.stdout.split("> moves\n")[1].split("\nBlue")[0].split()
    assert listed == sorted(str(move) for move in STRICT.position.legal_moves())


def test_board_shows_diagram_and_task_again(tmp_path: Path) -> None:
    """`board` draws the present position, after a move the new one."""
    result = play(file_of(tmp_path, STRICT), ["board", KEY, "board", "quit"])
    assert result.stdout.count("whatever Red") == 3
    assert result.stdout.count("Puzzle 1 of 1: strict ten") == 3


def test_undo_takes_the_last_move_back(tmp_path: Path) -> None:
    """`undo` returns to the move before, replies included; at the start there is nothing."""
    one = puzzle("quick ten")
    result = play(file_of(tmp_path, one), ["undo", one.key[0], "undo", one.key[0], "quit"])
    words = prose(result)
    assert "There is no move to take back." in words
    assert words.count(f"{one.key[0]} is right.") == 2
    assert words.count("Red, move 1 of 3>") == 3
    assert words.count("Red, move 2 of 3>") == 2


def test_what_was_paid_for_is_not_paid_for_again_after_undo(tmp_path: Path) -> None:
    """Hints and wrong moves of a position cost once, however often one comes back to it."""
    typed = ["hint", TRY, KEY, "undo", TRY, KEY, "quit"]
    words = prose(play(file_of(tmp_path, STRICT), typed))
    assert words.count("left)") == 2


def test_help_names_every_command_and_the_scheme(tmp_path: Path) -> None:
    """`help` and `?` list the commands and say what they cost."""
    for word in ("help", "?", "HELP"):
        words = prose(play(file_of(tmp_path, STRICT), [word, "quit"]))
        for command in ("hint", "moves", "board", "undo", "solution", "skip", "quit", "help"):
            assert f" {command} " in words
        assert f"A puzzle is worth {FULL} points. A wrong move costs {WRONG};" in words


def test_solution_shows_key_line_and_refutations(tmp_path: Path) -> None:
    """`solution` ends the puzzle for no points, with the whole line and every try's answer."""
    one = puzzle("save after a skip")
    result = play(file_of(tmp_path, one), ["solution"])
    words = prose(result)
    assert f"The key: {one.key[0]}." in words
    assert "The main line: Red 1c3, Red 1a1, Red 1d2, Red 1e4, Red 1b1, Blue 10b2-b4" in words
    for wrong in one.tries:
        assert f"{wrong.moves[0]}" in words
    assert "1a1, 1d2, 1e4, Na1, Nd2, Ne4? Blue replies 1c3, and Blue forces two tens" in words
    assert "Not solved: 0 points." in words
    assert "Score: 0 of 10 points, 0 of 1 puzzle solved." in words


def test_a_key_of_several_moves_is_shown_with_all_of_them(tmp_path: Path) -> None:
    """`solution` names the moves that count as the same, and in `pack` the whole laying."""
    same = prose(play(file_of(tmp_path, puzzle("best with two keys")), ["solution"]))
    assert "The key: 10a2-a4 (10a3-a5 counts as the same)." in same
    pack = prose(play(file_of(tmp_path, puzzle("pack")), ["solution"]))
    assert "The laying: 10b1-b3, 1a1, 1b4, 1e5, in any order." in pack


def test_puzzles_follow_one_another_with_one_score(tmp_path: Path) -> None:
    """A solved, a skipped and an unfinished puzzle: the first two make up the score."""
    pack = puzzle("pack")
    file = file_of(tmp_path, pack, STRICT, puzzle("win"))
    result = play(file, ["1b1", *pack.key, "skip", "quit"])
    assert result.exit_code == 0
    for number in (1, 2, 3):
        assert f"Puzzle {number} of 3" in result.stdout
    assert "Score: 7 of 20 points, 1 of 2 puzzles solved." in result.stdout


@pytest.mark.parametrize("last", [["quit"], ["exit"], ["QUIT"], []])
def test_quit_and_the_end_of_input_end_politely(last: list[str], tmp_path: Path) -> None:
    """Both end with 0 and the score so far; the puzzle under way does not count."""
    result = play(file_of(tmp_path, STRICT), [KEY, *last])
    assert result.exit_code == 0
    assert result.stdout.endswith("Score: 0 of 0 points, 0 of 0 puzzles solved.\n")


def test_bad_lines_are_reported_and_skipped(tmp_path: Path) -> None:
    """Bad lines go to standard error with their places, the others are played, the code is 1."""
    file = file_of(tmp_path, "nonsense", STRICT, '{"kind": "ten"}', puzzle("win"))
    result = play(file, ["skip", "skip"])
    assert result.exit_code == 1
    assert f"{file}:1:1" in result.stderr
    assert f"{file}:3:1" in result.stderr
    assert "Puzzle 2 of 4: strict ten" in result.stdout
    assert "Puzzle 4 of 4: win" in result.stdout
    assert "0 of 2 puzzles solved" in result.stdout


def test_puzzles_with_illegal_moves_are_bad_lines(tmp_path: Path) -> None:
    """What could not be followed to its end is not begun."""
    file = file_of(tmp_path, replace(STRICT, line=(*STRICT.line, STRICT.line[0])))
    result = play(file, [])
    assert result.exit_code == 1
    assert "some.stp.json:1:1: file: cannot be played: it has a move that" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("name", ["missing.stp.json", "."])
def test_files_that_cannot_be_read_are_bad_input(name: str, tmp_path: Path) -> None:
    """A missing file and a directory end with 1 and the reason."""
    result = play(tmp_path / name, [])
    assert result.exit_code == 1
    assert "file: cannot be read:" in result.stderr


def test_an_empty_file_is_bad_input(tmp_path: Path) -> None:
    """A file without any puzzle is told so."""
    result = play(file_of(tmp_path), [])
    assert result.exit_code == 1
    assert "no puzzle" in result.stderr


def test_from_begins_later(tmp_path: Path) -> None:
    """`--from N` counts the puzzles of the file, bad ones too; beyond the last is bad usage."""
    file = file_of(tmp_path, "nonsense", STRICT, puzzle("win"))
    result = play(file, ["quit"], "--from", 3)
    assert result.stdout.startswith("Puzzle 3 of 3: win")
    assert result.exit_code == 1
    beyond = play(file, [], "--from", 4)
    assert beyond.exit_code == 2
    assert "holds 3 puzzles" in beyond.stderr
    assert play(file, [], "--from", 0).exit_code == 2


def test_shuffle_is_an_order_by_seed() -> None:
    """All puzzles come, once each, in an order that the seed alone decides."""

    def order(*options: object) -> list[str]:
        result = play(FILE, ["skip"] * len(PUZZLES), *options)
        return [line for line in result.stdout.splitlines() if line.startswith("Puzzle ")]

    first = order("--shuffle", "--seed", 1)
    assert first == order("--shuffle", "--seed", 1)
    assert sorted(first) == sorted(order())
    assert first != order("--shuffle", "--seed", 2) or first != order("--shuffle", "--seed", 3)
    assert order("--seed", 1) == order()


def test_the_rating_shows_at_the_end_or_when_asked_for(tmp_path: Path) -> None:
    """It comes with the solution's last words, or with `--rating` in the heading."""
    rating = f"ating {STRICT.rating}"
    file = file_of(tmp_path, STRICT)
    first, *rest = solvers_moves(STRICT)
    before, after = play(file, [first, *rest]).stdout.split("Solved:")
    assert "ating" not in before
    assert rating in after
    assert "neutral tempo" in after
    assert f"strict ten (r{rating})" in play(file, [], "--rating").stdout


def test_key_only_goes_on_after_the_key() -> None:
    """With `--key-only` a puzzle is solved by its key, and the rest of the line is told."""
    keys = [one.key[0] for one in PUZZLES.values()]
    words = prose(play(FILE, keys, "--key-only"))
    solved = f"{len(PUZZLES)} of {len(PUZZLES)} puzzles solved"
    assert f"Score: {FULL * len(PUZZLES)} of {FULL * len(PUZZLES)} points, {solved}." in words
    assert "The best line goes on: Blue 5a4-a5, Blue 1b5," in words


def test_a_cooked_puzzle_is_not_called_solved(tmp_path: Path) -> None:
    """A file that calls a failing move its key is found out when the tens do not lie: code 4."""
    false = parse_move("1b5")
    assert false in STRICT.tries[0].moves
    lying = replace(STRICT, key=(false,), tries=(), line=(false,), solution=Node((false,), 6, None))
    game, typed = Game(lying, Judge(8)), []
    while not game.is_finished:
        typed.append(game.answer())
        game.play(typed[-1])
    result = play(file_of(tmp_path, lying), typed)
    assert "No move was wrong, but the task is not done: the puzzle is cooked." in prose(result)
    assert "Solved" not in result.stdout
    assert "0 of 1 puzzle solved" in result.stdout
    assert result.exit_code == 4


def test_moves_that_cannot_be_judged_in_time_are_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a limit strikes the move is neither right nor wrong, and the code is 3."""

    def gives_up(self: Judge, situation: Situation) -> dict[Move, Any]:
        raise StoppedError

    monkeypatch.setattr(Judge, "results", gives_up)
    bare = replace(STRICT, solution=replace(STRICT.solution, next=None), line=STRICT.line[:1])
    result = play(file_of(tmp_path, bare), [KEY, TRY])
    assert f"{KEY} could not be judged in time, and is not played." in result.stdout
    assert f"{TRY} fails" in result.stdout, "what is written down needs no judging"
    assert result.exit_code == 3


def test_ctrl_c_while_thinking_ends_with_the_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressed while an answer is worked out, it ends with 130 and the score so far."""

    def pressed(self: Judge, situation: Situation) -> dict[Move, Any]:
        signal.raise_signal(signal.SIGINT)
        raise StoppedError

    monkeypatch.setattr(Judge, "results", pressed)
    before = signal.getsignal(signal.SIGINT)
    bare = replace(STRICT, solution=replace(STRICT.solution, next=None), line=STRICT.line[:1])
    result = play(file_of(tmp_path, puzzle("win"), bare), ["skip", KEY, KEY])
    assert result.exit_code == 130
    assert result.stdout.endswith("Score: 0 of 10 points, 0 of 1 puzzle solved.\n")
    assert signal.getsignal(signal.SIGINT) is before


def test_boards_that_no_search_takes_say_so(tmp_path: Path) -> None:
    """On a wide board what is not written down is not judged, and nothing breaks."""
    position: Position = parse_spn("....../...... R 15,5,3,3 15,5,3,3 0-0 start=- levels=1")
    key = parse_move("10a1-c1", position)
    wide = replace(
        puzzle("win"),
        position=position,
        key=(key,),
        tries=(),
        line=(key,),
        solution=Node((key,), 1, None),
    )
    assert wide.kind is Kind.WIN
    result = play(file_of(tmp_path, wide), [key, "10d1-f1", "quit"])
    assert prose(result).count("cannot be judged, and is not played") == 2
    assert result.exit_code == 0


def test_usage_is_explained(tmp_path: Path) -> None:
    """`-h` names every option and the scheme of points; without FILE it is bad usage."""
    shown = run("puzzle", "play", "-h")
    assert shown.exit_code == 0
    for option in ("--from", "--shuffle", "--seed", "--key-only", "--rating", "--limit"):
        assert option in shown.stdout
    assert "A puzzle is worth 10 points." in shown.stdout
    assert run("puzzle", "play").exit_code == 2


def test_narrow_encodings_get_plain_frames(tmp_path: Path) -> None:
    """Where only ASCII can be written the diagram and all else are ASCII."""
    named = replace(STRICT, name="Gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n \x1b[2J")
    file = file_of(tmp_path, named)
    done = run_apart(
        "puzzle", "play", file, cwd=tmp_path, stdin=b"quit\n", PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"+---+" in done.stdout
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""
