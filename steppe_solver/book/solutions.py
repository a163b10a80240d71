"""The text of a solution: the key, the main line, the best defences, and the tries.

Lines are written as in chess books: the solver's moves are numbered, replies follow without a
number, and a line that begins with a reply has the number of the move before it and three dots. In
``help`` and ``pack``, where nobody resists, every tile has a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from steppe_solver.position import Move, Tile
from steppe_solver.puzzle.judge import rank
from steppe_solver.puzzle.model import Kind, Node, Puzzle, Try
from steppe_solver.puzzle.task import Situation
from steppe_solver.puzzle.words import number_in_words, refutation_in_words, result_in_words

_NAMED_TRIES = 4
_DEFENCES = 6
_MOVES_OF_A_GROUP = 6


class Paragraph(NamedTuple):
    """A piece of a solution, and what it is called."""

    label: str
    text: str


def paragraphs(puzzle: Puzzle) -> list[Paragraph]:
    """The solution of the puzzle, in the order in which it is read."""
    found = [Paragraph("Key", _key(puzzle))]
    if puzzle.kind is not Kind.PACK:  # there the key is all of the solution
        found.append(Paragraph("Main line", _main_line(puzzle)))
    found += _defences(puzzle)
    worth = sorted(puzzle.tries, key=lambda other: _worth(puzzle, other))
    found += [Paragraph("Try", _named(puzzle, other)) for other in worth[:_NAMED_TRIES]]
    if worth[_NAMED_TRIES:]:
        rest = "; ".join(_in_short(other) for other in worth[_NAMED_TRIES:])
        found.append(Paragraph("Also fail", f"{rest}."))
    return found


def move_in_words(move: Move) -> str:
    """What the move lays and where, such as ``a ten from a2 to c2``."""
    first, last = move.cells[0], move.cells[-1]
    match move.tile:
        case Tile.ONE:
            return f"a one on {first}"
        case Tile.FIVE:
            return f"a five on {first} and {last}"
        case Tile.TEN:
            return f"a ten from {first} to {last}"
        case Tile.NEUTRAL:
            return f"a neutral tile on {first}"


def _is_opposed(puzzle: Puzzle) -> bool:
    return puzzle.kind not in (Kind.PACK, Kind.HELP)


def _key(puzzle: Puzzle) -> str:
    reached = result_in_words(puzzle, puzzle.result)
    first, *same = puzzle.key
    if puzzle.kind is Kind.PACK:
        return f"{_listed(puzzle.key, 'and')}, in any order: {reached}."
    others = f" (or {_listed(same, 'or')}: the same thing)" if same else ""
    return f"{first}{others}, {move_in_words(first)}: {reached}."


def _main_line(puzzle: Puzzle) -> str:
    text = _line(Situation.of(puzzle), puzzle.line)
    if puzzle.duals == 1:
        return f"{text} Once on the way there is another move as good."
    if puzzle.duals:
        return f"{text} On the way there are {number_in_words(puzzle.duals)} other moves as good."
    return text


def _line(situation: Situation, moves: Iterable[Move], number: int = 0) -> str:
    """The moves, numbered from ``number`` + 1 on, with what happens on the way in brackets."""
    skipped = False
    words: list[str] = []
    for move in moves:
        before, after = situation, situation.play(move)
        position = before.position
        assert position.mover is not None
        if before.solver_to_move:
            number += 1
            words.append(f"{number}.")
        elif not words:
            words.append(f"{number}\N{HORIZONTAL ELLIPSIS}")
        if situation.kind is Kind.HELP:
            words.append(position.rules.edition.name_of(position.mover))
        words.append(str(move))
        happens = _happens(before, after)
        over = after.position.mover is position.mover and after.position.level == position.level
        if over and not skipped:
            name = position.rules.edition.name_of(position.mover.opponent)
            happens.append(f"{name} is skipped")
        skipped = over
        if happens:
            words.append(f"({', '.join(happens)})")
        situation = after
    return f"{' '.join(words)}."


def _happens(before: Situation, after: Situation) -> list[str]:
    """What a move has brought about, besides a tile: a ten of the goal, a new level, the end."""
    found = []
    if after.goal != before.goal:
        found.append("a ten" if after.goal else "a ten: done")
    if after.is_done:
        return found
    if after.position.level > before.position.level:
        found.append(f"level {after.position.level} begins")
    return found


def _defences(puzzle: Puzzle) -> list[Paragraph]:
    """Replies on the way of the main line that hold out as long, each with its answer."""
    if not _is_opposed(puzzle):
        return []
    groups = list(_replies(puzzle))
    best = [text for text, is_best in groups if is_best]
    if not best:
        return []
    shown = best[:_DEFENCES]
    found = [Paragraph("Defence", text) for text in shown]
    if len(shown) < len(groups):
        last = found[-1]
        found[-1] = last._replace(text=f"{last.text} Other replies are no better.")
    return found


def _replies(puzzle: Puzzle) -> Iterator[tuple[str, bool]]:
    """Every group of replies beside the main line, as text; is it as good as the main line's?"""
    situation, node, number = Situation.of(puzzle), puzzle.solution, 0
    for move, following in pairwise(puzzle.line):
        number += situation.solver_to_move
        situation = situation.play(move)
        main = next((n for n in node.next or () if following in n.moves), None)
        if main is None:
            return
        if not situation.solver_to_move:
            for other in node.next or ():
                moves = [reply for reply in other.moves if reply != following]
                if moves:
                    is_best = rank(puzzle.kind, other.result) == rank(puzzle.kind, main.result)
                    yield _answered(situation, moves, other, number), is_best
        node = main


def _answered(situation: Situation, moves: Sequence[Move], node: Node, number: int) -> str:
    """The replies and the line that answers them, as far as it is written down."""
    listed = _listed(moves[:_MOVES_OF_A_GROUP], "or")
    if len(moves) > _MOVES_OF_A_GROUP:
        listed = f"{', '.join(map(str, moves[:_MOVES_OF_A_GROUP]))} or others"
    text = f"{number}\N{HORIZONTAL ELLIPSIS} {listed}"
    answers = []
    while node.next:
        node = node.next[0]
        answers.append(node.moves[0])
    if not answers:
        return f"{text}."
    return f"{text} {_line(situation.play(moves[0]), answers, number)}"


def _worth(puzzle: Puzzle, other: Try) -> tuple[object, ...]:
    """Least for the try most worth naming: nearly as good, hard to refute, greedy."""
    return (
        -rank(puzzle.kind, other.result),
        other.ways or 1_000,
        -max(move.tile.face for move in other.moves),
        str(other.moves[0]),
    )


def _named(puzzle: Puzzle, other: Try) -> str:
    first = other.moves[0]
    fails = refutation_in_words(puzzle, first, other.refutation, other.result)
    only = " Nothing else refutes it." if other.ways == 1 and other.refutation else ""
    return f"{_listed(other.moves, 'or')}: {fails}.{only}"


def _in_short(other: Try) -> str:
    moves = ", ".join(map(str, other.moves))
    return f"{moves} ({other.refutation[-1]})" if other.refutation else moves


def _listed(moves: Sequence[Move], joint: str) -> str:
    """The moves with commas, and the word before the last."""
    *most, last = map(str, moves)
    return f"{', '.join(most)} {joint} {last}" if most else last
