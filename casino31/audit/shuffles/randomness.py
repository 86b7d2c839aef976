"""Tests of deck orders, each an exact mean and variance for uniformly random permutations.

Several decks are made distinct first: equal cards get labels at random, which makes a fair shoe a uniformly random
permutation and hides nothing of an unfair one. Every statistic is a sum over shuffles: memory stays small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

from casino31.audit.finding import Check
from casino31.audit.repeats import Fingerprints
from casino31.audit.shuffles.ranks import RankTally, followed_test, zone_test
from casino31.audit.statistics import chi_square_tail, normal_tail

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole

LABORATORY = ("per position", "runs", "pair correlation", "previous deck: correlation")
"""The set of four that test laboratories make at 99 %."""
WORD_BITS = (8, 15, 16)
"""Sizes of the random words whose remainder a careless shuffle takes."""
LEAST_IN_TAIL = 20
FEWEST = 100
"""Shuffles that a normal law of their sums needs."""


@dataclass
class ShuffleTally:
    """Sums over shuffles of a shoe of ``size`` cards.

    >>> import numpy as np
    >>> tally = ShuffleTally(1)
    >>> tally.add(np.array([range(52), range(52)]))
    >>> tally.rising, tally.same_place, tally.met.repeats
    (2, 52, 1)
    """

    decks: int
    shuffles: int = 0
    table: Any = 0
    """Shuffles with each card, of 52, at each position."""
    products: Any = 0
    """Of the centred labels at each two positions."""
    differences: Any = 0
    """Of neighbours' labels, modulo the size: how often each."""
    rising: int = 0
    runs: int = 0
    same_place: int = 0
    """Cards at the same position as in the shuffle before."""
    rank: float = 0.0
    """Of centred positions of each card, in one shuffle and the next."""
    pairs: int = 0
    """Pairs of a shuffle and the next."""
    low_digits: Any = 0
    """By direction and size of words: Fisher-Yates digits that a remainder favours."""
    last: tuple[Whole, Whole] | None = None
    met: Fingerprints = field(default_factory=Fingerprints)
    ranks: RankTally = field(default_factory=lambda: RankTally(1))

    def __post_init__(self) -> None:
        self.ranks.decks = self.decks

    @property
    def size(self) -> int:
        """Cards of the shoe."""
        return 52 * self.decks

    def add(self, orders: Whole) -> None:
        """Add shuffles, one a row of complete labels 0 to size - 1; the rows are not changed."""
        import numpy as np

        size, many = self.size, len(orders)
        if not many:
            return
        at = np.empty_like(orders)
        np.put_along_axis(at, orders, np.broadcast_to(np.arange(size, dtype=orders.dtype), orders.shape), axis=1)
        cards = orders // self.decks
        flat = cards.astype(np.int64) * size + np.arange(size)
        self.table = self.table + np.bincount(flat.ravel(), minlength=52 * size).reshape(52, size)
        centred = orders - (size - 1) / 2
        self.products = self.products + centred.T @ centred
        wide = orders.astype(np.int64)
        steps = wide[:, 1:] - wide[:, :-1]
        self.differences = self.differences + np.bincount((steps % size).ravel(), minlength=size)
        self.rising += many + int((np.diff(at.astype(np.int64), axis=1) < 0).sum())
        up = steps > 0
        self.runs += many + int((up[:, 1:] != up[:, :-1]).sum())
        if self.last is not None:
            at, cards = np.vstack([self.last[0], at]), np.vstack([self.last[1], cards])
        places = at - (size - 1) / 2
        self.rank += float((places[1:] * places[:-1]).sum())
        self.same_place += int((cards[1:] == cards[:-1]).sum())
        self.pairs += len(at) - 1
        self.last = at[-1:].copy(), cards[-1:].copy()
        self.low_digits = self.low_digits + _low_digits(orders)
        self.met.add(cards[-many:])
        self.ranks.add(cards[-many:])
        self.shuffles += many


