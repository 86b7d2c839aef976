"""Every hand of a pack by what it is worth under some house rules: the tables that the exact laws count over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from casino31.cards import Card, rank, suit
from casino31.faults import NotCapableError
from casino31.home.ranks import KINDS, blitz_of, brag, cards_of, halves, score_text, strength
from casino31.home.rules import HomeRules

Integers = NDArray[np.int64]
Worth = tuple[int, ...]
"""What a showdown asks of a hand, the greater the better: twice its points, or its kind, then what breaks ties."""

THIRTY_ONE = 62
"""31 points, doubled."""


def worth(hand: tuple[Card, ...], rules: HomeRules) -> Worth:
    """Return what three cards are worth. A blitz that ends the deal beats other hands of its points.

    >>> from casino31.cards import parse_cards
    >>> worth(parse_cards("Kh 8h 5h"), HomeRules())[0], worth(parse_cards("6h 6c 6s"), HomeRules())[0]
    (46, 12)
    """
    if rules.ranking == "brag":
        return brag(hand, rules)
    ends = blitz_of(hand, rules) if rules.blitz_after_knock == "ends" else 0
    return (halves(hand, rules), ends, *strength(hand, rules))


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
        worths = [worth(tuple(self.pack[place] for place in hand), self.rules) for hand in self.hands.tolist()]
        kinds = tuple(sorted(set(worths)))
        number = {kind: place for place, kind in enumerate(kinds)}
        return kinds, np.array([number[kind] for kind in worths])

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
        """Twice the points of each worth; in brag its kind."""
        return np.array([points for points, *_ in self.worths])

    @cached_property
    def cube(self) -> Integers:
        """The place among ``worths`` of the hand of any three places, in any order; -1 where one stands twice."""
        many = len(self.pack)
        cube = np.full((many,) * 3, -1)
        for places in permutations(self.columns):
            cube[places] = self.worth_of
        return cube

    def classes(self, size: int) -> tuple[Class, ...]:
        """Return the classes of sets of so many cards that differ in the names of suits alone."""
        return _classes(self.pack, size)

    def label(self, points: int) -> str:
        """Return doubled points, or the kind of a hand of brag, as a page writes them."""
        return KINDS[points] if self.rules.ranking == "brag" else score_text(points, self.rules)


@cache
def _classes(pack: tuple[Card, ...], size: int) -> tuple[Class, ...]:
    members: dict[tuple[int, ...], int] = {}
    first: dict[tuple[int, ...], tuple[int, ...]] = {}
    for places, code in zip(combinations(range(len(pack)), size), _pattern_codes(pack, size), strict=True):
        members[code] = members.get(code, 0) + 1
        first.setdefault(code, places)
    return tuple(Class(first[code], many) for code, many in members.items())


def _pattern_codes(pack: tuple[Card, ...], size: int) -> list[tuple[int, ...]]:
    """For every set of places the masks of its suits in falling order, in the order of ``combinations``."""
    sets = np.array(list(combinations(range(len(pack)), size)))
    bits = np.array([1 << rank(card) for card in pack])[sets]
    suits = np.array([suit(card) for card in pack])[sets]
    masks = np.stack([np.where(suits == of, bits, 0).sum(axis=1) for of in range(4)], axis=1)
    return [tuple(row) for row in (-np.sort(-masks, axis=1)).tolist()]


@cache
def ranking_of(rules: HomeRules) -> Ranking:
    """Return the tables of some rules; NotCapableError for two packs shuffled together.

    >>> len(ranking_of(HomeRules()).hands)
    22100
    """
    if rules.decks != 1:
        raise NotCapableError("the exact laws are those of one pack: set decks=1")
    return Ranking(rules, cards_of(rules))
