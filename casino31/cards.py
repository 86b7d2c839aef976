"""Cards and the sets of cards that differ only by a renaming of suits.

A card is an int from 0 to 51: ``4 * rank + suit``, ranks from the two (0) to the ace (12), suits in the
order clubs, diamonds, hearts, spades.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial
from typing import NamedTuple, TypeAlias

Card: TypeAlias = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = range(52)


def rank(card: Card) -> int:
    """Return the rank of a card, 0 (the two) to 12 (the ace).

    >>> rank(parse_card("Ah"))
    12
    """
    return card >> 2


def suit(card: Card) -> int:
    """Return the suit of a card, 0 to 3, an index into ``SUITS``.

    >>> SUITS[suit(parse_card("Ah"))]
    'h'
    """
    return card & 3


def parse_card(text: str) -> Card:
    """Return the card that a text such as ``As``, ``td`` or ``10d`` names; ValueError otherwise.

    >>> parse_card("2c"), parse_card("10d"), parse_card("As")
    (0, 33, 51)
    """
    head, tail = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    if len(head) != 1 or head not in RANKS or not tail or tail not in SUITS:
        raise ValueError(f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, such as Ah")
    return 4 * RANKS.index(head) + SUITS.index(tail)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the distinct cards of a text separated by blanks; ValueError on a repeated card.

    >>> parse_cards("Kh Th 3c")
    (46, 34, 4)
    """
    cards = tuple(parse_card(word) for word in text.split())
    for card, times in Counter(cards).items():
        if times > 1:
            raise ValueError(f"{show(card)} stands {times} times in {text!r}: one deck holds it once")
    return cards


def show(*cards: Card) -> str:
    """Return the text of some cards.

    >>> show(46, 34, 4)
    'Kh Th 3c'
    """
    return " ".join(RANKS[rank(card)] + SUITS[suit(card)] for card in cards)


class SuitClass(NamedTuple):
    """The hands that a renaming of suits turns into one another."""

    pattern: tuple[int, ...]
    """The ranks of each suit as bit masks, largest first."""
    members: int
    """How many different hands the class has: 1, 4, 6, 12 or 24."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """One member, the same for every run: the suits in falling order of their masks, high cards first."""
        return tuple(card + s for s, mask in enumerate(self.pattern) if mask for card in _clubs(mask))


@cache
def _clubs(mask: int) -> tuple[Card, ...]:
    """The clubs of a mask of ranks, high cards first."""
    return tuple(4 * r for r in reversed(range(len(RANKS))) if mask >> r & 1)


def suit_pattern(hand: Iterable[Card]) -> tuple[int, ...]:
    """Return the ranks of each suit as bit masks, largest first: equal for hands that differ by suits' names.

    >>> suit_pattern(parse_cards("2c 3c 2d")) == suit_pattern(parse_cards("2s 3s 2h")) == (3, 1, 0, 0)
    True
    """
    masks = [0, 0, 0, 0]
    for card in hand:
        masks[suit(card)] |= 1 << rank(card)
    return tuple(sorted(masks, reverse=True))


def suit_classes(size: int) -> Iterator[SuitClass]:
    """Yield every class of hands of ``size`` cards once; the members add up to C(52, size).

    >>> classes = list(suit_classes(3))
    >>> len(classes), sum(c.members for c in classes), show(*classes[0].hand)
    (1755, 22100, '4c 3c 2c')
    """
    for counts in _partitions(size, parts=4, largest=min(size, len(RANKS))):
        choices = (
            combinations_with_replacement(_masks(count), times)
            for count, times in sorted(Counter(counts).items(), reverse=True)
        )
        for groups in product(*choices):
            masks = [mask for group in groups for mask in group]
            members = factorial(4)
            for times in Counter(masks).values():
                members //= factorial(times)
            yield SuitClass(tuple(sorted(masks, reverse=True)), members)


def _masks(count: int) -> list[int]:
    """All sets of ``count`` ranks as bit masks."""
    return [sum(1 << r for r in ranks) for ranks in combinations(range(len(RANKS)), count)]


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write ``total`` as ``parts`` numbers, 0 to ``largest``, in falling order."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, largest), -1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)
