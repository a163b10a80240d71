"""Tasks and results in a player's words, for the terminal and for print.

Everything here is a phrase without a full stop at its end, so that it can stand in a sentence, in a
list or under a diagram. A task begins with a capital letter, everything else as its words want it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from steppe_solver.goals import Goal
from steppe_solver.position import Color, Edition, Move, Position
from steppe_solver.puzzle.model import Kind, Puzzle, Result
from steppe_solver.puzzle.task import Situation

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_in_words(number: int) -> str:
    """The number as a word up to ten, in digits beyond.

    >>> number_in_words(4), number_in_words(12)
    ('four', '12')
    """
    return _SMALL[number] if 0 <= number < len(_SMALL) else str(number)


def counted_in_words(number: int, thing: str) -> str:
    """The number with its noun, such as ``one move`` or ``five moves``."""
    return f"{number_in_words(number)} {thing}{'' if number == 1 else 's'}"


def task_in_words(puzzle: Puzzle) -> str:
    """What is to be found, such as ``Red to move: lay a ten on level 3 within two …``.

    It names nothing of the solution but what the solver has to know: how many moves there are
    (``ten``, ``save``, ``help``), whether there is a win or only a draw (``win``), how much worse
    every other move is (``best``), how many points can be laid (``pack``).
    """
    edition = puzzle.position.rules.edition
    solver, other = edition.name_of(puzzle.solver), edition.name_of(puzzle.solver.opponent)
    start = f"{solver} to move: "
    match puzzle.kind:
        case Kind.TEN:
            return start + _ten_task(puzzle, other)
        case Kind.SAVE:
            return start + _save_task(puzzle, other)
        case Kind.HELP:
            return start + _help_task(puzzle, edition)
        case Kind.WIN:
            return start + ("win the game" if puzzle.result == 1 else "save the draw")
        case Kind.BEST:
            worse = f"; every other move is at least {_points(puzzle.gap)} worse"
            return start + "reach the best final margin" + (worse if puzzle.gap else "")
        case Kind.PACK:
            return start + f"lay {_points(puzzle.result)} on your own; {other} can lay nothing more"


def result_in_words(task: Puzzle | Situation, result: Result) -> str:
    """What a move of the task's reaches, such as ``the ten can no longer be forced``.

    ``result`` counts as in `steppe_solver.puzzle.model`, from the task's position.
    """
    edition = task.position.rules.edition
    match task.kind:
        case Kind.TEN:
            if result is None:
                return f"{_those(task.goal)} can no longer be forced"
            return f"it takes {counted_in_words(result, 'move')}"
        case Kind.SAVE:
            attacker = edition.name_of(task.solver.opponent)
            if result is None:
                return f"{attacker} can no longer force {_those(task.goal)}"
            if result == 0:
                return f"{attacker} has laid {_those(task.goal)}"
            return f"{attacker} forces {_those(task.goal)} {_within(result)}"
        case Kind.HELP:
            if result is None:
                return f"{_those(task.goal)} can no longer be laid"
            return f"it takes {counted_in_words(result, 'tile')}"
        case Kind.WIN:
            return _outcome(task.solver, result or 0, edition, with_points=False)
        case Kind.BEST:
            return _outcome(task.solver, result or 0, edition, with_points=True)
        case Kind.PACK:
            return f"{_points(result)} can be laid"


def difference_in_words(kind: Kind, result: Result, best: Result) -> str:
    """How a result falls short of the best one, such as ``instead of four``; often empty.

    It goes on where `result_in_words` stops, and is empty where that says it all.
    """
    if result is None or best is None:
        return ""
    match kind:
        case Kind.TEN | Kind.HELP:
            return f"instead of {number_in_words(best)}"
        case Kind.BEST | Kind.PACK:
            return f"({_points(best - result)} short of the best)"
        case _:
            return ""


def solved_in_words(task: Puzzle | Situation) -> str:
    """What has been reached once a task is solved, such as ``the two tens lie``.

    The task is the one that was set, as it stood before its first move.
    """
    edition = task.position.rules.edition
    attacker = edition.name_of(task.solver.opponent)
    match task.kind:
        case Kind.TEN | Kind.HELP:
            several = task.goal is not None and task.goal.tens > 1
            return f"{_those(task.goal)} {'lie' if several else 'lies'}"
        case Kind.SAVE:
            return f"{attacker} can no longer force {_those(task.goal)}"
        case Kind.WIN:
            return "nothing has been given away"
        case Kind.BEST:
            return "no point has been given away"
        case Kind.PACK:
            return "the most points lie"


def moves_in_words(moves: Iterable[Move]) -> str:
    """The moves as they stand in a sentence, such as ``1a1, 1b1 and Nc3``; at least one."""
    *others, last = map(str, moves)
    return f"{', '.join(others)} and {last}" if others else last


def line_in_words(position: Position, moves: Iterable[Move]) -> str:
    """Who lays what from the position on, such as ``Red 5a1-b1, Blue Nb2, Red 10a2-c2``.

    Raises IllegalMoveError where a move cannot be played.
    """
    name_of = position.rules.edition.name_of
    return ", ".join(f"{name_of(mover)} {move}" for mover, move in _laid(position, moves))


def refutation_in_words(
    task: Puzzle | Situation, move: Move, refutation: Iterable[Move], result: Result
) -> str:
    """Why the move fails, such as ``Blue replies Nb2, and the ten can no longer be forced``.

    The move is one of the task's position, ``refutation`` the line that follows it (empty where
    the move fails by itself), ``result`` what the move reaches.
    """
    position = task.position.play(move)
    edition = position.rules.edition
    phrases: list[str] = []
    for mover, run in groupby(_laid(position, refutation), key=lambda laid: laid[0]):
        moves = moves_in_words(move for _, move in run)
        verb = "moves on with" if mover is task.solver else "replies"
        phrases.append(f"{edition.name_of(mover)} {verb} {moves}")
    phrase = result_in_words(task, result)
    return f"{', '.join(phrases)}, and {phrase}" if phrases else phrase


def _laid(position: Position, moves: Iterable[Move]) -> Iterator[tuple[Color, Move]]:
    """Every move with who makes it."""
    for move in moves:
        after = position.play(move)
        assert position.mover is not None
        yield position.mover, move
        position = after


def _ten_task(puzzle: Puzzle, other: str) -> str:
    assert puzzle.goal is not None
    assert puzzle.n is not None
    if puzzle.n == 1:
        return f"lay {_tens(puzzle.goal)} on level {puzzle.goal.level} with this move"
    own = f"within {number_in_words(puzzle.n)} of your moves"
    return f"lay {_tens(puzzle.goal)} on level {puzzle.goal.level} {own}, whatever {other} does"


def _save_task(puzzle: Puzzle, attacker: str) -> str:
    assert puzzle.goal is not None
    tens = _tens(puzzle.goal)
    task = f"stop {attacker} from laying {tens} on level {puzzle.goal.level}"
    if puzzle.n is None:
        return task
    what = "it" if puzzle.goal.tens == 1 else "them"
    return f"{task}; after any other move {attacker} forces {what} {_within(puzzle.n)}"


def _help_task(puzzle: Puzzle, edition: Edition) -> str:
    assert puzzle.goal is not None
    assert puzzle.n is not None
    attacker = edition.name_of(puzzle.goal.attacker)
    both = " and ".join(edition.name_of(side) for side in (puzzle.solver, puzzle.solver.opponent))
    return (
        f"{both} together lay {_tens(puzzle.goal)} of {attacker}'s on level {puzzle.goal.level}"
        f" with {counted_in_words(puzzle.n, 'tile')} in all"
    )


def _tens(goal: Goal) -> str:
    return "a ten" if goal.tens == 1 else f"{number_in_words(goal.tens)} tens"


def _those(goal: Goal | None) -> str:
    """The tens of a task once it has been told: not all of several are meant, but so many."""
    return "the ten" if goal is None or goal.tens == 1 else _tens(goal)


def _within(moves: int) -> str:
    return "with one move" if moves == 1 else f"within {counted_in_words(moves, 'move')}"


def _points(number: int | None) -> str:
    return "1 point" if number == 1 else f"{number or 0} points"


def _outcome(solver: Color, result: int, edition: Edition, *, with_points: bool) -> str:
    if result == 0:
        return "the game is drawn"
    winner = edition.name_of(solver if result > 0 else solver.opponent)
    return f"{winner} wins by {abs(result)}" if with_points else f"{winner} wins"
