"""Giving up: how whatever may take long is told to, and how it says that it did."""

from __future__ import annotations

from collections.abc import Callable

Stop = Callable[[], bool]
"""Polled every few milliseconds by what may take long: True gives up."""


class StoppedError(Exception):
    """``stop`` became true before the answer was known."""


def never() -> bool:
    """False: no limit."""
    return False
