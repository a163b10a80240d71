"""How hard a deal is, from 1 to 100, told from the proof that it can be won.

Four things make a deal hard, and the rating adds them up:

=================== ================================================================================
dead ends        50 of a handful of games by a casual player (``casual.py``), the share that is not
                    won. A game that ends in a dead end, where the solver has proved the position
                    lost, counts half of what it had still to go; one that was given up, in full.
effort           25 how long the solver looks for a win: the logarithm of its nodes, up to 20 bits.
narrow path      15 along the winning line, the share of moves that throw the win away: in full from
                    a fifth on, as there are always draws that cost nothing.
losing openings  10 the share of first moves after which the game is proved lost.
=================== ================================================================================

The weights were set by hand near a fit to the games of another casual player with other habits. A
game that cannot be won has no rating, nor one of which that is unknown.

Everything is counted in nodes and drawn from a fixed seed, so that the same game has the same
rating, from the same version of the package, on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from random import Random

from steppe_solver.bridge import Limit
from steppe_solver.solitaire.casual import casual_move
from steppe_solver.solitaire.moves import Move
from steppe_solver.solitaire.solver import Solver, Verdict
from steppe_solver.solitaire.state import State
from steppe_solver.stopping import Stop, StoppedError, never

NODES = 1_000_000
"""Nodes for the question whether the game can be won at all."""

FIRST_NODES = 20_000
"""Nodes for each first move."""

SIDE_NODES = 2_000
"""Nodes for every other question; one not answered counts for nothing."""

DEAD_ENDS = 50
EFFORT = 25
NARROW = 15
OPENINGS = 10

GAMES = 12
_STRIDE = 12
_STRIDES = 20
_POSITIONS = 24
_BITS = 20
_NARROWEST = 0.2


@dataclass(frozen=True, slots=True)
class Path:
    """What there was to choose along a winning line.

    ``positions`` with two legal moves or more were looked at, spread evenly over the line. In
    ``narrow`` of them one move alone keeps the win, all others proved lost. ``keeping`` is the mean
    share of moves that keep the win among those decided; 1 where there was no position to look at.
    """

    positions: int = 0
    narrow: int = 0
    keeping: float = 1.0


@dataclass(frozen=True, slots=True)
class Casual:
    """How a casual player fared: games played, won, and ended by a proved dead end.

    The rest was given up. ``missed`` is the mean of what was missed, from 0 (all games won) to 1.
    """

    games: int = 0
    won: int = 0
    dead_ends: int = 0
    missed: float = 0.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A game's rating and what it is made of.

    ``value`` is 1 to 100, None unless the game is proved winnable. ``first_moves`` has a verdict
    for every legal move, in order. ``nodes`` were searched for the question whether the game can be
    won, ``line`` is a way to win it.
    """

    verdict: Verdict
    value: int | None
    first_moves: Mapping[Move, Verdict]
    nodes: int
    line: tuple[Move, ...] | None = None
    path: Path = Path()
    casual: Casual = Casual()

    @property
    def losing_first_moves(self) -> int:
        """How many first moves are proved to lose."""
        return _count(self.first_moves.values(), Verdict.UNWINNABLE)


def rate(state: State, solver: Solver, *, nodes: int = NODES, stop: Stop = never) -> Rating:
    """How hard the game is from this state on; see above.

    ``nodes`` limits the question whether it can be won. Raises StoppedError where ``stop`` became
    true first.
    """
    ask = _Asker(solver, stop)
    win = solver.win(state, Limit(nodes=nodes), stop)
    if win.interrupted:
        raise StoppedError
    if win.verdict is not Verdict.WINNABLE:
        # A game of which one move keeps a win has a win. So of one that has none every move loses.
        first: dict[Move, Verdict] = dict.fromkeys(state.legal_moves(), win.verdict)
        if win.verdict is Verdict.UNKNOWN:
            first = {move: ask(state.play(move), FIRST_NODES) for move in first}
        return Rating(win.verdict, None, first, win.nodes)
    assert win.line is not None
    first = ask.moves(state, win.line[0], FIRST_NODES) if win.line else {}
    path, casual = _path(state, win.line, ask), _casual(state, ask)
    losing = _count(first.values(), Verdict.UNWINNABLE) / max(1, len(first))
    value = (
        DEAD_ENDS * casual.missed
        + EFFORT * min(1, log2(1 + win.nodes) / _BITS)
        + NARROW * min(1, (1 - path.keeping) / _NARROWEST)
        + OPENINGS * losing
    )
    rounded = max(1, min(100, round(value)))
    return Rating(win.verdict, rounded, first, win.nodes, win.line, path, casual)


class _Asker:
    """Asks whether games can be won, with few nodes each."""

    def __init__(self, solver: Solver, stop: Stop) -> None:
        self._solver = solver
        self._stop = stop

    def __call__(self, state: State, nodes: int = SIDE_NODES) -> Verdict:
        win = self._solver.win(state, Limit(nodes=nodes), self._stop)
        if win.interrupted or self._stop():
            raise StoppedError
        return win.verdict

    def moves(self, state: State, known: Move, nodes: int = SIDE_NODES) -> dict[Move, Verdict]:
        """A verdict for every legal move; that of the known one, which wins, is not asked for."""
        return {
            move: Verdict.WINNABLE if move == known else self(state.play(move), nodes)
            for move in state.legal_moves()
        }


def _path(state: State, line: Sequence[Move], ask: _Asker) -> Path:
    choices = []
    for move in line:
        if len(state.legal_moves()) > 1:
            choices.append((state, move))
        state = state.play(move)
    if not choices:
        return Path()
    count = min(len(choices), _POSITIONS)
    narrow, shares = 0, 0.0
    for number in range(count):
        verdicts = ask.moves(*choices[number * len(choices) // count]).values()
        wins, losses = (_count(verdicts, verdict) for verdict in (Verdict.WINNABLE, _LOST))
        narrow += wins == 1 and losses == len(verdicts) - 1
        shares += wins / (wins + losses)
    return Path(count, narrow, shares / count)


def _casual(start: State, ask: _Asker) -> Casual:
    rng = Random("a casual player")
    won = dead_ends = 0
    missed = 0.0
    for _ in range(GAMES):
        strides, verdict = _casual_game(start, rng, ask)
        won += verdict is Verdict.WINNABLE
        dead_ends += verdict is _LOST
        if verdict is not Verdict.WINNABLE:
            missed += 1 - 0.5 * (verdict is _LOST) * strides / _STRIDES
    return Casual(GAMES, won, dead_ends, missed / GAMES)


def _casual_game(state: State, rng: Random, ask: _Asker) -> tuple[int, Verdict]:
    """How a game went: winnable (and won), unwinnable or given up; and after how many strides."""
    for stride in range(_STRIDES):
        for _ in range(_STRIDE):
            move = casual_move(state, rng)
            if move is None:
                break
            state = state.play(move)
        if state.is_won:
            return stride, Verdict.WINNABLE
        if ask(state) is _LOST:
            return stride, _LOST
    return _STRIDES, Verdict.UNKNOWN


_LOST = Verdict.UNWINNABLE


def _count(verdicts: Collection[Verdict], verdict: Verdict) -> int:
    return sum(found is verdict for found in verdicts)
