"""Ratings: what they are made of, that they are the same everywhere, and that they tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from solitaire_games import laid_out, played

from steppe_solver.solitaire import State, deal_from_seed, parse_move, parse_variant
from steppe_solver.solitaire.casual import (
    BACK,
    FLIP,
    FLIP_BY_BUFFER,
    FROM_BUFFER,
    FROM_WASTE,
    SHIFT,
    TICKETS,
    TO_BUFFER,
    TURN,
    UP,
    casual_move,
    look,
)
from steppe_solver.solitaire.layouts import LAYOUTS
from steppe_solver.solitaire.rating import GAMES, Casual, Path, Rating, rate
from steppe_solver.solitaire.solver import Limit, Solver, Verdict
from steppe_solver.stopping import StoppedError

OTHER_HABITS = TICKETS | {
    UP: 60,
    FROM_WASTE: 30,
    TURN: 20,
    FROM_BUFFER: 20,
    FLIP_BY_BUFFER: 4,
    SHIFT: 2,
    TO_BUFFER: 0.7,
}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


def start(seed: int, variant: str) -> State:
    """The deal of the seed before the first move."""
    return State.start(deal_from_seed(seed), parse_variant(variant))


@pytest.mark.parametrize("name", ["c4d1L-inf", "c0d3L-inf"])
def test_a_rating_does_not_depend_on_what_came_before(name: str, solver: Solver) -> None:
    """A used solver and a fresh one give the same rating, to the last move of the line."""
    assert rate(start(2, name), solver) == rate(start(2, name), Solver(64))


@pytest.mark.parametrize("name", ["c4d1L-inf", "c0d1L-inf", "c2d3U-r1"])
def test_every_part_of_a_rating_is_in_range(name: str, solver: Solver) -> None:
    """Ratings are 1 to 100, shares are shares, and counts do not exceed what they count in."""
    verdicts = set()
    for seed in range(1, 3):
        state = start(seed, name)
        rating = rate(state, solver)
        verdicts.add(rating.verdict)
        assert tuple(rating.first_moves) == state.legal_moves()
        if rating.verdict is not Verdict.WINNABLE:
            assert (rating.value, rating.line, rating.casual) == (None, None, Casual())
            continue
        path, casual = rating.path, rating.casual
        assert rating.value in range(1, 101)
        assert rating.line is not None
        assert played(state, " ".join(map(str, rating.line))).is_won
        assert 0 <= path.narrow <= path.positions
        assert 0 < path.keeping <= 1
        assert casual.games == GAMES >= casual.won + casual.dead_ends
        assert 0 <= casual.missed <= 1 - casual.won / casual.games
    assert Verdict.WINNABLE in verdicts


def test_a_lost_deal_loses_by_every_move(solver: Solver) -> None:
    """An unwinnable deal has no rating, and every first move of it loses."""
    rating = rate(start(3, "c0d3L-inf"), solver)
    assert rating.verdict is Verdict.UNWINNABLE
    assert rating.value is None
    assert rating.losing_first_moves == len(rating.first_moves) > 1
    for move in rating.first_moves:
        after = start(3, "c0d3L-inf").play(move)
        assert solver.win(after).verdict is Verdict.UNWINNABLE


def test_a_limit_leaves_a_deal_without_rating(solver: Solver) -> None:
    """Where the nodes do not suffice the verdict is unknown; first moves are asked nevertheless."""
    rating = rate(start(1, "c0d3L-inf"), solver, nodes=1)
    assert rating.verdict is Verdict.UNKNOWN
    assert rating.value is None
    assert Verdict.WINNABLE in rating.first_moves.values()


def test_a_game_that_is_won_is_the_easiest(solver: Solver) -> None:
    """There is nothing to do any more: rating 1, without moves."""
    rating = rate(laid_out(*[""] * 7, up=(13, 13, 13, 13)), solver)
    assert rating == Rating(
        Verdict.WINNABLE, 1, {}, rating.nodes, (), Path(), Casual(GAMES, GAMES, 0, 0.0)
    )


def test_losing_first_moves_are_those_of_the_proof(solver: Solver) -> None:
    """In the layout with one winning first move, all others are counted as losing."""
    layout = LAYOUTS["minefield"]
    state = State.start(layout.deal, layout.variant)
    rating = rate(state, solver)
    for move, verdict in rating.first_moves.items():
        if verdict is not Verdict.UNKNOWN:
            assert solver.win(state.play(move)).verdict is verdict
    assert rating.losing_first_moves > 0


def test_a_narrow_path_shows(solver: Solver) -> None:
    """Where a game is a walk on a rope, some positions have one move that keeps the win."""
    layout = LAYOUTS["tightrope"]
    rating = rate(State.start(layout.deal, layout.variant), solver)
    assert rating.path.narrow > 0
    assert rating.path.keeping < 1
    wide = rate(start(2, "c4d1L-inf"), solver)
    assert (wide.path.narrow, wide.path.keeping) == (0, 1)
    assert rating.value is not None
    assert wide.value is not None
    assert rating.value > wide.value


def test_rating_can_be_stopped(solver: Solver) -> None:
    """It gives up at the first moment or in the middle, where it is told to."""
    with pytest.raises(StoppedError):
        rate(start(1, "c0d3L-inf"), solver, stop=lambda: True)
    asked = Counter[None]()

    def late() -> bool:
        asked[None] += 1
        return asked[None] > 20

    with pytest.raises(StoppedError):
        rate(start(1, "c4d1L-inf"), solver, stop=late)


def test_looks_of_moves() -> None:
    """Every kind of move is told apart by what it does at first sight."""
    state = laid_out("AS", "2S KH|QS", "3D", "4C", "KS|5H", variant="c2d1U-inf", up=(0, 1, 0, 0))
    looks = {
        "D": TURN,
        "T1F": UP,
        "T2B1": FLIP_BY_BUFFER,
        "T3T4": SHIFT,
        "T4T5": SHIFT,
        "T5B1": FLIP_BY_BUFFER,
        "T3B1": TO_BUFFER,
    }
    for word, expected in looks.items():
        move = parse_move(word)
        assert move in state.legal_moves()
        assert look(state, move) == expected
    state = laid_out(
        "KS",
        "2C QD|2S",
        "4C",
        "KC",
        "3S",
        variant="c2d1U-inf",
        waste="QH",
        buffers="3D",
        up=(0, 2, 0, 0),
    )
    looks = {
        "WT1": FROM_WASTE,
        "WB2": TO_BUFFER,
        "B1T3": FROM_BUFFER,
        "FHT5": BACK,
        "T2B2": FLIP_BY_BUFFER,
    }
    for word, expected in looks.items():
        assert parse_move(word) in state.legal_moves()
        assert look(state, parse_move(word)) == expected
    state = laid_out("8C 2D|3C", "4D", up=(0, 0, 0, 0))
    assert look(state, parse_move("T1T2")) == FLIP


def test_a_casual_player_follows_the_lot() -> None:
    """Moves without tickets are never played; the same lot gives the same move."""
    state = start(1, "c4d1L-inf")
    only = dict.fromkeys(TICKETS, 0.0) | {TURN: 1.0}
    assert str(casual_move(state, Random(1), only)) == "D"
    assert casual_move(state, Random(2)) == casual_move(state, Random(2))
    assert casual_move(laid_out(*[""] * 7, up=(13, 13, 13, 13)), Random(1)) is None


def other_wins(state: State, games: int) -> float:
    """The share of games that a casual player of other habits wins."""
    rng = Random("other habits")
    won = 0
    for _ in range(games):
        now = state
        for _ in range(240):
            move = casual_move(now, rng, OTHER_HABITS)
            if move is None:
                break
            now = now.play(move)
        won += now.is_won
    return won / games


def rank_correlation(left: Sequence[float], right: Sequence[float]) -> float:
    """Spearman's: the correlation of the ranks, equal values sharing theirs."""
    one, two = _ranks(left), _ranks(right)
    middle = (len(left) - 1) / 2
    products = sum((a - middle) * (b - middle) for a, b in zip(one, two, strict=True))
    squares = (sum((rank - middle) ** 2 for rank in ranks) for ranks in (one, two))
    return products / (next(squares) * next(squares)) ** 0.5


