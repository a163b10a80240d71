"""Sprint: who wins a race, what counts when, and players who keep a pace."""

from __future__ import annotations

from dataclasses import replace

import pytest
from known import rows
from solitaire_games import known_deals

from steppe_solver.errors import IllegalMoveError
from steppe_solver.solitaire import (
    STANDARD,
    Column,
    Deal,
    Game,
    Move,
    State,
    deal_from_seed,
    parse_move,
    parse_variant,
)
from steppe_solver.solitaire.sprint import SECONDS, Paced, Racer, Sprint, caught_up, sprint_deals
from steppe_solver.solitaire.sprint_player import plain_line


def won_line() -> tuple[Deal, tuple[Move, ...]]:
    """A deal and a line that wins it in the standard game."""
    row = next(row for row in rows("solitaire/certificates") if row["variant"] == "c4d1L-inf")
    return known_deals()[row["deal_id"]], tuple(map(parse_move, row["moves"]))


DEAL, LINE = won_line()
UPS = [number for number, move in enumerate(LINE) if str(move).endswith("F")]
"""Where in the line a card goes up."""


def race(players: int, seconds: float = SECONDS) -> Sprint:
    """A race on the deal of the line."""
    return Sprint(tuple(Racer(f"p{n}", Game(DEAL)) for n in range(players)), seconds)


def played(sprint: Sprint, number: int, count: int, at: float) -> Sprint:
    """The race after the player has made so many more moves of the line, all at this time."""
    made = len(sprint.racers[number].game.moves)
    for move in LINE[made : made + count]:
        sprint = sprint.play(number, move, at)
    return sprint


def test_everybody_has_a_deal_of_their_own_or_all_the_same() -> None:
    """The players get the deals of the seeds from the one named on; with `same` all that one's."""
    assert sprint_deals(5, 3) == tuple(map(deal_from_seed, (5, 6, 7)))
    assert sprint_deals(5, 4, same=True) == (deal_from_seed(5),) * 4


@pytest.mark.parametrize("players", [0, 5])
def test_one_to_four_players_race(players: int) -> None:
    """Nobody and five players make no race."""
    with pytest.raises(ValueError, match="1 to 4 players"):
        race(players)


def test_most_cards_up_win() -> None:
    """The player with more cards on the foundations is ahead, however late they came."""
    sprint = played(race(3), 1, UPS[1] + 1, 200.0)
    sprint = played(sprint, 0, UPS[0] + 1, 1.0)
    assert [racer.cards_up for racer in sprint.racers] == [1, 2, 0]
    assert sprint.ranking() == (1, 0, 2)
    assert sprint.winners() == (1,)


def test_ties_go_to_who_was_there_first() -> None:
    """Of equal numbers the one reached sooner wins; at the same moment nobody does."""
    sprint = played(race(2), 0, UPS[2] + 1, 50.0)
    assert played(sprint, 1, UPS[2] + 1, 49.0).winners() == (1,)
    assert played(sprint, 1, UPS[2] + 1, 51.0).winners() == (0,)
    assert played(sprint, 1, UPS[2] + 1, 50.0).winners() == (0, 1)
    assert race(2).winners() == (0, 1)


def test_moves_that_put_nothing_up_change_no_time() -> None:
    """What counts is when the number was reached, not when the last move was made."""
    sprint = played(race(2), 0, UPS[0] + 1, 10.0)
    sprint = sprint.with_game(0, sprint.racers[0].game.play(parse_move("D")), 90.0)
    assert sprint.racers[0].reached == 10.0


def test_a_card_taken_back_counts_when_it_is_up_again() -> None:
    """After an undo and the same move again the number counts as reached then."""
    sprint = played(race(2), 0, UPS[0] + 1, 10.0)
    game = sprint.racers[0].game
    sprint = sprint.with_game(0, game.undo(), 20.0)
    assert sprint.racers[0].cards_up == 0
    sprint = sprint.with_game(0, game, 30.0)
    assert (sprint.racers[0].cards_up, sprint.racers[0].reached) == (1, 30.0)


