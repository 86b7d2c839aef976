"""What a bet without decisions is worth to a counter, if the deck were dealt on instead of shuffled."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from statistics import NormalDist
from typing import NamedTuple

from casino31.cards import DECK, rank, suit
from casino31.paytable_design.exposure import Exposure

PENETRATIONS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
FARTHEST = Fraction(9, 10)
"""Of a deck: beyond it few hands are left, and nobody deals so far."""


class Countability(NamedTuple):
    """A bet after some cards of the deck have been seen."""

    seen: int
    """Cards."""
    variance: Fraction
    """Of the player's expectation for the next hand, over all the sets of cards that may have been seen: exact."""
    favourable: float
    """How often that expectation is above 0, if it were normal."""
    gain: float
    """Units won a round, of all rounds, by a player who bets one unit only then, if it were normal."""

    @property
    def standard_deviation(self) -> float:
        """Of the player's expectation."""
        return sqrt(self.variance)


def countability(
    exposure: Exposure, penetrations: tuple[Fraction, ...] = PENETRATIONS
) -> tuple[Countability, ...] | None:
    """Return how far a bet can be counted at some shares of the deck seen, or None when it has a decision.

    The expectation after n seen cards is the mean over all hands of the cards that are left. Its variance is exact:
    two hands that share j cards are both left with the same chance, so four sums over the hands tell it. That the
    expectation is normal is an approximation, good while many cards are left. ValueError unless each share leaves a
    hand to deal.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> found = countability(Exposure(file.game, file.rules, ("natural 31",)), (Fraction(1, 2),))
    >>> [(each.seen, f"{each.standard_deviation:.4f}", f"{each.favourable:.1%}") for each in found]
    [(26, '0.2302', '39.6%')]
    """
    holdings = exposure.rounds.holdings
    if exposure.decides:
        return None
    size, deck = len(holdings[0].hand), len(DECK)
    shared = _shared(exposure, size)
    found = []
    for share in penetrations:
        seen = int(share * deck)
        left = deck - seen
        if not 0 <= share <= 1 or left < size:
            raise ValueError(f"{share} of the deck seen: no hand is left to deal")
        # two hands that share j cards are 2 size - j cards; the chance that all are among those left
        both = sum(
            (
                total * Fraction(comb(left, 2 * size - j), comb(deck, 2 * size - j))
                for j, total in enumerate(shared)
            ),
            Fraction(),
        )
        mean = exposure.player_edge
        variance = both / comb(left, size) ** 2 - mean**2
        found.append(_normal(seen, mean, variance))
    return tuple(found)


def _shared(exposure: Exposure, size: int) -> list[Fraction]:
    """The sum of the product of two hands' values over all pairs of hands that share 0, 1, ... cards."""
    sums: list[defaultdict[tuple[tuple[int, ...], ...], Fraction]] = [
        defaultdict(Fraction) for _ in range(size + 1)
    ]
    orbits: list[defaultdict[tuple[tuple[int, ...], ...], int]] = [defaultdict(int) for _ in range(size + 1)]
    for k in range(size + 1):
        for cards in combinations(DECK, k):
            orbits[k][_kind(cards)] += 1
    squares = Fraction()
    for holding in exposure.rounds.holdings:
        value = next(iter(next(iter(holding.nets.values())).values())) / exposure.unit
        squares += holding.members * value**2
        for k in range(size):
            for cards in combinations(holding.hand, k):
                sums[k][_kind(cards)] += holding.members * value
    # over the sets of k cards: the square of the sum of all hands that hold the set
    over = [sum((total**2 / orbits[k][kind] for kind, total in sums[k].items()), Fraction()) for k in range(size)]
    over.append(squares)
    shared = [Fraction()] * (size + 1)
    for j in reversed(range(size + 1)):  # a pair that shares i cards is counted once for each j of them
        shared[j] = over[j] - sum((comb(i, j) * shared[i] for i in range(j + 1, size + 1)), Fraction())
    return shared


def _kind(cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The ranks of each suit, without the suits' names."""
    suits: dict[int, list[int]] = {}
    for card in cards:
        suits.setdefault(suit(card), []).append(rank(card))
    return tuple(sorted(tuple(sorted(ranks)) for ranks in suits.values()))


def _normal(seen: int, mean: Fraction, variance: Fraction) -> Countability:
    if not variance:
        return Countability(seen, variance, float(mean > 0), float(max(mean, Fraction())))
    normal, spread = NormalDist(), sqrt(variance)
    distance = float(mean) / spread
    favourable = normal.cdf(distance)
    return Countability(seen, variance, favourable, spread * normal.pdf(distance) + float(mean) * favourable)
