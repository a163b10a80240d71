"""The most points a level or two can still hold, side by side with other solvers in one run.

Peers: OR-tools CP-SAT (one worker) and, on one level, python-sat's MaxSAT solver RC2. Construction
of the model is in every time; answers must agree. A peer that strikes the limit counts with it.

    pip install ortools python-sat
    python benchmarks/peers/tilings_maxima.py
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from ortools.sat.python import cp_model
from pysat.card import CardEnc, EncType
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from steppe_solver import parse_spn
from steppe_solver.position import PLAYERS, Color, Position, Tile
from steppe_solver.tiling import Layout, Question, most_points
from steppe_solver.tiling.floor import Floor
from steppe_solver.tiling.placements import Fit, level_placements

FRONTIER = Path(__file__).parents[2] / "tests" / "data" / "frontier.jsonl"

Points = int | None
"""The optimum; None where there is no laying."""

COLOURED = (Tile.ONE, Tile.FIVE, Tile.TEN)


class LimitError(Exception):
    """A peer did not prove its answer in time."""


def ours(question: Question, side: Color | None, limit: float) -> Points:
    """The optimum by the package."""
    return most_points(question, side).points


def cp_sat(question: Question, side: Color | None, limit: float) -> Points:
    """The optimum by CP-SAT. Raises LimitError."""
    model = cp_model.CpModel()
    levels = [
        [(fit, model.new_bool_var("")) for fit in level_placements(question, floor.room)]
        for floor in _floors(question)
    ]
    for floor, chosen in zip(_floors(question), levels, strict=True):
        for cell in _cells(floor):
            here = [var for fit, var in chosen if cell in fit.covers]
            full = question.is_full(floor.room.number)
            model.add_exactly_one(here) if full else model.add_at_most_one(here)
    for (below, chosen_below), (_, chosen) in pairwise(zip(_floors(question), levels, strict=True)):
        bearing: dict[tuple[Color, int], list[cp_model.IntVar]] = {}
        for fit, var in chosen_below:
            owner = fit.placement.owner
            for color in PLAYERS if owner is Color.NEUTRAL else (owner,):
                for cell in fit.covers:
                    bearing.setdefault((color, cell), []).append(var)
        for fit, var in chosen:
            for cell in fit.ends:
                if below.room.open >> cell & 1:
                    model.add_bool_or([~var, *bearing.get((fit.placement.owner, cell), ())])
    flat = [pair for chosen in levels for pair in chosen]
    for owners, tile, bound in _limits(question):
        same = [v for f, v in flat if f.placement.owner in owners and f.placement.move.tile is tile]
        model.add(sum(same) <= bound)
    model.maximize(sum(fit.placement.points * var for fit, var in flat if _scores(fit, side)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise LimitError
    return round(solver.objective_value)


def rc2(question: Question, side: Color | None, limit: float) -> Points:
    """The optimum of one level by RC2."""
    (floor,) = _floors(question)
    fits = level_placements(question, floor.room)
    formula = WCNF()
    top = len(fits)

    def at_most(literals: list[int], bound: int) -> None:
        nonlocal top
        if len(literals) > bound:
            kind = EncType.pairwise if bound == 1 else EncType.seqcounter
            encoded = CardEnc.atmost(lits=literals, bound=bound, top_id=top, encoding=kind)
            top = max(top, encoded.nv)
            formula.extend(encoded.clauses)

    for cell in _cells(floor):
        at_most([v for v, fit in enumerate(fits, 1) if cell in fit.covers], 1)
    for owners, tile, bound in _limits(question):
        at_most(
            [
                v
                for v, fit in enumerate(fits, 1)
                if fit.placement.owner in owners and fit.placement.move.tile is tile
            ],
            bound,
        )
    total = 0
    for variable, fit in enumerate(fits, 1):
        if _scores(fit, side) and fit.placement.points:
            formula.append([variable], weight=fit.placement.points)
            total += fit.placement.points
    if not total:
        return 0
    with RC2(formula) as solver:
        solver.compute()
        return total - int(solver.cost)


def _floors(question: Question) -> list[Floor]:
    return [Floor(question.layout, level) for level in question.numbers]


def _cells(floor: Floor) -> list[int]:
    return [i for i in range(floor.room.open.bit_length()) if floor.room.open >> i & 1]


def _limits(question: Question) -> list[tuple[tuple[Color, ...], Tile, int]]:
    limits = [((c,), t, question.reserve(c).count(t)) for c in PLAYERS for t in COLOURED]
    neutral = sum(question.reserve(color).neutrals for color in PLAYERS)
    return [*limits, ((Color.NEUTRAL,), Tile.NEUTRAL, neutral)]


def _scores(fit: Fit, side: Color | None) -> bool:
    return fit.placement.owner in (PLAYERS if side is None else (side,))


Peer = Callable[[Question, Color | None, float], Points]


def compare(
    questions: list[tuple[Question, Color | None]], peers: dict[str, Peer], limit: float
) -> dict[str, list[float]]:
    """Seconds of processor time of every peer on every question; exits where two answers differ."""
    seconds: dict[str, list[float]] = {name: [] for name in peers}
    for question, side in questions:
        answers = set()
        for name, peer in peers.items():
            start = time.process_time()
            try:
                answers.add(peer(question, side, limit))
                seconds[name].append(time.process_time() - start)
            except LimitError:
                seconds[name].append(limit)
        if len(answers) > 1:
            sys.exit(f"WRONG: the answers differ, {answers}: {question}")
    return seconds


def main() -> None:
    """Print one line a question and peer."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", default=FRONTIER)
    parser.add_argument("--limit", type=float, default=20, help="seconds for each peer's answer")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines()]

    def of(prefix: str) -> list[Position]:
        return [parse_spn(row["spn"]) for row in rows if row["series"].startswith(prefix)]

    level3 = [Question(Layout.of(p)) for p in of("l3-")]
    alone = [Question(Layout.of(p), players=(Color.RED,)) for p in of("l3-")]
    two = [Question(Layout.of(p), levels=2) for p in of("l2-")]
    one_level: dict[str, Peer] = {"ours": ours, "CP-SAT": cp_sat, "RC2": rc2}
    several: dict[str, Peer] = {"ours": ours, "CP-SAT": cp_sat}
    series: list[tuple[str, list[tuple[Question, Color | None]], dict[str, Peer]]] = [
        ("level 3, Red alone", [(question, Color.RED) for question in alone], one_level),
        ("level 3, both together", [(question, None) for question in level3], one_level),
        ("levels 2 and 3, Red", [(question, Color.RED) for question in two], several),
        ("levels 2 and 3, both together", [(question, None) for question in two], several),
    ]
    for peer in (ours, cp_sat, rc2):  # the first call of each loads and warms up
        peer(level3[0], None, options.limit)
    print(
        "| question | of them | solver | median ms | slowest ms | ratio, median | ratio, slowest |"
    )
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: |")
    for title, questions, peers in series:
        times = compare(questions, peers, options.limit)
        mine = times["ours"]
        for name, taken in times.items():
            middle, most = statistics.median(taken), max(taken)
            struck = ">= " if options.limit in taken else ""
            print(
                f"| {title} | {len(questions)} | {name} | {1e3 * middle:.2f} |"
                f" {struck}{1e3 * most:.1f} | {middle / statistics.median(mine):.1f} |"
                f" {struck}{most / max(mine):.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
