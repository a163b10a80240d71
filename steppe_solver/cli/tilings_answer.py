"""An answer of `steppe tilings`: an object for scripts, or text for players."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from steppe_solver.cli.demands import SIDES
from steppe_solver.cli.inputs import Input
from steppe_solver.cli.output import is_ascii_only, takes_colour
from steppe_solver.cli.words import counted, line_width, situation, title
from steppe_solver.notation import format_move, format_spn
from steppe_solver.position import PLAYERS, Color, Edition, Position
from steppe_solver.tiling import Conflict, Laying, Optimum, Question, explain
from steppe_solver.tiling.conditions import Demand

_SIDE_NAMES = {color: name for name, color in SIDES.items()}
_OWNERS = {Color.RED: "red", Color.BLUE: "blue", Color.NEUTRAL: "neutral"}


@dataclass
class Survey:
    """What can still be laid, where nothing in particular was asked.

    ``most`` has the optimum of each player, and of both (None) where both are asked. ``fillable``
    says whether the last level can be filled, ``unfilled`` why not; None where that is not known.
    """

    most: dict[Color | None, Optimum] = field(default_factory=dict)
    fillable: bool | None = None
    unfilled: Conflict | None = None


@dataclass
class Answer:
    """What was found about a question; None is not asked, or not known where a limit struck."""

    position: Position
    question: Question
    name: str | None
    feasible: bool | None = None
    laying: Laying | None = None
    wants_count: bool = False
    up_to_symmetry: bool = False
    count: int | None = None
    side: str | None = None
    optimum: Optimum | None = None
    conflict: Conflict | None = None
    survey: Survey | None = None
    files: list[str] = field(default_factory=list)
    unwritten: list[str] = field(default_factory=list)
    """Why a file that was asked for was not written."""
    stopped: bool = False
    """Did a limit strike before everything was known?"""

    @property
    def edition(self) -> Edition:
        """The names that the answer uses."""
        return self.position.rules.edition


def as_json(answer: Answer) -> dict[str, Any]:
    """The fields of the answer, in the order in which they are documented."""
    found: dict[str, Any] = {
        "spn": format_spn(answer.position),
        "name": answer.name,
        "feasible": answer.feasible,
        "count": answer.count,
        "max": None,
        "tiling": None if answer.laying is None else tiling(answer.question, answer.laying),
        "reasons": _reasons(answer.conflict, answer.edition),
    }
    if answer.conflict is not None:
        found["minimal"] = answer.conflict.minimal
    if answer.optimum is not None and answer.side is not None and answer.feasible is not False:
        found["max"] = _most(answer.side, answer.optimum)
    if answer.survey is not None:
        found["most"] = {
            _SIDE_NAMES[color]: _most(_SIDE_NAMES[color], optimum)
            for color, optimum in answer.survey.most.items()
        }
        found["fillable"] = answer.survey.fillable
        found["unfilled"] = _reasons(answer.survey.unfilled, answer.edition)
    if answer.files:
        found["files"] = answer.files
    return found


def _most(side: str, optimum: Optimum) -> dict[str, Any]:
    return {
        "side": side,
        "points": optimum.points,
        "proved": optimum.proved,
        "upper": optimum.upper,
    }


def _reasons(conflict: Conflict | None, edition: Edition) -> list[str]:
    return [
        f"demanded: {c.words(edition)}" if isinstance(c, Demand) else c.words(edition)
        for c in (() if conflict is None else conflict.conditions)
    ]


def tiling(question: Question, laid: Laying) -> dict[str, dict[str, list[str]]]:
    """The moves of a laying by level and owner."""
    return {
        str(level): {
            name: [format_move(p.move) for p in laid if p.level == level and p.owner is color]
            for color, name in _OWNERS.items()
        }
        for level in question.numbers
    }


def in_a_line(question: Question, laid: Laying, edition: Edition) -> str:
    """A laying on one line, such as ``Red 10a1-c1 1d1; neutral Ne5``."""
    levels = []
    for level in question.numbers:
        owners = [
            " ".join([edition.name_of(color), *map(format_move, moves)])
            for color in Color
            if (moves := [p.move for p in laid if p.level == level and p.owner is color])
        ]
        text = "; ".join(owners) or "nothing"
        levels.append(text if question.levels == 1 else f"level {level}: {text}")
    return " | ".join(levels)


def as_text(source: Input, answer: Answer, *, short: bool) -> str:
    """The answer in words; ``short`` leaves out the picture and what is known anyway."""
    found = list(_findings(answer))
    written = [f"written: {path}" for path in answer.files]
    written += [f"not written: {path}" for path in answer.unwritten]
    if short:
        return f"{source.label}: {'; '.join([*found, *written])}"
    lines = [title(source), f"  {situation(answer.position)}"]
    for line in found:
        lines += textwrap.wrap(line, line_width(), initial_indent="  ", subsequent_indent="    ")
    if answer.survey is not None and answer.question.levels == 1:
        for line in _outlook(answer):
            lines += textwrap.wrap(
                line, line_width(), initial_indent="  ", subsequent_indent="    "
            )
    lines += (f"  {line}" for line in written)  # unbroken, so that the paths can be copied
    if answer.laying is not None:
        lines += ["", *(f"  {line}".rstrip() for line in _picture(answer).splitlines())]
    return "\n".join([*lines, ""])


def _findings(answer: Answer) -> Iterable[str]:
    asked = answer.survey is None
    if answer.feasible is None and answer.conflict is None:
        yield "not known so far whether it can be laid"
    elif answer.feasible is False:
        why = "" if answer.conflict is None else explain(answer.conflict.conditions, answer.edition)
        yield f"infeasible: {why or 'the reasons are not known so far'}"
        if answer.conflict is not None and not answer.conflict.minimal:
            yield "(not all of these reasons may be needed: the limit struck)"
    elif asked and answer.optimum is None and answer.count is None:
        yield "feasible"
    if answer.optimum is not None and answer.feasible is not False:
        yield f"{_whose(answer)}: {_points(answer.optimum)}"
    if answer.count is not None:
        yield counted(answer.count, "laying") + _up_to(answer)
    elif answer.wants_count and answer.feasible is not False:
        yield f"not known so far how many layings there are{_up_to(answer)}"
    if answer.survey is not None:
        yield from _survey(answer, answer.survey)


def _whose(answer: Answer) -> str:
    color = SIDES[answer.side or "total"]
    who = "both together" if color is None else _name(answer, color)
    return f"the most points that {who} can still lay"


def _up_to(answer: Answer) -> str:
    return " up to symmetry" if answer.up_to_symmetry else ""


def _name(answer: Answer, color: Color) -> str:
    return answer.edition.name_of(color)


def _points(optimum: Optimum) -> str:
    if optimum.proved:
        return f"{optimum.points}"
    known = "not known" if optimum.points is None else f"{optimum.points} or more"
    return known if optimum.upper is None else f"{known}, at most {optimum.upper}"


def _survey(answer: Answer, survey: Survey) -> Iterable[str]:
    names = {None: "both together"} | {color: _name(answer, color) for color in PLAYERS}
    parts = [f"{names[color]} {_points(most)}" for color, most in survey.most.items()]
    if answer.feasible is not False:
        yield f"the most points that can still be laid, turns left aside: {', '.join(parts)}"
    numbers = answer.question.numbers
    level = f"level {numbers[-1]}"
    if survey.fillable:
        yield f"{level} can be filled"
    elif survey.unfilled is not None:
        yield explain(survey.unfilled.conditions, answer.edition)
    elif survey.fillable is None:
        yield f"not known so far whether {level} can be filled"


def _outlook(answer: Answer) -> Iterable[str]:
    """Who can still build where, as far as it is not open to both everywhere."""
    from steppe_solver.tiling.outlook import outlook  # needs networkx

    seen = outlook(answer.question.layout)
    parts = [
        (f"only {_name(answer, player.color)} can still cover", player.alone)
        for player in seen.players
    ]
    parts.append(("nobody can still cover", seen.lost))
    found = [f"{words} {', '.join(map(str, cells))}" for words, cells in parts if cells]
    if found:
        yield "; ".join(found)
    if len(seen.regions) > 1:
        names = [" ".join(map(str, region)) for region in seen.regions]
        yield f"{len(names)} parts that no tile can join: {'; '.join(names)}"


def _picture(answer: Answer) -> str:
    from steppe_solver.render import to_text

    assert answer.laying is not None
    return to_text(
        answer.position,
        tiles=answer.laying,
        color=takes_colour("auto"),
        ascii_only=is_ascii_only("\N{BOX DRAWINGS LIGHT HORIZONTAL}"),
        width=shutil.get_terminal_size((80, 24)).columns - 2,
    )
