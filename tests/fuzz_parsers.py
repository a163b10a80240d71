"""Mutated inputs for every parser: nothing but the documented errors may come out.

    python tests/fuzz_parsers.py --count 1000000

takes sound and unsound moves, positions, records and files, damages them, and reads them. What is
read must come back from its own text; what is refused must name faults of documented fields, with
places, in printable words. The same seed makes the same inputs. pytest runs a short version.
"""

from __future__ import annotations

import argparse
import io
import re
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from known import rows

from steppe_solver.errors import InputError, ParseError, PositionError
from steppe_solver.notation import (
    GameRecord,
    format_move,
    format_record,
    format_spn,
    parse_move,
    parse_record,
    parse_records,
    parse_spn,
    read_entries,
)
from steppe_solver.position import Position

FIELDS = {"board", "mover", "reserve", "score", "word", "move", "header", "file"}
PLACE = re.compile(r"[1-9][0-9]*:[1-9][0-9]*")
ALIKE = ("RBWN.", "0123456789", "abcdefgh")
SUFFIXES = ("-", "x.spn", "x.json", "x.jsonl", "x.sgr")
MOVES = ["1a1", "5a1-b1", "10c2-c4", "Nc3", "We5", "5E1-D1", "10a1-c3", "1h8", "10h8-h6"]
PIECES = [
    *" \t\n\r|/;#,-=.:!?*()[]{}\"'\\",
    *"RBNWabcefh0123456789",
    *"\x00\x0b\x1b\x7f\x85\u00a0\u00e9\u0661\u2028\uff11\ufeff\ud800\U0001f600",
    *("15,5,3,3", "0-0", "levels=2", "levels=9", "reserves=3,2,1,1", "start=a1", "start=-", "dmr"),
    *("99999999999999999999", "00", "-1", " ; ", " # ", "...../", "|.....", "R....", "10a1-c1"),
    *('[Event "x"]\n', '[SPN "', '[Edition "dmr"]', '[Result "*"]', "{", "}", " *", "1. ", "1-1"),
    *('{"spn": "', '"name": null', '", ', "[{", "}]", "\\u", "\\ud800", "1e999", "null"),
]


def sources() -> tuple[list[str], list[str], list[str]]:
    """Position lines, records, and files made of them, sound ones and known bad ones."""
    lines = [row["spn"] for row in rows("values")[::9]]
    lines += [row["spn"] for row in rows("values") if "=" in row["spn"] or "dmr" in row["spn"]]
    lines += [row["spns"][place] for row in rows("games") if "spns" in row for place in (9, 25, -1)]
    unusual = rows("bad_inputs") + rows("odd_inputs")
    lines += [row["input"] for row in unusual if row["kind"] == "spn"]
    records = [row["input"] for row in unusual if row["kind"] == "sgr"]
    for row in rows("games")[:4]:
        headers = f'[Event "{row["id"]}"]\n[Edition "{row["edition"]}"]\n'
        first, second = row["score"]
        records.append(f"{headers}\n{' '.join(row['moves'])} {first}-{second}\n")
        records.append(f"{headers}\n1. {' '.join(row['moves'][:9])} {{x}} # y\n*\n")
        records.append(f'[SPN "{row["final_spn"]}"]\n')
    files = ["\n".join(records[:4]), "\n".join(records[-6:]), "1a1 *\n1b1 1c1 *\n"]
    for place in range(0, len(lines) - 4, 9):
        some = lines[place : place + 4]
        files.append("\n".join(f"{line} ; name # comment" for line in some))
        files.append("\n".join(f'{{"spn": "{line}", "name": "x"}}' for line in some))
        files.append(f'[{{"spn": "{some[0]}"}},\n{{"spn": "{some[1]}", "name": null}}]')
    return lines, records, files


