"""The page that says how to read the book: its diagrams, its notation, its tasks and solutions."""

from __future__ import annotations

from collections.abc import Sequence

from steppe_solver.position import PLAYERS, Edition
from steppe_solver.puzzle.model import Kind, Puzzle

NOTATION = (
    ("1a1", "a one on a1"),
    ("5a1-b1", "a five on a1 and b1"),
    ("10c2-c4", "a ten with its ends on c2 and c4"),
    ("Nc3", "a neutral tile on c3"),
)

_TASKS = {
    Kind.TEN: "Lay the tens: the side to move can do so within n moves of its own, whatever the "
    "other side does. A skipped turn is no move. Tens that lie already do not count.",
    Kind.SAVE: "Stop the tens: only one move does. After any other the attacker forces them within "
    "n moves of its own.",
    Kind.WIN: "Win, or save the draw: only one move does.",
    Kind.BEST: "Reach the best final margin: points at the end, yours less the other side's. Every "
    "other move is worse by the points that are told.",
    Kind.PACK: "Lay the most points on your own: the other side has nothing more to lay. n is the "
    "number of tiles.",
    Kind.HELP: "Lay the tens together: both sides help, in turn, with n tiles in all.",
}


def diagrams_in_words(editions: Sequence[Edition]) -> list[str]:
    """What a diagram shows, and the rules that one has to remember to read it."""
    pairs = " and ".join(
        " against ".join(edition.name_of(color) for color in PLAYERS) for edition in editions
    )
    return [
        "A diagram shows the level that is being filled, from above. Side by side, cells of one "
        "owner run together: how they were tiled no longer matters. On an open cell a small square "
        "shows whose tile lies below. Everything else below no longer matters either. On level 1 "
        "everything stands on the neutral ground.",
        "A one, both cells of a five and both ends of a ten need own or neutral support. The "
        "middle of a ten, and a neutral tile, may stand on any tile. Nothing stands over a hole.",
        "Below the board are the tiles in hand; an arrow marks the side to move. Who can lay a "
        "tile must, who cannot is skipped. When nobody can, the next level begins, and the side "
        "that laid the last tile moves first there, if it can. A tile scores its face (1, 5, 10; "
        f"neutral 0) times its level. Here it is {pairs}.",
    ]


def tasks_in_words(puzzles: Sequence[Puzzle]) -> list[str]:
    """What the kinds of puzzles that are in the book ask for."""
    kinds = {puzzle.kind for puzzle in puzzles}
    return [text for kind, text in _TASKS.items() if kind in kinds]


def solutions_in_words() -> str:
    """How solutions are written, and what the rating says."""
    return (
        "Every puzzle has one key: a first move that does what is asked, where every other first "
        "move (a try) fails. The rating goes from 1, easy, to 100. In the solutions the solver's "
        "moves are numbered and replies follow them; 1\N{HORIZONTAL ELLIPSIS} is a reply to the "
        "first move. The main line is the best play of both sides; the defences hold out as long. "
        "Behind a try in brackets stands the reply that refutes it."
    )
