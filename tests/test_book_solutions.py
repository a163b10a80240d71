"""The text of solutions: complete, and numbered as players write."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from printed import helped, samples

from steppe_solver.book.content import runs
from steppe_solver.book.solutions import move_in_words, paragraphs
from steppe_solver.notation import parse_move
from steppe_solver.position import Color, Position, Reserve, Rules
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Try
from steppe_solver.puzzle.task import Situation
from steppe_solver.puzzle.words import result_in_words

SAMPLES = samples()
NAMES = [f"{number}-{puzzle.kind}" for number, puzzle in enumerate(SAMPLES, 1)]


def text_of(puzzle: Puzzle, label: str) -> list[str]:
    """The texts of the paragraphs with this label."""
    return [text for found, text in paragraphs(puzzle) if found == label]


def moves_in(text: str) -> list[str]:
    """The moves in notation that the text names."""
    return [run["text"] for run in runs(text) if run["kind"] == "move"]


@pytest.mark.parametrize("puzzle", SAMPLES, ids=NAMES)
def test_the_key_comes_first_with_all_that_count_as_the_same(puzzle: Puzzle) -> None:
    """The first paragraph names every move of the key and what it reaches."""
    label, text = paragraphs(puzzle)[0]
    assert label == "Key"
    assert moves_in(text) == list(map(str, puzzle.key))
    assert result_in_words(puzzle, puzzle.result) in text


@pytest.mark.parametrize("puzzle", SAMPLES, ids=NAMES)
def test_no_try_is_left_out(puzzle: Puzzle) -> None:
    """Every legal first move but the key stands in a Try or in Also fail, with its refutation."""
    texts = text_of(puzzle, "Try") + text_of(puzzle, "Also fail")
    listed = {move for text in texts for move in moves_in(text)}
    legal = {str(move) for move in puzzle.position.legal_moves()} - set(map(str, puzzle.key))
    assert legal <= listed
    for other in puzzle.tries:
        named = [text for text in texts if str(other.moves[0]) in moves_in(text)]
        assert any(set(map(str, other.refutation[-1:])) <= set(moves_in(text)) for text in named)


@pytest.mark.parametrize("puzzle", SAMPLES, ids=NAMES)
def test_the_main_line_is_numbered_by_the_solver_s_moves(puzzle: Puzzle) -> None:
    """Every move of the line is there in order, a number before each of the solver's."""
    if puzzle.kind is Kind.PACK:
        assert text_of(puzzle, "Main line") == []
        return
    (text,) = text_of(puzzle, "Main line")
    assert moves_in(text) == list(map(str, puzzle.line))
    situation, numbers = Situation.of(puzzle), []
    for move in puzzle.line:
        if situation.solver_to_move:
            numbers.append(f"{len(numbers) + 1}. ")
        situation = situation.play(move)
    assert re.findall(r"\b\d+\. (?=\S*[a-e]\d|Red|Blue)", text) == numbers
    if puzzle.kind is Kind.TEN:
        assert len(numbers) == puzzle.n
        assert "a ten: done" in text


def test_what_happens_on_the_way_is_said() -> None:
    """New levels are announced, and so is the first of several skips in a row."""
    lines = [text for puzzle in SAMPLES for text in text_of(puzzle, "Main line")]
    assert any("(level 3 begins)" in text for text in lines)
    assert any("is skipped)" in text for text in lines)
    for puzzle in SAMPLES:
        before = puzzle.position
        skips = []
        for move in puzzle.line:
            after = before.play(move)
            skips.append(after.mover is before.mover and after.level == before.level)
            before = after
        begins = sum(now and not last for last, now in zip([False, *skips], skips, strict=False))
        for text in text_of(puzzle, "Main line"):
            assert text.count("is skipped") == begins


def test_a_skip_is_said_once() -> None:
    """Where the opponent is skipped again and again, the line says so the first time."""
    reserves = (Reserve(4, 0, 0, 0), Reserve(0, 0, 0, 0))
    rules = Rules(4, 1, 1, reserves[0], frozenset())
    position = Position(rules, ((None,) * 4,), Color.RED, reserves, (0, 0))
    line = tuple(map(parse_move, ("1a1", "1b1", "1c1", "1d1")))
    puzzle = replace(
        helped(),
        kind=Kind.WIN,
        position=position,
        goal=None,
        n=None,
        key=line[:1],
        tries=(),
        solution=Node(line[:1], 1),
        line=line,
    )
    (text,) = text_of(puzzle, "Main line")
    assert text == "1. 1a1 (Blue is skipped) 2. 1b1 3. 1c1 4. 1d1."


def test_in_help_every_tile_has_a_number_and_a_side() -> None:
    """Both sides' moves are numbered, and it is said whose they are."""
    (text,) = text_of(helped(), "Main line")
    assert (
        text == "1. Red 1a1 2. Blue 1b1 3. Red 1c1 (level 2 begins) 4. Red 10a1-c1 (a ten: done)."
    )


def test_defences_are_those_that_hold_out_as_long() -> None:
    """A reply beside the main line is named with its answer where it is as good, else not."""
    puzzle = next(p for p in SAMPLES if p.kind is Kind.TEN and p.n == 3)
    tree, after = puzzle.solution, Situation.of(puzzle).play(puzzle.key[0])
    assert tree.next
    main = tree.next[0]
    good, bad = [m for m in after.position.legal_moves() if m not in main.moves][:2]
    answer = after.play(good).position.legal_moves()[0]
    nodes = (
        main,
        Node((good,), main.result, (Node((answer,), 2),)),
        Node((bad,), 1, ()),
    )
    made = replace(puzzle, solution=replace(tree, next=nodes))
    first = [
        text for text in text_of(made, "Defence") if text.startswith("1\N{HORIZONTAL ELLIPSIS}")
    ]
    assert [moves_in(text) for text in first] == [[str(good), str(answer)]]
    assert f"2. {answer}" in first[0]


def test_the_try_most_worth_naming_comes_first() -> None:
    """A try that comes nearer stands before one that fails for good."""
    puzzle = next(p for p in SAMPLES if p.kind is Kind.TEN and not p.strict)
    first, second = [m for m in puzzle.position.legal_moves() if m not in puzzle.key][:2]
    made = replace(puzzle, tries=(Try((first,), None), Try((second,), 9)))
    assert [moves_in(text)[0] for text in text_of(made, "Try")] == [str(second), str(first)]


def test_moves_in_words() -> None:
    """Every kind of tile is called by its name, with the cells that matter."""
    said = {
        "1a1": "a one on a1",
        "5a1-b1": "a five on a1 and b1",
        "10c2-c4": "a ten from c2 to c4",
        "Nc3": "a neutral tile on c3",
    }
    assert {text: move_in_words(parse_move(text)) for text in said} == said


def test_moves_are_told_from_words() -> None:
    """Notation is found whole in a text, and nothing else is taken for it."""
    text = "1. 10a1-c1 Nb2 (level 2 begins), 5a1-a2; a1 n = 15 B1"
    assert moves_in(text) == ["10a1-c1", "Nb2", "5a1-a2"]
    assert "".join(run["text"] for run in runs(text)) == text