def test_no_move_counts_after_the_time() -> None:
    """At the last second a move is refused, just before it counts."""
    sprint = race(1, seconds=60.0)
    assert not sprint.is_over(59.9)
    assert sprint.seconds_left(59.5) == 0.5
    assert played(sprint, 0, 1, 59.9).racers[0].game.moves == LINE[:1]
    for late in (60.0, 100.0):
        assert sprint.is_over(late)
        assert sprint.seconds_left(late) == 0
        with pytest.raises(IllegalMoveError, match="the race is over"):
            played(sprint, 0, 1, late)


def test_all_cards_up_end_the_race() -> None:
    """Who has put up 52 cards has won at once: the others cannot move any more."""
    sprint = played(race(2), 1, len(LINE), 100.0)
    assert sprint.is_over(100.0)
    assert sprint.winners() == (1,)
    with pytest.raises(IllegalMoveError, match="the race is over"):
        played(sprint, 0, 1, 101.0)


def test_a_paced_player_makes_each_move_at_its_time() -> None:
    """One move every 3 seconds, the first after 3; the time of a card up is its move's."""
    paced = Paced(1, LINE, 3.0)
    assert len(caught_up(race(2), [paced], 2.9).racers[1].game.moves) == 0
    assert len(caught_up(race(2), [paced], 3.0).racers[1].game.moves) == 1
    assert len(caught_up(race(2), [paced], 17.0).racers[1].game.moves) == 5
    after = caught_up(race(2), [paced], 3.0 * (UPS[0] + 1) + 2)
    assert after.racers[1].reached == 3.0 * (UPS[0] + 1)
    with pytest.raises(ValueError, match="more than 0"):
        Paced(1, LINE, 0.0)


def test_it_does_not_matter_how_often_one_looks() -> None:
    """A paced player caught up with once, or second by second, has done the same."""
    paced, watched = Paced(1, LINE, 2.5), race(2)
    for second in range(301):
        watched = caught_up(watched, [paced], float(second))
    assert watched == caught_up(race(2), [paced], 1e9)
    assert len(watched.racers[1].game.moves) == min(len(LINE), 119), "300 s is too late"


def test_a_paced_player_stops_when_the_race_is_over() -> None:
    """Once the other one has all cards up, nothing more is played."""
    done = played(race(2), 0, len(LINE), 10.0)
    assert not caught_up(done, [Paced(1, LINE, 1.0)], 200.0).racers[1].game.moves
    quick = caught_up(race(2), [Paced(1, LINE, 0.1)], 300.0)
    assert quick.racers[1].game.state.is_won
    assert quick.racers[1].reached == pytest.approx(0.1 * len(LINE))


@pytest.mark.parametrize("variant", ["c4d1L-inf", "c0d3U-r2", "c2d3L-inf", "c1d1U-r0"])
def test_the_plain_player_plays_by_the_rules_and_ends(variant: str) -> None:
    """Its lines are legal, finite without a limit striking, and put cards up in most deals."""
    ups = []
    for seed in range(12):
        game = Game(deal_from_seed(seed), parse_variant(variant))
        line = plain_line(game.state)
        assert len(line) < 400
        ups.append(sum(game.play(*line).state.foundations))
    assert sum(up > 0 for up in ups) >= 9


def test_the_plain_player_sees_no_hidden_card() -> None:
    """With other cards face down and in the stock it moves alike until one is turned up."""
    state = State.start(deal_from_seed(4), STANDARD)
    line = plain_line(state)
    top, *columns = state.columns
    hidden = [card for column in columns for card in column.cards[:-1]]
    hidden.reverse()
    swapped = [top]
    for column in columns:
        down, hidden = hidden[: column.face_down], hidden[column.face_down :]
        swapped.append(Column((*down, column.cards[-1]), column.face_down))
    other = replace(state, columns=tuple(swapped), stock=state.stock[::-1])
    first = next(
        place for place, move in enumerate(line) if str(move) == "D" or str(move).startswith("T")
    )
    assert plain_line(other)[: first + 1] == line[: first + 1]


def test_several_paced_players_move_in_the_order_of_time() -> None:
    """A long wait brings the same as many short ones: who is through first ends it for all."""
    players = [Paced(1, LINE, 2.0), Paced(2, LINE, 1.0)]
    start = race(3)
    at_once = caught_up(start, players, 1e9)
    watched = start
    for second in range(301):
        watched = caught_up(watched, players, float(second))
    assert watched == at_once
    assert at_once.winners() == (2,)
    assert len(at_once.racers[1].game.moves) == (len(LINE) - 1) // 2
