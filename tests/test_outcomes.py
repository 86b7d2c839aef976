"""Distributions of results, by hand: rows that meet are added, stakes scale with nets, values stand in order."""

from fractions import Fraction

import pytest

from casino31.metrics import measure
from casino31.outcomes import OutcomeDistribution, Result, Row, net, stake


def result(event: str, units: int, won: int) -> Result:
    return Result(event, Fraction(units), Fraction(won))


ROWS: dict[Row, int] = {
    (result("win", 1, 5), result("x", 1, 2)): 2,
    (result("win", 1, 5), result("x", 1, 3)): 3,
    (result("lose", 1, -1), result("x", 1, -1)): 4,
}
TWO = OutcomeDistribution(("one", "other"), ROWS, Fraction(1, 100))


def test_scaled_stakes_and_nets_and_a_wager_without_units_stays() -> None:
    half = Fraction(1, 2)
    assert TWO.scaled({"one": half}).combinations == {
        (Result("win", half, 5 * half), result("x", 1, 2)): 2,
        (Result("win", half, 5 * half), result("x", 1, 3)): 3,
        (Result("lose", half, -half), result("x", 1, -1)): 4,
    }
    assert (TWO.scaled({}), TWO.scaled({}).bound) == (TWO, TWO.bound)


def test_scaled_rows_that_meet_are_added() -> None:
    nothing = TWO.scaled({"other": Fraction(0)})
    assert nothing.combinations == {
        (result("win", 1, 5), result("x", 0, 0)): 5,
        (result("lose", 1, -1), result("x", 0, 0)): 4,
    }


def test_counts_stand_in_rising_order_of_the_value() -> None:
    assert list(TWO.counts(net).items()) == [(Fraction(-2), 4), (Fraction(7), 2), (Fraction(8), 3)]
    assert TWO.counts(stake) == {Fraction(2): 9}


def test_a_marginal_adds_rows_follows_the_order_asked_for_and_keeps_the_bound() -> None:
    assert TWO.of("one").combinations == {(result("win", 1, 5),): 5, (result("lose", 1, -1),): 4}
    swapped = TWO.of("other", "one")
    assert (swapped.wagers, swapped.bound) == (("other", "one"), Fraction(1, 100))
    assert swapped.combinations == {(row[1], row[0]): ways for row, ways in ROWS.items()}
    with pytest.raises(KeyError, match="no wager 'third' here: one, other"):
        TWO.of("one", "third")


def test_means_and_errors() -> None:
    assert (TWO.total, TWO.expect(net)) == (9, Fraction(2 * 7 + 3 * 8 - 4 * 2, 9))
    assert TWO.error(net) == Fraction(8 - -2, 100)


def test_equal_distributions_are_one_key_and_the_wagers_are_part_of_it() -> None:
    again = OutcomeDistribution(("one", "other"), dict(reversed(ROWS.items())), Fraction(1, 100))
    assert {TWO: "here"}[again] == "here"
    assert OutcomeDistribution(("one", "another"), ROWS, Fraction(1, 100)) != TWO


def test_the_two_returns_differ_where_the_stake_grows() -> None:
    """One unit is put up and lost, or three are staked and pushed: half of one, a quarter of two."""
    rows: dict[Row, int] = {(result("fold", 1, -1),): 1, (result("push", 3, 0),): 1}
    found = measure(OutcomeDistribution(("bet",), rows), Fraction(1))
    assert (found.return_on_initial, found.return_on_turnover) == (Fraction(1, 2), Fraction(3, 4))
    assert (found.house_edge, found.element_of_risk) == (Fraction(1, 2), Fraction(1, 4))
    assert [found.average_wager, found.largest_win, found.n0] == [2, 0, 1]
    assert found.volatility_index(3.0) == 3 * found.standard_deviation == 1.5


def test_nothing_staked_has_no_return_on_turnover() -> None:
    found = measure(OutcomeDistribution(("bonus",), {(result("paid", 0, 1),): 1}), Fraction(1))
    assert found.element_of_risk is None
    assert found.return_on_turnover is None
