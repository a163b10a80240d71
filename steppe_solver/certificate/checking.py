"""Checking a certificate: the position and the claim are read, and every proof is confirmed.

This is the checker, with `board`, `bounds`, `likeness`, `proof`, `setting` and `claims`: pure
Python, nothing beyond the standard library, and no code in common with what solves positions. What
it confirms, it has worked out itself; the digests only see to it that not even a change that
happens to prove the same goes unnoticed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from steppe_solver.certificate.board import NOBODY
from steppe_solver.certificate.claims import (
    FORMAT,
    HEADER,
    PROOFS,
    VERSION,
    Claim,
    Fields,
    describe_proof,
    format_header,
)
from steppe_solver.certificate.proof import Proof, RefusedError, Watch
from steppe_solver.certificate.setting import Setting, read_setting

_LONGEST_HEADER = 2**16
_BLOCK = 2**16
_LARGEST_SIDE = 5
"""On larger boards the packings of the bounds could take for ever."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a certificate proves, after it has been checked.

    ``lower`` and ``upper`` bound the final margin, first player's points minus second's; with the
    objective ``outcome``, its sign. ``positions`` were confirmed, ``size`` is in bytes.
    """

    spn: str
    objective: str
    lower: int
    upper: int
    positions: int
    size: int

    @property
    def value(self) -> int | None:
        """The exact value; None where only bounds are proved."""
        return self.lower if self.lower == self.upper else None


def check(files: Mapping[str, bytes], watch: Watch = lambda positions: None) -> Confirmed:
    """What the certificate with these files proves. Raises RefusedError unless it does.

    ``watch`` is called now and then with the number of positions of the proof at hand that are
    confirmed; what it raises, ends the check.
    """
    if HEADER not in files:
        raise RefusedError(f"{HEADER}: there is no such file, so this is no certificate")
    fields = _read_header(files[HEADER])
    spn, claim = _read_claim(fields)
    setting = _read_setting(spn)
    proofs = []
    for player, margin in enumerate(claim.margins()):
        if margin is None:
            continue
        file = PROOFS[player]
        if file not in files:
            raise RefusedError(f"{file}: there is no such file, though the claim needs its proof")
        positions = _confirm(file, files[file], setting, player, margin, watch)
        proofs.append(describe_proof(file, margin, positions, files[file]))
    _compare_proofs(fields, proofs)
    if files[HEADER] != format_header(spn, claim, proofs):
        raise RefusedError(f"{HEADER}: sha256: this is not how the header was written")
    size = len(files[HEADER]) + sum(proof["bytes"] for proof in proofs)
    confirmed = sum(proof["positions"] for proof in proofs)
    return Confirmed(spn, *claim, positions=confirmed, size=size)


def _read_header(content: bytes) -> Fields:
    if len(content) > _LONGEST_HEADER:
        raise RefusedError(f"{HEADER}: too long for a header")
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"{HEADER}: not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise RefusedError(f"{HEADER}: not an object")
    if fields.get("format") != FORMAT:
        raise RefusedError(f"{HEADER}: format: not a {FORMAT}")
    if fields.get("version") != VERSION:
        raise RefusedError(f"{HEADER}: version: only version {VERSION} is known here")
    return fields


def _read_claim(fields: Fields) -> tuple[str, Claim]:
    spn, objective = fields.get("spn"), fields.get("objective")
    lower, upper = fields.get("lower"), fields.get("upper")
    if not isinstance(spn, str):
        raise RefusedError(f"{HEADER}: spn: not a text")
    if objective not in ("margin", "outcome"):
        raise RefusedError(f"{HEADER}: objective: neither margin nor outcome")
    most = 10**12 if objective == "margin" else 1
    if not (type(lower) is int and -most <= lower <= most):
        raise RefusedError(f"{HEADER}: lower: no bound on the {objective}")
    if not (type(upper) is int and lower <= upper <= most):
        raise RefusedError(f"{HEADER}: upper: no bound on the {objective}, lower or more")
    claim = Claim(objective, lower, upper)
    if fields.get("value", 0) != claim.value:
        raise RefusedError(f"{HEADER}: value: not what lower and upper say")
    return spn, claim


def _read_setting(spn: str) -> Setting:
    try:
        setting = read_setting(spn)
    except ValueError as error:
        raise RefusedError(f"{HEADER}: spn: {error}") from None
    side = max(setting.board.width, setting.board.height)
    if side > _LARGEST_SIDE and setting.state.mover != NOBODY:
        raise RefusedError(
            f"{HEADER}: spn: a board {side} cells long, and only {_LARGEST_SIDE} can be checked"
        )
    return setting


def _confirm(
    file: str, content: bytes, setting: Setting, player: int, margin: int, watch: Watch
) -> int:
    """The number of positions of the proof, which must show that margin for the player."""
    rest = _unpacked(content)
    proof = Proof(setting.board, player, rest.__next__, watch)
    so_far = -setting.margin if player else setting.margin
    fault = None
    try:
        proof.confirm(setting.state, margin - so_far)
    except StopIteration:
        fault = "the proof breaks off"
    except (RefusedError, zlib.error) as error:
        fault = str(error)
    if fault is not None:
        moves = " ".join(map(setting.board.name, proof.line))
        after = f", after {moves}" if moves else ", at the root"
        raise RefusedError(f"{file}: position {proof.positions}{after}: {fault}")
    try:
        more = next(rest, None) is not None
    except (RefusedError, zlib.error) as error:
        raise RefusedError(f"{file}: at the end: {error}") from None
    if more:
        raise RefusedError(f"{file}: after position {proof.positions}, the last: more follows")
    return proof.positions


def _unpacked(content: bytes) -> Iterator[int]:
    """The bytes of a packed proof, one by one; never much of it at once, however much it is."""
    unpacker = zlib.decompressobj()
    while not unpacker.eof:
        block = unpacker.decompress(content, _BLOCK)
        if not block and not unpacker.eof:
            raise RefusedError("the file breaks off")
        yield from block
        content = unpacker.unconsumed_tail
    if unpacker.unused_data:
        raise RefusedError("something else follows in the file")


def _compare_proofs(fields: Fields, proofs: list[Fields]) -> None:
    said = fields.get("proofs")
    if not isinstance(said, list) or len(said) != len(proofs):
        raise RefusedError(f"{HEADER}: proofs: the claim needs {len(proofs)}")
    for entry, found in zip(said, proofs, strict=True):
        for name, value in found.items():
            if not isinstance(entry, dict) or entry.get(name) != value:
                file = found["file"]
                raise RefusedError(f"{file}: {name} is {value}, which is not what {HEADER} says")
