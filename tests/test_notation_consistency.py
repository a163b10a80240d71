"""Consistency: a line is refused exactly where no sequence of placements could have left it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from steppe_solver.errors import ParseError, PositionError
from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import PLAYERS, Cell, Color, Position, Reserve, Rules, Tile


def faults(text: str) -> list[tuple[str, str, str]]:
    """Field, place and message of every fault of a line that can be read but not believed."""
    with pytest.raises(PositionError) as caught:
        parse_spn(text)
    return [(fault.field, fault.at, fault.message) for fault in caught.value.faults]


def expect(text: str, field: str, at: str, words: str) -> None:
    """The line has exactly one fault: this field, this place, these words in its message."""
    ((found, place, message),) = faults(text)
    assert (found, place) == (field, at)
    assert words in message


def test_tiles_on_board_and_in_reserve_must_add_up() -> None:
    """Too many and too few cells for the tiles gone are both refused, for either player."""
    board = "R..../...../..N../...../..... B"
    expect(f"{board} 15,5,3,3 15,5,3,3 0-0", "reserve", "1:33", "Red has 1 cell on the board")
    expect(f"{board} 13,5,3,3 15,5,3,3 2-0", "reserve", "1:33", "cover 2")
    board = "B..../...../..N../...../..... R"
    expect(f"{board} 15,5,3,3 15,5,2,3 0-10", "reserve", "1:42", "Blue has 1 cell on the board")


def test_neutral_cells_and_neutral_tiles_must_add_up() -> None:
    """A neutral cell that nobody laid, and a neutral tile that lies nowhere, are refused."""
    two = "N..../...../..N../...../..... B"
    expect(f"{two} 15,5,3,3 15,5,3,3 0-0", "reserve", "1:40", "2 neutral cells on the board")
    expect(f"{two} 15,5,3,2 15,5,3,2 0-0", "reserve", "1:40", "2 neutral tiles gone")
    on_small = "N../... R 2,0,0,0 2,0,0,0 0-0 reserves=2,0,0,1"
    expect(on_small, "reserve", "1:17", "1 neutral cell on the board")
    above = "NR/RB|N./.. B 1,0,0,{} 2,0,0,0 2-1 reserves=3,0,0,1"
    assert parse_spn(above.format(0)).rules.start == frozenset()
    assert parse_spn(above.format(1)).rules.start == frozenset({Cell(0, 1)})
    expect("BR/RB|NN/.. B 1,0,0,1 1,0,0,0 2-2 reserves=3,0,0,1", "reserve", "1:21", "make 1")


def test_a_reserve_cannot_be_larger_than_the_full_one() -> None:
    """Each count is compared with the full reserve, whatever that is."""
    start = "...../...../..N../...../..... R"
    expect(f"{start} 16,5,3,3 15,5,3,3 0-0", "reserve", "1:33", "holds 16 ones")
    expect(f"{start} 15,5,3,3 15,5,4,3 0-0", "reserve", "1:47", "holds 4 tens")
    expect(f"{start} 15,5,3,3 15,5,3,4 0-0", "reserve", "1:49", "holds 4 neutrals")
    small = "../.. R 2,1,0,1 2,2,0,1 0-0 reserves=2,1,0,1"
    expect(small, "reserve", "1:19", "holds 2 fives, a full reserve has 1")


def test_cells_must_be_coverable_by_the_tiles_used() -> None:
    """Cells apart cannot be a five, nor a corner a ten; the place is the first of the cells."""
    apart = "R.R../...../..N../...../..... B 15,4,3,3 15,5,3,3 5-0"
    expect(apart, "board", "1:1", "Red's cells cannot be covered by the tiles used")
    corner = "...../...../..N../...B./..BB. R 15,5,3,3 15,5,2,3 0-10"
    expect(corner, "board", "1:22", "Blue's cells cannot be covered")
    straight = corner.replace("...B./..BB.", "...../..BBB")
    assert parse_spn(straight).owner(Cell(4, 0)) is Color.BLUE


def test_coverings_obey_the_support_rules() -> None:
    """Ones, fives and ends of tens stand on own or neutral cells, the middle of a ten anywhere."""
    rules = "levels=2 reserves=9,1,1,0"
    below = "RBR/BBB/RRR"
    ten = f"{below}|RRR/.../... B 4,1,0,0 5,1,1,0 25-4 {rules}"
    assert parse_spn(ten).score == (25, 4)
    ones = f"{below}|RRR/.../... B 1,1,1,0 5,1,1,0 11-4 {rules}"
    expect(ones, "board", "1:13", "Red's cells cannot be covered")
    five = f"{below}|RR./.../... B 4,0,1,0 5,1,1,0 15-4 {rules}"
    expect(five, "board", "1:13", "Red's cells cannot be covered")
    ends = f"{below}|.R./.R./.R. B 4,1,0,0 5,1,1,0 25-4 {rules}"
    expect(ends, "board", "1:14", "Red's cells cannot be covered")


def test_the_score_must_fit_a_covering() -> None:
    """A score that no covering gives is refused, at the number of the player who has it."""
    one = "R..../...../..N../...../..... B 14,5,3,3 15,5,3,3"
    expect(f"{one} 2-0", "score", "1:51", "Red cannot have 2: the tiles on the board give 1")
    expect(f"{one} 1-4", "score", "1:53", "Blue cannot have 4: the tiles on the board give 0")
    swapped = faults(f"{one} 0-1")
    assert [(field, at) for field, at, _ in swapped] == [("score", "1:51"), ("score", "1:53")]


def test_a_score_may_fit_only_some_way_to_share_the_tiles_between_levels() -> None:
    """With a five on level 1 or on level 2 the points differ; each is taken, nothing between."""
    line = "RR/RR/NN|RR/../.. B 4,1,0,0 8,2,0,0 {}-0 levels=2 reserves=8,2,0,0"
    assert parse_spn(line.format(5 + 2 + 4))
    assert parse_spn(line.format(4 + 10))
    (fault,) = faults(line.format(12))
    assert fault[2] == "Red cannot have 12: the tiles on the board give 11 or 14"


def test_no_tile_lies_over_a_hole() -> None:
    """Tiles of any owner over a hole are refused, a ten's middle and a neutral tile included."""
    line = "R.R/RRR/RRR|{}/.../... R {} 0,0,0,0 {}-0 levels=2 reserves={}"
    ten = line.format("RRR", "0,0,0,0", 28, "8,0,1,0")
    assert ("board", "1:14", "b3 of level 2: no tile can lie over a hole of level 1") in faults(ten)
    assert "score" not in [field for field, _, _ in faults(ten)]
    neutral = line.format(".N.", "0,0,0,0", 8, "8,0,0,1")
    assert any("b3 of level 2" in message for _, _, message in faults(neutral))
    two = "..R/RRR/RRR|NN./.../... R 0,0,0,0 0,0,0,0 7-0 levels=2 reserves=7,0,0,1"
    assert any(message.startswith("a3, b3 of level 2") for _, _, message in faults(two))


