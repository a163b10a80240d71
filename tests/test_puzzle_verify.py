"""Proofs of puzzles: what is sound comes out sound, and every planted flaw is found and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from composed import CASES, SOURCE, Case, composed, judge

from steppe_solver.bridge import Limit
from steppe_solver.errors import InputError, UnsupportedError
from steppe_solver.goals import Goal
from steppe_solver.notation import format_spn, parse_move, parse_spn
from steppe_solver.position import Color, Move
from steppe_solver.puzzle import Finding, Judge, Kind, Node, Puzzle, Try, write_up
from steppe_solver.puzzle.file import Stated, format_puzzle, read_puzzle, stated_of
from steppe_solver.puzzle.judge import rank
from steppe_solver.puzzle.task import Situation
from steppe_solver.puzzle.verify import FlawName, Report, verify

DATA = Path(__file__).parent / "data"


def proved(puzzle: Puzzle, stated: Stated | None = None) -> Report:
    """The report of the puzzle."""
    return verify(puzzle, judge(), stated=stated)


def flaws(puzzle: Puzzle, stated: Stated | None = None) -> set[tuple[str, str]]:
    """Names and places of what is wrong with the puzzle, its label (rating, themes) left aside."""
    report = proved(puzzle, stated)
    assert report.puzzle is puzzle
    assert report.sound is (not report.faults)
    return {
        (flaw.flaw, flaw.at)
        for flaw in report.faults
        if flaw.flaw not in ("wrong rating", "wrong themes")
    }


def moves(text: str) -> tuple[Move, ...]:
    """The moves that are written there."""
    return tuple(map(parse_move, text.split()))


def edited(node: Node, path: str, edit: Callable[[Node], Node | None]) -> Node:
    """The tree with the node at the path (``0/2``, each a place in ``next``) edited or left out."""
    if not path:
        after = edit(node)
        assert after is not None
        return after
    first, _, rest = path.partition("/")
    children = list(node.next or ())
    place = int(first)
    if rest:
        children[place] = edited(children[place], rest, edit)
    else:
        new = edit(children[place])
        children[place : place + 1] = [] if new is None else [new]
    return replace(node, next=tuple(children))


def tree(name: str, path: str, edit: Callable[[Node], Node | None]) -> Puzzle:
    """The puzzle of this name with its solution edited."""
    puzzle = composed(name)
    return replace(puzzle, solution=edited(puzzle.solution, path, edit))


def tries(name: str, place: int, *new: Try, **fields: Any) -> Puzzle:
    """The puzzle of this name with one of its tries left out, replaced, or changed."""
    puzzle = composed(name)
    kept = list(puzzle.tries)
    kept[place : place + 1] = [replace(kept[place], **fields)] if fields else list(new)
    return replace(puzzle, tries=tuple(kept))


def forced(case: Case, key: str = "") -> Puzzle:
    """What would be written of the position, whatever is wrong with it, with this key."""
    position = case.position
    assert position.mover is not None
    situation = Situation(case.kind, position.mover, position, case.goal)
    results = judge().results(situation)
    top = max(rank(case.kind, result) for result in results.values())
    best = tuple(move for move in results if rank(case.kind, results[move]) == top)
    return write_up(Finding(situation, results, moves(key) or best), judge(), SOURCE)


@pytest.mark.parametrize("name", CASES)
def test_a_sound_puzzle_is_proved(name: str) -> None:
    """A puzzle of every kind is found sound, what its file says besides included."""
    puzzle = composed(name)
    assert proved(puzzle, stated_of(puzzle)) == Report(puzzle, True, ())


@pytest.mark.parametrize("name", CASES)
def test_the_rest_of_a_tree_may_be_left_out(name: str) -> None:
    """Off the main line, what follows a reply need not be written down."""
    puzzle = composed(name)

    def cut(node: Node, line: tuple[Move, ...]) -> Node:
        on_line = bool(line) and line[0] in node.moves
        if not on_line or node.next is None:
            return replace(node, next=None)
        return replace(node, next=tuple(cut(child, line[1:]) for child in node.next))

    shorter = replace(puzzle, solution=cut(puzzle.solution, puzzle.line))
    assert flaws(shorter) == set()


KEY = [
    ("not forced", "n", lambda p: replace(p, n=2), "quick"),
    ("shorter solution", "n", lambda p: replace(p, n=4), "quick"),
    ("wrong number", "n", lambda p: replace(p, n=None), "quick"),
    ("wrong number", "n", lambda p: replace(p, n=1), "save"),
    ("wrong number", "n", lambda p: replace(p, n=3), "pack"),
    ("wrong number", "n", lambda p: replace(p, n=1), "win"),
    ("missing key", "same", lambda p: replace(p, key=p.key[:1]), "best"),
    ("missing key", "same", lambda p: replace(p, key=p.key[:2]), "pack"),
    ("repeated move", "same/1", lambda p: replace(p, key=(*p.key, p.key[1])), "best"),
    ("wrong id", "id", lambda p: replace(p, id="0" * 16), "win"),
    ("wrong goal", "goal", lambda p: replace(p, goal=None), "quick"),
    ("wrong goal", "goal", lambda p: replace(p, goal=Goal(Color.RED, 1, 3)), "win"),
    ("wrong goal", "goal", lambda p: replace(p, goal=Goal(Color.RED, 1, 3)), "quick"),
    ("wrong goal", "goal", lambda p: replace(p, goal=Goal(Color.RED, 2, 3)), "save"),
    ("wrong goal", "goal", lambda p: replace(p, goal=Goal(Color.BLUE, 1, 1)), "quick"),
    ("wrong goal", "goal", lambda p: replace(p, goal=Goal(Color.BLUE, 1, 4)), "quick"),
]


@pytest.mark.parametrize(("flaw", "at", "edit", "name"), KEY)
def test_a_false_word_about_the_key_is_found(
    flaw: FlawName, at: str, edit: Callable[[Puzzle], Puzzle], name: str
) -> None:
    """A wrong number, key or goal is found, is all that is found, and is said to be there."""
    assert flaws(edit(composed(name))) == {(flaw, at)}


TRIES = [
    ("missing try", "tries", tries("quick", 2)),
    ("missing try", "tries", tries("strict", 0, moves=moves("10a4-c4 1b1 1b2 1b5"))),
    ("repeated move", "tries/1/moves/1", tries("quick", 1, moves=moves("1b2 1b2"))),
    ("illegal move", "tries/1/moves/1", tries("quick", 1, moves=moves("1b2 1c1"))),
    ("wrong result", "tries/1", tries("strict", 1, result=3)),
    ("wrong result", "tries/0", tries("quick", 0, result=None)),
    ("wrong result", "tries/0", tries("best", 0, result=-3)),
    ("wrong ways", "tries/0/ways", tries("strict", 0, ways=2)),
    ("wrong ways", "tries/0/ways", tries("pack", 0, ways=1)),
    ("refutation fails", "tries/0/refutation", tries("quick", 0, refutation=moves("1b2"))),
    ("refutation fails", "tries/0/refutation", tries("quick", 0, refutation=(), ways=0)),
    ("refutation fails", "tries/1/refutation", tries("strict", 1, refutation=moves("1a5 1b1"))),
    ("refutation fails", "tries/0/refutation", tries("pack", 0, refutation=moves("1a5"))),
    ("illegal move", "tries/0/refutation/0", tries("quick", 0, refutation=moves("1a3"))),
]


@pytest.mark.parametrize(("flaw", "at", "puzzle"), TRIES)
def test_a_false_word_about_a_try_is_found(flaw: FlawName, at: str, puzzle: Puzzle) -> None:
    """Tries are complete, each with its result and a refutation that holds; else it shows."""
    found = flaws(puzzle)
    # Of a refutation that does not hold, the number of its like is another as well.
    beside = {("wrong ways", "tries/0/ways")} if flaw == "refutation fails" else set()
    assert found - beside == {(flaw, at)}


def without(path: str, name: str) -> Puzzle:
    """The puzzle with a node of its solution left out."""
    return tree(name, path, lambda node: None)


def with_node(path: str, name: str, **fields: Any) -> Puzzle:
    """The puzzle with a node of its solution changed."""
    return tree(name, path, lambda node: replace(node, **fields))


def node_at(path: str, name: str) -> Node:
    """A node of the puzzle's solution."""
    node = composed(name).solution
    for place in map(int, path.split("/") if path else ()):
        assert node.next is not None
        node = node.next[place]
    return node


