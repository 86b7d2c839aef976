"""Turns of phrase that many formulas share."""

import re
from collections.abc import Sequence
from fractions import Fraction

_LONGEST_TEXT = 250
"""A text inside a formula may have 255 characters."""
_LONGEST_NUMBER = 10**15
"""A number inside a formula keeps fifteen digits."""
EDITED = "inputs edited"


def all_ok(keys: Sequence[str]) -> str:
    """Return the formula that says whether every named check holds.

    >>> all_ok(["one", "two"])
    'IF(AND({one}<>"FAIL",{two}<>"FAIL"),"all checks pass","a check FAILS")'
    """
    holds = ",".join(f'{{{key}}}<>"FAIL"' for key in keys)
    return f'IF(AND({holds}),"all checks pass","a check FAILS")'


def close(first: str, other: str, within: str = "1E-12") -> str:
    """Return the formula of a check that two formulas agree.

    >>> close("A1", "B1+B2")
    'IF(ABS(A1-(B1+B2))<1E-12,"ok","FAIL")'
    """
    return f'IF(ABS({first}-({other}))<{within},"ok","FAIL")'


def literal(text: str) -> str:
    """Return a text as a formula writes it, in pieces where it is long.

    >>> literal('a "b"')
    '"a ""b""\"'
    """
    pieces = [text[start : start + _LONGEST_TEXT] for start in range(0, len(text), _LONGEST_TEXT)] or [""]
    return "&".join('"' + piece.replace('"', '""') + '"' for piece in pieces)


def constant(value: Fraction) -> str:
    """Return a number as a formula writes it: the division where both of its parts keep all digits.

    >>> constant(Fraction(-1, 3)), constant(Fraction(2)), constant(Fraction(10**20, 3))
    ('(-1/3)', '2', '3.333333333333333e+19')
    """
    if max(abs(value.numerator), value.denominator) > _LONGEST_NUMBER:
        return repr(float(value)) if value > 0 else f"({float(value)!r})"
    if value.denominator > 1:
        return f"({value.numerator}/{value.denominator})"
    return str(value.numerator) if value >= 0 else f"({value.numerator})"


def filed(text: str) -> str:
    """Return the formula of a text that holds at the filed inputs only, and says so when one was edited.

    >>> filed("1/3")
    'IF({as filed}=1,"1/3","inputs edited")'
    """
    return f'IF({{as filed}}=1,{literal(text)},"{EDITED}")'


def filed_number(value: Fraction) -> str:
    """Return the formula of a number that holds at the filed inputs only.

    >>> filed_number(Fraction(1, 3))
    'IF({as filed}=1,(1/3),"inputs edited")'
    """
    return f'IF({{as filed}}=1,{constant(value)},"{EDITED}")'


def name_for(*words: str) -> str:
    """Return a defined name for some words.

    >>> name_for("pay", "natural 31", "16-21")
    'pay_natural_31_16_21'
    """
    return re.sub(r"[^a-z0-9]+", "_", "_".join(words).lower()).strip("_")
