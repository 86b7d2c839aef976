"""Long runs: the transform against integers, the normal range against the central limit."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.games.classic_31 import GAME
from casino31.longrun import ROUNDS, Range, ranges
from casino31.outcomes import OutcomeDistribution, Result, Row, net
from tests.layouts import layout


def by_integers(outcomes: OutcomeDistribution, initial: Fraction, n: int, confidence: Fraction) -> list[Fraction]:
    """Second route: the n-fold convolution in integers, as the n-th power of one very long number."""
    counts = outcomes.counts(net)
    scale = 1
    for value in counts:
        scale *= value.denominator
    least = min(counts)
    width = (outcomes.total**n).bit_length()
    power = sum(ways << (width * int((value - least) * scale)) for value, ways in counts.items()) ** n
    ends = []
    for level in ((1 - confidence) / 2, (1 + confidence) / 2):
        below, step = 0, -1
        while below < level * outcomes.total**n:
            step += 1
            below += power >> (width * step) & ((1 << width) - 1)
        ends.append((n * least + Fraction(step, scale)) / n / initial)
    return ends


LAWS = st.dictionaries(st.fractions(-1, 12, max_denominator=2), st.integers(1, 50), min_size=2, max_size=6).map(
    lambda law: OutcomeDistribution(
        ("bet",), {(Result(str(value), Fraction(1), value),): ways for value, ways in law.items()}
    )
)


@settings(max_examples=60)
@given(LAWS, st.integers(1, 25), st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)]))
def test_quantiles_are_those_of_integers(law: OutcomeDistribution, n: int, confidence: Fraction) -> None:
    (found,) = ranges(law, Fraction(2), (n,), confidence)
    if found.certain:
        assert [found.lower, found.upper] == by_integers(law, Fraction(2), n, confidence)


@pytest.mark.parametrize("wagers", [("ante", "play"), ("natural 31",)])
def test_forty_rounds_of_layout_b_in_integers(wagers: tuple[str, ...]) -> None:
    law = GAME.analyse(layout("B")).outcomes.of(*wagers)
    (found,) = ranges(law, Fraction(1), (40,))
    assert found.certain
    assert [found.lower, found.upper] == by_integers(law, Fraction(1), 40, Fraction(9, 10))


@pytest.mark.parametrize("wagers", [("ante", "play"), ("natural 31",), ("ante", "play", "natural 31")])
def test_long_runs_are_certain_and_approach_the_normal_range(wagers: tuple[str, ...]) -> None:
    law = GAME.analyse(layout("B")).outcomes.of(*wagers)
    found = ranges(law, Fraction(1))
    assert [each.rounds for each in found] == list(ROUNDS)
    assert all(each.certain for each in found)
    assert not found[-1].misleads
    widths = [each.upper - each.lower for each in found]
    assert widths == sorted(widths, reverse=True)
    # the exact end leaves the normal one by a skewness term of order 1 / n and by less than one lattice step
    last = found[-1]
    half = (last.normal_upper - last.normal_lower) / 2
    assert abs(float(last.upper) - last.normal_upper) < 0.01 * half


def test_the_bonus_misleads_the_normal_range_at_a_hundred_rounds() -> None:
    law = GAME.analyse(layout("B")).outcomes.of("natural 31")
    assert ranges(law, Fraction(1), (100,))[0].misleads


def test_one_certain_result_stays_itself() -> None:
    law = OutcomeDistribution(("bet",), {(Result("push", Fraction(1), Fraction(0)),): 3})
    (found,) = ranges(law, Fraction(1), (1000,))
    assert found.lower == found.upper == 0


@pytest.mark.parametrize(
    ("rounds", "confidence"), [((0,), Fraction(9, 10)), ((10,), Fraction(1)), ((10,), Fraction(0))]
)
def test_nonsense_is_refused(rounds: tuple[int, ...], confidence: Fraction) -> None:
    law = GAME.analyse(layout("natural-31")).outcomes
    with pytest.raises(ValueError, match=r"1 or more|between 0 and 1"):
        ranges(law, Fraction(1), rounds, confidence)


def coin(bound: Fraction) -> OutcomeDistribution:
    one = Fraction(1)
    rows: dict[Row, int] = {(Result("heads", one, one),): 1, (Result("tails", one, -one),): 1}
    return OutcomeDistribution(("toss",), rows, bound)


@pytest.mark.parametrize(("n", "percent", "certain"), [(1, 4, True), (1, 6, False), (2, 2, True), (2, 3, False)])
def test_a_bound_counts_once_a_round(n: int, percent: int, certain: bool) -> None:
    """A coin falls below the lower end with chance 0, a level of 5 % away: so much may n bounds come to."""
    (found,) = ranges(coin(Fraction(percent, 100)), Fraction(1), (n,))
    assert [found.lower, found.upper, found.certain] == [-1, 1, certain]


def test_a_level_that_is_met_exactly_is_not_certain() -> None:
    """One loss in twenty is the level of 5 % itself: no float can tell on which side it lies."""
    rows: dict[Row, int] = {
        (Result(str(won), Fraction(1), Fraction(won)),): ways for won, ways in ((-1, 1), (0, 18), (1, 1))
    }
    (found,) = ranges(OutcomeDistribution(("bet",), rows), Fraction(1), (1,))
    assert not found.certain


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize(("hundredths", "misleads"), [(9, False), (11, True)])
def test_the_normal_range_misleads_by_more_than_a_tenth_of_its_half_width(
    side: int, hundredths: int, misleads: bool
) -> None:
    off = Fraction(side * hundredths, 100)
    for lower, upper in ((off - 1, Fraction(1)), (Fraction(-1), off + 1)):
        assert Range(10, Fraction(9, 10), lower, upper, True, -1.0, 1.0, 1.6).misleads == misleads


def test_the_normal_range_has_the_mean_and_variance_of_the_law() -> None:
    """A die that pays 5 to one on its six, for a stake of two units: mean 0, variance 5, in units of two."""
    rows: dict[Row, int] = {
        (Result("6", Fraction(1), Fraction(5)),): 1,
        (Result("other", Fraction(1), Fraction(-1)),): 5,
    }
    (found,) = ranges(OutcomeDistribution(("bet",), rows), Fraction(2), (100,))
    half = 1.6448536269514722 * 5**0.5 / 10 / 2
    assert (found.normal_lower, found.normal_upper) == pytest.approx((-half, half))
