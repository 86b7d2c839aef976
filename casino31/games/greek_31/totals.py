"""What a Greek hand is worth. A hand is a multiset: ten counts, of aces, twos, ... nines and tens.

Ranks are integers that compare as hands do (clause B3): a total up to 30 is its own rank, then come 14, Heath's
pair of twos and 31.
"""

from functools import cache
from typing import TypeAlias

from casino31.games.greek_31.rules import Aces, Rules

Hand: TypeAlias = tuple[int, ...]

VALUES = "A23456789T"
ACE, TWO, TEN = 0, 1, 9
EMPTY: Hand = (0,) * 10
PAIR_OF_TWOS: Hand = (0, 2, 0, 0, 0, 0, 0, 0, 0, 0)

BUST, FOURTEEN, TWOS, THIRTY_ONE = 0, 31, 32, 33
"""Ranks that are not their total."""


def parse_hand(text: str) -> Hand:
    """Return the hand a text of values names, such as ``A39T``; ValueError on any other letter.

    >>> parse_hand("A39T")
    (1, 0, 1, 0, 0, 0, 0, 0, 1, 1)
    """
    for letter in text:
        if letter not in VALUES:
            raise ValueError(f"{letter!r} in {text!r} is not a card value: write {VALUES}")
    return tuple(text.count(value) for value in VALUES)


def show_hand(hand: Hand) -> str:
    """Return the text of a hand, lowest card first, the ace before the two; "-" for no card.

    >>> show_hand((1, 0, 1, 0, 0, 0, 0, 0, 1, 1))
    'A39T'
    """
    return "".join(value * times for value, times in zip(VALUES, hand, strict=True)) or "-"


def plus(hand: Hand, value: int) -> Hand:
    """Return the hand with one card more.

    >>> show_hand(plus(parse_hand("A3"), TEN))
    'A3T'
    """
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


def minus(hand: Hand, value: int) -> Hand:
    """Return the hand with one card less; ValueError when it holds none of that value.

    >>> show_hand(minus(parse_hand("A3T"), ACE))
    '3T'
    """
    if not hand[value]:
        raise ValueError(f"{show_hand(hand)} holds no {VALUES[value]}")
    return (*hand[:value], hand[value] - 1, *hand[value + 1 :])


def elevens(aces: int, rule: Aces) -> range:
    """Return how many of some aces may count 11 (clause B2).

    >>> [list(elevens(n, "kouridakis")) for n in range(4)], [list(elevens(n, "heath")) for n in range(5)]
    ([[0], [0, 1], [1, 2], [1, 2, 3]], [[0], [0, 1], [1], [1, 2], [2]])
    """
    if rule == "heath":
        return range(aces // 2, (aces + 1) // 2 + 1)
    return range(aces >= 2, aces + 1)


@cache
def legal_totals(hand: Hand, rule: Aces) -> tuple[int, ...]:
    """Return the totals up to 31 that a hand may count, in rising order; none when it is bust (B1, B2, B4).

    >>> [legal_totals(parse_hand(t), "kouridakis") for t in ("AA39", "AT7", "22", "2289", "TTTA")]
    [(24,), (18, 28), (14,), (21,), (31,)]
    """
    if hand == PAIR_OF_TWOS:
        return (14,)
    low = sum(points * times for points, times in enumerate(hand, start=1))
    return tuple(low + 10 * j for j in elevens(hand[ACE], rule) if low + 10 * j <= 31)


def counts_as_fourteen(hand: Hand, rules: Rules) -> bool:
    """Tell whether a hand can be the 14 that ranks above 30 (B3, B4, B11).

    >>> two_cards = Rules(fourteen="two cards")
    >>> counts_as_fourteen(parse_hand("A3T"), Rules()), counts_as_fourteen(parse_hand("A3T"), two_cards)
    (True, False)
    """
    return 14 in legal_totals(hand, rules.aces) and (rules.fourteen == "any" or sum(hand) == 2)


def rank_of_total(hand: Hand, rules: Rules) -> int:
    """Return the best rank of a hand, 0 when it is bust (B3, B4).

    >>> heath = Rules(aces="heath")
    >>> [rank_of_total(parse_hand(t), heath) for t in ("T9", "TTT2", "4T", "22", "TTA")]
    [19, 0, 31, 32, 33]
    """
    totals = legal_totals(hand, rules.aces)
    if 31 in totals:
        return THIRTY_ONE
    if counts_as_fourteen(hand, rules):
        return TWOS if rules.aces == "heath" and hand == PAIR_OF_TWOS else FOURTEEN
    return max(totals, default=BUST)


def concealed_rank(hand: Hand, rules: Rules) -> int:
    """Return the rank of a banker who conceals a card: his highest total but 14 and 31, 0 when he has none (B12).

    >>> [concealed_rank(parse_hand(t), Rules()) for t in ("T98", "A3", "4T", "22")]
    [27, 4, 0, 0]
    """
    fourteen = counts_as_fourteen(hand, rules)
    others = (t for t in legal_totals(hand, rules.aces) if t != 31 and not (t == 14 and fourteen))
    return max(others, default=BUST)
