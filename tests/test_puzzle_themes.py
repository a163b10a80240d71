"""Themes: each one on the smallest board that shows it, and on one that nearly does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from steppe_solver.goals import Goal
from steppe_solver.notation import parse_move
from steppe_solver.position import Color, Move, Position, Reserve, Rules
from steppe_solver.puzzle.file import read_puzzles
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Source, Try
from steppe_solver.puzzle.themes import find_themes

OWNERS = {".": None, **{color.value: color for color in Color}}
DATA = Path(__file__).parent / "data" / "rated.stp.json"


def puzzle(
    levels: str,
    hands: str,
    line: str,
    kind: Kind = Kind.WIN,
    goal: Goal | None = None,
    tries: str | None = None,
) -> Puzzle:
    """A puzzle, sound or not, on a board of one row, with Red to move.

    ``levels`` are written from level 1 on; ``hands`` are Red's tiles and Blue's, ``line`` begins
    with the key, and the tries are all other moves, or those named.
    """
    rows = [tuple(OWNERS[letter] for letter in row) for row in levels.split("|")]
    rules = Rules(width=len(rows[0]), height=1, start=frozenset())
    first, second = (Reserve(*map(int, hand.split(","))) for hand in hands.split())
    position = Position(rules, tuple(rows), Color.RED, (first, second), (0, 0))
    moves = read(line, position)
    others = [move for move in position.legal_moves() if move != moves[0]]
    tried = tuple(others) if tries is None else read(tries, position)
    return Puzzle(
        id="0" * 16,
        kind=kind,
        position=position,
        goal=goal,
        n=None,
        key=moves[:1],
        tries=tuple(Try((move,), 0) for move in tried),
        solution=Node(moves[:1], 1),
        line=moves,
        duals=0,
        rating=1,
        themes=(),
        source=Source("by hand", "none", 0, "0"),
    )


def read(text: str, position: Position) -> tuple[Move, ...]:
    """The moves, which need not be legal at once."""
    return tuple(parse_move(word, position) for word in text.split())


BLUE_TEN = Goal(Color.BLUE, tens=1, level=1)
RED_TEN = Goal(Color.RED, tens=1, level=1)

SHOWN = {
    "quiet key": puzzle("....", "4,1,0,0 4,1,0,0", "1a1"),
    "neutral tempo": puzzle("RBB|...", "9,0,0,1 9,0,0,0", "Nb1 1c1 1a1"),
    "neutral tempo, at once": puzzle("RB|..", "9,0,0,1 9,0,0,0", "Nb1 1a1"),
    "block by the key": puzzle(".....", "9,0,0,0 9,0,1,0", "1c1", Kind.SAVE, BLUE_TEN),
    "block by the reply": puzzle("....", "9,0,1,0 9,0,0,0", "1a1", Kind.TEN, RED_TEN, "1d1"),
    "block of the last place": puzzle(".....", "9,0,0,0 9,0,1,0", "1c1"),
    "unblock by a neutral tile": puzzle("RBR|...", "9,1,0,1 0,0,0,0", "Nb1 1a1 1c1 5a1-b1"),
    "unblock by a ten": puzzle("RBR|...", "9,1,1,0 0,0,0,0", "10a1-c1 5a1-b1"),
    "sacrifice of a five": puzzle("...", "9,1,0,0 9,0,0,0", "1b1"),
    "bridge over an enemy middle": puzzle("RBR|...", "9,0,1,0 9,0,0,0", "10a1-c1"),
    "skip trap": puzzle("RRB|...", "9,0,0,1 9,0,0,0", "Nc1 1a1"),
    "last tile of the level": puzzle("...", "9,0,0,0 9,0,0,0", "1a1 1b1 1c1"),
}
"""A theme, perhaps with a remark, and a puzzle that shows it."""

MISSED = {
    "quiet key, but a ten is blocked": puzzle("....", "4,1,0,0 4,1,1,0", "1a1"),
    "quiet key, but it is a five": puzzle("....", "4,1,0,0 4,1,0,0", "5a1-b1"),
    "quiet key, but there is nothing else": puzzle("....", "4,0,0,0 4,1,0,0", "1a1"),
    "neutral tempo, but a one fits": puzzle("RRB|...", "9,0,0,1 9,0,0,0", "Nb1 1c1 1a1"),
    "neutral tempo, but Blue is last": puzzle("RBBB|....", "9,0,0,1 9,0,0,0", "Nb1 1c1 1a1 1d1"),
    "neutral tempo, but Blue is stuck": puzzle("RBB|...", "9,0,0,1 0,0,0,0", "Nb1 1a1"),
    "block, but a place is left": puzzle(".......", "9,0,0,0 9,0,1,0", "1d1", Kind.SAVE, BLUE_TEN),
    "block, but of few tries": puzzle("........", "9,0,1,0 9,0,0,0", "1a1", Kind.TEN, RED_TEN),
    "block, but not of the last place": puzzle("....", "9,0,0,0 9,0,1,0", "1a1"),
    "unblock, but under the middle": puzzle("RBR|...", "9,0,1,1 0,0,0,0", "Nb1 1a1 1c1 10a1-c1"),
    "unblock, but nobody stands there": puzzle("RBR|...", "9,1,0,1 0,0,0,0", "Nb1 1a1 1c1 1b1"),
    "sacrifice of a five, but it still fits": puzzle("...", "9,1,0,0 9,0,0,0", "1a1"),
    "bridge over an enemy middle, but it is one's own": puzzle(
        "RRR|...", "9,0,1,0 9,0,0,0", "10a1-c1"
    ),
    "skip trap, but Blue never could": puzzle("RRB|...", "9,0,0,1 0,0,0,0", "Nc1 1a1"),
    "last tile of the level, but it is Blue's": puzzle("..", "9,0,0,0 9,0,0,0", "1a1 1b1"),
}
"""The same, but the puzzle does not show it."""


@pytest.mark.parametrize("name", SHOWN)
def test_a_theme_is_found(name: str) -> None:
    """What a theme means is found in a puzzle that shows it."""
    assert any(name.startswith(theme) for theme in find_themes(SHOWN[name]))


@pytest.mark.parametrize("name", MISSED)
def test_a_near_miss_is_no_theme(name: str) -> None:
    """What lacks one part of a theme's meaning is not given its name."""
    assert not any(name.startswith(theme) for theme in find_themes(MISSED[name]))


def test_in_help_the_attacker_counts() -> None:
    """In shared play the attacker's ten is the bridge, and its tile the last, not the solver's."""
    shared = puzzle("BRB|...", "9,0,0,0 9,0,1,0", "1b1", Kind.HELP, replace(BLUE_TEN, level=3))
    line = read("1b1 1a1 1c1 10a1-c1", shared.position)
    found = find_themes(replace(shared, line=line))
    assert found == ("bridge over an enemy middle", "last tile of the level")


def test_themes_of_known_puzzles() -> None:
    """Composed puzzles of five kinds have the themes that their file names, every theme among them.

    The file holds what this package said, so that a definition cannot move unnoticed.
    """
    with DATA.open("rb") as stream:
        puzzles = [entry.puzzle for entry in read_puzzles(stream, DATA.name)]
    assert len(puzzles) == 21
    assert {name for known in puzzles if known for name in known.themes} == {
        "quiet key",
        "neutral tempo",
        "block",
        "unblock",
        "sacrifice of a five",
        "bridge over an enemy middle",
        "skip trap",
        "last tile of the level",
    }
    for known in puzzles:
        assert known is not None
        assert find_themes(replace(known, themes=())) == known.themes
