"""Figures that a published table states of itself: the words for them, and whether they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from casino31.audit.finding import Problem
from casino31.audit.tables.cells import Amount
from casino31.audit.tables.columns import Printed
from casino31.audit.tables.sums import ROUNDING, TableRow, short_percent

Z_SCORES = {
    "1.645": Fraction("1.6448536269514722"),
    "1.65": Fraction("1.65"),
    "1.96": Fraction("1.959963984540054"),
}
"""What a volatility index multiplies the standard deviation by: at 90 %, as slot sheets round it, at 95 %."""


class Figures(NamedTuple):
    """What a table is worth, in units of its stake."""

    house_edge: Fraction
    variance: Fraction
    wins: Fraction
    """Chance to win more than the stake brings back."""
    pays: Fraction
    """Chance that anything is handed back."""
    pushes: Fraction
    largest: Fraction
    slack: Fraction
    """What rounded probabilities may hide of a chance or a mean."""
    variance_slack: Fraction


def figures_of(rows: Sequence[TableRow]) -> Figures:
    """Return what a table is worth.

    >>> win = TableRow("win", "B2", Fraction(1), 1, Fraction(1, 4), Fraction(), None, None)
    >>> lose = TableRow("lose", "B3", Fraction(-1), 3, Fraction(3, 4), Fraction(), None, None)
    >>> figures_of([win, lose]).house_edge, figures_of([win, lose]).variance
    (Fraction(1, 2), Fraction(3, 4))
    """
    mean = sum((row.probability * row.net for row in rows), Fraction())

    def chance(when: Sequence[bool]) -> Fraction:
        return sum((row.probability for row, counted in zip(rows, when, strict=True) if counted), Fraction())

    return Figures(
        -mean,
        sum((row.probability * (row.net - mean) ** 2 for row in rows), Fraction()),
        chance([row.net > 0 for row in rows]),
        chance([row.net > -1 for row in rows]),
        chance([row.net == 0 for row in rows]),
        max(row.net for row in rows),
        sum((row.slack * (1 + abs(row.net)) for row in rows), ROUNDING),
        sum((row.slack * (row.net - mean) ** 2 for row in rows), ROUNDING),
    )


class Meaning(NamedTuple):
    """One thing that a word may mean of a table."""

    words: str
    value: Fraction
    slack: Fraction
    """What rounded probabilities may hide of it."""
    root: bool = False
    """Whether the figure is the square root of the value."""

    def agrees(self, stated: Amount, room: Fraction) -> bool:
        """Whether a stated figure is this one, to within what it was rounded by; roots are compared as squares."""
        low, high = stated.value - room, stated.value + room
        if self.root:
            low, high = max(low, Fraction()) ** 2, high**2
        return low - self.slack <= self.value <= high + self.slack

    @property
    def shown(self) -> float:
        """The figure for a message."""
        return sqrt(self.value) if self.root else float(self.value)


def claim_problems(
    printed: Mapping[str, Printed], rows: Sequence[TableRow], stake: Fraction, notes: list[str]
) -> Iterator[Problem]:
    """Yield each stated figure that does not hold; which of several meanings holds is noted.

    >>> win = TableRow("win", "B2", Fraction(1), 1, Fraction(1, 4), Fraction(), None, None)
    >>> lose = TableRow("lose", "B3", Fraction(-1), 3, Fraction(3, 4), Fraction(), None, None)
    >>> stated = {"hit frequency": Printed("B4", "46%", Amount(Fraction(46, 100), Fraction(1, 200)))}
    >>> [problem.message for problem in claim_problems(stated, [win, lose], Fraction(1), [])]
    ['the hit frequency is 25 % (any pay and net win), printed is 46%']
    """
    figures = figures_of(rows)
    least = printed.get("minimum return")
    if least is not None:
        yield from minimum_problems(least.amount.value, figures, least)
    for name, meanings in _meanings(figures, stake).items():
        cell = printed.get(name)
        if cell is None:
            continue
        room = cell.amount.slack or (Fraction(1, 2) if name in _ROUNDED else Fraction())
        right = [meaning for meaning in meanings if meaning.agrees(cell.amount, room)]
        if not right:
            shown = _shown(name, meanings)
            yield Problem("claim", cell.where, cell.text, shown, f"the {name} is {shown}, printed is {cell.text}")
        elif len({meaning.value for meaning in meanings}) > 1:
            notes.append(f"{cell.where}: the {name} of {cell.text} is {right[0].words}")


_ROUNDED = ("variance", "standard deviation", "volatility index")
"""Figures that a whole number may round."""


def minimum_problems(least: Fraction | None, figures: Figures, cell: Printed | None = None) -> Iterator[Problem]:
    """Yield the problem of a return below the least that a regulator allows, or that the table states.

    >>> figures = Figures(Fraction(3, 10), *[Fraction()] * 7)
    >>> [problem.message for problem in minimum_problems(Fraction(3, 4), figures)]
    ['the return is 70 %, below the minimum of 75 %']
    """
    found = 1 - figures.house_edge
    if least is not None and found < least - figures.slack:
        text, where = (cell.text, cell.where) if cell else (short_percent(least), "table")
        message = f"the return is {short_percent(found)}, below the minimum of {text}"
        yield Problem("minimum", where, short_percent(found), f">= {text}", message)


def _meanings(figures: Figures, stake: Fraction) -> dict[str, tuple[Meaning, ...]]:
    """What each word may mean of this table."""
    means, squares = figures.slack, figures.variance_slack
    pays, wins = Meaning("any pay", figures.pays, means), Meaning("net win", figures.wins, means)
    units = [("per stake", Fraction(1))] + ([("per unit", stake)] if stake != 1 else [])
    return {
        "hit frequency": (pays, wins),
        "hit frequency, any pay": (pays,),
        "hit frequency, net win": (wins,),
        "push frequency": (Meaning("", figures.pushes, means),),
        "loss frequency": (Meaning("", 1 - figures.wins - figures.pushes, means),),
        "variance": tuple(
            Meaning(f"{words} squared", figures.variance * by**2, squares * by**2) for words, by in units
        ),
        "standard deviation": tuple(
            Meaning(words, figures.variance * by**2, squares * by**2, True) for words, by in units
        ),
        "volatility index": tuple(
            Meaning(f"{z} standard deviations {words}", figures.variance * (by * times) ** 2, squares * by**2, True)
            for words, by in units
            for z, times in Z_SCORES.items()
        ),
        "largest win": tuple(
            Meaning(f"{kind} {words}", (figures.largest + more) * by, ROUNDING)
            for words, by in units
            for kind, more in (("net", 0), ("with the stake", 1))
        ),
        "expected value": tuple(Meaning(words, -figures.house_edge * by, means * by) for words, by in units),
    }


def _shown(name: str, meanings: Sequence[Meaning]) -> str:
    by_value: dict[Fraction, list[Meaning]] = {}
    for meaning in meanings:
        by_value.setdefault(meaning.value, []).append(meaning)
    said = []
    for same in by_value.values():
        share = "frequency" in name
        text = short_percent(same[0].value) if share else f"{same[0].shown:.6g}"
        named = " and ".join(meaning.words for meaning in same if meaning.words)
        said.append(f"{text} ({named})" if named and len(meanings) > 1 else text)
    return " or ".join(said)
