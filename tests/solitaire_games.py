"""Games and states of Steps Solitaire for tests: laid out from a few words, or played at random."""

from __future__ import annotations

from random import Random

from known import rows

from steppe_solver.solitaire import (
    DECK,
    KING,
    Column,
    Deal,
    Game,
    Move,
    State,
    Variant,
    arranged,
    deal_from_seed,
    parse_card,
    parse_move,
    parse_variant,
)
from steppe_solver.solitaire.cards import Cards
from steppe_solver.solitaire.state import Foundations


def cards(names: str) -> Cards:
    """The cards of these names, with white space between them."""
    return tuple(map(parse_card, names.split()))


def laid_out(
    *columns: str,
    variant: str = "c4d1L-inf",
    waste: str = "",
    buffers: str = "",
    up: Foundations = (0, 0, 0, 0),
    recycles: int = 0,
    ranks: int = KING,
) -> State:
    """A state with these columns, in each the face-down cards before a ``|``.

    All cards that are named nowhere are in the stock, suit by suit, from the Ace up.
    """
    piles = []
    for text in columns:
        hidden, bar, shown = text.partition("|")
        down = cards(hidden) if bar else ()
        piles.append(Column(down + cards(shown if bar else text), len(down)))
    placed = {*cards(waste), *cards(buffers), *(card for pile in piles for card in pile.cards)}
    rest = (card for card in DECK if up[card.suit] < card.rank <= ranks and card not in placed)
    return arranged(
        parse_variant(variant),
        piles,
        stock=rest,
        waste=cards(waste),
        buffers=cards(buffers),
        foundations=up,
        recycles=recycles,
        ranks=ranks,
    )


def played(state: State, words: str) -> State:
    """The state after the moves of these words."""
    for word in words.split():
        state = state.play(parse_move(word))
    return state


def words(moves: tuple[Move, ...]) -> list[str]:
    """The words of the moves."""
    return list(map(str, moves))


def known_deals() -> dict[str, Deal]:
    """The deals of the data file, by name."""
    return {
        row["deal_id"]: Deal(
            row["deal_id"],
            tuple(tuple(map(parse_card, column)) for column in row["tableau"]),
            tuple(map(parse_card, row["stock"])),
        )
        for row in rows("solitaire/deals")
    }


def random_variant(rng: Random) -> Variant:
    """Any variant with few recycles or any number."""
    recycles = rng.choice([None, 0, 1, 3])
    return Variant(rng.randrange(5), rng.choice([1, 3]), recycles, rng.random() < 0.5)


def random_game(rng: Random, variant: Variant, length: int) -> Game:
    """A game of at most so many random moves, with draws and buffers rarer than the others."""
    game = Game(deal_from_seed(rng.randrange(10**6)), variant)
    for _ in range(length):
        moves = game.state.legal_moves()
        if not moves:
            break
        rest = [move for move in moves if "B" not in str(move)[-2:] and str(move) != "D"]
        game = game.play(rng.choice(rest if rest and rng.random() < 0.7 else moves))
    return game
