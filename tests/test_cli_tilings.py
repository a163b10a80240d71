"""`steppe tilings`: each question as a user types it, and its answers for scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asked import FIELDS, asked, gained, laid, with_tiles
from command import BAD, EASY, HARD, run, spn_file
from layings import all_layings, classes
from puzzle_notes import PUZZLES, notes

from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import Color, Tile
from steppe_solver.tiling.question import Keep, Layout, Need, Question

SURVEY = [*FIELDS, "most", "fillable", "unfilled"]

FOUR = "..../..../..../.... R 16,8,5,0 16,8,5,0 0-0 reserves=16,8,5,0 start=- levels=1"
"""Four by four cells, and for either player tiles enough to fill them in every way."""

FIVE = "...../...../...../...../..... R 25,12,8,0 25,12,8,0 0-0 reserves=25,12,8,0 start=- levels=1"
"""The same with five by five."""

SMALL = "R../... B 1,1,1,1 2,1,1,1 1-0 levels=1 reserves=2,1,1,1 start=-"
"""Five cells are open; tiles of all kinds."""

LEVELS = "RN. R 1,0,1,0 2,0,1,1 1-0 levels=2 reserves=2,0,1,1"
"""One cell of level 1 is open, and level 2 comes: in all, a few dozen layings."""

SHORT = "R. B 0,0,0,0 1,0,0,0 1-0 levels=2 reserves=1,0,0,0 start=-"
"""Level 1 can be filled, and nothing is left for level 2."""


@pytest.mark.parametrize(("spn", "count"), [(FOUR, 37_594), (FIVE, 26_186_015)])
def test_known_numbers_of_fillings(tmp_path: Path, spn: str, count: int) -> None:
    """One player fills 4 x 4 and 5 x 5 cells in as many ways as straight tiles can."""
    file = spn_file(tmp_path, spn)
    (answer,) = asked(file, "--players", "red", "--full", "--count")
    assert list(answer) == FIELDS
    assert answer["count"] == count
    assert answer["feasible"] is True
    assert len(with_tiles(parse_spn(spn), laid(parse_spn(spn), answer["tiling"])).levels) == 1
    text = run("tilings", file, "--players", "red", "--full", "--count", "--quiet").stdout
    assert text == f"{file}:1: {count:,} layings\n"


@pytest.mark.parametrize("spn", [SMALL, LEVELS, EASY])
def test_a_list_is_every_laying_once(tmp_path: Path, spn: str) -> None:
    """`--list` gives, a line each and nothing else, just the layings that brute force finds."""
    position = parse_spn(spn)
    levels = position.rules.levels - position.level + 1
    chosen = f"{position.level}-{position.rules.levels}"
    file = spn_file(tmp_path, spn)
    lines = asked(file, "--levels", chosen, "--list")
    assert all(list(line) == ["spn", "name", "tiling"] for line in lines)
    assert {line["spn"] for line in lines} == {format_spn(position)}
    found = [laid(position, line["tiling"]) for line in lines]
    assert len(set(found)) == len(found)
    assert set(found) == all_layings(Question(Layout.of(position), levels))
    (answer,) = asked(file, "--levels", chosen, "--count")
    assert answer["count"] == len(found)


def test_a_list_as_text_is_a_line_a_laying(tmp_path: Path) -> None:
    """In text each laying of one input is one line; of several, they stand under their input."""
    file = spn_file(tmp_path, "R. B 0,0,0,0 1,0,0,0 1-0 levels=1 reserves=1,0,0,0 start=-")
    assert run("tilings", file, "--list").stdout == "Blue 1b1\nnothing\n"
    twice = run("tilings", file, file, "--list").stdout
    assert twice == f"{file}:1\nBlue 1b1\nnothing\n" * 2
    assert run("tilings", file, file, "--list", "--quiet").stdout == "Blue 1b1\nnothing\n" * 2
    levels = run("tilings", spn_file(tmp_path, SHORT), "--levels", "1-2", "--list").stdout
    assert levels == "level 1: Blue 1b1 | level 2: nothing\n"


def test_one_of_each_class_of_mirror_images(tmp_path: Path) -> None:
    """`--up-to-symmetry` lists and counts one laying of each class, and every class."""
    spn = ".N./... R 2,1,1,1 2,1,1,1 0-0 reserves=2,1,1,1 start=b2 levels=1"
    position, file = parse_spn(spn), spn_file(tmp_path, spn)
    lines = asked(file, "--list", "--up-to-symmetry")
    (answer,) = asked(file, "--count", "--up-to-symmetry")
    assert answer["count"] == len(lines)
    found = [laid(position, line["tiling"]) for line in lines]
    layout = Layout.of(position)
    images = classes(layout, all_layings(Question(layout)))
    assert len(found) == len(images)
    assert all(any(one in alike for one in found) for alike in images)
    text = run("tilings", file, "--count", "--up-to-symmetry", "--quiet").stdout
    assert text == f"{file}:1: {len(lines):,} layings up to symmetry\n"


def test_known_number_of_classes(tmp_path: Path) -> None:
    """The 37,594 fillings of 4 x 4 cells are 4,839 but for turns and mirrors."""
    options = ["--players", "red", "--full", "--up-to-symmetry"]
    (answer,) = asked(spn_file(tmp_path, FOUR), *options, "--count")
    assert answer["count"] == 4839
    lines = asked(spn_file(tmp_path, FOUR), *options, "--list")
    assert len({str(line) for line in lines}) == len(lines) == 4839


@pytest.mark.parametrize("side", ["red", "blue", "total"])
@pytest.mark.parametrize("spn", [SMALL, LEVELS, EASY])
def test_the_most_points_are_what_brute_force_finds(tmp_path: Path, spn: str, side: str) -> None:
    """`--max` is proved, shown by a laying that adds so many, and not exceeded by any laying."""
    position = parse_spn(spn)
    levels = position.rules.levels - position.level + 1
    everything = f"{position.level}-{position.rules.levels}"
    counts = {"red": slice(0, 1), "blue": slice(1, 2), "total": slice(0, 2)}[side]
    best = max(
        sum(gained(position, with_tiles(position, one))[counts])
        for one in all_layings(Question(Layout.of(position), levels))
    )
    (answer,) = asked(spn_file(tmp_path, spn), "--levels", everything, "--max", side)
    assert answer["max"] == {"side": side, "points": best, "proved": True, "upper": best}
    shown = with_tiles(position, laid(position, answer["tiling"]))
    assert sum(gained(position, shown)[counts]) == best


@pytest.mark.parametrize("note", notes(), ids=lambda note: note.name)
def test_shipped_positions_without_a_question(tmp_path: Path, note: Any) -> None:
    """The usual answer is whole: proved optima, a laying that reaches the last, can it be filled.

    The totals are bounds of each other, and the word on filling is that of `--full`.
    """
    file = spn_file(tmp_path, format_spn(note.position))
    (answer,) = asked(file)
    assert list(answer) == SURVEY
    most = answer["most"]
    assert list(most) == ["red", "blue", "total"]
    assert all(most[side]["proved"] and most[side]["side"] == side for side in most)
    red, blue, total = (most[side]["points"] for side in most)
    assert max(red, blue) <= total <= red + blue
    shown = with_tiles(note.position, laid(note.position, answer["tiling"]))
    assert sum(gained(note.position, shown)) == total
    (filled,) = asked(file, "--full")
    assert answer["fillable"] is filled["feasible"]
    assert answer["unfilled"] == filled["reasons"]
    assert bool(filled["reasons"]) != filled["feasible"]


def test_all_shipped_positions_in_one_run() -> None:
    """All position files together are answered in order, in JSON and in text."""
    files = sorted(PUZZLES.glob("*.spn"))
    answers = asked(*files, "--max", "total")
    assert len(answers) == len(notes())
    lines = run("tilings", *files, "--max", "total", "--quiet").stdout.splitlines()
    for answer, line in zip(answers, lines, strict=True):
        points = answer["max"]["points"]
        assert line.endswith(f": the most points that both together can still lay: {points}")


def test_two_tens_on_level_2_and_one_on_level_3(tmp_path: Path) -> None:
    """Demands on single levels: from the start Red can come to lay such tens, and here is how."""
    file = spn_file(tmp_path, HARD)
    demands = ["--need", "2/red:10=2", "--need", "3/red:10=1"]
    (answer,) = asked(file, "--levels", "1-3", *demands)
    assert answer["feasible"] is True
    assert list(answer["tiling"]) == ["1", "2", "3"]
    position = parse_spn(HARD)
    placements = laid(position, answer["tiling"])
    with_tiles(position, placements)
    tens = [p.level for p in placements if (p.owner, p.move.tile) == (Color.RED, Tile.TEN)]
    assert tens.count(2) >= 2
    assert tens.count(3) >= 1
    (never,) = asked(file, "--levels", "1-3", *demands, "--need", "1/red:10=1")
    assert never["feasible"] is False
    assert "Red has 3 tens in hand" in never["reasons"]


DEMANDS: list[tuple[str, list[str], dict[str, Any]]] = [
    (SMALL, ["--need", "red:10=1"], {"needs": (Need(Color.RED, Tile.TEN, 1),)}),
    (
        SMALL,
        ["--need", "BLUE:5=1,1=2"],
        {"needs": (Need(Color.BLUE, Tile.FIVE, 1), Need(Color.BLUE, Tile.ONE, 2))},
    ),
    (SMALL, ["--need", "red:n=1"], {"needs": (Need(Color.RED, Tile.NEUTRAL, 1),)}),
    (SMALL, ["--exactly", "red:W=0"], {"needs": (Need(Color.RED, Tile.NEUTRAL, 0, exactly=True),)}),
    (
        SMALL,
        ["--exactly", "blue:1=1", "--exactly", "blue:5=0", "--need", "red:5=1"],
        {
            "needs": (
                Need(Color.RED, Tile.FIVE, 1),
                Need(Color.BLUE, Tile.ONE, 1, exactly=True),
                Need(Color.BLUE, Tile.FIVE, 0, exactly=True),
            )
        },
    ),
    (SMALL, ["--need", "1/red:5=1"], {"needs": (Need(Color.RED, Tile.FIVE, 1, level=1),)}),
    (
        SMALL,
        ["--keep", "A1,b1=Red", "--keep", "c2=neutral"],
        {
            "keeps": (
                Keep(parse_spn(SMALL).rules.cell(0), Color.RED),
                Keep(parse_spn(SMALL).rules.cell(1), Color.RED),
                Keep(parse_spn(SMALL).rules.cell(5), Color.NEUTRAL),
            )
        },
    ),
    (SMALL, ["--full"], {"full": True}),
    (SMALL, ["--players", "blue", "--full"], {"full": True, "players": (Color.BLUE,)}),
    (
        LEVELS,
        ["--levels", "1-2", "--keep", "2/a1=red", "--need", "2/red:1=1"],
        {
            "levels": 2,
            "keeps": (Keep(parse_spn(LEVELS).rules.cell(0), Color.RED, 2),),
            "needs": (Need(Color.RED, Tile.ONE, 1, level=2),),
        },
    ),
    (
        LEVELS,
        ["--levels", "1-2", "--need", "blue:1=2"],
        {"levels": 2, "needs": (Need(Color.BLUE, Tile.ONE, 2),)},
    ),
]


@pytest.mark.parametrize(
    ("spn", "options", "meant"), DEMANDS, ids=[" ".join(options) for _, options, _ in DEMANDS]
)
def test_demands_mean_what_they_say(
    tmp_path: Path, spn: str, options: list[str], meant: dict[str, Any]
) -> None:
    """With demands, just those layings are listed that brute force finds for them."""
    position = parse_spn(spn)
    lines = asked(spn_file(tmp_path, spn), *options, "--list")
    found = [laid(position, line["tiling"]) for line in lines]
    expected = all_layings(Question(Layout.of(position), **meant))
    assert len(found) == len(expected)
    assert set(found) == expected
    assert (
        0 < len(expected) < len(all_layings(Question(Layout.of(position), meant.get("levels", 1))))
    )


WRONG_USAGE = [
    ("--need", "red"),
    ("--need", "red:"),
    ("--need", "red:10"),
    ("--need", "red:10="),
    ("--need", "red:10=x"),
    ("--need", "red:10=-1"),
    ("--need", "red:2=1"),
    ("--need", "red:10=1,"),
    ("--need", "green:10=1"),
    ("--need", "neutral:N=1"),
    ("--need", "0/red:10=1"),
    ("--need", "10/red:10=1"),
    ("--need", "red:10=\u0661"),
    ("--exactly", "blue:10=1;5=1"),
    ("--keep", "a1"),
    ("--keep", "=red"),
    ("--keep", "a1,=red"),
    ("--keep", "a1=green"),
    ("--keep", "a9=red"),
    ("--keep", "i1=red"),
    ("--keep", "a1-b1=red"),
    ("--keep", "x/a1=red"),
    ("--levels", "0"),
    ("--levels", "10"),
    ("--levels", "2-1"),
    ("--levels", "1-"),
    ("--levels", "one"),
    ("--max", "green"),
    ("--players", "nobody"),
    ("--limit", "-1"),
    ("--limit", "nan"),
]


@pytest.mark.parametrize(("option", "value"), WRONG_USAGE)
def test_a_bad_spelling_is_wrong_usage(tmp_path: Path, option: str, value: str) -> None:
    """A value that cannot be read ends the run with code 2, before any answer, and is quoted."""
    result = run("tilings", spn_file(tmp_path, SMALL), option, value)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"'{option}'" in result.stderr
    assert value in result.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--levels", "2-3"], "the game has 1 level"),
        (["--need", "2/red:10=1"], "demanded on level 2"),
        (["--exactly", "2/red:10=0"], "demanded on level 2"),
        (["--keep", "2/a1=red"], "demanded on level 2"),
        (["--keep", "d1=red"], "d1, which is to be kept, is off the board"),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, list) else "",
)
def test_what_one_position_cannot_be_asked(tmp_path: Path, options: list[str], words: str) -> None:
    """A demand that goes beyond a board or level is bad input there; others are answered."""
    larger = "RRRR/RRRR|..../.... R 8,0,1,0 16,0,1,0 8-0 levels=3 reserves=16,0,1,0 start=-"
    file = spn_file(tmp_path, SMALL, larger)
    refused, answered = asked(file, *options, code=1)
    assert list(refused) == ["input", "error", "faults"]
    assert refused["input"] == f"{file}:1"
    assert words in refused["error"]
    assert [(fault["field"], fault["at"]) for fault in refused["faults"]] == [("board", "1:1")]
    assert answered["feasible"] is True


def test_levels_beyond_the_game_are_named(tmp_path: Path) -> None:
    """Levels that a game does not have are refused with the number that it has."""
    file = spn_file(tmp_path, SMALL)
    result = run("tilings", file, "--levels", "1-2")
    assert result.exit_code == 1
    assert result.stderr == f"{file}:1:1: board: the game has 1 level, and 1-2 is beyond\n"


def test_bad_inputs_are_refused_and_the_others_answered(tmp_path: Path) -> None:
    """A line that cannot be read and a file that is not there leave the rest answered, in order."""
    file = spn_file(tmp_path, BAD, SMALL)
    bad, good, gone = asked(file, tmp_path / "gone.spn", "--max", "red", code=1)
    assert len(bad["faults"]) == 2
    assert good["max"]["proved"]
    assert gone["faults"][0]["field"] == "file"


@pytest.mark.parametrize(
    ("spn", "options", "reasons", "words"),
    [
        (
            "R../.N. B 1,0,1,0 2,0,1,0 1-0 levels=1 reserves=2,0,1,0",
            ["--need", "red:10=1"],
            ["demanded: Red lays at least 1 ten", "Red lies on a2 of level 1"],
            "Red cannot lay a ten: ",
        ),
        (
            "W../.N. B 1,0,1,0 2,0,1,0 1-0 levels=1 reserves=2,0,1,0 dmr",
            ["--need", "red:10=1"],
            ["demanded: White lays at least 1 ten", "White lies on a2 of level 1"],
            "White cannot lay a ten: ",
        ),
        (
            SMALL,
            ["--need", "blue:5=2"],
            ["demanded: Blue lays at least 2 fives", "Blue has 1 five in hand"],
            "Blue cannot lay 2 fives: Blue has 1 five in hand",
        ),
        (
            SMALL,
            ["--need", "blue:10=2"],
            ["Red lies on a2 of level 1"],
            "Blue cannot lay 2 tens: Red lies on a2 of level 1",
        ),
        (
            SMALL,
            ["--players", "blue", "--need", "red:1=1"],
            ["Red lays nothing"],
            "Red cannot lay a one: Red lays nothing",
        ),
        (
            SMALL,
            ["--keep", "a2=blue"],
            ["demanded: a2 of level 1 ends up Blue's", "Red lies on a2 of level 1"],
            "a2 of level 1 cannot end up Blue's: Red lies on a2 of level 1",
        ),
    ],
)
def test_infeasible_is_an_answer_with_reasons(
    tmp_path: Path, spn: str, options: list[str], reasons: list[str], words: str
) -> None:
    """Where there is no laying the code is 0, JSON lists the reasons, text says them."""
    file = spn_file(tmp_path, spn)
    (answer,) = asked(file, *options, "--count", "--max", "total")
    assert answer["feasible"] is False
    assert (answer["count"], answer["max"], answer["tiling"]) == (0, None, None)
    assert set(reasons) <= set(answer["reasons"])
    text = run("tilings", file, *options, "--quiet")
    assert text.exit_code == 0
    assert text.stdout.startswith(f"{file}:1: infeasible: {words}")
    assert asked(file, *options, "--list") == []


def test_a_finished_game_holds_nothing_more(tmp_path: Path) -> None:
    """Of ended positions it is said that nothing can be laid: one laying, the empty one."""
    games = PUZZLES / "games.sgr"
    ended = asked(games)
    assert ended
    for answer in ended:
        assert [most["points"] for most in answer["most"].values()] == [0, 0, 0]
        assert answer["fillable"] is False
        assert answer["unfilled"]
    for answer in asked(games, "--count"):
        assert answer["count"] == 1
        assert answer["tiling"] == {"3": {"red": [], "blue": [], "neutral": []}}
    assert run("tilings", games, "--list", "--quiet").stdout == "nothing\n" * len(ended)


def test_the_text_tells_a_player_what_he_needs(tmp_path: Path) -> None:
    """In text there are the place, who is to move, the points, and the laying marked as such."""
    file = spn_file(tmp_path, f"{EASY} ; The last tile")
    text = run("tilings", file).stdout
    assert text.startswith(f"{file}:1  The last tile\n  Blue to move")
    text = " ".join(text.split())
    for words in (
        "Blue to move on level 3 of 3, 3 open cells",
        "the most points that can still be laid, turns left aside: Red 0, Blue 0, both together 0",
        "level 3 cannot be filled: ",
    ):
        assert words in text
    text = run("tilings", file, "--keep", "e3=neutral").stdout
    assert "\n  feasible\n" in text
    assert "Level 3, a laying" in text
    assert "* laid on top" in text


def test_the_text_of_the_other_edition_speaks_of_white(tmp_path: Path) -> None:
    """In the dmr edition text says White, while options and JSON go on saying red."""
    file = spn_file(tmp_path, "W../... B 1,0,0,0 2,0,0,0 1-0 levels=1 reserves=2,0,0,0 dmr")
    text = run("tilings", file, "--quiet").stdout
    assert "White 1, Blue 2, both together 3" in text
    assert "Red" not in text + run("tilings", file).stdout
    assert run("tilings", file, "--max", "red", "--quiet").stdout.endswith(
        " White can still lay: 1\n"
    )
    (answer,) = asked(file, "--keep", "a1=red")
    assert list(answer["tiling"]["1"]) == ["red", "blue", "neutral"]
    assert answer["tiling"]["1"]["red"] == ["1a1"]
    assert "White 1a1" in run("tilings", file, "--list").stdout


def test_one_player_is_told_of_alone(tmp_path: Path) -> None:
    """With `--players` the usual answer speaks of that player only."""
    (answer,) = asked(spn_file(tmp_path, SMALL), "--players", "blue")
    assert list(answer["most"]) == ["blue"]
    assert answer["tiling"]["1"]["red"] == []
