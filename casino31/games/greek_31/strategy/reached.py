"""How often a punter comes to each decision: a forward sum, where the engines go backward."""

from collections.abc import Callable, Sequence
from math import perm

import numpy as np

from casino31.arrays import Bools, Floats, Ints
from casino31.fast import compiled
from casino31.games.greek_31.engine.exposures import VisibleCards, ways
from casino31.games.greek_31.engine.kernels import WIDTH
from casino31.games.greek_31.hands import Hands, hands
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
    weights = orders / scale
    chances = _Chances(rules, seen) if rules.decks else None
    loop = compiled(_reach)
    if chances and loop:
        return chances.by_loop(loop, table, stands, weights)
    came: Floats = np.zeros(stands.shape)
    came[[child for child in table.children[0] if child >= 0]] = 1
    for place in range(1, len(table.place)):
        draws = came[place] * ~stands[place]
        if draws.any():
            for child in table.children[place]:
                if child >= 0:
                    came[child] += draws
    came *= weights
    chance = chances.of if chances else _endless(seen)
    for place in np.flatnonzero(came.any(axis=1)).tolist():
        came[place] *= chance(table.hands[place])
    return came


def _endless(seen: Sequence[VisibleCards]) -> Callable[[Hand], Floats]:
    """With infinitely many decks the chance of one order of a hand and of the exposed cards."""
    sizes = np.array([sum(visible.exposed) + visible.hidden for visible in seen])
    tens = np.array([4.0 ** visible.exposed[TEN] for visible in seen]) / 13.0**sizes
    return lambda hand: tens * (4.0 ** hand[TEN] / 13.0 ** sum(hand))


class _Chances:
    """The chance of one order of a hand and of the exposed cards, but for the hidden card's own ways."""

    def __init__(self, rules: Rules, seen: Sequence[VisibleCards]) -> None:
        sizes = np.array([sum(visible.exposed) + visible.hidden for visible in seen])
        whole, longest = sum(rules.deck), hands(rules).most_cards
        left = np.array(rules.deck)[:, None] - np.array([visible.exposed for visible in seen]).T
        self.taken = np.ones((10, max(rules.deck) + 1, len(seen)))
        """(value, cards of it, exposure): in how many ways they come from what is left."""
        for times in range(1, self.taken.shape[1]):
            self.taken[:, times] = self.taken[:, times - 1] * (left - times + 1).clip(0)
        exposed = np.array([float(ways(rules.deck, visible.exposed)) for visible in seen])
        most = max(sizes.tolist(), default=0) + longest
        over = np.array([1 / perm(whole, size) if size <= whole else 0.0 for size in range(most + 1)])
        self.start = exposed * over[sizes + np.arange(longest + 1)[:, None]]
        """(cards in the hand, exposure)."""

    def of(self, hand: Hand) -> Floats:
        """The chance beside each exposure."""
        product: Floats = self.start[sum(hand)]
        for value, times in enumerate(hand):
            if times:
                product = product * self.taken[value, times]
        return product

    def by_loop(self, loop: Callable[..., None], table: Hands, stands: Bools, weights: Floats) -> Floats:
        """What ``reached`` returns, by a compiled loop over some exposures at a time."""
        children, counts, _ = table.arrays
        found: Floats = np.empty(stands.shape)
        for start in range(0, stands.shape[1], WIDTH):
            some = slice(start, start + WIDTH)
            came = np.zeros((len(stands), len(stands[0, some])))
            parts = (stands[:, some], weights[:, some], self.start[:, some], self.taken[..., some])
            loop(children, counts, *map(np.ascontiguousarray, parts), came)
            found[:, some] = came
        return found


def _reach(
    children: Ints, counts: Ints, stands: Bools, weights: Floats, start: Floats, taken: Floats, came: Floats
) -> None:
    columns = came.shape[1]
    draws, product = np.empty(columns), np.empty(columns)
    for value in range(10):
        if children[0, value] >= 0:
            came[children[0, value]] = 1.0
    for row in range(1, len(came)):
        some = False
        for column in range(columns):
            draws[column] = 0.0 if stands[row, column] else came[row, column]
            some |= came[row, column] > 0.0
        if not some:
            continue
        product[:] = start[counts[row].sum()]
        for value in range(10):
            child, times = children[row, value], counts[row, value]
            if child >= 0:
                for column in range(columns):
                    came[child, column] += draws[column]
            if times > 0:
                for column in range(columns):
                    product[column] *= taken[value, times, column]
        for column in range(columns):
            came[row, column] = came[row, column] * weights[row, column] * product[column]


def possible_hands(rules: Rules, seen: Sequence[VisibleCards], orders: Floats) -> Bools:
    """Return which hands the packs can hold beside each exposure and a card hidden there; ``orders`` as above."""
    allowed: Bools = orders > 0
    if rules.decks is not None:
        left = np.array(rules.deck) - np.array([visible.exposed for visible in seen])
        for place, hand in enumerate(hands(rules).hands):
            allowed[place] &= (left >= np.array(hand)).all(axis=1)
    return allowed
