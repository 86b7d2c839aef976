"""Tables over all hands: score, shape, blitz, strength, and what a hand is worth some draws ahead.

A hand of the cards a >= b >= c stands at ``place(a, b, c)``. All entries are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from casino31.cards import Card
from casino31.home.ranks import blitz_of, cards_of, high_cards, score, shape, strength
from casino31.home.rules import HomeRules
from casino31.points import POINTS

if TYPE_CHECKING:
    from casino31.arrays import Ints, Whole

AHEAD = 4
"""Depths of ``Worth.ahead``: none, one, two and three draws."""


@dataclass(frozen=True)
class Worth:
    """Every hand of some rules."""

    score: Whole
    """What policies compare: ``ranks.score``."""
    shape: Whole
    """1 where all three cards make the points, 0 where one or two do: ``ranks.shape``."""
    blitz: Whole
    """``ranks.blitz_of``."""
    order: Whole
    """The place at the showdown, from 0 for the weakest."""
    high: Whole
    """The place by high cards alone."""
    ahead: Whole
    """By draws ahead: the score after so many stock draws, each with the best discard, times ``unseen`` a draw."""
    keep: Whole
    """By draws ahead, what decides between hands to keep: ``ahead``; without a draw, equal points by card sum."""
    unseen: int
    """Cards that a player who sees his hand does not see."""


RANKING = (
    *("deck", "decks", "ranking", "over31", "trips", "trips_tie", "points_tie", "high_card_of", "partial"),
    *("top_run", "best_prial", "fire", "blitz"),
)
"""The fields of the rules that the tables depend on."""


PLACES = 52 * 53 * 54 // 6
"""Hands of three cards that may be alike."""


def place(a: int, b: int, c: int) -> int:
    """Return where a hand stands in the tables, of its cards in falling order.

    >>> place(0, 0, 0), place(51, 51, 51) + 1 == PLACES
    (0, True)
    """
    return a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c


def place_of(hand: Iterable[Card]) -> int:
    """Return where a hand stands in the tables, its cards in any order."""
    a, b, c = sorted(hand, reverse=True)
    return place(a, b, c)


def worth_of(rules: HomeRules) -> Worth:
    """Return the tables of some rules.

    >>> from casino31.cards import parse_cards
    >>> worth, at = worth_of(HomeRules()), place_of(parse_cards("Kh 8h 5s"))
    >>> int(worth.score[at]), int(worth.ahead[1][at]), worth.unseen
    (36, 1918, 49)
    """
    return _tables(HomeRules(**{name: getattr(rules, name) for name in RANKING}))


@cache
def _tables(rules: HomeRules) -> Worth:
    import numpy as np

    pack = sorted(set(cards_of(rules)))
    falling = combinations_with_replacement(pack[::-1], 3)
    hands = [hand for hand in falling if max(map(hand.count, hand)) <= rules.decks]
    places = np.array([place(*hand) for hand in hands])
    strengths = [strength(hand, rules) for hand in hands]
    highs = [high_cards(hand, rules) for hand in hands]
    scores = np.array([score(hand, rules) for hand in hands])
    sums = np.array([sum(POINTS[card >> 2] for card in hand) for hand in hands])

    def spread(values: list[int] | Ints) -> Whole:
        table = np.zeros(PLACES, np.int32)
        table[places] = values
        return table

    ahead = [spread(scores)]
    cards = np.array(hands)
    for _ in range(AHEAD - 1):
        ahead.append(spread(_after_draw(cards, np.array(pack), ahead[-1], rules.decks)))
    keep = [spread(64 * scores + sums), *ahead[1:]]
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


def _after_draw(hands: Ints, pack: Ints, worth: Whole, decks: int) -> Ints:
    """The sum over all unseen cards of the best that can be kept."""
    import numpy as np

    a, b, c = (hands[:, i, None] for i in range(3))
    d = pack[None, :]
    low, high = np.minimum, np.maximum
    first, rest = high(a, d), low(a, d)  # the four cards in falling order
    second, rest = high(b, rest), low(b, rest)
    third, fourth = high(c, rest), low(c, rest)
    best = high(worth[places_of(first, second, third)], worth[places_of(first, second, fourth)])
    best = high(best, worth[places_of(first, third, fourth)])
    best = high(best, worth[places_of(second, third, fourth)]).astype(np.int64)
    left = decks - ((a == d).astype(np.int64) + (b == d) + (c == d))
    total: Ints = (best * left).sum(axis=1)
    return total


def places_of(a: Whole, b: Whole, c: Whole) -> Ints:
    """Return where hands stand in the tables, of their cards in falling order: ``place`` of arrays."""
    import numpy as np

    a, b = a.astype(np.int64), b.astype(np.int64)
    return a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c.astype(np.int64)


def _places(keys: list[tuple[int, ...]]) -> list[int]:
    """The place of each key among all, equal for equal keys."""
    order = {key: place for place, key in enumerate(sorted(set(keys)))}
    return [order[key] for key in keys]
