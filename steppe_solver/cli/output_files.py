"""Picture files: how several are named, and writing one so that no half of it is ever seen."""

from __future__ import annotations

import os
from pathlib import Path

import click


def numbered(path: str, number: int | None) -> str:
    """The path with the number before its suffix: ``out.svg`` and 2 give ``out-2.svg``."""
    if number is None:
        return path
    stem, suffix = os.path.splitext(path)
    return f"{stem}-{number}{suffix}"


def write_picture(path: str, content: bytes) -> str:
    """The path, after the content has been written there, whole or not at all.

    A usage error says so where it cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():  # a pipe or a device: nothing to replace
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def _replace(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        draft.write_bytes(content)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
