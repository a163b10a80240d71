"""The atlas of small boards: it has the whole family, its values hold, and runs can be stopped."""

from __future__ import annotations

import importlib
import subprocess
import sys
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
import reference
from known import rows

from steppe_solver import format_spn, parse_spn
from steppe_solver.bench.suite import shipped
from steppe_solver.position import Cell, Position, Reserve

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # scripts, not a package
atlas: Any = importlib.import_module("atlas")
family: Any = importlib.import_module("atlas_family")
tables: Any = importlib.import_module("atlas_table")
values: Any = importlib.import_module("atlas_values")
pages: Any = importlib.import_module("atlas_page")

TABLE: dict[Any, Any] = tables.load(BENCHMARKS / "atlas.csv")
ALONE = values.Confirmer(None)
LONG = 60.0
"""Seconds for a game that takes a few thousandths of one."""

KNOWN = (
    ((3, 3, 3, True), (5, 2, 1, 1), -2),
    ((3, 3, 3, True), (4, 2, 1, 2), 4),
    ((3, 3, 3, True), (3, 2, 2, 0), -2),
    ((4, 3, 2, False), (4, 2, 1, 1), 1),
    ((4, 3, 2, False), (3, 2, 1, 2), 0),
    ((4, 3, 3, False), (9, 3, 1, 0), 3),
    ((4, 3, 3, False), (10, 2, 1, 1), 3),
    ((4, 4, 2, False), (9, 2, 1, 0), 0),
)
"""Board, reserve and value of games that a prototype of the search has solved."""


def small(*names: str) -> list[Any]:
    """The boards of these names."""
    return list(atlas.chosen(names))


def never() -> bool:
    """There is always time."""
    return False


def after(turns: int) -> Any:
    """Time for so many games."""
    asked = count(1)
    return lambda: next(asked) > turns


