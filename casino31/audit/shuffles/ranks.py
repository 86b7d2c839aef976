"""Ranks in a deck: equal ones side by side, and where in the deck each rank lies.

A dealer who stacks a deck thinks of ranks: two aces together, an ace near the top, a ten at the cut. Both laws are
those of ranks at uniformly random positions, whatever the number of decks.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, perm, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole

ZONES = ("top", "bottom", "cut")
ZONE_SIZES = (1, 2, 4, 8)
"""Cards of a zone: the first ones, the last ones, or those around the middle of the shoe."""
RANKS = 13
FEWEST = 10
"""Shuffles that a test asks for: fewer show nothing."""


@dataclass
class RankTally:
    """Counts over shuffles.

    >>> import numpy as np
    >>> tally = RankTally(1)
    >>> tally.add(np.arange(52)[None, :])
    >>> tally.followed[0].tolist()[:3], tally.zones[0, 0].tolist()[:3]
    ([1, 1, 0], [1, 0, 0])
    """

    decks: int
    shuffles: int = 0
    followed: Any = 0
    """By rank of a card and of the next: shuffles in which the two lie so somewhere."""
    zones: Any = 0
    """By zone, its size and rank: shuffles with a card of the rank in it."""

    def add(self, cards: Whole) -> None:
        """Add shuffles, one a row of cards 0 to 51."""
        import numpy as np

        ranks = (cards // 4).astype(np.int16)
        many, size = ranks.shape
        codes = ranks[:, :-1] * np.int16(RANKS) + ranks[:, 1:]
        met = np.zeros((many, RANKS**2), bool)
        np.put_along_axis(met, codes.astype(np.int64), True, axis=1)
        self.followed = self.followed + met.sum(axis=0).reshape(RANKS, RANKS)
        held = np.zeros((len(ZONES), len(ZONE_SIZES), RANKS), np.int64)
        for zone in range(len(ZONES)):
            for place, width in enumerate(ZONE_SIZES):
                low = (0, size - width, (size - width) // 2)[zone]
                met = np.zeros((many, RANKS), bool)
                met[np.repeat(np.arange(many), width), ranks[:, low : low + width].ravel()] = True
                held[zone, place] = met.sum(axis=0)
        self.zones = self.zones + held
        self.shuffles += many


def chance_adjacent(decks: int) -> float:
    """Return the chance that two cards of one rank lie side by side somewhere in a shoe.

    >>> round(chance_adjacent(1), 6)
    0.217376
    """
    size, same = 52 * decks, 4 * decks
    return float(1 - Fraction(comb(size - same + 1, same), comb(size, same)))


def chance_followed(decks: int) -> float:
    """Return the chance that a card of one rank is followed by one of another somewhere in a shoe.

    By inclusion and exclusion over the pairs that are glued together.

    >>> round(chance_followed(1), 6)
    0.281263
    """
    size, same = 52 * decks, 4 * decks
    glued = ((-1) ** k * Fraction(comb(same, k) ** 2 * factorial(k), perm(size, k)) for k in range(same + 1))
    return float(1 - sum(glued))


def chance_in_zone(decks: int, width: int) -> float:
    """Return the chance that a zone holds a card of a rank.

    >>> round(chance_in_zone(1, 4), 6)
    0.281263
    """
    size, same = 52 * decks, 4 * decks
    return float(1 - Fraction(comb(size - same, width), comb(size, width)))


def zone_chances(decks: int) -> NDArray[np.float64]:
    """Return the chance of each zone, size and rank."""
    import numpy as np

    chances = np.array([chance_in_zone(decks, width) for width in ZONE_SIZES])
    return np.broadcast_to(chances[None, :, None], (len(ZONES), len(ZONE_SIZES), RANKS))


def followed_chances(decks: int) -> NDArray[np.float64]:
    """Return the chance of each rank and the next."""
    import numpy as np

    chances = np.full((RANKS, RANKS), chance_followed(decks))
    np.fill_diagonal(chances, chance_adjacent(decks))
    return chances


def followed_test(tally: RankTally) -> tuple[float, float] | None:
    """The two ranks that lie side by side in too many or too few shuffles; times the number of pairs of ranks."""
    return _worst(tally.followed, followed_chances(tally.decks), tally.shuffles)


def zone_test(tally: RankTally) -> tuple[float, float] | None:
    """The zone that holds a rank too often or too seldom; times the number of zones, sizes and ranks."""
    return _worst(tally.zones, zone_chances(tally.decks), tally.shuffles)


def _worst(seen: Any, chances: NDArray[np.float64], many: int) -> tuple[float, float] | None:
    """The largest departure in standard deviations, and the least exact binomial p, times the number of counts."""
    import numpy as np
    from scipy.stats import binom

    if many < FEWEST:
        return None
    z = float(np.abs((seen - many * chances) / np.sqrt(many * chances * (1 - chances))).max())
    tails = np.minimum(binom.cdf(seen, many, chances), binom.sf(seen - 1, many, chances))
    return z, min(1.0, 2 * float(tails.min()) * np.size(seen))


def detectable(decks: int, shuffles: int, share: float) -> dict[str, float] | None:
    """Return the shares of shuffles that must be stacked to be found, given the share of the level of one test.

    Of decks in which a rank is put side by side, and of those with a rank put among the first four.
    """
    from scipy.special import ndtri

    shares = {}
    zones = len(ZONES) * len(ZONE_SIZES) * RANKS
    tests = {
        "side_by_side": (chance_adjacent(decks), RANKS**2),
        "among_top_four": (chance_in_zone(decks, 4), zones),
    }
    for name, (chance, many) in tests.items():
        if not shuffles:
            return None
        spread = sqrt(chance * (1 - chance) / shuffles)
        reach = float(ndtri(1 - share / many / 2) + ndtri(0.9)) * spread
        shares[name] = reach / (1 - chance)  # in the others it would have come by itself
    return shares
