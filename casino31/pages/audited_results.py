"""Results by group or by day: a table and a chart, the most telling rows where there are many."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import sqrt
from operator import itemgetter

from casino31.audit.hands.results import DAY, BetResult
from casino31.decimals import percent
from casino31.page import WHOLE, Block, Cell, Chart, Column, Note, Page, Row, Table, Unit
from casino31.pages.audits import bar_label

MOST_BARS = 31
"""Rows of one table and bars of one chart: the days of a month."""
NO_NAME = "(none)"
MONEY, SHARE = Unit("number", 2), Unit("share", 2)
_COLUMNS = (
    Column("hands", "Hands"),
    Column("staked", "Staked"),
    Column("won", "Players won"),
    Column("result", "For each unit"),
    Column("exact", "Expected"),
    Column("apart", "Difference"),
)
_LUCK = Column("luck", "Standard error")


def results_page(title: str, results: Sequence[BetResult]) -> Page:
    """Return the page of results by group or by day; each column and each bet has a table and a chart.

    >>> results_page("By day", ()).title
    'By day'
    """
    sets: dict[tuple[str, str], list[BetResult]] = {}
    for result in results:
        sets.setdefault((result.by, result.bet), []).append(result)
    blocks: list[Block] = []
    for number, ((by, bet), rows) in enumerate(sets.items(), 1):
        blocks += _blocks(f"{title} {number}".lower(), by, bet, rows)
    if any(result.standard_error is not None for result in results):
        note = "The standard error is that of independent hands under the filed strategy; hands of one round share"
        blocks.append(Note(f"{note} a deck. It decides nothing: the tests do.", "note"))
    return Page(title, tuple(blocks), f"What players won, {title[:1].lower()}{title[1:]}")


def _blocks(key: str, by: str, bet: str, rows: list[BetResult]) -> Iterator[Block]:
    whole = f"{bet}, by {by}"
    if len(rows) <= MOST_BARS:
        yield from _charted(key, whole, rows)
        return
    periods = _periods(rows) if by == DAY else []
    if 1 < len(periods) <= MOST_BARS:
        length = "month" if len(periods[0].name) == len("2031-03") else "year"
        yield from _charted(f"{key} periods", f"{bet}, by {length}", periods)
    farthest = sorted(rows, key=_distance, reverse=True)[:MOST_BARS]
    yield from _charted(key, f"{whole}: the {MOST_BARS} of {len(rows):,} farthest from what is expected", farthest)
    yield Note("All of them stand in the JSON and CSV forms of this report.", "note")


def _periods(days: list[BetResult]) -> list[BetResult]:
    """The days added up by month, or by year where there are too many months."""
    named = [day for day in days if day.name]
    for length in (len("2031-03"), len("2031")):
        starts = groupby(zip(named, (day.name[:length] for day in named), strict=True), itemgetter(1))
        parts = {start: [day for day, _ in part] for start, part in starts}
        if len(parts) <= MOST_BARS:
            return [_together(part, start) for start, part in parts.items()]
    return []


def _together(results: Sequence[BetResult], name: str) -> BetResult:
    """Results of one bet added up."""
    first = results[0]
    staked = sum((result.staked for result in results), Fraction())
    won = sum((result.won for result in results), Fraction())
    errors = [float(result.staked) * (result.standard_error or 0.0) for result in results]
    luck = sqrt(sum(error * error for error in errors)) / float(staked)
    hands = sum(result.hands for result in results)
    return first._replace(name=name, hands=hands, staked=staked, won=won, result=won / staked, standard_error=luck)


def _distance(result: BetResult) -> float:
    """How far a result lies from what is expected, by what luck alone does."""
    apart = abs(float(result.result - result.exact))
    return apart / result.standard_error if result.standard_error else apart * sqrt(result.hands)


def _charted(key: str, title: str, rows: Sequence[BetResult]) -> Iterator[Block]:
    """A table and its bars."""
    known = rows[0].standard_error is not None
    columns = (Column("name", rows[0].by.capitalize(), "left"), *_COLUMNS, *([_LUCK] if known else ()))
    yield Table(columns, tuple(Row(tuple(_cells(row))) for row in rows), title, key)
    labels = tuple(bar_label(row.name or NO_NAME) for row in rows)
    values = tuple(row.result for row in rows)
    axis = f"won for each unit staked; expected {percent(rows[0].exact, 2)}"
    yield Chart(title, axis, labels, values, SHARE, f"{{{key}|name}}", f"{{{key}|result}}")


def _cells(row: BetResult) -> Iterator[Cell]:
    yield Cell(row.name or NO_NAME)
    yield Cell(row.hands, WHOLE)
    yield from (Cell(amount, MONEY) for amount in (row.staked, row.won))
    yield from (Cell(share, SHARE) for share in (row.result, row.exact))
    yield Cell(row.result - row.exact, SHARE._replace(signed=True))
    if row.standard_error is not None:
        yield Cell(row.standard_error, SHARE)
