"""What a certificate says: its header, and what has to be proved for it."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

FORMAT = "steppe-certificate"
VERSION = 1
HEADER = "certificate.json"
PROOFS = ("first.proof", "second.proof")
"""The file of the first player's proof, a lower bound of the margin; and the second's, an upper."""

Fields = dict[str, Any]


class Claim(NamedTuple):
    """Bounds on the final margin, first player's points minus second's; or on its sign (1, 0, -1).

    ``objective`` says which: ``margin`` or ``outcome``.
    """

    objective: str
    lower: int
    upper: int

    @property
    def value(self) -> int | None:
        """The exact value; None where only bounds are claimed."""
        return self.lower if self.lower == self.upper else None

    def margins(self) -> tuple[int | None, int | None]:
        """The final margin that each player, seen by themselves, must be sure of: a proof each.

        None where a bound on the sign says nothing, and nothing is to be proved.
        """
        if self.objective == "margin":
            return self.lower, -self.upper
        of_sign = {1: 1, 0: 0}
        return of_sign.get(self.lower), of_sign.get(-self.upper)


def format_header(spn: str, claim: Claim, proofs: list[Fields]) -> bytes:
    """The header: position, claim and the files of the proofs, with a digest of all of it."""
    fields: Fields = {
        "format": FORMAT,
        "version": VERSION,
        "spn": spn,
        "objective": claim.objective,
        "value": claim.value,
        "lower": claim.lower,
        "upper": claim.upper,
        "proofs": proofs,
    }
    return _text({**fields, "sha256": digest(_text(fields))})


def describe_proof(file: str, margin: int, positions: int, content: bytes) -> Fields:
    """What the header says of a proof: the margin it shows for its player, and how large it is."""
    return {
        "file": file,
        "margin": margin,
        "positions": positions,
        "bytes": len(content),
        "sha256": digest(content),
    }


def _text(fields: Fields) -> bytes:
    return (json.dumps(fields, indent=1, ensure_ascii=True) + "\n").encode()


def digest(content: bytes) -> str:
    """The SHA-256 of the content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