def test_an_earlier_level_must_be_complete() -> None:
    """A level on which somebody can place with what is left now cannot lie under another one."""
    line = "RRRRR/RRRBB/BBN.B/BBBBB/RRRRB|{}/...../...../...../..... R 15,2,1,3 15,1,2,3 35-30"
    expect(line.format("....."), "board", "1:16", "level 1 is not complete, yet level 2 has begun")
    assert (
        "Red and Blue can still place on level 1, such as on d3"
        in faults(line.format("....."))[0][2]
    )
    only_blue = "R.|R. B 0,0,0,0 1,0,0,0 3-0 levels=2 reserves=2,0,0,0"
    assert any(
        ": Blue can still place on level 1" in message for _, _, message in faults(only_blue)
    )


def test_a_hole_may_stay_where_nobody_has_a_tile_for_it() -> None:
    """A cell too narrow for what is in hand is a hole, and the level is complete."""
    line = "RR.|... R {},1,0,0 {},2,0,0 5-0 levels=2 reserves={},2,0,0"
    assert parse_spn(line.format(0, 0, 0)).level == 2
    expect(line.format(1, 1, 1), "board", "1:3", "Red and Blue can still place on level 1")


def test_the_mover_must_be_able_to_place() -> None:
    """Where only the other player can place, the turn is theirs."""
    line = (
        "BBRRR/BBBBB/RNNBB/RBBBB/BNRRN|BBRRR/BBBBB/RRBBB/RBBBB/BBRRR|.BRRR/.B.../RRBB./R...N/..RRR"
        " {} 6,0,1,0 0,0,0,2 115-106"
    )
    expect(line.format("R"), "mover", "1:91", "Red cannot place on level 3: it is Blue's turn")
    assert parse_spn(line.format("B")).mover is Color.BLUE
    expect(line.format("-"), "mover", "1:91", "the game has not ended: Blue can still place")