GROUP = node_at("1", "strict").moves
"""Replies of one node, all answered alike."""

TREE = [
    ("missing defence", "solution", without("1", "quick")),
    ("missing defence", "solution", without("1", "save")),
    ("missing defence", "solution", with_node("1", "strict", moves=GROUP[1:])),
    ("missing defence", "solution/next/0/next/0/next/0", without("0/0/0/1", "quick")),
    ("repeated move", "solution/next/1", with_node("1", "strict", moves=GROUP + GROUP[:1])),
    (
        "illegal move",
        "solution/next/1/moves/4",
        with_node("1", "strict", moves=GROUP + moves("1c5")),
    ),
    ("wrong result", "solution/next/0", with_node("0", "quick", result=3)),
    ("wrong result", "solution", with_node("", "quick", result=2)),
    ("wrong result", "solution/next/1/next/0", with_node("1/0", "quick", result=1)),
    ("wrong result", "solution/next/1", with_node("1", "save", result=2)),
    (
        "wrong answer",
        "solution/next/1/next/0",
        with_node("1/0", "strict", moves=moves("1b1"), result=None),
    ),
    ("wrong answer", "solution/next/1", with_node("1/0", "strict", moves=moves("10a4-c4 1b1"))),
    ("missing answer", "solution/next/1", with_node("1", "strict", next=())),
    (
        "wrong end",
        "solution/next/0/next/0",
        with_node("0/0", "strict", next=(Node(moves("1b1"), None),)),
    ),
    ("wrong answer", "solution", with_node("", "quick", moves=moves("1b2"), result=4)),
]


