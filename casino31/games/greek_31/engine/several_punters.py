"""Several punters at one table, and how long a banker keeps the deal.

Punters win and lose together: they face one hand. With infinitely many decks their own cards are independent of
one another once that hand is known, so the law of a whole table is exact. With real decks the punters draw from one
stub in turn; no exact law is enumerable there, and none is printed.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from casino31.games.greek_31.engine import infinite
from casino31.games.greek_31.engine.answer import Answer, answer, endings
from casino31.games.greek_31.engine.exposures import visible_cards
from casino31.games.greek_31.engine.infinite import AlikeExposures, Integers
from casino31.games.greek_31.engine.plan import Plan, fixed_plan
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import EMPTY, THIRTY_ONE, plus

LARGEST = 8


@dataclass(frozen=True)
class Company:
    """The banker's round against punters who all bet by the layout's rule, in units; infinitely many decks."""

    expectation: Fraction
    """What one punter wins."""
    variance: Fraction
    """Of what one punter wins."""
    covariance: Fraction
    """Of what two punters win."""

    def banker_variance(self, punters: int) -> Fraction:
        """Return the variance of what the banker wins of so many punters."""
        return punters * self.variance + punters * (punters - 1) * self.covariance


def company(rules: Rules, plan: Plan | None = None) -> Company:
    """Return the exact law of a table, to the second moment; the plan is one for all first cards.

    ValueError with finitely many decks.

    >>> table = company(Rules(decks=None))
    >>> table.expectation == answer(Rules(decks=None)).expectation, 0.38 < table.covariance < 0.39
    (True, True)
    """
    if rules.decks is not None:
        raise ValueError("the law of several punters is exact with infinitely many decks only: simulate")
    plan = plan or fixed_plan(rules)
    alone = answer(rules, [plan], classes=False)
    bets = [alone.bet(first) * first.chance for first in alone.first_cards]
    bust, with_31, _, _ = endings(rules, plan)[0]
    square = (bust + with_31) * sum(bets) ** 2
    merged, power = infinite.alike_exposures(visible_cards(rules, plan))
    for (column, weight), means in zip(merged.items(), _means(rules, tuple(merged), bets), strict=True):
        for (_, share), mean in zip(column.stakes, means, strict=True):
            square += Fraction(weight * share, plan.scale * 13**power) * mean**2
    expectation, variance = Fraction(alone.expectation), Fraction(alone.variance)
    return Company(expectation, variance, square - expectation**2)


def _means(rules: Rules, seen: tuple[AlikeExposures, ...], bets: list[Fraction]) -> list[list[Fraction]]:
    """What a punter wins on average, over his first cards, of each column and each rank behind it."""
    decided = infinite.best_response(rules, seen)
    ranks = sorted({rank for column in seen for rank, _ in column.stakes})
    wins: list[Integers] = []
    for place, state in enumerate(infinite.states(rules)):
        stake = np.array([[int(rank < state.rank)] * len(seen) for rank in ranks], dtype=np.object_)
        if state.rank == THIRTY_ONE:
            wins.append(stake)
            continue
        draw = infinite.drawn(rules, state, wins, (len(ranks), len(seen)))
        stand = infinite.stands(rules, seen, place, decided)
        wins.append(np.where(stand, stake * 13**state.depth, draw))
    means = [[-sum(bets, Fraction())] * len(ranks) for _ in seen]
    for first, bet in enumerate(bets):
        root = infinite.state_of(rules, plus(EMPTY, first))
        over = 13 ** infinite.states(rules)[root].depth
        for column, mean in enumerate(means):
            for row in range(len(ranks)):
                mean[row] += 2 * bet * Fraction(wins[root][row][column], over)
    return [
        [mean[ranks.index(rank)] for rank, _ in column.stakes] for column, mean in zip(seen, means, strict=True)
    ]


class Tenure(NamedTuple):
    """How long a banker deals (B8): from his second hand on a bust ends it; every hand is as likely to bust."""

    bust: Fraction
    """The chance that a hand goes bust."""

    def chance(self, hands: int) -> Fraction:
        """Return the chance that he deals exactly so many hands.

        >>> Tenure(Fraction(1, 4)).chance(3)
        Fraction(3, 16)
        """
        return self.bust * (1 - self.bust) ** (hands - 2) if hands >= 2 else Fraction(0)

    @property
    def mean(self) -> Fraction:
        """Hands he deals on average; ZeroDivisionError where he never goes bust."""
        return 1 + 1 / self.bust

    def result(self, punters: int, expectation: Fraction | float) -> Fraction | float:
        """Return what he wins in a tenure on average: Wald's identity, the end of it being no look ahead."""
        return -punters * self.mean * expectation


def tenure(banker: Answer) -> Tenure:
    """Return the tenure of the banker of an answer that holds its events.

    >>> round(float(tenure(answer(Rules(decks=None))).mean), 3)
    6.731
    """
    return Tenure(Fraction(banker.events["banker bust"]))
