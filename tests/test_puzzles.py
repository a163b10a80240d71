"""The shipped positions and games: whatever is said of them is true."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
import reference
from checks import confirm, exact_moves
from puzzle_notes import PUZZLES, Note, games, notes, said_value

from steppe_solver.notation import format_move, format_spn, parse_move
from steppe_solver.position import Color, Edition, Position
from steppe_solver.solver import Solver

ORACLE = ("Over the wall", "What cannot run away", "Two birds", "Take and close", "The only pair")
"""Positions outside ``first-steps.spn`` that the slow oracle can do too."""

ORACLE_SLOW = ("A single row", "Three by three")
"""More of them, which take it longer."""

TRY = re.compile(r"(?P<move>\S+) loses (?P<points>[1-9]\d*)(?: to (?P<reply>\S+))?")
WORD = re.compile(r"\{[^}]*\}|\[[^\n]*\]|#[^\n]*|\S+")


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions of this file."""
    return Solver(memory=256)


def cases(chosen: Iterable[Note]) -> list[Any]:
    """The notes, named for the test report; the long ones for the slow run only."""
    marks = {True: [pytest.mark.slow], False: []}
    return [pytest.param(note, id=str(note.name), marks=marks[note.is_long]) for note in chosen]


def by_mover(position: Position, points: int) -> int:
    """Points that the player to move loses, as a change of the margin they are taken from."""
    return points if position.mover is Color.RED else -points


def value(solver: Solver, position: Position) -> int:
    """The exact value, of a finished game too."""
    solution = solver.solve(position)
    confirm(solution)
    assert solution.value is not None
    return solution.value


def test_every_position_says_what_it_must() -> None:
    """About thirty positions with names of their own, a lesson, a source and a value, both editions."""
    assert len(notes()) >= 30
    assert len({note.name for note in notes()} - {None}) == len(notes())
    assert {note.position.rules.edition for note in notes()} == set(Edition)
    for note in notes():
        assert {key: len(note.says.get(key, ())) for key in ("learn", "source", "value")} == {
            "learn": 1,
            "source": 1,
            "value": 1,
        }, note.name


def test_every_position_comes_from_a_shipped_game() -> None:
    """It is the start of a game, or stands in the game named, after the move named."""
    for note in notes():
        source = note.says["source"][0]
        if source == "the start of a game":
            assert note.position == Position.start(note.position.rules), note.name
            continue
        match = re.fullmatch(r'(\w+\.sgr), "(.+)", after move (\d+)', source)
        assert match is not None, source
        assert games(match[1])[match[2]].positions()[int(match[3])] == note.position, note.name


@pytest.mark.parametrize("note", cases(notes()))
def test_value_best_moves_and_tries(solver: Solver, note: Note) -> None:
    """The value is as stated, the best moves are all of them, and every try loses what it says."""
    position = note.position
    solution = solver.solve(position, all_moves=True)
    confirm(solution)
    assert solution.value == said_value(note.value, position.rules.edition)
    moves = {format_move(move): value for move, value in exact_moves(solution).items()}
    best = sorted(move for move, value in moves.items() if value == solution.value)
    assert note.best in (", ".join(best), f"{len(best)} of {len(moves)} moves")

    for text in note.says.get("try", ()):
        tried = TRY.fullmatch(text)
        assert tried is not None, text
        assert moves[tried["move"]] == solution.value - by_mover(position, int(tried["points"]))
        if tried["reply"]:
            after = position.play(parse_move(tried["move"], position))
            assert after.mover is not position.mover
            replied = after.play(parse_move(tried["reply"], after))
            assert value(solver, replied) == moves[tried["move"]], text


def test_value_if_the_other_player_moved(solver: Solver) -> None:
    """Where a position says so, the turn of the other player gives the value stated."""
    told = [note for note in notes() if note.other_mover]
    assert told
    for note in told:
        position, edition = note.position, note.position.rules.edition
        assert position.mover is not None
        other = replace(position, mover=position.mover.opponent)
        assert edition.name_of(position.mover.opponent) == note.other_mover
        assert value(solver, other) == said_value(note.says["if"][0], edition)


