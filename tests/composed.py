"""Puzzles for tests of files, proofs and the command line: one or two of every kind, made here."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from steppe_solver.goals import Goal
from steppe_solver.notation import parse_spn
from steppe_solver.position import Color, Position
from steppe_solver.puzzle import Judge, Kind, Puzzle, Source, compose

SOURCE = Source("self-play", "game 7", 7, "0.1.0")


class Case(NamedTuple):
    """A position with a task."""

    kind: Kind
    spn: str
    goal: Goal | None = None

    @property
    def position(self) -> Position:
        """Where it starts."""
        return parse_spn(self.spn)


CASES = {
    "quick": Case(
        Kind.TEN,
        "BBRRR/BNRNB/BRNNR/BNNRR/BBBRR|B.RRR/B.RBB/.RRR./N.BRR/BBBRR B 8,1,1,0 9,1,2,0 75-57",
        Goal(Color.BLUE, 1, 3),
    ),
    "strict": Case(
        Kind.TEN,
        "BRRBR/NNBBB/NBNBB/RRBBB/NRRRR|BRRBR/RRRBB/BBRBB/RRBBN/RRNRR|...../...BB/BBRB./R..B./R.RR."
        " R 1,0,2,0 5,1,0,0 94-108",
        Goal(Color.RED, 2, 3),
    ),
    "alone": Case(
        Kind.TEN,
        "RRRBR/RNRRR/RNNBR/RRRBB/NRBBB|RRNBR/RBRRR/RRBBR/RRRBB/NRBNB|RRR../.BRRR/..B../..B.B/..B.."
        " B 0,0,0,0 3,4,1,0 118-69",
        Goal(Color.BLUE, 1, 3),
    ),
    "save": Case(
        Kind.SAVE,
        "RRRRR/RRRRB/NNNBB/BRRBB/BBBBB|RRRRR/NRRRN/BRRBB/BRRBB/NBBNB|.RRRR/BRR../...../...B./.BBR."
        " R 1,0,1,0 2,1,2,0 111-63",
        Goal(Color.BLUE, 2, 3),
    ),
    "save at once": Case(
        Kind.SAVE,
        "NBRRR/BRRRR/RBNRR/NNRRR/BBBBB|BBRRN/BRRRR/RBRNR/BBRRN/BBBBB|..RRR/B.RRR/BB.../BB.../.B..."
        " B 1,0,1,0 6,0,1,0 108-114",
        Goal(Color.RED, 1, 3),
    ),
    "win": Case(
        Kind.WIN,
        "NRRRR/RBRBB/NBNNN/RBRBB/RBRNB|BRRRR/BNRBR/BBBBR/RBRBB/RRRBB|.RRR./..RBR/.BB.R/...BB/..RBB"
        " R 5,0,0,0 6,0,0,0 128-125",
    ),
    "best": Case(
        Kind.BEST,
        "NRRRN/RRBRB/BBNRR/BRBBB/NRBBB|RRRRR/NRBRR/BBBRR/BRBBN/BRBNB|...../RR.../.BBR./BBB.R/BBB.."
        " B 8,0,0,0 3,1,0,0 112-125",
    ),
    "pack": Case(
        Kind.PACK,
        "NNRRN/BRRRB/BBNBR/BRBBR/BBBBR|RRRRR/BRRRB/NBNBR/BRBBR/BNBBR|.RR../.RRRB/BBB../BBBBR/..B.R"
        " R 4,1,0,0 0,0,1,0 110-119",
    ),
    "help": Case(
        Kind.HELP,
        "...N/NBB./.NNR/N.RR B 0,1,1,1 3,0,1,0 3-5 levels=1 reserves=3,1,1,1 start=a1,a3,c2,d4",
        Goal(Color.RED, 1, 1),
    ),
}


@cache
def judge() -> Judge:
    """One judge for all tests of a run."""
    return Judge(memory=16)


@cache
def composed(name: str) -> Puzzle:
    """The puzzle that the case of this name holds."""
    case = CASES[name]
    puzzle = compose(case.position, case.kind, case.goal, judge(), SOURCE)
    assert puzzle is not None
    return puzzle
