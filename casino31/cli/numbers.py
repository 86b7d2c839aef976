"""Exact numbers from the command line; what is none is wrong use, said clearly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fractions import Fraction

_NUMBER = re.compile(r"\s*(-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:/0*[1-9][0-9]{0,17})?)\s*(%?)\s*")


def exact(text: str, option: str, example: str = "3, 1.5, 3/2 or 3%") -> Fraction:
    """Return the exact value of a number as a user writes it; UsageError names the option otherwise.

    >>> exact("3%", "--edge"), exact("1.5", "--step")
    (Fraction(3, 100), Fraction(3, 2))
    """
    from fractions import Fraction

    match = _NUMBER.fullmatch(text)
    if match is None:
        raise click.UsageError(f"{option}: {text!r} is not a number such as {example}")
    above, _, below = match[1].partition("/")
    return Fraction(above) / Fraction(below or 1) / (100 if match[2] else 1)


def positive(text: str, option: str, example: str = "1, 1/2 or 0.2") -> Fraction:
    """Return an exact number above 0.

    >>> positive("1/5", "--step")
    Fraction(1, 5)
    """
    value = exact(text, option, example)
    if value <= 0:
        raise click.UsageError(f"{option}: {text!r} must be above 0, such as {example}")
    return value


def span(text: str, option: str) -> tuple[Fraction, Fraction]:
    """Return the two ends of a range written LOW:HIGH.

    >>> span("0:50", "--pays")
    (Fraction(0, 1), Fraction(50, 1))
    """
    low, colon, high = text.partition(":")
    if not colon:
        raise click.UsageError(f"{option}: {text!r} is not a range such as 0:50")
    ends = exact(low, option), exact(high, option)
    if ends[0] >= ends[1]:
        raise click.UsageError(f"{option}: {text!r} runs backwards or is empty: write LOW:HIGH, such as 0:50")
    return ends
