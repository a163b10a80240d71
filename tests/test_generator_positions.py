"""Where candidates come from: games, neighbours of a position, and levels filled by SAT."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from steppe_solver.generator.one_ten_left import laid_in_turn, with_tens_left
from steppe_solver.generator.perturb import STEPS, neighbour
from steppe_solver.generator.players import PLAYERS_AT_HAND
from steppe_solver.generator.self_play import play_game
from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import PLAYERS, Color, Edition, Move, Position, Rules, Tile, slots
from steppe_solver.stopping import never


def positions(seed: int) -> list[Position]:
    """The positions of levels 2 and 3 of a few games."""
    rng = Random(seed)
    games = [play_game(Rules(), rng) for _ in range(4)]
    return [position for game in games for position in game.positions if position.level > 1]


def test_games_are_played_to_their_end_by_the_rules() -> None:
    """Each position of a game follows from the one before by a legal move, in both editions, and
    only the same game has the same name."""
    names = set()
    for seed in range(6):
        for edition in Edition:
            game = play_game(Rules(edition=edition), Random(seed))
            names.add(game.name)
            assert game.positions[0] == Position.start(Rules(edition=edition))
            for before, after in pairwise(game.positions):
                assert after in map(before.play, before.legal_moves())
            last = game.positions[-1]
            assert any(last.play(move).is_over for move in last.legal_moves())
    assert len(names) == 6  # the editions differ in names alone


def test_every_player_chooses_a_legal_move_and_has_a_taste_of_its_own() -> None:
    """All players stay within the moves they are given, and no two choose alike throughout."""
    choices = []
    for player in PLAYERS_AT_HAND:
        rng = Random(7)
        chosen: list[Move] = []
        for position in positions(3):
            moves = position.legal_moves()
            chosen.append(player(position, moves, rng))
            assert chosen[-1] in moves
        choices.append(tuple(chosen))
    assert len(set(choices)) == len(PLAYERS_AT_HAND)


def test_neighbours_are_consistent_and_differ() -> None:
    """A neighbour is another position, and the reader of positions takes it as it is written."""
    rng = Random(1)
    found = 0
    for position in positions(2):
        near = neighbour(position, rng)
        if near is not None:
            assert near != position
            assert parse_spn(format_spn(near)) == near
            found += 1
    assert found >= 20


def test_every_kind_of_step_leads_somewhere() -> None:
    """Each kind of change yields consistent positions now and then: none is dead weight."""
    rng = Random(1)
    starts = positions(5)
    for step in dict.fromkeys(STEPS):
        leads = False
        for position in starts * 3:
            changed = step(position, rng)
            if changed is not None and min(map(min, changed.reserves)) >= 0:
                try:
                    leads = parse_spn(format_spn(changed)) == changed != position
                except ValueError:
                    continue
                if leads:
                    break
        assert leads, step


def ten_places(level: tuple[Color | None, ...], attacker: Color) -> list[Move]:
    """Where the attacker could lay a ten above this level, by the rules alone."""
    bearing = (attacker, Color.NEUTRAL)
    return [
        move
        for move, covers in slots(5, 5).items()
        if move.tile is Tile.TEN
        and level[covers[0]] in bearing
        and level[covers[-1]] in bearing
        and level[covers[1]] is not None
    ]


def test_a_filling_leaves_just_so_many_places_for_tens() -> None:
    """Above a level filled by SAT the attacker has exactly as many places for tens as were asked,
    none touching another, and the filling covers each open cell once."""
    rng = Random(3)
    seen = dict.fromkeys((1, 2, 3), 0)
    for seed in range(40):
        start = next(p for p in play_game(Rules(), Random(seed)).positions if p.open_cells <= 18)
        attacker, tens = rng.choice(PLAYERS), rng.choice((1, 2, 3))
        laid = with_tens_left(start, attacker, tens, rng, never)
        if laid is None:
            continue
        level = list(start.levels[-1])
        for placement in laid:
            for index in slots(5, 5)[placement.move]:
                assert level[index] is None
                level[index] = placement.owner
        assert None not in level
        places = ten_places(tuple(level), attacker)
        cells = [index for move in places for index in slots(5, 5)[move]]
        assert len(places) == tens
        assert len(cells) == len(set(cells))
        seen[tens] += 1
    assert min(seen.values()) >= 2, seen


def test_a_filling_is_laid_in_legal_turns() -> None:
    """The positions on the way follow from each other by legal moves, and lay nothing else."""
    rng = Random(4)
    steps = 0
    for seed in range(12):
        before = next(p for p in play_game(Rules(), Random(seed)).positions if p.open_cells <= 18)
        laid = with_tens_left(before, Color.RED, 1, rng, never)
        moves = {placement.move for placement in laid or ()}
        for position in laid_in_turn(before, laid or (), rng):
            assert position in [before.play(m) for m in before.legal_moves() if m in moves]
            before = position
            steps += 1
    assert steps >= 30
