"""The share of deals that can be won, estimated from many of them, with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

CONFIDENCE = 0.95

_Z = 1.959963984540054
"""The quantile of the normal distribution that leaves 2.5 % on either side."""


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The ends of the 95 % confidence interval of a share, of which so many trials were hits.

    It is the score interval of E. B. Wilson (Journal of the American Statistical Association 22,
    1927), which stays within 0 and 1 and holds for small numbers and shares near the ends too.
    Without a trial it is everything.

    >>> [round(end, 3) for end in wilson(9, 10)]
    [0.596, 0.982]
    """
    if not 0 <= hits <= trials:
        raise ValueError(f"{hits} hits in {trials} trials")
    if not trials:
        return 0.0, 1.0
    share, weight = hits / trials, _Z * _Z / trials
    middle = share + weight / 2
    half = sqrt(weight * (share * (1 - share) + weight / 4))
    low, high = (middle - half) / (1 + weight), (middle + half) / (1 + weight)
    # By the formula these are exactly 0 and 1; in floating point they may miss by the last digit.
    return (0.0 if hits == 0 else low), (1.0 if hits == trials else high)


@dataclass(frozen=True, slots=True)
class Share:
    """How many deals of a sample can be won, cannot, and how many are not decided."""

    winnable: int = 0
    unwinnable: int = 0
    unknown: int = 0

    @property
    def deals(self) -> int:
        """How many there are."""
        return self.winnable + self.unwinnable + self.unknown

    @property
    def least(self) -> float:
        """The share of the sample if all that is not decided could not be won; 0 without deals."""
        return self.winnable / self.deals if self.deals else 0.0

    @property
    def most(self) -> float:
        """The share of the sample if all that is not decided could be won; 1 without deals."""
        return 1 - self.unwinnable / self.deals if self.deals else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share among all deals.

        Its lower end takes all that is not decided as unwinnable, its upper end as winnable. So it
        holds however they come out, and is the wider the more of them there are.
        """
        low, _ = wilson(self.winnable, self.deals)
        _, high = wilson(self.winnable + self.unknown, self.deals)
        return low, high
