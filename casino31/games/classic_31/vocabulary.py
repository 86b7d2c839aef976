"""What a player sees in three cards, and the words for it.

A term is a range of one feature, so that the same record is tested on a hand and read aloud.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from casino31.cards import RANKS, SuitClass
from casino31.points import MINI_ROYAL, POINTS

TRIPS = 13
"""``alike`` of trips of twos, less one: 1 to 13 are the pairs, 14 to 26 the trips, by rank."""
MOST = 99
_ROYAL = sum(1 << r for r in MINI_ROYAL)


class HandFeatures(NamedTuple):
    """The features of three cards."""

    suits: int
    alike: int
    """0 when all ranks differ, 1 for a pair of twos to 13 for aces, 14 to 26 for trips."""
    points: int
    """The points of the best suit."""
    second: int
    """The points of the next best suit, 0 without one."""
    third: int
    """The points of the third suit, 0 without one."""
    couple: int
    """The points of the two cards that share a suit, 0 unless just two do."""
    royals: int
    """2 or 3 when so many of ace, king and queen share a suit, else 0."""


@cache
def features_of(pattern: tuple[int, ...]) -> HandFeatures:
    """Return the features of the hands of a suit pattern.

    >>> from casino31.cards import parse_cards, suit_pattern
    >>> features_of(suit_pattern(parse_cards("9c 8d 2d")))
    HandFeatures(suits=2, alike=0, points=10, second=9, third=0, couple=10, royals=0)
    """
    one, two, three, _ = pattern
    points, second, third = sorted((_points(one), _points(two), _points(three)), reverse=True)
    pair = one & two | one & three | two & three
    trips = one & two & three
    suits = 3 if three else 2 if two else 1
    couple = _points(max(one, two, key=int.bit_count)) if suits == 2 else 0
    royals = max((mask & _ROYAL).bit_count() for mask in pattern)
    alike = pair.bit_length() + (TRIPS if trips else 0)
    return HandFeatures(suits, alike, points, second, third, couple, royals if royals > 1 else 0)


@cache
def _points(mask: int) -> int:
    return sum(points for r, points in enumerate(POINTS) if mask >> r & 1)


class Term(NamedTuple):
    """A range of one feature, both ends included."""

    feature: int
    """The place in ``Look``."""
    low: int
    high: int

    @property
    def direction(self) -> int:
        """1 for a threshold that more passes, -1 for one that less passes, 0 for a range or another feature."""
        if self.feature < POINTS_AT:
            return 0
        return 1 if self.high == MOST else -1 if self.low <= 1 else 0


SUITS_AT, ALIKE_AT, POINTS_AT, SECOND_AT, THIRD_AT, COUPLE_AT, ROYALS_AT = range(7)
COSTS = (2, 2, 2, 3, 3, 4, 4)
"""How hard each feature is to read: a list takes the easiest words that serve."""


class RuleLine(NamedTuple):
    """One line of a rule list: an action on the hands that all its terms fit."""

    action: str
    terms: tuple[Term, ...]
    hands: tuple[SuitClass, ...] | None = None
    """The only hands it is for, when words would not do."""

    def holds(self, pattern: tuple[int, ...]) -> bool:
        """Tell whether the line is for the hands of a suit pattern."""
        if self.hands is not None:
            return any(hand.pattern == pattern for hand in self.hands)
        return self.fits(features_of(pattern))

    def fits(self, seen: HandFeatures) -> bool:
        """Tell whether the line's words fit what a player sees."""
        for feature, low, high in self.terms:  # noqa: SIM110 - a third of the time of all(), on every hand
            if not low <= seen[feature] <= high:
                return False
        return True

    @property
    def says(self) -> str:
        """The line in words."""
        verb = self.action.capitalize()
        if self.hands is not None:
            return f"{verb} {name_hands(self.hands)}"
        return f"{verb} {describe(self.terms)}" if self.terms else f"Otherwise {self.action}"


