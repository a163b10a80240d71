"""Coverings: which tiles a colour's cells can be, against a search without cleverness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from variants import random_game, random_rules

from steppe_solver.notation import coverings, format_spn, parse_spn, witness
from steppe_solver.notation.coverings import possible_scores
from steppe_solver.position import PLAYERS, Cell, Color, Level, Move, Position, Reserve, Rules, Tile


def layings(position: Position, color: Color, number: int, left: set[Cell]) -> Iterator[list[Tile]]:
    """Every way to cover the cells of a level with tiles that the support rules allow."""
    if not left:
        yield []
        return
    first = min(left)
    for tile in (Tile.ONE, Tile.FIVE, Tile.TEN):
        for step in ((1, 0), (0, 1))[: 1 if tile is Tile.ONE else 2]:
            cells = [
                Cell(first.column + i * step[0], first.row + i * step[1])
                for i in range(tile.length)
            ]
            ends = {cells[0], cells[-1]}
            firm = number == 1 or all(
                position.owner(cell, number - 1) in (color, Color.NEUTRAL)
                for cell in ends
                if cell in left
            )
            if left.issuperset(cells) and firm:
                for rest in layings(position, color, number, left.difference(cells)):
                    yield [tile, *rest]


def scores_by_search(position: Position, color: Color) -> frozenset[int]:
    """What `possible_scores` should say, by listing every way to lay every level."""
    rules = position.rules
    sums = {((0, 0, 0), 0)}
    for number, level in enumerate(position.levels, 1):
        cells = {rules.cell(i) for i, owner in enumerate(level) if owner is color}
        ways = set()
        for laying in layings(position, color, number, cells):
            counts = tuple(laying.count(tile) for tile in (Tile.ONE, Tile.FIVE, Tile.TEN))
            ways.add((counts, number * sum(tile.face for tile in laying)))
        sums = {
            (tuple(a + b for a, b in zip(old, new, strict=True)), score + points)  # type: ignore[misc]
            for old, score in sums
            for new, points in ways
        }
    full, held = rules.reserve, position.reserve(color)
    used = (full.ones - held.ones, full.fives - held.fives, full.tens - held.tens)
    return frozenset(score for counts, score in sums if counts == used)


def random_levels(rng: Random, rules: Rules) -> tuple[Level, ...]:
    """Levels without a tile over a hole, otherwise at random."""
    levels: list[Level] = []
    for _ in range(rules.levels):
        owners = (None, Color.RED, Color.RED, Color.BLUE, Color.NEUTRAL)
        below = levels[-1] if levels else (Color.NEUTRAL,) * (rules.width * rules.height)
        levels.append(tuple(None if under is None else rng.choice(owners) for under in below))
    return tuple(levels)


def test_scores_agree_with_a_plain_search() -> None:
    """For random levels and every way to share the area between tiles, the scores are the same."""
    rng = Random(11)
    some = none = 0
    for _ in range(250):
        rules = Rules(rng.randint(1, 4), rng.randint(1, 3), 2, Reserve(24, 12, 8, 0), frozenset())
        levels = random_levels(rng, rules)
        area = sum(level.count(Color.RED) for level in levels)
        for tens in range(min(4, area // 3 + 1)):
            fives = rng.randint(0, (area - 3 * tens) // 2)
            held = Reserve(24 - area + 3 * tens + 2 * fives, 12 - fives, 8 - tens, 0)
            position = Position(rules, levels, None, (held, rules.reserve), (0, 0))
            expected = scores_by_search(position, Color.RED)
            assert possible_scores(position, Color.RED) == expected
            some, none = some + bool(expected), none + (not expected)
    assert some > 100
    assert none > 50


@pytest.mark.parametrize("seed", range(4))
def test_a_witness_lies_as_the_position_says(seed: int) -> None:
    """The tiles shown cover every cell of every level, agree with the counts, and can lie."""
    rng = Random(seed)
    games = [random_game(rng, random_rules(rng)) for _ in range(15)]
    games.append(random_game(rng, Rules()))
    for game in games:
        for position in game[::3]:
            check_witness(position)


def check_witness(position: Position) -> None:
    """The claims of the test above for one position."""
    rules = position.rules
    found = witness(position)
    assert found is not None
    assert len(found) == len(position.levels)
    used = {color: [0, 0, 0, 0] for color in Color}
    points = dict.fromkeys(Color, 0)
    for number, (covering, level) in enumerate(zip(found, position.levels, strict=True), 1):
        covered: dict[Cell, Color] = {}
        if number == 1:
            covered = dict.fromkeys(rules.start, Color.NEUTRAL)
        for owner, moves in covering.items():
            for move in moves:
                assert not covered.keys() & set(move.cells)
                covered.update(dict.fromkeys(move.cells, owner))
                used[owner][list(Tile).index(move.tile)] += 1
                points[owner] += move.tile.face * number
                assert can_lie(position, owner, move, number)
        assert covered == {rules.cell(i): owner for i, owner in enumerate(level) if owner}
    for color in PLAYERS:
        held = position.reserve(color)
        gone = [full - now for full, now in zip(rules.reserve, held, strict=True)]
        assert used[color][:3] == gone[:3]
        assert points[color] == position.score[color.index]


def can_lie(position: Position, owner: Color, move: Move, number: int) -> bool:
    """Does `Position.play` take the move on the empty level, from a player who has the tile?"""
    player = Color.RED if owner is Color.NEUTRAL else owner
    empty: Level = (None,) * len(position.levels[0])
    levels = (*position.levels[: number - 1], empty)
    reserves = (Reserve(1, 1, 1, 1),) * 2
    bare = replace(position, levels=levels, mover=player, reserves=reserves)
    return move in bare.legal_moves()


def test_a_witness_of_a_known_position() -> None:
    """Where only one laying fits, that is the one shown."""
    line = "RR/RR/NN|RR/../.. B 4,1,0,0 8,2,0,0 14-0 levels=2 reserves=8,2,0,0"
    found = witness(parse_spn(line))
    assert found is not None
    assert [str(move) for move in found[1][Color.RED]] == ["5a3-b3"]
    assert {move.tile for move in found[0][Color.RED]} == {Tile.ONE}
    assert found[0][Color.NEUTRAL] == ()


def large_board() -> Position:
    """An 8 x 8 position on which Red has laid ones only, nearly everywhere."""
    rules = Rules(8, 8, 2, Reserve(70, 1, 1, 0), frozenset())
    level: Level = (*((Color.RED,) * 63), None)
    return Position(rules, (level,), Color.BLUE, (Reserve(7, 1, 1, 0), rules.reserve), (63, 0))


def test_beyond_the_work_limit_the_check_is_skipped() -> None:
    """A board that would take too long is read without this check, and has no witness."""
    position = large_board()
    assert possible_scores(position, Color.RED) is None
    assert parse_spn(format_spn(position)) == position
    assert witness(position) is None


def test_within_the_work_limit_every_standard_board_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The densest 5 x 5 levels need less than a tenth of the limit, whatever the supports are."""
    monkeypatch.setattr(coverings, "MOST_SETS", coverings.MOST_SETS // 10)
    rng = Random(2)
    full: Level = (Color.RED,) * 25
    for share in (0, 1, 5, 12, 25):
        for _ in range(20):
            below = tuple(Color.BLUE if rng.random() * 25 < share else Color.RED for _ in full)
            rules = Rules(levels=2, reserve=Reserve(50, 25, 16, 0), start=frozenset())
            red = below.count(Color.RED) + 25
            held = Reserve(50 - red, 25, 16, 0)
            blue = Reserve(50 - below.count(Color.BLUE), 25, 16, 0)
            position = Position(rules, (below, full), None, (held, blue), (0, 0))
            assert possible_scores(position, Color.RED) is not None
