"""Work shared out to processes: order, laziness, and ends that leave nothing behind."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from command import HANGS

from steppe_solver.parallel import WorkerDiedError, in_order

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

_told: list[str] = []


def squared(number: int) -> int:
    """The square; the even numbers take longer."""
    time.sleep(0.02 * (number % 2 == 0))
    return number * number


def refused(number: int) -> int:
    """Nothing, but for 3."""
    if number == 3:
        raise LookupError("three")
    return number


def killed(number: int) -> int:
    """Nothing: the process is gone."""
    os._exit(number)


def asleep(number: int) -> int:
    """The number at once, if it is 0; else after far too long."""
    time.sleep(number and 10 * HANGS)
    return number


def tell(word: str) -> None:
    """Note what the initializer was given."""
    _told.append(word)


def told(number: int) -> tuple[int, list[str]]:
    """What this process has been told."""
    return number, list(_told)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    """However long each takes, results stand in the order of their items, whatever the jobs."""
    assert list(in_order(squared, range(12), jobs)) == [n * n for n in range(12)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_there_may_be_endlessly_many_items(jobs: int) -> None:
    """Only so many items are taken as are needed for the results asked for, and a few ahead."""
    taken = []

    def items() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    with closing(in_order(squared, items(), jobs)) as results:
        assert list(itertools.islice(results, 5)) == [0, 1, 4, 9, 16]
    assert 5 <= len(taken) <= 5 + 4 * jobs


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_where_its_result_would(jobs: int) -> None:
    """The results before it are given first; then the error of the function is raised."""
    results = in_order(refused, range(9), jobs)
    assert list(itertools.islice(results, 3)) == [0, 1, 2]
    with pytest.raises(LookupError, match="three"):
        next(results)


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_process_is_made_ready_once(jobs: int) -> None:
    """The initializer has run, once, before any item is worked on."""
    _told.clear()
    results = list(in_order(told, range(6), jobs, initializer=tell, initargs=("once",)))
    assert results == [(number, ["once"]) for number in range(6)]


def test_a_dead_process_is_an_error() -> None:
    """A process that ends in the middle of its work is reported, not waited for."""
    with pytest.raises(WorkerDiedError):
        list(in_order(killed, [1, 2], 2))


def test_leaving_early_ends_the_work() -> None:
    """Closing the results does not wait for the items in hand."""
    began = time.monotonic()
    with closing(in_order(asleep, [0, 1, 2, 3], 2)) as results:
        assert next(results) == 0
    assert time.monotonic() - began < HANGS


def test_waiting_may_be_given_up() -> None:
    """What ``while_waiting`` raises comes out at once, and the processes end."""
    looks = itertools.count()

    def look() -> None:
        if next(looks) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(in_order(asleep, [1, 2], 2, while_waiting=look))


def test_work_is_done_by_somebody() -> None:
    """No processes at all are refused."""
    with pytest.raises(ValueError, match="one process or more"):
        next(in_order(squared, [1], 0))


SCRIPT = """
import os, sys, time
from steppe_solver.parallel import in_order

def work(number):
    print(os.getpid(), flush=True)
    time.sleep(1000)

if __name__ == "__main__":
    try:
        list(in_order(work, range(9), 2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


def gone(process: int) -> bool:
    """Has the process ended?"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


@posix_only
@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_behind(tmp_path: Path, way: signal.Signals) -> None:
    """Ctrl-C, or a death that nothing can be done against, ends the processes that work too."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        workers = [int(process.stdout.readline()) for _ in range(2)]
        if way is signal.SIGINT:
            os.killpg(process.pid, way)  # as a terminal does
        else:
            process.send_signal(way)
        code = process.wait(HANGS)
        patience = time.monotonic() + HANGS
        while not all(map(gone, workers)) and time.monotonic() < patience:
            time.sleep(0.05)
        assert all(map(gone, workers))
        assert code == (130 if way is signal.SIGINT else -way)
        assert b"Traceback" not in process.stderr.read()
