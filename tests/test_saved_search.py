"""Saved searches: what comes back from a file is what was saved, or is refused with the reason."""

from __future__ import annotations

import hashlib
import json
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from checks import confirmed, exact_moves, sign
from known import rows
from variants import level2_positions, near_end, random_rules

from steppe_solver.errors import ResumeError
from steppe_solver.notation import format_spn, parse_spn
from steppe_solver.position import Position
from steppe_solver.saved_search import HEAD, MOST_ENTRIES, Pace, SavedSearch, read_saved
from steppe_solver.solver import Limit, Objective, Solution, Solver, Technique, solve

KNOWN = [
    row
    for row in rows("values") + rows("frontier")
    if row["value"] is not None
    and 100 < row.get("oracle_nodes", row.get("prototype_nodes", 0)) < 300_000
]
"""Positions with a known value that are not solved at sight, nor only after long."""

FIRST = parse_spn(KNOWN[0]["spn"])
DIGEST = 32


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions of this file."""
    return Solver(memory=64)


def content_of(saved: SavedSearch) -> bytes:
    """The file of a saved search."""
    return b"".join(saved.parts())


def stopped(
    solver: Solver,
    position: Position,
    nodes: int | None,
    earlier: SavedSearch | None = None,
    **options: Any,
) -> tuple[Solution, SavedSearch]:
    """The answer within so many nodes, and the search after it has been through a file."""
    kept: list[SavedSearch] = []
    solution = solver.solve(
        position, Limit(nodes=nodes), resume=earlier, on_save=kept.append, **options
    )
    saved = read_saved(content_of(kept[-1]), position)
    assert saved == kept[-1]
    return confirmed(solution), saved


@pytest.fixture(scope="module")
def small(solver: Solver) -> SavedSearch:
    """A search of `FIRST` that was stopped soon, so that its file is small."""
    return stopped(solver, FIRST, 12)[1]


def refused(content: bytes, position: Position = FIRST) -> str:
    """Why the content of a file is refused."""
    with pytest.raises(ResumeError) as error:
        read_saved(content, position)
    return str(error.value)


def rewritten(content: bytes, **changes: Any) -> bytes:
    """The file with another header, and the checksum that belongs to it."""
    head, header, rest = content.split(b"\n", 2)
    text = json.dumps(json.loads(header) | changes).encode()
    body = b"\n".join((head, text, rest[:-DIGEST]))
    return body + hashlib.blake2b(body, digest_size=DIGEST).digest()


@pytest.mark.parametrize("row", KNOWN[::7], ids=lambda row: row["id"])
def test_random_stops_end_in_the_value(solver: Solver, row: dict[str, Any]) -> None:
    """However often a search is stopped and gone on with, it ends with the known value; bounds on
    the way contain it and never widen, and the last run takes fewer nodes than a whole search."""
    position, rng = parse_spn(row["spn"]), Random(row["id"])
    whole = solver.solve(position).nodes
    before, saved = stopped(solver, position, rng.randrange(whole))
    while before.status == "bounded":
        objective: Objective = rng.choice(("margin", "margin", "margin", "outcome"))
        allowed = rng.randrange(whole) if rng.random() < 0.8 else None
        earlier = saved
        solution, saved = stopped(solver, position, allowed, earlier, objective=objective)
        assert saved.lower <= row["value"] <= saved.upper
        assert earlier.lower <= saved.lower <= saved.upper <= earlier.upper
        assert solution.nodes == saved.nodes >= earlier.nodes
        if objective == "margin":
            before = solution
            assert (solution.lower, solution.upper) == (saved.lower, saved.upper)
        elif solution.value is not None:
            assert solution.value == sign(row["value"])
    assert before.value == row["value"]
    again, _ = stopped(solver, position, None, saved)
    assert (again.value, again.nodes) == (before.value, before.nodes)


def test_random_stops_end_in_the_values_of_all_moves(solver: Solver) -> None:
    """The same of every move's value, on variants and level 2, through tables of other sizes."""
    rng = Random(5)
    positions = [near_end(rng, random_rules(rng, side=5, cells=25), 7) for _ in range(40)]
    positions += islice(level2_positions(seed=6, empty=6), 8)
    stops = 0
    for position in positions:
        if position.is_over:
            continue
        exact = solver.solve(position, all_moves=True)
        assert exact.moves is not None
        saved, complete = None, False
        while not complete:
            user = rng.choice((solver, Solver(memory=1)))
            nodes = rng.randint(0, 20 + (saved.nodes if saved else 0))
            solution, saved = stopped(user, position, nodes, saved, all_moves=True)
            assert solution.moves is not None
            for move, (lower, upper) in solution.moves.items():
                assert lower <= exact.moves[move][0] <= upper
            complete = all(lower == upper for lower, upper in solution.moves.values())
            stops += not complete
        assert exact_moves(solution) == exact_moves(exact)
    assert stops > 40


