"""Answers of Greek 31 as plain data, for JSON: every number exact where it is, and with its error bound."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import Any

from casino31.games.greek_31.engine.answer import EVENTS, WINS, Answer, Number
from casino31.games.greek_31.engine.company import LARGEST, company, tenure
from casino31.games.greek_31.equilibrium.replies import relative_error
from casino31.games.greek_31.equilibrium.solve import Interval, overall
from casino31.games.greek_31.equilibrium.solver import Solution
from casino31.games.greek_31.rules import NAME, Rules
from casino31.games.greek_31.strategy.simple import SimplePlay
from casino31.games.greek_31.totals import VALUES


def figure(number: Number | None, error_bound: float) -> dict[str, Any]:
    """Return a number with all that is known of it.

    >>> figure(Fraction(1, 4), 1e-13)
    {'exact': '1/4', 'value': 0.25, 'error_bound': 0.0}
    >>> figure(0.25, 1e-13)
    {'exact': None, 'value': 0.25, 'error_bound': 1e-13}
    """
    if isinstance(number, Fraction):
        return {"exact": str(number), "value": float(number), "error_bound": 0.0}
    return {"exact": None, "value": number, "error_bound": None if number is None else error_bound}


def answer_record(answer: Answer) -> dict[str, Any]:
    """Return what ``analyze`` states of a layout, by first card and over all by the bet rule.

    >>> from casino31.games.greek_31.engine.answer import answer
    >>> record = answer_record(answer(Rules(decks=None)))
    >>> record["first_cards"]["T"]["punter_ev"]["exact"]
    '5235165469752622409089/3211838877954855105157369'
    """
    rules, bound = answer.rules, answer.error_bound
    highest = max(float(answer.bet(first)) for first in answer.first_cards)
    firsts = {
        first.card: {
            "chance": figure(first.chance, bound),
            "bet": figure(answer.bet(first), bound),
            "punter_ev": figure(first.expectation, bound),
            "banker_edge": figure(-first.expectation, bound),
            "variance": figure(first.variance, 2 * bound),
            "classes": {name: figure(chance, bound) for name, chance in first.events.items()},
        }
        for first in answer.first_cards
    }
    record = head_record(rules) | {
        "first_cards": firsts,
        "overall": {
            "average_bet": figure(answer.average_bet, bound),
            "punter_ev": figure(answer.expectation, highest * bound),
            "banker_edge": figure(answer.banker_edge, highest * bound),
            "variance": figure(answer.variance, 2 * highest**2 * bound),
            "net": _net(answer, bound),
            "classes": {name: figure(chance, bound) for name, chance in answer.events.items()},
        },
        "break_even_spread": figure(answer.break_even_spread, _spread_bound(answer)),
    }
    if answer.first_cards[0].events:
        record["tenure"] = _tenure_record(answer, bound)
    if rules.decks is None and rules.banker.stand is not None:
        table = company(rules)
        record["punters"] = {
            "covariance": figure(table.covariance, bound),
            "banker_variance": {str(n): figure(table.banker_variance(n), bound) for n in range(1, LARGEST + 1)},
        }
    return record


def head_record(rules: Rules) -> dict[str, Any]:
    """Return what every page of a layout begins with: what it is for, and what it assumes.

    >>> head_record(Rules(decks=None))["bet_rule"]
    '1 on every first card'
    """
    return {
        "game": NAME,
        "title": rules.title,
        "digest": rules.digest,
        "readings": {**rules.readings, "decks": rules.decks or "infinite"},
        "banker": str(rules.banker),
        "bet_rule": str(rules.betting),
        **_layout(rules),
        "assumptions": list(rules.assumptions),
    }


def _net(answer: Answer, bound: float) -> dict[str, Any]:
    """How often a round costs or wins a punter so many units, by the bet rule."""
    chances: dict[Fraction, Number] = {}
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


def _layout(rules: Rules) -> dict[str, Any]:
    """What the file states, and what each event is worth: all that a par sheet needs to be made anew."""
    banker: dict[str, Any] = {"stand": "optimal" if rules.banker.stand is None else rules.banker.stand}
    if rules.banker.stand is not None:
        banker["conceal"] = rules.banker.conceal
    if rules.banker.policy:
        banker["policy"] = rules.banker.policy
    return {
        "source": rules.source,
        "layout": {
            "rules": {**rules.readings, "decks": rules.decks or "infinite"},
            "banker": banker,
            "bets": {
                "minimum": decimal_text(rules.betting.minimum),
                "maximum": decimal_text(rules.betting.maximum),
                "rule": rules.betting.rule,
            },
        },
        "results": {event: 1 if event in WINS else -1 for event in EVENTS},
    }


def _spread_bound(answer: Answer) -> float:
    """The ratio of two sums, each off by at most the error bound."""
    spread = answer.break_even_spread
    gain = sum(float(first.chance * first.expectation) for first in answer.first_cards if first.expectation > 0)
    return answer.error_bound * (1 + float(spread)) / gain if spread is not None and gain > 0 else 0.0


def _tenure_record(answer: Answer, bound: float) -> dict[str, Any]:
    deals = tenure(answer)
    loose = bound * (1 + float(deals.mean)) ** 2
    exact = not bound
    deviation = sqrt(1 - deals.bust) / float(deals.bust)

    def number(value: Fraction) -> Number:
        return value if exact else float(value)

    return {
        "bust": figure(number(deals.bust), bound),
        "mean_hands": figure(number(deals.mean), loose),
        "deviation_hands": figure(deviation, max(loose, 1e-15 * deviation)),
        "hands": {str(n): figure(number(deals.chance(n)), loose) for n in range(2, 21)},
        "banker_units_a_punter": figure(deals.result(1, answer.expectation), loose),
    }


def simple_record(play: SimplePlay) -> dict[str, Any]:
    """Return a simple strategy as rows of what is seen and the least total to stand at."""
    return {
        "rows": [
            {"exposed_cards": key.cards, "showing": key.total, "shown_14": key.shown, "stand_at": total}
            for key, total in play.stand_at.items()
        ],
        "punter_ev": play.expectation,
        "cost": play.cost,
    }


def solution_record(rules: Rules, solutions: Mapping[int, Solution | Interval], digest: str) -> dict[str, Any]:
    """Return what ``solve`` and ``verify`` state: certified intervals by first card, and over all for flat bets.

    An end that is a float has been moved outwards by all that rounding may have done.
    """
    record: dict[str, Any] = {
        "game": NAME,
        "title": rules.title,
        "readings": {**rules.readings, "decks": rules.decks or "infinite"},
        "policy_digest": digest,
        "bet_rule": "flat: 1 on every first card",
        "first_cards": {VALUES[first]: interval_record(rules, each) for first, each in sorted(solutions.items())},
    }
    if len(solutions) == sum(map(bool, rules.deck)):
        record["overall"] = interval_record(rules, overall(rules, solutions))
    return record


def interval_record(rules: Rules, interval: Solution | Interval) -> dict[str, Any]:
    """Return both ends of a certified interval.

    >>> interval_record(Rules(), Interval(Fraction(-1, 50), Fraction(-1, 100)))["lower"]
    {'exact': '-1/50', 'value': -0.02, 'error_bound': 0.0}
    """
    bound = 16 * relative_error(rules)
    return {"lower": figure(interval.lower, bound), "upper": figure(interval.upper, bound)}
