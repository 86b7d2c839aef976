"""The limits of an audit of hands: a checkpoint that was altered, levels, least rounds and ends of intervals."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, cosh, exp, inf, log, sqrt
from pathlib import Path

import numpy as np
import pytest

from casino31.audit.hands.checkpoint import restore, save
from casino31.audit.hands.distribution import Law
from casino31.audit.hands.in_a_row import settlement_of
from casino31.audit.hands.judgement import Judged, judge_log
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.monitor import HORIZONS, mean_wealth
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.tally import LogTally
from casino31.audit.hands.wealths import look
from casino31.audit.statistics import holm, samples, weighted_holm
from casino31.faults import RulesError
from casino31.rulesfile import load
from tests.test_audit_monitor import LAW, READER, fresh, grown


def test_an_altered_checkpoint_is_refused(tmp_path: Path) -> None:
    file, kept = load("natural-31"), tmp_path / "kept.json"
    auditors = [LogAuditor(settlement_of(file.game, file.game.analyse(file.rules)), Schema()) for _ in range(2)]
    auditors[0].tally.undealt = 31
    save(auditors[0], kept)
    kept.write_text(kept.read_text().replace('"undealt": 31', '"undealt": 32'))
    with pytest.raises(RulesError, match="it has changed since it was written"):
        restore(auditors[1], kept)
    assert auditors[1].tally.undealt == 0


def test_shares_of_the_level_add_up_to_one_at_most() -> None:
    half = Fraction(1, 2)
    assert weighted_holm({"a": 0.02, "b": 0.25}, {"a": half, "b": half}) == {"a": 0.04, "b": 0.25}
    with pytest.raises(ValueError, match="more than 1"):
        weighted_holm({"a": 0.02, "b": 0.25}, {"a": half, "b": half + Fraction(1, 10**9)})
    with pytest.raises(ValueError, match="more than 1"):
        weighted_holm({"a": 0.02}, {"a": Fraction(2)})
    shared = weighted_holm({"a": 0.01, "b": 0.02}, {"a": Fraction(1, 10), "b": half})
    assert list(shared) == ["b", "a"]
    assert shared == pytest.approx({"a": 0.05, "b": 0.04})


@pytest.mark.parametrize(("total", "classes"), [(3, 4), (4, 3), (0, 2), (5, 1)])
def test_samples_are_all_counts_of_a_size(total: int, classes: int) -> None:
    assert samples(total, classes) == sum(
        sum(counts) == total for counts in product(range(total + 1), repeat=classes)
    )


@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_the_confidence_sequence_ends_where_the_wealth_reaches_its_limit(alpha: float) -> None:
    """A coin's cumulant is log cosh, and its tilts are sqrt(8 / n): the wealth written out anew."""
    coin = mean_wealth([Fraction(-1), Fraction(1)], [Fraction(1, 2)] * 2)
    total, rounds = 90.0, 1000

    def wealth(mean: float) -> float:
        tilts = [side * sqrt(8 / n) for n in HORIZONS for side in (-1, 1)]
        return sum(exp(t * (total - rounds * mean) - rounds * log(cosh(t))) for t in tilts) / len(tilts)

    low, high = coin.interval(total, rounds, alpha)
    assert [wealth(low), wealth(high)] == pytest.approx([1 / alpha] * 2, rel=1e-9)
    assert low < total / rounds < high
    assert high - total / rounds == pytest.approx(total / rounds - low)
    assert wealth(low) * alpha >= 1 - 1e-12
    assert coin.interval(0.0, 0, alpha) == (-inf, inf)


def day(rounds: int) -> LogTally:
    tally = fresh()
    grown(np.random.default_rng(31), tally, rounds)
    look(tally, LAW)
    return tally


def decided(tally: LogTally, level: Fraction, law: Law = LAW) -> Judged:
    return judge_log(tally, law, READER, level, watching=False)


def test_the_decision_is_taken_at_the_level_itself() -> None:
    tally = day(5_000)
    tests = decided(tally, Fraction(9, 10)).tests
    least = Fraction(min(holm({test.name: test.p for test in tests if test.p is not None}).values()))
    assert 0 < least < Fraction(3, 4)
    assert decided(tally, 1 - least * Fraction(4, 3)).problems
    assert not decided(tally, 1 - least * Fraction(3, 4)).problems


def test_the_mean_is_tested_from_its_least_rounds_on() -> None:
    """The normal law of a mean is trusted from ten rounds for each unit of squared skewness on, and from thirty."""
    bet = LAW.bets[0]
    even = replace(bet, figures=replace(bet.figures, third_moment=Fraction(0)))
    for law, place in ((LAW, 0), (LAW, 1), (replace(LAW, bets=(even, *LAW.bets[1:])), 0)):
        skewness = law.bets[place].figures.skewness
        assert skewness is not None
        least = ceil(max(30, 10 * skewness**2))
        for rounds, tested in ((least - 1, False), (least, True)):
            tests = decided(day(rounds), Fraction(99, 100), law).tests
            (mean,) = (test for test in tests if test.name == f"all: {law.bets[place].stake.name}: mean")
            assert (mean.p is not None) == tested
            assert (mean.statistic is not None) == tested
