"""Files that a command writes: their names, and writing one so that no half of it is ever seen."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

import click

Item = TypeVar("Item")


def check_outputs(files: Iterable[str], outputs: Mapping[str, str | None]) -> None:
    """A usage error for an OUT that is no file name, or that would overwrite an input or OUT.

    ``outputs`` has the value, if any, of every option that names a file to write.
    """
    taken = {os.path.realpath(file): file for file in files if file != "-"}
    for option, path in outputs.items():
        if path is None:
            continue
        if path in ("", "-") or Path(path).is_dir():
            raise click.UsageError(f"{option} takes the name of a file to write, not {path!r}")
        if os.path.realpath(path) in taken:
            raise click.UsageError(f"{option} would overwrite {taken[os.path.realpath(path)]}")
        taken[os.path.realpath(path)] = path


def with_numbers(inputs: Iterator[Item]) -> Iterator[tuple[int | None, Item]]:
    """Every input with its number from 1, or with None where it is the only one."""
    first_two = list(islice(inputs, 2))
    if len(first_two) == 1:
        yield None, first_two[0]
    else:
        yield from enumerate(chain(first_two, inputs), 1)


def numbered(path: str, number: int | None) -> str:
    """The path with the number before its suffix: ``out.svg`` and 2 give ``out-2.svg``."""
    if number is None:
        return path
    stem, suffix = os.path.splitext(path)
    return f"{stem}-{number}{suffix}"


def write_file(path: str, content: bytes) -> str:
    """The path, after the content has been written there, whole or not at all.

    A usage error says so where it cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():  # a pipe or a device: nothing to replace
            target.write_bytes(content)
        else:
            draft = target.with_name(f".{target.name}.{os.getpid()}.part")
            replace_file(target, [content], draft)
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def replace_file(target: Path, parts: Iterable[bytes], draft: Path) -> None:
    """Put the parts, one after another, in place of the file; not even a crash leaves half of it.

    ``draft``, in the same directory, is where it is written first. Raises OSError.
    """
    try:
        with open(draft, "wb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
