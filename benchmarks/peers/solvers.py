"""Values of positions: ours beside the solvers that one would take or write instead, in one run.

Peers, on the positions of `positions.spn`, every answer checked against the known value:

- *textbook*: negamax with alpha-beta and a dictionary on the package's own rules (`textbook.py`);
- *reference*: the slow oracle of the tests, plain minimax with a dictionary (`tests/reference.py`);
- *OpenSpiel alpha-beta*: ``open_spiel.python.algorithms.minimax.alpha_beta_search``, no table;
- *OpenSpiel minimax*: its ``MinimaxSolver``, full minimax with a dictionary by the state's string;
  both on Steppe as registered by `steppe_solver.openspiel`. (OpenSpiel's alpha-beta in C++ is not
  among what its Python package offers.)

Times are processor time, with everything in it that a caller pays for; of what takes less than a
tenth of a second the least of three. Nodes are positions visited; each solver counts its own. A
solver that strikes the limit is shown as "over N times" what ours took.

    pip install ".[openspiel]"
    python benchmarks/peers/solvers.py
"""

from __future__ import annotations

import argparse
import importlib.util
import platform
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import measured
import textbook
from measured import Case, Clock, LimitError, Run, Solve, WrongError

from steppe_solver import Limit, Position, format_spn, read_entries, solve

HERE = Path(__file__).parent
sys.path.append(str(HERE.parents[1] / "tests"))
import reference  # noqa: E402  (the tests are no package)

_VALUE = re.compile(r"# value (-?\d+)$")


def cases(file: Path) -> Iterator[Case]:
    """The positions of the file, each with its name and value. Raises ValueError without these."""
    lines = file.read_text(encoding="utf-8").splitlines()
    with file.open("rb") as stream:
        for entry in read_entries(stream, file.name):
            value = _VALUE.search(lines[entry.line - 1])
            if entry.position is None or entry.name is None or value is None:
                raise ValueError(f"{file}:{entry.line}: not a position with a name and a value")
            yield Case(entry.name, entry.position, int(value[1]))


def ours(position: Position, clock: Clock) -> int:
    """The value by the package, tables and all made anew."""
    solution = solve(position, Limit(seconds=clock.limit))
    clock.nodes = solution.nodes
    if solution.value is None:
        raise LimitError
    return solution.value


def by_textbook(position: Position, clock: Clock) -> int:
    """The value by `textbook.py`."""
    return textbook.value(position, clock.visit)


def by_reference(position: Position, clock: Clock) -> int:
    """The value by the oracle of the tests; its nodes are the positions it has remembered."""

    class Known(dict[Any, int]):
        def __setitem__(self, game: Any, value: int) -> None:
            clock.visit()
            super().__setitem__(game, value)

    return int(reference.minimax(reference.read(format_spn(position)), Known(), None))


def by_alpha_beta(position: Position, clock: Clock) -> int:
    """The value by OpenSpiel's alpha-beta; its nodes are the actions applied."""
    from open_spiel.python.algorithms import minimax

    from steppe_solver import openspiel

    game = openspiel.load(position.rules)
    state = game.new_initial_state(format_spn(position))
    with counted_actions(clock):
        value, _ = minimax.alpha_beta_search(
            game, state, maximum_depth=game.max_game_length(), maximizing_player_id=0
        )
    return round(value)


def by_minimax(position: Position, clock: Clock) -> int:
    """The value by OpenSpiel's MinimaxSolver; its nodes are the actions applied."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    from steppe_solver import openspiel

    class FromHere(MinimaxSolver):  # type: ignore[misc]  # OpenSpiel has no type hints
        """It knows how to start at the first move only."""

        def value(self, state: Any) -> float:
            return float(self._create_table(state)[0])

    game = openspiel.load(position.rules)
    with counted_actions(clock):
        return round(FromHere(str(game)).value(game.new_initial_state(format_spn(position))))


@contextmanager
def counted_actions(clock: Clock) -> Iterator[None]:
    """While it lasts, every action applied to a state of OpenSpiel's is counted on the clock."""
    from steppe_solver.openspiel import SteppeState

    bare: Callable[[Any, int], None] = SteppeState._apply_action

    def apply(state: Any, action: int) -> None:
        clock.visit()
        bare(state, action)

    SteppeState._apply_action = apply
    try:
        yield
    finally:
        SteppeState._apply_action = bare


PEERS: dict[str, Solve] = {
    "textbook": by_textbook,
    "reference": by_reference,
    "OpenSpiel alpha-beta": by_alpha_beta,
    "OpenSpiel minimax": by_minimax,
}


def compare(suite: Sequence[Case], peers: dict[str, Solve], limit: float) -> None:
    """Print the tables. Raises WrongError where an answer is not the known value."""
    everyone = {"ours": ours, **peers}
    for name, solver in everyone.items():  # the first calls load and warm up
        checked(name, solver, suite[0], limit)
    runs: dict[str, list[Run]] = {name: [] for name in everyone}
    print("\n".join(measured.heads(peers)))
    for case in suite:
        for name, solver in everyone.items():
            runs[name].append(checked(name, solver, case, limit))
        own, *theirs = (taken[-1] for taken in runs.values())
        print(measured.line(case, own, theirs), flush=True)
    own_runs = runs.pop("ours")
    print()
    print("\n".join(measured.summary(own_runs, runs)))


def checked(name: str, solver: Solve, case: Case, limit: float) -> Run:
    """What the solver takes. Raises WrongError, with its name; ours has to come to an answer."""
    try:
        taken = measured.run(solver, case, limit)
    except WrongError as error:
        raise WrongError(f"{name}: {error}") from error
    if solver is ours and not taken.solved:
        raise WrongError(f"{name}: {case.name}: no value within {limit:g} s")
    return taken


def main(arguments: Sequence[str] | None = None) -> None:
    """Print two Markdown tables; exit with 1 after a wrong answer."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", default=HERE / "positions.spn")
    parser.add_argument("--limit", type=float, default=3, help="seconds for every answer")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=list(PEERS))
    options = parser.parse_args(arguments)

    peers = {name: PEERS[name] for name in options.peers}
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed and left out: pip install open_spiel", file=sys.stderr)
        peers = {name: peer for name, peer in peers.items() if not name.startswith("OpenSpiel")}
    suite = list(cases(options.file))
    print(
        "Processor time as multiples of ours, nodes in brackets; limit of an answer"
        f" {options.limit:g} s; Python {platform.python_version()}, {platform.machine()}.\n"
    )
    try:
        compare(suite, peers, options.limit)
    except WrongError as error:
        sys.exit(f"WRONG: {error}")


if __name__ == "__main__":
    main()
