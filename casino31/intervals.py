"""Certified intervals on the page: with fewer decimals, never narrower."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

DIGITS = 9


def outwards(lower: Fraction, upper: Fraction, digits: int = DIGITS) -> tuple[Fraction, Fraction]:
    """Return the ends of an interval rounded outwards to so many decimals.

    >>> outwards(Fraction(-1, 3), Fraction(1, 3), 2)
    (Fraction(-17, 50), Fraction(17, 50))
    """
    unit = 10**digits
    return Fraction(floor(lower * unit), unit), Fraction(ceil(upper * unit), unit)


def end_of(figure: Mapping[str, Any]) -> Fraction:
    """Return an end of an interval; one that is no fraction has been moved outwards already.

    >>> end_of({"exact": "-1/50", "value": -0.02, "error_bound": 0.0})
    Fraction(-1, 50)
    """
    return Fraction(figure["exact"] or figure["value"])


def shown(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """Return an interval of a record as it is printed, and its width.

    >>> shown({"lower": {"exact": "-2/3", "value": -0.6667}, "upper": {"exact": None, "value": -0.5}})
    '[-0.666666667, -0.500000000]  1.7e-01'
    """
    low, high = outwards(end_of(figures["lower"]), end_of(figures["upper"]))
    return f"[{float(low):+.{DIGITS}f}, {float(high):+.{DIGITS}f}]  {float(high - low):.1e}"
