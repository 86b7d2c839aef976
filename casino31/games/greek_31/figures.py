"""The engine's answers as the figures that are printed: each exact where it is, else with its error bound."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import sqrt

from casino31 import banker_answers as answers
from casino31.banker_answers import (
    BankerAnalysis,
    BankerFigure,
    FirstCardFigures,
    Head,
    OverallFigures,
    Proof,
    PuntersFigures,
    SimpleFigures,
    SimpleRow,
    TenureFigures,
)
from casino31.games.greek_31.engine.answer import EVENTS, WINS, Amount, Answer
from casino31.games.greek_31.engine.several_punters import LARGEST, Tenure, company, tenure
from casino31.games.greek_31.equilibrium.replies import belief_error
from casino31.games.greek_31.equilibrium.solve import Bracket, overall
from casino31.games.greek_31.equilibrium.solver import FirstCardSolution
from casino31.games.greek_31.rules import NAME, Rules
from casino31.games.greek_31.strategy.simple import SimplePlay
from casino31.games.greek_31.totals import VALUES

ENDLESS = "tenure: this banker never goes bust, so that the deal never passes on (B8): it is endless"
"""What takes the place of the figures of a tenure."""


def figure(number: Amount | None, error_bound: float) -> BankerFigure:
    """Return a number with all that is known of it.

    >>> figure(Fraction(1, 4), 1e-13)
    BankerFigure(exact=Fraction(1, 4), value=0.25, error_bound=0.0)
    >>> figure(0.25, 1e-13)
    BankerFigure(exact=None, value=0.25, error_bound=1e-13)
    """
    if isinstance(number, Fraction):
        return BankerFigure(number, float(number), 0.0)
    return BankerFigure(None, number, None if number is None else error_bound)


def analysis_of(answer: Answer, policy_digest: str | None = None) -> BankerAnalysis:
    """Return what ``analyze`` states of a layout, by first card and over all by the bet rule.

    >>> from casino31.games.greek_31.engine.answer import answer
    >>> analysis_of(answer(Rules(decks=None))).first_cards["T"].punter_ev.exact
    Fraction(5235165469752622409089, 3211838877954855105157369)
    """
    rules, bound = answer.rules, answer.error_bound
    highest = max(float(answer.bet(first)) for first in answer.first_cards)
    firsts = {
        first.card: FirstCardFigures(
            chance=figure(first.chance, bound),
            bet=figure(answer.bet(first), bound),
            punter_ev=figure(first.expectation, bound),
            banker_edge=figure(-first.expectation, bound),
            variance=figure(first.variance, 2 * bound),
            classes={name: figure(chance, bound) for name, chance in first.events.items()},
        )
        for first in answer.first_cards
    }
    overall = OverallFigures(
        average_bet=figure(answer.average_bet, bound),
        punter_ev=figure(answer.expectation, highest * bound),
        banker_edge=figure(answer.banker_edge, highest * bound),
        variance=figure(answer.variance, 2 * highest**2 * bound),
        net=_net(answer, bound),
        classes={name: figure(chance, bound) for name, chance in answer.events.items()},
    )
    deals = tenure(answer) if answer.first_cards[0].events else None
    stated = head(rules)
    if deals is not None and not deals.bust:
        stated = replace(stated, assumptions=(*stated.assumptions, ENDLESS))
    return BankerAnalysis(
        stated,
        firsts,
        overall,
        break_even_spread=figure(answer.break_even_spread, _spread_bound(answer)),
        tenure=_tenure(answer, deals, bound) if deals is not None and deals.bust else None,
        punters=_punters(rules, bound) if rules.decks is None and rules.banker.stand is not None else None,
        policy_digest=policy_digest,
    )


def _punters(rules: Rules, bound: float) -> PuntersFigures:
    table = company(rules)
    variances = {str(n): figure(table.banker_variance(n), bound) for n in range(1, LARGEST + 1)}
    return PuntersFigures(figure(table.covariance, bound), variances)


def head(rules: Rules) -> Head:
    """Return what every page of a layout begins with: what it is for, and what it assumes.

    >>> head(Rules(decks=None)).bet_rule
    '1 on every first card'
    """
    return Head(
        game=NAME,
        title=rules.title,
        digest=rules.digest,
        readings=readings_of(rules),
        banker=str(rules.banker),
        bet_rule=str(rules.betting),
        source=rules.source,
        layout=_layout(rules),
        results={event: 1 if event in WINS else -1 for event in EVENTS},
        assumptions=rules.assumptions,
    )


def readings_of(rules: Rules) -> dict[str, int | str]:
    """Return the readings of a layout, and its decks."""
    return {**rules.readings, "decks": rules.decks or "infinite"}


def _net(answer: Answer, bound: float) -> dict[str, BankerFigure]:
    """How often a round costs or wins a punter so many units, by the bet rule."""
    chances: dict[Fraction, Amount] = {}
    for first in answer.first_cards:
        for sign in (-1, 1):
            units = sign * answer.bet(first)
            chances[units] = chances.get(units, Fraction()) + first.chance * (1 + sign * first.expectation) / 2
    return {decimal_text(units): figure(chances[units], bound) for units in sorted(chances)}


def decimal_text(value: Fraction) -> str:
    """Return a number as a layout writes it: a decimal where one is exact, else the fraction.

    >>> decimal_text(Fraction(5, 2)), decimal_text(Fraction(-1)), decimal_text(Fraction(1, 3))
    ('2.5', '-1', '1/3')
    """
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{decimal:f}" if Fraction(decimal) == value else str(value)


def _layout(rules: Rules) -> dict[str, dict[str, int | str]]:
    """What the file states: all that a par sheet needs to be made anew."""
    banker: dict[str, int | str] = {"stand": "optimal" if rules.banker.stand is None else rules.banker.stand}
    if rules.banker.stand is not None:
        banker["conceal"] = rules.banker.conceal
    if rules.banker.policy:
        banker["policy"] = rules.banker.policy
    bets: dict[str, int | str] = {
        "minimum": decimal_text(rules.betting.minimum),
        "maximum": decimal_text(rules.betting.maximum),
        "rule": rules.betting.rule,
    }
    return {"rules": readings_of(rules), "banker": banker, "bets": bets}


def _spread_bound(answer: Answer) -> float:
    """The ratio of two sums, each off by at most the error bound."""
    spread = answer.break_even_spread
    gain = sum(float(first.chance * first.expectation) for first in answer.first_cards if first.expectation > 0)
    return answer.error_bound * (1 + float(spread)) / gain if spread is not None and gain > 0 else 0.0


def _tenure(answer: Answer, deals: Tenure, bound: float) -> TenureFigures:
    loose = bound * (1 + float(deals.mean)) ** 2
    exact = not bound
    deviation = sqrt(1 - deals.bust) / float(deals.bust)

    def number(value: Fraction) -> Amount:
        return value if exact else float(value)

    return TenureFigures(
        bust=figure(number(deals.bust), bound),
        mean_hands=figure(number(deals.mean), loose),
        deviation_hands=figure(deviation, max(loose, 1e-15 * deviation)),
        hands={str(n): figure(number(deals.chance(n)), loose) for n in range(2, 21)},
        banker_units_a_punter=figure(deals.result(1, answer.expectation), loose),
    )


def simple_figures(play: SimplePlay) -> SimpleFigures:
    """Return a simple strategy as rows of what is seen and the least total to stand at."""
    rows = tuple(SimpleRow(key.cards, key.total, key.shown, total) for key, total in play.stand_at.items())
    return SimpleFigures(rows, play.expectation, play.cost)


def proof_of(rules: Rules, solutions: Mapping[int, FirstCardSolution | Bracket], digest: str) -> Proof:
    """Return what ``solve`` and ``verify`` state: certified intervals by first card, and over all for flat bets.

    An end that is a float has been moved outwards by all that rounding may have done.
    """
    missing = tuple(VALUES[first] for first, n in enumerate(rules.deck) if n and first not in solutions)
    return Proof(
        game=NAME,
        title=rules.title,
        readings=readings_of(rules),
        policy_digest=digest,
        bet_rule="flat: 1 on every first card",
        first_cards={VALUES[first]: interval(rules, solution) for first, solution in sorted(solutions.items())},
        overall=None if missing else interval(rules, overall(rules, solutions)),
        missing=missing or None,
    )


def interval(rules: Rules, solution: FirstCardSolution | Bracket) -> answers.Interval:
    """Return both ends of a certified interval.

    >>> interval(Rules(), Bracket(Fraction(-1, 50), Fraction(-1, 100))).lower
    BankerFigure(exact=Fraction(-1, 50), value=-0.02, error_bound=0.0)
    """
    bound = 16 * belief_error(rules)
    return answers.Interval(figure(solution.lower, bound), figure(solution.upper, bound))
