"""A sample as text: a line that says what it is of, and a line of JSON for every deal judged.

    {"sample": "steppe solitaire", "version": 1, "variants": ["c0d1L-inf"]}
    {"variant": "c0d1L-inf", "seed": 1, "verdict": "winnable", "limit": 2000000}

A run appends line by line, so that it can be cut off at any moment and gone on with. A deal may
come again, judged with more nodes: its last line counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from steppe_solver.errors import Fault, ParseError
from steppe_solver.solitaire.sample import Judged
from steppe_solver.solitaire.solver import Verdict
from steppe_solver.solitaire.variant import Variant

VERSION = 1
"""Of the format, and of the rules that the verdicts stand on."""

_KIND = "steppe solitaire"


def sample_header(variants: Iterable[Variant]) -> str:
    """The first line of a sample of these variants, with its end."""
    names = sorted({str(variant) for variant in variants})
    return json.dumps({"sample": _KIND, "version": VERSION, "variants": names}) + "\n"


def sample_line(judged: Judged) -> str:
    """The line of a deal, with its end."""
    fields = {
        "variant": str(judged.variant),
        "seed": judged.seed,
        "verdict": judged.verdict.value,
        "limit": judged.limit,
    }
    return json.dumps(fields) + "\n"


def read_sample(text: str, variants: Sequence[Variant]) -> dict[tuple[Variant, int], Judged]:
    """What a sample of exactly these variants holds, by variant and seed.

    Every line must be whole. Raises ParseError where it is something else, of other variants or of
    another version, or where a line does not say what it should.
    """
    lines = text.splitlines()
    _check_header(lines[0] if lines else "", variants)
    by_name = {str(variant): variant for variant in variants}
    found = {}
    for number, line in enumerate(lines[1:], 2):
        judged = _judged(line, by_name)
        if judged is None:
            raise _error(number, "this line is none of a sample: it was changed or is damaged")
        found[judged.variant, judged.seed] = judged
    return found


def _check_header(line: str, variants: Iterable[Variant]) -> None:
    header = _object(line)
    if header.get("sample") != _KIND:
        raise _error(1, "this is no sample of deals of Steps Solitaire")
    if header.get("version") != VERSION:
        raise _error(1, f"a sample of version {VERSION} is needed, not {header.get('version')}")
    names = sorted({str(variant) for variant in variants})
    if header.get("variants") != names:
        has = header.get("variants")
        said = ", ".join(map(str, has)) if isinstance(has, list) else "none"
        raise _error(1, f"this is a sample of other variants: {said}, not {', '.join(names)}")


def _judged(line: str, variants: dict[str, Variant]) -> Judged | None:
    fields = _object(line)
    variant = variants.get(str(fields.get("variant")))
    seed, limit = fields.get("seed"), fields.get("limit")
    sound = all(type(number) is int and number >= 0 for number in (seed, limit))
    if variant is None or not sound or fields.get("verdict") not in list(Verdict):
        return None
    return Judged(variant, int(fields["seed"]), Verdict(fields["verdict"]), int(fields["limit"]))


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _error(line: int, message: str) -> ParseError:
    return ParseError([Fault("file", f"{line}:1", message)])
