"""The punter's play in one line: stand at N against so many exposed cards that show S."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from casino31.games.greek_31.engine import finite, infinite
from casino31.games.greek_31.engine.answer import answer, likelihoods
from casino31.games.greek_31.engine.exposures import VisibleCards, visible_cards
from casino31.games.greek_31.engine.plan import Plan, fixed_plan
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import EMPTY, FOURTEEN, THIRTY_ONE, legal_totals, plus
from casino31.progress import steps

TOTALS = (*range(12, 31), THIRTY_ONE)
"""Totals to stand at: 31 is to play on for 31 alone."""


class SimpleView(NamedTuple):
    """What a simple punter looks at."""

    cards: int
    """How many cards the banker exposes."""
    total: int
    """The highest total they could count by themselves."""
    shown: bool
    """Whether the banker shows his whole hand: a 14."""


@dataclass(frozen=True)
class SimplePlay:
    """The best simple strategy for a unit bet on every first card, and what it gives up."""

    stand_at: Mapping[SimpleView, int]
    """The least total to stand at; a 14 stands too, unless the banker has shown one."""
    expectation: float
    """Units a round, for one unit on every first card."""
    cost: float
    """What the best strategy expects above it."""


def view(rules: Rules, exposure: VisibleCards) -> SimpleView:
    """Return what a simple punter sees of an exposure.

    >>> from casino31.games.greek_31.engine.exposures import Behind
    >>> view(Rules(), VisibleCards((1, 0, 0, 0, 0, 0, 0, 0, 0, 1), (Behind(4, 1, 26),)))
    SimpleView(cards=2, total=21, shown=False)
    """
    best = max(legal_totals(exposure.exposed, rules.aces))
    return SimpleView(sum(exposure.exposed), best, not exposure.hidden)


def simple_play(rules: Rules, plan: Plan | None = None) -> SimplePlay:
    """Return the best totals to stand at when only the number of exposed cards and their sum are looked at.

    The plan is one for all first cards; without it the banker is the layout's fixed one.

    >>> play = simple_play(Rules(decks=None))
    >>> play.stand_at[SimpleView(2, 20, False)], 0 < play.cost < 0.002
    (28, True)
    """
    plan = plan or fixed_plan(rules)
    seen = visible_cards(rules, plan)
    likely = [] if rules.decks is None else _likely(rules, seen)
    sums: dict[SimpleView, dict[int, float]] = {}
    for total in steps("simple strategies", TOTALS):
        for exposure, chance in zip(seen, _chances(rules, plan, seen, total, likely), strict=True):
            by_total = sums.setdefault(view(rules, exposure), dict.fromkeys(TOTALS, 0.0))
            by_total[total] += chance
    best_chance = sum(_chances(rules, plan, seen, None, likely))
    cost = 2 * (best_chance - sum(max(by_total.values()) for by_total in sums.values()))
    choices = {key: max(reversed(TOTALS), key=by_total.__getitem__) for key, by_total in sorted(sums.items())}
    stand_at = {key: 31 if total >= FOURTEEN else total for key, total in choices.items()}
    best = sum(
        float(first.chance * first.expectation) for first in answer(rules, [plan], classes=False).first_cards
    )
    return SimplePlay(stand_at, best - cost, cost)


def _likely(rules: Rules, seen: Sequence[VisibleCards]) -> list[list[float]]:
    """How likely each exposure is, by first card, times the cards of that value."""
    by_first = (likelihoods(rules, visible.exposed, sum(visible.exposed) + visible.hidden) for visible in seen)
    return [[n * float(chance) for n, chance in zip(rules.deck, row, strict=True)] for row in by_first]


def _chances(
    rules: Rules, plan: Plan, seen: Sequence[VisibleCards], stand_at: int | None, likely: list[list[float]]
) -> list[float]:
    """The chance, over all first cards, that the punter meets each exposure and wins."""
    if rules.decks is None:
        return _infinite(rules, plan, seen, stand_at)
    wins = finite.best_response(rules, seen, stand_at=stand_at).values[:, 0]
    whole = sum(rules.deck) * plan.scale
    columns = zip(likely, wins.T.tolist(), strict=True)
    return [sum(chance * win for chance, win in zip(*column, strict=True)) / whole for column in columns]


def _infinite(rules: Rules, plan: Plan, seen: Sequence[VisibleCards], stand_at: int | None) -> list[float]:
    columns = [infinite.column(visible) for visible in seen]
    merged = {column: place for place, column in enumerate(dict.fromkeys(column for column, _ in columns))}
    values = infinite.best_response(rules, tuple(merged), stand_at=stand_at)
    wins = [Fraction()] * len(merged)
    for first, weight in enumerate(rules.deck):
        root = infinite.state_of(rules, plus(EMPTY, first))
        over = 13 ** infinite.states(rules)[root].depth * sum(rules.deck)
        wins = [win + Fraction(weight * value, over) for win, value in zip(wins, values[root][0], strict=True)]
    return [
        float(
            wins[merged[column]]
            * common
            * likelihoods(rules, visible.exposed, sum(visible.exposed) + visible.hidden)[0]
        )
        / plan.scale
        for visible, (column, common) in zip(seen, columns, strict=True)
    ]
