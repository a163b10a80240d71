"""Listing and counting layings of a level, side by side with other solvers in one run.

Peers: OR-tools CP-SAT (``enumerate_all_solutions``, one worker, a callback that notes the chosen
placements), python-sat (Glucose 4, a blocking clause for each model found) and exact-cover (where
every cell is to be covered and no reserve limits). Construction of the model is in every time. All
answers are compared: complete listings as sets, cut ones by their number and being different (the
sets may differ), counts by being equal.

    pip install ortools python-sat exact-cover
    python benchmarks/peers/tilings_listing.py
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import exact_cover
import numpy as np
from ortools.sat.python import cp_model
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from steppe_solver import parse_spn
from steppe_solver.position import PLAYERS, Color, Position, Reserve, Rules, Tile
from steppe_solver.tiling.counting import count
from steppe_solver.tiling.listing import layings
from steppe_solver.tiling.placements import Fit, current_room, level_placements
from steppe_solver.tiling.question import Layout, Placement, Question

FRONTIER = Path(__file__).parents[2] / "tests" / "data" / "frontier.jsonl"
Laid = frozenset[Placement]
SINGLE_LEVEL_KINDS = [
    (color, tile) for color in PLAYERS for tile in Tile if tile is not Tile.NEUTRAL
]


def never() -> bool:
    """No limit of time."""
    return False


def fits_of(question: Question) -> tuple[Fit, ...]:
    """The placements that the peers choose from."""
    return level_placements(question, current_room(question.layout))


def groups(
    question: Question, fits: Iterable[Fit]
) -> tuple[list[list[int]], list[tuple[list[int], int]]]:
    """The placements (by number) on each open cell, and those of each kind with their limit."""
    by_cell: dict[int, list[int]] = {}
    by_kind: dict[tuple[Color, Tile], list[int]] = {}
    for number, fit in enumerate(fits):
        by_kind.setdefault((fit.placement.owner, fit.placement.move.tile), []).append(number)
        for cell in fit.covers:
            by_cell.setdefault(cell, []).append(number)
    limits = {kind: question.reserve(kind[0]).count(kind[1]) for kind in SINGLE_LEVEL_KINDS}
    limits[Color.NEUTRAL, Tile.NEUTRAL] = sum(question.reserve(c).neutrals for c in PLAYERS)
    if question.full:
        open_ = current_room(question.layout).open
        by_cell = {i: by_cell.get(i, []) for i in range(open_.bit_length()) if open_ >> i & 1}
    return list(by_cell.values()), [(numbers, limits[kind]) for kind, numbers in by_kind.items()]


def ours(question: Question, most: int) -> list[Laid]:
    """The first layings that the package lists."""
    return list(islice(layings(question, never), most))


class Collector(cp_model.CpSolverSolutionCallback):
    """Notes the chosen placements of every solution, and stops after the last one wanted."""

    def __init__(self, chosen: list[cp_model.IntVar], fits: tuple[Fit, ...], most: int) -> None:
        super().__init__()
        self._pairs = [(var, fit.placement) for var, fit in zip(chosen, fits, strict=True)]
        self._most = most
        self.found: list[list[Placement]] = []

    def on_solution_callback(self) -> None:
        """Called by the solver."""
        value = self.boolean_value
        self.found.append([placement for var, placement in self._pairs if value(var)])
        if len(self.found) >= self._most:
            self.stop_search()


def cp_sat(question: Question, most: int) -> list[list[Placement]]:
    """The first layings that CP-SAT lists."""
    model, fits = cp_model.CpModel(), fits_of(question)
    chosen = [model.new_bool_var("") for _ in fits]
    cells, kinds = groups(question, fits)
    for numbers in cells:
        variables = [chosen[number] for number in numbers]
        model.add_exactly_one(variables) if question.full else model.add_at_most_one(variables)
    for numbers, limit in kinds:
        if limit < len(numbers):
            model.add(sum(chosen[number] for number in numbers) <= limit)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    collector = Collector(chosen, fits, most)
    solver.solve(model, collector)
    return collector.found


def python_sat(question: Question, most: int) -> list[list[Placement]]:
    """The first layings that python-sat lists, each barred by a clause once it is found."""
    fits, found = fits_of(question), []
    cells, kinds = groups(question, fits)
    top = len(fits)
    with Solver(name="glucose4") as solver:
        if fits:
            solver.add_clause([top, -top])  # so that models speak of every placement
        for numbers in cells:
            literals = [number + 1 for number in numbers]
            for place, literal in enumerate(literals):
                for other in literals[:place]:
                    solver.add_clause([-literal, -other])
            if question.full:
                solver.add_clause(literals)
        for numbers, limit in kinds:
            if limit < len(numbers):
                literals = [number + 1 for number in numbers]
                cnf = CardEnc.atmost(literals, limit, top_id=top, encoding=EncType.seqcounter)
                top = max(top, cnf.nv)
                solver.append_formula(cnf.clauses)
        while len(found) < most and solver.solve():
            values = solver.get_model()[: len(fits)]
            found.append(
                [fit.placement for fit, value in zip(fits, values, strict=True) if value > 0]
            )
            solver.add_clause([-value for value in values])
    return found


def matrix(question: Question) -> np.ndarray:
    """The question as an exact cover: a row for each placement, a column for each cell."""
    fits = fits_of(question)
    size = question.layout.rules.width * question.layout.rules.height
    rows = np.zeros((len(fits), size), dtype=np.int32)
    for row, fit in zip(rows, fits, strict=True):
        row[list(fit.covers)] = 1
    return rows


def cover(question: Question, most: int) -> list[list[Placement]]:
    """The first layings that exact-cover lists."""
    fits = fits_of(question)
    solutions = exact_cover.get_all_solutions(matrix(question), max_count=most)
    return [[fits[number].placement for number in solution] for solution in solutions]


def timed(answer: Callable[[], object]) -> tuple[float, object]:
    """Seconds of processor time, and the answer; of what is quick, the best of three runs."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        found = answer()
        best = min(best, time.process_time() - started)
        if best > 0.1:
            break
    return best, found


