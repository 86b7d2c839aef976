"""The banker's best reply to a punter's strategy: what it holds is the lower end of a certified interval."""

from collections.abc import Mapping
from functools import lru_cache

from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.replies import NOTHING, Floats, views
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE, Hand, minus


def next_card(rules: Rules, first: int, hand: Hand) -> tuple[float, ...]:
    """Return the chance of each value as the banker's next card, the punter's first card being out.

    >>> next_card(Rules(), 0, (1, 0, 0, 0, 0, 0, 0, 0, 0, 0))[0]
    0.04
    """
    if rules.decks is None:
        return tuple(weight / 13 for weight in rules.deck)
    left = [n - held - (x == first) for x, (n, held) in enumerate(zip(rules.deck, hand, strict=True))]
    return tuple(max(n, 0) / sum(left) for n in left)


def possible(rules: Rules, first: int, hand: Hand) -> bool:
    """Tell whether the banker can hold a hand beside this first card.

    >>> possible(Rules(), 0, (4, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    False
    """
    if rules.decks is None:
        return True
    return all(held + (x == first) <= n for x, (n, held) in enumerate(zip(rules.deck, hand, strict=True)))


@lru_cache(maxsize=2)
def _concealments(rules: Rules) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each hand, the (value, place of the exposure) of every card that may be concealed."""
    seen = views(rules)
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


def banker_best(rules: Rules, first: int, chances: Floats, shown: Mapping[int, float]) -> float:
    """Return the least chance to win that a banker can leave a punter whose strategy is known.

    ``chances`` is (hidden value, exposure) as from ``replies``, ``shown`` what the punter makes of each shown 14.
    """
    table = hands(rules)
    value = [0.0] * len(table.place)
    options = concealments(rules)
    wins = chances.tolist()
    for place, hand in reversed(list(enumerate(table.hands))):
        if table.rank[place] == THIRTY_ONE or not possible(rules, first, hand):
            continue
        odds = next_card(rules, first, hand)
        best = sum(
            p * (value[child] if child >= 0 else 1.0)
            for p, child in zip(odds, table.children[place], strict=True)
            if p
        )
        for c, exposure in options[place]:
            best = min(best, wins[c][exposure])
        if place in shown:
            best = min(best, shown[place])
        value[place] = best
    return value[0]
