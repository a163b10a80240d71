"""Certificates that were altered: whatever is changed, however cleverly, nothing false holds."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import pytest
from certificates import Files, refusal, with_header, with_proof, words_of
from known import rows

from steppe_solver import parse_spn, solve
from steppe_solver.certificate import HEADER, certify, check
from steppe_solver.certificate.claims import PROOFS
from steppe_solver.certificate.proof import BOUND, MOVE, SAME

SPN = next(row["spn"] for row in rows("values") if row["id"] == "v455")


TWINS = (SPN.replace("R", "N", 1), SPN.replace("R", "B", 1))
"""Other positions of the same value, by the same play: the owners of level 1 no longer matter."""


@pytest.fixture(scope="module")
def files() -> Files:
    """The certificate of a position with level 2 to be finished: its exact value, in two proofs."""
    return certify(solve(parse_spn(SPN), memory=64), memory=64).files


def places(words: bytes, rng: Random, count: int) -> list[int]:
    """So many places of a proof, drawn by chance; all of them where there are no more."""
    return sorted(rng.sample(range(len(words)), min(count, len(words))))


def stored_moves(words: bytes) -> Iterator[int]:
    """Where in a proof the lowest cell of a stored move stands."""
    place = 0
    while place < len(words):
        if words[place] >= MOVE:
            place += 1
            yield place
        place += 1


def replaced(words: bytes, place: int, word: int) -> bytes:
    """The proof with another byte at the place."""
    return words[:place] + bytes([word]) + words[place + 1 :]


def test_the_certificate_is_good_to_begin_with(files: Files) -> None:
    """What the other tests alter is accepted as it stands, and uses all that a proof can say."""
    assert refusal(files) == ""
    used = {min(word, MOVE) for _, words in words_of(files) for word in words}
    assert {BOUND, SAME, MOVE} <= used


def test_every_altered_move_is_refused(files: Files) -> None:
    """Any stored move changed to another cell is refused, and the file is named."""
    rng = Random(41)
    moves = 0
    for name, words in words_of(files):
        for place in stored_moves(words):
            moves += 1
            for other in set(rng.sample(range(29), 5)) - {words[place]}:
                packed = zlib.compress(replaced(words, place, other), 9)
                assert refusal({**files, name: packed}).startswith(name)
    assert moves > 30


def check_forgeries(files: Files, words_for: Callable[[int], Iterable[int]]) -> None:
    """Put each of these words in place of each byte, digests put right; see what is accepted."""
    claim = check(files)
    refused = accepted = 0
    for name, words in words_of(files):
        for place, before in enumerate(words):
            for word in set(words_for(before)) - {before}:
                forged = with_proof(files, name, replaced(words, place, word))
                reason = refusal(forged)
                if reason:
                    assert reason.startswith((f"{name}: position ", f"{name}: positions is "))
                    refused += 1
                else:
                    found = check(forged)
                    assert (found.spn, found.lower, found.upper) == (claim.spn, *2 * (claim.value,))
                    accepted += 1
    assert refused > 10 * accepted


def test_forged_proofs_prove_nothing_false(files: Files) -> None:
    """With digests put right, any byte changed is refused at its place, but for lucky equal proofs.

    What is accepted all the same says the same as before, and so is true.
    """
    rng = Random(42)
    check_forgeries(files, lambda before: rng.sample(range(20), 3))


@pytest.mark.slow
def test_all_forged_proofs_prove_nothing_false(files: Files) -> None:
    """So it is for whatever a byte is changed to."""
    check_forgeries(files, lambda before: range(32))


def test_the_place_is_named_by_the_moves_that_lead_there(files: Files) -> None:
    """A refusal tells the position by its number and the moves from the root, all of them legal."""
    name, words = next(iter(words_of(files)))
    moves = list(stored_moves(words))
    place = moves[len(moves) // 2]
    reason = refusal(with_proof(files, name, replaced(words, place, 250)))
    after = reason.split("after ")[1].split(":")[0].split()
    position = parse_spn(SPN)
    for move in after:
        position = position.play(next(m for m in position.legal_moves() if str(m) == move))
    assert reason.startswith(f"{name}: position ")
    assert "cannot be played" in reason


def test_proofs_that_break_off_or_go_on(files: Files) -> None:
    """A proof cut short anywhere, or with more behind it, is refused, forged digests or not."""
    rng = Random(43)
    for name, words in words_of(files):
        for place in places(words, rng, 30):
            assert "breaks off" in refusal(with_proof(files, name, words[:place]))
        assert "more follows" in refusal(with_proof(files, name, words + b"\0"))
        packed = files[name]
        for place in places(packed, rng, 30):
            assert refusal({**files, name: packed[:place]}).startswith(name)
        assert refusal({**files, name: packed + b"\0"}).startswith(name)
        assert refusal({**files, name: b""}).startswith(name)


def test_every_altered_byte_of_a_file_is_refused(files: Files) -> None:
    """One bit turned anywhere in any of the files is refused, and the message names a file."""
    rng = Random(44)
    for name, content in files.items():
        for place in places(content, rng, 120):
            flipped = bytearray(content)
            flipped[place] ^= 1 << rng.randrange(8)
            assert refusal({**files, name: bytes(flipped)}).startswith((HEADER, *PROOFS))


def test_a_file_packed_in_another_way_is_refused(files: Files) -> None:
    """The same proof packed less tightly is not the file that was written."""
    for name, words in words_of(files):
        assert "not what" in refusal({**files, name: zlib.compress(words, 1)})


def test_proofs_of_the_other_player(files: Files) -> None:
    """Two proofs exchanged prove nothing; nor is one enough where two are needed."""
    first, second = PROOFS
    exchanged = {**files, first: files[second], second: files[first]}
    assert refusal(exchanged).startswith(first)
    for name in PROOFS:
        rest = {file: content for file, content in files.items() if file != name}
        assert refusal(rest) == f"{name}: there is no such file, though the claim needs its proof"


def header_changes(header: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The header with one field after another missing or changed to something else."""
    spn = header["spn"]
    others: dict[str, list[Any]] = {
        "format": ["other", None],
        "version": [2, 0, "1", True, 1.0],
        "spn": [None, "", spn.replace(" R ", " B "), *TWINS, spn + " dmr", spn[9:]],
        "objective": ["outcome", "points", None, []],
        "value": [header["value"] + 1, None, str(header["value"]), float(header["value"])],
        "lower": [header["lower"] - 1, header["upper"] + 1, None, True, 1e300, 10**30],
        "upper": [header["upper"] + 1, header["lower"] - 1, None, [], -(10**30)],
        "proofs": [None, [], header["proofs"][:1], header["proofs"][::-1], [1, 2], [{}, {}]],
        "note": ["anything"],
    }
    for name, values in others.items():
        if name in header:
            yield {field: value for field, value in header.items() if field != name}
        for value in values:
            yield header | {name: value}
    for place in (0, 1):
        for name, value in header["proofs"][place].items():
            entry = header["proofs"][place] | {name: value + (1 if type(value) is int else "0")}
            proofs = list(header["proofs"])
            proofs[place] = entry
            yield header | {"proofs": proofs}