def _ranks(values: Sequence[float]) -> list[float]:
    below = [sum(other < value for other in values) for value in values]
    return [
        low + (list(values).count(value) - 1) / 2 for low, value in zip(below, values, strict=True)
    ]


def correlation(variant: str, deals: int, games: int, solver: Solver) -> float:
    """How well ratings and wins of the other player rank deals alike, from -1 to 1."""
    ratings, wins = [], []
    for seed in range(1, deals + 1):
        rating = rate(start(seed, variant), solver)
        if rating.value is not None:
            ratings.append(rating.value)
            wins.append(-other_wins(start(seed, variant), games))
    return rank_correlation(ratings, wins)


def test_harder_deals_are_won_less_often(solver: Solver) -> None:
    """Of a few deals, those rated higher are won less often by a player of other habits."""
    assert correlation("c4d3L-inf", 8, 4, solver) > 0.3


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["c4d1L-inf", "c4d3L-inf", "c0d3L-inf"])
def test_ratings_rank_hundreds_of_deals(variant: str, solver: Solver) -> None:
    """Over two hundred deals ratings and the other player's losses go clearly together."""
    assert correlation(variant, 200, 20, solver) > 0.4


def test_limits_are_nodes(solver: Solver) -> None:
    """The question whether a deal can be won gets as many nodes as are said."""
    found = solver.win(start(1, "c0d3L-inf"), Limit(nodes=1))
    assert rate(start(1, "c0d3L-inf"), solver, nodes=1).nodes == found.nodes
