"""Where the games of a run come from: layouts, seeds and FILE arguments, read lazily."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from steppe_solver.cli.inputs import Input, read_files
from steppe_solver.cli.options import AnyFunction, whole
from steppe_solver.errors import InputError
from steppe_solver.notation import Entry
from steppe_solver.solitaire import (
    STANDARD,
    DealEntry,
    Game,
    Variant,
    deal_from_seed,
    read_deals,
)

if TYPE_CHECKING:
    from steppe_solver.solitaire.layouts import Layout

_LAYOUT_FILE = "--layout"
_SEED_FILE = "--seed"


@dataclass(frozen=True)
class DealInput:
    """One deal of a run, or what is wrong in its place, and the FILE argument it came from."""

    file: str
    entry: DealEntry

    @property
    def as_input(self) -> Input:
        """The same for what deals with any kind of input."""
        return Input(self.file, Entry(self.entry.line, "", error=self.entry.error))

    @property
    def label(self) -> str:
        """``FILE:LINE``, as bad inputs are named; for the deal of a seed its name."""
        if self.file == _SEED_FILE and self.entry.deal_id is not None:
            return self.entry.deal_id
        return self.as_input.label

    @property
    def title(self) -> str:
        """The name of the deal, else its label."""
        return self.entry.deal_id or self.label


@dataclass(frozen=True)
class Named:
    """The deals that a command line names, in all ways there are."""

    files: tuple[str, ...] = ()
    seeds: tuple[range, ...] = ()
    layouts: tuple[Layout, ...] = ()

    def need(self) -> None:
        """Bad usage where no deal is named, in none of the ways."""
        if not (self.files or self.seeds or self.layouts):
            raise click.UsageError(
                "name a deal: --seed N, --layout NAME or a FILE of deals ('-': standard input)."
            )

    def inputs(
        self, variant: Variant | None, meanwhile: Callable[[], object] | None = None
    ) -> Iterator[DealInput]:
        """The deals of the layouts, those of the seeds, then every deal of the files.

        They come in order, each as soon as it can be read. With a ``variant`` all games are of that
        one, whatever layouts and files say. Nothing is raised: a file that cannot be opened or read
        on is an input with a ``file`` fault. ``meanwhile`` is as in `read_files`.
        """
        for layout in self.layouts:
            game = Game(layout.deal, variant or layout.variant)
            yield DealInput(_LAYOUT_FILE, DealEntry(1, game.deal.deal_id, game))
        for numbers in self.seeds:
            for seed in numbers:
                game = Game(deal_from_seed(seed), variant or STANDARD)
                yield DealInput(_SEED_FILE, DealEntry(1, game.deal.deal_id, game))

        def unreadable(line: int, error: InputError) -> DealEntry:
            return DealEntry(line, error=error)

        for file, entry in read_files(
            self.files,
            lambda stream, name: read_deals(stream, name, variant),
            unreadable,
            meanwhile,
        ):
            yield DealInput(file, entry)


def _seeds(value: str) -> range:
    """The seeds from A to B of ``A-B``, or the one; bad usage for anything else."""
    first, dash, last = value.partition("-")
    convert = whole(0)
    try:
        low = convert(first)
        high = convert(last) if dash else low
    except click.BadParameter:
        message = f"{value!r} is neither a seed, 0 or more, nor a range of them such as 1-100."
        raise click.BadParameter(message) from None
    if low > high:
        raise click.BadParameter(f"{value!r} goes down: write {high}-{low}.")
    return range(low, high + 1)


def _layout(value: str) -> Layout:
    from steppe_solver.solitaire.layouts import find_layout

    try:
        return find_layout(value)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


_OPTIONS = (
    click.argument(
        "files", metavar="[FILE]...", nargs=-1, type=click.Path(readable=False, allow_dash=True)
    ),
    click.option(
        "--seed",
        "seeds",
        type=_seeds,
        multiple=True,
        metavar="N|A-B",
        help="The deal of this number, or all from A to B; may be given several times.",
    ),
    click.option(
        "--layout",
        "layouts",
        type=_layout,
        multiple=True,
        metavar="NAME",
        help="One of the twenty layouts, in its own variant unless --variant asks for another.",
    ),
)


def deals_options(command: AnyFunction) -> AnyFunction:
    """Add FILE…, ``--seed`` and ``--layout``; the command gets what they name as ``named``."""

    @functools.wraps(command)
    def with_named(
        *,
        files: tuple[str, ...],
        seeds: tuple[range, ...],
        layouts: tuple[Layout, ...],
        **rest: Any,
    ) -> Any:
        return command(named=Named(files, seeds, layouts), **rest)

    for option in reversed(_OPTIONS):
        option(with_named)
    return with_named  # type: ignore[return-value]  # the same but for its parameters
