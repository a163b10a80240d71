"""Instructions as valgrind's callgrind counts them: in all, and by the part of the search."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from native_programs import ProgramError, output, tool

REST = "the rest"

PARTS = (
    ("table", r"^table\.hpp "),
    ("packings", r" steppe::Packer::"),
    ("symmetry", r"^symmetry\.hpp | steppe::LastLevel::turn_to_canonical| steppe::canonical"),
    ("simplifying the last level", r" steppe::LastLevel::(simplify|of)\("),
    ("bounds and estimates from packings", r"::(bounds|outlook|known|estimate|static_bounds)\("),
    ("keys", r"::key\(| steppe::ReserveCode::operator"),
    ("generating and making moves", r"^(board|position)\.hpp |::(lay|settle|play|swap_sides)\("),
    ("generating and making moves", r"::(make_child|i_can_place|other_can_place|can_place)\("),
    ("sorting moves", r"^(stl_algo|stl_heap|predefined_ops)\.h | std::__|::(prepare|look_up)\("),
    ("walking the tree", r"steppe::search_node<|::(search|descend|search_last)\("),
)
"""The parts of a search, each as what "file function" of its code matches; the first counts."""

HEAD = re.compile(r"(?P<field>fn|fl|fi|fe|cfn|cfi|cfl|ob|cob)=(?P<id>\(\d+\))?(?: ?(?P<name>.*))?")
CALL = "calls="
COST = re.compile(r"(?:\+\d+|-\d+|\*|\d+) (?P<cost>\d+)")
TOTAL = re.compile(r"(?:totals|summary): (?P<cost>\d+)")


def count(
    program: Sequence[str], functions: Sequence[str], directory: Path
) -> list[Counter[tuple[str, str]]]:
    """The instructions inside each of the functions, in the order in which the program calls them.

    They are functions of the namespace ``loops``, called just once each, one after the other. Each
    table is by file and function of the code; what a function calls is included. Raises
    ProgramError where valgrind is missing or fails.
    """
    valgrind = tool("valgrind")
    if not valgrind:
        raise ProgramError("valgrind is missing: apt install valgrind")
    out = directory.resolve() / "callgrind.out"
    for old in directory.glob("callgrind.out*"):
        old.unlink()
    command = [valgrind, "-q", "--tool=callgrind", f"--callgrind-out-file={out}"]
    command += ["--toggle-collect=loops::*", *(f"--dump-after=loops::{f}(*" for f in functions)]
    output([*command, *program], directory)
    parts = [out.with_name(f"{out.name}.{i + 1}") for i in range(len(functions))]
    missing = [part for part in parts if not part.exists()]
    if missing:
        raise ProgramError(f"callgrind has not seen {len(missing)} of {', '.join(functions)}")
    return [costs(part.read_text(encoding="utf-8").splitlines()) for part in parts]


def costs(lines: Iterable[str]) -> Counter[tuple[str, str]]:
    """The instructions of a profile by (file, function), without what a function's calls cost.

    The format: https://valgrind.org/docs/manual/cl-format.html. A file is named without its
    directory; code that was inlined stands under its own file and the function that it is in.
    Raises ProgramError where the parts do not sum to the total that the profile states.
    """
    names: dict[tuple[str, str], str] = {}
    found: Counter[tuple[str, str]] = Counter()
    file = function = ""
    total = None
    called = False
    for line in lines:
        if head := HEAD.fullmatch(line):
            field, name = head["field"], head["name"] or ""
            kind = {"fn": "function", "cfn": "function", "ob": "object", "cob": "object"}
            key = (kind.get(field, "file"), head["id"] or name)
            name = names.setdefault(key, name)
            if field == "fn":
                function = name
            elif field in ("fl", "fi", "fe"):
                file = name.rpartition("/")[2]
        elif line.startswith(CALL):
            called = True
        elif cost := COST.fullmatch(line):
            if not called:
                found[file, function] += int(cost["cost"])
            called = False
        elif sums := TOTAL.fullmatch(line):
            total = int(sums["cost"])
    if total != found.total():
        raise ProgramError(f"a profile's parts sum to {found.total()}, not to {total}")
    return found


def by_part(found: Counter[tuple[str, str]]) -> dict[str, int]:
    """The instructions of each part of the search, in a fixed order, the rest last."""
    parts = dict.fromkeys([name for name, _ in PARTS] + [REST], 0)
    for (file, function), cost in found.items():
        place = f"{file} {function}"
        matching = (name for name, pattern in PARTS if re.search(pattern, place))
        parts[next(matching, REST)] += cost
    return parts
