"""The two ledgers of Steps Solitaire: the table of 2.5, the matrix of 2.7, and their rulings."""

from __future__ import annotations

import pytest
from known import rows
from solitaire_games import known_deals, laid_out, played

from steppe_solver.solitaire import (
    STANDARD,
    Game,
    Ledger,
    State,
    deal_from_seed,
    parse_move,
    parse_variant,
)


def ledger(state: State, words: str) -> Ledger:
    """The ledger of a game that begins with the state and has these moves."""
    names = words.split()
    states = [played(state, " ".join(names[:count])) for count in range(len(names) + 1)]
    return Ledger.of(states, list(map(parse_move, names)))


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("WT1", 5),
        ("T2F", 10),
        ("WB1 WF", 10),
        ("T3B1", -2 + 5),
        ("T3B1 T3B2", -2 + 5 - 2),
        ("T3B1 B1T1", -2 + 5 + 5),
        ("T2B1 B1F", -2 + 5),
        ("D", 0),
        ("WB1", 0),
        ("T3T1", 5),
        ("T3T1 T1T4", 5),
        ("T3T1 T1T4 T4T1", 5),
    ],
)
def test_the_table_of_actions(moves: str, points: int) -> None:
    """2.5: each row once; a flip counts beside what uncovers it; a column to a column is nothing.

    Rulings: waste to buffer brings nothing, and from a buffer to its foundation only 5.
    """
    state = laid_out("9S", "AC", "KD | 8H", "9C", waste="AD 8D")
    assert ledger(state, moves).action == points


def test_a_recycle_costs_20_each_time() -> None:
    """A penalty counts as often as it is earned."""
    state = State.start(deal_from_seed(1), parse_variant("c4d3L-inf"))
    for times in (1, 2, 3):
        found = ledger(state, ("D " * 8 + "R ") * times)
        assert (found.action, found.completion(), found.recycles) == (-20 * times,) * 2 + (times,)


def test_ruling_a_card_earns_a_row_once() -> None:
    """Column to buffer and back brings 5 once, and -2 every time."""
    state = laid_out("9S 8H", "9C 8D")
    assert ledger(state, "T1B1 B1T1").action == 3
    assert ledger(state, "T1B1 B1T1 T1B1 B1T1").action == 1
    assert ledger(state, "T1B1 B1T1 T2B1 B1T2").action == 6
    assert ledger(state, "T1B1 B1T1 T1B2 B2T1 T1B3").action == -1


def test_ruling_foundation_and_back_costs_10_each_time() -> None:
    """Up, down and up again earns 10 once and loses 10 every time."""
    state = laid_out("3S 2H", "3C", variant="c4d1U-inf", up=(0, 1, 0, 0))
    assert ledger(state, "T1F").action == 10
    assert ledger(state, "T1F FHT1").action == 0
    assert ledger(state, "T1F FHT2 T2F").action == 0
    assert ledger(state, "T1F FHT2 T2F FHT1").action == -10


def test_rows_are_kept_apart() -> None:
    """A card that has earned 5 out of a buffer still earns its 10 on the foundation."""
    assert ledger(laid_out("9S", "2S", buffers="AS"), "B1F T2F").action == 5 + 10
    assert ledger(laid_out("2H | 3D", buffers="AS"), "T1B2 T1B3 B1F").action == -2 + 5 - 2 + 5
    state = laid_out("2D AS", "2H", variant="c4d1L-inf")
    assert ledger(state, "T1B1 B1T2 T2F").action == -2 + 5 + 10


def test_a_take_back_leaves_no_trace() -> None:
    """2.9: an undone move is as if it had never been made, in both ledgers."""
    game = Game(deal_from_seed(1)).play(parse_move("D"))
    before = game.ledger
    assert game.play(parse_move("WB1")).ledger != before
    assert game.play(parse_move("WB1")).undo().ledger == before