def test_a_search_goes_on_where_it_was(solver: Solver) -> None:
    """Two halves of a search take hardly more nodes than the whole: nothing dear is done twice."""
    row = next(row for row in rows("frontier") if row["id"] == "f283")
    position = parse_spn(row["spn"])
    whole = solver.solve(position).nodes
    _, saved = stopped(solver, position, whole // 2)
    solution, _ = stopped(solver, position, None, saved)
    assert solution.value == row["value"]
    assert solution.nodes - saved.nodes < 0.75 * whole


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running search is saved for half of the time."""
    monkeypatch.setattr(Pace, "LONGEST", 0.0)
    monkeypatch.setattr(Pace, "SHARE", 1)


@pytest.mark.usefixtures("always")
def test_a_running_search_is_saved(solver: Solver) -> None:
    """Searches are saved while they run, each time with more nodes, and can be gone on with; the
    answer and its nodes are those of a search that is not saved."""
    row = next(row for row in rows("frontier") if row["id"] == "f302")
    position = parse_spn(row["spn"])
    kept: list[SavedSearch] = []
    solution = solver.solve(position, on_save=kept.append)
    plain = solver.solve(position)
    assert solution.value == row["value"]
    assert (solution.line, solution.nodes) == (plain.line, plain.nodes)
    nodes = [search.nodes for search in kept]
    assert len(nodes) > 1
    assert nodes == sorted(nodes)
    again = solver.solve(position, resume=read_saved(content_of(kept[-2]), position))
    assert again.value == row["value"]
    assert again.nodes - kept[-2].nodes < plain.nodes


def test_a_file_stays_small(solver: Solver) -> None:
    """Of each table no more than the dearest entries are kept, whatever has been searched."""
    position = parse_spn("...../...../..N../...../..... R 15,5,3,3 15,5,3,3 0-0")
    _, saved = stopped(solver, position, 300_000)
    assert len(saved.upper_levels) == 22 * MOST_ENTRIES
    assert len(content_of(saved)) < 2 * 22 * MOST_ENTRIES + 50_000


def test_an_ended_game_has_nothing_to_save() -> None:
    """A finished game is answered without a search, and nothing is kept of it."""
    kept: list[SavedSearch] = []
    position = parse_spn(rows("games")[0]["final_spn"])
    assert solve(position, on_save=kept.append).status == "ended"
    assert kept == []


def test_every_truncation_is_refused(small: SavedSearch) -> None:
    """However much is missing at the end of a file, it is refused as cut short, or as empty."""
    content = content_of(small)
    assert 500 < len(content) < 20_000
    assert refused(b"") == "it is empty"
    for size in range(1, len(content)):
        assert "cut short" in refused(content[:size])


def test_every_flipped_bit_is_refused(small: SavedSearch) -> None:
    """A file with a wrong bit anywhere, or with more bytes at its end, is refused."""
    content, rng = content_of(small), Random(7)
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 1 << rng.randrange(8)
        assert refused(bytes(flipped))
    assert "damaged" in refused(content + b"\0")
    assert "damaged" in refused(content + content)


def test_damage_among_the_entries_is_named(small: SavedSearch) -> None:
    """A wrong byte that leaves the form of the file whole is called damage."""
    content = bytearray(content_of(small))
    content[-DIGEST - 5] ^= 0xFF
    assert refused(bytes(content)) == "it is damaged: its checksum is wrong"


@pytest.mark.parametrize(
    "content",
    [b"x", b"\n", b"{}", b"steppe\n", format_spn(FIRST).encode(), b"\x89PNG\r\n", b"\0" * 99],
)
def test_other_files_are_no_saved_search(content: bytes) -> None:
    """What was never written by a search is called so."""
    assert refused(content) == "it is no saved search"


def test_another_format_is_named(small: SavedSearch) -> None:
    """A file of a later format is not taken for damage of this one."""
    content = content_of(small).replace(HEAD, b"steppe search 2\n")
    assert "another format" in refused(content)


def test_what_does_not_belong_is_named(small: SavedSearch) -> None:
    """Version, build, techniques and position are compared, and every difference is told."""
    content = content_of(small)
    assert read_saved(rewritten(content), FIRST) == small
    assert "version 0.0.1" in refused(rewritten(content, version="0.0.1"))
    assert "another build" in refused(rewritten(content, engine="0123456789abcdef"))
    assert "other techniques" in refused(rewritten(content, left_out=8))
    other = parse_spn(KNOWN[1]["spn"])
    assert refused(content, other) == f"it is of another position: {format_spn(FIRST)}"
    both = refused(rewritten(content, version="0.0.1"), other)
    assert "version 0.0.1" in both
    assert "another position" in both


def test_a_solver_refuses_what_is_not_of_its_search(small: SavedSearch) -> None:
    """A saved search of another position, or with other techniques, is no start for a search."""
    with pytest.raises(ValueError, match="another position"):
        Solver(memory=1).solve(parse_spn(KNOWN[1]["spn"]), resume=small)
    with pytest.raises(ValueError, match="other techniques"):
        Solver(memory=1, without=[Technique.SYMMETRY]).solve(FIRST, resume=small)


def test_bounds_that_cannot_be_are_refused(small: SavedSearch) -> None:
    """Where the checksum has been made to fit, bounds that the position refutes are refused."""
    forged = read_saved(rewritten(content_of(small), lower=900, upper=900), FIRST)
    with pytest.raises(ValueError, match="refutes"):
        Solver(memory=1).solve(FIRST, resume=forged)


def test_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving comes soon at first, then as rarely as searching has lasted, and at most so often that
    it takes a twentieth of the time."""
    now = 0.0
    monkeypatch.setattr("steppe_solver.saved_search.time.monotonic", lambda: now)

    def saved_at(cost: float, until: float) -> list[float]:
        nonlocal now
        now, times = 0.0, []
        pace = Pace()
        while now < until:
            if pace.is_due:
                times.append(now)
                with pace.measured():
                    now += cost
            now += 0.125
        return times

    times = saved_at(0.0, 60.0)
    assert times == [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 31.0, 46.0]
    dear = saved_at(2.0, 400.0)
    assert all(later - sooner >= 40.0 for sooner, later in pairwise(dear))
    assert len(dear) > 8