@pytest.mark.parametrize(("flaw", "at", "puzzle"), TREE)
def test_a_false_word_in_the_solution_is_found(flaw: FlawName, at: str, puzzle: Puzzle) -> None:
    """The solution answers every defence, with best moves and right results; else it shows."""
    found = flaws(puzzle)
    assert (flaw, at) in found
    # What hangs on a false answer, or stands beside it, may be wrong as well.
    beside = {"wrong result", "wrong main line", "missing defence", "illegal move", "wrong answer"}
    assert {name for name, _ in found} <= {flaw} | (beside if flaw == "wrong answer" else {flaw})


LINE = [
    ({("wrong end", "line")}, "quick", lambda line: line[:-1]),
    ({("wrong end", "line")}, "save", lambda line: line[:1]),
    (
        {("wrong end", "line/3"), ("wrong main line", "line/3")},
        "strict",
        lambda line: (*line, *moves("1b1")),
    ),
    (
        {("wrong main line", "line/2"), ("wrong end", "line")},
        "strict",
        lambda line: (*line[:2], *moves("1b1")),
    ),
    ({("wrong main line", "line"), ("wrong end", "line")}, "quick", lambda line: ()),
    (
        {("illegal move", "line/2"), ("wrong main line", "line/2")},
        "strict",
        lambda line: line[:2] * 2,
    ),
]


@pytest.mark.parametrize(("expected", "name", "edit"), LINE)
def test_a_false_main_line_is_found(
    expected: set[tuple[str, str]],
    name: str,
    edit: Callable[[tuple[Move, ...]], tuple[Move, ...]],
) -> None:
    """The main line is legal, best play, written in the solution, and goes on to the end."""
    puzzle = composed(name)
    found = flaws(replace(puzzle, line=edit(puzzle.line)))
    assert found - {("wrong duals", "duals")} == expected


