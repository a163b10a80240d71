"""The shipped positions and games: whatever is said of them is true."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
import reference
from checks import confirmed, exact_moves
from puzzle_notes import PUZZLES, Note, games, notes, said_value

from steppe_solver.notation import format_move, format_spn, parse_move
from steppe_solver.position import Color, Edition, Position, Tile
from steppe_solver.solver import Solver

ORACLE = ("Over the wall", "What cannot run away", "Two birds", "Take and close", "The only pair")
"""Positions outside ``first-steps.spn`` that the slow oracle can do too."""

ORACLE_SLOW = ("A single row", "Three by three")
"""More of them, which take it longer."""

TRY = re.compile(r"(?P<move>\S+) loses (?P<points>[1-9]\d*)(?: to (?P<reply>\S+))?")
CLAIM = re.compile(r"gives away|only \S+ keeps|Best play from here")
WORD = re.compile(r"\{[^}]*\}|\[[^\n]*\]|#[^\n]*|\S+")


FAR = 8
"""Comments on level 2 with more open cells than this are checked in the slow run only."""


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
    solution = confirmed(solver.solve(position))
    assert solution.value is not None
    return solution.value


def test_every_position_says_what_it_must() -> None:
    """Each has a name of its own, a lesson, a source and a value; both editions occur."""
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
    solution = confirmed(solver.solve(position, all_moves=True))
    assert solution.value == said_value(note.value, position.rules.edition)
    moves = {format_move(move): reached for move, reached in exact_moves(solution).items()}
    best = sorted(move for move, reached in moves.items() if reached == solution.value)
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
    keep = sorted(move for move, reached in values.items() if reached == stated)
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


class Comment(NamedTuple):
    """A comment of an annotated game, and how many moves stand before it."""

    event: str
    plies: int
    text: str

    @property
    def positions(self) -> tuple[Position, ...]:
        """Those before and after the move that the comment follows."""
        line = games("games.sgr")[self.event].positions()
        return line[self.plies - 1 : self.plies + 1]


def comments() -> list[Comment]:
    """Every comment of the annotated games, in order."""
    found, event, plies = [], "", 0
    for word in WORD.findall((PUZZLES / "games.sgr").read_text(encoding="utf-8")):
        if word.startswith("[Event "):
            event, plies = word.split('"')[1], 0
        elif word.startswith("{"):
            found.append(Comment(event, plies, " ".join(word[1:-1].split())))
        elif re.match(r"[15N]\S*[a-e][1-5]", word):
            plies += 1
    return found


def claims() -> list[Any]:
    """The comments that say something about values; in the slow run those far from the end too."""
    told = [comment for comment in comments() if CLAIM.search(comment.text)]
    return [
        pytest.param(
            comment,
            id=f"{comment.event}, {comment.plies}",
            marks=[pytest.mark.slow] * (before.level < 3 and before.levels[-1].count(None) > FAR),
        )
        for comment in told
        for before in comment.positions[:1]
    ]


@pytest.mark.parametrize("comment", claims())
def test_comments_in_games_are_true(solver: Solver, comment: Comment) -> None:
    """Where it says what a move gave away, which one was due or who wins, it is so."""
    before, after = comment.positions
    if given := re.search(r"gives away (\d+)", comment.text):
        lost = value(solver, before) - value(solver, after)
        assert lost == by_mover(before, int(given[1]))
    if due := re.search(r"only (\S+) keeps", comment.text):
        solution = confirmed(solver.solve(before, all_moves=True))
        moves = exact_moves(solution)
        best = [format_move(move) for move, reached in moves.items() if reached == solution.value]
        assert best == [due[1]]
    if winner := re.search(r"Best play from here: (.+)\.", comment.text):
        found = value(solver, after)
        name = after.rules.edition.name_of(Color.RED if found > 0 else Color.BLUE)
        assert winner[1] == (f"{name} by {abs(found)}" if found else "draw")


def test_fives_on_level_1_decide_who_starts_level_2() -> None:
    """The comments that count fives count right: odd, the first player starts; even, the second."""
    told = [comment for comment in comments() if "number" in comment.text]
    assert len(told) >= 4
    for comment in told:
        laid = games("games.sgr")[comment.event].moves[: comment.plies]
        _, position = comment.positions
        assert (position.level, position.levels[-1].count(None)) == (2, 25)
        odd = sum(move.tile is Tile.FIVE for move in laid) % 2 == 1
        assert ("an odd number" in comment.text) == odd == (position.mover is Color.RED)


def test_the_guide_lists_every_file() -> None:
    """``puzzles/README.md`` names each file of positions and games."""
    guide = (PUZZLES / "README.md").read_text(encoding="utf-8")
    files = [path.name for path in PUZZLES.iterdir() if path.suffix in (".spn", ".sgr")]
    assert len(files) >= 7
    assert [name for name in files if f"`{name}`" not in guide] == []
