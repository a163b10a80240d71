"""Small decks of Steps Solitaire, and what a brute force finds out about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from steppe_solver.solitaire import Card, Column, Pile, State, Suit, Variant, arranged

MOST_RECYCLES = 6
"""In small decks no more are of use: the waste was looked through in every order by then."""


@dataclass(frozen=True)
class Found:
    """What can be reached from a state: fewest recycles and moves of a win, None if there is none;
    the best completion score; and the most cards up within 0, 1, 2 … moves."""

    recycles: int | None
    moves: int | None
    score: int
    up_within: tuple[int, ...]


def brute_force(state: State, *, buffered: bool, most: int) -> Found | None:
    """Everything by going everywhere, nearest first; None beyond so many states.

    Two moments are the same if what can be played on is, and what the score depends on.
    """
    layer = [(state, buffered)]
    seen = {(state.key(), state.recycles, buffered)}
    recycles: int | None = None
    moves: int | None = None
    score, up, up_within = -(10**6), 0, []
    while layer:
        below = []
        for now, entered in layer:
            clean_win = now.is_won and not entered
            score = max(score, 10 * sum(now.foundations) - 20 * now.recycles + 100 * clean_win)
            up = max(up, sum(now.foundations))
            if now.is_won:
                moves = len(up_within) if moves is None else moves
                recycles = now.recycles if recycles is None else min(recycles, now.recycles)
            for move in now.legal_moves():
                then = now.play(move)
                after = (then, entered or move.target.pile is Pile.BUFFER)
                key = (then.key(), then.recycles, after[1])
                if then.recycles <= state.recycles + MOST_RECYCLES and key not in seen:
                    seen.add(key)
                    below.append(after)
        up_within.append(up)
        layer = below
        if len(seen) > most:
            return None
    return Found(recycles, moves, score, tuple(up_within))


def small_state(rng: Random) -> State:
    """A moment of a game with at most ten cards in up to four columns, under any options.

    With many buffers a game is lost only where low cards lie deep, so these often do.
    """
    variant = Variant(
        rng.choice((0, 0, 1, 2, 3, 4)),
        rng.choice((1, 3, 3)),
        rng.choice((None, 0, 1, 2)),
        rng.random() < 0.6,
    )
    ranks = rng.randint(2, 5)
    suits = rng.sample(list(Suit), rng.randint(1, min(4, 10 // ranks)))
    cards = [Card(rank, suit) for suit in suits for rank in range(1, ranks + 1)]
    rng.shuffle(cards)
    held = [cards.pop() for _ in range(variant.buffers) if cards and rng.random() < 0.15]
    buried = rng.random() < 0.2 * variant.buffers
    if buried:
        cards.sort(key=lambda card: -card.rank)
    columns = []
    for _ in range(1 if buried else rng.randint(1, 4)):
        size = rng.randint(5, 10) if buried else rng.randint(0, 4)
        pile = [cards.pop() for _ in range(min(len(cards), size))]
        columns.append(Column(tuple(pile), max(0, len(pile) - 1)))
    behind = rng.randint(0, len(cards)) if rng.random() < 0.3 else 0
    return arranged(
        variant,
        columns,
        stock=cards[behind:],
        waste=cards[:behind],
        buffers=held,
        foundations=tuple(0 if suit in suits else ranks for suit in Suit),  # type: ignore[arg-type]
        recycles=rng.randint(0, variant.recycles) if variant.recycles else 0,
        ranks=ranks,
    )


@cache
def small_games(count: int, seed: int = 1, most: int = 500) -> tuple[tuple[State, Found], ...]:
    """So many small states with what the brute force finds; cards held have been in buffers."""
    return tuple(_games(count, Random(seed), most))


def _games(count: int, rng: Random, most: int) -> Iterator[tuple[State, Found]]:
    while count:
        state = small_state(rng)
        found = brute_force(state, buffered=is_buffered(state), most=most)
        if found is not None:
            count -= 1
            yield state, found


def is_buffered(state: State) -> bool:
    """Is a card in a buffer?"""
    return any(card is not None for card in state.buffers)


def with_fewer_buffers(state: State, count: int) -> State:
    """The state with so many buffers, which must do for the cards held."""
    held = tuple(card for card in state.buffers if card is not None)
    return replace(
        state,
        variant=replace(state.variant, buffers=count),
        buffers=held + (None,) * (count - len(held)),
    )
