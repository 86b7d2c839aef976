"""The banker's best reply to a punter's strategy: what it holds is the lower end of a certified interval."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.equilibrium.replies import NOTHING, beliefs_of
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE, Hand, minus

N = TypeVar("N", float, Fraction)
"""All numbers of a reply are floats, or all are exact."""
Action = tuple[int, int] | None
"""The (value, place of the exposure) concealed; or ``SHOW``; None draws."""
SHOW = (-1, -1)


def next_card(rules: Rules, first: int, hand: Hand) -> tuple[Fraction, ...]:
    """Return the chance of each value as the banker's next card, the punter's first card being out.

    >>> next_card(Rules(), 0, (1, 0, 0, 0, 0, 0, 0, 0, 0, 0))[0]
    Fraction(1, 25)
    """
    if rules.decks is None:
        return tuple(Fraction(weight, 13) for weight in rules.deck)
    left = [n - held - (x == first) for x, (n, held) in enumerate(zip(rules.deck, hand, strict=True))]
    return tuple(Fraction(max(n, 0), sum(left)) for n in left)


def possible_concealments(rules: Rules, first: int, hand: Hand) -> bool:
    """Tell whether the banker can hold a hand beside this first card.

    >>> possible_concealments(Rules(), 0, (4, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    False
    """
    if rules.decks is None:
        return True
    return all(held + (x == first) <= n for x, (n, held) in enumerate(zip(rules.deck, hand, strict=True)))


@lru_cache(maxsize=2)
def _concealments(rules: Rules) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each hand, the (value, place of the exposure) of every card that may be concealed."""
    seen = beliefs_of(rules)
    options = []
    for hand in hands(rules).hands:
        ways = []
        for value in range(10):
            if hand[value]:
                place = seen.place.get(minus(hand, value))
                if place is not None and seen.ranks[value, place] != NOTHING:
                    ways.append((value, place))
        options.append(tuple(ways))
    return tuple(options)


def concealments(rules: Rules) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each hand the ways to conceal a card of it: pairs of its value and the place of what is exposed.

    >>> sum(map(len, concealments(Rules())))
    22776
    """
    return _concealments(rules.bare)


class BankerReply(NamedTuple, Generic[N]):
    """A banker's best reply, and the chance to win that it leaves the punter."""

    chance: N
    actions: Mapping[int, Action]
    """For each place of a hand that he may hold and go on with."""


def banker_reply(
    rules: Rules, first: int, wins: Sequence[Sequence[N]], shown: Mapping[int, N], bust: N
) -> BankerReply[N]:
    """Return the reply that leaves the least chance to win to a punter whose strategy is known.

    ``wins`` is (hidden value, exposure) as from ``replies``, ``shown`` what the punter makes of each shown 14;
    ``one`` is what a bust is worth, 1.0 or ``Fraction(1)``: exact chances give an exact answer. Of equal actions
    drawing comes first, then the lowest card concealed.
    """
    table, options = hands(rules), concealments(rules)
    value = [bust - bust] * len(table.place)
    actions: dict[int, Action] = {}
    kind = type(bust)
    for place, hand in reversed(list(enumerate(table.hands))):
        if table.rank[place] == THIRTY_ONE or not possible_concealments(rules, first, hand):
            continue
        best, action = bust - bust, None
        for p, child in zip(next_card(rules, first, hand), table.children[place], strict=True):
            if p:
                best += kind(p) * (value[child] if child >= 0 else bust)
        for way in options[place]:
            if wins[way[0]][way[1]] < best:
                best, action = wins[way[0]][way[1]], way
        if place in shown and shown[place] < best:
            best, action = shown[place], SHOW
        value[place], actions[place] = best, action
    return BankerReply(value[0], actions)


def reply_plan(rules: Rules, actions: Mapping[int, Action]) -> Plan:
    """Return a reply as a plan: every order of a hand does the same."""
    table, seen = hands(rules), beliefs_of(rules)
    index = {(seen.place[way.exposed], way.concealed): i for i, way in enumerate(stands(rules))}
    orders, draws, shows = ([0] * len(table.place) for _ in range(3))
    conceals = [0] * len(index)
    orders[0] = 1
    for place, rank in enumerate(table.rank):
        if not orders[place] or rank == THIRTY_ONE:
            continue
        action = actions.get(place)
        if action is None:
            draws[place] = orders[place]
            for child in table.children[place]:
                if child >= 0:
                    orders[child] += orders[place]
        elif action == SHOW:
            shows[place] = orders[place]
        else:
            conceals[index[action[1], action[0]]] = orders[place]
    return Plan(1, tuple(draws), tuple(shows), tuple(conceals))
