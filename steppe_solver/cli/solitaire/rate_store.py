"""The file in which `steppe solitaire rate --share` keeps what it has found, deal by deal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import FileIO

import click

from steppe_solver.cli.locked import lock
from steppe_solver.errors import ParseError
from steppe_solver.solitaire.sample import Judged
from steppe_solver.solitaire.sample_file import read_sample, sample_header, sample_line
from steppe_solver.solitaire.solver import Verdict
from steppe_solver.solitaire.variant import Variant


class Store:
    """What is known of the deals of a sample, kept in a file if there is one.

    A deal that was judged is a whole line at the end of the file before anything else is done; a
    line that a killed run has left half written is taken away when the file is opened. One run at
    a time has it: a second one is refused.
    """

    def __init__(self, path: str | None, variants: Sequence[Variant]) -> None:
        """Open the file, or begin it. Bad usage where it is a sample of something else."""
        self._path = path
        self._known: dict[tuple[Variant, int], Judged] = {}
        self._file: FileIO | None = None
        if path is None:
            return
        if path in ("", "-"):
            raise click.UsageError(f"--store takes the name of a file, not {path!r}")
        if os.path.exists(path) and not os.path.isfile(path):  # a device may have no end
            raise click.UsageError(f"cannot use {path}: it is not a file")
        try:
            self._file = FileIO(path, "a+")
            lock(self._file, path)
            self._begin(self._file, path, variants)
        except OSError as error:
            self.close()
            raise click.UsageError(f"cannot use {path}: {error.strerror or error}") from None
        except click.UsageError:
            self.close()
            raise

    def _begin(self, file: FileIO, path: str, variants: Sequence[Variant]) -> None:
        """Read what is there, and make the file end with a whole line."""
        file.seek(0)
        content = file.readall()
        whole = content[: content.rfind(b"\n") + 1]
        header = sample_header(variants).encode()
        # What is no sample stays as it is: only a file with a whole first line, or the beginning of
        # the one that would be written, can be the work of an earlier run.
        if whole:
            try:
                self._known = read_sample(whole.decode("utf-8", "replace"), variants)
            except ParseError as error:
                raise click.UsageError(f"{path}:{error}; give another --store") from None
        elif not header.startswith(content):
            raise click.UsageError(f"{path} is no sample of deals; give another --store")
        if len(whole) < len(content):
            file.truncate(len(whole))
        if not whole:
            self._write(header)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    def found(self, variant: Variant, seeds: range, nodes: int) -> dict[int, Judged]:
        """What earlier runs have found of these deals, by seed, in the order of the file.

        Deals of which a search with so many nodes may find more are left out.
        """
        return {
            seed: judged
            for (of, seed), judged in self._known.items()
            if of == variant
            and seed in seeds
            and (judged.verdict is not Verdict.UNKNOWN or judged.limit >= nodes)
        }

    def keep(self, judged: Judged) -> None:
        """Add what was found."""
        self._write(sample_line(judged).encode())

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            message = f"cannot write {self._path}: {error.strerror or error}"
            raise click.ClickException(message) from None
