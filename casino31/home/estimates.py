"""Estimates and their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Literal

LEVEL = Fraction(99, 100)


@dataclass(frozen=True)
class Estimate:
    """A number, its interval, and how it was found."""

    value: float
    low: float
    high: float
    level: Fraction
    method: Literal["simulated", "solved"]
    """Simulated, or solved exactly over a law that was simulated."""

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{self.value:.4f} +- {self.half:.4f}"


@cache
def quantile(level: Fraction) -> float:
    """Return how many standard errors an interval of a level reaches to each side.

    >>> round(quantile(Fraction(99, 100)), 4)
    2.5758
    """
    return NormalDist().inv_cdf((1 + float(level)) / 2)


def estimate(
    value: float, variance: float, level: Fraction = LEVEL, method: Literal["simulated", "solved"] = "simulated"
) -> Estimate:
    """Return an estimate with the interval of its variance.

    >>> str(estimate(0.25, 0.0001))
    '0.2500 +- 0.0258'
    """
    half = quantile(level) * sqrt(max(0.0, variance))
    return Estimate(value, value - half, value + half, level, method)


def share(hits: int, deals: int, level: Fraction = LEVEL) -> Estimate:
    """Return how often something happens, with Wilson's interval, which holds for rare things too.

    >>> str(share(0, 1000))
    '0.0000 +- 0.0033'
    """
    if not deals:
        return Estimate(0.0, 0.0, 1.0, level, "simulated")
    z, rate = quantile(level), hits / deals
    centre = (rate + z * z / (2 * deals)) / (1 + z * z / deals)
    half = z * sqrt(rate * (1 - rate) / deals + z * z / (4 * deals**2)) / (1 + z * z / deals)
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half), level, "simulated")


def mean_of(counts: dict[Fraction, int], level: Fraction = LEVEL) -> Estimate:
    """Return the mean of a counted law, in whole numbers up to the last step.

    >>> str(mean_of({Fraction(0): 75, Fraction(1): 25}))
    '0.2500 +- 0.1121'
    """
    deals = sum(counts.values())
    mean = sum((value * many for value, many in counts.items()), Fraction(0)) / deals
    spread = sum((value * value * many for value, many in counts.items()), Fraction(0)) / deals - mean * mean
    return estimate(float(mean), float(spread / max(1, deals - 1)), level)
