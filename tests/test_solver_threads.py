"""Several threads at one position: the values, bounds and stops of one thread."""

from __future__ import annotations

import threading
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from checks import confirmed, exact_moves, sign
from command import HARD, objects, run, spn_file
from known import rows
from variants import level2_positions

from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.solver import Limit, Progress, Solution, Solver, solve

SHORT = {"l2-10": 4, "l2-12": 2}
"""Series that every run solves, and every which position of each."""

SLOW = {"l2-12": 1, "l2-14": 1, "l2-16": 2}
"""The same for the slow run."""


def series(places: dict[str, int]) -> list[Any]:
    """Positions of these series whose value is known, as parameters of a test."""
    found = []
    for name, step in places.items():
        known = [row for row in rows("frontier") if row["series"] == name and row["value"]]
        found += [pytest.param(row, id=row["id"]) for row in known[::step]]
    return found


@pytest.fixture(scope="module", params=[2, 3])
def solver(request: pytest.FixtureRequest) -> Solver:
    """A solver with two threads, and one with three."""
    return Solver(memory=128, threads=request.param)


def check_position(solver: Solver, row: dict[str, Any]) -> None:
    """Assert that the solver finds value and outcome of the position."""
    position = parse_spn(row["spn"])
    assert confirmed(solver.solve(position)).value == row["value"]
    outcome = confirmed(solver.solve(position, objective="outcome"))
    assert outcome.value == sign(row["value"])


@pytest.mark.parametrize("row", series(SHORT))
def test_known_values(solver: Solver, row: dict[str, Any]) -> None:
    """Hard positions have their known value and outcome."""
    check_position(solver, row)


@pytest.mark.slow
@pytest.mark.parametrize("row", series(SLOW))
def test_known_values_of_harder_ones(solver: Solver, row: dict[str, Any]) -> None:
    """Harder positions have their known value and outcome."""
    check_position(solver, row)


def test_values_of_all_moves(solver: Solver) -> None:
    """On positions of random games every move has the value that one thread finds."""
    alone = Solver(memory=128)
    searched = 0
    for position in islice(level2_positions(5, empty=9), 4):
        one, several = (each.solve(position, all_moves=True) for each in (alone, solver))
        assert exact_moves(confirmed(several)) == exact_moves(one), format_spn(position)
        assert several.value == one.value
        searched += several.nodes
    assert searched > 10_000


def test_node_limits(solver: Solver) -> None:
    """Under a limit of nodes no more are searched, and the bounds contain the value."""
    (row,) = series({"l2-12": 20})
    position, value = parse_spn(row.values[0]["spn"]), row.values[0]["value"]
    for nodes in (0, 1, 100, 5_000, 10_000, 20_001):
        solution = confirmed(solver.solve(position, Limit(nodes=nodes), all_moves=True))
        assert solution.lower <= value <= solution.upper
        assert solution.nodes <= nodes


def test_time_limit(solver: Solver) -> None:
    """A limit of time ends a search that has no end, with bounds that make sense."""
    solution = confirmed(solver.solve(parse_spn(HARD), Limit(seconds=0.3)))
    assert solution.status == "bounded"
    assert not solution.interrupted


def test_progress_and_stop(solver: Solver) -> None:
    """Progress comes from the caller's own thread, with ever more nodes, and may stop it."""
    seen: list[Progress] = []

    def stop_at_the_fifth(state: Progress) -> bool:
        assert threading.current_thread() is threading.main_thread()
        seen.append(state)
        return len(seen) == 5

    before = threading.active_count()
    solution = confirmed(solver.solve(parse_spn(HARD), on_progress=stop_at_the_fifth))
    assert solution.interrupted
    assert len(seen) == 5
    nodes = [state.nodes for state in seen]
    assert nodes == sorted(nodes)
    assert solution.nodes >= nodes[-1]
    assert threading.active_count() == before


def test_an_error_of_the_watcher_ends_all_threads(solver: Solver) -> None:
    """What the watcher raises comes out, and the solver still works."""

    def fail(_: Progress) -> bool:
        raise KeyError("watcher")

    with pytest.raises(KeyError, match="watcher"):
        solver.solve(parse_spn(HARD), on_progress=fail)
    check_position(solver, rows("frontier")[0])


@pytest.mark.parametrize("threads", [0, -1, 1025])
def test_numbers_of_threads_that_cannot_be(threads: int) -> None:
    """A search has at least one thread, and not any number."""
    with pytest.raises(ValueError, match="from 1 to 1024 threads"):
        Solver(memory=1, threads=threads)


def test_one_call() -> None:
    """`solve` takes the number of threads too."""
    row = series({"l2-10": 20})[0].values[0]
    solution: Solution = solve(parse_spn(row["spn"]), threads=2, memory=64)
    assert solution.value == row["value"]


def test_the_commands_take_threads(tmp_path: Path) -> None:
    """`steppe solve` and `steppe analyse` answer the same with two threads; so do all moves."""
    row = series({"l2-10": 20})[0].values[0]
    file = spn_file(tmp_path, row["spn"])
    for command in (["solve", "--all-moves"], ["solve", "--objective", "outcome"], ["analyse"]):
        one, two = (
            objects(run(*command, file, "--format", "json", "--threads", threads).stdout)
            for threads in (1, 2)
        )
        for answer in (*one, *two):
            for key in ("nodes", "seconds", "line", "best"):
                answer.pop(key, None)
        assert one == two
        assert len(one) == 1


def test_certificate_of_two_threads(tmp_path: Path) -> None:
    """What two threads have found can be proved and checked like any answer."""
    row = series({"l2-10": 20})[0].values[0]
    file, proof = spn_file(tmp_path, row["spn"]), tmp_path / "proof"
    written = run("solve", file, "--threads", 2, "--certificate", proof, "--format", "json")
    assert objects(written.stdout)[0]["value"] == row["value"]
    checked = run("check", "--certificate", proof)
    assert checked.exit_code == 0
