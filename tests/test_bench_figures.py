"""Numbers as a report shows them."""

from __future__ import annotations

import math

import pytest

from steppe_solver.bench import figures


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (1234567, "1,230,000"),
        (999.6, "1,000"),
        (123.4, "123"),
        (12.34, "12.3"),
        (1.0, "1.00"),
        (0.9999, "1.00"),
        (0.01234, "0.0123"),
        (-2.5, "−2.50"),
        (math.nan, "–"),
        (math.inf, "–"),
    ],
)
def test_three_figures(number: float, shown: str) -> None:
    """Three figures are shown of every size, and no powers of ten."""
    assert figures.rounded(number) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0, "0 s"),
        (2e-8, "0.0200 µs"),
        (1.234e-4, "123 µs"),
        (9.996e-4, "1.00 ms"),
        (0.0456, "45.6 ms"),
        (0.9996, "1.00 s"),
        (59.94, "59.9 s"),
        (599.4, "599 s"),
        (599.6, "10 min 0 s"),
        (7199.7, "2 h 0 min"),
        (math.nan, "–"),
    ],
)
def test_times_have_units_that_suit(seconds: float, shown: str) -> None:
    """A time is in the unit that leaves it few figures, also where rounding reaches the next."""
    assert figures.duration(seconds) == shown


def test_counts_and_shares() -> None:
    """Counts are whole and grouped; shares are in per cent, and of nothing there is none."""
    assert figures.count(-1234567) == "−1,234,567"
    assert figures.share(1, 8) == "12.5 %"
    assert figures.share(0, 8) == "0 %"
    assert figures.share(8, 8) == "100 %"
    assert figures.share(0, 0) == "–"


def test_ratios() -> None:
    """A ratio has three figures, and one that is no positive number is not shown."""
    assert [figures.ratio(number) for number in (1.0449, 0.0, math.nan)] == ["1.04", "–", "–"]


def test_scales() -> None:
    """Powers of ten are short, each one another."""
    nodes = [figures.power(at) for at in range(-1, 11)]
    assert nodes == (
        ["0.1", "1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G", "10G"]
    )
    times = [figures.power_of_seconds(at) for at in range(-7, 4)]
    assert times[:6] == ["0.1 µs", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms"]
    assert times[6:] == ["100 ms", "1 s", "10 s", "100 s", "1,000 s"]
