"""What one sees in the atlas, in numbers taken from its table."""

from __future__ import annotations

import statistics
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from atlas_family import LEVELS, Board, Variant, has_middle
from atlas_values import Finding

Games = Sequence[tuple[Variant, Finding]]

WIDTH = 100
"""Columns of the page's paragraphs."""

HANDS = ((0, 0), (1, 1), (2, 2), (3, 3), (4, 6), (7, None))
"""Neutral tiles in each hand, from and to."""

MIRROR = """\
Where no tile overlaps its own image under a half-turn, the second player can answer every move of
level 1 by its image: with a neutral tile in the middle, and on boards with both sides even. The
first player then cannot win a game of one level; all of these turn out to be drawn. On a second
level the second player moves first after such a mirror, on supports that the half-turn maps to
those of the other colour.
"""


def findings(games: Games) -> Iterator[str]:
    """The lines of the section."""
    for part in (_middles, _second_level, _third_level, _pairs, _neutrals, _extremes):
        yield from part(games)
        yield ""


def counts(games: Games) -> list[int]:
    """First player wins, draws, second player wins, and games of which that is open."""
    winners = [found.winner for _, found in games]
    return [winners.count(who) for who in ("first", "draw", "second", "open")]


def signed(number: int) -> str:
    """The number with its sign."""
    return f"{number:+d}" if number else "0"


def row(cells: Iterable[object]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def heads(names: Sequence[str]) -> Iterator[str]:
    """The first two lines of a Markdown table; all columns but the first are numbers."""
    yield row(names)
    yield row(["---", *["---:"] * (len(names) - 1)])


def _middles(games: Games) -> Iterator[str]:
    """Who wins, by the middle and the levels; these two say whether a cell is to spare."""
    yield "Who wins, by what is in the middle at the start and by the levels:\n"
    yield from heads(["middle", "levels", "to spare", "first wins", "draw", "second wins", "open"])
    for middle, there, neutral in (
        ("an edge or a corner", False, False),
        ("empty cell", True, False),
        ("neutral tile", True, True),
    ):
        for levels in LEVELS:
            some = [
                (game, found)
                for game, found in games
                if (game.board.levels, game.board.neutral) == (levels, neutral)
                and has_middle(game.board.width, game.board.height) == there
            ]
            (spare,) = {2 * game.board.area - game.board.open_cells for game, _ in some}
            yield row([middle, levels, f"{spare} cells" if spare != 1 else "1 cell", *counts(some)])
    yield f"\n{MIRROR.rstrip()}"


def _pairs(games: Games) -> Iterator[str]:
    """What the neutral tile is worth on boards where both middles go with the same reserves."""
    table = dict(games)
    changes = []
    for game, found in games:
        other = table.get(Variant(game.board._replace(neutral=True), game.reserve))
        if not game.board.neutral and other and found.is_exact and other.is_exact:
            changes.append(other.lower - found.lower)
    yield textwrap.fill(
        "With two levels the empty and the neutral centre are played with the same reserves."
        f" In {len(changes)} pairs of such games with both values known, the neutral tile costs the"
        f" first player something in {sum(change < 0 for change in changes)}, changes nothing in"
        f" {changes.count(0)}, and gains something in {sum(change > 0 for change in changes)}:"
        f" {statistics.mean(changes):+.1f} points on average.",
        WIDTH,
    )


def _second_level(games: Games) -> Iterator[str]:
    """What games of two levels with a neutral centre are worth."""
    some = [pair for pair in games if pair[0].board.neutral and pair[0].board.levels == 2]
    values = Counter(found.lower for _, found in some if found.is_exact)
    won = [f"{game}" for game, found in some if found.winner == "first"]
    common = values.most_common(5)
    said = ", ".join(f"{signed(value)} in {number}" for value, number in common)
    rest = values.total() - sum(number for _, number in common)
    yield textwrap.fill(
        "There the second player may then lay a one on the neutral centre, for 2 points, and mirror"
        " again while the ones last. The values of games of two levels with a neutral centre, where"
        f" they are known: {said}, and another in {rest}. Games of these that the first player is"
        f" known to win: {'; '.join(won[:3]) or 'none'}"
        + (f", and {len(won) - 3} more." if len(won) > 3 else "."),
        WIDTH,
    )


def _third_level(games: Games) -> Iterator[str]:
    """The largest board with a middle that has three levels and no open games."""
    some = [pair for pair in games if pair[0].board == Board(3, 3, 3, True)]
    yield "3x3x3 with a neutral centre, by the neutral tiles in each hand:\n"
    yield from heads(
        ["neutral tiles", "first wins", "draw", "second wins", "by 2", "by 1", "by more"]
    )
    for name, own in by_neutrals(some):
        lost = Counter(-found.lower for _, found in own if found.winner == "second")
        more = lost.total() - lost[1] - lost[2]
        yield row([name, *counts(own)[:3], lost[2], lost[1], more])


def by_neutrals(games: Games) -> Iterator[tuple[str, Games]]:
    """Those games whose value is known, by the neutral tiles in each hand, with names for these."""
    for least, most in HANDS:
        name = f"{least} or more" if most is None else f"{least}" + f"-{most}" * (least < most)
        yield (
            name,
            [
                (game, found)
                for game, found in games
                if found.is_exact
                and least <= game.reserve.neutrals
                and (most is None or game.reserve.neutrals <= most)
            ],
        )


def _neutrals(games: Games) -> Iterator[str]:
    yield "Games whose value is known, by the neutral tiles in each hand:\n"
    yield from heads(["neutral tiles", "games", "first wins", "draw", "second wins", "mean margin"])
    for name, some in by_neutrals(games):
        mean = statistics.mean(abs(found.lower) for _, found in some)
        yield row([name, len(some), *counts(some)[:3], f"{mean:.1f}"])


def _extremes(games: Games) -> Iterator[str]:
    yield "The largest margins among them; of several games, one with the fewest tiles:\n"
    yield from heads(["levels", "first player", "game", "second player", "game"])
    for levels in LEVELS:
        some = [pair for pair in games if pair[0].board.levels == levels and pair[1].is_exact]
        best = min(some, key=lambda pair: (-pair[1].lower, sum(pair[0].reserve)))
        worst = min(some, key=lambda pair: (pair[1].lower, sum(pair[0].reserve)))
        cells = ([signed(f.lower), f"{game}" if f.lower else ""] for game, f in (best, worst))
        yield row([levels, *next(cells), *next(cells)])
