"""Puzzles solved move by move, and what of them can be played at all."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from playable_puzzles import PUZZLES, puzzle

from steppe_solver.errors import IllegalMoveError
from steppe_solver.goals import Goal
from steppe_solver.notation import parse_move
from steppe_solver.position import Color, Move
from steppe_solver.puzzle import Judge, Kind, Node, Puzzle, Try
from steppe_solver.puzzle.game import LONGEST, Game
from steppe_solver.puzzle.judge import rank
from steppe_solver.puzzle.model import Result
from steppe_solver.puzzle.playable import find_obstacle
from steppe_solver.puzzle.task import Situation
from steppe_solver.stopping import StoppedError

NAMES = sorted(PUZZLES)


@pytest.fixture(scope="module")
def judge() -> Judge:
    """One judge for all: what it was asked before changes nothing."""
    return Judge(memory=8)


def played(game: Game, moves: list[Move]) -> list[Move]:
    """The moves given, as far as they are the solver's, and the replies to them."""
    made: list[Move] = []
    while not game.is_finished:
        made.append(moves[len(made)])
        made += game.play(made[-1])
    return made


@pytest.mark.parametrize("name", NAMES)
def test_the_main_line_leads_to_the_end(name: str, judge: Judge) -> None:
    """Who plays the main line gets its replies in return, and the puzzle comes out solved."""
    one = puzzle(name)
    game = Game(one, judge)
    made = played(game, list(one.line))
    assert tuple(made) == one.line[: len(made)]
    assert game.is_solved
    assert tuple(made) + game.rest == one.line


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_given_is_right(name: str, judge: Judge) -> None:
    """The move that hints are about is a right one all the way, and no dual."""
    game = Game(puzzle(name), judge)
    while not game.is_finished:
        verdict = game.verdict(game.answer())
        assert verdict.is_right
        assert not verdict.is_dual
        game.play(game.answer())
    assert game.is_solved


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_verdicts_are_the_judge_s(name: str, seed: int, judge: Judge) -> None:
    """However the puzzle is played, a move is right if the judge knows no better one."""
    draw = random.Random(seed)
    one = puzzle(name)
    game = Game(one, judge)
    while not game.is_finished:
        results = judge.results(game.situation)
        best = max(rank(one.kind, result) for result in results.values())
        right = []
        for move, result in results.items():
            verdict = game.verdict(move)
            assert verdict.result == result
            assert verdict.is_right is (rank(one.kind, result) == best)
            assert rank(one.kind, verdict.best) == best
            right += [move] * verdict.is_right
        game.play(draw.choice(right))
    assert game.is_solved


@pytest.mark.parametrize("name", NAMES)
def test_refutations_prove_the_verdict(name: str, judge: Judge) -> None:
    """After a wrong move and its refutation the solver can reach no more than the verdict says."""
    one = puzzle(name)
    game = Game(one, judge)
    game.play(one.key[0])
    if game.is_finished:
        return
    for move in game.situation.position.legal_moves():
        verdict = game.verdict(move)
        if verdict.is_right or not verdict.refutation:
            continue
        after = game.situation.play(move)
        own, others = 1, 0
        for reply in verdict.refutation:
            own += after.solver_to_move
            others += not after.solver_to_move
            after = after.play(reply)
        if after.is_done or not after.solver_to_move:
            continue
        reached = max(rank(one.kind, result) for result in judge.results(after).values())
        # The attacker's moves that were made count as well; points are what is reached in all.
        spent = {Kind.TEN: -own, Kind.SAVE: others}.get(one.kind, 0)
        assert reached + spent == rank(one.kind, verdict.result)


def test_moves_that_count_as_the_same_are_no_duals(judge: Judge) -> None:
    """The second move of a key of two solves the puzzle as the first does."""
    one = puzzle("best with two keys")
    game = Game(one, judge)
    verdict = game.verdict(one.key[1])
    assert verdict.is_right
    assert not verdict.is_dual
    game.play(one.key[1])
    while not game.is_finished:
        game.play(game.answer())
    assert game.is_solved


