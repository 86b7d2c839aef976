"""Two hands compared: on points first, then by what the rules say of a tie. Whole counts, added up by result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from casino31.home.exact.ranking import Integers, Ranking

RESULTS = ("above", "below", "tie won", "tie lost", "equal")
"""What comes of one hand against another. A tie is one of points, which the rules may break."""


@dataclass(frozen=True)
class Showdown:
    """How hands of some points fare against one other."""

    ways: int
    """Deals in which the first hand has these points."""
    above: Fraction
    tie: Fraction
    """Equal points; in brag equal kinds."""
    below: Fraction
    tie_won: Fraction
    """The part of the ties that the rules decide for the first hand."""
    tie_lost: Fraction

    @property
    def equal(self) -> Fraction:
        """Ties that nothing breaks."""
        return self.tie - self.tie_won - self.tie_lost


@dataclass(frozen=True, eq=False)
class Contest:
    """Counts results between hands given by their worths: numbers in the order of worth, ties in a row."""

    ranking: Ranking

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Each number of doubled points, the lowest first."""
        return tuple(sorted(set(self.ranking.points.tolist())))

    @cached_property
    def _row(self) -> Integers:
        """The place among ``totals`` of each worth."""
        return np.searchsorted(self.totals, self.ranking.points)

    @cached_property
    def _span(self) -> tuple[Integers, Integers]:
        """The first worth and the end of the worths of the same points, for each worth."""
        points = self.ranking.points
        return np.searchsorted(points, points), np.searchsorted(points, points, "right")

    @cached_property
    def _places(self) -> NDArray[np.int16]:
        """By two worths, one after another: the row of the first one's points and their result, as one number."""
        many = len(self.ranking.worths)
        results = self._results(np.eye(many, dtype=np.int64)).argmax(axis=0).T
        places: NDArray[np.int16] = (self._row[:, None] * len(RESULTS) + results).astype(np.int16).ravel()
        return places

    def _results(self, others: Integers) -> Integers:
        """Split counts of the other's worth by result (first axis), for each worth that a hand may have (last)."""
        own = np.arange(len(self.ranking.worths))
        upto = np.concatenate([np.zeros((*others.shape[:-1], 1), np.int64), others.cumsum(axis=-1)], axis=-1)
        first, end = (upto[..., at] for at in self._span)
        return np.stack([first, upto[..., -1:] - end, upto[..., own] - first, end - upto[..., own + 1], others])

    def count(self, own: Integers, others: Integers) -> Integers:
        """Return pairs by the points of the first and by result: counts of worths, multiplied, added over rows."""
        pairs = (own * self._results(others)).reshape(len(RESULTS), -1, own.shape[-1]).sum(axis=1)
        counts = np.zeros((len(self.totals), len(RESULTS)), np.int64)
        np.add.at(counts, self._row, pairs.T)
        return counts

    def count_pairs(self, own: Integers, others: Integers) -> Integers:
        """Return the same of pairs that are listed one by one."""
        shape = len(self.totals), len(RESULTS)
        places = self._places.take(own * len(self.ranking.worths) + others)
        return np.bincount(places, minlength=shape[0] * shape[1]).reshape(shape)


def showdowns(ranking: Ranking, counts: Integers) -> Mapping[str, Showdown]:
    """Return the chances by the points of the first hand, from what ``Contest`` counted."""
    by_points = {}
    for points, row in zip(Contest(ranking).totals, counts.tolist(), strict=True):
        if ways := sum(row):
            above, below, won, lost, equal = (Fraction(many, ways) for many in row)
            by_points[ranking.label(points)] = Showdown(ways, above, won + lost + equal, below, won, lost)
    return by_points