def won(variant: str = "c4d1L-inf", moves: str = "T1F", recycles: int = 0) -> Ledger:
    """The ledger of a win with the King of spades as the last card."""
    return ledger(laid_out("KS", variant=variant, up=(12, 13, 13, 13), recycles=recycles), moves)


def test_completion_score() -> None:
    """2.7: 10 a card up, 100 for a win without buffers, 20 less a recycle."""
    assert won().completion() == 620
    assert won(moves="T1B1 B1F").completion() == 520
    assert won(recycles=3).completion() == 560
    assert ledger(laid_out("AS", "9H"), "T1F").completion() == 10
    assert ledger(laid_out("AS", "9H"), "T1F T2B1").completion() == 10


def test_a_card_from_the_waste_in_a_buffer_costs_the_bonus() -> None:
    """ "No card ever entered a buffer" is about cards of the waste too."""
    state = laid_out(up=(12, 13, 13, 13))
    assert ledger(state, "D WB1 B1F").completion() == 520
    assert ledger(state, "D WF").completion() == 620


def test_without_buffers_every_win_earns_the_bonus() -> None:
    """With 0 buffers nothing can enter one."""
    assert won("c0d1L-inf").completion() == 620


@pytest.mark.parametrize(
    ("seconds", "bonus"), [(None, 0), (-5, 0), (0, 0), (9.99, 0), (10, 2), (59.9, 10), (300, 60)]
)
def test_time_bonus(seconds: float | None, bonus: int) -> None:
    """2.7 with its ruling: 2 for every full 10 seconds left, on a win only."""
    assert won().completion(seconds) == 620 + bonus
    assert ledger(laid_out("AS", "9H"), "T1F").completion(seconds) == 10


def test_flawless_is_a_win_without_a_recycle() -> None:
    """1.4: a flag that is worth no points; buffers do not matter to it."""
    assert won().flawless
    assert won(moves="T1B1 B1F").flawless
    assert not won(recycles=1).flawless
    assert not ledger(laid_out("AS", "9H"), "T1F").flawless


def test_statistics_of_steps_and_ladders() -> None:
    """1.4: how often a column became empty, and the longest run that ever lay in one."""
    state = laid_out("QS JD", "KH", "2D | 3C")
    assert (ledger(state, "").step_clearances, ledger(state, "").longest_ladder) == (0, 2)
    found = ledger(state, "T1T2x2")
    assert (found.step_clearances, found.longest_ladder) == (1, 3)
    found = ledger(state, "T1T2x2 T2T1x3")
    assert (found.step_clearances, found.longest_ladder) == (2, 3)
    found = ledger(state, "T1T2x2 T2B1 T2B2 T3B3")
    assert (found.step_clearances, found.longest_ladder) == (1, 3)


def test_ledgers_of_known_wins() -> None:
    """Every win brings 520 for the cards, and the rest of it follows from the line as written.

    No card flips twice, so the 21 face-down cards bring 105 in any win.
    """
    deals = known_deals()
    for row in rows("solitaire/certificates"):
        variant = parse_variant(row["variant"])
        found = Game(deals[row["deal_id"]], variant, tuple(map(parse_move, row["moves"]))).ledger
        recycles = row["moves"].count("R")
        buffered = any(word[-2:-1] == "B" for word in row["moves"])
        assert found.completion() == 520 - 20 * recycles + (0 if buffered else 100)
        assert found.flawless == (recycles == 0)
        flips = [posting for posting in found.earned if posting[0].name == "FLIP"]
        assert len(flips) == 21


def test_an_unfinished_game_scores_nothing_at_first() -> None:
    """Nothing is earned before the first move, and the longest run is one card."""
    found = Game(deal_from_seed(9), STANDARD).ledger
    assert (found.action, found.completion(), found.cards_up) == (0, 0, 0)
    assert (found.longest_ladder, found.won, found.flawless) == (1, False, False)
