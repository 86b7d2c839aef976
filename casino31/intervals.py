"""Certified intervals on the page: with fewer decimals, never narrower."""

from fractions import Fraction
from math import ceil, floor

from casino31.banker_answers import BankerFigure, Interval

DIGITS = 9


def outwards(lower: Fraction, upper: Fraction, digits: int = DIGITS) -> tuple[Fraction, Fraction]:
    """Return the ends of an interval rounded outwards to so many decimals.

    >>> outwards(Fraction(-1, 3), Fraction(1, 3), 2)
    (Fraction(-17, 50), Fraction(17, 50))
    """
    unit = 10**digits
    return Fraction(floor(lower * unit), unit), Fraction(ceil(upper * unit), unit)


def end_of(figure: BankerFigure) -> Fraction:
    """Return an end of an interval; one that is no fraction has been moved outwards already.

    >>> end_of(BankerFigure(Fraction(-1, 50), -0.02))
    Fraction(-1, 50)
    """
    return Fraction(figure.value or 0.0) if figure.exact is None else figure.exact


def show_interval(interval: Interval) -> str:
    """Return an interval as it is printed, and its width.

    >>> show_interval(Interval(BankerFigure(Fraction(-2, 3), -0.6667), BankerFigure(None, -0.5)))
    '[-0.666666667, -0.500000000]  1.7e-01'
    """
    low, high = outwards(end_of(interval.lower), end_of(interval.upper))
    return f"[{float(low):+.{DIGITS}f}, {float(high):+.{DIGITS}f}]  {float(high - low):.1e}"
