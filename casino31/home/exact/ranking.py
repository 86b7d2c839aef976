"""Every hand of a pack by what it is worth under some house rules: the tables that the exact laws count over.

A *worth* is all that a showdown asks of a hand. Hands of one worth are always equal; hands of different worth may tie
on points, and then the rules say whether something breaks the tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from casino31.cards import DECK, Card, rank, suit
from casino31.faults import NotCapableError
from casino31.home.rules import HomeRules
from casino31.points import POINTS, suited_points, trips_rank

Integers = NDArray[np.int64]

THIRTY_ONE = 62
"""31 points, doubled: all points are doubled here, so that 30.5 is whole."""
ACE, KING, TEN, THREE, TWO, SEVEN = 12, 11, 8, 1, 0, 5
BRAG = ("high card", "pair", "flush", "run", "running flush", "prial")
"""The kinds of three-card brag, lowest first; they stand where other rankings have points."""


@dataclass(frozen=True, order=True)
class Worth:
    """What a showdown asks of a hand, in the order of worth."""

    points: int
    """Doubled; in brag the place of its kind in ``BRAG``."""
    trips: bool
    """Whether its points are those of three of a kind: such hands break ties among themselves alone."""
    order: tuple[int, ...]
    """What breaks a tie of points, the larger winning; () where nothing does."""


def label(points: int, ranking: str = "suit") -> str:
    """Return doubled points as a page writes them; of brag the kind.

    >>> label(61), label(62), label(3, "brag")
    ('30.5', '31', 'run')
    """
    if ranking == "brag":
        return BRAG[points]
    return f"{points // 2}.5" if points % 2 else str(points // 2)


def worth(hand: tuple[Card, ...], rules: HomeRules) -> Worth:
    """Return what three cards are worth.

    >>> from casino31.cards import parse_cards
    >>> worth(parse_cards("Kh 8h 5h"), HomeRules()).points, worth(parse_cards("6h 6c 6s"), HomeRules()).points
    (46, 12)
    """
    if rules.ranking == "brag":
        kind, order = _brag(hand, rules)
        return Worth(kind, False, order)
    points = _points(hand, rules)
    threes = trips_rank(hand)
    trips = False
    if threes is not None and rules.trips != "none":
        trips = True
        points = max(points, 61 if rules.trips == "30.5" else 60)
    if threes == ACE and rules.fire == "33":
        trips = False
        points = max(points, 66)
    order = _tie_order(hand, trips, rules)
    if rules.blitz == "A-K-10" and rules.blitz_after_knock == "ends" and not trips:
        order = (int(is_ace_king_ten(hand)), *order)
    return Worth(points, trips, order)


def _points(hand: tuple[Card, ...], rules: HomeRules) -> int:
    """Doubled points of suits or of all cards (H3, Z7)."""
    if rules.ranking == "all":
        total = sum(POINTS[rank(card)] for card in hand)
        return 0 if total > 31 and rules.over31 == "bust" else 2 * total
    if rules.partial == "nothing" and len({suit(card) for card in hand}) > 1:
        return 0
    return 2 * suited_points(hand)


def _tie_order(hand: tuple[Card, ...], trips: bool, rules: HomeRules) -> tuple[int, ...]:
    """What breaks a tie of points (H6, H7): the ranks that count, the highest first."""
    if trips:
        return (rank(hand[0]),) if rules.trips_tie == "rank" else ()
    if rules.points_tie == "equal":
        return ()
    counted = hand
    if rules.high_card_of == "scoring cards" and rules.ranking == "suit":
        best = suited_points(hand)
        suits = {suit(card) for card in hand}
        choices = [tuple(card for card in hand if suit(card) == each) for each in suits]
        counted = max((cards for cards in choices if suited_points(cards) == best), key=_ranks)
    return _ranks(counted)


def _ranks(hand: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(rank, hand), reverse=True))


def is_ace_king_ten(hand: tuple[Card, ...]) -> bool:
    """Whether three cards are the ace, king and ten of one suit."""
    return len({suit(card) for card in hand}) == 1 and _ranks(hand) == (ACE, KING, TEN)


def _brag(hand: tuple[Card, ...], rules: HomeRules) -> tuple[int, tuple[int, ...]]:
    """The kind of a hand of three-card brag, and its place within the kind (P1, P2)."""
    ranks = _ranks(hand)
    first, second, third = ranks
    suited = len({suit(card) for card in hand}) == 1
    if first == third:
        top = len(POINTS) if rules.best_prial == "threes" and first == THREE else first
        return BRAG.index("prial"), (top,)
    low_run = ranks == (ACE, THREE, TWO)
    if low_run or first - 1 == second == third + 1:
        place = {"A-2-3 low": 2 * THREE, "A-2-3 best": 2 * ACE + 2, "A-2-3 second": 2 * ACE - 1}[rules.top_run]
        return BRAG.index("running flush" if suited else "run"), (place if low_run else 2 * first,)
    if suited:
        return BRAG.index("flush"), ranks
    if second in (first, third):
        return BRAG.index("pair"), (second, first + third - second)
    return BRAG.index("high card"), ranks


def pack_of(rules: HomeRules) -> tuple[Card, ...]:
    """Return the cards of the pack; NotCapableError for two packs shuffled together.

    >>> len(pack_of(HomeRules())), len(pack_of(HomeRules(deck=32)))
    (52, 32)
    """
    if rules.decks != 1:
        raise NotCapableError("the exact laws are those of one pack: set decks=1")
    return tuple(DECK) if rules.deck == 52 else tuple(card for card in DECK if rank(card) >= SEVEN)


@dataclass(frozen=True)
class Class:
    """Sets of cards that a renaming of suits turns into one another."""

    places: tuple[int, ...]
    """One of them, as places in the pack."""
    members: int


@dataclass(frozen=True, eq=False)
class Ranking:
    """Every hand of the pack, its worth as a number: the higher the better."""

    rules: HomeRules
    pack: tuple[Card, ...]

    @cached_property
    def hands(self) -> Integers:
        """All hands as three places in the pack, rising; one row a hand."""
        return np.array(list(combinations(range(len(self.pack)), 3)))

    @cached_property
    def columns(self) -> Integers:
        """The same, one row a place of the hand."""
        return np.ascontiguousarray(self.hands.T)

    @cached_property
    def _found(self) -> tuple[tuple[Worth, ...], Integers]:
        each = [worth(tuple(self.pack[place] for place in hand), self.rules) for hand in self.hands.tolist()]
        kinds = tuple(sorted(set(each)))
        number = {kind: place for place, kind in enumerate(kinds)}
        return kinds, np.array([number[kind] for kind in each])

    @property
    def worths(self) -> tuple[Worth, ...]:
        """Every worth that a hand can have, the lowest first."""
        return self._found[0]

    @property
    def worth_of(self) -> Integers:
        """The place among ``worths`` of each hand."""
        return self._found[1]

    @cached_property
    def points(self) -> Integers:
        """The doubled points of each worth."""
        return np.array([each.points for each in self.worths])

    @cached_property
    def cube(self) -> Integers:
        """The place among ``worths`` of the hand of any three places, in any order; -1 where one stands twice."""
        many = len(self.pack)
        found = np.full((many,) * 3, -1)
        for one, two, three in permutations(range(3)):
            found[self.hands[:, one], self.hands[:, two], self.hands[:, three]] = self.worth_of
        return found

    def classes(self, size: int) -> tuple[Class, ...]:
        """Return the classes of sets of so many cards that differ in the names of suits alone."""
        members: dict[tuple[int, ...], int] = {}
        first: dict[tuple[int, ...], tuple[int, ...]] = {}
        codes = _pattern_codes(self.pack, size)
        for places, code in zip(combinations(range(len(self.pack)), size), codes, strict=True):
            members[code] = members.get(code, 0) + 1
            first.setdefault(code, places)
        return tuple(Class(first[code], many) for code, many in members.items())

    def label(self, points: int) -> str:
        """Return doubled points as a page writes them."""
        return label(points, self.rules.ranking)


def _pattern_codes(pack: tuple[Card, ...], size: int) -> list[tuple[int, ...]]:
    """For every set of places the masks of its suits in falling order, in the order of ``combinations``."""
    sets = np.array(list(combinations(range(len(pack)), size)))
    bits = np.array([1 << rank(card) for card in pack])[sets]
    suits = np.array([suit(card) for card in pack])[sets]
    masks = np.stack([np.where(suits == each, bits, 0).sum(axis=1) for each in range(4)], axis=1)
    return [tuple(row) for row in (-np.sort(-masks, axis=1)).tolist()]


@cache
def ranking_of(rules: HomeRules) -> Ranking:
    """Return the tables of some rules; made once for all rules that value hands alike."""
    return Ranking(rules, pack_of(rules))
