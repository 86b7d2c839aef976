"""How an exact number stands on a page: its fraction beside its decimals."""

from fractions import Fraction
from typing import TypedDict

NOTHING = "–"
"""What stands on a page for a figure that there is none of."""


class Number(TypedDict):
    """A number in JSON: the exact fraction as text, or None where it is irrational, and the nearest float."""

    exact: str | None
    value: float


def number(value: Fraction | int | float | None) -> Number | None:
    """Return the JSON form of a number; a float is a rounded irrational, None stays None.

    >>> number(Fraction(336, 5525))
    {'exact': '336/5525', 'value': 0.06081447963800905}
    """
    if value is None:
        return None
    return {"exact": None if isinstance(value, float) else str(value), "value": float(value)}


def percent(value: Fraction | float | None, digits: int = 4) -> str:
    """Return a share as a percentage, rounded half to even from the exact value; a dash for a share of nothing.

    >>> percent(Fraction(10298, 270725)), percent(Fraction(-1, 8), 1), percent(None)
    ('3.8039 %', '-12.5 %', '–')
    """
    return NOTHING if value is None else f"{decimal(100 * Fraction(value), digits)} %"


def decimal(value: Fraction | float | int, digits: int = 6) -> str:
    """Return a number with so many decimals, rounded half to even from the exact value, thousands apart.

    >>> decimal(Fraction(2, 3), 4), decimal(1082900, 0), decimal(Fraction(-1, 3), 2)
    ('0.6667', '1,082,900', '-0.33')
    """
    numerator, denominator = value.as_integer_ratio()  # in integers: a page has ten thousand numbers
    scaled, left = divmod(abs(numerator) * 10**digits, denominator)
    scaled += 2 * left > denominator or (2 * left == denominator and scaled % 2)
    whole, rest = divmod(scaled, 10**digits)
    tail = f".{rest:0{digits}d}" if digits else ""
    return f"{'-' if scaled and numerator < 0 else ''}{whole:,}{tail}"
