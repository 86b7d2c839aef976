"""How a value is read: the one place that turns exact numbers into digits."""

from fractions import Fraction

from casino31.decimals import decimal
from casino31.page import Cell, Unit, Value
from casino31.paytable import show_pay


def shown(value: Value, unit: Unit) -> str:
    """Return a value as a reader sees it, rounded half to even from the exact number.

    >>> from casino31.page import NUMBER, SHARE, SIGNED_SHARE, TRUE_ODDS, UNITS
    >>> shown(Fraction(10298, 270725), SHARE), shown(Fraction(1, 8), SIGNED_SHARE), shown(Fraction(5, 2), UNITS)
    ('3.803860 %', '+12.5000 %', '2.50')
    >>> shown(Fraction(7), TRUE_ODDS), shown(Fraction(3, 2), Unit("to one")), shown(6e-14, Unit("bound"))
    ('7.00 to 1', '3 to 2', '6e-14')
    """
    if isinstance(value, str):
        return value
    if unit.kind in ("number", "share"):
        return _number(value, unit)
    if unit.kind in ("to one", "for one"):
        return _pay(Fraction(value), unit)
    if unit.kind == "bound":
        return f"{float(value):.0e}" if value else "exact"
    if unit.kind == "mark":
        return unit.after
    if unit.kind == "stand":
        return "on" if value == 31 else str(value)
    if unit.kind == "filed":
        return "as in the file" if value else "edited"
    return plain(value)


def text_of(cell: Cell | None) -> str:
    """Return what stands in a cell, "" in an empty one.

    >>> text_of(None), text_of(Cell(3))
    ('', '3')
    """
    return "" if cell is None else shown(cell.value, cell.unit)


def plain(value: Fraction | int | float) -> str:
    """Return a number as short as it is, with six decimals at most.

    >>> plain(Fraction(5)), plain(Fraction(5, 2)), plain(Fraction(1, 3))
    ('5', '2.5', '0.333333')
    """
    return _trimmed(decimal(value), 0)


def _number(value: Fraction | int | float, unit: Unit) -> str:
    share = unit.kind == "share"
    text = decimal(100 * Fraction(value) if share else value, unit.digits)
    text = text if unit.least < 0 else _trimmed(text, unit.least)
    sign = "+" if unit.signed and value > 0 else ""
    return f"{sign}{text}{' %' if share else ''}{unit.after}"


def _trimmed(text: str, least: int) -> str:
    """A number without the zeros at its end, but with some decimals."""
    whole, _, rest = text.partition(".")
    rest = rest.rstrip("0").ljust(least, "0")
    return f"{whole}.{rest}" if rest else whole


def _pay(value: Fraction, unit: Unit) -> str:
    if unit.kind == "to one":
        return show_pay(value)
    return show_pay(value - 1, "for one")
