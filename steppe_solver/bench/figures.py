"""Numbers as a reader wants them: counts, times, ratios and shares in few figures."""

from __future__ import annotations

import math

NONE = "–"
"""What stands where there is no number."""

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def count(number: int) -> str:
    """The whole number, in groups of three: ``1,234,567``."""
    return f"{number:,}".replace("-", "−")


def rounded(number: float) -> str:
    """The number in three significant figures, never in powers of ten: ``0.0123``, ``1,230,000``.

    What is too large or no number at all is `NONE`.
    """
    if not math.isfinite(number):
        return NONE
    if number == 0:
        return "0"
    # Rounded first, so that 999.6 is 1,000 and not 1,000.0.
    shown = float(f"{number:.2e}")
    places = max(0, 2 - math.floor(math.log10(abs(shown))))
    return f"{shown:,.{places}f}".replace("-", "−")


def duration(seconds: float) -> str:
    """The time in the unit that suits it: ``123 µs``, ``4.56 ms``, ``7.89 s``, ``12 min 3 s``."""
    if not math.isfinite(seconds):
        return NONE
    if seconds >= 599.5:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{count(hours)} h {minutes} min" if hours else f"{minutes} min {rest} s"
    for size, unit in _UNITS:
        # Three figures of 999.6 ms are 1,000 ms, which is said in seconds.
        if float(f"{seconds:.2e}") >= size:
            return f"{rounded(seconds / size)} {unit}"
    return f"{rounded(seconds * 1e6)} µs" if seconds > 0 else "0 s"


def share(part: float, whole: float = 1.0) -> str:
    """The part of the whole in per cent: ``12.3 %``; `NONE` of nothing."""
    if not whole:
        return NONE
    percent = 100 * part / whole
    return f"{percent:.0f} %" if percent >= 99.95 or percent == 0 else f"{percent:.1f} %"


def ratio(number: float) -> str:
    """The ratio in three figures: ``1.05``; `NONE` where there is none."""
    return rounded(number) if number > 0 else NONE


def power(exponent: int) -> str:
    """A power of ten for a scale, short: ``100``, ``1k``, ``10M``, ``1G``; below one in full."""
    if exponent < 0:
        return f"{10.0**exponent:.{-exponent}f}"
    for size, letter in ((9, "G"), (6, "M"), (3, "k")):
        if exponent >= size:
            return f"{10 ** (exponent - size)}{letter}"
    return str(10**exponent)


def power_of_seconds(exponent: int) -> str:
    """A power of ten of a second for a scale: ``10 µs``, ``1 ms``, ``100 s``."""
    if exponent < -6:
        return f"{power(exponent + 6)} µs"
    size, unit = next(unit for unit in ((0, "s"), (-3, "ms"), (-6, "µs")) if exponent >= unit[0])
    return f"{10 ** (exponent - size):,} {unit}"
