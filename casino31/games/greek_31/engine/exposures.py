"""What a punter sees of the banker, and what may be behind it."""

from functools import lru_cache
from math import perm, prod
from typing import NamedTuple

from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import Hand


class Behind(NamedTuple):
    """One hand that the exposed cards may belong to."""

    concealed: int
    """The value of the hidden card, or -1 when nothing is hidden."""
    orders: int
    """In how many orders, times the plan's scale, the banker comes to stand so."""
    rank: int
    """What a punter's hand must rank above."""


class VisibleCards(NamedTuple):
    """Cards lying face up before the banker, and all that may be behind them."""

    exposed: Hand
    behind: tuple[Behind, ...]

    @property
    def hidden(self) -> int:
        """How many cards are concealed: 1, or 0 when the banker shows a 14."""
        return int(self.behind[0].concealed >= 0)


def visible_cards(rules: Rules, plan: Plan) -> tuple[VisibleCards, ...]:
    """Return everything that a banker of this plan lets the punters see, the shown 14s last.

    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> seen = visible_cards(Rules(), fixed_plan(Rules()))
    >>> len(seen), sum(not each.hidden for each in seen)
    (1964, 54)
    """
    table = hands(rules)
    behind: dict[Hand, list[Behind]] = {}
    for way, orders in zip(stands(rules), plan.conceals, strict=True):
        if orders:
            behind.setdefault(way.exposed, []).append(Behind(way.concealed, orders, way.rank))
    shown = tuple(
        VisibleCards(hand, (Behind(-1, orders, rank),))
        for hand, orders, rank in zip(table.place, plan.shows, table.rank, strict=True)
        if orders
    )
    return tuple(VisibleCards(exposed, tuple(hands)) for exposed, hands in behind.items()) + shown


def falling(cards: int, times: int) -> int:
    """Return the orders in which some cards can be drawn; a pack that has run out counts as one card.

    So a factor that stands for draws nobody can make is never 0, whatever is divided by it.

    >>> falling(52, 2), falling(2, 4)
    (2652, 2)
    """
    return prod(max(cards - drawn, 1) for drawn in range(times))


@lru_cache(maxsize=2**16)
def ways(deck: Hand, hand: Hand) -> int:
    """Return in how many ways the cards of a hand come from a deck in one order of their values.

    >>> ways((4,) * 9 + (16,), (2, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    192
    """
    return prod(map(perm, deck, hand))
