"""Writing a certificate of what is proved of a position."""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from steppe_solver.bridge import DEFAULT_MEMORY, NATIVE_SIDE
from steppe_solver.certificate.claims import (
    HEADER,
    PROOFS,
    Claim,
    describe_proof,
    format_header,
)
from steppe_solver.certificate.directory import save
from steppe_solver.certificate.proof import Watch
from steppe_solver.certificate.recording import Recorder
from steppe_solver.certificate.setting import read_setting
from steppe_solver.errors import UnsupportedError
from steppe_solver.notation import format_spn
from steppe_solver.position import Position
from steppe_solver.solver import Limit, Objective, Solution, solve
from steppe_solver.stopping import Stop, never


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that has been written: its files by name, and how many positions it has."""

    files: Mapping[str, bytes]
    positions: int

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(map(len, self.files.values()))


def certify(
    solution: Solution,
    *,
    memory: int = DEFAULT_MEMORY,
    stop: Stop = never,
    watch: Watch = lambda positions: None,
) -> Certificate:
    """A certificate of the bounds that the solution gives; `check` confirms it.

    The search is done anew, with up to ``memory`` MiB for tables; what takes the time is following
    it. ``watch`` is called now and then with the number of positions of the proof at hand. Raises
    StoppedError once ``stop`` says so, and UnsupportedError for sides over 5.
    """
    position = solution.position
    if not position.is_over and max(position.rules.width, position.rules.height) > NATIVE_SIDE:
        raise UnsupportedError(f"certificates are of boards up to {NATIVE_SIDE} x {NATIVE_SIDE}")
    spn = format_spn(position)
    setting = read_setting(spn)
    claim = Claim(solution.objective, solution.lower, solution.upper)
    recorder = Recorder(setting.board, setting.state, memory, stop, watch)
    files: dict[str, bytes] = {}
    proofs = []
    for player, margin in enumerate(claim.margins()):
        if margin is None:
            continue
        so_far = -setting.margin if player else setting.margin
        words = recorder.record(player, margin - so_far)
        file = PROOFS[player]
        files[file] = zlib.compress(words, 9)
        proofs.append(describe_proof(file, margin, recorder.positions, files[file]))
    files[HEADER] = format_header(spn, claim, proofs)
    return Certificate(files, sum(proof["positions"] for proof in proofs))


def write_certificate(
    position: Position,
    directory: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    objective: Objective = "margin",
    memory: int = DEFAULT_MEMORY,
) -> Solution:
    """What is proved of the position within the limit, after its certificate has been written.

    The limit is the search's; the writing takes what it takes. See `certify` and `save`.
    """
    solution = solve(position, limit, objective=objective, memory=memory)
    save(certify(solution, memory=memory).files, directory)
    return solution
