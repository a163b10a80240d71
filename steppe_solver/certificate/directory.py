"""Certificates as directories: written so that no half of one is ever taken for a whole."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from steppe_solver.certificate.checking import Confirmed, check
from steppe_solver.certificate.claims import HEADER, PROOFS
from steppe_solver.certificate.proof import Watch

MOST_BYTES = 2**30
"""No file of a certificate is read beyond this."""


def save(files: Mapping[str, bytes], directory: str | os.PathLike[str]) -> None:
    """Write a certificate into the directory, in place of one that is there.

    The directory is made if need be. Without its header a certificate is none, so the header goes
    first and comes last. Raises OSError.
    """
    place = Path(directory)
    place.mkdir(parents=True, exist_ok=True)
    (place / HEADER).unlink(missing_ok=True)
    for file in PROOFS:
        if file in files:
            _write(place / file, files[file])
        else:
            (place / file).unlink(missing_ok=True)
    _write(place / HEADER, files[HEADER])


def load(directory: str | os.PathLike[str]) -> Mapping[str, bytes]:
    """The files of the certificate in the directory, as far as they are there. Raises OSError."""
    place = Path(directory)
    files = {}
    for file in (HEADER, *PROOFS):
        try:
            with open(place / file, "rb") as stream:
                files[file] = stream.read(MOST_BYTES)
        except FileNotFoundError:
            if not place.is_dir():
                raise
    return files


def check_certificate(
    directory: str | os.PathLike[str], watch: Watch = lambda positions: None
) -> Confirmed:
    """What the certificate in the directory proves; see `check`. Raises RefusedError or OSError."""
    return check(load(directory), watch)


def _write(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(draft, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