def check_with_oracle(note: Note) -> None:
    """Compare value and best moves with those of the slow oracle."""
    values = reference.move_values(format_spn(note.position))
    stated = said_value(note.value, note.position.rules.edition)
    best = max if note.position.mover is Color.RED else min
    assert best(values.values()) == stated
    keep = sorted(move for move, value in values.items() if value == stated)
    assert note.best in (", ".join(keep), f"{len(keep)} of {len(values)} moves")


@pytest.mark.parametrize(
    "note", cases(note for note in notes() if note.file == "first-steps.spn" or note.name in ORACLE)
)
def test_oracle_agrees(note: Note) -> None:
    """Plain minimax, which shares no code with the solver, finds the same value and best moves."""
    check_with_oracle(note)


@pytest.mark.slow
@pytest.mark.parametrize("note", cases(note for note in notes() if note.name in ORACLE_SLOW))
def test_oracle_agrees_on_whole_games(note: Note) -> None:
    """The same for games from their first move."""
    check_with_oracle(note)


def test_games_are_complete() -> None:
    """Every shipped game ends, says its result, and the annotated ones are of both editions."""
    for file in ("games.sgr", "sources.sgr"):
        for record in games(file).values():
            assert record.final.is_over
            assert dict(record.headers)["Result"] == "{}-{}".format(*record.final.score)
    assert {game.start.rules.edition for game in games("games.sgr").values()} == set(Edition)


def comments() -> list[tuple[str, int, str]]:
    """The comments of the annotated games: the game, how many moves stand before it, the text."""
    found, event, plies = [], "", 0
    for word in WORD.findall((PUZZLES / "games.sgr").read_text(encoding="utf-8")):
        if word.startswith("[Event "):
            event, plies = word.split('"')[1], 0
        elif word.startswith("{"):
            found.append((event, plies, " ".join(word[1:-1].split())))
        elif re.match(r"[15N]\S*[a-e][1-5]", word):
            plies += 1
    return found


def test_comments_in_games_are_true(solver: Solver) -> None:
    """Where a comment says what a move gave away, which one was due or who wins, it is so."""
    checked = dict.fromkeys(("gives away", "only", "best play"), 0)
    for event, plies, text in comments():
        line = games("games.sgr")[event].positions()
        after = line[plies]
        if given := re.search(r"gives away (\d+)", text):
            before = line[plies - 1]
            lost = value(solver, before) - value(solver, after)
            assert lost == by_mover(before, int(given[1])), text
            checked["gives away"] += 1
        if due := re.search(r"only (\S+) keeps", text):
            solution = solver.solve(line[plies - 1], all_moves=True)
            moves = exact_moves(solution)
            assert [format_move(move) for move in moves if moves[move] == solution.value] == [
                due[1]
            ], text
            checked["only"] += 1
        if winner := re.search(r"Best play from here: (?:(\w+) by (\d+)|draw)\.", text):
            found = value(solver, after)
            name = after.rules.edition.name_of(Color.RED if found > 0 else Color.BLUE)
            assert winner.groups() == ((name, str(abs(found))) if found else (None, None)), text
            checked["best play"] += 1
    assert min(checked.values()) >= 10, checked


def test_fives_on_level_1_decide_who_starts_level_2() -> None:
    """The comments that count fives count right: odd, the first player starts; even, the second."""
    told = [(event, plies, text) for event, plies, text in comments() if "number" in text]
    assert len(told) >= 4
    for event, plies, text in told:
        record = games("games.sgr")[event]
        position = record.positions()[plies]
        assert (position.level, position.levels[-1].count(None)) == (2, 25)
        fives = sum(move.tile.symbol == "5" for move in record.moves[:plies])
        assert ("an odd number" in text) == (fives % 2 == 1) == (position.mover is Color.RED)


def test_the_guide_lists_every_file() -> None:
    """``puzzles/README.md`` names each file of positions and games."""
    guide = (PUZZLES / "README.md").read_text(encoding="utf-8")
    files = [path.name for path in PUZZLES.iterdir() if path.suffix in (".spn", ".sgr")]
    assert len(files) >= 7
    assert [name for name in files if f"`{name}`" not in guide] == []
