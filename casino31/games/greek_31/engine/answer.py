"""What a layout of Greek 31 is worth: each first card under a stated plan of the banker, and all bets together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import fsum, perm
from typing import NamedTuple, TypeAlias

import numpy as np

from casino31.games.greek_31.engine import finite, infinite
from casino31.games.greek_31.engine.exposures import VisibleCards, falling, visible_cards, ways
from casino31.games.greek_31.engine.plan import Plan, arrivals, fixed_plan
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import TEN, THIRTY_ONE, VALUES, Hand

Amount: TypeAlias = Fraction | float
"""A Fraction is exact; a float is within the answer's error bound."""
EVENTS = (
    "banker bust",
    "banker 31",
    "14 won",
    "14 lost",
    "bust",
    "31",
    "14",
    "stand won",
    "stand tied",
    "stand lost",
)
"""What can happen to a punter; the first four end or open the round before he can do much."""
WINS = ("banker bust", "14 won", "31", "14", "stand won")


class FirstCardValue(NamedTuple):
    """What a punter's first card is worth, for one unit bet."""

    card: str
    chance: Fraction
    """How often a punter is dealt it."""
    expectation: Amount
    """The punter's; the banker's edge is its negative."""
    events: Mapping[str, Amount]
    """Probabilities, which add up to 1; empty unless asked for."""

    @property
    def variance(self) -> Amount:
        """A unit is won or lost, so this is 1 - EV ** 2."""
        return 1 - self.expectation * self.expectation


@dataclass(frozen=True)
class Answer:
    """The punters' best play against a stated banker."""

    rules: Rules
    first_cards: tuple[FirstCardValue, ...]
    error_bound: float
    """How far a float may be off; 0 when every number is a Fraction."""

    def bet(self, first: FirstCardValue) -> Fraction:
        """Return the units bet on a first card by the layout's bet rule."""
        return self.rules.betting.bet(Fraction(first.expectation))

    @property
    def average_bet(self) -> Fraction:
        """Units a punter bets a round."""
        return sum((first.chance * self.bet(first) for first in self.first_cards), Fraction())

    @property
    def expectation(self) -> Amount:
        """Units a punter wins a round, by the bet rule."""
        return _sum([first.chance * self.bet(first) * first.expectation for first in self.first_cards])

    @property
    def banker_edge(self) -> Amount:
        """What the banker wins of each unit bet, by the bet rule."""
        return -self.expectation / self.average_bet

    @property
    def variance(self) -> Amount:
        """Variance of a punter's round, in squared units, by the bet rule."""
        squares = sum((first.chance * self.bet(first) ** 2 for first in self.first_cards), Fraction())
        return squares - self.expectation * self.expectation

    @property
    def events(self) -> Mapping[str, Amount]:
        """Probabilities of the events, over all first cards."""
        names = self.first_cards[0].events
        return {name: _sum([first.chance * first.events[name] for first in self.first_cards]) for name in names}

    @property
    def break_even_spread(self) -> Amount | None:
        """Maximum over minimum bet at which punters break even; None when no first card favours them."""
        for_punter = _sum([f.chance * f.expectation for f in self.first_cards if f.expectation > 0])
        against = _sum([f.chance * f.expectation for f in self.first_cards if f.expectation < 0])
        return -against / for_punter if for_punter else None


def _sum(numbers: Sequence[Amount]) -> Amount:
    exact = [number for number in numbers if isinstance(number, Fraction)]
    return sum(exact, Fraction()) if len(exact) == len(numbers) else fsum(numbers)


def answer(
    rules: Rules, plans: Sequence[Plan] | None = None, *, classes: bool = True, exact: bool = False
) -> Answer:
    """Return the punters' best response to a banker's plan, one for all first cards or one for each.

    Without ``plans`` the banker is the layout's fixed one. ``classes`` asks for the events beside the expectation.
    With finitely many decks the numbers are floats unless ``exact``; with infinitely many they are Fractions.

    >>> answer(Rules(decks=None)).expectation
    Fraction(12756708592253361572219132987, 1192533292512492016559195008117)
    """
    if plans is None:
        return _to_fixed(rules, classes, exact)
    return _answer(rules, tuple(plans), classes, exact)