def terms_seen(seen: Iterable[HandFeatures], features: int) -> list[Term]:
    """Return every term, of the first ``features`` features, that parts the hands seen, the easiest first.

    >>> from casino31.cards import parse_cards, suit_pattern
    >>> seen = [features_of(suit_pattern(parse_cards(hand))) for hand in ("As Ks 2s", "As Kd 2h")]
    >>> [(term.low, term.high) for term in terms_seen(seen, POINTS_AT + 1) if term.feature == POINTS_AT]
    [(23, 99), (0, 11)]
    """
    values: list[set[int]] = [set() for _ in range(features)]
    for features_seen in seen:
        for feature, value in enumerate(features_seen[:features]):
            values[feature].add(value)
    pairs = range(1, TRIPS + 1)
    terms = [Term(SUITS_AT, low, high) for low, high in ((1, 1), (2, 2), (3, 3), (2, 3))]
    alike = [(1, TRIPS), (0, 0), (TRIPS + 1, 2 * TRIPS), (1, 2 * TRIPS)]
    alike += [(low, 2 * TRIPS) for low in (*pairs[1:], *range(TRIPS + 2, 2 * TRIPS + 1))]
    alike += [(low, TRIPS) for low in pairs[1:]] + [(1, high) for high in pairs[:-1]]
    alike += [(TRIPS + 1, high) for high in range(TRIPS + 1, 2 * TRIPS)]
    terms += [Term(ALIKE_AT, low, high) for low, high in alike]
    for feature in range(POINTS_AT, features):
        least = 1 if feature >= COUPLE_AT else 0
        held = sorted(values[feature])
        terms += [Term(feature, value, MOST) for value in held[1:] if value]
        terms += [Term(feature, least, value) for value in held[:-1] if value >= least]
    if features > ROYALS_AT:
        terms += [Term(ROYALS_AT, 0, 0), Term(ROYALS_AT, 0, 2)]
    return terms


def masks_of(terms: Sequence[Term], seen: Sequence[HandFeatures]) -> list[int]:
    """Return the cases, as bits in the order of ``seen``, that each term fits.

    >>> from casino31.cards import parse_cards, suit_pattern
    >>> seen = [features_of(suit_pattern(parse_cards(hand))) for hand in ("As Ks 2s", "As Kd 2h", "2s 2d 2h")]
    >>> [f"{mask:03b}" for mask in masks_of([Term(SUITS_AT, 1, 1), Term(ALIKE_AT, 0, 0)], seen)]
    ['001', '011']
    """
    having: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for case, hand_seen in enumerate(seen):
        bit = 1 << case
        for feature, value in enumerate(hand_seen):
            having[feature][value] |= bit
    return [
        sum(mask for value, mask in having[term.feature].items() if term.low <= value <= term.high)
        for term in terms
    ]


# ------------------------------------------------------------------------------------------------ words

LEGEND = (
    "Take the first line that fits. Points are those of your best suit; the second and the third suit are the next "
    "best, 0 points when you have none."
)
_SUITS = ("", "one suit", "two suits", "three suits")
_LOW_RANKS = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
_PLURALS = (*_LOW_RANKS, "tens", "jacks", "queens", "kings", "aces")


def describe(terms: Sequence[Term]) -> str:
    """Return the words for hands that fit all of some terms, after a verb.

    >>> describe([Term(POINTS_AT, 12, MOST), Term(SECOND_AT, 7, MOST)])
    '12 points or more with 7 or more in the second suit'
    >>> describe([Term(ALIKE_AT, 6, 26)])
    'a pair of sevens or better, or trips'
    """
    merged: dict[int, Term] = {}
    for term in terms:
        old = merged.get(term.feature, term)
        merged[term.feature] = Term(term.feature, max(old.low, term.low), min(old.high, term.high))
    said = [feature for feature in _ORDER if feature in merged]
    words = [_WORDS[feature](merged[feature].low, merged[feature].high) for feature in said]
    if said == [SECOND_AT, THIRD_AT]:
        return " and ".join(words)
    comma = "," if "," in words[0] else ""
    return f"{words[0]}{comma} with {' and '.join(words[1:])}" if words[1:] else words[0]