def test_every_altered_field_is_refused(files: Files) -> None:
    """Any field of the header changed or missing is refused, by its digest or without it."""
    header = json.loads(files[HEADER])
    for changed in header_changes(header):
        if changed.get("spn") not in TWINS:
            assert refusal(with_header(files, changed)), changed
        plain = json.dumps(changed, indent=1).encode() + b"\n"
        assert refusal({**files, HEADER: plain}), changed


def test_boards_on_which_bounds_take_too_long(files: Files) -> None:
    """An unfinished game on more than five columns is refused before its proof is looked at."""
    header = json.loads(files[HEADER])
    large = with_header(files, header | {"spn": "......../........ R 15,5,9,3 15,5,9,3 0-0"})
    assert refusal(large).startswith(f"{HEADER}: spn: a board 8 cells long")


def test_a_looser_claim_needs_its_own_certificate(files: Files) -> None:
    """The bounds of a header made looser without touching the proofs are refused as altered."""
    header = json.loads(files[HEADER])
    first = header["proofs"][0] | {"margin": header["lower"] - 1}
    looser = {"lower": header["lower"] - 1, "value": None, "proofs": [first, header["proofs"][1]]}
    plain = json.dumps(header | looser, indent=1).encode() + b"\n"
    assert refusal({**files, HEADER: plain}).startswith(f"{HEADER}: sha256")


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\xff\xfe", b"[]", b"null", b"{", b'{"format": NaN}'),
        *(b"[" * 50_000, b" " * 70_000, b'{"version": ' + b"9" * 5000 + b"}"),
    ],
    ids=lambda content: content[:12].decode("latin-1"),
)
def test_headers_that_are_none(files: Files, content: bytes) -> None:
    """A header that is no JSON object, or no header, is refused as such."""
    assert refusal({**files, HEADER: content}).startswith(HEADER)


def test_a_bomb_is_never_unpacked(files: Files) -> None:
    """A small file that unpacks to a gigabyte is refused at the first byte that proves nothing."""
    bomb = zlib.compressobj(9)
    packed = b"".join(bomb.compress(bytes(2**20)) for _ in range(32)) + bomb.flush()
    for name in PROOFS:
        assert refusal({**files, name: packed}).startswith(f"{name}: position 1, at the root")
        words = dict(words_of(files))[name]
        follows = zlib.compressobj(9)
        behind = follows.compress(words) + follows.compress(bytes(2**26)) + follows.flush()
        assert "more follows" in refusal({**files, name: behind})