@lru_cache(maxsize=8)
def _to_fixed(rules: Rules, classes: bool, exact: bool) -> Answer:
    """The answer to the layout's fixed banker: a par sheet asks for it several times."""
    return _answer(rules, (fixed_plan(rules),), classes, exact)


def _answer(rules: Rules, plans: tuple[Plan, ...], classes: bool, exact: bool) -> Answer:
    if len(plans) not in (1, 10):
        raise ValueError(f"{len(plans)} plans: expected one for all first cards, or ten")
    dealt = [value for value in range(10) if rules.deck[value]]
    if len(plans) == 1:
        firsts = _first_cards(rules, plans[0], dealt, classes, exact)
    else:
        firsts = [_first_cards(rules, plans[value], (value,), classes, exact)[0] for value in dealt]
    bound = 0.0 if exact or rules.decks is None else 4 * finite.relative_error(rules)
    return Answer(rules, tuple(firsts), bound)


def first_card(rules: Rules, plan: Plan, first: int, *, exact: bool = False) -> FirstCardValue:
    """Return what one first card is worth against a plan, without its events.

    >>> rules = Rules(decks=None)
    >>> first_card(rules, fixed_plan(rules), 0).expectation
    Fraction(16502649325128725203766688533, 91733330193268616658399616009)
    """
    return _first_cards(rules, plan, (first,), False, exact)[0]


def _first_cards(
    rules: Rules, plan: Plan, values: Sequence[int], classes: bool, exact: bool
) -> list[FirstCardValue]:
    seen = visible_cards(rules, plan)
    whole = sum(rules.deck)
    if rules.decks is None:
        shares = infinite.totals(rules, seen, plan.scale, classes=classes)
        totals: list[list[list[Amount]]] = [[list(rows) for rows in shares[value]] for value in values]
    else:
        only = values[0] if len(values) == 1 else None
        roots = finite.best_response(rules, seen, classes=classes, exact=exact, first=only)
        if exact:
            orders = [ways(rules.deck, visible.exposed) for visible in seen]
            totals = [_totals(rules, plan.scale, seen, orders, roots, value) for value in values]
        else:
            totals = _float_totals(rules, plan.scale, seen, roots, values)
    ends = endings(rules, plan)
    return [
        _first_card(VALUES[value], Fraction(rules.deck[value], whole), ends[value], rows, exact or not rules.decks)
        for value, rows in zip(values, totals, strict=True)
    ]


def _first_card(
    card: str, chance: Fraction, ends: Sequence[Fraction], totals: Sequence[Sequence[Amount]], exact: bool
) -> FirstCardValue:
    bust, won_31, shows, conceals = ends if exact else map(float, ends)
    hidden, shown = totals
    expectation = 2 * (bust + hidden[finite.WIN] + shown[finite.WIN]) - 1
    if len(hidden) == 1:
        return FirstCardValue(card, chance, expectation, {})
    win, win_31, win_14, tied, lost = hidden
    events = dict(
        zip(
            EVENTS,
            (
                bust,
                won_31,
                shown[finite.WIN],
                shows - shown[finite.WIN],
                conceals - win - tied - lost,
                win_31,
                win_14,
                win - win_31 - win_14,
                tied,
                lost,
            ),
            strict=True,
        )
    )
    return FirstCardValue(card, chance, expectation, events)


def likelihoods(rules: Rules, hand: Hand, size: int) -> tuple[Fraction, ...]:
    """Return for each first card how likely these cards are in one order, as the first of ``size`` drawn.

    A first card leaves (n - h) / n of the ways that a full deck with n of its value has to deal the hand.

    >>> from casino31.games.greek_31.totals import parse_hand
    >>> likelihoods(Rules(), parse_hand("A"), 1)[0]
    Fraction(1, 17)
    """
    if rules.decks is None:
        return (Fraction(4 ** hand[TEN], 13**size),) * 10
    deck = rules.deck
    hand_ways, over = ways(deck, hand), perm(sum(deck) - 1, size)
    return tuple(Fraction(hand_ways * (deck[f] - hand[f]), deck[f] * over) for f in range(10))


