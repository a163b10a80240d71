"""Questions without a laying, each for a reason of its own: what the cores and proofs are tried on.

A level is written as its rows from row 1 on, ``.`` for an empty cell or a hole; level 1 alone
stands on the ground.
"""

from __future__ import annotations

from functools import cache
from random import Random

from layings import TooManyLayingsError, all_layings, random_question

from steppe_solver.position import Cell, Color, Level, Reserve, Rules, Tile
from steppe_solver.tiling.question import Keep, Layout, Need, Question

RED, BLUE, NEUTRAL = Color
ONE, FIVE, TEN, WHITE = Tile
OWNERS = {"R": RED, "B": BLUE, "N": NEUTRAL, ".": None}
FEW, NONE = Reserve(2, 1, 1, 0), Reserve(0, 0, 0, 0)


def layout(below: str, top: str, red: Reserve, blue: Reserve, above: int = 0) -> Layout:
    """The layout with these rows; ``above`` levels more are in the game."""
    rows = [level.split("/") for level in (below, top) if level]
    levels: list[Level] = [tuple(OWNERS[c] for c in "".join(level)) for level in rows]
    rules = Rules(len(rows[0][0]), len(rows[0]), len(levels) + above, start=frozenset())
    return Layout(rules, tuple(levels), (red, blue))


def need(color: Color, tile: Tile, count: int, level: int | None = None) -> Need:
    """At least so many tiles."""
    return Need(color, tile, count, level=level)


def exactly(color: Color, tile: Tile, count: int, level: int | None = None) -> Need:
    """Just so many tiles."""
    return Need(color, tile, count, exactly=True, level=level)


A1, B1 = Cell(0, 0), Cell(1, 0)

EMPTY = "/".join(["....."] * 5)

