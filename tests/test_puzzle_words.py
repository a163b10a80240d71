"""Tasks, results and refutations in a player's words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playable_puzzles import PUZZLES, puzzle

from steppe_solver.goals import Goal
from steppe_solver.notation import parse_move
from steppe_solver.position import Color, Edition, Move
from steppe_solver.puzzle import Kind, Puzzle
from steppe_solver.puzzle.model import Result
from steppe_solver.puzzle.task import Situation
from steppe_solver.puzzle.words import (
    counted_in_words,
    difference_in_words,
    line_in_words,
    moves_in_words,
    number_in_words,
    refutation_in_words,
    result_in_words,
    solved_in_words,
    task_in_words,
)


def moves(*texts: str) -> tuple[Move, ...]:
    """The moves on the standard board."""
    return tuple(map(parse_move, texts))


def in_dmr(one: Puzzle) -> Puzzle:
    """The same puzzle in the other edition."""
    rules = replace(one.position.rules, edition=Edition.DMR)
    return replace(one, position=replace(one.position, rules=rules))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "quick ten",
            "Red to move: lay two tens on level 3 within three of your moves, whatever Blue does",
        ),
        (
            "strict ten",
            "Blue to move: lay three tens on level 3 within six of your moves, whatever Red does",
        ),
        (
            "save",
            "Red to move: stop Blue from laying two tens on level 3;"
            " after any other move Blue forces them within five moves",
        ),
        ("win", "Blue to move: win the game"),
        (
            "best with two keys",
            "Red to move: reach the best final margin;"
            " every other move is at least 30 points worse",
        ),
        ("pack", "Blue to move: lay 39 points on your own; Red can lay nothing more"),
        (
            "help",
            "Red to move: Red and Blue together lay a ten of Blue's on level 1"
            " with two tiles in all",
        ),
    ],
)
def test_tasks_name_what_the_solver_has_to_know(name: str, words: str) -> None:
    """Every kind of task is told in full: who, what, within how many moves, against what."""
    assert task_in_words(puzzle(name)) == words


def test_single_tens_and_moves_are_told_in_the_singular() -> None:
    """One ten is `a ten`, one move is `this move`, and a threat of one move is `with one move`."""
    ten = replace(puzzle("quick ten"), goal=Goal(Color.RED, 1, 3), n=1)
    assert task_in_words(ten) == ("Red to move: lay a ten on level 3 with this move")
    save = replace(puzzle("save"), goal=Goal(Color.BLUE, 1, 3), n=1)
    assert task_in_words(save).endswith("after any other move Blue forces it with one move")


def test_a_game_that_can_only_be_drawn_is_told_so() -> None:
    """In `win` the task says whether there is a win or only a draw to be kept."""
    win = puzzle("win")
    drawn = replace(win, solution=replace(win.solution, result=0))
    assert task_in_words(drawn) == "Blue to move: save the draw"


@pytest.mark.parametrize("name", PUZZLES)
def test_players_have_the_names_of_their_edition(name: str) -> None:
    """In the dmr edition the first player is White in every task, result and refutation."""
    one = in_dmr(puzzle(name))
    wrong = one.tries[0]
    told = [
        task_in_words(one),
        refutation_in_words(one, wrong.moves[0], wrong.refutation, wrong.result),
        line_in_words(one.position, one.line),
        solved_in_words(one),
    ]
    assert "Red" not in " ".join(told)
    assert "White" in " ".join(told)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_task_gives_no_move_away(name: str) -> None:
    """No task names a move of its solution or a try."""
    one = puzzle(name)
    words = task_in_words(one).split()
    assert not {str(move) for move in one.position.legal_moves()} & set(words)


@pytest.mark.parametrize(
    ("name", "result", "words"),
    [
        ("quick ten", None, "two tens can no longer be forced"),
        ("quick ten", 4, "it takes four moves"),
        ("quick ten", 1, "it takes one move"),
        ("quick ten", 11, "it takes 11 moves"),
        ("save", None, "Blue can no longer force two tens"),
        ("save", 0, "Blue has laid two tens"),
        ("save", 1, "Blue forces two tens with one move"),
        ("save", 3, "Blue forces two tens within three moves"),
        ("win", 1, "Blue wins"),
        ("win", 0, "the game is drawn"),
        ("win", -1, "Red wins"),
        ("best with two keys", 7, "Red wins by 7"),
        ("best with two keys", 0, "the game is drawn"),
        ("best with two keys", -24, "Blue wins by 24"),
        ("pack", 15, "15 points can be laid"),
        ("pack", 1, "1 point can be laid"),
    ],
)
def test_results_name_who_gets_what(name: str, result: Result, words: str) -> None:
    """A result is told from the solver's side by its kind, with the right player's name."""
    assert result_in_words(puzzle(name), result) == words
    assert result_in_words(Situation.of(puzzle(name)), result) == words


def test_results_of_shared_play_count_tiles() -> None:
    """In `help` a result is a number of tiles, or the end of all hope."""
    one = replace(puzzle("quick ten"), kind=Kind.HELP, goal=Goal(Color.RED, 1, 3))
    assert result_in_words(one, 6) == "it takes six tiles"
    assert result_in_words(one, None) == "the ten can no longer be laid"


@pytest.mark.parametrize(
    ("kind", "result", "best", "words"),
    [
        (Kind.TEN, 5, 4, "instead of four"),
        (Kind.TEN, None, 4, ""),
        (Kind.HELP, 5, 3, "instead of three"),
        (Kind.BEST, -24, 6, "(30 points short of the best)"),
        (Kind.PACK, 38, 39, "(1 point short of the best)"),
        (Kind.WIN, 0, 1, ""),
        (Kind.SAVE, 3, None, ""),
    ],
)
def test_differences_are_told_where_they_are_numbers(
    kind: Kind, result: Result, best: Result, words: str
) -> None:
    """What is slower or brings less is compared with the best; what spoils the task is not."""
    assert difference_in_words(kind, result, best) == words


def test_a_refutation_is_a_reply_and_what_it_proves() -> None:
    """The opponent's reply and the result stand in one sentence."""
    one = puzzle("strict ten")
    (wrong,) = one.tries
    assert refutation_in_words(one, wrong.moves[0], wrong.refutation, wrong.result) == (
        "Red replies 1c1, and three tens can no longer be forced"
    )


