"""The arithmetic of 31: what a card, a suit and a hand are worth."""

from collections import Counter
from collections.abc import Iterable

from casino31.cards import RANKS, Card, rank, suit

POINTS = tuple({"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}.get(r) or int(r) for r in RANKS)
"""The points of each rank: an ace 11, king, queen, jack and ten 10, other cards their pips."""

MINI_ROYAL = frozenset(RANKS.index(r) for r in "QKA")
"""The ranks of a mini royal, a suited ace, king and queen."""


def suit_totals(hand: Iterable[Card]) -> tuple[int, int, int, int]:
    """Return the points held in each suit, counting at most the best three cards of it.

    >>> from casino31.cards import parse_cards
    >>> suit_totals(parse_cards("Kh Th 3c 4h"))
    (3, 0, 24, 0)
    """
    values: list[list[int]] = [[], [], [], []]
    for card in hand:
        values[suit(card)].append(POINTS[rank(card)])
    clubs, diamonds, hearts, spades = (sum(sorted(v)[-3:]) for v in values)
    return clubs, diamonds, hearts, spades


def suited_points(hand: Iterable[Card]) -> int:
    """Return the largest total of cards of one suit, counting at most three cards.

    >>> from casino31.cards import parse_cards
    >>> suited_points(parse_cards("Ah Kh Qh Jh"))
    31
    """
    return max(suit_totals(hand))


def trips_rank(hand: Iterable[Card]) -> int | None:
    """Return the rank of which a hand of up to five cards holds three or four, or None.

    >>> from casino31.cards import parse_cards
    >>> trips_rank(parse_cards("6h 6c Ad 6s")), trips_rank(parse_cards("6h 6c Ad"))
    (4, None)
    """
    for trips, times in Counter(map(rank, hand)).items():
        if times >= 3:
            return trips
    return None


def has_mini_royal(hand: Iterable[Card]) -> bool:
    """Tell whether the ace, king and queen of one suit are in the hand.

    >>> from casino31.cards import parse_cards
    >>> has_mini_royal(parse_cards("Ah Kh Qh 2c")), has_mini_royal(parse_cards("Ah Kh Qc Jh"))
    (True, False)
    """
    held = set(hand)
    return any(all(4 * r + s in held for r in MINI_ROYAL) for s in range(4))