MADE_UP: dict[str, Question] = {
    "a hole under the ten": Question(layout("R.R", "...", FEW, FEW), needs=(need(RED, TEN, 1),)),
    "an opponent under the end": Question(
        layout("RRB", "...", FEW, FEW), needs=(need(RED, TEN, 1),)
    ),
    "a tile in the way": Question(layout("", ".N.", FEW, FEW), needs=(need(BLUE, TEN, 1),)),
    "no ten in hand": Question(
        layout("", "...", Reserve(3, 1, 0, 1), FEW), needs=(need(RED, TEN, 1),)
    ),
    "no room for two": Question(
        layout("", ".../...", Reserve(0, 0, 3, 0), FEW), needs=(need(RED, TEN, 3),)
    ),
    "a board too small": Question(layout("", "../..", FEW, FEW), needs=(need(RED, TEN, 1),)),
    "both want the row": Question(
        layout("", "....", FEW, FEW), needs=(need(RED, TEN, 1), need(BLUE, FIVE, 1))
    ),
    "too few to fill": Question(layout("", "../..", Reserve(1, 1, 0, 0), NONE), full=True),
    "fives alone": Question(
        layout("", ".../...", Reserve(0, 2, 0, 0), Reserve(0, 0, 0, 1)), full=True
    ),
    "an odd board": Question(
        layout("", ".../.../...", Reserve(0, 9, 0, 0), Reserve(0, 9, 0, 0)), full=True
    ),
    "Blue's cells with Red alone": Question(
        layout("BBR", "...", Reserve(5, 2, 1, 0), FEW), 1, (RED,), full=True
    ),
    "who does not lay needs": Question(
        layout("", "..", FEW, FEW), 1, (RED,), needs=(need(BLUE, ONE, 1),)
    ),
    "who does not lay needs neutrals": Question(
        layout("", "..", Reserve(1, 0, 0, 1), Reserve(1, 0, 0, 1)),
        1,
        (RED,),
        needs=(need(BLUE, WHITE, 1),),
    ),
    "who does not lay keeps": Question(
        layout("", "..", FEW, FEW), 1, (BLUE,), keeps=(Keep(A1, RED),)
    ),
    "kept by two": Question(layout("", "..", FEW, FEW), keeps=(Keep(A1, RED), Keep(A1, BLUE))),
    "kept over a hole": Question(layout(".R", "..", FEW, FEW), keeps=(Keep(A1, NEUTRAL),)),
    "kept but taken": Question(layout("RB", "R.", FEW, FEW), keeps=(Keep(A1, BLUE),)),
    "kept over the opponent": Question(layout("BB", "..", FEW, FEW), keeps=(Keep(B1, RED),)),
    "kept neutral without neutrals": Question(
        layout("", "..", FEW, FEW), keeps=(Keep(A1, NEUTRAL), Keep(B1, NEUTRAL))
    ),
    "more neutrals than the hand": Question(
        layout("", "...", Reserve(0, 0, 0, 2), Reserve(0, 0, 0, 1)),
        needs=(need(BLUE, WHITE, 2),),
    ),
    "neutrals of both hands": Question(
        layout("", "../..", Reserve(0, 0, 0, 3), Reserve(0, 0, 0, 3)),
        needs=(need(BLUE, WHITE, 3), need(RED, WHITE, 2)),
    ),
    "exactly none, yet kept": Question(
        layout("", "..", FEW, FEW),
        needs=(exactly(RED, ONE, 0), exactly(RED, FIVE, 0)),
        keeps=(Keep(A1, RED),),
    ),
    "exactly one and two": Question(
        layout("", "...", FEW, FEW), needs=(exactly(RED, ONE, 1), exactly(RED, ONE, 2))
    ),
    "exactly too many": Question(layout("", "..", FEW, FEW), needs=(exactly(BLUE, ONE, 3),)),
    "Blue below, Red above": Question(
        layout("", "..", FEW, FEW, 1), 2, keeps=(Keep(A1, BLUE, 1), Keep(A1, RED, 2))
    ),
    "one hand for two levels": Question(
        layout("", "...", Reserve(0, 0, 1, 0), Reserve(3, 0, 0, 0), 1),
        2,
        needs=(need(RED, TEN, 1, 1), need(RED, TEN, 1, 2)),
    ),
    "a level not filled carries none": Question(
        layout("", "../..", Reserve(1, 1, 1, 0), NONE, 1), 2, needs=(need(RED, ONE, 1, 2),)
    ),
    "ends over Blue's level": Question(
        layout("", "BBB/...", Reserve(9, 0, 1, 0), NONE, 1),
        2,
        needs=(need(RED, TEN, 1, 2), need(RED, ONE, 3, 2)),
    ),
    "over the tile that lies there": Question(
        layout("", "B./..", Reserve(9, 1, 0, 0), FEW, 1), 2, keeps=(Keep(A1, RED, 2),)
    ),
    "kept by who lies below": Question(
        layout("", "B./..", Reserve(9, 1, 0, 0), NONE, 1), 2, keeps=(Keep(A1, BLUE, 2),)
    ),
    "nothing floats": Question(
        layout("", ".", Reserve(1, 0, 0, 0), NONE, 1), 2, needs=(need(RED, ONE, 1, 2),)
    ),
    "a solver's own deletions": random_question(Random(426), cells=6, levels=3),
    "a hole goes all the way up": Question(
        layout(".R/RR", "../..", Reserve(9, 1, 0, 0), FEW, 2), 3, keeps=(Keep(A1, RED, 4),)
    ),
    "three levels with one hand": Question(
        layout("", "..", Reserve(3, 1, 0, 0), NONE, 2), 3, full=True
    ),
    "a hole and a tile": Question(
        layout("RRR/R.R/RRR", ".../.../B..", FEW, FEW),
        needs=(need(RED, TEN, 1), exactly(RED, FIVE, 4)),
    ),
    "five tens in 4 x 4": Question(
        layout("", "..../..../..../....", Reserve(0, 0, 9, 0), NONE), needs=(need(RED, TEN, 6),)
    ),
    "tens on 5 x 5": Question(layout("", EMPTY, Reserve(0, 0, 9, 0), NONE), full=True),
    "a chequered 3 x 4": Question(
        layout("RBR/BRB/RBR/BRB", ".../.../.../...", FEW, FEW), needs=(need(RED, FIVE, 1),)
    ),
    "a board barred by Blue": Question(
        layout("RRBRR/RRBRR/BBBBB/BBBBB/RRBRR", EMPTY, Reserve(0, 0, 9, 3), NONE),
        needs=(need(RED, TEN, 4),),
    ),
    "two corners of 4 x 4 cut off": Question(
        layout(".NNN/NNNN/NNNN/NNN.", "..../..../..../....", Reserve(0, 9, 0, 0), NONE), full=True
    ),
    "two corners of 6 x 6 cut off": Question(
        layout(
            ".NNNNN/NNNNNN/NNNNNN/NNNNNN/NNNNNN/NNNNN.",
            "/".join(["......"] * 6),
            Reserve(0, 18, 0, 0),
            NONE,
        ),
        full=True,
    ),
    "a cell too few in 3 x 4": Question(
        layout("", ".../.../.../...", Reserve(4, 1, 1, 0), Reserve(0, 0, 0, 2)), full=True
    ),
}


@cache
def infeasible() -> dict[str, Question]:
    """All of them: those made up, then 45 by chance that brute force finds no laying for."""
    found = dict(MADE_UP)
    seed = 0
    while len(found) < len(MADE_UP) + 45:
        levels = seed % 3 + 1
        question = random_question(Random(seed), cells=(5, 2, 1)[seed % 3], levels=levels)
        try:
            if not all_layings(question, 2000):
                found[f"seed {seed}"] = question
        except TooManyLayingsError:
            pass
        seed += 1
    return found


def is_small(question: Question) -> bool:
    """Is everything that could be laid on all levels, held or not, quickly gone through?"""
    return question.levels * len(question.layout.levels[-1]) <= 4
