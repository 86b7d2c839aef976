"""The statistics of the audits: published cases, second routes, and error rates under seeds."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from casino31.audit import statistics
from casino31.games.classic_31 import GAME
from casino31.metrics import measure
from casino31.outcomes import net
from tests.layouts import layout

LAW = st.lists(st.integers(1, 30), min_size=2, max_size=6).map(lambda w: [Fraction(x, sum(w)) for x in w])


def test_casino_bar_log_fails() -> None:
    """Wizard of Odds, "Casino Bar": third-card busts against the chance at each total."""
    trials = [(hits, many, Fraction(p, 13)) for hits, many, p in
              zip((11, 13, 18, 21, 26), (84, 61, 67, 61, 59), (4, 5, 6, 7, 8), strict=True)]  # fmt: skip
    z = statistics.binomial_z(trials)
    assert round(z, 4) == -6.8325
    assert f"{statistics.normal_tail(z) / 2:.1e}" == "4.2e-12"  # the page's p is one-sided
    assert statistics.normal_tail(z) < 0.01


def test_139_hands_do_not_fail_at_99_per_cent() -> None:
    """casinomeister.com thread 33787: 82 lost, 46 won, 11 tied against 48, 44 and 8 %."""
    name, statistic, p = statistics.goodness([82, 46, 11], [Fraction(48, 100), Fraction(44, 100), Fraction(8, 100)])
    assert name == "chi-square, 2 df"
    assert statistic is not None
    assert p is not None
    assert round(statistic, 3) == 7.258
    assert round(p, 4) == 0.0265
    assert p > 0.01


@given(LAW, st.integers(0, 400))
def test_every_pooled_cell_expects_five(law: list[Fraction], total: int) -> None:
    cells = statistics.pooled(law, total)
    mass: Counter[int] = Counter()
    for cell, chance in zip(cells, law, strict=True):
        mass[cell] += chance  # type: ignore[assignment]
    assert sum(mass.values()) == 1
    assert sorted(mass) == list(range(len(mass)))
    assert len(mass) == 1 or min(mass.values()) * total >= 5


@given(LAW, st.lists(st.integers(0, 60), min_size=6, max_size=6))
def test_chi_square_is_scipys(law: list[Fraction], seen: list[int]) -> None:
    counts = seen[: len(law)]
    if sum(counts) * min(law) < 5:
        return
    statistic, freedom, p = statistics.chi_square(counts, law)
    other = stats.chisquare(counts, [float(sum(counts) * chance) for chance in law])
    assert freedom == len(law) - 1
    assert statistic == pytest.approx(other.statistic, rel=1e-9)
    assert p == pytest.approx(other.pvalue, rel=1e-9, abs=1e-300)


def test_exact_multinomial_is_the_sum_over_all_sequences() -> None:
    law = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    chances: Counter[tuple[int, ...]] = Counter()
    for rounds in product(range(3), repeat=5):
        chances[tuple(rounds.count(c) for c in range(3))] += prod((law[c] for c in rounds), start=Fraction(1))  # type: ignore[assignment]
    for sample, chance in chances.items():
        by_hand = sum(other for other in chances.values() if other <= chance)
        assert statistics.exact_multinomial(sample, law) == by_hand


@given(st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.floats(0, 1), min_size=1))
def test_holm_rejects_what_the_stepwise_rule_rejects(ps: dict[str, float]) -> None:
    adjusted = statistics.holm(ps)
    alpha, rejected = 0.05, set()
    for place, name in enumerate(sorted(ps, key=lambda each: ps[each])):
        if (len(ps) - place) * ps[name] > alpha:
            break
        rejected.add(name)
    assert {name for name, p in adjusted.items() if p <= alpha} == rejected


@pytest.mark.parametrize(("wagers", "rounds"), [(("ante", "play"), 3_000), (("natural 31",), 20_000)])
def test_the_mean_test_keeps_its_level_in_both_tails(wagers: tuple[str, ...], rounds: int) -> None:
    law = GAME.analyse(layout("B")).outcomes.of(*wagers)
    figures = measure(law, Fraction(1))
    nets = law.counts(net)
    values = np.array([float(value) for value in nets])
    chances = np.array([ways / law.total for ways in nets.values()])
    rng = np.random.default_rng(31)
    repeats, level = 20_000, 0.01
    totals = rng.multinomial(rounds, chances / chances.sum(), size=repeats) @ values
    zs = [
        statistics.mean_z(Fraction(t), rounds, figures.expected_net, figures.variance, figures.third_moment)
        for t in totals.tolist()
    ]
    cut = float(stats.norm.isf(level / 2))
    error = sqrt(level / 2 / repeats)
    for tail in (np.mean(np.array(zs) > cut), np.mean(np.array(zs) < -cut)):
        assert abs(tail - level / 2) < 4 * error + 0.0005


def test_the_chi_square_keeps_its_level_on_the_pooled_law() -> None:
    law = GAME.analyse(layout("B")).outcomes.of("ante", "play")
    chances = [Fraction(ways, law.total) for ways in law.combinations.values()]
    rng = np.random.default_rng(31)
    repeats = 2_000
    samples = rng.multinomial(5_000, np.array([float(c) for c in chances]), size=repeats).tolist()
    alarms = sum(statistics.chi_square(sample, chances)[2] < 0.01 for sample in samples)
    assert abs(alarms - 0.01 * repeats) < 4 * sqrt(0.01 * repeats)


def test_the_detectable_change_is_detected_with_the_stated_power() -> None:
    law = GAME.analyse(layout("B")).outcomes.of("ante", "play")
    figures = measure(law, Fraction(1))
    rounds, repeats = 10_000, 4_000
    change = statistics.detectable_mean(rounds, figures.variance, Fraction(99, 100))
    nets = law.counts(net)
    rng = np.random.default_rng(32)
    chances = np.array([ways / law.total for ways in nets.values()])
    totals = rng.multinomial(rounds, chances / chances.sum(), size=repeats) @ np.array([float(v) for v in nets])
    zs = (totals + rounds * (change - float(figures.expected_net))) / sqrt(rounds * figures.variance)
    found = np.mean(np.abs(zs) > float(stats.norm.isf(0.005)))
    assert abs(found - 0.9) < 4 * sqrt(0.9 * 0.1 / repeats)
