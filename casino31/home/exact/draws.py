"""Drawing alone from the stock, thrown cards gone for good: the best expected points and the best chance of 31.

The recursion runs backwards over hands and dead cards, in whole counts. Write B(S) for the best worth of three of
four cards, and W(H) for the sum of B(H + c) over all cards c. With one draw left and cards D dead, a hand is worth

    (W(H) - sum of B(H + d) over d in D) / (cards unseen),

which is why two more draws need tables of four cards only. The first draw is one set of four cards, whichever came
last, and sets that differ in the names of suits are counted once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from casino31.faults import NotCapableError
from casino31.home.exact.ranking import THIRTY_ONE, Integers, Ranking, ranking_of
from casino31.home.exact.reach import Between, Reach, points_at_most, reach_31
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.notebook import Shown

MOST = 3
"""Draws whose best play is computed exactly."""


@dataclass(frozen=True, repr=False)
class Draws(Shown):
    """What a player alone can make of so many draws."""

    rules: HomeRules
    within: Mapping[int, Fraction]
    """The best chance of 31 within 0 to 3 draws."""
    expected_points: Mapping[int, Fraction]
    """The best expected points after 0 to 3 draws."""
    reach: Reach
    """What is proven of 31 in longer play."""
    points_at_most: Mapping[int, Fraction]
    """What no play passes in expected points after more draws; empty where cards of all suits count."""
    game: HomeGame | None = None
    """The file of the rules; None where they were made in code."""

    @property
    def bounds(self) -> Mapping[int, Between]:
        """The chance of 31 within each number of draws: between what some play attains and what none passes."""
        known = max(self.within)
        bounds = {}
        for draws, (least, most) in self.reach.within.items():
            attained = self.within[min(draws, known)]
            bounds[draws] = Between(max(least, attained), attained if draws <= known else most)
        return bounds

    @property
    def facts(self) -> Mapping[str, object]:
        """The last of the exact figures."""
        last = max(self.within)
        return {
            f"31 within {last}": self.within[last],
            f"points after {last}": self.expected_points[last],
            "draws to 31 at least": self.reach.fewest,
        }


def solo_draws(rules: HomeRules, draws: int = MOST, upto: int = 12) -> Draws:
    """Return the best play alone for up to three draws, and bounds for up to ``upto``.

    >>> found = solo_draws(HomeRules(), draws=1)
    >>> found.expected_points[1], found.within[1]
    (Fraction(87723, 5525), Fraction(88, 20825))
    """
    if not 0 <= draws <= MOST:
        raise ValueError(f"draws={draws}: best play is computed for 0 to {MOST} draws, bounds stand for more")
    if not rules.has_pile:
        raise NotCapableError(f"{rules.title} has no stock to draw from")
    ranking = ranking_of(rules)
    many = range(draws + 1)
    reach = reach_31(rules, upto)
    points, hits = (
        BestMean(ranking, ranking.points),
        BestMean(ranking, (ranking.points == THIRTY_ONE).astype(np.int64)),
    )
    return Draws(
        rules,
        {left: hits.mean(left) for left in many},
        {left: points.mean(left) / 2 for left in many},
        reach,
        {more: points_at_most(rules, more) for more in range(draws + 1, upto + 1) if rules.ranking == "suit"},
    )


@dataclass(frozen=True, eq=False)
class BestMean:
    """The best mean of a whole number that each worth is given."""

    ranking: Ranking
    value: Integers

    @cached_property
    def of_three(self) -> Integers:
        """The number of any three cards."""
        return np.where(self.ranking.cube < 0, 0, self.value[self.ranking.cube]).astype(np.int32)

    @cached_property
    def of_four(self) -> Integers:
        """B: the best of any four cards; 0 where a card stands twice."""
        cube = self.of_three
        best = np.maximum(cube[:, :, :, None], cube[:, :, None, :])
        np.maximum(best, cube[:, None, :, :], out=best)
        np.maximum(best, cube[None, :, :, :], out=best)
        many = np.arange(len(self.ranking.pack))
        for first, second in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
            index: list[Integers | slice] = [slice(None)] * 4
            index[first] = index[second] = many
            best[tuple(index)] = 0
        return best

    @cached_property
    def summed(self) -> Integers:
        """W: the sum of B over the card that comes to three."""
        sums: Integers = self.of_four.sum(axis=3, dtype=np.int32)
        return sums

    @cached_property
    def _fours(self) -> tuple[Integers, Integers]:
        """The classes of four cards: their places, one column a card, and their members."""
        classes = self.ranking.classes(4)
        return np.array([hand_class.places for hand_class in classes]).T, np.array(
            [hand_class.members for hand_class in classes]
        )

    def mean(self, draws: int) -> Fraction:
        """Return the mean under the best play with so many draws."""
        if draws == 0:
            return Fraction(int(self.value[self.ranking.worth_of].sum()), len(self.ranking.hands))
        cards, members = self._fours
        best, ways = (self._one, self._two, self._three)[draws - 1](cards)
        return Fraction(int((best.astype(np.int64) * members).sum()), int(members.sum()) * ways)

    def _one(self, cards: Integers) -> tuple[Integers, int]:
        """The best of each set of four, the last draw behind it."""
        return self.of_four[tuple(cards)], 1

    def _two(self, cards: Integers) -> tuple[Integers, int]:
        """Summed over the second draw, the first discard chosen at best."""
        kept = [self.summed[tuple(np.delete(cards, thrown, axis=0))] for thrown in range(4)]
        return np.max(kept, axis=0) - self.of_four[tuple(cards)], len(self.ranking.pack) - 4

    def _three(self, cards: Integers) -> tuple[Integers, int]:
        """Summed over the second and the third draw, both discards before them chosen at best."""
        kept = [self._second(np.delete(cards, thrown, axis=0), cards[thrown]) for thrown in range(4)]
        unseen = len(self.ranking.pack) - 4
        return np.max(kept, axis=0), unseen * (unseen - 1)

    def _second(self, hand: Integers, dead: Integers) -> Integers:
        """Summed over two draws to hands of three with one card dead; one column a hand."""
        drawn = np.arange(len(self.ranking.pack))[None, :]
        one, two, three = (place[:, None] for place in hand)
        gone = dead[:, None]
        best = self.summed[one, two, three] - self.of_four[one, two, three, gone]
        best = np.broadcast_to(best, (len(dead), drawn.size))
        for first, second in ((one, two), (one, three), (two, three)):
            best = np.maximum(best, self.summed[first, second, drawn] - self.of_four[first, second, drawn, gone])
        best = best - self.of_four[one, two, three, drawn]
        possible = np.ones_like(best, dtype=bool)
        for held in (one, two, three, gone):
            possible &= drawn != held
        sums: Integers = np.where(possible, best, 0).sum(axis=1, dtype=np.int64)
        return sums