def as_variant(position: Position) -> Any:
    """The game of the atlas that this is the start of, turned if need be; None if it is none."""
    rules = position.rules
    wide, high = max(rules.width, rules.height), min(rules.width, rules.height)
    middle = frozenset({Cell(rules.width // 2, rules.height // 2)})
    if position != Position.start(rules) or rules.start not in (frozenset(), middle):
        return None
    board = family.Board(wide, high, rules.levels, bool(rules.start))
    game = family.Variant(board, rules.reserve)
    return game if board in family.boards() and game in family.variants(board) else None


def test_family() -> None:
    """It has every reserve that covers all or all but one, on every board that it should have."""
    sides = [(w, h) for w in (1, 2, 3) for h in (1, 2, 3) if w >= h] + [(4, 3), (5, 3), (4, 4)]
    games = [game for board in family.boards() for game in family.variants(board)]
    expected = set()
    for (width, height), levels, neutral in product(sides, (1, 2, 3), (False, True)):
        if neutral and not (width % 2 and height % 2):
            continue
        cells = width * height * levels - neutral
        for fives, tens in product(range(cells // 4 + 2), range(cells // 6 + 2)):
            for ones in range(cells // 2 + 2):
                for spare in (0, 1):
                    double = cells + spare - 2 * (ones + 2 * fives + 3 * tens)
                    if double >= 0 and double % 2 == 0:
                        reserve = Reserve(ones, fives, tens, double // 2)
                        expected.add(((width, height, levels, neutral), reserve))
    assert len(games) == len(set(games)) == 3208
    assert set(games) == expected


def test_starts() -> None:
    """A game starts with both hands full and nothing but the neutral tile on the board."""
    for board in family.boards():
        for game in family.variants(board)[::7]:
            start = game.start
            assert start.reserves == (game.reserve, game.reserve)
            placed = [owner for level in start.levels for owner in level if owner is not None]
            assert len(placed) == board.neutral
            if board.neutral:
                assert start.levels[0][board.width * board.height // 2] is not None
            assert parse_spn(format_spn(start)) == start
            assert as_variant(start) == game


def test_table_has_the_family() -> None:
    """The shipped table has all games, and a value only where one search found it."""
    assert list(TABLE) == [game for board in family.boards() for game in family.variants(board)]
    for game, found in TABLE.items():
        assert bool(found.found) == found.is_exact, game
        assert found.found != found.confirmed or not found.found, game
        assert found.is_exact or not found.confirmed, game


def test_small_boards_are_settled() -> None:
    """Every value up to 3x3x3 is known and confirmed, and so are those of all boards of a level."""
    for game, found in TABLE.items():
        if game.board.width <= 3 or game.board.levels == 1:
            assert found.confirmed, game


def test_page_is_that_of_the_table() -> None:
    """The shipped page is what the shipped table gives."""
    assert (BENCHMARKS / "atlas.md").read_text(encoding="utf-8") == pages.page(TABLE)


@pytest.mark.parametrize(("board", "reserve", "value"), KNOWN)
def test_known_values(board: Any, reserve: Any, value: int) -> None:
    """What was known before lies within the bounds, and is the value where there is one."""
    found = TABLE[family.Variant(family.Board(*board), Reserve(*reserve))]
    assert found.lower <= value <= found.upper


def test_values_known_elsewhere() -> None:
    """Starts in the project's other lists have the values that they have there."""
    starts = [(case.position, case.value) for case in shipped("boards").cases]
    starts += [(parse_spn(row["spn"]), row["value"]) for row in rows("values")]
    met = 0
    for position, value in starts:
        game = as_variant(position)
        if game:
            met += 1
            assert TABLE[game].lower <= value <= TABLE[game].upper, game
    assert met >= 12


def test_mirror() -> None:
    """Where the second player can mirror all of a one-level game, it is drawn."""
    mirrored = 0
    for game, found in TABLE.items():
        width, height, levels, neutral = game.board
        if levels == 1 and (neutral or width % 2 == height % 2 == 0):
            mirrored += 1
            assert found.lower == found.upper == 0, game
    assert mirrored >= 80


@pytest.mark.parametrize("board", [b for b in family.boards() if b.width * b.height * b.levels < 7])
def test_oracle(board: Any) -> None:
    """All values of the smallest boards are those of the slow oracle."""
    for game in family.variants(board):
        assert TABLE[game].lower == TABLE[game].upper == reference.value(format_spn(game.start))


def test_check() -> None:
    """Values drawn from the table by chance are found again; the draw depends on the seed alone."""
    boards = small("3x2x2", "3x2x3", "3x3x1", "3x3x2", "4x3x1", "4x4x1", "5x3x1")
    assert atlas.check(TABLE, boards, 1, ALONE, after(25), LONG) == 25


def test_check_finds_a_wrong_value() -> None:
    """A value that is one too high is not found again, and that is said."""
    (board,) = small("2x2x2")
    table = {game: TABLE[game] for game in family.variants(board)}
    game = next(iter(table))
    found = table[game]
    table[game] = replace(found, lower=found.lower + 1, upper=found.upper + 1)
    with pytest.raises(values.DisagreementError, match=r"^2x2x2: "):
        atlas.check(table, [board], 1, ALONE, never, LONG)


@pytest.mark.parametrize("liar", ["unordered", "bare"])
def test_disagreement(liar: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that says something else than the next one ends it, whichever of them is wrong."""
    true = values.searched

    def lying(position: Position, name: str, seconds: float) -> Any:
        found = true(position, name, seconds)
        return replace(
            found, lower=found.lower + (name == liar), upper=found.upper + (name == liar)
        )

    monkeypatch.setattr(values, "searched", lying)
    monkeypatch.setattr(values, "ORACLE_NODES", -1)
    game = family.variants(small("3x2x2")[0])[0]
    with pytest.raises(values.DisagreementError, match=r"unordered .*, bare "):
        values.settled(game, LONG, ALONE)


@pytest.mark.parametrize(("lower", "upper"), [(5, 9), (-9, -5)])
def test_contradicting_bounds(lower: int, upper: int) -> None:
    """A value outside of bounds proved before ends it too."""
    game = family.variants(small("3x3x1")[0])[0]
    with pytest.raises(values.DisagreementError, match="bounds"):
        values.settled(game, LONG, ALONE, values.Finding(lower, upper))


def test_bounds_are_no_value() -> None:
    """Without time there are bounds, without value or winner; with it, the value between them."""
    game = family.Variant(small("3x3x2")[0], Reserve(2, 1, 1, 2))
    bounds = values.settled(game, 0, ALONE)
    assert bounds.lower < bounds.upper
    assert (bounds.winner, bounds.found, bounds.confirmed) == ("open", "", "")
    value = values.settled(game, LONG, ALONE, bounds)
    assert bounds.lower <= value.lower == value.upper <= bounds.upper
    assert (value.found, value.confirmed) == ("unordered", "bare")
    assert pages.page(TABLE | {game: bounds}).count("?") >= 1


def test_winner_by_bounds() -> None:
    """Bounds tell the winner where both are on the same side, and a draw only where both are 0."""
    winners = {(1, 4): "first", (-4, -1): "second", (0, 0): "draw", (0, 1): "open", (-1, 1): "open"}
    for bounds, winner in winners.items():
        assert values.Finding(*bounds).winner == winner


@pytest.fixture(scope="module")
def brute(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of brute force."""
    program = atlas.compiled(tmp_path_factory.mktemp("brute"), lambda _: None)
    if program is None:
        pytest.skip("a C++ compiler is not installed")
    return Path(program)


def test_who_confirms(brute: Path) -> None:
    """The oracle confirms where little is to be searched, then the brute force where it can."""
    confirmer = values.Confirmer(brute)
    (tiny, board) = small("2x2x2", "3x3x2")[::2]
    assert values.settled(family.variants(tiny)[0], LONG, confirmer).confirmed == "oracle"
    for reserve, who in (((4, 1, 1, 0), "brute force"), ((2, 0, 1, 4), "bare")):
        found = values.settled(family.Variant(board, Reserve(*reserve)), LONG, confirmer)
        assert (found.found, found.confirmed) == ("unordered", who)


def test_stop_and_go_on(tmp_path: Path) -> None:
    """However often a run is stopped, it comes to the same table."""
    boards = small("2x2x1", "2x2x2", "3x1x2", "3x1x3")
    whole, parts = tmp_path / "whole.csv", tmp_path / "parts.csv"
    atlas.run(whole, boards, LONG, ALONE, never, lambda _: None)
    runs = 0
    while not parts.exists() or parts.read_bytes() != whole.read_bytes():
        runs += 1
        assert runs < 40
        before = tables.load(parts)
        now = atlas.run(parts, boards, LONG, ALONE, after(12), lambda _: None)
        assert now == tables.load(parts)
        assert all(found.confirmed == "" or now[game] == found for game, found in before.items())
    assert runs > 5
    assert atlas.run(parts, boards, LONG, ALONE, never, lambda _: None) == tables.load(whole)


def test_killed(tmp_path: Path) -> None:
    """After a kill the table can be read, and has rows; the next run goes on with it."""
    path = tmp_path / "table.csv"
    command = [
        sys.executable,
        str(BENCHMARKS / "atlas.py"),
        "--table",
        str(path),
        "--only",
        "3x3x3",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.readline()  # rows have been written
        process.kill()
    kept = tables.load(path)
    assert kept
    (_, board) = small("3x3x3")
    now = atlas.run(path, [board], 0, ALONE, never, lambda _: None)
    assert now.items() >= kept.items()
    assert set(now) >= set(family.variants(board))


def test_a_board_is_left_after_misses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where game after game stays open, the others of the board wait until there is more time."""
    monkeypatch.setattr(atlas, "ROUNDS", (0, 1, 2))
    asked: list[float] = []

    def fruitless(variant: Any, seconds: float, confirmer: Any, known: Any) -> Any:
        asked.append(seconds)
        return values.Finding(-1, 1, seconds=seconds)

    monkeypatch.setattr(atlas, "settled", fruitless)
    atlas.run(tmp_path / "t.csv", small("3x2x2"), 3, ALONE, never, lambda _: None)
    games = len(family.variants(small("3x2x2")[0]))
    assert [asked.count(seconds) for seconds in (0, 1, 2, 3)] == [games, 10, 10, 10]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2,2,2,none,4,0,0,0,0,0,0,draw", "2,2,2,none,4,0,0,0,1,0,0,draw"),
        ("2,2,2,none,4,0,0,0,0,0,0,draw", "2,2,2,none,4,0,0,0,0,0,0,first"),
        ("2,2,2,none,4,0,0,0,0,0,0,draw", "2,2,2,none,4,0,0,0,0,-1,0,draw"),
        ("2,2,2,none,4,0,0,0", "2,2,2,none,3,0,0,1"),
        ("2,2,2,none,4,0,0,0", "2,2,2,none,four,0,0,0"),
        ("value,lower", "lower,value"),
    ],
)
def test_tables_that_cannot_be(old: str, new: str, tmp_path: Path) -> None:
    """A row that contradicts itself, is there twice or cannot be read is refused."""
    path = tmp_path / "table.csv"
    (board,) = small("2x2x2")
    tables.save({game: TABLE[game] for game in family.variants(board)}, path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(tables.TableError, match=r"^table\.csv"):
        tables.load(path)


def test_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Checks print how many values they found again; a board that is not in it is refused."""
    monkeypatch.setattr(atlas, "compiled", lambda *_: None)
    atlas.main(["--check", "--only", "1x1x1", "2x1x1", "2x1x2"])
    assert capsys.readouterr().out == "9 values found again\n"
    with pytest.raises(SystemExit):
        atlas.main(["--only", "9x9x9"])
    assert "no such board in the atlas: 9x9x9" in capsys.readouterr().err
