"""The proofs of `steppe puzzle check`, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.watch import Watch
from steppe_solver.errors import Fault, InputError, UnsupportedError
from steppe_solver.puzzle.file import PuzzleEntry
from steppe_solver.puzzle.judge import Judge
from steppe_solver.puzzle.verify import Report, verify

Outcome = Report | InputError | None
"""What came of an input: a report; what is wrong with it for the searches; None: no puzzle."""


class _Clock:
    """The watch over the proof in hand, as the one `stop` of a judge that proves many."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __call__(self) -> bool:
        return self.watch()


class Prover:
    """Proves puzzles one after another; Ctrl-C ends the one in hand, with KeyboardInterrupt."""

    def __init__(
        self, memory: int, limit: float | None, interrupt: Interrupt, look: Callable[[], None]
    ) -> None:
        """Take up to ``memory`` MiB for each of two tables; ``look`` is called now and then."""
        self._limit = limit
        self._interrupt = interrupt
        self._look = look
        self._clock = _Clock(self._watch())
        self._judge = Judge(memory, stop=self._clock)

    def __call__(self, entry: PuzzleEntry) -> Outcome:
        """What came of the input."""
        if entry.puzzle is None:
            return None
        self._clock.watch = self._watch()
        with self._interrupt:
            try:
                report = verify(entry.puzzle, self._judge, stop=self._clock, stated=entry.stated)
            except UnsupportedError as error:
                return InputError([Fault("board", f"{entry.line}:1", str(error))])
        if self._interrupt.requested:
            raise KeyboardInterrupt
        return report

    def _watch(self) -> Watch:
        return Watch(self._limit, self._interrupt, self._look)


_prover: Prover | None = None
"""The one of this process, where there are several."""


def begin_proofs(memory: int, limit: float | None) -> None:
    """Make this process, one of several, ready to `prove`."""
    global _prover
    _prover = Prover(memory, limit, Interrupt(), lambda: None)


def prove(entry: PuzzleEntry) -> Outcome:
    """What came of the input, in a process that is ready."""
    assert _prover is not None
    return _prover(entry)