@pytest.mark.parametrize("name", ["quick", "best", "strict"])
def test_duals_are_counted(name: str) -> None:
    """Too few duals said is a dual in the main line, too many are wrong too."""
    puzzle = composed(name)
    assert flaws(replace(puzzle, duals=puzzle.duals + 1)) == {("wrong duals", "duals")}
    if puzzle.duals:
        assert flaws(replace(puzzle, duals=0)) == {("dual in the main line", "duals")}


def test_rating_and_themes_follow() -> None:
    """Another rating and other themes than come out are wrong."""
    puzzle = composed("strict")
    report = proved(replace(puzzle, rating=puzzle.rating % 100 + 1, themes=("no such theme",)))
    assert [flaw.flaw for flaw in report.faults] == ["wrong rating", "wrong themes"]


def test_what_a_file_says_besides_is_proved() -> None:
    """Result, strictness and gap of a file must be what the proof gives."""
    puzzle = composed("strict")
    assert flaws(puzzle, Stated(3, False, 5)) == {
        ("wrong result", "result"),
        ("wrong strictness", "strict"),
        ("wrong gap", "gap"),
    }
    best = composed("best")
    assert best.gap is not None
    assert flaws(best, Stated(best.result, None, best.gap + 1)) == {("wrong gap", "gap")}


NO_PUZZLES = [
    ({"second key"}, Case(Kind.TEN, CASES["strict"].spn, Goal(Color.RED, 1, 3))),
    ({"second key"}, Case(Kind.WIN, CASES["strict"].spn)),
    ({"second key"}, Case(Kind.TEN, CASES["save at once"].spn, Goal(Color.BLUE, 1, 3))),
    ({"not forced", "second key"}, Case(Kind.TEN, CASES["save"].spn, Goal(Color.RED, 1, 3))),
    ({"not forced", "second key"}, Case(Kind.WIN, CASES["alone"].spn)),
    ({"not alone"}, Case(Kind.PACK, CASES["save"].spn)),
    ({"not alone", "second key"}, Case(Kind.PACK, CASES["best"].spn)),
]


@pytest.mark.parametrize(("expected", "case"), NO_PUZZLES)
def test_a_position_that_holds_no_puzzle_is_found_out(expected: set[str], case: Case) -> None:
    """However well it is written up, a puzzle with two keys, or none, is cooked for that reason."""
    puzzle = forced(case)
    assert {name for name, _ in flaws(puzzle)} == expected
    for key in puzzle.key[:3]:
        names = {name for name, _ in flaws(forced(case, str(key)))}
        # Alone as the key, another best move is a try that does not fail.
        assert expected <= names <= expected | {"missing key", "refutation fails", "wrong number"}


def test_a_wrong_key_is_found() -> None:
    """A try that is called the key is one that does not solve the puzzle."""
    found = flaws(forced(CASES["strict"], "10a4-c4"))
    assert ("wrong key", "key") in found
    assert ("missing key", "key") in found


def test_a_puzzle_has_five_first_moves() -> None:
    """With fewer there is too little to find."""
    position = CASES["pack"].position
    for move in composed("pack").line[:2]:
        position = position.play(move)
    assert 1 < len(position.legal_moves()) < 5
    puzzle = forced(Case(Kind.PACK, format_spn(position)))
    assert ("too few moves", "spn") in flaws(puzzle)


def test_an_unreachable_position_is_found() -> None:
    """A position to which no legal game leads makes no puzzle, whatever else is true of it."""
    lines = (DATA / "unreachable.jsonl").read_text().splitlines()
    positions = [parse_spn(json.loads(line)["spn"]) for line in lines]
    found = 0
    for position in positions:
        if position.is_over or position.level < position.rules.levels:
            continue
        puzzle = forced(Case(Kind.BEST, format_spn(position)))
        assert ("unreachable position", "spn") in flaws(puzzle)
        found += 1
        if found == 3:
            return
    pytest.fail("there are too few of them")


def test_an_inconsistent_position_is_unreachable() -> None:
    """A position put together in Python that no placements leave is found out as well."""
    puzzle = composed("pack")
    score = (puzzle.position.score[0] + 500, puzzle.position.score[1])
    position = replace(puzzle.position, score=score)
    assert flaws(replace(puzzle, position=position)) == {("unreachable position", "spn")}