def _amount(low: int, high: int, unit: str = "") -> str:
    if low == high:
        return f"exactly {low}{unit}"
    if high == MOST:
        return f"{low}{unit} or more"
    return f"{high}{unit} or fewer" if low <= 1 else f"{low} to {high}{unit}"


def _say_suits(low: int, high: int) -> str:
    return f"{'three ' if high == 1 else ''}cards of {_SUITS[high] if low == high else 'two or three suits'}"


def _say_alike(low: int, high: int) -> str:
    if high == 0:
        return "three different ranks"
    pairs = _ranks("a pair", low, min(high, TRIPS)) if low <= TRIPS else ""
    trips = _ranks("trips", max(low - TRIPS, 1), high - TRIPS) if high > TRIPS else ""
    between = ", or " if low > 1 else " or "
    return between.join(part for part in (pairs, trips) if part)


def _ranks(what: str, low: int, high: int) -> str:
    if low == 1 and high == TRIPS:
        return what
    least, best = _PLURALS[low - 1], _PLURALS[high - 1]
    if low == high:
        return f"{what} of {least}"
    return (
        f"{what} of {least} or better"
        if high == TRIPS
        else (f"{what} of {best} or lower" if low == 1 else f"{what} of {least} to {best}")
    )


def _say_royals(low: int, high: int) -> str:
    if high == 0:
        return "no two of ace, king and queen in one suit"
    if low == 0:
        return "no ace, king and queen of one suit"
    return "ace, king and queen of one suit" if low == 3 else "two or three of ace, king and queen in one suit"


_ORDER = (ALIKE_AT, SUITS_AT, POINTS_AT, SECOND_AT, THIRD_AT, COUPLE_AT, ROYALS_AT)
_WORDS = {
    SUITS_AT: _say_suits,
    ALIKE_AT: _say_alike,
    POINTS_AT: lambda low, high: _amount(low, high, " points"),
    SECOND_AT: lambda low, high: f"{_amount(low, high)} in the second suit",
    THIRD_AT: lambda low, high: f"{_amount(low, high)} in the third suit",
    COUPLE_AT: lambda low, high: f"just two suited cards worth {_amount(low, high)}",
    ROYALS_AT: _say_royals,
}


def name_hands(classes: Iterable[SuitClass]) -> str:
    """Return the words that name some hands and no others.

    >>> from casino31.cards import parse_cards, suit_pattern
    >>> hands = ["Ac 4c 2d", "Ac 4c 3d", "8s 7s 2h", "Kc 9d 2h"]
    >>> name_hands(SuitClass(suit_pattern(parse_cards(hand)), 12) for hand in hands)
    'suited A-4 with an off-suit 2 or 3; suited 8-7 with an off-suit 2; K-9-2 of three suits'
    """
    lone: dict[int, int] = defaultdict(int)
    whole: dict[int, list[str]] = {1: [], 3: []}
    for hand_class in classes:
        one, two, three, _ = hand_class.pattern
        if two and not three:
            lone[max(one, two, key=int.bit_count)] |= min(one, two, key=int.bit_count)
        else:
            ranks = sorted((r for mask in hand_class.pattern for r in _held(mask)), reverse=True)
            whole[3 if three else 1].append("-".join(RANKS[r] for r in ranks))
    couples: dict[int, list[str]] = defaultdict(list)
    for couple in sorted(lone, reverse=True):
        couples[lone[couple]].append(_cards(couple))
    parts = [
        f"suited {_either(suited)} with an off-suit {_either(_cards(mask).split('-')[::-1])}"
        for mask, suited in couples.items()
    ]
    parts += [f"{', '.join(hands)} of {_SUITS[suits]}" for suits, hands in whole.items() if hands]
    return "; ".join(parts)


def _held(mask: int) -> list[int]:
    return [r for r in reversed(range(len(RANKS))) if mask >> r & 1]


def _cards(mask: int) -> str:
    return "-".join(RANKS[r] for r in _held(mask))


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
