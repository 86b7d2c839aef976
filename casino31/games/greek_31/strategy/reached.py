"""How often a punter comes to each decision: a forward sum, where the engines go backward."""

from collections.abc import Callable, Sequence
from math import perm

import numpy as np

from casino31.arrays import Bools, Floats
from casino31.games.greek_31.engine.exposures import VisibleCards, ways
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import TEN, Hand


def reached(rules: Rules, seen: Sequence[VisibleCards], scale: int, stands: Bools, orders: Floats) -> Floats:
    """Return the chance of holding each hand against each exposure in a round, all first cards together.

    ``stands`` says when the punter stops, ``orders`` is the weight of what may be behind the exposed cards
    (``Decisions.orders``), ``scale`` that of the banker's plan. The sum over the first cards is the chance that the
    punters get to play.

    >>> from casino31.games.greek_31.engine.answer import endings
    >>> from casino31.games.greek_31.strategy.decisions import decisions
    >>> from casino31.games.greek_31.engine.exposures import visible_cards
    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> rules = Rules(cards=(1, 0, 1, 1, 0, 0, 0, 0, 2, 8))
    >>> seen = visible_cards(rules, fixed_plan(rules))
    >>> found = decisions(rules, seen)
    >>> chances = reached(rules, seen, 1, found.stands, found.orders)
    >>> play = sum(n * float(ends[2] + ends[3]) for n, ends in zip(rules.deck, endings(rules, fixed_plan(rules))))
    >>> round(float(chances[1:6].sum()) - play / 13, 12)
    0.0
    """
    table = hands(rules)
    came: Floats = np.zeros(stands.shape)
    came[[child for child in table.children[0] if child >= 0]] = 1
    for place in range(1, len(table.place)):
        draws = came[place] * ~stands[place]
        if draws.any():
            for child in table.children[place]:
                if child >= 0:
                    came[child] += draws
    came *= orders / scale
    chance, held = _chances(rules, seen), table.hands
    for place in np.flatnonzero(came.any(axis=1)).tolist():
        came[place] *= chance(held[place])
    return came


def _chances(rules: Rules, seen: Sequence[VisibleCards]) -> Callable[[Hand], Floats]:
    """The chance of one order of a hand and of the exposed cards, but for the hidden card's own ways."""
    sizes = np.array([sum(visible.exposed) + visible.hidden for visible in seen])
    if rules.decks is None:
        tens = np.array([4.0 ** visible.exposed[TEN] for visible in seen]) / 13.0**sizes
        return lambda hand: tens * (4.0 ** hand[TEN] / 13.0 ** sum(hand))
    whole = sum(rules.deck)
    left = np.array(rules.deck)[:, None] - np.array([visible.exposed for visible in seen]).T
    rows = [[np.ones(len(seen))] for _ in range(10)]
    for value, row in enumerate(rows):
        for taken in range(rules.deck[value]):
            row.append(row[-1] * (left[value] - taken).clip(0))
    exposed = np.array([float(ways(rules.deck, visible.exposed)) for visible in seen])
    most = max(sizes.tolist(), default=0) + hands(rules).most_cards
    over = np.array([1 / perm(whole, size) if size <= whole else 0.0 for size in range(most + 1)])

    def chance(hand: Hand) -> Floats:
        product: Floats = exposed * over[sizes + sum(hand)]
        for value, times in enumerate(hand):
            if times:
                product = product * rows[value][times]
        return product

    return chance


def possible_hands(rules: Rules, seen: Sequence[VisibleCards], orders: Floats) -> Bools:
    """Return which hands the packs can hold beside each exposure and a card hidden there; ``orders`` as above."""
    allowed: Bools = orders > 0
    if rules.decks is not None:
        left = np.array(rules.deck) - np.array([visible.exposed for visible in seen])
        for place, hand in enumerate(hands(rules).hands):
            allowed[place] &= (left >= np.array(hand)).all(axis=1)
    return allowed
