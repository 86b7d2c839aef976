"""What a banker does, in integers.

A plan says, for every hand, in how many of the orders in which its cards can come the banker draws on, shows it as
14 or conceals each of its cards. "In half of all cases" is one of two orders when every order is counted twice:
``scale`` says how often. So a mixed policy is as exact as a pure one, the same plan serves every deck, and a hand's
probability is its count times falling factorials of the deck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import lcm
from typing import NamedTuple

from casino31.games.greek_31.hands import Hands, hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import ACE, THIRTY_ONE, Hand, plus


@dataclass(frozen=True)
class Plan:
    """Orders in which the banker does each thing, times ``scale``; every count follows the order of the hands."""

    scale: int
    draws: tuple[int, ...]
    """For each place of ``hands(rules)``."""
    shows: tuple[int, ...]
    """The same, where the hand is shown whole as 14."""
    conceals: tuple[int, ...]
    """For each of ``stands(rules)``."""


def arrivals(table: Hands, scale: int, draws: Sequence[int]) -> list[int]:
    """Return the orders, times scale, in which each hand comes about when the banker draws as often as stated.

    >>> table = hands(Rules())
    >>> everything = arrivals(table, 1, [1] + [0] * (len(table.place) - 1))
    >>> sum(everything), sum(everything[1:11])
    (11, 10)
    """
    orders = [0] * len(table.place)
    orders[0] = scale
    for count, row in zip(draws, table.children, strict=True):
        if count:
            for child in row:
                if child >= 0:
                    orders[child] += count
    return orders


def fixed_plan(rules: Rules) -> Plan:
    """Return the plan of a banker who stands at a total (B16) and conceals by a rule (B17).

    ValueError when the layout's banker is the solved one.

    >>> plan = fixed_plan(Rules())
    >>> plan.scale, sum(map(bool, plan.shows)), sum(map(bool, plan.draws))
    (1, 54, 2003)
    """
    if rules.banker.stand is None:
        raise ValueError("a solved banker has a stored policy, not a total to stand at")
    table = hands(rules)
    all_hands = table.hands
    stops = [
        rank >= rules.banker.stand or rank == THIRTY_ONE or table.fourteen[i] for i, rank in enumerate(table.rank)
    ]
    scale = 1
    if rules.banker.conceal == "random":
        scale = lcm(*{sum(hand) for hand, stop in zip(all_hands, stops, strict=True) if stop})
    orders = [0] * len(all_hands)
    orders[0] = scale
    for place, (stop, row) in enumerate(zip(stops, table.children, strict=True)):
        if not stop and orders[place]:
            for child in row:
                if child >= 0:
                    orders[child] += orders[place]
    draws = tuple(0 if stop else count for stop, count in zip(stops, orders, strict=True))
    shows = tuple(count if shown else 0 for shown, count in zip(table.fourteen, orders, strict=True))
    standing = [
        0 if shown or not stop else count for stop, shown, count in zip(stops, table.fourteen, orders, strict=True)
    ]
    return Plan(scale, draws, shows, tuple(_conceals(rules, draws, standing)))


class _Ways(NamedTuple):
    """Of each of ``stands(rules)``, a tuple a fact."""

    place: tuple[int, ...]
    """The place of the whole hand."""
    before: tuple[int, ...]
    """The place of the exposed cards, or -1 when they are no hand."""
    held: tuple[int, ...]
    """Cards of the concealed value in the whole hand."""
    size: tuple[int, ...]
    lowest: tuple[bool, ...]
    highest: tuple[bool, ...]


@lru_cache(maxsize=4)
def _ways(rules: Rules) -> _Ways:
    place = hands(rules).place
    facts = []
    for exposed, concealed, _ in stands(rules):
        hand = plus(exposed, concealed)
        low, high = _ends(hand)
        before = place.get(exposed, -1)
        facts.append((place[hand], before, hand[concealed], sum(hand), concealed == low, concealed == high))
    return _Ways(*zip(*facts, strict=True))


def _conceals(rules: Rules, draws: Sequence[int], standing: Sequence[int]) -> Iterator[int]:
    """B17: in how many of the orders of a standing hand each of its cards is the hidden one."""
    ways = _ways(rules.bare)
    orders = [standing[place] for place in ways.place]
    match rules.banker.conceal:
        case "last":
            before = zip(orders, ways.before, strict=True)
            return (draws[place] if count and place >= 0 else 0 for count, place in before)
        case "random":
            shares = zip(orders, ways.held, ways.size, strict=True)
            return (count * held // size for count, held, size in shares)
        case "highest":
            return (count if high else 0 for count, high in zip(orders, ways.highest, strict=True))
        case "lowest":
            return (count if low else 0 for count, low in zip(orders, ways.lowest, strict=True))


@cache
def _ends(hand: Hand) -> tuple[int, int]:
    """The values of the lowest and of the highest card of a hand."""
    values = sorted((value for value, times in enumerate(hand) if times), key=_height)
    return values[0], values[-1]


def _height(value: int) -> int:
    """The ace stands above the ten (B17)."""
    return 10 if value == ACE else value


def check_plan(rules: Rules, plan: Plan) -> None:
    """Raise ValueError unless the plan does exactly one thing with every order of every hand.

    >>> check_plan(Rules(), fixed_plan(Rules()))
    """
    table, ways = hands(rules), stands(rules)
    if (len(plan.draws), len(plan.shows), len(plan.conceals)) != (len(table.place),) * 2 + (len(ways),):
        raise ValueError("the policy is not for this deck: it has another number of hands")
    left = arrivals(table, plan.scale, plan.draws)
    for place, (drawn, shown) in enumerate(zip(plan.draws, plan.shows, strict=True)):
        if shown and not table.fourteen[place]:
            raise ValueError("the policy shows a hand that is not 14")
        left[place] -= drawn + shown
    for way, count in zip(ways, plan.conceals, strict=True):
        left[table.place[plus(way.exposed, way.concealed)]] -= count
    if plan.scale < 1 or min(plan.draws) < 0 or min(plan.shows) < 0 or min(plan.conceals) < 0:
        raise ValueError("the policy holds a negative count")
    for place, count in enumerate(left):
        if count and table.rank[place] != THIRTY_ONE:
            raise ValueError(f"the policy leaves {count} orders of a hand undecided")
        if plan.draws[place] and table.rank[place] == THIRTY_ONE:
            raise ValueError("the policy draws to 31")