def test_an_ended_game_has_no_mover() -> None:
    """Where nobody can place any more the mover is a dash, with or without the empty levels."""
    line = "R|B {} 0,0,0,0 0,0,0,0 1-2 levels=2 reserves=1,0,0,0"
    over = "N|N {} 0,0,0,0 0,0,0,0 0-0 levels=2 reserves=0,0,0,1"
    expect(over.format("R"), "mover", "1:5", "the game has ended, write -")
    assert parse_spn(over.format("-")).is_over
    assert any(field == "board" for field, _, _ in faults(line.format("-")))
    out = ". {} 0,0,0,0 0,0,0,0 0-0 reserves=0,0,0,0"
    expect(out.format("B"), "mover", "1:3", "the game has ended, write -")
    assert parse_spn(out.format("-")).level == 3


def test_a_dash_where_levels_are_still_to_come_is_refused() -> None:
    """A full level below the last is no end: somebody can place on the next one, written or not."""
    for level_2 in ("", "|../.."):
        line = f"RB/NN{level_2} - 3,0,0,0 3,0,0,0 1-1 levels=2 reserves=4,0,0,1"
        ((field, _, message),) = faults(line)
        assert field == "mover"
        assert message == "the game has not ended: Red and Blue can still place on level 2"


def test_a_complete_level_is_never_the_last_one_written() -> None:
    """The next level must follow, empty, before somebody can be to move."""
    line = "NBBRR/RBNRB/BBNRB/BBBBR/BRRRB|RNBNR/RBBBB/BBRRN/BBNRR/BRRRB{} B 5,2,2,0 6,2,0,0 55-75"
    expect(line.format(""), "board", "1:31", "level 3 must be written too, empty")
    assert parse_spn(line.format("|...../...../...../...../.....")).level == 3


def test_the_middle_of_the_standard_board_is_neutral() -> None:
    """c3 of level 1 carries a neutral tile in every standard position, played cells included."""
    expect(
        "...../...../...../...../..... R 15,5,3,3 15,5,3,3 0-0", "board", "1:15", "c3 of level 1"
    )
    played = faults("...../...../..R../...../..... B 14,5,3,3 15,5,3,3 1-0")
    assert [(field, at) for field, at, _ in played] == [("board", "1:15")]
    assert parse_spn("...../...../...../...../..... R 15,5,3,3 15,5,3,3 0-0 start=-")


def test_starting_cells_must_be_neutral_on_the_board() -> None:
    """``start=`` that the board contradicts is at fault itself, at the cell that is wrong."""
    line = "N../... R 2,1,0,1 2,1,0,1 0-0 reserves=2,1,0,1 start="
    assert parse_spn(line + "a2")
    expect(line + "a2,c1", "word", "1:57", "c1 of level 1 is not neutral")
    expect(line + "-", "reserve", "1:17", "0 neutral cells at the start")


def test_every_reason_is_named() -> None:
    """Faults of both players' tiles, of the board, of the mover and of the score come together."""
    assert [
        fault[:2] for fault in faults("R.R../...../...../...../B.... B 15,4,3,3 15,5,3,3 5-7")
    ] == [
        ("board", "1:1"),  # two cells apart are no five
        ("board", "1:15"),  # c3
        ("reserve", "1:42"),  # a cell too many
    ]
    line = "RN/B.|.B/.B - 1,0,0,0 0,0,0,1 4-9 reserves=2,0,0,1"
    assert [fault[:2] for fault in faults(line)] == [
        ("board", "1:5"),  # a place is left on level 1
        ("board", "1:11"),  # a tile over it
        ("mover", "1:13"),  # places are left on level 2
        ("reserve", "1:23"),  # a cell too many
        ("score", "1:31"),  # one point, not four
    ]


def test_syntax_comes_first() -> None:
    """While a line cannot be read, nothing is said about whether it could come up."""
    with pytest.raises(ParseError) as caught:
        parse_spn("R..../...../...../...../..... B 99,5,3,3 15,5,3,3 7")
    assert [fault.field for fault in caught.value.faults] == ["score"]


def test_names_follow_the_edition() -> None:
    """In the dmr edition the first player is White."""
    line = "W..../...../..N../...../..... B 15,5,3,3 15,5,3,3 0-0 dmr"
    expect(line, "reserve", "1:33", "White has 1 cell on the board")


