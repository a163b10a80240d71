"""The memory that questions about numbers of moves take: measured in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STATUS = Path("/proc/self/status")
ALLOWANCE = 4
"""MiB beside the tables: what the questions take of Python's and the system's own memory."""

ASK = """
import sys
from steppe_solver.solitaire import STANDARD, deal_from_seed
from steppe_solver.solitaire.goals import parse_goal, pursue
from steppe_solver.solitaire.solver import Limit, Solver
from steppe_solver.solitaire.state import State

goal, memory, nodes = parse_goal(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
solver = Solver(memory)
for seed in (2, 10):
    pursue(State.start(deal_from_seed(seed), STANDARD), goal, solver, Limit(nodes=nodes))
"""

needs_linux = pytest.mark.skipif(not STATUS.exists(), reason="peaks are read from /proc")


def peak(goal: str, memory: int, nodes: int) -> float:
    """The most memory that a process had at once that asked for the goal, in MiB."""
    tell = f"for line in open({str(STATUS)!r}):\n    if 'VmHWM' in line: print(line.split()[1])"
    command = [sys.executable, "-P", "-c", ASK + tell, goal, str(memory), str(nodes)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return int(told) / 1024


@needs_linux
@pytest.mark.parametrize("goal", ["moves", "foundation:45"])
@pytest.mark.parametrize(
    ("memory", "nodes"), [(8, 40_000), pytest.param(64, 600_000, marks=pytest.mark.slow)]
)
def test_memory_stays_within_what_was_given(goal: str, memory: int, nodes: int) -> None:
    """All tables, queues and beams together keep to the memory given, and use most of it."""
    taken = peak(goal, memory, nodes) - peak(goal, memory, 1)
    assert memory / 2 < taken < memory + ALLOWANCE
