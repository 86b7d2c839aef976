"""Exact numbers from what people write: 3, 1.5, 3/2 or 3%."""

import re
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | float | Fraction | str
"""A number as a user gives it; a float is the decimal that it prints as, so that 0.03 is 3/100."""

_NUMBER = re.compile(r"\s*(-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:/0*[1-9][0-9]{0,17})?)\s*(%?)\s*")


def exact(value: Number, example: str = "3, 1.5, 3/2 or 3%") -> Fraction:
    """Return the exact value of a number; ValueError for what is none.

    >>> exact("3%"), exact("1.5"), exact(0.03)
    (Fraction(3, 100), Fraction(3, 2), Fraction(3, 100))
    """
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, float):
        try:
            return Fraction(repr(value))
        except ValueError:
            raise ValueError(f"{value} is not a number such as {example}") from None
    match = _NUMBER.fullmatch(value)
    if match is None:
        raise ValueError(f"{value!r} is not a number such as {example}")
    above, _, below = match[1].partition("/")
    return Fraction(above) / Fraction(below or 1) / (100 if match[2] else 1)


def positive(value: Number, example: str = "1, 1/2 or 0.2") -> Fraction:
    """Return an exact number above 0; ValueError for any other.

    >>> positive("1/5")
    Fraction(1, 5)
    """
    number = exact(value, example)
    if number <= 0:
        raise ValueError(f"{value!r} must be above 0, such as {example}")
    return number


def level(value: Number, example: str = "99% or 0.99") -> Fraction:
    """Return a share above 0 and below 1, such as a level of confidence; ValueError for any other number.

    >>> level("99%")
    Fraction(99, 100)
    """
    number = exact(value, example)
    if not 0 < number < 1:
        raise ValueError(f"{value!r} is not a share above 0 and below 1, such as {example}")
    return number


def share(value: Number, most: Fraction = Fraction(1), example: str = "10%") -> Fraction:
    """Return a share from 0 up to ``most``, both allowed; ValueError for any other number.

    >>> share("10%")
    Fraction(1, 10)
    """
    number = exact(value)
    if not 0 <= number <= most:
        raise ValueError(f"{value!r} is not a share from 0 to {most}, such as {example}")
    return number
