"""Every hand that can be held, once: 7,128 of one deck where sequences of cards would be millions."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import (
    EMPTY,
    THIRTY_ONE,
    Hand,
    concealed_rank,
    counts_as_fourteen,
    minus,
    plus,
    rank_of_total,
)

if TYPE_CHECKING:
    from casino31.arrays import Ints


class Stand(NamedTuple):
    """The banker stops with a hand and conceals one card of it."""

    exposed: Hand
    concealed: int
    """The value of the hidden card, 0 (ace) to 9 (ten)."""
    rank: int
    """What the hand is worth, by clause B12."""


@dataclass(frozen=True)
class Hands:
    """The hands that are not bust and hold no proper 31, in rising order of their number of cards."""

    place: dict[Hand, int]
    """Each hand and its place, from 0, the empty hand."""
    rank: tuple[int, ...]
    fourteen: tuple[bool, ...]
    """Whether the banker may show the hand as 14."""
    children: tuple[tuple[int, ...], ...]
    """For each value drawn, the place of the new hand, or -1 when it is bust or not in the deck."""
    levels: tuple[range, ...]
    """The places of the hands of no card, of one card, and so on."""

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """All hands in the order of their places."""
        return tuple(self.place)

    @cached_property
    def arrays(self) -> "tuple[Ints, Ints, Ints]":
        """The children, the cards of each value and the rank of each hand, as compiled loops take them."""
        import numpy as np

        return np.array(self.children, np.int64), np.array(self.hands, np.int64), np.array(self.rank, np.int64)

    @property
    def most_cards(self) -> int:
        """Cards of the longest hand."""
        return len(self.levels) - 1


def hands(rules: Rules) -> Hands:
    """Return all hands that banker or punter may hold under these rules; the tie rule, banker and bets are ignored.

    >>> one = hands(Rules())
    >>> len(one.place) - 1, one.rank.count(THIRTY_ONE), sum(one.fourteen), one.most_cards
    (7128, 1187, 54, 11)
    """
    return _hands(rules.bare)


@lru_cache(maxsize=4)
def _hands(rules: Rules) -> Hands:
    limit = rules.deck if rules.decks else (31,) * 10
    place = {EMPTY: 0}
    ranks = [0]
    children: list[tuple[int, ...]] = []
    for hand in (queue := [EMPTY]):
        row = [-1] * 10
        if ranks[place[hand]] != THIRTY_ONE:
            for value in range(10):
                drawn = plus(hand, value)
                if hand[value] == limit[value] or not (worth := rank_of_total(drawn, rules)):
                    continue
                if drawn not in place:
                    place[drawn] = len(place)
                    ranks.append(worth)
                    queue.append(drawn)
                row[value] = place[drawn]
        children.append(tuple(row))
    can_be_14 = tuple(r != THIRTY_ONE and counts_as_fourteen(h, rules) for h, r in zip(queue, ranks, strict=True))
    sizes = [sum(hand) for hand in queue]
    levels = tuple(range(bisect_left(sizes, n), bisect_right(sizes, n)) for n in range(sizes[-1] + 1))
    return Hands(place, tuple(ranks), can_be_14, tuple(children), levels)


@lru_cache(maxsize=4)
def _stands(rules: Rules) -> tuple[Stand, ...]:
    all_hands = _hands(rules)
    return tuple(
        Stand(minus(hand, value), value, worth)
        for hand, best in zip(all_hands.place, all_hands.rank, strict=True)
        if best != THIRTY_ONE and (worth := concealed_rank(hand, rules))
        for value in range(10)
        if hand[value]
    )


def stands(rules: Rules) -> tuple[Stand, ...]:
    """Return every way to stand with a concealed card.

    >>> ways = stands(Rules())
    >>> len(ways), len({way.exposed for way in ways})
    (22776, 4732)
    """
    return _stands(rules.bare)