def _low_digits(orders: Whole) -> NDArray[np.int64]:
    """Digits of the swaps that make each order from a sorted deck, counted where a remainder would favour them."""
    import numpy as np

    size = orders.shape[1]
    counts = np.zeros((2, len(WORD_BITS)), np.int64)
    rows = np.arange(len(orders))
    for direction in (0, 1):
        goal = orders if direction == 0 else orders[:, ::-1]
        deck = np.broadcast_to(np.arange(size, dtype=orders.dtype), orders.shape)
        deck = (deck if direction == 0 else deck[:, ::-1]).copy()
        at = np.empty_like(deck)
        np.put_along_axis(at, deck, np.broadcast_to(np.arange(size, dtype=deck.dtype), deck.shape), axis=1)
        for last in range(size - 1, 0, -1):
            card = goal[:, last]
            digit = at[rows, card]
            other = deck[rows, last]
            deck[rows, digit], at[rows, other] = other, digit
            deck[rows, last], at[rows, card] = card, last
            for place, bits in enumerate(WORD_BITS):
                counts[direction, place] += int((digit < 2**bits % (last + 1)).sum())
    return counts


def checks(tally: ShuffleTally) -> list[Check]:
    """Return every test of a tally; p is None where there are too few shuffles.

    >>> import numpy as np
    >>> tally = ShuffleTally(1)
    >>> tally.add(np.random.default_rng(31).permuted(np.tile(np.arange(52), (500, 1)), axis=1))
    >>> min(check.p for check in checks(tally)) > 0.001
    True
    """
    tests: list[Callable[[ShuffleTally], tuple[float, float] | None]] = [
        _table, _position, _pair, _neighbours, _rising, _runs, _rank, _same_place, _modulo, _followed, _zones,
        _repeats
    ]  # fmt: skip
    names = ["card by position", *LABORATORY[:1], LABORATORY[2], "neighbours", "rising sequences", LABORATORY[1],
             LABORATORY[3], "previous deck: same place", "modulo bias", "ranks side by side", "ranks by zone",
             "repeats"]  # fmt: skip
    answers = []
    for name, test in zip(names, tests, strict=True):
        answer = test(tally)
        answers.append(Check(name, None, None) if answer is None else Check(name, *answer))
    return answers


def _table(tally: ShuffleTally) -> tuple[float, float] | None:
    """The whole table: X^2 (n-1)/n has mean df and variance 2 df (1 - 1/S) exactly, for any S shuffles."""
    if tally.shuffles < 2:
        return None
    size, many = tally.size, tally.shuffles
    freedom = 51 * (size - 1)
    statistic = (size - 1) / size * float(((tally.table - many / 52) ** 2).sum()) / (many / 52)
    stretched = freedom + (statistic - freedom) / sqrt(1 - 1 / many)
    return statistic, chi_square_tail(max(stretched, 0.0), freedom)


def groups_of(shuffles: int) -> int | None:
    """Return in how many equal groups the 52 cards are counted, so that each expects twenty or more.

    The worst of many positions is read far out in the tail, where chi-square needs more than five.

    >>> groups_of(1_040), groups_of(1_039), groups_of(39)
    (52, 26, None)
    """
    return next((many for many in (52, 26, 13, 4, 2) if shuffles / many >= LEAST_IN_TAIL), None)


