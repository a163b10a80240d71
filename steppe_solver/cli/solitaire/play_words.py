"""What `steppe solitaire play` says of scores and variants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from steppe_solver.cli.words import counted
from steppe_solver.solitaire import DECK, Ledger, Variant

MOVE_WORDS = (
    "A move is D (draw), R (recycle), or from where to where: WT3, WB1, WF from the waste; T2T6,"
    " T2T6x3 (a run of three), T7B1, T7F from a column; B2T5, B2F from a buffer; FHT4, the top"
    " heart back to column 4, where foundations are unlocked. Several moves may stand on a line;"
    " upper and lower case are the same."
)


def command_list(commands: Mapping[str, str]) -> str:
    """The commands with what they do, a line each."""
    width = max(map(len, commands))
    return "\n".join(f"  {name:{width}}  {what}" for name, what in commands.items())


def variant_in_words(variant: Variant) -> str:
    """The options of the variant, such as ``4 buffers, draw 1, any recycles, locked``."""
    if variant.recycles is None:
        recycles = "any number of recycles"
    else:
        recycles = f"at most {counted(variant.recycles, 'recycle')}"
    buffers = counted(variant.buffers, "buffer") if variant.buffers else "no buffers"
    locked = "locked" if variant.locked else "unlocked"
    return f"{buffers}, draw {variant.draw}, {recycles}, {locked} foundations"


def scores(ledger: Ledger, seconds_left: float | None) -> str:
    """Both scores of a game that stops here, in a sentence without its full stop."""
    completion = ledger.completion(seconds_left)
    return f"action score {ledger.action}, completion score {completion}"


def score_lines(ledger: Ledger, seconds_left: float | None, hints: int) -> Iterator[str]:
    """Both ledgers and the statistics, a line each."""
    recycles = counted(ledger.recycles, "recycle")
    yield f"  {'Action score':22}{ledger.action:6}"
    made = f"{ledger.cards_up} of {len(DECK)} cards up, {recycles}"
    yield f"  {'Completion score':22}{ledger.completion(seconds_left):6}   {made}"
    yield f"  {'Steps cleared':22}{ledger.step_clearances:6}"
    yield f"  {'Longest ladder':22}{ledger.longest_ladder:6}"
    buffered = "a buffer was used" if ledger.buffered else "no buffer used"
    flawless = "flawless (no recycle)" if not ledger.recycles else "not flawless (recycled)"
    yield f"  {'Marks':22}{flawless}{'' if ledger.won else ' so far'}, {buffered}"
    if hints:
        yield f"  {'Hints taken':22}{hints:6}"


def clock(seconds: float) -> str:
    """Minutes and seconds, such as ``4:07``; what is begun counts in full."""
    whole = -int(-seconds // 1)
    return f"{whole // 60}:{whole % 60:02}"
