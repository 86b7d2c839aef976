"""A hand announced at once against one that nobody has seen: all pairs of hands, by inclusion and exclusion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from casino31.home.exact.ranking import Integers, Ranking, ranking_of
from casino31.home.exact.showdown import RESULTS, Contest, Showdown, showdowns
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.notebook import Shown


@dataclass(frozen=True, repr=False)
class Announcement(Shown):
    """How a dealt hand fares against one other dealt hand, by its points; nobody draws or exchanges."""

    rules: HomeRules
    rows: Mapping[str, Showdown]
    pairs: int
    """Ordered pairs of hands."""
    game: HomeGame | None = None
    """The file of the rules; None where they were made in code."""

    @property
    def tie(self) -> Fraction:
        """The chance that two dealt hands have equal points."""
        return sum((row.tie * row.ways for row in self.rows.values()), Fraction(0)) / self.pairs

    @property
    def facts(self) -> Mapping[str, object]:
        """The chance of being strictly above, by points."""
        return {f"above with {points}": row.above for points, row in reversed(list(self.rows.items()))}


def announcement(rules: HomeRules) -> Announcement:
    """Return how each announced total fares against one unseen hand.

    >>> found = announcement(HomeRules(trips="30.5"))
    >>> found.rows["25"].above, found.rows["25"].tie, found.tie
    (Fraction(90473, 92120), Fraction(341, 92120), Fraction(5206339, 50896300))
    """
    ranking = ranking_of(rules)
    cards = len(ranking.pack)
    return Announcement(rules, showdowns(ranking, count_pairs(ranking)), comb(cards, 3) * comb(cards - 3, 3))


def count_pairs(ranking: Ranking) -> Integers:
    """Ordered pairs of hands without a card in common, by the points of the first and by result."""
    many, cards = len(ranking.worths), len(ranking.pack)
    all_hands = np.bincount(ranking.worth_of, minlength=many)
    with_card = np.zeros((cards, many), np.int64)
    with_two = np.zeros((cards, cards, many), np.int64)
    for place in ranking.hands.T:
        np.add.at(with_card, (place, ranking.worth_of), 1)
    for first, second in combinations(ranking.hands.T, 2):
        np.add.at(with_two, (first, second, ranking.worth_of), 1)
    contest = Contest(ranking)
    counts = np.zeros((len(contest.totals), len(RESULTS)), np.int64)
    for hand_class in ranking.classes(3):
        own = np.zeros(many, np.int64)
        own[ranking.cube[hand_class.places]] = 1
        others = all_hands - with_card[list(hand_class.places)].sum(axis=0)
        others += sum(with_two[pair] for pair in combinations(hand_class.places, 2))
        counts += hand_class.members * contest.count(own, others - own)
    return counts
