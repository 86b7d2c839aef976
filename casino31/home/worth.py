"""Tables over all hands: score, shape, blitz, strength, and what a hand is worth some draws ahead.

A hand stands at ``2704 a + 52 b + c`` for its cards in any order. All entries are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from casino31.home.ranks import blitz_of, cards_of, high_cards, score, shape, strength
from casino31.home.rules import HomeRules
from casino31.points import POINTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AHEAD = 4
"""Depths of ``Worth.ahead``: none, one, two and three draws."""


@dataclass(frozen=True)
class Worth:
    """Every hand of some rules."""

    score: NDArray[np.int32]
    """What policies compare: ``ranks.score``."""
    shape: NDArray[np.int32]
    """1 where all three cards make the points, 0 where one or two do: ``ranks.shape``."""
    blitz: NDArray[np.int32]
    """``ranks.blitz_of``."""
    order: NDArray[np.int32]
    """The place at the showdown, from 0 for the weakest."""
    high: NDArray[np.int32]
    """The place by high cards alone."""
    ahead: NDArray[np.int32]
    """By draws ahead: the score after so many stock draws, each with the best discard, times ``unseen`` a draw."""
    keep: NDArray[np.int32]
    """By draws ahead, what decides between hands to keep: ``ahead``; without a draw, equal points by card sum."""
    unseen: int
    """Cards that a player who sees his hand does not see."""


@cache
def worth_of(rules: HomeRules) -> Worth:
    """Return the tables of some rules.

    >>> from casino31.cards import parse_cards
    >>> worth, (a, b, c) = worth_of(HomeRules()), parse_cards("Kh 8h 5s")
    >>> int(worth.score[2704 * a + 52 * b + c]), int(worth.ahead[1][2704 * a + 52 * b + c]), worth.unseen
    (36, 1918, 49)
    """
    import numpy as np

    pack = sorted(set(cards_of(rules)))
    hands = [h for h in combinations_with_replacement(pack, 3) if max(map(h.count, h)) <= rules.decks]
    places = np.array([[2704 * a + 52 * b + c for a, b, c in permutations(hand)] for hand in hands])
    strengths = [strength(hand, rules) for hand in hands]
    highs = [high_cards(hand, rules) for hand in hands]
    scores = np.array([score(hand, rules) for hand in hands])
    sums = np.array([sum(POINTS[card >> 2] for card in hand) for hand in hands])

    def spread(values: list[int] | NDArray[np.int64]) -> NDArray[np.int32]:
        table = np.zeros(52**3, np.int32)
        table[places] = np.asarray(values)[:, None]
        return table

    ahead = [spread(scores, np.int32)]
    cards = np.array(hands)
    for _ in range(AHEAD - 1):
        ahead.append(spread(_after_draw(cards, np.array(pack), ahead[-1], rules.decks)))
    keep = [spread(64 * scores + sums, np.int32), *ahead[1:]]
    return Worth(
        spread(scores),
        spread([shape(hand, rules) for hand in hands]),
        spread([blitz_of(hand, rules) for hand in hands]),
        spread(_places(strengths)),
        spread(_places(highs)),
        np.array(ahead),
        np.array(keep),
        rules.deck * rules.decks - 3,
    )


def _after_draw(
    hands: NDArray[np.int64], pack: NDArray[np.int64], worth: NDArray[np.int32], decks: int
) -> NDArray[np.int64]:
    """The sum over all unseen cards of the best that can be kept."""
    import numpy as np

    a, b, c = (hands[:, i, None] for i in range(3))
    d = pack[None, :]
    best = np.maximum(worth[2704 * a + 52 * b + c], worth[2704 * a + 52 * b + d])
    best = np.maximum(best, worth[2704 * a + 52 * d + c])
    best = np.maximum(best, worth[2704 * d + 52 * b + c]).astype(np.int64)
    left = decks - ((a == d).astype(np.int64) + (b == d) + (c == d))
    total: NDArray[np.int64] = (best * left).sum(axis=1)
    return total


def _places(keys: list[tuple[int, ...]]) -> list[int]:
    """The place of each key among all, equal for equal keys."""
    order = {key: place for place, key in enumerate(sorted(set(keys)))}
    return [order[key] for key in keys]
