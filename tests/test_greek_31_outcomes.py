"""Greek 31 against a stated banker as a distribution of outcomes, against the figures of the engine's own sums."""

from dataclasses import replace
from fractions import Fraction

import pytest

from casino31.games.greek_31.api import outcomes
from casino31.games.greek_31.engine.answer import EVENTS, Answer, answer
from casino31.games.greek_31.outcomes import card_of, class_of, distribution
from casino31.games.greek_31.rules import Betting, Rules
from casino31.longrun import ranges
from casino31.metrics import event_rows, measure
from casino31.outcomes import OutcomeDistribution, Row, net, stake
from casino31.rulesfile import load
from tests.layouts import BANKED

STATED = [name for name in BANKED if not name.endswith("-optimal")]
SMALL = Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8))
SPREAD = Betting(Fraction(1, 2), Fraction(3), "spread")


def agree(law: OutcomeDistribution, one: Answer) -> None:
    """The distribution says what the engine's own sums say: within its bound, and exactly where that is 0."""

    def value(row: Row) -> Fraction:
        return net(row)

    ev, mean = law.expect(value), Fraction(one.expectation)
    slack = law.error(value) + Fraction(one.error_bound) * 3
    assert abs(ev - mean) <= slack
    assert law.expect(stake) == one.average_bet
    figures = measure(law, one.average_bet)
    assert abs(figures.house_edge - Fraction(one.banker_edge)) <= slack / one.average_bet
    variance = figures.variance * one.average_bet**2
    assert abs(variance - Fraction(one.variance)) <= 2 * abs(mean) * slack + slack**2
    rows = {row.label: row for row in event_rows(law, class_of)}
    assert sum(row.probability for row in event_rows(law, class_of)) == 1
    assert set(rows) <= set(EVENTS)
    for first in one.first_cards:
        of_card = {row: ways for row, ways in law.combinations.items() if card_of(row) == first.card}
        assert Fraction(sum(of_card.values()), law.total) == first.chance
        ev = OutcomeDistribution(law.wagers, of_card).expect(net) / one.bet(first)
        assert abs(ev - Fraction(first.expectation)) <= 2 * law.bound + Fraction(one.error_bound)
        if one.bet(first) == 1:
            assert abs(1 - ev**2 - Fraction(first.variance)) <= 2 * (2 * law.bound + Fraction(one.error_bound))


@pytest.mark.slow
@pytest.mark.parametrize("name", STATED)
def test_every_shipped_stated_banker(name: str) -> None:
    rules = load(name).rules
    assert isinstance(rules, Rules)
    one, law = answer(rules), outcomes(rules)
    assert (law.bound == 0) == (rules.decks is None)
    assert law.bound < Fraction(1, 10**11)
    agree(law, one)


@pytest.mark.parametrize("betting", [Betting(), SPREAD])
def test_infinitely_many_decks_are_exact(betting: Betting) -> None:
    one = answer(Rules(decks=None, betting=betting))
    law = distribution(one)
    assert law.bound == 0
    agree(law, one)


@pytest.mark.parametrize("exact", [False, True])
def test_a_finite_pack_is_exact_or_within_its_bound(exact: bool) -> None:
    one, law = answer(SMALL, exact=exact), outcomes(SMALL, exact=exact)
    assert (law.bound == 0) == exact
    agree(law, one)
    whole = outcomes(SMALL, exact=True)
    apart = [
        abs(Fraction(law.combinations.get(row, 0), law.total) - Fraction(ways, whole.total))
        for row, ways in whole.combinations.items()
    ]
    assert sum(apart) / 2 <= law.bound, "the bound holds for every set of rows at once"


def test_stated_bets_take_the_place_of_the_rule() -> None:
    law = outcomes(SMALL, bets={"A": Fraction(5)}, exact=True)
    one = answer(SMALL, exact=True)
    by_card = {first.card: first for first in one.first_cards}
    ace = by_card["A"]
    assert law.expect(net) == Fraction(one.expectation) + 4 * ace.chance * Fraction(ace.expectation)
    for bets, said in (({"2": Fraction(1)}, "no first card"), ({"A": Fraction()}, "more than 0")):
        with pytest.raises(ValueError, match=said):
            outcomes(SMALL, bets=bets)


def test_the_long_run_of_a_bounded_distribution_is_less_certain() -> None:
    law = outcomes(SMALL, exact=True)
    sure = ranges(law, Fraction(1), (100, 10_000))
    assert all(each.certain for each in sure)
    loose = ranges(replace(law, bound=Fraction(1, 100)), Fraction(1), (100, 10_000))
    assert [(each.lower, each.upper) for each in loose] == [(each.lower, each.upper) for each in sure]
    assert not any(each.certain for each in loose)


def test_a_marginal_keeps_the_bound() -> None:
    law = outcomes(SMALL)
    assert law.of("bet").bound == law.scaled({"bet": Fraction(2)}).bound == law.bound > 0
