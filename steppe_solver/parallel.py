"""Work shared out to several processes, with the results in the order of the items.

What comes out is the same for every number of processes: a result depends on its item alone, and
results are handed on in the order in which the items came. Items are taken only as there is room
for them, so there may be endlessly many, and whoever uses the results may stop at any of them.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

_AHEAD = 4
"""Items in hand for each process: enough that a slow one does not leave the others idle."""

_PATIENCE = 0.05
"""Seconds between two calls of ``while_waiting``."""


class WorkerDiedError(RuntimeError):
    """A process ended in the middle of its work: killed, or out of memory."""


def in_order(
    function: Callable[[ItemT], ResultT],
    items: Iterable[ItemT],
    jobs: int,
    *,
    initializer: Callable[..., object] | None = None,
    initargs: tuple[Any, ...] = (),
    while_waiting: Callable[[], object] | None = None,
) -> Generator[ResultT, None, None]:
    """The results of the function for the items, in their order, worked out by ``jobs`` processes.

    With one job everything runs in this process. With more, ``function``, ``initializer`` (called
    once in each process before any work) and its arguments must be importable and picklable, as
    items and results must; the next items are taken from ``items`` before an earlier result is
    waited for. ``while_waiting`` is then called some twenty times a second while a result is
    awaited, and may raise to give up.

    Close the iterator where it is left early (`contextlib.closing`): the processes then end at
    once, in the middle of their work; so they do when this process dies. They never see Ctrl-C,
    which is for this process to act on. Raises what the function raises, and WorkerDiedError.
    """
    if jobs < 1:
        raise ValueError("work is done by one process or more")
    if jobs > 1:
        yield from _shared_out(function, items, jobs, initializer, initargs, while_waiting)
        return
    if initializer is not None:
        initializer(*initargs)
    for item in items:
        yield function(item)


def apart(
    function: Callable[[ItemT], ResultT],
    item: ItemT,
    *,
    while_waiting: Callable[[], object] | None = None,
) -> ResultT:
    """The result of the function for one item, worked out by a process started for it alone.

    All else is as `in_order` has it with more than one job.
    """
    with closing(_shared_out(function, [item], 1, None, (), while_waiting)) as results:
        return next(results)


def _shared_out(
    function: Callable[[ItemT], ResultT],
    items: Iterable[ItemT],
    jobs: int,
    initializer: Callable[..., object] | None,
    initargs: tuple[Any, ...],
    while_waiting: Callable[[], object] | None,
) -> Generator[ResultT, None, None]:
    # Processes started afresh: copies of this one would share its locks, threads and native tables.
    context = get_context("spawn")
    lifeline, leash = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(jobs, context, _begin, (lifeline, initializer, initargs))
    waiting: deque[Future[ResultT]] = deque()
    source = iter(items)
    exhausted = False
    try:
        while waiting or not exhausted:
            while not exhausted and len(waiting) < _AHEAD * jobs:
                if waiting and waiting[0].done():
                    break  # an answer that is there does not wait for an item that is not
                try:
                    item = next(source)
                except StopIteration:
                    exhausted = True
                else:
                    with _ctrl_c_held_back():
                        waiting.append(executor.submit(_work, function, item))
            if waiting:
                yield _result(waiting.popleft(), while_waiting)
        executor.shutdown()
    except (BrokenProcessPool, CancelledError):
        raise WorkerDiedError("a process ended in the middle of its work") from None
    finally:
        leash.close()
        executor.shutdown(cancel_futures=True)
        lifeline.close()


def _result(future: Future[ResultT], while_waiting: Callable[[], object] | None) -> ResultT:
    while True:
        try:
            return future.result(_PATIENCE)
        except NotYetError:
            if future.done():
                return future.result()  # the function itself may raise TimeoutError
        if while_waiting is not None:
            while_waiting()


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Processes started in here are deaf to Ctrl-C from their first moment on.

    Signals that are held back are so in the processes that a thread starts. This process gets its
    own afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """Whether this process is at work, so that it is never ended while it hands on a result.

    A result that breaks off in the middle would leave its reader waiting for the rest for ever.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work = False
        self._to_end = False

    def watch(self, lifeline: Connection) -> None:
        """Wait until the other end of the line is gone, then end this process."""
        lifeline.poll(None)
        with self._lock:
            if self._at_work:
                os._exit(1)
            self._to_end = True
        threading.Event().wait(2)  # idle, it has been told to end by itself, unless all is lost
        os._exit(1)

    def begin(self) -> None:
        """The work begins."""
        with self._lock:
            if self._to_end:
                os._exit(1)
            self._at_work = True

    def end(self) -> None:
        """The work is done, and its result goes out."""
        with self._lock:
            self._at_work = False


_worker = _Worker()


def _begin(
    lifeline: Connection, initializer: Callable[..., object] | None, initargs: tuple[Any, ...]
) -> None:
    """Make this process ready for work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The interpreter is not taken down piece by piece beneath the thread that waits, and whatever
    # the initializer has left in global names.
    atexit.register(os._exit, 0)
    threading.Thread(target=_worker.watch, args=(lifeline,), daemon=True).start()
    if initializer is not None:
        initializer(*initargs)


def _work(function: Callable[[ItemT], ResultT], item: ItemT) -> ResultT:
    _worker.begin()
    try:
        return function(item)
    finally:
        _worker.end()
