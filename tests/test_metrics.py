"""Metrics against plain second routes: long lists of rounds, and numpy."""

from fractions import Fraction
from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.bets import stake_on, stakes
from casino31.games.classic_31 import GAME
from casino31.metrics import correlation, covariance, event_rows, measure
from casino31.outcomes import OutcomeDistribution, Result, net
from tests.layouts import layout

RESULTS = st.builds(
    lambda event, stake, pay: Result(event, Fraction(stake), Fraction(stake * pay)),
    st.sampled_from("abcdef"),
    st.integers(1, 3),
    st.fractions(-1, 9, max_denominator=6),
)
JOINTS = st.dictionaries(st.tuples(RESULTS, RESULTS), st.integers(1, 9), min_size=1, max_size=12).map(
    lambda rows: OutcomeDistribution(("one", "other"), {(*row,): ways for row, ways in rows.items()})
)


@settings(max_examples=40)
@given(JOINTS, st.fractions(Fraction(1, 4), 4, max_denominator=8))
def test_against_a_list_of_all_rounds(outcomes: OutcomeDistribution, initial: Fraction) -> None:
    rounds = [row for row, ways in outcomes.combinations.items() for _ in range(ways)]
    nets = np.array([float(row[0].net + row[1].net) for row in rounds])
    found = measure(outcomes, initial)
    unit = float(initial)
    assert isclose(float(found.house_edge), -nets.mean() / unit, abs_tol=1e-12)
    assert isclose(float(found.variance), nets.var() / unit**2, abs_tol=1e-11, rel_tol=1e-12)
    assert isclose(float(found.average_wager), np.mean([float(a.stake + b.stake) for a, b in rounds]))
    assert found.hit_frequency == Fraction(int((nets > 0).sum()), len(rounds))
    assert found.push_frequency == Fraction(sum(row[0].net + row[1].net == 0 for row in rounds), len(rounds))
    assert found.hit_frequency + found.push_frequency + found.loss_frequency == 1
    if found.variance:
        centred = (nets - nets.mean()) / nets.std()
        skewness, kurtosis = found.skewness, found.excess_kurtosis
        assert skewness is not None
        assert kurtosis is not None
        assert isclose(skewness, (centred**3).mean(), abs_tol=1e-9)
        assert isclose(float(kurtosis), (centred**4).mean() - 3, abs_tol=1e-8)


@settings(max_examples=40)
@given(JOINTS)
def test_covariance_explains_the_variance_of_the_sum(outcomes: OutcomeDistribution) -> None:
    one, other = (measure(outcomes.of(wager), Fraction(1)).variance for wager in outcomes.wagers)
    both = measure(outcomes, Fraction(1)).variance
    together = covariance(outcomes, ("one",), ("other",))
    assert both == one + other + 2 * together
    linear = correlation(outcomes, ("one",), ("other",))
    assert (linear is None) == (one == 0 or other == 0)
    assert linear is None or abs(linear) <= 1 + 1e-12


@settings(max_examples=40)
@given(JOINTS)
def test_event_rows_add_up(outcomes: OutcomeDistribution) -> None:
    rows = event_rows(outcomes, lambda row: row[0].event + row[1].event)
    found = measure(outcomes, Fraction(1))
    assert sum(row.combinations for row in rows) == outcomes.total
    assert sum(row.probability for row in rows) == 1
    assert sum(row.expected for row in rows) == found.expected_net
    assert sum(row.variance for row in rows) == found.variance
    assert all(row.one_in == row.true_odds + 1 for row in rows)


def test_no_edge_has_no_n0_and_a_constant_no_shape() -> None:
    certain = OutcomeDistribution(("bet",), {(Result("push", Fraction(1), Fraction(0)),): 5})
    found = measure(certain, Fraction(1))
    assert (found.n0, found.skewness, found.excess_kurtosis) == (None, None, None)
    assert found.push_frequency == 1


def test_an_initial_wager_is_positive() -> None:
    certain = OutcomeDistribution(("bet",), {(Result("push", Fraction(1), Fraction(0)),): 5})
    with pytest.raises(ValueError, match="must be positive"):
        measure(certain, Fraction(0))


def test_n0_is_where_the_loss_is_one_standard_deviation() -> None:
    found = measure(GAME.analyse(layout("B")).outcomes.of("ante", "play"), Fraction(1))
    assert found.n0 is not None
    rounds = float(found.n0)
    assert isclose(rounds * float(found.house_edge), sqrt(rounds) * found.standard_deviation)


def test_combined_stands_per_two_units() -> None:
    rules = layout("B")
    outcomes = GAME.analyse(rules).outcomes
    main, bonus, combined = (
        measure(stake.outcomes(outcomes), stake.initial_wager) for stake in stakes(GAME, rules)
    )
    assert combined.house_edge == (main.house_edge + bonus.house_edge) / 2
    together = covariance(outcomes, ("ante", "play"), ("natural 31",))
    assert 4 * combined.variance == main.variance + bonus.variance + 2 * together
    assert combined.average_wager == main.average_wager + 1


@settings(max_examples=20)
@given(st.fractions(Fraction(1, 8), 8, max_denominator=8), st.fractions(Fraction(1, 8), 8, max_denominator=8))
def test_any_mix_of_stakes(main: Fraction, bonus: Fraction) -> None:
    rules = layout("D")
    outcomes = GAME.analyse(rules).outcomes
    stake = stake_on(GAME, rules, {"main": main, "natural 31": bonus})
    found = measure(stake.outcomes(outcomes), stake.initial_wager)
    alone = main * outcomes.of("ante", "play").expect(net) + bonus * outcomes.of("natural 31").expect(net)
    assert found.expected_net == alone
    assert found.house_edge == -alone / (main + bonus)


@pytest.mark.parametrize("units", [{"insurance": Fraction(1)}, {"main": Fraction(0)}, {"main": Fraction(-1)}])
def test_a_stake_that_cannot_be_made_is_refused(units: dict[str, Fraction]) -> None:
    with pytest.raises(ValueError, match=r"insurance|positive"):
        stake_on(GAME, layout("B"), units)