def test_a_laying_may_come_in_any_order(judge: Judge) -> None:
    """In `pack` every order of the key's moves is right, and none of them a dual."""
    one = puzzle("pack")
    for order in (one.key, one.key[::-1]):
        game = Game(one, judge)
        for move in order:
            assert not game.is_finished
            verdict = game.verdict(move)
            assert verdict.is_right
            assert not verdict.is_dual
            game.play(move)
        assert game.is_finished


def test_duals_are_right_and_told_apart(judge: Judge) -> None:
    """Later on another move that is as good is accepted, and said to be another one."""
    found = []
    for one in PUZZLES.values():
        game = Game(one, judge)
        while not game.is_finished:
            for move in game.situation.position.legal_moves():
                verdict = game.verdict(move)
                if verdict.is_dual:
                    assert verdict.is_right
                    assert move != game.answer()
                    found.append(one.name)
            game.play(game.answer())
    assert "quick ten" in found


def test_the_task_is_done_when_the_tens_lie(judge: Judge) -> None:
    """A `ten` puzzle takes exactly its number of moves against the best defence."""
    for name in ("quick ten", "strict ten", "ten after a skip"):
        one = puzzle(name)
        game = Game(one, judge)
        while not game.is_finished:
            game.play(game.answer())
        assert game.own_moves == one.n
        assert game.situation.goal is None


def test_long_games_end_after_some_moves(judge: Judge) -> None:
    """Where the puzzle has no number of moves, few are asked for, and the line's rest is told."""
    game = Game(puzzle("win"), judge)
    while not game.is_finished:
        game.play(game.answer())
    assert game.own_moves == LONGEST
    assert game.rest
    assert not game.situation.is_done


def test_the_key_may_be_all_that_is_asked_for(judge: Judge) -> None:
    """With `key_only` the puzzle is finished with its key, without a reply."""
    one = puzzle("strict ten")
    game = Game(one, judge, key_only=True)
    assert game.play(one.key[0]) == ()
    assert game.is_finished
    assert game.is_solved
    assert game.rest == one.line[1:]


def test_moves_can_be_taken_back(judge: Judge) -> None:
    """Taking back leads to where the solver moved last, and to nothing before the start."""
    one = puzzle("quick ten")
    game = Game(one, judge)
    assert not game.take_back()
    start = game.situation
    game.play(one.key[0])
    second = game.situation
    game.play(game.answer())
    assert game.take_back()
    assert game.situation == second
    assert game.own_moves == 1
    assert game.take_back()
    assert game.situation == start
    assert game.own_moves == 0
    assert played(game, list(one.line)) == list(one.line)


def test_a_finished_game_can_be_taken_back(judge: Judge) -> None:
    """Taking back the last move opens a finished puzzle again."""
    one = puzzle("pack")
    game = Game(one, judge)
    played(game, list(one.line))
    assert game.take_back()
    assert not game.is_finished
    assert game.own_moves == len(one.line) - 1


def test_illegal_moves_change_nothing(judge: Judge) -> None:
    """A move that cannot be played is refused with the rules' own words, wherever it is asked."""
    one = puzzle("quick ten")
    game = Game(one, judge)
    for ask in (game.verdict, game.play):
        with pytest.raises(IllegalMoveError, match="taken"):
            ask(parse_move("1a1"))
    assert game.situation.position == one.position


class _Hesitant(Judge):
    """A judge that never finds out anything in time."""

    def results(self, situation: Situation) -> dict[Move, Result]:
        raise StoppedError


def test_where_the_judge_gives_up_nothing_has_changed() -> None:
    """A limit that strikes while replies are worked out leaves the game where it was."""
    one = puzzle("win")
    bare = replace(one, solution=replace(one.solution, next=None), line=one.line[:1])
    game = Game(bare, _Hesitant(memory=1))
    with pytest.raises(StoppedError):
        game.play(one.key[0])
    assert game.own_moves == 0
    assert game.situation.position == one.position
    assert game.verdict(one.key[0]).is_right


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_written_down_is_worked_out(name: str, judge: Judge) -> None:
    """A puzzle whose tree stops after the key is played as well as one that is written out."""
    one = puzzle(name)
    bare = replace(one, solution=replace(one.solution, next=None), line=one.line[:1])
    game = Game(bare, judge)
    made = played(game, list(one.line))
    assert tuple(made) == one.line[: len(made)]


