"""Poker hands of three and of five cards: what they are, and which is better."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from casino31.cards import Card, rank, suit

THREE_CARD_HANDS = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush", "mini royal")
"""What three cards can be, worst first; a mini royal is the suited ace, king and queen."""

FIVE_CARD_HANDS = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
"""What five cards can be, worst first."""

_ALIKE = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
"""The place in ``FIVE_CARD_HANDS`` by how many cards are of one rank."""

_WHEEL = {3: (1, 0, -1), 5: (3, 2, 1, 0, -1)}
"""The ranks of a straight that begins with the ace as its lowest card, the highest first."""


def three_card_value(hand: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """Return the value of three cards: the place in ``THREE_CARD_HANDS``, then the ranks that decide.

    Of two hands the one with the larger value is better; equal values are equal hands.

    >>> from casino31.cards import parse_cards
    >>> three_card_value(parse_cards("Ah 2h 3h")), three_card_value(parse_cards("Ah Kh Qh"))
    ((5, (1, 0, -1)), (6, (12, 11, 10)))
    """
    ranks, flush, straight = _shape(hand)
    kinds = Counter(ranks)
    if straight:
        return (6 if ranks[0] == 12 else 5) if flush else 3, ranks
    if len(kinds) == 1:
        return 4, ranks
    if flush:
        return 2, ranks
    return (1 if len(kinds) == 2 else 0), tuple(sorted(ranks, key=lambda r: (-kinds[r], -r)))


def three_card_hand(hand: Sequence[Card]) -> str:
    """Return what three cards are.

    >>> from casino31.cards import parse_cards
    >>> three_card_hand(parse_cards("Ah Kh Qh")), three_card_hand(parse_cards("7h 7c Qh"))
    ('mini royal', 'pair')
    """
    return THREE_CARD_HANDS[three_card_value(hand)[0]]


def five_card_value(hand: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """Return the value of five cards: the place in ``FIVE_CARD_HANDS``, then the ranks that decide.

    >>> from casino31.cards import parse_cards
    >>> five_card_value(parse_cards("Ah 2h 3c 4h 5h")), five_card_value(parse_cards("7h 7c Qh Qc 2d"))
    ((4, (3, 2, 1, 0, -1)), (2, (10, 10, 5, 5, 0)))
    """
    ranks, flush, straight = _shape(hand)
    if straight:
        return (9 if ranks[0] == 12 else 8) if flush else 4, ranks
    if flush:
        return 5, ranks
    kinds = Counter(ranks)
    alike = tuple(sorted(kinds.values(), reverse=True))
    return _ALIKE.get(alike, 0), tuple(sorted(ranks, key=lambda r: (-kinds[r], -r)))


def five_card_hand(hand: Sequence[Card]) -> str:
    """Return what five cards are.

    >>> from casino31.cards import parse_cards
    >>> five_card_hand(parse_cards("Th Jh Qh Kh Ah")), five_card_hand(parse_cards("7h 7c 7d Qh Qc"))
    ('royal flush', 'full house')
    """
    return FIVE_CARD_HANDS[five_card_value(hand)[0]]


def _shape(hand: Sequence[Card]) -> tuple[tuple[int, ...], bool, bool]:
    """The ranks, the highest first, whether all cards share a suit, and whether the ranks follow each other."""
    ranks = tuple(sorted(map(rank, hand), reverse=True))
    low = _WHEEL[len(hand)]
    if ranks == (12, *(r for r in low if r >= 0)):
        ranks = low
    straight = all(high - next_ == 1 for high, next_ in pairwise(ranks))
    return ranks, len(set(map(suit, hand))) == 1, straight
