"""What is seen at a glance: never more than the rules allow, and what is plain is true."""

from __future__ import annotations

from random import Random

from variants import mixed, random_game, random_rules, self_play

from steppe_solver.goals import Goal
from steppe_solver.position import PLAYERS, Position, Rules, Tile
from steppe_solver.puzzle.glance import (
    Glance,
    all_places,
    can_be_blocked,
    is_hopeless,
    most_apart,
)
from steppe_solver.puzzle.model import Kind
from steppe_solver.puzzle.task import Situation


def goals(position: Position) -> list[Goal]:
    """Some goals that concern the position: both sides, one to three tens, this level or later."""
    levels = range(position.level, min(position.level + 2, position.rules.levels + 1))
    return [Goal(side, tens, level) for side in PLAYERS for tens in (1, 2, 3) for level in levels]


def situation(position: Position, goal: Goal) -> Situation:
    """The position with the goal; the solver is whoever is to move."""
    assert position.mover is not None
    return Situation(Kind.TEN, position.mover, position, goal)


def test_what_fits_is_what_the_rules_allow() -> None:
    """On every board and level a held tile fits exactly where the rules let its holder lay it."""
    for seed in range(40):
        rng = Random(seed)
        for position in random_game(rng, random_rules(rng), mixed):
            for side in PLAYERS:
                fitting = {
                    place.move
                    for tile in Tile
                    if position.reserve(side).count(tile)
                    for place in Glance(position).fitting(side, tile)
                }
                assert fitting == set(position.placements(side))


def test_places_for_tens_only_become_fewer() -> None:
    """No move of a game, and no new level, brings back a place for a ten that was spoilt."""
    for seed in range(30):
        rng = Random(seed)
        game = list(self_play(rng))
        for level in (2, 3):
            for side in PLAYERS:
                before: set[object] | None = None
                for position in game:
                    if position.level > level:
                        break
                    now: set[object] = set(Glance(position).ten_places(side, level))
                    assert before is None or now <= before
                    before = now


def test_what_is_hopeless_never_comes() -> None:
    """Where a goal is hopeless at a glance, the game from there on does not bring its tens."""
    plain = 0
    for seed in range(60):
        game = list(self_play(Random(seed)))
        for number, position in enumerate(game[:-1]):
            for goal in goals(position):
                if is_hopeless(situation(position, goal)):
                    plain += 1
                    assert tens_to_come(game[number:], goal) < goal.tens
    assert plain > 1000


def tens_to_come(game: list[Position], goal: Goal) -> int:
    """How many tens the attacker lays on the goal's level in the rest of a game."""
    held = [
        position.reserve(goal.attacker).tens for position in game if position.level == goal.level
    ]
    after = next((position for position in game if position.level > goal.level), game[-1])
    return held[0] - after.reserve(goal.attacker).tens if held else 0


def test_a_block_is_a_reply_that_leaves_no_hope() -> None:
    """A defender can block exactly if one of its tiles, played out, makes the goal hopeless.

    Positions where a reply ends the level are left out: what it leaves as holes is not seen.
    """
    seen = {True: 0, False: 0}
    for seed in range(12):
        for position in self_play(Random(seed)):
            if position.is_over or position.level == 1:
                continue
            replies = [position.play(move) for move in position.legal_moves()]
            if any(after.level > position.level or after.is_over for after in replies):
                continue
            for goal in goals(position):
                asked = situation(position, goal)
                if goal.attacker is position.mover:
                    assert not can_be_blocked(asked)
                elif not is_hopeless(asked):
                    blocked = any(is_hopeless(situation(after, goal)) for after in replies)
                    assert can_be_blocked(asked) == blocked
                    seen[blocked] += 1
    assert min(seen.values()) > 50


def test_places_apart() -> None:
    """Tens side by side are counted on boards where everybody can see how many there are."""
    for width, height, most in ((5, 5, 8), (3, 3, 3), (4, 4, 5), (2, 5, 2), (7, 1, 2)):
        places = all_places(width, height)[Tile.TEN]
        assert most_apart(places, most + 1) == most
        assert most_apart(places, 1) == 1
    assert most_apart((), 3) == 0


def test_a_later_level_is_open_to_all() -> None:
    """Two levels ahead every place is open still; on the level of the tens, what fits now."""
    start = Position.start(Rules())
    for side in PLAYERS:
        assert len(Glance(start).ten_places(side, 3)) == 30
        assert len(Glance(start).ten_places(side, 2)) == 30
        assert len(Glance(start).ten_places(side, 1)) == 24  # c3 is taken
