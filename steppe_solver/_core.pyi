"""The native search. Private: `steppe_solver.bridge` is the only door to it."""

from collections.abc import Callable, Sequence

_Move = tuple[int, bool, int]
_Bounds = tuple[int, int]
_SolitaireMove = tuple[int, int, int, int]  # kind, from, to, count
_TableUse = tuple[int, int, int, int, int]

ENGINE: str  # names the code of the search

class Position:
    def __init__(
        self,
        open: int,
        usable: tuple[int, int],
        laid: tuple[int, int],
        first: tuple[int, int, int, int],
        second: tuple[int, int, int, int],
        mover: int,
        level: int,
        levels: int,
    ) -> None: ...

class Solver:
    def __init__(self, table_bytes: int, left_out: int, threads: int) -> None: ...
    def solve(
        self,
        root: Position,
        margin: int,
        outcome_only: bool,
        all_moves: bool,
        nodes: int | None,
        seconds: float | None,
        watch: Callable[[int, float, int, int, list[tuple[_Move, _Bounds]]], bool],
        known: tuple[int, int, Sequence[tuple[_Move, _Bounds]], int, bytes, bytes] | None,
    ) -> tuple[int, int, list[_Move], list[tuple[_Move, _Bounds]], int, _TableUse, float, bool]: ...
    def dearest(self, most: int) -> tuple[bytes, bytes]: ...

class Keeper:
    def __init__(self, root: Position, table_bytes: int, stop: Callable[[], bool]) -> None: ...
    def keeping(self, position: Position, target: int) -> tuple[_Move | None, bool]: ...

class GoalSolver:
    def __init__(self, table_bytes: int) -> None: ...
    def force(
        self,
        root: Position,
        attacker: int,
        wanted: int,
        most_moves: int | None,
        all_moves: bool,
        nodes: int | None,
        seconds: float | None,
        watch: Callable[[int, float, int, int], bool],
    ) -> tuple[int, int, list[tuple[_Move, _Bounds]], int, float, bool, bool]: ...

class CooperationSolver:
    def __init__(self, table_bytes: int) -> None: ...
    def solve(
        self, root: Position, attacker: int, wanted: int, stop: Callable[[], bool]
    ) -> tuple[list[tuple[_Move, _Bounds]], int, bool]: ...

class SolitaireGame:
    """A moment of a game. Cards are 13 * suit + rank - 1; -1 in `held` is an empty buffer."""

    def __init__(
        self,
        buffers: int,
        draw: int,
        recycles: int,
        locked: bool,
        ranks: int,
        columns: list[list[int]],
        face_down: list[int],
        stock: list[int],
        waste: list[int],
        held: list[int],
        foundations: list[int],
        recycled: int,
    ) -> None: ...

class SolitaireSolver:
    def __init__(self, table_bytes: int) -> None: ...
    def win(
        self,
        game: SolitaireGame,
        nodes: int | None,
        seconds: float | None,
        stop: Callable[[], bool],
    ) -> tuple[bool | None, list[_SolitaireMove], int, float, bool]: ...
    def cards_up(
        self,
        game: SolitaireGame,
        beaten: int,
        nodes: int | None,
        seconds: float | None,
        stop: Callable[[], bool],
    ) -> tuple[bool, list[_SolitaireMove] | None, int, float, bool]: ...

class SolitaireShortestSolver:
    def __init__(self, bytes: int) -> None: ...
    def moves(
        self,
        game: SolitaireGame,
        nodes: int | None,
        seconds: float | None,
        stop: Callable[[], bool],
    ) -> tuple[bool, int, int | None, list[_SolitaireMove], int, float, bool]: ...

class SolitaireDuel:
    def __init__(
        self,
        draw: int,
        ranks: int,
        columns: list[list[int]],
        face_down: list[int],
        waste: list[int],
        stock: list[int],
        held: list[int],
        low: list[int],
        high: list[int],
        recycled: int,
        scores: list[int],
        mover: int,
        passes: int,
        still: int,
        unbuffered: list[int],
    ) -> None: ...
    def note(
        self, columns: list[list[int]], face_down: list[int], held: list[int], mover: int
    ) -> None: ...
    def moves(self) -> list[tuple[_SolitaireMove, int]]: ...
    def choose(
        self, turns: list[_SolitaireMove | None], nodes: int, deepest: int
    ) -> tuple[_SolitaireMove | None, int, int, int]: ...
    def value(self, depth: int) -> int: ...
    def plain_value(self, depth: int) -> int: ...

NEVER: int

def build() -> tuple[str, bool, bool, bool]: ...
def solitaire_most_up(
    bytes: int,
    game: SolitaireGame,
    moves: int,
    nodes: int | None,
    seconds: float | None,
    stop: Callable[[], bool],
) -> tuple[int, int, list[_SolitaireMove], int, float, bool]: ...
def perft(position: Position, depth: int) -> int: ...
