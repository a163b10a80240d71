"""What a search has proved, kept so that a later one goes on from there; and its form as a file.

A file is a line that says what it is, a line of JSON, entries of the transposition tables as
``native/harvest.hpp`` lays them out, and a checksum of all of it. Entries speak of positions by
keys that mean the same only for searches of the same position by the same code, so a file of
anything else is refused. The checksum tells a damaged file, not a forged one: who has to be
convinced wants a certificate.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from steppe_solver.bridge import core
from steppe_solver.errors import ResumeError
from steppe_solver.notation import format_spn
from steppe_solver.position import Position

HEAD = b"steppe search 1\n"
"""The first line; another number is another format."""

MOST_ENTRIES = 200_000
"""Of each of the two tables; with 22 bytes each, a file stays below 9 MB."""

_ENTRY = 22
_DIGEST = 32

NativeMove = tuple[int, bool, int]
"""Tile, standing and lowest cell, as the native core has a move."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """What has been proved of a position by searches with the same techniques.

    ``lower`` and ``upper`` bound the final margin, whatever was asked for; ``moves`` do the same
    for every legal move. ``nodes`` and ``seconds`` are those of all searches so far. The entries
    are the dearest ones of the tables of the upper levels and of the last level.
    """

    position: Position
    left_out: int
    lower: int
    upper: int
    moves: tuple[tuple[NativeMove, tuple[int, int]], ...]
    nodes: int
    seconds: float
    upper_levels: bytes
    last_level: bytes

    def parts(self) -> Iterator[bytes]:
        """The content of a file, part by part."""
        header = {
            "spn": format_spn(self.position),
            "version": _version(),
            "engine": core.ENGINE,
            "left_out": self.left_out,
            "lower": self.lower,
            "upper": self.upper,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "entries": [len(self.upper_levels) // _ENTRY, len(self.last_level) // _ENTRY],
            "moves": self.moves,
        }
        text = json.dumps(header, ensure_ascii=True).encode("ascii")
        checksum = hashlib.blake2b(digest_size=_DIGEST)
        for part in (HEAD, text, b"\n", self.upper_levels, self.last_level):
            checksum.update(part)
            yield part
        yield checksum.digest()


def read_saved(content: bytes, position: Position, left_out: int = 0) -> SavedSearch:
    """The search of the position that the content of a file tells of.

    Raises ResumeError, with every reason why it cannot be gone on with.
    """
    start = _size_of_head(content)
    end = content.find(b"\n", start)
    try:
        header = json.loads(content[start:end])
        upper, last = (_ENTRY * count for count in header["entries"])
        size = end + 1 + upper + last + _DIGEST
    except (ValueError, TypeError, KeyError, RecursionError):
        size = None
    if end < 0 or (size is not None and len(content) < size):
        of = "" if size is None else f" of {size:,}"
        raise ResumeError(f"it is cut short: {len(content):,}{of} bytes")
    checksum = hashlib.blake2b(memoryview(content)[:-_DIGEST], digest_size=_DIGEST).digest()
    if size != len(content) or checksum != content[-_DIGEST:]:
        raise ResumeError("it is damaged: its checksum is wrong")
    reasons = []
    ours = _version()
    if header["version"] != ours:
        reasons.append(f"it was written by version {header['version']}, and this is {ours}")
    elif header["engine"] != core.ENGINE:
        reasons.append("it was written by another build of the search")
    if header["left_out"] != left_out:
        reasons.append("it is of a search with other techniques")
    if header["spn"] != format_spn(position):
        reasons.append(f"it is of another position: {header['spn']}")
    if reasons:
        raise ResumeError("; ".join(reasons))
    return SavedSearch(
        position=position,
        left_out=left_out,
        lower=header["lower"],
        upper=header["upper"],
        moves=tuple(
            ((tile, standing, cell), (lower, upper))
            for (tile, standing, cell), (lower, upper) in header["moves"]
        ),
        nodes=header["nodes"],
        seconds=header["seconds"],
        upper_levels=content[end + 1 : end + 1 + upper],
        last_level=content[end + 1 + upper : end + 1 + upper + last],
    )


def _version() -> str:
    from importlib.metadata import version

    return version("steppe-solver")


def _size_of_head(content: bytes) -> int:
    if content.startswith(HEAD):
        return len(HEAD)
    if not content:
        raise ResumeError("it is empty")
    if HEAD.startswith(content):
        raise ResumeError(f"it is cut short: {len(content):,} bytes")
    if content.startswith(HEAD[: HEAD.rindex(b" ")]):
        raise ResumeError("it is of another format, or damaged in its first line")
    raise ResumeError("it is no saved search")


class Pace:
    """When a running search is saved next.

    At first soon, then after as long as it has run, so that no more than half is ever lost, and in
    the end every quarter of a minute; but saving never takes more than a twentieth of the time.
    """

    FIRST, LONGEST, SHARE = 0.125, 15.0, 20

    def __init__(self) -> None:
        self._begun = self._last = time.monotonic()
        self._cost = 0.0

    @property
    def is_due(self) -> bool:
        """Is it time to save?"""
        wait = min(max(self._last - self._begun, self.FIRST), self.LONGEST)
        return time.monotonic() - self._last >= max(wait, self.SHARE * self._cost)

    @contextmanager
    def measured(self) -> Iterator[None]:
        """While it is entered, the search is being saved."""
        before = time.monotonic()
        try:
            yield
        finally:
            self._last = time.monotonic()
            self._cost = self._last - before
