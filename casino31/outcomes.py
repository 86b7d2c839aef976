"""The one object that every game produces and everything downstream reads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple, TypeAlias

from casino31.notebook import Shown


class Result(NamedTuple):
    """One wager in one round, seen from the player."""

    event: str
    """The finest thing the layout can show: "24", "trips", "mini royal", "fold"."""
    stake: Fraction
    """Units put at risk; the unit is the ante."""
    net: Fraction
    """Units won or lost, never less than the stake lost."""

    def __hash__(self) -> int:
        """Return that of the event: fractions are slow to hash, and an event has few results."""
        return hash(self.event)


Row: TypeAlias = tuple[Result, ...]


@dataclass(frozen=True, repr=False)
class OutcomeDistribution(Shown):
    """The joint distribution of labelled, staked results, in integers.

    ``combinations`` maps one Result a wager, in the order of ``wagers``, to a positive number of equally
    likely ways. They are exact unless ``bound`` says how far they may be off.

    >>> one = Fraction(1)
    >>> coin = OutcomeDistribution(("toss",), {(Result("heads", one, one),): 1, (Result("tails", one, -one),): 1})
    >>> coin.total, coin.expect(lambda row: row[0].net)
    (2, Fraction(0, 1))
    >>> coin
    <OutcomeDistribution: wagers toss; combinations 2; mean net, units 0>
    """

    wagers: tuple[str, ...]
    combinations: Mapping[Row, int]
    bound: Fraction = Fraction()
    """How far the probability of any set of rows may be off: above 0 where the ways are counted from floats."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.wagers, frozenset(self.combinations.items())))

    @property
    def facts(self) -> Mapping[str, object]:
        """The wagers, the number of ways and of results, and the means."""
        return {
            "wagers": self.wagers,
            "combinations": self.total,
            "mean net, units": self.expect(net),
            "mean stake, units": self.expect(stake),
            "different results": len(self.combinations),
        }

    @property
    def total(self) -> int:
        """The number of equally likely ways."""
        return sum(self.combinations.values())

    def of(self, *wagers: str) -> "OutcomeDistribution":
        """Return the marginal distribution of some of the wagers; KeyError names one that is not here."""
        for wager in wagers:
            if wager not in self.wagers:
                raise KeyError(f"no wager {wager!r} here: {', '.join(self.wagers)}")
        places = [self.wagers.index(wager) for wager in wagers]
        marginal: dict[Row, int] = {}
        for row, ways in self.combinations.items():
            key = tuple(row[place] for place in places)
            marginal[key] = marginal.get(key, 0) + ways
        return OutcomeDistribution(wagers, marginal, self.bound)

    def scaled(self, units: Mapping[str, Fraction]) -> "OutcomeDistribution":
        """Return the distribution with each wager's stakes and nets multiplied; a wager without units is 1."""
        factors = [units.get(wager, Fraction(1)) for wager in self.wagers]
        scaled: dict[Row, int] = {}
        for row, ways in self.combinations.items():
            key = tuple(Result(r.event, f * r.stake, f * r.net) for f, r in zip(factors, row, strict=True))
            scaled[key] = scaled.get(key, 0) + ways
        return OutcomeDistribution(self.wagers, scaled, self.bound)

    def expect(self, value: Callable[[Row], Fraction]) -> Fraction:
        """Return the exact mean of a function of the row."""
        sums: dict[int, int] = {}  # by denominator: additions of fractions are slow, and most values are whole
        for row, ways in self.combinations.items():
            worth = value(row)
            sums[worth.denominator] = sums.get(worth.denominator, 0) + ways * worth.numerator
        return sum((Fraction(part, over) for over, part in sums.items()), Fraction()) / self.total

    @cached_property
    def whole_nets(self) -> tuple[int, tuple[tuple[tuple[int, ...], int], ...]]:
        """A scale, and of each row the nets of its wagers times the scale, whole numbers, and its ways."""
        scale = lcm(*{result.net.denominator for row in self.combinations for result in row})
        return scale, tuple(
            (tuple(result.net.numerator * (scale // result.net.denominator) for result in row), ways)
            for row, ways in self.combinations.items()
        )

    def error(self, value: Callable[[Row], Fraction]) -> Fraction:
        """Return how far the mean of a function of the row may be off: the bound times the function's range.

        >>> one = Fraction(1)
        >>> rows = {(Result("heads", one, one),): 1, (Result("tails", one, -one),): 1}
        >>> OutcomeDistribution(("toss",), rows, Fraction(1, 10**9)).error(lambda row: row[0].net)
        Fraction(1, 500000000)
        """
        values = [value(row) for row in self.combinations]
        return self.bound * (max(values) - min(values))

    def counts(self, value: Callable[[Row], Fraction]) -> dict[Fraction, int]:
        """Return the ways of each value of a function of the row, in rising order of the value."""
        tally: dict[Fraction, int] = {}
        for row, ways in self.combinations.items():
            key = value(row)
            tally[key] = tally.get(key, 0) + ways
        return dict(sorted(tally.items()))


def net(row: Row) -> Fraction:
    """Return the units won over all wagers of a row.

    >>> net((Result("24", Fraction(1), Fraction(2)), Result("fold", Fraction(1), Fraction(-1))))
    Fraction(1, 1)
    """
    return _sum([result.net for result in row])


def stake(row: Row) -> Fraction:
    """Return the units put at risk over all wagers of a row.

    >>> stake((Result("24", Fraction(1), Fraction(2)), Result("fold", Fraction(1, 2), Fraction(-1, 2))))
    Fraction(3, 2)
    """
    return _sum([result.stake for result in row])


def _sum(parts: list[Fraction]) -> Fraction:
    """A sum; additions of fractions are slow, and most parts of a row are whole."""
    if all(part.denominator == 1 for part in parts):
        return Fraction(sum(part.numerator for part in parts))
    return sum(parts, Fraction())