def _position(tally: ShuffleTally) -> tuple[float, float] | None:
    """The cards at each position; the worst one counts, times the number of positions."""
    many = groups_of(tally.shuffles)
    if many is None:
        return None
    seen = tally.table.reshape(many, 52 // many, tally.size).sum(axis=1)
    expected = tally.shuffles / many
    worst = float((((seen - expected) ** 2).sum(axis=0) / expected).max())
    return worst, min(1.0, tally.size * chi_square_tail(worst, many - 1))


def _pair(tally: ShuffleTally) -> tuple[float, float] | None:
    """The correlation of the cards at each two positions; the worst one counts, times the number of pairs."""
    import numpy as np

    if tally.shuffles < FEWEST:
        return None
    size = tally.size
    values = np.arange(size) - (size - 1) / 2
    second, fourth = float((values**2).sum()), float((values**4).sum())
    mean = -second / (size * (size - 1))
    variance = (second**2 - fourth) / (size * (size - 1)) - mean**2
    z = (tally.products - tally.shuffles * mean) / sqrt(tally.shuffles * variance)
    worst = float(np.abs(z[np.triu_indices(size, 1)]).max())
    return worst, min(1.0, size * (size - 1) / 2 * normal_tail(worst))


def _neighbours(tally: ShuffleTally) -> tuple[float, float] | None:
    """The differences of neighbours against their exact covariance: a quadratic form, chi-square by its rank."""
    import numpy as np

    size = tally.size
    if tally.shuffles < FEWEST:
        return None
    covariance = difference_covariance(size)
    gap = tally.differences[1:] - float(tally.shuffles)
    values, vectors = np.linalg.eigh(covariance)
    kept = values > 1e-9 * values.max()
    statistic = float(((vectors[:, kept].T @ gap) ** 2 / values[kept]).sum()) / tally.shuffles
    return statistic, chi_square_tail(statistic, int(kept.sum()))


def difference_covariance(size: int) -> NDArray[np.float64]:
    """Return the covariance of how often each difference, 1 to size - 1, comes between neighbours of one shuffle.

    By counting: two neighbouring pairs share no card, or the second card of one is the first of the other.

    >>> difference_covariance(3).round(4).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    import numpy as np

    k = np.arange(1, size)[:, None]
    other = np.arange(1, size)[None, :]
    taken = 4 - ((k - other) % size == 0).astype(int) - ((k + other) % size == 0).astype(int)
    apart = np.zeros((size - 1, size - 1))
    if size > 3:
        apart = (size - taken) / ((size - 1) * (size - 2) * (size - 3))
    joined = ((k + other) % size != 0) / ((size - 1) * (size - 2))
    both = np.eye(size - 1) + (size - 2) * (size - 3) * apart + 2 * (size - 2) * joined
    covariance: NDArray[np.float64] = both - 1.0
    return covariance


def _rising(tally: ShuffleTally) -> tuple[float, float] | None:
    """Rising sequences: mean (n + 1) / 2 and variance (n + 1) / 12 a shuffle."""
    size = tally.size
    return _normal(tally, tally.rising, (size + 1) / 2, (size + 1) / 12)


def _runs(tally: ShuffleTally) -> tuple[float, float] | None:
    """Runs up and down of distinct labels: mean (2n - 1) / 3 and variance (16n - 29) / 90 a shuffle."""
    size = tally.size
    return _normal(tally, tally.runs, (2 * size - 1) / 3, (16 * size - 29) / 90)


def _normal(tally: ShuffleTally, total: int, mean: float, variance: float) -> tuple[float, float] | None:
    if tally.shuffles < 10:
        return None
    z = (total - tally.shuffles * mean) / sqrt(tally.shuffles * variance)
    return z, normal_tail(z)


def _rank(tally: ShuffleTally) -> tuple[float, float] | None:
    """The rank correlation of positions with the shuffle before: variance 1 / (n - 1) a pair."""
    if tally.pairs < 10:
        return None
    size = tally.size
    z = tally.rank / (size * (size**2 - 1) / 12) * sqrt((size - 1) / tally.pairs)
    return z, normal_tail(z)


def _same_place(tally: ShuffleTally) -> tuple[float, float] | None:
    """Positions with the same card as in the shuffle before: of mean ``decks`` a pair."""
    if tally.pairs < FEWEST:
        return None
    decks, size = tally.decks, tally.size
    variance = decks**2 * 51 / (size - 1)
    z = (tally.same_place - tally.pairs * decks) / sqrt(tally.pairs * variance)
    return z, normal_tail(z)


def _modulo(tally: ShuffleTally) -> tuple[float, float] | None:
    """Swap digits that the remainder of an 8, 15 or 16-bit word favours; the worst counts, times how many."""
    if tally.shuffles < FEWEST:
        return None
    worst = 0.0
    for place, bits in enumerate(WORD_BITS):
        chances = [2**bits % (last + 1) / (last + 1) for last in range(1, tally.size)]
        mean, variance = sum(chances), sum(chance * (1 - chance) for chance in chances)
        for direction in (0, 1):
            gap = float(tally.low_digits[direction, place]) - tally.shuffles * mean
            worst = max(worst, abs(gap) / sqrt(tally.shuffles * variance))
    return worst, min(1.0, 2 * len(WORD_BITS) * normal_tail(worst))


def _followed(tally: ShuffleTally) -> tuple[float, float] | None:
    """Each rank followed by each: exact binomial, the worst of 169."""
    return followed_test(tally.ranks)


def _zones(tally: ShuffleTally) -> tuple[float, float] | None:
    """Each rank at the top, at the bottom and at the cut: exact binomial, the worst of 156."""
    return zone_test(tally.ranks)


def _repeats(tally: ShuffleTally) -> tuple[float, float] | None:
    """Whole decks that came before: no fair source repeats one in the life of a casino."""
    return float(tally.met.repeats), 0.0 if tally.met.repeats else 1.0