def mutated(rng: Random, text: str, others: list[str]) -> str:
    """The text with a few things deleted, put in, doubled, swapped, exchanged or taken over."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 5))):
        first, last = sorted(rng.randint(0, len(text)) for _ in range(2))
        last = min(last, first + rng.choice((1, 1, 2, 8, 400)))
        kind = rng.randrange(10)
        if kind == 0:
            text = text[:first] + text[last:]
        elif kind <= 2:
            text = text[:first] + rng.choice(PIECES) + text[first:]
        elif kind <= 4:
            text = text[:first] + rng.choice(PIECES) + text[last:]
        elif kind == 5:
            text = text[:last] + text[first:]
        elif kind == 6:
            words = text.split(" ")
            one, two = (rng.randrange(len(words)) for _ in range(2))
            words[one], words[two] = words[two], words[one]
            text = " ".join(words)
        elif kind <= 8:
            alike = next((some for some in ALIKE if text[first : first + 1] in some), "?")
            text = text[:first] + rng.choice(alike) + text[first + 1 :]
        else:
            other = rng.choice(others)
            text = text[:first] + other[rng.randint(0, len(other)) :]
    return text


def check_error(error: InputError) -> None:
    """The error is one of the documented kind: faults with field, place and plain words."""
    assert type(error) in (ParseError, PositionError)
    assert error.faults
    assert len(set(error.faults)) == len(error.faults)
    for fault in error.faults:
        assert fault.field in FIELDS, fault
        assert PLACE.fullmatch(fault.at), fault
        assert fault.message, fault
        assert all(" " <= letter <= "~" for letter in fault.message), fault


def check_record(record: GameRecord) -> None:
    """The record comes back from its own text, and from one with its comments, these as well."""
    again = parse_record(format_record(record))
    assert (again.start, again.moves) == (record.start, record.moves)
    told = parse_record(format_record(record, record.comments))
    assert (told.start, told.moves) == (record.start, record.moves)
    assert [text for _, text in told.comments] == [text for _, text in record.comments]


def read_move_text(text: str, position: Position | None) -> None:
    """Read a move; what is read comes back."""
    move = parse_move(text, position)
    assert parse_move(format_move(move), position) == move


def read_position_text(text: str) -> None:
    """Read a position; what is read comes back."""
    position = parse_spn(text)
    assert parse_spn(format_spn(position)) == position


def read_record_text(text: str) -> None:
    """Read the games of a text, then the text as a game; what is read comes back."""
    for outcome in parse_records(text):
        if isinstance(outcome, InputError):
            check_error(outcome)
        else:
            check_record(outcome)
    check_record(parse_record(text))


def read_file(text: str, name: str) -> None:
    """Read a file; every entry has either a position or an error."""
    found = list(read_entries(io.BytesIO(text.encode("utf-8", "surrogatepass")), name))
    assert found
    for entry in found:
        assert (entry.position is None) == (entry.error is not None)
        assert entry.line >= 1
        if entry.error is not None:
            check_error(entry.error)
        if entry.record is not None:
            check_record(entry.record)
        if entry.playable is not None:
            assert entry.error is not None
            again = parse_record(format_record(entry.playable))
            assert (again.start, again.moves) == (entry.playable.start, entry.playable.moves)
    for entry in found:
        if entry.error is not None:
            raise entry.error


def fuzz(count: int, seed: int) -> Counter[str]:
    """How many of so many damaged inputs were read and refused, by parser.

    AssertionError, or whatever a parser raised against its promise, with the input in a note.
    """
    rng = Random(seed)
    lines, records, files = sources()
    positions = [None, *(parse_spn(row["spn"]) for row in rows("values")[:40])]
    outcomes: Counter[str] = Counter()
    for number in range(count):
        kind = ("move", "spn", "spn", "record", "file")[number % 5]
        reading: Callable[[str], None]
        if kind == "move":
            text = mutated(rng, rng.choice(MOVES), MOVES)
            reading = partial(read_move_text, position=rng.choice(positions))
        elif kind == "spn":
            text = mutated(rng, rng.choice(lines), lines)
            reading = read_position_text
        elif kind == "record":
            text = mutated(rng, rng.choice(records), records)
            reading = read_record_text
        else:
            text = mutated(rng, rng.choice(files), files)
            reading = partial(read_file, name=rng.choice(SUFFIXES))
        try:
            reading(text)
            outcomes[f"{kind} read"] += 1
        except (ParseError, PositionError) as error:
            check_error(error)
            outcomes[f"{kind} refused ({type(error).__name__})"] += 1
        except BaseException as error:
            error.add_note(f"input {number} of seed {seed}: {text!r} to {reading}")
            raise
    return outcomes


def main() -> None:
    """Fuzz as the command line says and print what came out."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("--count", type=int, default=100_000, help="inputs (default %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the mutations (default %(default)s)"
    )
    options = parser.parse_args()
    began = time.perf_counter()
    outcomes = fuzz(options.count, options.seed)
    seconds = time.perf_counter() - began
    for outcome, number in sorted(outcomes.items()):
        print(f"{number:>10,}  {outcome}")
    print(f"{options.count:>10,}  inputs in {seconds:.0f} s, nothing but documented errors")


if __name__ == "__main__":
    main()
