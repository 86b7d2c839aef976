"""The monitor keeps its promise under daily looks and finds small shifts; one decision keeps its level."""

from fractions import Fraction
from itertools import pairwise
from math import exp, lgamma, log, sqrt
from typing import Any

import numpy as np
import pytest

from casino31.audit.hands.batch import Reader
from casino31.audit.hands.distribution import Law, law_of
from casino31.audit.hands.judgement import judge_log
from casino31.audit.hands.monitor import CONCENTRATIONS, log_e_classes, log_e_serial, mean_wealth
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.tally import SEATS, LogTally, new_group
from casino31.audit.hands.wealths import look
from casino31.audit.statistics import holm, weighted_holm
from casino31.games.classic_31 import GAME
from tests.layouts import layout

ANALYSIS = GAME.analyse(layout("31-classic-b"))
LAW: Law = law_of(GAME, ANALYSIS, GAME.settle_batch(ANALYSIS.rules))


def grown(
    rng: np.random.Generator,
    tally: LogTally,
    rounds: int,
    shift: dict[tuple[str, str], float] | None = None,
    column: str = "",
    name: int = 0,
) -> None:
    """Add a day of rounds to a tally: counts by the law, transitions of independent rounds, and players who follow
    the strategy with two sizes of stakes, which tell nothing."""
    group, cell = tally.groups[column], SEATS * name
    tally.sizes = [27, 36]
    group.grow(cell + 1, 2)
    tally.meet(column, name)
    for place, bet in enumerate(LAW.bets):
        chances = np.array([float(chance) for chance in bet.chances])
        for (label, to), by in (shift or {}).items():
            if label in bet.labels and to in bet.labels:
                chances[bet.labels.index(label)] -= by
                chances[bet.labels.index(to)] += by
        for size, many in enumerate((rounds - rounds // 5, rounds // 5)):
            counts = rng.multinomial(many, chances / chances.sum())
            group.counts[place][cell] += counts
            group.hands[place][cell, size] += many
            won = sum(count * value for count, value in zip(counts.tolist(), bet.nets, strict=True))
            group.sums[place][cell, size] += int(won * LAW.players[place].scale)
            group.money[place][cell] += [many * 100, int(won * LAW.players[place].scale) * 100]
        win = float(bet.win)
        pairs = np.array([(1 - win) ** 2, win * (1 - win), win * (1 - win), win * win])
        group.serial[place][cell] += rng.multinomial(rounds, pairs / pairs.sum())
    tally.rows += rounds


def fresh() -> LogTally:
    return LogTally(groups={"": new_group(LAW)})


READER: Any = Reader(Schema(), ("ante", "play", "natural 31"), 4, 3, ("fold", "play"), ())


@pytest.mark.slow
def test_a_month_of_daily_looks_alarms_in_one_per_cent_of_months_at_most() -> None:
    rng = np.random.default_rng(31)
    alarms = 0
    for _ in range(1_000):
        tally = fresh()
        for _ in range(30):
            grown(rng, tally, 20_000)
            look(tally, LAW)
        alarms += bool(judge_log(tally, LAW, READER, Fraction(99, 100), watching=True).problems)
    assert alarms <= 10


@pytest.mark.slow
def test_groups_that_turn_up_over_time_keep_the_promise() -> None:
    """Each day a new table opens, beside those of before: all true. Any alarm of a table on any day is a false one.

    The rate is held at 20 % instead of 1 %, where a few hundred repetitions can tell a rule that keeps it from one
    that does not; at 1 % the same repetitions must alarm in 1 % of them, but for three standard errors. The largest
    e-value is kept and shares are fixed, so that an alarm of any day still stands on the last one.
    """
    rng = np.random.default_rng(31)
    reader: Any = Reader(Schema(), ("ante", "play", "natural 31"), 4, 3, ("fold", "play"), ("table",))
    reader.names["table"] = {f"T{number}": number for number in range(6)}
    repeats, alarms = 250, {Fraction(80, 100): 0, Fraction(99, 100): 0}
    for _ in range(repeats):
        tally = LogTally(groups={"": new_group(LAW), "table": new_group(LAW)})
        for day in range(6):
            grown(rng, tally, 3_000)
            for table in range(day + 1):
                grown(rng, tally, 3_000, None, "table", table)
            look(tally, LAW)
        for level in alarms:
            alarms[level] += bool(judge_log(tally, LAW, reader, level, watching=True).problems)
    for level, many in alarms.items():
        rate = float(1 - level)
        assert many <= rate * repeats + 3 * sqrt(rate * (1 - rate) * repeats), (level, many)


def test_a_bad_table_is_found_whenever_it_opens() -> None:
    rng = np.random.default_rng(31)
    reader: Any = Reader(Schema(), ("ante", "play", "natural 31"), 4, 3, ("fold", "play"), ("table",))
    reader.names["table"] = {f"T{number}": number for number in range(31)}
    tally = LogTally(groups={"": new_group(LAW), "table": new_group(LAW)})
    for table in range(31):
        grown(rng, tally, 40_000)
        grown(rng, tally, 40_000, {("16-21", "3-15"): 0.02} if table == 30 else None, "table", table)
    look(tally, LAW)
    assert tally.order["table", 30] == 32
    found = judge_log(tally, LAW, reader, Fraction(99, 100), watching=True).problems
    assert {problem.where.split(":")[0] for problem in found} == {"table=T30"}


def test_an_alarm_of_one_group_stays_when_others_turn_up() -> None:
    """Shares are fixed: the adjusted p of what was found does not grow with the tests that come later."""
    tests = {"early": 0.004, "other": 0.2}
    shares = {"early": Fraction(1, 2), "other": Fraction(1, 6)}
    before = weighted_holm(tests, shares)
    late = {f"late {k}": 1.0 for k in range(3, 40)}
    after = weighted_holm(tests | late, shares | {f"late {k}": Fraction(1, k * (k + 1)) for k in range(3, 40)})
    assert after["early"] == before["early"] == pytest.approx(0.008)
    assert holm(tests | late)["early"] > 0.1


def test_equal_shares_make_it_the_plain_rule() -> None:
    rng = np.random.default_rng(31)
    for _ in range(50):
        ps = {str(number): float(p) for number, p in enumerate(rng.random(int(rng.integers(1, 9))) ** 4)}
        plain, weighted = holm(ps), weighted_holm(ps, dict.fromkeys(ps, Fraction(1, len(ps))))
        assert {name: pytest.approx(p) for name, p in plain.items()} == weighted
    with pytest.raises(ValueError, match="more than 1"):
        weighted_holm({"a": 0.5, "b": 0.5}, {"a": Fraction(2, 3), "b": Fraction(1, 2)})


@pytest.mark.slow
def test_a_twentieth_of_a_point_is_found_within_thirty_million_hands() -> None:
    """16-21 of the bonus becomes a loss in 0.05 % of rounds."""
    found = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        tally, days = fresh(), 0
        while days < 31:
            days += 1
            grown(rng, tally, 1_000_000, {("16-21", "3-15"): 0.0005})
            look(tally, LAW)
            largest = max(
                float(best.max()) for best in tally.groups[""].best
            )  # below 100 no share of 1 % is reached
            if largest >= log(100) and judge_log(tally, LAW, READER, Fraction(99, 100), watching=True).problems:
                break
        found.append(days)
    assert sum(days <= 30 for days in found) >= 10


@pytest.mark.slow
def test_the_fixed_decision_keeps_its_level() -> None:
    rng = np.random.default_rng(31)
    repeats, alarms = 1_500, 0
    for _ in range(repeats):
        tally = fresh()
        grown(rng, tally, 8_000)
        alarms += bool(judge_log(tally, LAW, READER, Fraction(95, 100), watching=False).problems)
    assert alarms <= 0.05 * repeats + 3 * sqrt(0.05 * 0.95 * repeats)


def test_the_wealth_of_classes_is_the_mixture_by_another_route() -> None:
    """Second route: round by round, the predictive chance of each Dirichlet over the filed one."""
    law = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    rng = np.random.default_rng(5)
    rounds = rng.choice(3, 200, p=[0.4, 0.35, 0.25]).tolist()

    def by_steps(kinds: list[int], chances: list[Fraction]) -> float:
        wealths = []
        for weight in CONCENTRATIONS:
            seen, wealth = [0] * len(chances), 1.0
            for number, kind in enumerate(kinds):
                wealth *= (weight * float(chances[kind]) + seen[kind]) / (weight + number) / float(chances[kind])
                seen[kind] += 1
            wealths.append(wealth)
        return sum(wealths) / len(wealths)

    apart = [
        by_steps([int(kind != own) for kind in rounds], [chance, 1 - chance]) for own, chance in enumerate(law)
    ]
    expected = (by_steps(rounds, law) + sum(apart) / 3) / 2
    counts = [rounds.count(kind) for kind in range(3)]
    assert exp(log_e_classes(counts, law)) == pytest.approx(
        expected, rel=1e-6
    )  # log-gamma at 10^8 keeps seven decimals


def test_every_wealth_is_one_on_average_before_a_round_is_played() -> None:
    """The mean over all samples of a size is exactly 1: that is what an e-value is."""
    law = [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
    size, whole, means, serial = 12, 0.0, 0.0, 0.0
    wealth = mean_wealth([Fraction(-1), Fraction(0), Fraction(5, 2)], law)
    for one in range(size + 1):
        for two in range(size + 1 - one):
            counts = [one, two, size - one - two]
            log_chance = lgamma(size + 1) + sum(
                count * log(chance) - lgamma(count + 1)
                for count, chance in zip(counts, map(float, law), strict=True)
            )
            whole += exp(log_chance + log_e_classes(counts, law))
            means += exp(log_chance + wealth.log_e(-counts[0] + 2.5 * counts[2], size))
    assert whole == pytest.approx(1, abs=1e-6)
    assert means == pytest.approx(1, abs=1e-6)
    for lost_won in range(2**10):
        rounds = [lost_won >> place & 1 for place in range(10)]
        steps = [0, 0, 0, 0]
        for before, now in pairwise(rounds):
            steps[2 * before + now] += 1
        chance = 0.3 ** sum(rounds) * 0.7 ** (10 - sum(rounds))
        serial += chance * exp(log_e_serial(steps, Fraction(3, 10)))
    assert serial == pytest.approx(1, abs=1e-6)


@pytest.mark.slow
def test_the_confidence_sequence_covers_the_mean_all_the_time() -> None:
    bet = LAW.bets[1]
    rng = np.random.default_rng(31)
    values = np.array([float(value) for value in bet.nets])
    chances = np.array([float(chance) for chance in bet.chances])
    missed = 0
    for _ in range(300):
        total, rounds, out = 0.0, 0, False
        for _ in range(15):
            total += float(rng.multinomial(5_000, chances / chances.sum()) @ values)
            rounds += 5_000
            low, high = bet.wealth.interval(total, rounds, 0.05)
            out |= not low <= bet.wealth.mean <= high
        missed += out
    assert missed <= 0.05 * 300 + 3 * sqrt(0.05 * 0.95 * 300)
    assert high - low < 12 * sqrt(float(bet.figures.variance) / rounds)