def same(
    question: Question,
    one: Iterable[Iterable[Placement]],
    other: Iterable[Iterable[Placement]],
    most: int,
) -> None:
    """Stops the run if two listings cannot both be right."""
    first, second = [list(map(frozenset, found)) for found in (one, other)]
    total = count(question, never)
    if total is None or not len(first) == len(second) == min(most, total):
        sys.exit(f"WRONG: {len(first)}, {len(second)} of {total} layings: {question}")
    sets = set(first), set(second)
    if not len(sets[0]) == len(sets[1]) == len(first):
        sys.exit(f"WRONG: a laying is listed twice: {question}")
    if total <= most and sets[0] != sets[1]:
        sys.exit(f"WRONG: different layings: {question}")
    if not all(right(question, laid) for listed in (first, second) for laid in listed[:1_000]):
        sys.exit(f"WRONG: not a laying: {question}")


def right(question: Question, laid: Laid) -> bool:
    """Do the tiles fit, lie apart and not outnumber the reserves?"""
    fits = {fit.placement: fit for fit in fits_of(question)}
    if not laid <= set(fits):
        return False
    cells, kinds = groups(question, [fits[placement] for placement in laid])
    return all(len(on_cell) == 1 for on_cell in cells) and all(
        len(numbers) <= limit for numbers, limit in kinds
    )


def board(side: int) -> Question:
    """Full layings of an empty square by one player without a limit."""
    cells = side * side
    rules = Rules(side, side, 1, Reserve(cells, cells, cells, 0), start=frozenset())
    return Question(Layout(rules, ((None,) * cells,), (rules.reserve,) * 2), 1, PLAYERS[:1], True)


def endings(starts: list[Position], open_cells: int) -> list[Position]:
    """From each start, one position of a game of chance with no more cells open than these."""
    found = []
    for seed, position in enumerate(starts):
        rng = Random(seed)
        while not position.is_over and position.levels[-1].count(None) > open_cells:
            position = position.play(rng.choice(position.legal_moves()))
        if not position.is_over:
            found.append(position)
    return found


def compare(
    name: str,
    questions: list[Question],
    most: int,
    peers: list[Callable[..., list[list[Placement]]]],
) -> None:
    """One line a peer: median and slowest time of both, and how many times slower the peer is."""
    mine = [timed(partial(ours, question, most)) for question in questions]
    listed = sum(len(found) for _, found in mine)
    for peer in peers:
        theirs = []
        for question, (_, found) in zip(questions, mine, strict=True):
            seconds, answer = timed(partial(peer, question, most))
            same(question, found, answer, most)
            theirs.append(seconds)
        row(name, len(questions), listed, peer.__name__, [seconds for seconds, _ in mine], theirs)


def row(
    name: str, questions: int, answers: int, peer: str, mine: list[float], theirs: list[float]
) -> None:
    """Print one line of the table."""
    cells = [name, questions, answers, peer]
    for figure in (statistics.median, max):
        cells += [f"{figure(mine) * 1e3:.1f}", f"{figure(theirs) * 1e3:.1f}"]
    cells.append(f"{sum(theirs) / sum(mine):.1f}")
    ratios = [slow / quick for slow, quick in zip(theirs, mine, strict=True)]
    cells.append(f"{min(ratios):.1f}")
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def compare_counts(side: int) -> None:
    """The number of tilings of a square, by the package and by exact-cover."""
    question = board(side)
    seconds, found = timed(lambda: count(question, never))
    slower, known = timed(lambda: exact_cover.get_solution_count(matrix(question)))
    if found != known:
        sys.exit(f"WRONG: {found} is not {known}")
    row(f"count {side}x{side} full", 1, int(str(found)), "exact-cover", [seconds], [slower])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", default=FRONTIER)
    parser.add_argument("--most", type=int, default=50_000, help="layings listed of each question")
    parser.add_argument("--few", type=int, default=2_000, help="the same for python-sat")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--sides", type=int, nargs="*", default=[4, 5], help="squares to count")
    options = parser.parse_args()

    records = map(json.loads, options.file.read_text(encoding="utf-8").splitlines())
    spns = [record["spn"] for record in records if record["series"] == "l3-25"]
    starts = [parse_spn(spn) for spn in spns[: options.positions]]
    sets = {
        "level-3 endings, one side": [
            Question(Layout.of(p), 1, (color,)) for p in endings(starts, 10) for color in PLAYERS
        ],
        "level-3 starts, one side": [
            Question(Layout.of(p), 1, (color,)) for p in starts for color in PLAYERS
        ],
    }
    heads = [
        "question",
        "of them",
        "layings",
        "peer",
        "median ms",
        "peer's",
        "slowest ms",
        "peer's",
    ]
    print("|", " | ".join([*heads, "ratio, all", "ratio, least"]), "|")
    print("| --- | ---: | ---: | --- |", " | ".join(["---:"] * 6), "|")
    compare("list 4x4 full", [board(4)], 10**6, [cp_sat, cover])
    for name, questions in sets.items():
        compare(f"list {name}", questions, options.most, [cp_sat])
    compare("list 4x4 full", [board(4)], options.few, [python_sat])
    for name, questions in sets.items():
        compare(f"list {name}", questions, options.few, [python_sat])
    for side in options.sides:
        compare_counts(side)


if __name__ == "__main__":
    main()
