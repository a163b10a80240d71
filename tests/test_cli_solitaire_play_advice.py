"""Hints, and whether a game can still be won, while it is played."""

from __future__ import annotations

import pytest
from solitaire_games import laid_out
from solitaire_play import MOVES, SEED, Line, play_with, prose

from steppe_solver.cli.solitaire.play_advice import Advice
from steppe_solver.cli.solitaire.play_wishes import Wishes
from steppe_solver.solitaire import Move, State, parse_move


class Brute:
    """An adviser that tries everything: for small decks."""

    def winnable(self, state: State, *, seconds: float) -> bool | None:
        """Is there a line?"""
        return self.line(state, seconds=seconds) is not None

    def line(self, state: State, *, seconds: float) -> tuple[Move, ...] | None:
        """A shortest line, by looking at all states."""
        lines: dict[object, tuple[Move, ...]] = {state.key(): ()}
        row = [state]
        while row:
            following = []
            for reached in row:
                if reached.is_won:
                    return lines[reached.key()]
                for move in reached.legal_moves():
                    after = reached.play(move)
                    if after.key() not in lines:
                        lines[after.key()] = (*lines[reached.key()], move)
                        following.append(after)
            row = following
        return None


def test_without_a_solver_that_is_said() -> None:
    """Where no adviser is at hand, hints and verdicts are refused in words, not invented."""
    result = play_with(Wishes(seed=7), ["hint", "lost?", "status"])
    assert "Hint: No solver is at hand for hints." in result.stdout
    assert prose(result).count("No solver is at hand to tell whether it can still be won.") == 2
    assert result.return_value == 0


def test_hints_lead_along_the_line() -> None:
    """Who plays the hint is told the next move of the same line; asking again asks nobody."""
    adviser = Line(True, MOVES)
    typed = ["hint", "hint", MOVES[0], "hint", "lost?", "score", "quit"]
    result = play_with(Wishes(seed=SEED), typed, adviser)
    words = prose(result)
    first = f"Hint: {MOVES[0]}. It can be won from here in {len(MOVES)} moves."
    assert words.count(first) == 2
    assert f"Hint: {MOVES[1]}. It can be won from here in {len(MOVES) - 1} moves." in words
    assert "It can still be won." in words
    assert "Hints taken 3" in words
    assert adviser.asked == 1
    assert result.return_value == 0


def test_lost_games_are_said_to_be_lost() -> None:
    """A proved loss is a verdict, and then there is no hint either."""
    result = play_with(Wishes(seed=7), ["hint", "lost?"], Line(False))
    words = prose(result)
    assert "Hint: No move helps: the game is lost from here." in words
    assert "Lost: whatever is played, it is not won." in words
    assert result.return_value == 0


def test_answers_that_take_too_long_are_no_verdict() -> None:
    """Where the adviser does not know in time that is said, and the exit code is 3."""
    result = play_with(Wishes(seed=7, limit=2.5), ["hint", "lost?"], Line(None))
    words = prose(result)
    assert "Hint: None was found in 2.5 s." in words
    assert "Whether it can still be won was not found out in 2.5 s." in words
    assert "lost" not in words.replace("lost?", "")
    assert result.return_value == 3


SMALL = [
    laid_out(*columns, waste=waste, variant=variant, up=up, ranks=3)
    for columns, waste, variant, up in (
        (("3H", "3C|2H", "AS 3S|2C"), "AC 2S AH", "c0d3L-r0", (0, 0, 0, 3)),
        (("AH", "AC|3C", "2H 2S|3S"), "AS 2C 3H", "c0d1L-r0", (0, 0, 0, 3)),
        (("3H", "AC|3S", "AH 2H|3C"), "AS 2S 2C", "c0d1L-r1", (0, 0, 0, 3)),
        (("3S 2H", "3H 2S"), "AS AH", "c1d3L-r0", (0, 0, 3, 3)),
        (("2S|3H",), "AH 3S 2H AS", "c0d1L-r1", (0, 0, 3, 3)),
    )
]
"""States of small decks; from all but one of them some moves lead to a loss."""


@pytest.mark.parametrize("state", SMALL)
def test_advice_agrees_with_brute_force(state: State) -> None:
    """In small decks hints win from every winnable state, and the other states are lost."""
    brute = Brute()
    advice = Advice(brute, 1)
    seen, row = {state.key()}, [state]
    while row:
        reached = row.pop()
        if reached.is_won:
            assert advice.status(reached) == "The game is won."
            continue
        winnable = brute.winnable(reached, seconds=1)
        assert advice.status(reached).startswith("It can" if winnable else "Lost")
        hint = advice.hint(reached)
        if winnable:
            after = reached.play(parse_move(hint.split(".")[0]))
            assert brute.winnable(after, seconds=1)
        else:
            assert hint.startswith("No move")
        for move in reached.legal_moves():
            after = reached.play(move)
            if after.key() not in seen:
                seen.add(after.key())
                row.append(after)
    assert len(seen) > 3
