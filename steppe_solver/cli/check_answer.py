"""An answer of `steppe check`: an object for scripts, or text for people."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steppe_solver.cli.inputs import Input
from steppe_solver.cli.output import faults_as_json
from steppe_solver.cli.words import counted, line_width, situation, title
from steppe_solver.errors import Fault, InputError, PositionError
from steppe_solver.notation import (
    Covering,
    GameRecord,
    format_move,
    format_record,
    format_spn,
    witness,
)
from steppe_solver.position import Color, Edition

if TYPE_CHECKING:
    from steppe_solver.reachability import Reason

_FIELDS = {
    "opener": "mover",
    "turn": "mover",
    "score": "score",
    "tiles": "reserve",
    "neutrals": "reserve",
}
"""The part of a position that a reason is about; the other reasons are about the board."""

_OWNERS = {Color.RED: "red", Color.BLUE: "blue", Color.NEUTRAL: "neutral"}


@dataclass
class Finding:
    """What was found about an input; ``reachable`` is None where not asked, or not known."""

    source: Input
    short: bool
    asked: bool
    reachable: bool | None = None
    game: GameRecord | None = None
    reasons: tuple[Reason, ...] = ()
    minimal: bool = True

    @property
    def is_unknown(self) -> bool:
        """Was it asked whether the position is reachable, and not found out?"""
        return self.asked and self.source.entry.error is None and self.reachable is None


def as_json(finding: Finding) -> dict[str, Any]:
    """The fields of the answer, in the order in which they are documented.

    An input that cannot be read is no SPN, and its consistency cannot be asked.
    """
    entry = finding.source.entry
    well_formed = _is_well_formed(entry.error)
    as_written = (entry.text or None) if well_formed else None
    covering = _covering(finding)
    return {
        "input": finding.source.label,
        "spn": as_written if entry.position is None else format_spn(entry.position),
        "well_formed": well_formed,
        "consistent": entry.error is None if well_formed else None,
        "reachable": finding.reachable,
        "faults": _faults(finding),
        "game": None if finding.game is None else format_record(finding.game),
        "covering": None if covering is None else _covering_as_json(covering),
    }


def _is_well_formed(error: InputError | None) -> bool:
    return error is None or isinstance(error, PositionError)


def _faults(finding: Finding) -> list[dict[str, str]]:
    entry = finding.source.entry
    at = f"{entry.line}:1"
    unreachable = [
        Fault(_FIELDS.get(reason.kind, "board"), at, reason.text) for reason in finding.reasons
    ]
    return faults_as_json(entry.error or InputError(unreachable))


def _covering(finding: Finding) -> tuple[Covering, ...] | None:
    """Which tiles may lie where; None for a bad input, and where it takes too long to find."""
    position = finding.source.entry.position
    return None if position is None else witness(position)


def _covering_as_json(covering: tuple[Covering, ...]) -> dict[str, dict[str, list[str]]]:
    return {
        str(number): {name: list(map(format_move, level[color])) for color, name in _OWNERS.items()}
        for number, level in enumerate(covering, 1)
    }


def as_text(finding: Finding) -> str:
    """The answer in words."""
    error = finding.source.entry.error
    if error is not None:
        return _complaint(finding.source, error, short=finding.short)
    if finding.short:
        return f"{finding.source.label}: {_verdict(finding)}"
    return "\n".join(_lines(finding))


def _verdict(finding: Finding) -> str:
    if finding.is_unknown:
        return "good, but not known to be reachable"
    if not finding.asked:
        return "good"
    if finding.reachable:
        return "good, reachable"
    return " ".join(["UNREACHABLE:", *(reason.text for reason in finding.reasons)])


def _lines(finding: Finding) -> list[str]:
    position, record = finding.source.entry.position, finding.source.entry.record
    assert position is not None
    word = "WRONG" if finding.reachable is False else "good "
    lines = [f"{word}  {title(finding.source)}"]
    if record is None:
        lines.append("       well-formed and consistent")
    else:
        lines.append(f"       a game of {counted(len(record.moves), 'move')}, all legal")
    lines.append(f"       {situation(position)}")
    covering = _covering(finding)
    if record is None and covering is not None:
        lines += _covering_as_text(covering, position.rules.edition)
    if finding.asked:
        lines += _game_as_text(finding)
    return lines


def _covering_as_text(covering: tuple[Covering, ...], edition: Edition) -> list[str]:
    lines = []
    for number, level in enumerate(covering, 1):
        parts = [
            " ".join([edition.name_of(color), *map(format_move, level[color])])
            for color in Color
            if level[color]
        ]
        if parts:
            text = f"level {number} may be made of: {'; '.join(parts)}"
            lines += textwrap.wrap(
                text, line_width(), initial_indent=" " * 7, subsequent_indent=" " * 9
            )
    return lines


def _game_as_text(finding: Finding) -> list[str]:
    if finding.reachable is None:
        return ["       not known so far whether a game ends there"]
    if finding.reachable:
        if finding.source.entry.record is finding.game:
            return ["       reachable: by this game"]
        assert finding.game is not None
        game = format_record(finding.game).splitlines()
        return [
            "       reachable, as by this game:",
            *(f"         {line}".rstrip() for line in game),
        ]
    lines = ["       not reachable: no legal game ends there, for these cannot all be true:"]
    for reason in finding.reasons:
        lines += textwrap.wrap(
            reason.text, line_width(), initial_indent="       - ", subsequent_indent=" " * 9
        )
    if not finding.minimal:
        lines.append("       (not all of these may be needed: the limit struck)")
    return lines


def _complaint(source: Input, error: InputError, *, short: bool) -> str:
    if short:
        return "\n".join(f"{source.label}: WRONG at {fault}" for fault in error.faults)
    if _is_well_formed(error):
        reason = "well-formed, but not consistent: no play leaves this"
    else:
        reason = "not well-formed: it cannot be read"
    lines = [f"WRONG  {title(source)}", f"       {reason}"]
    for fault in error.faults:
        line, column = fault.at.split(":")
        lines.append(f"       line {line}, column {column}, {fault.field}: {fault.message}")
    return "\n".join(lines)