def endings(rules: Rules, plan: Plan) -> list[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Return for each first card the chances that the banker is bust, has 31, shows 14, conceals a card: exact.

    >>> bust, *_ = endings(Rules(decks=None), fixed_plan(Rules(decks=None)))[0]
    >>> round(float(bust), 6)
    0.174489
    """
    table = hands(rules)
    orders = arrivals(table, plan.scale, plan.draws)
    sums: list[dict[int, list[int]]] = [{}, {}, {}]
    deck = rules.deck
    for place, hand in enumerate(table.place):
        if not (count := orders[place] - plan.draws[place]):
            continue
        kind = 0 if table.rank[place] == THIRTY_ONE else 1 if plan.shows[place] else 2
        shares = (plan.shows[place], count - plan.shows[place]) if kind == 1 else (count,)
        for share, end in zip(shares, (kind, 2), strict=False):
            size = sum(hand)
            by_first = sums[end].setdefault(size, [0] * 10)
            weight = share * (4 ** hand[TEN] if rules.decks is None else ways(deck, hand))
            for f in range(10):
                by_first[f] += weight if rules.decks is None else weight * (deck[f] - hand[f])
    answer = []
    for f in range(10):
        ends = []
        for by_size in sums:
            total = Fraction()
            for size, by_first in by_size.items():
                over = 13**size if rules.decks is None else perm(sum(deck) - 1, size) * max(deck[f], 1)
                total += Fraction(by_first[f], over * plan.scale)
            ends.append(total)
        answer.append((1 - sum(ends, Fraction()), ends[0], ends[1], ends[2]))
    return answer


def _totals(
    rules: Rules,
    scale: int,
    seen: Sequence[VisibleCards],
    orders: Sequence[int],
    roots: finite.Roots,
    value: int,
) -> list[list[Amount]]:
    """The chances of each row for a first card, over hidden and over shown hands."""
    rows = range(roots.values.shape[1])
    deck, others = rules.deck, sum(rules.deck) - 1
    sums: list[list[dict[int, int]]] = [[{} for _ in rows] for _ in range(2)]
    for column, (visible, order) in enumerate(zip(seen, orders, strict=True)):
        hidden = visible.hidden
        size = sum(visible.exposed) + hidden
        ways_here = order * (deck[value] - visible.exposed[value])
        shown = 1 - hidden
        for row in rows:
            by_size = sums[shown][row]
            by_size[size] = by_size.get(size, 0) + ways_here * roots.exact[value][row][column]
    return [
        [
            sum(
                (
                    Fraction(total, perm(others, size) * falling(others - size, roots.depth) * deck[value] * scale)
                    for size, total in by_size.items()
                ),
                Fraction(),
            )
            for by_size in side
        ]
        for side in sums
    ]


@lru_cache(maxsize=4)
def _shares(deck: Hand, scale: int) -> dict[tuple[Hand, int], list[float]]:  # noqa: ARG001 - the keys of the cache
    """For exposed cards and how many are hidden the weight of each first card: alike for every banker."""
    return {}


def _float_totals(
    rules: Rules, scale: int, seen: Sequence[VisibleCards], roots: finite.Roots, values: Sequence[int]
) -> list[list[list[Amount]]]:
    """The same in floats for each first card: each term is rounded three times, and the sum once."""
    deck, shares = rules.deck, _shares(rules.deck, scale)
    hidden = [visible.hidden for visible in seen]
    for visible, size in zip(seen, hidden, strict=True):
        if (visible.exposed, size) not in shares:
            order = ways(deck, visible.exposed)
            over = perm(sum(deck) - 1, sum(visible.exposed) + size) * scale
            held = zip(deck, visible.exposed, strict=True)
            shares[visible.exposed, size] = [order * (n - h) / (over * n) if n else 0.0 for n, h in held]
    weights = np.array([shares[visible.exposed, size] for visible, size in zip(seen, hidden, strict=True)]).T
    sides = [np.flatnonzero(np.array(hidden) == side) for side in (1, 0)]
    terms = ([(roots.values[value] * weights[value])[:, side].tolist() for side in sides] for value in values)
    return [[[fsum(row) for row in side] for side in both] for both in terms]
