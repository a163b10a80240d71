"""The atlas as a page: its boards, what one sees, what it costs, and the values board by board."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Iterator
from itertools import groupby

from atlas_family import Board, boards, variants
from atlas_findings import WIDTH, Games, by_neutrals, counts, findings, heads, row, signed
from atlas_table import Table
from atlas_values import BARE, BRUTE_FORCE, ORACLE, Finding

from steppe_solver.position import Reserve, Tile

MOST_OPEN = 0.75
"""Boards of which more is open have no table of values here; the file has them."""

TRIVIAL = 10_000
"""Nodes: boards whose games take no more are left out of the table of costs."""

HEAD = """\
# Small boards: an atlas

What games of Steppe on small boards are worth from their first move: {games:,} games, the exact
value of {exact:,} of them, and proved bounds for the others.

4x3x2 is a board four by three with two levels; turned by a quarter it is the same game. Both
players hold the same tiles, any that cover the open cells exactly or with one cell to spare: a
reserve of `ones,fives,tens,neutrals` covers ones + 2 fives + 3 tens + neutrals cells. Where a board
has a cell in the middle, there are games with a neutral tile on it at the start ("neutral centre"),
and games without ("empty centre").

    python benchmarks/atlas.py           # goes on with atlas.csv for an hour, and writes this page
    python benchmarks/atlas.py --check   # finds values anew, drawn by chance, for half a minute

[atlas.csv](atlas.csv) has a row a game: the value (the first player's margin under perfect play,
empty where it is not known), the proved bounds, who wins, the nodes of the search that found it,
by what it was found and confirmed, and the processor time (s) that a search for it had at most.
"""

CONFIRMED = """\
{complete}

"Open" are games of which only bounds are known; where these tell who wins, the game counts for the
winner too. Every value was found by one search and confirmed by a second
one{once}:

- {oracle:,} by the slow oracle of the tests, which is plain minimax, and {brute:,} by the brute
  force of `peers/brute_force.cpp`; neither shares any code with the package;
- {bare:,}, where these two are too slow or do not take such hands, by the package's own search
  without all that it knows of packings, guarantees and lone cells.

The search that finds the values leaves the ordering of moves out, and so does the last one: from
the first move of a small board it is quicker without. No search contradicted another; that would
end the run.
"""

COSTS = """\
Games by the processor time that the search for the value had at most, and the nodes it took where a
value was found. A board is left when ten games in a row stay open, until the next round gives more
time to each.
"""

VALUES = """\
A row has the fives and tens that each player holds, a column the neutral tiles; the ones make up
the cells named above the table. Values are the first player's margin. Where only bounds are known:
`+` the first player wins, `-` the second does, `0+` the first does not lose, `0-` the second does
not lose, `?` anything is possible. Of boards that are not here, most is open.
"""


def page(table: Table) -> str:
    """The text of the page. Every game of the family must be in the table."""
    games = [(game, table[game]) for board in boards() for game in variants(board)]
    by = [found.confirmed for _, found in games if found.is_exact]
    confirmed = CONFIRMED.format(
        complete=_complete(games),
        once=f", which {by.count('')} still wait for" if "" in by else "",
        oracle=by.count(ORACLE),
        brute=by.count(BRUTE_FORCE),
        bare=by.count(BARE),
    )
    parts = [
        HEAD.format(games=len(games), exact=len(by)),
        *("## The boards\n", *_board_table(games), "", confirmed),
        *("## What one sees\n", *findings(games)),
        *("## What it costs\n", *_cost_table(games), "", COSTS),
        *("Nodes, median, by the neutral tiles in each hand:\n", *_growth_table(games), ""),
        *("## Values\n", VALUES),
    ]
    for board in boards():
        own = _of(games, board)
        is_open = sum(not found.is_exact for _, found in own)
        if len(own) > 2 and is_open <= MOST_OPEN * len(own):
            parts += _values(board, own)
    return "\n".join(parts).rstrip() + "\n"


def _of(games: Games, board: Board) -> Games:
    return [(game, found) for game, found in games if game.board == board]


def _board_table(games: Games) -> Iterator[str]:
    names = ["board", "cells each", "games", "exact", "open"]
    yield from heads([*names, "first wins", "draw", "second wins", "values"])
    for board in boards():
        yield row([board.title, board.area, *_board_cells(_of(games, board))])
    yield row(["all", "", *_board_cells(games)])


def _board_cells(games: Games) -> list[str]:
    """How many there are, and are known; who wins; the least and the largest value."""
    values = [found.lower for _, found in games if found.is_exact]
    numbers = [len(games), len(values), len(games) - len(values), *counts(games)[:3]]
    return [f"{n:,}" for n in numbers] + [f"{signed(min(values))} to {signed(max(values))}"]


def _cost_table(games: Games) -> Iterator[str]:
    times = sorted({found.seconds for _, found in games if found.is_exact})
    names = [f"{time:g} s" if time else "no search" for time in times]
    yield from heads(["board", *names, "open", "nodes, median", "the most"])
    for name, group in groupby(games, key=lambda pair: str(pair[0].board)):
        own = [found for _, found in group]
        done = [found for found in own if found.is_exact]
        nodes = sorted(found.nodes for found in done)
        if nodes[-1] > TRIVIAL:
            by_time = (sum(found.seconds == time for found in done) for time in times)
            middle = f"{statistics.median_low(nodes):,}"
            yield row([name, *by_time, len(own) - len(done), middle, f"{nodes[-1]:,}"])


def _growth_table(games: Games) -> Iterator[str]:
    """What neutral tiles cost, on boards whose games are all settled."""
    yield from heads(["board", *(name for name, _ in by_neutrals(games))])
    for name, group in groupby(games, key=lambda pair: str(pair[0].board)):
        own = list(group)
        if all(f.is_exact for _, f in own) and max(f.nodes for _, f in own) > TRIVIAL:
            medians = (
                f"{statistics.median_low(f.nodes for _, f in some):,}" if some else ""
                for _, some in by_neutrals(own)
            )
            yield row([name, *medians])


def _complete(games: Games) -> str:
    """Which boards have open games."""
    names = [str(game.board) for game, found in games if not found.is_exact]
    if not names:
        return "All games are settled."
    return textwrap.fill(
        f"Some games of {', '.join(dict.fromkeys(names))} are open; all others are settled. The"
        " open ones are the dearer ones: what is known of these boards is no fair sample of them.",
        WIDTH,
    )


def _shown(found: Finding) -> str:
    """A value, or what the bounds say of the winner."""
    if found.is_exact:
        return signed(found.lower)
    if found.lower > 0 or found.upper < 0:
        return "+" if found.lower > 0 else "-"
    return "0+" if found.lower == 0 else "0-" if found.upper == 0 else "?"


def _values(board: Board, games: Games) -> Iterator[str]:
    """The values of a board, a line for each number of fives and tens."""
    shown = {game.reserve: _shown(found) for game, found in games}
    wide = max(map(len, shown.values()))
    yield f"{board.title}: {board.area} cells each\n\n```text"
    yield "5s 10s  N=" + " ".join(f"{n:>{wide}}" for n in range(board.area + 1))
    for tens in range(board.area // Tile.TEN.length + 1):
        rest = board.area - tens * Tile.TEN.length
        for fives in range(rest // Tile.FIVE.length + 1):
            singles = rest - fives * Tile.FIVE.length
            cells = (shown[Reserve(singles - n, fives, tens, n)] for n in range(singles + 1))
            yield f"{fives:2} {tens:3}    " + " ".join(f"{cell:>{wide}}" for cell in cells)
    yield "```\n"
