"""What can be claimed of a deal, in words for people and as a question to the solver.

A claim holds only where it is proved: both that something can be won, by a line that was replayed,
and that something cannot, by a search that has been everywhere. No limit is set, so that a question
ends with an answer; those asked here end soon for the deals they are asked of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from steppe_solver.solitaire.cards import Card
from steppe_solver.solitaire.deal import Deal
from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.solver import Solver, Verdict
from steppe_solver.solitaire.state import State
from steppe_solver.solitaire.variant import Variant

Test = Callable[[Deal, Solver], bool]


@dataclass(frozen=True, slots=True)
class Claim:
    """A property that some deals have.

    ``text`` says it as the end of a sentence that begins with the deal. ``kind`` is the same for
    claims that differ in numbers only.
    """

    kind: str
    text: str
    test: Test

    def holds(self, deal: Deal, solver: Solver) -> bool:
        """Is it proved of this deal?"""
        return self.test(deal, solver)


def winnable(deal: Deal, variant: Variant, solver: Solver) -> bool:
    """Can the deal be won in the variant?"""
    verdict = solver.win(State.start(deal, variant)).verdict
    assert verdict is not Verdict.UNKNOWN
    return verdict is Verdict.WINNABLE


def needs_buffers(count: int, draw: int, recycles: int | None) -> Claim:
    """Can be won with so many buffers and not with one fewer."""

    def test(deal: Deal, solver: Solver) -> bool:
        fewer, enough = (Variant(n, draw, recycles) for n in (count - 1, count))
        return not winnable(deal, fewer, solver) and winnable(deal, enough, solver)

    return Claim(
        "buffers", f"needs {_counted(count, 'buffer')} {_circumstances(draw, recycles)}", test
    )


def needs_recycles(count: int, draw: int) -> Claim:
    """Without buffers it can be won with so many recycles and not with one fewer."""

    def test(deal: Deal, solver: Solver) -> bool:
        fewer, enough = (Variant(0, draw, n) for n in (count - 1, count))
        return not winnable(deal, fewer, solver) and winnable(deal, enough, solver)

    text = f"without buffers needs {_counted(count, 'recycle')}, drawing {draw}"
    return Claim("recycles", text, test)


def plain_in_one_pass(draw: int) -> Claim:
    """Can be won without buffers and without a recycle."""

    def test(deal: Deal, solver: Solver) -> bool:
        return winnable(deal, Variant(0, draw, 0), solver)

    return Claim("plain", f"can be won without buffers in one pass, drawing {draw}", test)


def never_without_buffers() -> Claim:
    """Without buffers it cannot be won, however generous the other options are.

    Draw 1, any number of recycles and unlocked foundations are the most generous of each: whatever
    wins under others wins under these.
    """

    def test(deal: Deal, solver: Solver) -> bool:
        return not winnable(deal, Variant(0, 1, None, locked=False), solver)

    return Claim(
        "never", "cannot be won without buffers, whatever is drawn, recycled or taken back", test
    )


def only_unlocked(draw: int) -> Claim:
    """Without buffers it can be won only if cards may come back from the foundations."""

    def test(deal: Deal, solver: Solver) -> bool:
        locked, unlocked = (Variant(0, draw, None, lock) for lock in (True, False))
        return not winnable(deal, locked, solver) and winnable(deal, unlocked, solver)

    text = f"without buffers can be won only with unlocked foundations, drawing {draw}"
    return Claim("unlocked", text, test)


def only_one_by_one() -> Claim:
    """Without buffers it can be won drawing 1; drawing 3 not even with unlocked foundations."""

    def test(deal: Deal, solver: Solver) -> bool:
        threes, ones = Variant(0, 3, None, locked=False), Variant(0, 1)
        return not winnable(deal, threes, solver) and winnable(deal, ones, solver)

    text = "without buffers can be won drawing 1, but never drawing 3"
    return Claim("one by one", text, test)


def buffers_pay() -> Claim:
    """Drawing 3, the best score is made with buffers, though the deal can be won without.

    PROOF. A win with buffers and no recycle scores 520, one without buffers 620 less 20 a recycle.
    Where the latter takes six recycles it is 500 or less. A game that is not won scores 10 for each
    of at most 51 cards. QED
    """

    def test(deal: Deal, solver: Solver) -> bool:
        return (
            winnable(deal, Variant(4, 3, 0), solver)
            and not winnable(deal, Variant(0, 3, 5), solver)
            and winnable(deal, Variant(0, 3), solver)
        )

    text = "scores more with buffers than without, though it can be won without, drawing 3"
    return Claim("score", text, test)


def losing_first_moves(variant: Variant, losing: int, legal: int) -> Claim:
    """So many of its legal first moves lose; the others win."""

    def test(deal: Deal, solver: Solver) -> bool:
        start = State.start(deal, variant)
        moves = start.legal_moves()
        return len(moves) == legal and len(moves) - len(keeping(start, solver)) == losing

    if losing == legal - 1:
        text = f"has exactly one winning first move of {legal} in {variant}"
        return Claim("only first move", text, test)
    text = f"is lost by {losing} of its {legal} first moves in {variant}"
    return Claim("first moves", text, test)


def forced_opening(variant: Variant, moves: int) -> Claim:
    """So many moves from the start on, each is the only one that does not lose."""

    def test(deal: Deal, solver: Solver) -> bool:
        state = State.start(deal, variant)
        for _ in range(moves):
            good = keeping(state, solver)
            if len(good) != 1:
                return False
            state = state.play(good[0])
        return True

    return Claim("forced", f"leaves one move only, {moves} times in a row, in {variant}", test)


def keeping(state: State, solver: Solver) -> tuple[Move, ...]:
    """The legal moves that keep the win; none in a game that cannot be won."""
    return tuple(
        move
        for move in state.legal_moves()
        if solver.win(state.play(move)).verdict is Verdict.WINNABLE
    )


def frozen(draw: int) -> Claim:
    """Without buffers not one card can be played: there is only drawing and recycling."""

    def test(deal: Deal, solver: Solver) -> bool:
        state = State.start(deal, Variant(0, draw))
        # Columns and foundations stay as they are. A recycle brings back the first state, so once
        # around is all there is.
        while not state.recycles:
            moves = state.legal_moves()
            if len(moves) != 1:
                return False
            state = state.play(moves[0])
        return state.stock == deal.stock

    return Claim("frozen", f"has not a single card to play without buffers, drawing {draw}", test)


def deepest(rank: int, name: str) -> Claim:
    """The four cards of the rank are the deepest of four columns, each of which has others on it.

    The first column has a single card, so none of them is in it.
    """

    def test(deal: Deal, solver: Solver) -> bool:
        return sum(column[0].rank == rank for column in deal.tableau[1:]) == 4

    return Claim("deepest", f"has all four {name} at the bottom of columns", test)


def all_exposed(rank: int, name: str) -> Claim:
    """The four cards of the rank are exposed before the first move."""

    def test(deal: Deal, solver: Solver) -> bool:
        return sum(card.rank == rank for card in _exposed(deal)) == 4

    return Claim("exposed", f"has all four {name} exposed at the start", test)


def one_suit() -> Claim:
    """The seven cards exposed before the first move are of one suit."""

    def test(deal: Deal, solver: Solver) -> bool:
        return len({card.suit for card in _exposed(deal)}) == 1

    return Claim("one suit", "shows seven cards of a single suit at the start", test)


def low_in_stock(least: int) -> Claim:
    """Of the twelve aces, twos and threes so many at least are in the stock."""

    def test(deal: Deal, solver: Solver) -> bool:
        return sum(card.rank <= 3 for card in deal.stock) >= least

    return Claim("late", f"keeps {least} of the twelve aces, twos and threes in its stock", test)


def _exposed(deal: Deal) -> list[Card]:
    return [column[-1] for column in deal.tableau]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _circumstances(draw: int, recycles: int | None) -> str:
    passes = {0: "in one pass", None: "with any number of recycles"}
    return f"{passes.get(recycles, f'with {recycles} recycles')}, drawing {draw}"