def test_a_finished_game_holds_no_puzzle() -> None:
    """Where nobody is to move there is nothing to find."""
    position = CASES["pack"].position
    while not position.is_over:
        position = position.play(position.legal_moves()[0])
    assert proved(replace(composed("pack"), position=position)).sound is False


def test_a_larger_board_is_refused() -> None:
    """What no search takes is neither sound nor cooked."""
    position = parse_spn("....../...... R 15,5,3,3 15,5,3,3 0-0")
    with pytest.raises(UnsupportedError):
        proved(replace(composed("best"), position=position))


def test_without_time_nothing_is_known() -> None:
    """Stopped at once, or wherever later, a sound puzzle is never called wrong."""
    puzzle = composed("strict")
    assert verify(puzzle, judge(), stop=lambda: True) == Report(puzzle, None, (), is_complete=False)
    assert verify(puzzle, Judge(16, Limit(nodes=1))).sound is None
    for patience in range(0, 60, 7):
        ticks = count()
        report = verify(puzzle, judge(), stop=lambda: next(ticks) >= patience)  # noqa: B023
        assert report.sound is not False
        assert report.faults == ()


def test_a_flaw_found_in_time_counts() -> None:
    """A puzzle of which something is proved to be wrong is cooked, whatever the rest."""
    ticks = count()
    puzzle = replace(composed("quick"), n=2)
    report = verify(puzzle, judge(), stop=lambda: next(ticks) >= 5)
    assert report.sound is False
    assert [flaw.flaw for flaw in report.faults] == ["not forced"]


def leaves(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The places of all that is no object or list, within what puzzles are made of."""
    if isinstance(value, dict):
        items: list[tuple[str | int, object]] = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    else:
        return [path]
    return [found for place, item in items for found in leaves(item, (*path, place))]


def set_at(value: Any, path: tuple[str | int, ...], new: object) -> None:
    """Change what stands at the place."""
    for place in path[:-1]:
        value = value[place]
    value[path[-1]] = new


UNPROVED = {"name", "method", "parent", "seed", "version"}


def spoilt(rng: Random, name: str) -> tuple[str, Any]:
    """A line of a file in which one thing is not what it was, and where."""
    data = json.loads(format_puzzle(composed(name)))
    before = json.dumps(data)
    places = [path for path in leaves(data) if path[0] not in UNPROVED]
    words = [
        data["key"],
        *data["line"],
        *(move for other in data["tries"] for move in other["moves"]),
    ]
    while json.dumps(data) == before:
        path = rng.choice(places)
        old = data
        for place in path:
            old = old[place]
        if isinstance(old, str) and path[0] in ("key", "same", "tries", "line", "solution"):
            set_at(data, path, rng.choice(words))
        elif isinstance(old, int) and not isinstance(old, bool):
            set_at(data, path, old + rng.choice([-2, -1, 1, 2]))
        elif old is None:
            set_at(data, path, rng.choice([0, 1, 2]))
        else:
            set_at(data, path, rng.choice([None, not old, f"{old}x"]))
    return json.dumps(data), path


@pytest.mark.parametrize("name", CASES)
def test_whatever_is_changed_shows(name: str) -> None:
    """Change any one thing that is proved: it cannot be read any more, or it is cooked."""
    rng = Random(name)
    read = 0
    for _ in range(30):
        line, path = spoilt(rng, name)
        try:
            puzzle, stated = read_puzzle(line)
        except InputError:
            continue
        read += 1
        report = proved(puzzle, stated)
        # An answer or a refutation may be changed to one that is as good.
        free = path[-2:][0] == "refutation" or (path[0] == "solution" and path[-2:][0] == "moves")
        assert report.sound is (bool(free) and not report.faults), path
    assert read >= 10


def test_every_flaw_has_a_name() -> None:
    """The names are all different, and short."""
    names = get_args(FlawName)
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 25