def left_by_placements(rules: Rules) -> set[Position]:
    """Every position that placements can leave, in any order of turns, either player to move.

    Found by laying tiles, without any of the reasons that the reader knows.
    """
    ground = replace(Position.start(replace(rules, reserve=Reserve(9, 9, 9, 9))), mover=None)
    first = replace(ground, rules=rules, levels=ground.levels[:1], reserves=(rules.reserve,) * 2)
    waiting, met, left = [first], {first}, set()
    while waiting:
        bare = waiting.pop()
        able = [color for color in PLAYERS if bare.can_place(color)]
        after: list[Position] = []
        if not able and bare.level < rules.levels:
            after.append(replace(bare, levels=(*bare.levels, (None,) * len(bare.levels[0]))))
        elif not able:
            left.add(bare)
        for color in able:
            left.add(replace(bare, mover=color))
            for move in bare.placements(color):
                owner = Color.NEUTRAL if move.tile is Tile.NEUTRAL else color
                level = list(bare.levels[-1])
                for cell in move.cells:
                    level[rules.index(cell)] = owner
                reserves, score = list(bare.reserves), list(bare.score)
                reserves[color.index] = reserves[color.index].without(move.tile)
                score[color.index] += move.tile.face * bare.level
                after.append(
                    replace(
                        bare,
                        levels=(*bare.levels[:-1], tuple(level)),
                        reserves=(reserves[0], reserves[1]),
                        score=(score[0], score[1]),
                    )
                )
        new = set(after) - met
        met |= new
        waiting.extend(new)
    return left


def neighbours(position: Position) -> Iterator[Position]:
    """Everything that differs from the position in one place of its line."""
    for mover in (None, *PLAYERS):
        if mover or position.level == position.rules.levels:
            yield replace(position, mover=mover)
    for side, step in itertools.product((0, 1), (-7, -3, -2, -1, 1, 2, 3, 7)):
        score = list(position.score)
        score[side] += step
        yield replace(position, score=(max(0, score[0]), max(0, score[1])))
    for side, kind, step in itertools.product((0, 1), range(4), (-1, 1)):
        reserves = [list(reserve) for reserve in position.reserves]
        reserves[side][kind] = max(0, reserves[side][kind] + step)
        yield replace(position, reserves=(Reserve(*reserves[0]), Reserve(*reserves[1])))
    for number, level in enumerate(position.levels):
        for index, owner in itertools.product(range(len(level)), (None, *Color)):
            other = (*level[:index], owner, *level[index + 1 :])
            levels = (*position.levels[:number], other, *position.levels[number + 1 :])
            yield replace(position, levels=levels)


def line_of(position: Position) -> str:
    """The position's line, the starting cells always named."""
    line = format_spn(position)
    if " start=" in line:
        return line
    return f"{line} start={','.join(map(str, sorted(position.rules.start))) or '-'}"


@pytest.mark.parametrize(
    "rules",
    [
        Rules(1, 1, 3, Reserve(1, 0, 0, 1), frozenset()),
        Rules(2, 1, 4, Reserve(1, 1, 0, 0), frozenset()),
        Rules(2, 2, 1, Reserve(2, 1, 0, 1), frozenset({Cell(0, 0)})),
        Rules(2, 2, 2, Reserve(2, 1, 0, 1), frozenset()),
        Rules(2, 2, 3, Reserve(3, 0, 0, 0), frozenset()),
        Rules(3, 1, 2, Reserve(2, 1, 1, 1), frozenset()),
        Rules(1, 3, 3, Reserve(1, 1, 1, 0), frozenset({Cell(0, 1)})),
        Rules(3, 2, 2, Reserve(1, 1, 1, 0), frozenset()),
    ],
    ids=lambda rules: f"{rules.width}x{rules.height}x{rules.levels}",
)
def test_on_tiny_variants_just_what_placements_can_leave_is_read(rules: Rules) -> None:
    """Near what laying tiles can give, the reader takes everything that it gives, and no more.

    Positions that laying tiles leaves are altered in one place and in two.
    """
    rng = Random(1)
    left = left_by_placements(rules)
    for position in rng.sample(sorted(left, key=repr), min(len(left), 25)):
        near = list(neighbours(position))
        for altered in [*near, *(rng.choice(list(neighbours(other))) for other in near)]:
            try:
                taken = parse_spn(line_of(altered)) == altered
            except PositionError:
                taken = False
            assert taken == (altered in left), line_of(altered)
