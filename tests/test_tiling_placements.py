"""What a level has room for, against the rules of the game."""

from __future__ import annotations

from random import Random

from variants import near_end, random_rules

from steppe_solver.position import PLAYERS, Color, Reserve, Rules, Tile
from steppe_solver.tiling.placements import (
    all_fits,
    current_room,
    level_placements,
    mask_of,
    possible_room,
    room_above,
)
from steppe_solver.tiling.question import Layout, Question, laying


def test_placements_are_those_of_the_rules() -> None:
    """In positions by chance, what fits is what either player could place by the rules."""
    several = 0
    for seed in range(200):
        rng = Random(seed)
        position = near_end(rng, random_rules(rng), rng.randint(0, 6))
        question = Question(Layout.of(position))
        fits = level_placements(question, current_room(question.layout))
        by_rules = {
            (Color.NEUTRAL if move.tile is Tile.NEUTRAL else color, move)
            for color in PLAYERS
            for move in position.placements(color)
        }
        assert {(fit.placement.owner, fit.placement.move) for fit in fits} == by_rules, seed
        assert len(fits) == len(by_rules), seed
        several += len(fits) > 5
    assert several >= 40


def test_only_players_asked_lay() -> None:
    """With Blue alone asked nothing is Red's, and Red's neutral tiles do not count."""
    rules = Rules(2, 1, 1, start=frozenset())
    layout = Layout(rules, ((None, None),), (Reserve(1, 1, 0, 1), Reserve(1, 0, 0, 0)))
    fits = level_placements(Question(layout, players=(Color.BLUE,)), current_room(layout))
    assert [str(fit.placement.move) for fit in fits] == ["1a1", "1b1"]
    assert {fit.placement.owner for fit in fits} == {Color.BLUE}


def test_fits_say_which_cells_they_cover_and_stand_on() -> None:
    """Ranks are the order of a laying; a ten's middle and a neutral tile need no firm support."""
    fits = all_fits(4, 3, 2)
    assert laying(fit.placement for fit in fits) == tuple(fit.placement for fit in fits)
    rules = Rules(4, 3, start=frozenset())
    for rank, fit in enumerate(fits):
        move = fit.placement.move
        assert fit.rank == rank
        assert fit.covers == tuple(rules.index(cell) for cell in move.cells)
        needed = {fit.covers[0], fit.covers[-1]} - ({*fit.covers} if "N" in str(move) else set())
        assert set(fit.ends) == needed
        assert (fit.mask, fit.ends_mask) == (mask_of(fit.covers), mask_of(fit.ends))


def test_rooms_over_known_and_unknown_owners() -> None:
    """A hole closes a cell; a cell bears its owner and neutral bears all; unknown may bear any."""
    owners = (Color.RED, Color.BLUE, Color.NEUTRAL, None)
    assert room_above(2, owners) == (2, 0b0111, (0b0101, 0b0110))
    assert possible_room(2, 0b0111) == (2, 0b0111, (0b0111, 0b0111))