@pytest.mark.parametrize("name", NAMES)
def test_replies_are_best_defences_off_the_main_line_as_well(name: str, judge: Judge) -> None:
    """Where the tree is written but no line leads through it, the reply is one of the hardest."""
    one = puzzle(name)
    game = Game(replace(one, line=one.line[:1]), judge)
    while not game.is_finished:
        situation = game.situation.play(game.answer())
        for reply in game.play(game.answer()):
            results = judge.results(situation)
            hardest = min(rank(one.kind, result) for result in results.values())
            assert rank(one.kind, results[reply]) == hardest
            situation = situation.play(reply)
    assert game.is_solved


def test_a_puzzle_that_lies_is_not_called_solved(judge: Judge) -> None:
    """A false key after which the tens are never laid ends unsolved, though no move was wrong."""
    one = puzzle("strict ten")
    (wrong,) = one.tries
    false = wrong.moves[0]
    lying = replace(
        one, key=(false,), tries=(), line=(false,), solution=Node((false,), one.n, None)
    )
    game = Game(lying, judge)
    game.play(false)
    while not game.is_finished:
        game.play(game.answer())
    assert not game.is_solved


def test_a_laying_that_lies_is_not_called_solved(judge: Judge) -> None:
    """A `pack` puzzle that promises more points than there are ends unsolved."""
    one = puzzle("pack")
    assert one.result is not None
    lying = replace(one, solution=replace(one.solution, result=one.result + 3))
    game = Game(lying, judge)
    played(game, list(one.line))
    assert not game.is_solved


@pytest.mark.parametrize("name", NAMES)
def test_sound_puzzles_can_be_played(name: str) -> None:
    """Nothing stands in the way of a puzzle that was made by the book."""
    assert find_obstacle(puzzle(name)) is None


def _with_tries(one: Puzzle, *tries: Try) -> Puzzle:
    return replace(one, tries=tries)


@pytest.mark.parametrize(
    ("spoiled", "words"),
    [
        (replace(puzzle("quick ten"), key=(parse_move("1a1"),)), "1a1: a1: taken"),
        (replace(puzzle("quick ten"), line=puzzle("quick ten").line[::-1]), "cannot be played"),
        (replace(puzzle("quick ten"), line=()), "do not begin with the key"),
        (replace(puzzle("quick ten"), solution=Node((parse_move("1e2"),), 3)), "do not begin with"),
        (_with_tries(puzzle("win"), Try((parse_move("1e1"),), 0)), "1e1"),
        (
            _with_tries(puzzle("win"), Try((parse_move("1a2"),), 0, (parse_move("1a2"),), 1)),
            "1a2: a2: taken",
        ),
        (
            replace(
                puzzle("win"),
                solution=replace(
                    puzzle("win").solution, next=(Node((parse_move("1d4"),), 1, None),)
                ),
            ),
            "1d4: d4: taken",
        ),
        (replace(puzzle("quick ten"), goal=None), "has a goal"),
        (replace(puzzle("quick ten"), n=None), "and a number"),
        (replace(puzzle("quick ten"), goal=Goal(Color.BLUE, 2, 3)), "the wrong player's"),
        (replace(puzzle("save"), goal=Goal(Color.RED, 2, 3)), "the wrong player's"),
        (replace(puzzle("quick ten"), goal=Goal(Color.RED, 2, 4)), "level 4"),
        (replace(puzzle("quick ten"), goal=Goal(Color.RED, 2, 1)), "level 1"),
        (replace(puzzle("win"), goal=Goal(Color.BLUE, 1, 3)), "has no goal"),
        (replace(puzzle("win"), kind=Kind.PACK), "the opponent can still lay something"),
        (
            replace(puzzle("pack"), solution=replace(puzzle("pack").solution, result=0)),
            "no points to lay",
        ),
    ],
)
def test_what_cannot_be_played_is_found_out_beforehand(spoiled: Puzzle, words: str) -> None:
    """Illegal moves anywhere, a goal that does not fit, and a start off the key are told."""
    assert words in (find_obstacle(spoiled) or "")
