"""The law of dealt points, and of what is held after one draw: counts over all hands and all sets of four cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from casino31.home.exact.ranking import Integers, Ranking, ranking_of
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.notebook import Shown


@dataclass(frozen=True)
class PointsLaw:
    """How often each total is held."""

    ways: Mapping[str, int]
    """Hands, or sets of cards, by total; in brag by kind."""
    doubled: tuple[int, ...]
    """The totals doubled, in the same order."""
    ranking: str

    @property
    def total(self) -> int:
        """All hands, or sets of cards."""
        return sum(self.ways.values())

    @property
    def points(self) -> Mapping[str, Fraction]:
        """The chance of each total."""
        return {name: Fraction(many, self.total) for name, many in self.ways.items()}

    @property
    def mean(self) -> Fraction | None:
        """Points on average; None in brag, which has no points."""
        return None if self.ranking == "brag" else self._moment(1)

    @property
    def variance(self) -> Fraction | None:
        """The variance of the points; None in brag."""
        mean = self.mean
        return None if mean is None else self._moment(2) - mean**2

    def _moment(self, power: int) -> Fraction:
        pairs = zip(self.doubled, self.ways.values(), strict=True)
        return sum((Fraction(points, 2) ** power * many for points, many in pairs), Fraction(0)) / self.total


@dataclass(frozen=True, repr=False)
class DealLaw(Shown):
    """What is dealt, and what is held after one draw from the stock with the best discard."""

    rules: HomeRules
    dealt: PointsLaw
    after_one_draw: PointsLaw
    """Over all sets of four cards: the best three of them."""
    three_of_a_kind: Fraction
    game: HomeGame | None = None
    """The file of the rules; None where they were made in code."""

    @property
    def facts(self) -> Mapping[str, object]:
        """Means and rare hands."""
        return {
            "hands": self.dealt.total,
            "mean": self.dealt.mean,
            "variance": self.dealt.variance,
            "mean after one draw": self.after_one_draw.mean,
            "three of a kind": self.three_of_a_kind,
        }


def deal_law(rules: HomeRules) -> DealLaw:
    """Return the law of dealt points under some rules.

    >>> law = deal_law(HomeRules())
    >>> law.dealt.mean, law.dealt.points["31"], law.after_one_draw.mean
    (Fraction(72311, 5525), Fraction(6, 5525), Fraction(87723, 5525))
    """
    ranking = ranking_of(rules)
    suits = len(ranking.pack) // (ranks := len({card >> 2 for card in ranking.pack}))
    return DealLaw(
        rules,
        _law(ranking, np.bincount(ranking.worth_of, minlength=len(ranking.worths))),
        _law(ranking, _best_of_four(ranking)),
        Fraction(ranks * comb(suits, 3), len(ranking.hands)),
    )


def _best_of_four(ranking: Ranking) -> Integers:
    """Sets of four cards by the best worth of three of them: whichever was drawn, the best discard leaves it."""
    classes = ranking.classes(4)
    one, two, three, four = np.array([hand_class.places for hand_class in classes]).T
    cube = ranking.cube
    best = np.max(
        [cube[one, two, three], cube[one, two, four], cube[one, three, four], cube[two, three, four]], axis=0
    )
    ways = np.zeros(len(ranking.worths), np.int64)
    np.add.at(ways, best, np.array([hand_class.members for hand_class in classes]))
    return ways


def _law(ranking: Ranking, ways: Integers) -> PointsLaw:
    totals: dict[int, int] = {}
    for worth, many in zip(ranking.worths, ways.tolist(), strict=True):
        totals[worth[0]] = totals.get(worth[0], 0) + many
    held = {points: many for points, many in totals.items() if many}
    return PointsLaw(
        {ranking.label(points): many for points, many in held.items()}, tuple(held), ranking.rules.ranking
    )
