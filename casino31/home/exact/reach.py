"""What is proven of the chance of 31 in any number of draws alone.

*No play passes* the chance that the cards seen hold a 31, as if none were ever forgotten: a product of the counting
polynomials of the suits. *Some play attains* the chance of a player who names a suit after his first draw and keeps
its ace and two of its tens: no card that he needs is ever thrown, so the cards seen decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from casino31.cards import rank, suit
from casino31.faults import NotCapableError
from casino31.home.exact.ranking import ranking_of
from casino31.home.ranks import ACE, cards_of
from casino31.home.rules import HomeRules
from casino31.points import POINTS

Polynomial = tuple[int, ...]
"""Sets of cards by their number."""


class Between(NamedTuple):
    """An exact figure lies between two; equal where it is known."""

    at_least: Fraction
    at_most: Fraction


@dataclass(frozen=True)
class Reach:
    """Bounds on 31 in so many draws."""

    within: Mapping[int, Between]
    """The best chance of 31 within each number of draws."""
    fewest: Fraction
    """Draws that any play needs on average, at least."""
    named_before: Fraction | None
    """Draws on average of a player who names a suit before the deal; None where all suits count."""
    named_after: Fraction
    """Draws on average of one who names the suit that promises most after his first draw."""


def times(*factors: Polynomial) -> Polynomial:
    """Multiply polynomials.

    >>> times((1, 1), (1, 1))
    (1, 2, 1)
    """
    coefficients: Polynomial = (1,)
    for factor in factors:
        terms = [0] * (len(coefficients) + len(factor) - 1)
        for (size, many), (other, more) in product(enumerate(coefficients), enumerate(factor)):
            terms[size + other] += many * more
        coefficients = tuple(terms)
    return coefficients


def subsets(cards: int, sizes: Iterable[int] | None = None) -> Polynomial:
    """Return the sets of so many cards by size, or those of some sizes alone.

    >>> subsets(3), subsets(4, range(2))
    ((1, 3, 3, 1), (1, 4, 0, 0, 0))
    """
    wanted = range(cards + 1) if sizes is None else sizes
    return tuple(comb(cards, size) if size in wanted else 0 for size in range(cards + 1))


def plus(*terms: Polynomial) -> Polynomial:
    """Add polynomials of the same length."""
    return tuple(map(sum, zip(*terms, strict=True)))


@cache
def reach_31(rules: HomeRules, upto: int) -> Reach:
    """Return the bounds for 0 to ``upto`` draws; NotCapableError in brag, which has no points.

    >>> found = reach_31(HomeRules(), 2)
    >>> found.fewest, found.named_before, found.within[2].at_most
    (Fraction(3333503, 204204), Fraction(144, 5), Fraction(445, 43316))
    """
    if rules.ranking == "brag":
        raise NotCapableError("hands of brag have no points: there is no 31 to draw to")
    pack = cards_of(rules)
    stock = len(pack) - 3
    if not 0 <= upto <= stock:
        raise ValueError(f"upto={upto}: the stock has {stock} cards")
    missed = _never(rules)
    most = [1 - Fraction(missed[3 + draws], comb(len(pack), 3 + draws)) for draws in range(stock + 1)]
    dealt, hopes = _hopes(rules, 3), _hopes(rules, 4)
    least = [_attained(dealt, stock, 0), *(_attained(hopes, stock - 1, draws) for draws in range(stock))]
    before = None
    if rules.ranking == "suit":
        suited = times(_no_31_in_suit(), subsets(len(pack) - 5))
        before = sum((Fraction(suited[3 + n], comb(len(pack), 3 + n)) for n in range(stock + 1)), Fraction(0))
    return Reach(
        {draws: Between(least[draws], most[draws]) for draws in range(upto + 1)},
        sum((1 - chance for chance in most), Fraction(0)),
        before,
        1 - least[0] + _expected(hopes, stock - 1),
    )


def _no_31_in_suit() -> Polynomial:
    """Sets of an ace and four tens without the ace and two tens."""
    return plus(times(subsets(1, (0,)), subsets(4)), times(subsets(1, (1,)), subsets(4, range(2))))


def _never(rules: HomeRules) -> Polynomial:
    """Sets of cards of the pack that hold no 31."""
    low = {52: 8, 32: 3}[rules.deck]
    if rules.ranking == "suit":
        return times(*[times(_no_31_in_suit(), subsets(low))] * 4)
    tens, nines, rest = subsets(16), subsets(4), subsets(4 * low - 4)
    few = subsets(16, range(2))
    without = (
        times(subsets(4, (0,)), tens, nines),
        times(subsets(4, (1,)), few, nines),
        times(subsets(4, (2, 3, 4)), few, subsets(4, (0,))),
    )
    return times(plus(*without), rest)


Hope = tuple[int, int, int, int]
"""What a plan still needs: aces wanted, aces left in the stock, tens wanted, tens left."""


def _hopes(rules: HomeRules, seen: int) -> Mapping[frozenset[Hope], int]:
    """Sets of so many cards by what each plan open to who has seen them still needs."""
    ranking = ranking_of(rules)
    groups = [range(4)] if rules.ranking == "all" else [range(suited, suited + 1) for suited in range(4)]
    plans_of: Counter[frozenset[Hope]] = Counter()
    for hand_class in ranking.classes(seen):
        cards = [ranking.pack[place] for place in hand_class.places]
        plans = set()
        for group in groups:
            aces = sum(suit(card) in group and rank(card) == ACE for card in cards)
            tens = sum(suit(card) in group and POINTS[rank(card)] == 10 for card in cards)
            plans.add((max(0, 1 - aces), len(group) - aces, max(0, 2 - tens), 4 * len(group) - tens))
        plans_of[frozenset(plans)] += hand_class.members
    return plans_of


def _ways(hope: Hope, stock: int, draws: int) -> int:
    """Sets of so many cards of the stock that bring all that a plan needs."""
    aces, aces_left, tens, tens_left = hope
    other = stock - aces_left - tens_left
    return sum(
        comb(aces_left, a) * comb(tens_left, t) * comb(other, draws - a - t)
        for a in range(aces, aces_left + 1)
        for t in range(tens, min(tens_left, draws - a) + 1)
    )


def _attained(hopes: Mapping[frozenset[Hope], int], stock: int, draws: int) -> Fraction:
    """The chance of 31 of a player who follows the plan that promises most within so many draws."""
    ways = sum(many * max(_ways(plan, stock, draws) for plan in plans) for plans, many in hopes.items())
    return Fraction(ways, comb(stock, draws) * sum(hopes.values()))


def _expected(hopes: Mapping[frozenset[Hope], int], stock: int) -> Fraction:
    """Draws on average of a player who follows the plan that needs the fewest."""
    plans = {plan for hope in hopes for plan in hope}
    waits = {
        plan: sum((1 - Fraction(_ways(plan, stock, n), comb(stock, n)) for n in range(stock + 1)), Fraction(0))
        for plan in plans
    }
    total = sum((many * min(waits[plan] for plan in open_plans) for open_plans, many in hopes.items()), Fraction(0))
    return total / sum(hopes.values())


def points_at_most(rules: HomeRules, draws: int) -> Fraction:
    """Return what no play can pass in expected points: the best of all cards seen, where cards of one suit count.

    Three of a kind are added as if they never came with a better hand of one suit.

    >>> points_at_most(HomeRules(), 1)
    Fraction(87723, 5525)
    """
    pack, seen = cards_of(rules), 3 + draws
    sets = comb(len(pack), seen)
    threes = 1 - Fraction(times(*[subsets(4, range(3))] * (len(pack) // 4))[seen], sets)
    aces = Fraction(times(subsets(4, (3, 4)), subsets(len(pack) - 4))[seen], sets)
    of_trips = {"none": 0, "30": 60, "30.5": 61}[rules.trips]
    of_fire = 66 if rules.fire == "33" else 0
    suits = _best_of_suit(rules)
    total, before = Fraction(0), 0
    for points in sorted({*suits, of_trips, of_fire} - {0}):
        below = plus(*(terms for best, terms in suits.items() if best < points))
        reached = 1 - Fraction(times(*[below] * 4)[seen], sets)
        reached += (threes if points <= of_trips else 0) + (aces if points <= of_fire else 0)
        total += Fraction(points - before, 2) * min(Fraction(1), reached)
        before = points
    return total


def _best_of_suit(rules: HomeRules) -> Mapping[int, Polynomial]:
    """Sets of cards of one suit by the doubled points of the best three, and by size."""
    ranks = sorted({rank(card) for card in cards_of(rules)}, key=POINTS.__getitem__)
    by_points: dict[int, list[int]] = {}
    for held in product((False, True), repeat=len(ranks)):
        cards = [POINTS[of] for of, has in zip(ranks, held, strict=True) if has]
        counts = rules.partial == "counts" or len(cards) >= 3
        sizes = by_points.setdefault(2 * sum(cards[-3:]) if counts else 0, [0] * (len(ranks) + 1))
        sizes[len(cards)] += 1
    return {best: tuple(sizes) for best, sizes in by_points.items()}
