"""A run of `steppe solitaire rate --share`: deal after deal, and the share of those won."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

import click

from steppe_solver.cli.interrupt import Interrupt
from steppe_solver.cli.output import Answers
from steppe_solver.cli.progress import ProgressLine
from steppe_solver.cli.solitaire.rate_store import Store
from steppe_solver.cli.watch import Watch
from steppe_solver.cli.words import counted
from steppe_solver.parallel import WorkerDiedError
from steppe_solver.solitaire.sample import sample
from steppe_solver.solitaire.share import CONFIDENCE, Share
from steppe_solver.solitaire.solver import Verdict
from steppe_solver.solitaire.variant import Variant

_BAR = 24
"""Characters of the progress bar."""


@dataclass(frozen=True)
class Order:
    """What is to be estimated: of which variants, from which deals, how and into which file."""

    variants: Sequence[Variant]
    seeds: range
    nodes: int
    memory: int
    jobs: int
    store: str | None


class _Meter:
    """The progress bar over the deals of all variants."""

    def __init__(self, line: ProgressLine, total: int) -> None:
        self._line = line
        self._total = total
        self._begun = time.monotonic()
        self.done = 0
        self.kept = 0
        """Those of ``done`` that an earlier run has left."""
        self.variant = ""

    def show(self) -> None:
        """Draw it anew."""
        filled = _BAR * self.done // self._total
        bar = "=" * filled + "." * (_BAR - filled)
        self._line.say(
            f"[{bar}]  {self.done:,} of {self._total:,} deals  {self.variant}{self._left()}"
        )

    def _left(self) -> str:
        worked, spent = self.done - self.kept, time.monotonic() - self._begun
        if not worked or spent < 2:
            return ""
        seconds = round(spent / worked * (self._total - self.done))
        return f"  {seconds // 60}:{seconds % 60:02} left"


def run_share(order: Order, style: str, quiet: bool) -> int:
    """Judge the deals and give the share for each variant; returns the exit code."""
    progress = ProgressLine(wanted=not quiet)
    answers = Answers(style, quiet, before_writing=progress.step_aside)
    meter = _Meter(progress, len(order.variants) * len(order.seeds))
    interrupt = Interrupt()
    with ExitStack() as held:
        store = held.enter_context(closing(Store(order.store, order.variants)))
        held.callback(progress.close)
        held.enter_context(interrupt)
        watch = Watch(None, interrupt, meter.show)
        for variant in order.variants:
            try:
                share = _judged(variant, order, store, watch, meter)
            except WorkerDiedError as error:
                raise click.ClickException(str(error)) from None
            except MemoryError:
                message = f"there are no {order.memory} MiB to be had for --memory"
                raise click.UsageError(message) from None
            _give(variant, share, order, answers)
            if interrupt.requested:
                break
        answers.tally.interrupted = interrupt.requested
    return answers.tally.code


def _judged(variant: Variant, order: Order, store: Store, watch: Watch, meter: _Meter) -> Share:
    """The share among all deals, or among those that could be judged before Ctrl-C."""
    meter.variant = str(variant)
    known = store.found(variant, order.seeds, order.nodes)
    verdicts = Counter(judged.verdict for judged in known.values())
    meter.done += len(known)
    meter.kept += len(known)
    missing = (seed for seed in order.seeds if seed not in known)
    for judged in sample(
        variant, missing, nodes=order.nodes, memory=order.memory, jobs=order.jobs, stop=watch
    ):
        store.keep(judged)
        verdicts[judged.verdict] += 1
        meter.done += 1
    return Share(*(verdicts[verdict] for verdict in Verdict))


def _give(variant: Variant, share: Share, order: Order, answers: Answers) -> None:
    answers.tally.limit_struck |= share.unknown > 0
    if answers.as_json:
        answers.give(_as_json(variant, share, order))
    elif answers.quiet:
        low, high = share.interval
        answers.give(f"{variant} {share.deals} {_percent(low)} {_percent(high)}")
    else:
        answers.give(_as_text(variant, share))


def _as_json(variant: Variant, share: Share, order: Order) -> dict[str, Any]:
    low, high = share.interval
    return {
        "variant": str(variant),
        "first_seed": order.seeds.start,
        "seeds": share.deals,
        "winnable": share.winnable,
        "unwinnable": share.unwinnable,
        "unknown": share.unknown,
        "share": share.least if not share.unknown and share.deals else None,
        "least": share.least,
        "most": share.most,
        "low": low,
        "high": high,
        "confidence": CONFIDENCE,
        "limit": order.nodes,
    }


def _as_text(variant: Variant, share: Share) -> str:
    low, high = share.interval
    found = (
        f"{share.winnable:,} winnable, {share.unwinnable:,} unwinnable, {share.unknown:,} unknown"
    )
    of_sample = _percent(share.least)
    if share.unknown:
        of_sample += f" to {_percent(share.most)}"
    return (
        f"{variant}: {counted(share.deals, 'deal')}: {found}\n"
        f"  {of_sample} % can be won; of all deals, with {CONFIDENCE:.0%} confidence,"
        f" {_percent(low)} to {_percent(high)} %"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.3f}"
