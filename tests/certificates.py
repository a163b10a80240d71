"""What the tests of certificates share: small positions, and ways to alter a certificate."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from random import Random

from variants import near_end, random_rules

from steppe_solver.certificate import HEADER, RefusedError, check
from steppe_solver.certificate.claims import PROOFS, digest
from steppe_solver.certificate.setting import Setting, read_setting
from steppe_solver.notation import format_spn
from steppe_solver.position import Position

Files = Mapping[str, bytes]


def small_positions(seed: int, count: int, plies: int, cells: int = 12) -> Iterator[Position]:
    """So many positions of random variants, each so many plies before the end of a random game."""
    rng = Random(seed)
    for _ in range(count):
        yield near_end(rng, random_rules(rng, cells=cells, side=5), rng.randint(0, plies))


def setting_of(position: Position) -> Setting:
    """The position as the checker reads it."""
    return read_setting(format_spn(position))


def refusal(files: Files) -> str:
    """Why the checker refuses the certificate; empty where it does not."""
    try:
        check(files)
    except RefusedError as error:
        return str(error)
    return ""


def with_proof(files: Files, name: str, words: bytes) -> dict[str, bytes]:
    """The certificate with another proof of that name, every digest put right by a forger."""
    packed = zlib.compress(words, 9)
    header = json.loads(files[HEADER])
    for entry in header["proofs"]:
        if entry["file"] == name:
            entry |= {"bytes": len(packed), "sha256": digest(packed)}
    return with_header({**files, name: packed}, header)


def with_header(files: Files, header: dict[str, object]) -> dict[str, bytes]:
    """The certificate with another header, its digest put right by a forger."""
    fields = {name: value for name, value in header.items() if name != "sha256"}
    plain = json.dumps(fields, indent=1) + "\n"
    fields["sha256"] = digest(plain.encode())
    return {**files, HEADER: (json.dumps(fields, indent=1) + "\n").encode()}


def words_of(files: Files) -> Iterator[tuple[str, bytes]]:
    """Every proof of the certificate by name, unpacked."""
    for name in PROOFS:
        if name in files:
            yield name, zlib.decompress(files[name])
