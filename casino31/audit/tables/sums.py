"""The sums and products of a return table: what is printed against what the rows give."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.audit.finding import Problem
from casino31.audit.tables.cells import Amount
from casino31.audit.tables.columns import Printed
from casino31.paytable import OddsUnit

ROUNDING = Fraction(1, 10**12)
"""What a spreadsheet's own arithmetic may be off by, per unit."""


class TableRow(NamedTuple):
    """One row, understood."""

    event: str
    where: str
    """The address of its pay; "" of the row that stands for all other outcomes."""
    net: Fraction
    combinations: int | None
    probability: Fraction
    slack: Fraction
    """What rounding may hide of the probability: 0 where combinations are given."""
    printed: Amount | None
    """The printed probability, beside combinations."""
    expected: Amount | None
    """The printed return of the row."""
    variance: Amount | None = None
    """The printed contribution of the row to the variance."""


def row_problems(
    rows: Sequence[TableRow], printed: Mapping[str, Printed], stake: Fraction = Fraction(1)
) -> Iterator[Problem]:
    """Yield what is wrong in single rows and in printed sums: probabilities, products, favourable pays.

    >>> row = TableRow("win", "B2", Fraction(60), 1, Fraction(1, 52), Fraction(), None, None)
    >>> [problem.code for problem in row_problems([row], {})]
    ['favourable']
    """
    for row in rows:
        if row.printed and abs(row.printed.value - row.probability) > row.printed.slack + ROUNDING:
            found, expected = _show(row.printed.value), _show(row.probability)
            message = f"{row.event}: the probability is {expected}, printed is {found}"
            yield Problem("probability", row.where, found, expected, message)
        gross = row.probability * (row.net + 1)
        if gross > 1 + row.slack * (row.net + 1):
            message = (
                f"{row.event}: this row alone returns {_show(gross)} of a unit; it pays {row.net} to one, "
                f"true odds are {_show(1 / row.probability - 1)} to one: it favours the player"
            )
            yield Problem("favourable", row.where, str(row.net), f"< {_show(1 / row.probability - 1)}", message)
    yield from _products(rows, stake)
    yield from _variances(rows, stake)
    for role, values in (
        ("probability", [row.printed or Amount(row.probability, row.slack) for row in rows]),
        ("return", [row.expected for row in rows if row.expected]),
        ("variance", [row.variance for row in rows if row.variance]),
    ):
        cell = printed.get(role)
        if cell and values:
            total = sum((value.value for value in values), Fraction())
            slack = sum((value.slack for value in values), cell.amount.slack) + ROUNDING
            if abs(total - cell.amount.value) > slack:
                message = f"the printed {role}s add up to {_show(total)}, the printed sum is {cell.text}"
                yield Problem("sum", cell.where, cell.text, _show(total), message)


def _products(rows: Sequence[TableRow], stake: Fraction) -> Iterator[Problem]:
    """Each printed return against probability times pay, net or gross, per stake or unit."""
    printed = [row for row in rows if row.expected is not None]
    worth = [[net * by for net in nets] for by in (Fraction(1), stake) for nets in _net_and_gross(printed)]
    wrong = []
    for values in worth:
        problems = []
        for row, value in zip(printed, values, strict=True):
            product = row.probability * value
            assert row.expected is not None
            off = abs(row.expected.value - product)
            if off > row.expected.slack + row.slack * abs(value) + ROUNDING * (1 + abs(value)):
                found, expected = _show(row.expected.value), _show(product)
                message = f"{row.event}: pay times probability is {expected}, the printed return is {found}"
                problems.append(Problem("product", row.where, found, expected, message))
        wrong.append(problems)
    yield from min(wrong, key=len)


def _net_and_gross(rows: Sequence[TableRow]) -> Iterator[list[Fraction]]:
    yield [row.net for row in rows]
    yield [row.net + 1 for row in rows]


def _variances(rows: Sequence[TableRow], stake: Fraction) -> Iterator[Problem]:
    """Each printed share of the variance: probability times the squared distance from the mean."""
    mean = sum((row.probability * row.net for row in rows), Fraction())
    wrong = []
    for by in (Fraction(1), stake**2):
        problems = []
        for row in rows:
            if row.variance is None:
                continue
            square = (row.net - mean) ** 2 * by
            due = row.probability * square
            room = row.variance.slack + (row.slack + ROUNDING) * (1 + square)
            if abs(row.variance.value - due) > room:
                found, expected = _show(row.variance.value), _show(due)
                message = f"{row.event}: its part of the variance is {expected}, printed is {found}"
                problems.append(Problem("variance", row.where, found, expected, message))
        wrong.append(problems)
    yield from min(wrong, key=len)


def edge_problems(rows: Sequence[TableRow], printed: Mapping[str, Printed], unit: OddsUnit) -> Iterator[Problem]:
    """Yield what is wrong with the printed edge and return, and whether the other unit explains them.

    >>> win = TableRow("win", "B2", Fraction(1), 1, Fraction(3, 4), Fraction(), None, None)
    >>> lose = TableRow("lose", "B3", Fraction(-1), 1, Fraction(1, 4), Fraction(), None, None)
    >>> [problem.found for problem in edge_problems([win, lose], {}, "to one")]
    ['-50 %']
    """
    edge = -sum((row.probability * row.net for row in rows), Fraction())
    slack = sum((row.slack * abs(row.net) for row in rows), ROUNDING)
    # read in the other unit, each winning row pays one unit more or less; a loss stays a loss
    shift = sum((row.probability for row in rows if row.net > -1), Fraction())
    other = edge - shift if unit == "for one" else edge + shift
    for role in ("edge", "rtp"):
        cell = printed.get(role)
        if cell is None:
            continue
        right = edge if role == "edge" else 1 - edge
        if abs(cell.amount.value - right) <= cell.amount.slack + slack:
            continue
        word = "house edge" if role == "edge" else "return"
        alternative = other if role == "edge" else 1 - other
        message = f"the {word} is {short_percent(right)}, printed is {cell.text}"
        explained = abs(abs(cell.amount.value) - abs(alternative)) <= cell.amount.slack + slack
        if explained:
            theirs = "to one" if unit == "for one" else "for one"
            message += f": the printed figure comes of reading the pays {theirs}, and they are {unit}"
        yield Problem("unit" if explained else "edge", cell.where, cell.text, short_percent(right), message)
    if edge < -slack:
        message = f"the whole table favours the player by {short_percent(-edge)}"
        yield Problem("favourable", "table", short_percent(edge), "a house edge above 0", message)


def _show(value: Fraction) -> str:
    return f"{float(value):.10g}"


def short_percent(value: Fraction) -> str:
    """Return a share in per cent.

    >>> short_percent(Fraction(1, 8))
    '12.5 %'
    """
    return f"{float(100 * value):.6g} %"