def test_a_refutation_tells_moves_of_the_solver_s_own_apart() -> None:
    """Where the opponent is skipped first, the solver's own moves on the way are named as such."""
    one = puzzle("save after a skip")
    wrong = one.tries[-1]
    assert refutation_in_words(one, wrong.moves[0], wrong.refutation, wrong.result) == (
        "Red moves on with 1a1, 1d2, 1e4 and 10a1-a3, Blue replies 10b1-b3,"
        " and Blue forces two tens within two moves"
    )


def test_a_move_that_fails_by_itself_is_told_by_its_result_alone() -> None:
    """Without a reply there is only what the move comes to."""
    one = puzzle("pack")
    wrong = one.tries[0]
    assert refutation_in_words(one, wrong.moves[0], (), 15) == "15 points can be laid"


def test_lines_name_who_lays_what() -> None:
    """A line names the mover of every tile, skips and new levels included."""
    one = puzzle("ten after a skip")
    assert line_in_words(one.position, one.line) == (
        "Blue 10e2-e4, Blue 1a5, Blue 10a4-c4, Red 1c5, Blue 10d1-d3"
    )
    assert line_in_words(one.position, ()) == ""


def test_lists_of_moves_read_as_sentences() -> None:
    """One, two and three moves are joined as in prose."""
    assert moves_in_words(moves("1a1")) == "1a1"
    assert moves_in_words(moves("1a1", "Nb2")) == "1a1 and Nb2"
    assert moves_in_words(moves("1a1", "Nb2", "5c1-d1")) == "1a1, Nb2 and 5c1-d1"


def test_numbers_are_words_up_to_ten() -> None:
    """Ten is the last number that is written out; nouns get their plural."""
    assert [number_in_words(number) for number in (0, 1, 10, 11)] == ["no", "one", "ten", "11"]
    assert counted_in_words(1, "move") == "one move"
    assert counted_in_words(12, "tile") == "12 tiles"


def test_what_has_been_reached_is_told_by_kind() -> None:
    """A solved task says what stands now, in the right number."""
    assert solved_in_words(puzzle("quick ten")) == "two tens lie"
    one = replace(puzzle("quick ten"), goal=Goal(Color.RED, 1, 3))
    assert solved_in_words(one) == "the ten lies"
    assert solved_in_words(puzzle("save")) == "Blue can no longer force two tens"
